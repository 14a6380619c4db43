import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Leave } from '../lib/leaving.ts';

interface StopOptions {
  /** How long what is under way has to finish. */
  readonly drainMs: number;
  /** What requests that come during a stop are refused with, and work that it ended; the application's error handlers word it. */
  readonly refusal: () => Error;
}

export interface Stop {
  readonly begun: boolean;
  /** Work that is ended when the time for a stop is over. */
  watch(work: Leave): void;
  unwatch(work: Leave): void;
  /** What to say of work that ended because of the stop; null while nothing was ended. */
  reason(): Error | null;
}

/** Seconds after which a client that was refused because of a stop may come back. */
export const STOP_RETRY_SECONDS = 5;

/** After its time to finish, work under way has this long to say that it could not. */
const LAST_WORDS_MS = 2_000;
/** Clients with an open connection send their next request meanwhile, and are told to go elsewhere. */
const FAREWELL_MS = 250;
const LOOK_MS = 20;

/**
 * An orderly stop. First `/readyz` turns red and new requests get 503; what is under way finishes, or is ended after `drainMs`
 * and says so; then the port closes. Node alone would reset a request that is on its way to an idle connection,
 * and wait a minute for connections that have sent nothing yet, as browsers open them ahead.
 */
export function stopGently(app: FastifyInstance, { drainMs, refusal }: StopOptions): Stop {
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
    else done(refusal());
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

  const isBusy = (): boolean => [...open].some((reply) => !subscriptions.has(reply));
  const until = async (check: () => boolean, limitMs: number): Promise<void> => {
    for (const end = Date.now() + limitMs; !check() && Date.now() < end; ) await new Promise((done) => setTimeout(done, LOOK_MS));
  };

  app.addHook('preClose', async () => {
    begun = true;
    const connections = await new Promise<number>((done) => app.server.getConnections((_error, count) => done(count ?? 0)));
    const farewell = Date.now() + (connections > 0 ? FAREWELL_MS : 0);
    await until(() => !isBusy() && Date.now() >= farewell, drainMs);
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
    reason: () => (isOver ? refusal() : null),
  };
}

const subscriptions = new WeakSet<FastifyReply>();

/** Says of a reply that it is a stream which is held open for whatever may come: it has no end that a stop could wait for. */
export const staysOpen = (reply: FastifyReply): void => void subscriptions.add(reply);
