import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { createServiceClient } from '../../src/client/service-client.ts';
import { SERVICE_AUDIENCE } from '../../src/contract/service-operations.ts';
import { closeQueuedReplies } from '../../src/fastify/queued-replies.ts';
import { repeatedIn } from '../../src/fastify/repeated-headers.ts';
import { STOP_RETRY_SECONDS, stopGently } from '../../src/fastify/stop.ts';
import { readBodiesAsText } from '../../src/fastify/text-bodies.ts';
import { hostnameIn, isAddress, isLoopbackName } from '../../src/lib/hostname.ts';
import { createServiceTokens } from '../../src/lib/service-token.ts';
import { answerRefusal, mountBridge, refusalOf } from '../http.ts';
import { invalidRequest, Refusal } from '../refusal.ts';

export interface BridgeAppOptions {
  readonly apiUrl: string;
  /** The same as the API's. */
  readonly serviceSecret: string;
  /** Where people and hosts reach the whole service, without a slash at its end. */
  readonly issuer: string;
  /** Whether it can be reached from this machine alone. */
  readonly loopbackOnly: boolean;
  /** How many proxies in front are believed, or their addresses. */
  readonly trustProxy: number | string;
  /** How long what is under way at a stop has to finish. */
  readonly drainMs: number;
  readonly onError: (error: Error) => void;
}

/** The OAuth server of agent hosts as a process of its own: it knows the address of the API and the secret of the deployment, and keeps nothing. */
export function createBridgeApp({
  apiUrl,
  serviceSecret,
  issuer,
  loopbackOnly,
  trustProxy,
  drainMs,
  onError,
}: BridgeAppOptions): FastifyInstance {
  const proxies = typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
  const app = fastify({
    trustProxy: proxies,
    forceCloseConnections: 'idle',
    // Of the hooks at a stop too, which wait for what is under way.
    pluginTimeout: 60_000 + drainMs,
    return503OnClosing: false,
  });
  readBodiesAsText(app, () => invalidRequest('The body is not UTF-8 text.'));
  app.setErrorHandler((error: FastifyError, request, reply) => answerRefusal(refusalOf(error, onError), request, reply, issuer));
  closeQueuedReplies(app);
  stopGently(app, {
    drainMs,
    refusal: () => new Refusal(503, 'temporarily_unavailable', 'The service is stopping: try again in some seconds.', STOP_RETRY_SECONDS),
  });
  const own = new URL(issuer);
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    const repeated = repeatedIn(raw.rawHeaders);
    if (repeated !== null) throw invalidRequest(`The request has several ${repeated} headers: send one.`);
    const name = hostnameIn(headers.host);
    // A name that was pointed here, and a page of another site, are refused before anything is done.
    // Whoever probes a service on the network asks its address, and no name can be rebound to that.
    const isKnown = name !== null && (name === own.hostname || isLoopbackName(name) || (!loopbackOnly && isAddress(name)));
    const isOwn = isKnown && (headers.origin ?? own.origin) === own.origin;
    if (!isOwn) throw new Refusal(403, 'invalid_request', 'This name, or pages of that site, may not call this service.');
  });
  const tokens = createServiceTokens(serviceSecret);
  const api = createServiceClient({ baseUrl: apiUrl, token: () => tokens.sign(SERVICE_AUDIENCE) });
  mountBridge(app, { issuer, api, secret: serviceSecret, onError });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await api.endedKeys({ ids: [] }).then(
      () => true,
      () => false,
    );
    return await reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });
  return app;
}
