import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Fault } from '../fault.ts';
import type { Leaving } from '../lib/leaving.ts';
import { createTurns, type Turns } from '../lib/turns.ts';

/** A bound on what runs at once for one party, whichever service runs it. */
export type Slots = Pick<Turns, 'take'>;

interface Options {
  readonly redis: Redis;
  readonly prefix: string;
  /** Of one party. */
  readonly max: number | ((party: string) => number);
  readonly waitMs: number;
  /** What a process that ends holds is free again after this long; it is renewed while work runs. */
  readonly leaseMs: number;
  /** Rejects where Redis is silent for too long. */
  readonly answered: <T>(command: Promise<T>) => Promise<T>;
  /** Told that Redis does not answer. */
  readonly onError: (error: unknown) => void;
}

/** One step for everybody, by Redis' own clock: what has expired goes, and one more comes where there is room. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == false and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/** As a bound, none. */
const MANY = 1_000_000;

const LOOK_FIRST_MS = 10;
const LOOK_MOST_MS = 100;

/**
 * Slots are members of a sorted set with the moment that they expire. Here, no more than `max` of a party ask for one at
 * once. While Redis is away everybody goes on: the bound of each service's own sessions holds.
 */
export function createRedisSlots({ redis, prefix, max, waitMs, leaseMs, answered, onError }: Options): Slots & { close(): void } {
  redis.defineCommand('svcTake', { numberOfKeys: 1, lua: TAKE });
  const taking = redis as Redis & { svcTake(key: string, id: string, max: number, leaseMs: number): Promise<0 | 1> };
  const full = (waitedMs: number) =>
    new Fault('overloaded', { params: { reason: 'Too many statements of this caller are at work at once.', waitedMs } });
  const left = () => new Fault('query_cancelled');
  const here = createTurns({ max: Number.POSITIVE_INFINITY, maxPerParty: max, waitMs, full, left });
  const mostOf = (party: string): number => Math.min(typeof max === 'number' ? max : max(party), MANY);
  /** The party of each slot. */
  const held = new Map<string, string>();
  const keyOf = (party: string) => `${prefix}running:${party}`;

  const renewing = setInterval(() => {
    for (const [id, party] of held) answered(taking.svcTake(keyOf(party), id, mostOf(party), leaseMs)).catch(onError);
  }, leaseMs / 3);
  renewing.unref();

  /** False where Redis does not answer. @throws Fault overloaded, query_cancelled */
  async function hold(party: string, id: string, signal: Leaving | undefined, until: number): Promise<boolean> {
    for (let lookMs = LOOK_FIRST_MS; ; lookMs = Math.min(lookMs * 2, LOOK_MOST_MS)) {
      try {
        if ((await answered(taking.svcTake(keyOf(party), id, mostOf(party), leaseMs))) === 1) return true;
      } catch (error) {
        onError(error);
        return false;
      }
      if (signal?.aborted) throw left();
      if (performance.now() > until) throw full(waitMs);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  return {
    async take(party, signal, work) {
      const until = performance.now() + waitMs;
      return await here.take(party, signal, async () => {
        const id = randomUUID();
        if (!(await hold(party, id, signal, until))) return await work();
        held.set(id, party);
        try {
          return await work();
        } finally {
          held.delete(id);
          answered(redis.zrem(keyOf(party), id)).catch(onError);
        }
      });
    },
    close: () => clearInterval(renewing),
  };
}
