import { createHmac } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { createServiceClient } from '../../src/client/service-client.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { SERVICE_AUDIENCE } from '../../src/contract/service-operations.ts';
import { addressedBy, foreignTo, type Names } from '../../src/fastify/foreign.ts';
import { closeQueuedReplies } from '../../src/fastify/queued-replies.ts';
import { repeatedIn } from '../../src/fastify/repeated-headers.ts';
import { STOP_RETRY_SECONDS, stopGently } from '../../src/fastify/stop.ts';
import { readBodiesAsText } from '../../src/fastify/text-bodies.ts';
import { createServiceTokens } from '../../src/lib/service-token.ts';
import { mountMcp, send } from '../http.ts';
import { Refused } from '../rpc.ts';
import { createRemoteIdentify } from './identify.ts';
import { askForNews } from './news.ts';

export interface AgentsAppOptions extends Names {
  readonly apiUrl: string;
  /** The same as the API's. */
  readonly serviceSecret: string;
  /** Where hosts reach the whole service and are connected by OAuth, without a slash at its end; null where they are not. */
  readonly issuer: string | null;
  /** How many proxies in front are believed, or their addresses. */
  readonly trustProxy?: boolean | number | string;
  /** How long what is under way at a stop has to finish. */
  readonly drainMs: number;
  readonly onError: (error: Error) => void;
}

const STOPPING = 'overloaded: The service is stopping. Next: Send the same call again in a few seconds.';

/** `/mcp` as a process of its own: it knows the address of the API and the secret of the deployment, and keeps nothing. */
export function createAgentsApp(options: AgentsAppOptions): FastifyInstance {
  const { apiUrl, serviceSecret, loopbackOnly, issuer, trustProxy = false, drainMs, onError } = options;
  const proxies = typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
  const app = fastify({
    trustProxy: proxies,
    bodyLimit: LIMITS.bodyMaxBytes,
    forceCloseConnections: 'idle',
    // Of the hooks at a stop too, which wait for what is under way.
    pluginTimeout: 60_000 + drainMs,
    return503OnClosing: false,
  });
  readBodiesAsText(app, () => new Refused(400, 'The body is not UTF-8 text.'));
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return await send(reply, error.response);
    if (error.statusCode === undefined || error.statusCode >= 500) onError(error);
    return await send(reply, new Refused(error.statusCode ?? 500, 'The request cannot be served.').response);
  });
  closeQueuedReplies(app);
  const stop = stopGently(app, { drainMs, refusal: () => new Refused(503, STOPPING, { 'retry-after': String(STOP_RETRY_SECONDS) }) });
  app.addHook('onRequest', async (request) => {
    const repeated = repeatedIn(request.raw.rawHeaders);
    if (repeated !== null) throw new Refused(400, `The request has several ${repeated} headers: send one.`);
    const reason = foreignTo(addressedBy(request), options);
    if (reason !== null) throw new Refused(403, reason);
  });
  const tokens = createServiceTokens(serviceSecret);
  const services = createServiceClient({ baseUrl: apiUrl, token: () => tokens.sign(SERVICE_AUDIENCE) });
  const { identify, onGone, close } = createRemoteIdentify({
    apiUrl,
    services,
    tokens,
    loopbackOnly,
    resource: issuer === null ? null : `${issuer}/mcp`,
  });
  const asking = askForNews(services);
  mountMcp(app, {
    identify,
    issuer,
    bodyMaxBytes: LIMITS.bodyMaxBytes,
    stateKey: createHmac('sha256', serviceSecret).update('mcp request state').digest('hex'),
    onCallerGone: onGone,
    onNews: asking.on,
    onError,
    stop,
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await services.endedKeys({ ids: [] }).then(
      () => true,
      () => false,
    );
    return await reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });
  app.addHook('onClose', async () => {
    asking.close();
    close();
  });
  return app;
}
