import pg from 'pg';
import { Fault } from '../../fault.ts';
import { waitAtMost } from '../../lib/wait-at-most.ts';
import { socketOf } from './client-socket.ts';
import type { Login } from './login.ts';

/** Tells a server that hangs from one that is busy, soon enough that nobody waits for it until a deadline of their own. */
export interface Heartbeat {
  /** Something came from the server, on whatever session: it may be slow, but is not silent. */
  heard(): void;
  /** Whether it did so since then, by `performance.now()`. */
  heardSince(moment: number): boolean;
  /** @throws Fault db_unreachable while the server is silent */
  requireAnswers(): void;
  /** Calls when the server falls silent, until the function that is returned is called. */
  onSilence(listener: () => void): () => void;
  /** Begun unless the server is silent and not waited for once it is: what then comes of the work is nobody's. */
  unlessSilent<T>(work: () => Promise<T>): Promise<T>;
  /** The same for work of the server itself: when it is done, the server was heard. */
  whileAnswering<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Options {
  /** Read at each connect, since an embedded server may move. */
  readonly endpoint: () => Login;
  /** Whether the server takes a new session and answers it. */
  readonly answers: () => Promise<boolean>;
  readonly log: {
    info(facts: object, message: string): void;
    warn(facts: object, message: string): void;
  };
}

const LOOK_MS = 250;
/** From one question to the next. */
const ASK_EVERY_LOOKS = 4;
/**
 * A server whose processes get no time still answers a session that is open within a second. They are counted in looks and not by
 * the clock: after a pause of this process, or of the machine, the answer may lie in the socket, and is read before the next look.
 */
const SILENT_AFTER_LOOKS = 10;
/** A path that is gone is not mended for the session that used it: while all is silent a new one is tried so often. */
const TRY_EVERY_LOOKS = 20;
const CONNECT_MS = 5_000;
const END_MS = 500;
/** Errors that nobody sent: the driver's own word for a connection that takes too long, and the system's. */
const NOTHING_CAME = /^(timeout expired|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/;

export const serverSilent = (): Fault =>
  new Fault('db_unreachable', {
    params: { reason: 'The database server has stopped answering, and is watched: it is used again as soon as it answers.' },
  });

/** Asks one small question a second on a session of its own. Only a question on an open session is judged: to open one can take long. */
export function createHeartbeat({ endpoint, answers, log }: Options): Heartbeat {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let isBusy = false;
  let isAsked = false;
  let isTrying = false;
  let isSilent = false;
  let isClosed = false;
  let hasHeard = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let inVain = 0;
  let looks = 0;

  const hear = () => {
    hasHeard = true;
    heardAt = performance.now();
  };
  const drop = (lost: pg.Client | null) => {
    if (client === lost) client = null;
    if (lost) socketOf(lost)?.destroy();
  };
  const open = async (): Promise<pg.Client> => {
    const { host, port, user, password, database, ssl } = endpoint();
    const opened = new pg.Client({
      ...{ host, port, user, password, database, ...(ssl === undefined ? {} : { ssl }) },
      ...{ application_name: 'svc heartbeat', connectionTimeoutMillis: CONNECT_MS, keepAlive: true },
    });
    opened.on('error', () => drop(opened));
    await opened.connect();
    return opened;
  };
  const ask = async () => {
    isBusy = true;
    let asked: pg.Client | null = null;
    try {
      client ??= await open();
      if (isClosed) return drop(client);
      asked = client;
      if (!isSilent) inVain = 0;
      isAsked = true;
      await asked.query('SELECT 1');
      hear();
    } catch (error) {
      // Who refuses or hangs up is not silent, and whoever needs the server hears the same.
      if (!NOTHING_CAME.test(String((error as { code?: unknown }).code ?? (error as Error).message))) hasHeard = true;
      drop(asked);
    } finally {
      isBusy = false;
      isAsked = false;
    }
  };
  const tryAnew = async () => {
    isTrying = true;
    if (await answers()) {
      hasHeard = true;
      drop(client);
    }
    isTrying = false;
  };
  const look = () => {
    looks += 1;
    if (hasHeard) {
      hasHeard = false;
      inVain = 0;
      if (isSilent) log.info({}, 'the database server answers again');
      isSilent = false;
    } else if (isAsked || isSilent) {
      inVain += 1;
      if (!isSilent && inVain === SILENT_AFTER_LOOKS) {
        isSilent = true;
        log.warn({}, 'the database server has stopped answering; until it answers, what needs it is refused at once');
        for (const listener of [...listeners]) listener();
      }
    }
    if (!isBusy && looks % ASK_EVERY_LOOKS === 0) void ask();
    if (isSilent && !isTrying && (inVain - SILENT_AFTER_LOOKS) % TRY_EVERY_LOOKS === 0) void tryAnew();
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  // So that a session is open before anything is silent.
  void ask();

  const heartbeat: Heartbeat = {
    heard: hear,
    heardSince: (moment) => heardAt > moment,
    requireAnswers() {
      if (isSilent) throw serverSilent();
    },
    onSilence(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async unlessSilent(work) {
      heartbeat.requireAnswers();
      let stop = () => {};
      const silence = new Promise<never>((_resolve, reject) => {
        stop = heartbeat.onSilence(() => reject(serverSilent()));
      });
      try {
        return await Promise.race([work(), silence]);
      } finally {
        stop();
      }
    },
    async whileAnswering(work) {
      const done = await heartbeat.unlessSilent(work);
      hasHeard = true;
      return done;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const last = client;
      if (last && !isAsked)
        await waitAtMost(
          END_MS,
          last.end().catch(() => undefined),
        );
      drop(last);
    },
  };
  return heartbeat;
}
