import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { answerWithin } from '../lib/answer-within.ts';
import type { Ephemeral } from './ephemeral.ts';
import type { KnownRedis } from './redis-known.ts';
import { lookAtRedis } from './redis-look.ts';
import { createRedisSlots, type Slots } from './redis-slots.ts';

export interface SharedEphemeral extends Ephemeral {
  /** A bound on what runs at once for one party. Called once. */
  slots(bound: { max: number | ((party: string) => number); waitMs: number; leaseMs?: number }): Slots;
  close(): Promise<void>;
}

interface Options {
  readonly url: string;
  /** Deployments that share a Redis are told apart by it; it is not in the keys themselves. */
  readonly secret: string;
  /** Counts while Redis does not answer: each service for itself, which is looser than together and better than not at all. */
  readonly fallback: Ephemeral;
  readonly log: { warn(facts: object, text: string): void };
  /** Absent: one that does not answer is taken to be away. */
  readonly known?: KnownRedis;
}

const COMMAND_TIMEOUT_MS = 500;
const answered = <T>(command: Promise<T>): Promise<T> => answerWithin(COMMAND_TIMEOUT_MS, command);
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MAX_MS = 2_000;
const LEASE_MS = 10_000;
/** Between two notes that Redis does not answer. */
const TELL_EVERY_MS = 60_000;

/** One step for everybody: of N at once each gets a number of its own, and the first of a window says when it ends. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

const UNCOUNT = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 0`;

type Counting = Redis & {
  svcCount(key: string, windowMs: number): Promise<[count: number, leftMs: number]>;
  svcUncount(key: string): Promise<number>;
};

/**
 * In a Redis that all services of a deployment share. It need not be there when they start, where it was once. @throws Error of one line for
 * one that is there, and refuses this login or is too old, and for one that never answered
 */
export async function openRedisEphemeral({ url, secret, fallback, log, known }: Options): Promise<SharedEphemeral> {
  const fault = await lookAtRedis(url);
  if (fault?.final)
    throw new Error(`REDIS_URL: the Redis at ${new URL(url).host} cannot be used: ${fault.reason}. Correct REDIS_URL, or that Redis.`);
  if (fault === null) await known?.note();
  else if (known && !(await known.has()))
    throw new Error(
      `REDIS_URL: no Redis answers at ${new URL(url).host}, and none is known to have: ${fault.reason}. Correct REDIS_URL, or start that Redis; once services have reached it, they start without it, too.`,
    );
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    // A request is not kept waiting for a Redis that is away.
    enableOfflineQueue: false,
    // What is asked in one turn of the event loop is one write to the socket, which costs more than the rest of a command.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MAX_MS),
    scripts: { svcCount: { numberOfKeys: 1, lua: COUNT }, svcUncount: { numberOfKeys: 1, lua: UNCOUNT } },
  }) as Counting;
  const prefix = `svc:${createHmac('sha256', secret).update('redis').digest('hex').slice(0, 16)}:`;
  let toldAt = Number.NEGATIVE_INFINITY;
  let slots: ReturnType<typeof createRedisSlots> | null = null;

  function tell(error: unknown): void {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    // A refusal is told by its first word alone: it may quote what it refuses.
    const refusal = /^[A-Z]+(?= )/.exec((error as Error).message)?.[0];
    log.warn(
      { err: error, ...(refusal === undefined ? {} : { refusal }) },
      'Redis does not answer: until it does, each service counts its callers, and what runs for them, for itself; start it, or correct REDIS_URL',
    );
  }

  // Of the connection; commands reject by themselves.
  redis.on('error', tell);
  const connected = redis.connect().catch(tell);
  // One that is away is waited for by nobody.
  if (fault === null) await connected;

  return {
    async count(key, windowSeconds) {
      try {
        const [count, leftMs] = await answered(redis.svcCount(`${prefix}${key}`, windowSeconds * 1_000));
        return { count, resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) };
      } catch (error) {
        tell(error);
        return await fallback.count(key, windowSeconds);
      }
    },
    async uncount(key) {
      try {
        await answered(redis.svcUncount(`${prefix}${key}`));
      } catch (error) {
        tell(error);
        await fallback.uncount(key);
      }
    },
    slots({ leaseMs = LEASE_MS, ...bound }) {
      slots = createRedisSlots({ redis, prefix, ...bound, leaseMs, answered, onError: tell });
      return slots;
    },
    async close() {
      slots?.close();
      redis.disconnect();
    },
  };
}
