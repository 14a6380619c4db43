import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryEphemeral, type Ephemeral } from '../../src/store/ephemeral.ts';
import { openRedisEphemeral, type SharedEphemeral } from '../../src/store/redis-ephemeral.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import { until } from '../support/session.ts';

let redis: TestRedis;
let owned: OwnedService;
let replicas: TestService[];
const shared: SharedEphemeral[] = [];
const told: string[] = [];
const log = { warn: (_facts: object, text: string) => void told.push(text) };
const onRedis = async (secret = TEST_SECRET) => {
  const one = await openRedisEphemeral({ url: redis.url, secret, fallback: createMemoryEphemeral(), log });
  shared.push(one);
  return one;
};
beforeAll(async () => {
  redis = await startRedis();
  owned = await newOwnedService();
  const settings = { REDIS_URL: redis.url, SVC_KEY_RATE_LIMIT: '20', SVC_ANON_RATE_LIMIT: '10', SVC_ANON_SESSIONS_PER_HOUR: '3' };
  replicas = [await owned.home.start(settings), await owned.home.start(settings), await owned.home.start(settings)];
});
afterAll(async () => {
  await owned?.home.close();
  for (const one of shared) await one.close();
  await redis?.stop();
});

const PORTS: [string, () => Promise<readonly Ephemeral[]>][] = [
  ['in memory', async () => [createMemoryEphemeral()]],
  ['on Redis, from two services', async () => [await onRedis(), await onRedis()]],
];

describe.each(PORTS)('counters %s', (_, open) => {
  test('give every call of a window its own number, however many come at once', async () => {
    const ports = await open();
    const key = randomUUID();
    const calls = Array.from({ length: 300 }, (_each, n) => (ports[n % ports.length] as Ephemeral).count(key, 60));
    const counts = (await Promise.all(calls)).map(({ count }) => count);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_each, n) => n + 1));
  });

  test('begin again when the window is over, and say when that is', async () => {
    const [port] = (await open()) as [Ephemeral];
    const key = randomUUID();
    expect(await port.count(key, 1)).toEqual({ count: 1, resetSeconds: 1 });
    expect(await port.count(key, 1)).toEqual({ count: 2, resetSeconds: 1 });
    await until(async () => (await port.count(key, 1)).count === 1);
    expect((await port.count(randomUUID(), 3_600)).resetSeconds).toBe(3_600);
  });

  test('take one back, and none that is not there', async () => {
    const [port] = (await open()) as [Ephemeral];
    const key = randomUUID();
    await port.uncount(key);
    expect((await port.count(key, 60)).count).toBe(1);
    await port.uncount(key);
    await port.uncount(key);
    expect((await port.count(key, 60)).count).toBe(1);
  });
});

test('deployments that share a Redis do not share counters', async () => {
  const key = randomUUID();
  const [one, other] = [await onRedis(), await onRedis('another-secret-for-tests-0123456789abcdef')];
  await one.count(key, 60);
  expect((await other.count(key, 60)).count).toBe(1);
});

describe('services that share a Redis', () => {
  const everywhere = async (calls: number, token: string | null): Promise<number[]> => {
    const at = (n: number) => replicas[n % replicas.length] as TestService;
    const replies = await Promise.all(
      Array.from({ length: calls }, (_, n) => send(at(n), 'GET', token === null ? '/v1/models' : '/v1/databases', { token })),
    );
    return replies.map(({ status }) => status);
  };

  test('let exactly as many calls of a key pass as it may make, together', async () => {
    const [one, two] = [await owned.mint({ type: 'sk_live' }), await owned.mint({ type: 'sk_live' })];
    const statuses = await everywhere(60, one.key);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([20, 40]);
    expect(await everywhere(3, two.key)).toEqual([200, 200, 200]);
    expect((await everywhere(3, owned.owner.token)).every((status) => status === 200)).toBe(true);
  });

  test('and of an address, and new sessions of it', async () => {
    const statuses = await everywhere(45, null);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('go on when Redis is gone, each by its own count, and together again when it is back', async () => {
    const { key } = await owned.mint({ type: 'sk_live' });
    expect(await everywhere(3, key)).toEqual([200, 200, 200]);
    await redis.stop();
    // Twenty on each of the three.
    const alone = await everywhere(90, key);
    expect(alone.filter((status) => status === 200)).toHaveLength(60);
    await redis.start();
    const fresh = await owned.mint({ type: 'sk_live' });
    await until(async () => {
      const { headers } = await send(replicas[0] as TestService, 'GET', '/v1/databases', { token: fresh.key });
      const other = await send(replicas[1] as TestService, 'GET', '/v1/databases', { token: fresh.key });
      return Number(other.headers.get('x-ratelimit-remaining')) === Number(headers.get('x-ratelimit-remaining')) - 1;
    });
    const last = await owned.mint({ type: 'sk_live' });
    await until(async () => (await everywhere(3, (await owned.mint({ type: 'sk_live' })).key)).every((status) => status === 200));
    const statuses = await everywhere(60, last.key);
    expect(statuses.filter((status) => status === 200).length).toBe(20);
  });

  test('start without one, and say so', async () => {
    const away = await openRedisEphemeral({ url: 'redis://127.0.0.1:1/0', secret: TEST_SECRET, fallback: createMemoryEphemeral(), log });
    shared.push(away);
    expect((await away.count('x', 60)).count).toBe(1);
    expect((await away.count('x', 60)).count).toBe(2);
    await away.uncount('x');
    expect(told.some((text) => text.includes('Redis does not answer'))).toBe(true);
  });
});
