import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import { leavingWithin } from '../lib/leaving.ts';
import type { ImportFile } from '../store/import-files.ts';
import type { Seal } from '../store/seal.ts';
import { urlContext } from './create.ts';
import type { Job } from './job.ts';
import { unreadable } from './unreadable.ts';

interface Options {
  readonly seal: Seal | null;
  /** The addresses of a name that may be connected to. @throws Fault for a name one of whose addresses may not */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Also without TLS, as in tests and in a network of one's own. */
  readonly allowsPlain: boolean;
}

const REDIRECTS_MAX = 5;
/** Without a byte. */
const SILENCE_MS = 30_000;

/**
 * Fetches a file from its URL, from the beginning. Each name on the way, those of redirects too, is looked up once and refused unless all its addresses are public; what is
 * dialled is an address that was looked at, never the name again.
 * @throws Fault source_unreadable
 */
export function createDownload({ seal, resolve, allowsPlain }: Options): (job: Job, file: ImportFile) => Promise<void> {
  return async (job, file) => {
    const text = file.url === null ? null : (seal?.open(file.url, urlContext(job.row.id)) ?? null);
    if (text === null) throw new Fault('sealing_unconfigured');
    const refuse = (reason: string): Fault => unreadable(reason, { file: file.name });
    let isLate = false;
    try {
      await leavingWithin(job.signal, LIMITS.importDownloadMs, async ({ signal }) => {
        signal.addEventListener('abort', () => (isLate = !job.signal.aborted), { once: true });
        const reply = await follow(text, signal, refuse);
        await job.files.finish(job.row.id, file.no, await keep(job, file, reply, refuse));
      });
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw refuse(isLate ? 'It took too long to come.' : 'It did not come: the connection failed.');
    }
  };

  async function follow(text: string, signal: AbortSignal, refuse: (reason: string) => Fault): Promise<IncomingMessage> {
    let at = text;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const url = allowed(at, refuse);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const [address] = await resolve(host).catch((error: unknown) => {
        throw refuse(
          error instanceof Fault && error.code === 'invalid_request'
            ? 'Its host is no public one, or a redirect leads to one that is none.'
            : 'The name of its host leads to no address.',
        );
      });
      // Without one, a connection would go to this host itself.
      if (address === undefined) throw refuse('The name of its host leads to no address.');
      const reply = await get(url, address, signal);
      const { statusCode = 0, headers } = reply;
      if (statusCode === 200) return reply;
      reply.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
        throw refuse(`It was answered with the status ${statusCode}.`);
      if (!URL.canParse(headers.location, url.href)) throw refuse('It redirects to what is no URL.');
      at = new URL(headers.location, url.href).href;
    }
    throw refuse(`It redirects more than ${REDIRECTS_MAX} times.`);
  }

  function allowed(text: string, refuse: (reason: string) => Fault): URL {
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(allowsPlain && url.protocol === 'http:')) throw refuse('It, or a redirect of it, is no https URL.');
    if (url.username !== '' || url.password !== '') throw refuse('A URL with a name and password in it is not fetched.');
    return url;
  }
}

function get(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const sent = (isTls ? requestHttps : requestHttp)({
      host: address,
      port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'svc' },
      ...(isTls && isIP(name) === 0 ? { servername: name } : {}),
      // A connection of its own, that no other name's request is sent on.
      agent: false,
      timeout: SILENCE_MS,
      signal,
    });
    sent.on('timeout', () => sent.destroy(new Error('It fell silent.')));
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end();
  });
}

/** How many bytes came. */
async function keep(job: Job, file: ImportFile, reply: IncomingMessage, refuse: (reason: string) => Fault): Promise<number> {
  const tooLarge = () => refuse(`It has more than ${LIMITS.importSourceMaxBytes} bytes.`);
  if (Number(reply.headers['content-length'] ?? 0) > LIMITS.importSourceMaxBytes) throw tooLarge();
  let at = 0;
  let pieces: Buffer[] = [];
  let held = 0;
  const flush = async () => {
    await job.files.rewrite(job.row.id, file, at, Buffer.concat(pieces));
    at += held;
    pieces = [];
    held = 0;
  };
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    pieces.push(chunk);
    held += chunk.length;
    if (at + held > LIMITS.importSourceMaxBytes) throw tooLarge();
    if (held >= LIMITS.importPartMaxBytes) await flush();
  }
  if (!reply.complete) throw refuse('It broke off.');
  await flush();
  return at;
}
