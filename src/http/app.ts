import { isUtf8 } from 'node:buffer';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { LIMITS } from '../contract/limits.ts';
import { OPERATION_ROWS } from '../contract/operations.ts';
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
import { formError, isForm } from './form.ts';
import { type Health, registerHealth } from './health.ts';
import { registerIdentity } from './identity.ts';
import { errorSerializer } from './log-error.ts';
import { isPageVisit, registerPages } from './pages.ts';
import { lingerAfterRefusals, refuseAsNode, refuseEncoded, refuseUnreadable } from './refusals.ts';
import { registerRoot } from './root.ts';
import { TRUNCATED_TRAILER } from './rows.ts';
import { stopGently } from './stop.ts';

export type Log = ReturnType<typeof createLog>;

/** Structured log; credentials never reach it. It goes to standard output unless a destination is given. */
export const createLog = (level: string, destination: { write(line: string): void } = pino.destination(1)) =>
  pino(
    {
      level,
      redact: {
        paths: [
          'req.headers.authorization',
          'headers.authorization',
          'req.headers.cookie',
          'headers.cookie',
          '*.password',
          '*.token',
          '*.connectionString',
        ],
        censor: '[redacted]',
      },
      serializers: { err: errorSerializer(level) },
    },
    destination,
  );

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
  /** Where the pages of `web/` are, once they are built. */
  readonly pagesFolder: string;
}

/** The HTTP application, apart from its listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log } = options;
  const app = Fastify({
    logger: false,
    trustProxy: typeof options.trustProxy === 'string' ? options.trustProxy : (_address, hop) => hop < Number(options.trustProxy),
    genReqId: () => newId(),
    bodyLimit: LIMITS.bodyMaxBytes,
    forceCloseConnections: 'idle',
    // Of hooks at a stop too, which wait for what is under way (`stop.ts`): later than that by far, or the process ends in their midst.
    pluginTimeout: 60_000,
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

  boundConnections(app, { behindProxies: options.trustProxy !== 0 });

  // Bodies stay text until their operation's schema reads them, so that a malformed one gets our envelope.
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
      // Read as text, what is no UTF-8 would become other characters without a word (RFC 8259, 8.1).
      if (isUtf8(body as Buffer)) done(null, body.toString('utf8'));
      else done(new Fault('invalid_json', { params: { reason: 'The body is not UTF-8 text.' } }));
    });

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...REPLY_HEADERS });
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new Fault('invalid_request', { params: { reason: 'HTTP/1.1 needs a Host header.' } }));
    else done();
  });
  const stop = stopGently(app);
  guardBrowsers(app, options.browsers, options.access.accounts);
  refuseEncoded(app);
  lingerAfterRefusals(app, stop);
  refuseAsNode(app);
  boundArrivals(app);
  compressReplies(app);
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!log.isLevelEnabled('info')) return;
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
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
  const sendPage = registerPages(app, options.pagesFolder);
  app.setNotFoundHandler((request, reply) => {
    if (isPageVisit(request)) return sendPage(reply, 404);
    const allowed = methodsOf(request.url.split('?')[0] ?? '');
    if (allowed.length > 0) throw new Fault('method_not_allowed', { params: { allowed } });
    throw new Fault('not_found');
  });

  bindOperations(app, { ...options, stop });
  registerHealth(app, options.health);
  registerIdentity(app, options.owner);
  registerRoot(app, sendPage);
  await registerDocs(app);
  return app;
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

function methodsOf(path: string): string[] {
  return Object.values(OPERATION_ROWS)
    .filter((row) => new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map((row) => row.method);
}
