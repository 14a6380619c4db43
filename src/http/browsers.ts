import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../contract/limits.ts';
import { PAGES } from '../contract/pages.ts';
import { addressedBy, foreignTo, isOwn, type Names } from '../fastify/foreign.ts';
import { Fault } from '../fault.ts';

/** Which foreign pages may send which publishable key. */
export interface PublishableOrigins {
  isListed(origin: string): Promise<boolean>;
  mayComeFrom(origin: string, bearer: string): Promise<boolean>;
}

/**
 * A page of a foreign site may neither call the service from the browser of somebody who can reach it (Origin,
 * Sec-Fetch-Site), nor get there by pointing its own name at the service's address (Host: DNS rebinding). It is checked
 * on every path, before anything is counted, minted or read; and CORS answers exactly the origins that may call.
 */
export function guardBrowsers(app: FastifyInstance, rules: Names, publishable: PublishableOrigins): void {
  const requireKnown = (request: FastifyRequest, known: Names): void => {
    const reason = foreignTo(addressedBy(request), known, LINKED);
    if (reason !== null) throw new Fault('forbidden', { params: { reason } });
  };
  const ofPage = async (origin: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const mayCall = await maySendKey(origin, request, publishable);
    const known = mayCall ? { ...rules, allowedOrigins: new Set([...rules.allowedOrigins, origin]) } : rules;
    requireKnown(request, known);
    if (hasBody(request) && !isData(request.headers['content-type']))
      throw new Fault('unsupported_media_type', { params: { allowed: [...DATA_TYPES] } });
    return known.allowedOrigins.has(origin) ? await allow(origin, request, reply) : undefined;
  };
  // Most requests come from no page, and need no promise.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      requireKnown(request, rules);
      done();
      return;
    }
    ofPage(origin, request, reply).then(
      (answered) => {
        if (!answered) done();
      },
      (error: Error) => done(error),
    );
  });
}

/**
 * A browser sends its cookies with whatever any page makes it send: they count on pages of this service alone, told by the
 * Origin or, where a read has none, by fetch metadata. Origins that may call otherwise bring credentials of their own.
 * @throws Fault forbidden
 */
export function requireOwnPage({ headers, method }: FastifyRequest, { hostnames }: Names, comesWithCookie: boolean): void {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  const isOwnPage =
    origin === undefined
      ? site === 'same-origin' || ((isRead || !comesWithCookie) && (site === undefined || site === 'none'))
      : isOwn(origin, host, hostnames);
  if (!isOwnPage) throw new Fault('forbidden', { params: { reason: OWN_PAGES } });
}

const OWN_PAGES = 'Signing in, and the cookie of who is signed in, count on pages of this service alone, which send its Origin.';

/**
 * Whether the page sends a key that lists its origin. A preflight carries no credential: it is answered where any key lists
 * the origin, and the request itself is looked at when it comes.
 */
async function maySendKey(origin: string, request: FastifyRequest, { isListed, mayComeFrom }: PublishableOrigins): Promise<boolean> {
  if (origin.length > LIMITS.originMaxLength) return false;
  if (isPreflight(request)) return await isListed(origin);
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  return bearer !== undefined && (await mayComeFrom(origin, bearer));
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** What a link on any page may open. */
const LINKED: ReadonlySet<string> = new Set([...PAGES, '/docs', '/openapi.json', '/oauth/authorize']);

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** None of them can be sent by a form, or by a script without a preflight. */
const DATA_TYPES = ['application/json', 'text/csv', 'application/x-ndjson'] as const;

const isData = (contentType: string | undefined): boolean =>
  (DATA_TYPES as readonly string[]).includes((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '');

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, Idempotency-Key, X-Svc-Byollm-Key, X-Svc-Challenge, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID';
const EXPOSED_HEADERS =
  'X-Request-Id, X-Svc-Anonymous-Token, Idempotent-Replayed, Retry-After, Link, Location, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Mcp-Session-Id';
const PREFLIGHT_SECONDS = '600';

/** CORS (Fetch standard, 3.2), its preflight answered at once. */
async function allow(origin: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  reply.headers({ vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS });
  if (!isPreflight(request)) return undefined;
  return await reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send();
}
