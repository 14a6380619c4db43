import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../fault.ts';
import type { Leave } from '../lib/leaving.ts';

export interface Stop {
  readonly begun: boolean;
  /** Work that is ended when the time for a stop is over. */
  watch(work: Leave): void;
  unwatch(work: Leave): void;
  /** What to say of work that ended because of the stop; null while nothing was ended. */
  reason(): Fault | null;
}

/** Work under way gets this long to finish, then this long to say that it could not. */
const FINISH_MS = 8_000;
const LAST_WORDS_MS = 2_000;
/** Clients with an open connection send their next request meanwhile, and are told to go elsewhere. */
const FAREWELL_MS = 250;
const LOOK_MS = 20;
const RETRY_AFTER_SECONDS = 5;

/**
 * An orderly stop. First `/readyz` turns red and new requests get 503; what is under way finishes, or is ended at the
 * deadline and says so; then the port closes. Node alone would reset a request that is on its way to an idle connection,
 * and wait a minute for connections that have sent nothing yet, as browsers open them ahead.
 */
export function stopGently(app: FastifyInstance): Stop {
  const open = new Set<FastifyReply>();
  const work = new Set<Leave>();
  const silent = new Set<Socket>();
  let begun = false;
  let isOver = false;

  app.addHook('onRequest', (request, reply, done) => {
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
    if (!begun) return done();
    reply.header('connection', 'close');
    if (request.url === '/healthz') done();
    else done(stopping());
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (begun) reply.header('connection', 'close');
    done();
  });
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', (request) => silent.delete(request.socket));

  const isBusy = (): boolean => [...open].some((reply) => !isSubscription(reply));
  const until = async (check: () => boolean, limitMs: number): Promise<void> => {
    for (const end = Date.now() + limitMs; !check() && Date.now() < end; ) await new Promise((done) => setTimeout(done, LOOK_MS));
  };

  app.addHook('preClose', async () => {
    begun = true;
    const connections = await new Promise<number>((done) => app.server.getConnections((_error, count) => done(count ?? 0)));
    const farewell = Date.now() + (connections > 0 ? FAREWELL_MS : 0);
    await until(() => !isBusy() && Date.now() >= farewell, FINISH_MS);
    // Not before: the first request of one that was just opened may be on its way.
    for (const socket of silent) socket.destroy();
    isOver = true;
    for (const each of [...work]) each.abort();
    await until(() => !isBusy(), LAST_WORDS_MS);
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_MS).unref();
    const last = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS_MS).unref();
    app.server.once('close', () => {
      clearInterval(timer);
      clearTimeout(last);
    });
  });

  return {
    get begun() {
      return begun;
    },
    watch: (each) => void work.add(each),
    unwatch: (each) => void work.delete(each),
    reason: () => (isOver ? stopping() : null),
  };
}

const stopping = (): Fault =>
  new Fault('overloaded', { params: { reason: 'The service is stopping.', retryAfterSeconds: RETRY_AFTER_SECONDS } });

/** A stream that an agent host holds open for whatever may come; it has no end to wait for. */
const isSubscription = ({ request, raw }: FastifyReply): boolean =>
  request.method === 'GET' && String(raw.getHeader('content-type')).startsWith('text/event-stream');
