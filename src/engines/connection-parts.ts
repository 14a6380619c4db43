import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { Fault } from '../fault.ts';

/** What every customer's connection URL has, whichever engine it is of. */
export interface ConnectionParts {
  /** A name in ASCII, or an address; an IPv6 one without brackets. */
  readonly host: string;
  readonly port: number;
  /** Decoded, as are the next two; empty where there is none. */
  readonly user: string;
  readonly password: string;
  /** What follows the host, without the first slash: the name of one database. */
  readonly path: string;
  readonly parameters: URLSearchParams;
}

interface Rules {
  /** Also takes private names and any port. */
  readonly allowPrivate: boolean;
  /** How such a URL is written, for whoever wrote another one. */
  readonly form: string;
  readonly defaultPort: number;
}

const DOTS = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

const LOWEST_PORT = 1_024;
const HTTPS_PORT = 443;
/** Of other services that listen at a well-known port: what is sent there would be read as something else. */
const OTHER_SERVICES: ReadonlySet<number> = new Set([2375, 2376, 2379, 3306, 3389, 6379, 8500, 9200, 9300, 11211, 27017]);

/** Names that are of no host on the public Internet (RFC 6761, 6762, 8375 and what private networks use). */
const PRIVATE_SUFFIXES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|svc|invalid|onion)$/;

/**
 * Reads `scheme://user:password@host:port/path?parameters` (RFC 3986) with one host alone. No part of the text is in what is thrown: a mistyped
 * URL can hold a piece of the password anywhere.
 * @param scheme matches all spellings of the scheme, with its colon and slashes
 * @throws Fault invalid_request
 */
export function readConnectionParts(text: string, scheme: RegExp, { allowPrivate, form, defaultPort }: Rules): ConnectionParts {
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) throw refusedUrl('It holds a space, a backslash or a control character: percent-encode them.');
  if (!scheme.test(text)) throw refusedUrl(`It takes ${form}.`);
  // Of a scheme that URL does not know it leaves the host as it is written.
  const written = text.replace(scheme, 'database://');
  if (!URL.canParse(written)) throw refusedUrl(`It takes ${form}, with special characters percent-encoded.`);
  const url = new URL(written);
  // Taken out when it is read, so that another database would be meant.
  if (DOTS.test(written)) throw refusedUrl('Its path is the name of one database, and no way to one.');
  if (url.hash !== '' || text.includes('#')) throw refusedUrl('It has a fragment: write # as %23.');
  const host = hostIn(url.hostname, allowPrivate);
  const port = url.port === '' ? defaultPort : Number(url.port);
  const isLow = port < LOWEST_PORT && !(port === HTTPS_PORT && defaultPort === HTTPS_PORT);
  if (!allowPrivate && (isLow || OTHER_SERVICES.has(port))) throw refusedUrl('Its port is not one that a database listens at.');
  const [user, password, path] = [url.username, url.password, url.pathname.replace(/^\//, '')].map(decoded) as [string, string, string];
  if (/^[^/]*\//.test(url.pathname.slice(1))) throw refusedUrl('Its path is the name of one database.');
  return { host, port, user, password, path, parameters: url.searchParams };
}

export const refusedUrl = (reason: string): Fault =>
  new Fault('invalid_request', { params: { reason: `The connection URL cannot be used. ${reason}` } });

/** Databases end a text at NUL, so what came after it would be read as something else. */
function decoded(part: string): string {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    throw refusedUrl('It has a % that begins no percent-encoded character: write % as %25.');
  }
  if (text.includes('\0')) throw refusedUrl('It holds a NUL.');
  return text;
}

function hostIn(hostname: string, allowPrivate: boolean): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const written = decoded(hostname).toLowerCase();
  const name = domainToASCII(written);
  if (isIP(name) !== 0) {
    // Decimal, octal and shortened forms, and other scripts' digits, are read as an address too (WHATWG URL, 3.5).
    if (name !== written) throw refusedUrl('Its address is not in the usual form of four numbers.');
    return name;
  }
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  if (!isName) throw refusedUrl('It needs one host: a name, or an address in its usual form.');
  if (!allowPrivate && (labels.length === 1 || PRIVATE_SUFFIXES.test(name))) throw refusedUrl(NOT_PUBLIC);
  return name;
}

/** Also said of a name whose addresses are private ones. */
export const NOT_PUBLIC =
  'Its host is not one of the public Internet. Whoever runs this service may allow private networks with SVC_ALLOW_PRIVATE_CONNECTIONS.';
