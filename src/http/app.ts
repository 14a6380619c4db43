import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { WidgetKind } from '../contract/human-check.ts';
import { LIMITS } from '../contract/limits.ts';
import { OPERATION_ROWS } from '../contract/operations.ts';
import { closeQueuedReplies } from '../fastify/queued-replies.ts';
import { repeatedIn } from '../fastify/repeated-headers.ts';
import { STOP_RETRY_SECONDS, type Stop, stopGently } from '../fastify/stop.ts';
import { readBodiesAsText } from '../fastify/text-bodies.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { LocalOwner } from '../owner/owner.ts';
import { boundArrivals } from './arriving.ts';
import { type BindOptions, bindOperations } from './bind.ts';
import { guardBrowsers } from './browsers.ts';
import { compressReplies } from './compress.ts';
import { boundConnections } from './connections.ts';
import { registerDocs } from './docs.ts';
import { asFault, envelope, headersOf, logFault, REPLY_HEADERS } from './errors.ts';
import { followRequests, type RequestTracer } from './follow.ts';
import { formError, isForm } from './form.ts';
import { readForwarded } from './forwarded.ts';
import { type Health, registerHealth } from './health.ts';
import { registerIdentity, type ServiceFacts } from './identity.ts';
import type { Log } from './log.ts';
import { loggedPath } from './logged-path.ts';
import { measureRequests, type RequestMeter } from './measure.ts';
import { isPageVisit, registerPages } from './pages.ts';
import { lingerAfterRefusals, refuseAsNode, refuseEncoded, refuseUnreadable } from './refusals.ts';
import { registerRoot } from './root.ts';
import { TRUNCATED_TRAILER } from './rows.ts';
import { cutStalled } from './stalled.ts';

/** Longest time that the headers, and a whole request, may take to arrive; how often Node looks. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const LOOK_FOR_LATE_MS = 2_000;

export interface AppOptions extends Omit<BindOptions, 'stop'> {
  readonly log: Log;
  readonly trustProxy: Config['trustProxy'];
  readonly health: Health;
  /** Null where the service has none. */
  readonly owner: LocalOwner | null;
  readonly self: ServiceFacts;
  /** Where the pages of `web/` are, once they are built. */
  readonly pagesFolder: string;
  /** The provider whose human check the pages may show; null for none, and for the proof of work. */
  readonly widget: WidgetKind | null;
  /** Null where nobody measures. */
  readonly requestMeter: RequestMeter | null;
  /** Null where nobody traces. */
  readonly requestTracer: RequestTracer | null;
  /** How long what is under way at a stop has to finish. */
  readonly drainMs: number;
}

/** The HTTP application, apart from its listening, and how it stops. */
export async function createApp(options: AppOptions): Promise<{ readonly app: FastifyInstance; readonly stop: Stop }> {
  const { log } = options;
  const app = Fastify({
    logger: false,
    trustProxy: typeof options.trustProxy === 'string' ? options.trustProxy : (_address, hop) => hop < Number(options.trustProxy),
    genReqId: () => newId(),
    bodyLimit: LIMITS.bodyMaxBytes,
    forceCloseConnections: 'idle',
    // Of hooks at a stop too, which wait for what is under way (`stop.ts`): later than that by far, or the process ends in their midst.
    pluginTimeout: 60_000 + options.drainMs,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 256 },
    // Node would answer a request without a Host with an empty 400; the hook below says why.
    http: { requireHostHeader: false, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: LOOK_FOR_LATE_MS },
    // `stop.ts` answers requests that come during a stop.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      const { status, body } = envelope(asFault(error, LIMITS.bodyMaxBytes), request.id);
      void (reply as FastifyReply)
        .code(status)
        .headers({ 'x-request-id': request.id, ...REPLY_HEADERS })
        .send(body);
    },
  });

  // The first hooks of all, so that they see what the others refuse.
  closeQueuedReplies(app);
  if (options.requestMeter) measureRequests(app, options.requestMeter);
  if (options.requestTracer) followRequests(app, options.requestTracer);
  boundConnections(app, { behindProxies: options.trustProxy !== 0 });

  readBodiesAsText(app, () => new Fault('invalid_json', { params: { reason: 'The body is not UTF-8 text.' } }));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...REPLY_HEADERS });
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new Fault('invalid_request', { params: { reason: 'HTTP/1.1 needs a Host header.' } }));
    else done(refusalOfRepeated(request));
  });
  const stop = stopGently(app, {
    drainMs: options.drainMs,
    refusal: () => new Fault('overloaded', { params: { reason: 'The service is stopping.', retryAfterSeconds: STOP_RETRY_SECONDS } }),
  });
  guardBrowsers(app, options.browsers, options.access.accounts);
  refuseEncoded(app);
  lingerAfterRefusals(app, stop);
  refuseAsNode(app);
  readForwarded(app, options.access.services);
  boundArrivals(app);
  compressReplies(app);
  cutStalled(app, options.stallMs);
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!log.isLevelEnabled('info')) return;
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...request.traced,
        ...request.whose,
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => {
    const fault = asFault(error, request.routeOptions.bodyLimit ?? LIMITS.bodyMaxBytes);
    const { status, body } = envelope(fault, request.id);
    logFault(log, fault, request.id);
    forgetBody(reply);
    return reply
      .code(status)
      .headers(headersOf(fault))
      .send(isForm(request) ? formError(fault) : body);
  });
  const sendPage = registerPages(app, options.pagesFolder, options.widget);
  app.setNotFoundHandler((request, reply) => {
    if (isPageVisit(request)) return sendPage(reply, 404);
    const allowed = methodsAt(app, request.url.split('?')[0] ?? '');
    // RFC 9110, 9.3.7: what may be asked of the address; a preflight of CORS was answered before it came here.
    if (allowed.length > 0 && request.method === 'OPTIONS')
      return reply
        .code(204)
        .header('allow', [...allowed, 'OPTIONS'].join(', '))
        .send();
    if (allowed.length > 0) throw new Fault('method_not_allowed', { params: { allowed } });
    throw new Fault('not_found');
  });

  bindOperations(app, { ...options, stop });
  registerHealth(app, options.health);
  registerIdentity(app, options.owner, options.self);
  registerRoot(app, sendPage);
  await registerDocs(app);
  return { app, stop };
}

/** A body that failed before a byte of it was sent leaves headers that are not the refusal's. */
function forgetBody(reply: FastifyReply): void {
  if (reply.raw.headersSent) return;
  for (const name of ['content-type', 'content-encoding', 'transfer-encoding', 'trailer']) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  reply.removeTrailer(TRUNCATED_TRAILER);
}

function refusalOfRepeated({ raw }: FastifyRequest): Fault | undefined {
  const repeated = repeatedIn(raw.rawHeaders);
  if (repeated === 'host') return new Fault('invalid_request', { params: { reason: 'The request has several Host headers.' } });
  return repeated === null ? undefined : new Fault('invalid_bearer');
}

function methodsAt(app: FastifyInstance, path: string): string[] {
  const ofOperations = Object.values(OPERATION_ROWS)
    .filter((row) => new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map((row): string => row.method);
  if (ofOperations.length > 0) return ofOperations;
  // `hasRoute` takes the pattern of a route, and throws for what is none: a caller's path is not to be read as one.
  return PATTERN_CHARACTERS.test(path) ? [] : METHODS.filter((method) => app.hasRoute({ method, url: path }));
}

const PATTERN_CHARACTERS = /[:*]/;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
