import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { pino } from 'pino';
import { LIMITS } from '../contract/limits.ts';
import { OPERATION_ROWS } from '../contract/operations.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import { type BindOptions, bindOperations } from './bind.ts';
import { registerDocs } from './docs.ts';
import { asFault, envelope } from './errors.ts';
import { type Health, registerHealth } from './health.ts';
import { RateLimited } from './rate-limit.ts';

export type Log = ReturnType<typeof createLog>;

/** Structured log; credentials never reach it. */
export const createLog = (level: string) =>
  pino({
    level,
    redact: {
      paths: ['req.headers.authorization', 'headers.authorization', '*.password', '*.token', '*.connectionString'],
      censor: '[redacted]',
    },
    serializers: { err: pino.stdSerializers.err },
  });

export interface AppOptions extends BindOptions {
  readonly log: Log;
  readonly trustProxy: boolean;
  readonly health: Health;
}

/** The HTTP application, apart from its listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log } = options;
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy,
    genReqId: () => newId(),
    bodyLimit: LIMITS.bodyMaxBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => {
      const { status, body } = envelope(asFault(error), request.id);
      void (reply as FastifyReply).code(status).header('x-request-id', request.id).send(body);
    },
  });

  // Bodies stay text until their operation's schema reads them, so that a malformed one gets our envelope.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
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
    const fault = asFault(error);
    const { status, body } = envelope(fault, request.id);
    log[status >= 500 ? 'error' : 'info'](
      { requestId: request.id, code: fault.code, ...(fault.cause === undefined ? {} : { err: fault.cause }) },
      'fault',
    );
    if (error instanceof RateLimited) reply.headers(error.headers);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((request) => {
    const allowed = methodsOf(request.url.split('?')[0] ?? '');
    if (allowed.length > 0) throw new Fault('method_not_allowed', { params: { allowed } });
    throw new Fault('not_found');
  });

  bindOperations(app, options);
  registerHealth(app, options.health);
  await registerDocs(app);
  return app;
}

function methodsOf(path: string): string[] {
  return Object.values(OPERATION_ROWS)
    .filter((row) => new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map((row) => row.method);
}
