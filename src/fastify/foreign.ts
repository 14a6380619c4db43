import type { FastifyRequest } from 'fastify';
import { hostnameIn, isAddress, isLoopbackName, urlOf } from '../lib/hostname.ts';

export interface Names {
  /** Under which this process may be called, besides those of loopback; null takes any Host. */
  readonly hostnames: ReadonlySet<string> | null;
  /** Whether it can be reached from this machine alone. */
  readonly loopbackOnly: boolean;
  /** Origins of other sites whose pages may call. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** What of a request says through which name, and from which page, it came. */
export interface Addressed {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Fetch metadata (W3C): browsers send it, and no page can forge it. */
  readonly site?: string | undefined;
  readonly mode?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Why a request is not served, or null: a page of a foreign site may neither call from the browser of somebody who can reach this
 * process (Origin, Sec-Fetch-Site), nor by pointing its own name at the process's address (Host: DNS rebinding).
 * @param linked paths that a link on any page may open
 */
export function foreignTo(
  { host, origin, site, mode, method, path }: Addressed,
  names: Names,
  linked: ReadonlySet<string> = NONE,
): string | null {
  const { hostnames, loopbackOnly, allowedOrigins } = names;
  const hostname = hostnameIn(host);
  // Without a Host a request is of HTTP/1.0, which no browser speaks.
  if (hostname === null && (host !== undefined || origin !== undefined)) return 'The Host header is missing or malformed.';
  if (hostname !== null && hostnames !== null && !isLoopbackName(hostname) && !hostnames.has(hostname)) {
    // Whoever probes a service on the network asks its address, and no name can be rebound to that.
    if (loopbackOnly || !isAddress(hostname)) return `The Host ${hostname} is not one of this service.`;
  }
  if (origin !== undefined) {
    if (isOwn(origin, host, hostnames) || allowedOrigins.has(origin)) return null;
    return `Pages of ${origin.slice(0, 200)} may not call this service.`;
  }
  if (site !== 'cross-site') return null;
  const followsLink = mode === 'navigate' && (method === 'GET' || method === 'HEAD') && linked.has(path ?? '');
  return followsLink ? null : 'Pages of other sites may not call this service.';
}

export function addressedBy({ headers, method, url }: FastifyRequest): Addressed {
  const end = url.indexOf('?');
  return {
    host: headers.host,
    origin: headers.origin,
    site: String(headers['sec-fetch-site']),
    mode: String(headers['sec-fetch-mode']),
    method,
    path: end < 0 ? url : url.slice(0, end),
  };
}

/** The page came from this service: under the name and port of the request, or under a name that it was told. */
export function isOwn(origin: string, host: string | undefined, hostnames: ReadonlySet<string> | null): boolean {
  const page = urlOf(origin);
  const here = urlOf(`${origin.startsWith('https:') ? 'https' : 'http'}://${host}`);
  if (page === null || here === null) return false;
  if (page.host === here.host || hostnames?.has(page.hostname)) return true;
  return isLoopbackName(page.hostname) && isLoopbackName(here.hostname) && page.port === here.port;
}
