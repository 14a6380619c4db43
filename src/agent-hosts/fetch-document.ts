import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { LIMITS } from '../contract/limits.ts';

interface Options {
  /** The addresses of a host, all of them checked. @throws for one that may not be reached */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Certificates that are trusted besides the system's. */
  readonly trusted?: string | undefined;
  /** Whether ports other than 443 may be reached. */
  readonly anyPort: boolean;
}

/** What was fetched; `reason` is why nothing was, for whoever published it. */
export type FetchedDocument = { readonly text: string } | { readonly reason: string };

const TIMEOUT_MS = 5_000;

/**
 * What somebody else's `https` address gives, without redirects: the address that is dialled is one that was checked, and
 * the certificate is of the name. Never rejects.
 */
export function createFetchDocument({ resolve, trusted, anyPort }: Options) {
  return async (url: URL): Promise<FetchedDocument> => {
    if (url.port !== '' && !anyPort) return { reason: 'It is not at port 443.' };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const [address] = await resolve(host).catch(() => []);
    if (address === undefined) return { reason: 'Its host leads to no address on the public Internet.' };
    return await fetched(url, { host, address, trusted });
  };
}

function fetched(url: URL, { host, address, trusted }: { host: string; address: string; trusted: string | undefined }) {
  return new Promise<FetchedDocument>((done) => {
    const failed = (reason: string) => {
      done({ reason });
      sent.destroy();
    };
    const sent = request(url, {
      agent: false,
      headers: { accept: 'application/json', 'user-agent': 'svc' },
      lookup: (_host, { all }, found) => {
        const family = isIP(address);
        if (all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(trusted === undefined ? {} : { ca: trusted }),
    });
    const deadline = setTimeout(() => failed('It took too long.'), TIMEOUT_MS);
    sent.on('response', (response) => {
      if (response.statusCode !== 200) return failed(`It was answered with status ${response.statusCode}.`);
      if (!/^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(response.headers['content-type'] ?? '')) return failed('It is not JSON.');
      bodyOf(response).then(
        (text) => done(text === null ? { reason: `It is larger than ${LIMITS.clientDocumentMaxBytes} bytes.` } : { text }),
        () => failed('It broke off.'),
      );
    });
    sent.on('error', () => failed('It could not be fetched.'));
    sent.on('close', () => clearTimeout(deadline));
    sent.end();
  });
}

async function bodyOf(response: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LIMITS.clientDocumentMaxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
