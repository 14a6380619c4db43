import type { FastifyRequest } from 'fastify';
import type { CookieName } from '../call.ts';
import { Fault } from '../fault.ts';
import { isFromThisMachine } from '../lib/loopback.ts';

/**
 * Cookies of this service (RFC 6265bis). Off loopback they are `__Host-` ones: set by this host alone, and sent over TLS
 * alone, whatever other sites of the domain or somebody on the way would set. On a loopback address, which has no TLS and
 * shares its cookies with every port, the port is in the name, and only the API is sent them: under the path that a proxy
 * serves the service under, where the request came by the address that has one.
 */
export interface Cookies {
  /** @throws Fault unauthorized where there are several of the name, of which none can be told to be ours */
  read(name: CookieName): string | null;
  /** The header's value; a null `value` makes the browser forget the cookie. */
  write(name: CookieName, value: string | null, maxAgeSeconds: number): string;
}

export function cookiesOf(request: FastifyRequest, publicUrl: string | null): Cookies {
  const { cookie: header = '', host = '', origin = '' } = request.headers;
  const isLocal = isFromThisMachine(request.raw);
  const secureName = (name: CookieName) => `__Host-svc_${name}`;
  const localName = (name: CookieName) => `svc_${name}_${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
  return {
    read(name) {
      const secure = valuesOf(header, secureName(name));
      const values = secure.length > 0 || !isLocal ? secure : valuesOf(header, localName(name));
      if (values.length > 1)
        throw new Fault('unauthorized', { params: { reason: 'The request has several cookies of one name: delete those of this site.' } });
      return values[0] || null;
    },
    write(name, value, maxAgeSeconds) {
      // A page that came over TLS may reach a service on loopback through a proxy that says nothing of itself.
      const isPlain = isLocal && !origin.startsWith('https:');
      const [fullName, where] = isPlain ? [localName(name), `Path=${prefixOf(publicUrl, host)}/v1`] : [secureName(name), 'Path=/; Secure'];
      return `${fullName}=${value ?? ''}; ${where}; Max-Age=${value === null ? 0 : maxAgeSeconds}; HttpOnly; SameSite=Lax`;
    },
  };
}

/** Without a slash at its end; empty where the service was reached by an address without a path. */
function prefixOf(publicUrl: string | null, host: string): string {
  const url = publicUrl === null ? null : new URL(publicUrl);
  return url?.host === host ? url.pathname.replace(/\/+$/, '') : '';
}

/** All that stand under exactly this name. */
const valuesOf = (header: string, name: string): string[] =>
  header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
