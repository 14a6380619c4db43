import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';
import { hostnameIn, isAddress, isLoopbackName, urlOf } from '../lib/hostname.ts';

export interface BrowserRules {
  /** Names of this service besides the loopback ones; null takes any Host. */
  readonly hostnames: ReadonlySet<string> | null;
  /** Whether the service can be reached from this machine alone. */
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

/**
 * A page of a foreign site may neither call the service from the browser of somebody who can reach it (Origin,
 * Sec-Fetch-Site), nor get there by pointing its own name at the service's address (Host: DNS rebinding). It is checked
 * on every path, before anything is counted, minted or read; and CORS answers exactly the origins that may call.
 */
export function guardBrowsers(app: FastifyInstance, rules: BrowserRules): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers } = request;
    const { host, origin } = headers;
    const [site, mode] = [headers['sec-fetch-site'], headers['sec-fetch-mode']].map(String);
    const reason = foreignTo({ host, origin, site, mode, method: request.method, path: request.url.split('?')[0] }, rules);
    if (reason !== null) throw new Fault('forbidden', { params: { reason } });
    if (origin === undefined) return;
    if (hasBody(request) && !isData(headers['content-type']))
      throw new Fault('unsupported_media_type', { params: { allowed: [...DATA_TYPES] } });
    if (rules.allowedOrigins.has(origin)) return await allow(origin, request, reply);
  });
}

/** Why a request is not served, or null. */
export function foreignTo({ host, origin, site, mode, method, path }: Addressed, rules: BrowserRules): string | null {
  const { hostnames, loopbackOnly, allowedOrigins } = rules;
  const hostname = hostnameIn(host);
  // Without a Host a request is of HTTP/1.0, which no browser speaks.
  if (hostname === null && (host !== undefined || origin !== undefined)) return 'The Host header is missing or malformed.';
  if (hostname !== null && hostnames !== null && !isLoopbackName(hostname) && !hostnames.has(hostname)) {
    // Whoever probes a service on the network asks its address, and no name can be rebound to that.
    if (loopbackOnly || !isAddress(hostname)) return `The Host ${hostname} is not one of this service.`;
  }
  if (origin !== undefined) {
    // The origins of a publishable key join here, once its operation is known to take one.
    if (isOwn(origin, host, hostnames) || allowedOrigins.has(origin)) return null;
    return `Pages of ${origin.slice(0, 200)} may not call this service.`;
  }
  if (site !== 'cross-site') return null;
  const followsLink = mode === 'navigate' && (method === 'GET' || method === 'HEAD') && PAGES.has(path ?? '');
  return followsLink ? null : 'Pages of other sites may not call this service.';
}

/** What a link on any page may open. */
const PAGES: ReadonlySet<string> = new Set(['/', '/docs', '/openapi.json']);

/** The page came from this service: under the name and port of the request, or under a name that it was told. */
function isOwn(origin: string, host: string | undefined, hostnames: ReadonlySet<string> | null): boolean {
  const page = urlOf(origin);
  const here = urlOf(`${origin.startsWith('https:') ? 'https' : 'http'}://${host}`);
  if (page === null || here === null) return false;
  if (page.host === here.host || hostnames?.has(page.hostname)) return true;
  return isLoopbackName(page.hostname) && isLoopbackName(here.hostname) && page.port === here.port;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** None of them can be sent by a form, or by a script without a preflight. */
const DATA_TYPES = ['application/json', 'text/csv', 'application/x-ndjson'] as const;

const isData = (contentType: string | undefined): boolean =>
  (DATA_TYPES as readonly string[]).includes((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '');

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, Idempotency-Key, X-Svc-Byollm-Key, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID';
const EXPOSED_HEADERS =
  'X-Request-Id, X-Svc-Anonymous-Token, Idempotent-Replayed, Retry-After, Link, Location, RateLimit, RateLimit-Policy, Mcp-Session-Id';
const PREFLIGHT_SECONDS = '600';

/** CORS (Fetch standard, 3.2), its preflight answered at once. */
async function allow(origin: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  reply.headers({ vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS });
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return undefined;
  return await reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send();
}
