import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/store/ephemeral.ts';
import { openRedisEphemeral, type SharedEphemeral } from '../../src/store/redis-ephemeral.ts';
import { type Home, newHome } from '../support/owned.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { TEST_SECRET, type TestService } from '../support/service.ts';
import { BEANS, openAdmin, sessionOf, startSession, until } from '../support/session.ts';

let redis: TestRedis;
let home: Home;
const opened: SharedEphemeral[] = [];
beforeAll(async () => {
  redis = await startRedis();
  home = await newHome();
});
afterAll(async () => {
  await home?.close();
  for (const one of opened) await one.close();
  await redis?.stop();
});

const told: string[] = [];
const open = async () => {
  const log = { warn: (_facts: object, text: string) => void told.push(text) };
  const one = await openRedisEphemeral({ url: redis.url, secret: TEST_SECRET, fallback: createMemoryEphemeral(), log });
  opened.push(one);
  return one;
};

describe('slots on Redis', () => {
  test('are as many as they are, from two processes, and none is left over', async () => {
    const bound = { max: 3, waitMs: 60_000 };
    const [one, two] = [(await open()).slots(bound), (await open()).slots(bound)];
    const party = randomUUID();
    let [running, most] = [0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return 1;
    };
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).take(party, undefined, work)));
    expect([results.length, most]).toEqual([40, 3]);
    await expect(one.take(party, undefined, async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(await two.take(party, undefined, work)).toBe(1);
  });

  test('are refused to who waits too long and to who leaves; those of others are not touched', async () => {
    const [one, two] = [(await open()).slots({ max: 1, waitMs: 60_000 }), (await open()).slots({ max: 1, waitMs: 30 })];
    const party = randomUUID();
    let free = () => {};
    const held = one.take(
      party,
      undefined,
      () =>
        new Promise<void>((resolve) => {
          free = resolve;
        }),
    );
    await expect(two.take(party, undefined, async () => 1)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(one.take(party, AbortSignal.abort(), async () => 1)).rejects.toMatchObject({ code: 'query_cancelled' });
    expect(await two.take(randomUUID(), undefined, async () => 1)).toBe(1);
    free();
    await held;
    await until(() => two.take(party, undefined, async () => true).catch(() => false));
  });

  test('are free again some time after the process that held them has died, and are kept while it lives', async () => {
    const bound = { max: 1, waitMs: 60_000, leaseMs: 600 };
    const [dying, living] = [await open(), await open()];
    const [one, two] = [dying.slots(bound), living.slots(bound)];
    const party = randomUUID();
    let isHeld = false;
    const holding = one.take(party, undefined, () => {
      isHeld = true;
      return new Promise<void>(() => {});
    });
    void holding;
    await until(async () => isHeld);
    let isTaken = false;
    const next = two.take(party, undefined, async () => {
      isTaken = true;
    });
    // Longer than a lease that is not renewed.
    const begun = performance.now();
    await until(async () => performance.now() - begun > bound.leaseMs * 3);
    expect(isTaken).toBe(false);
    await dying.close();
    await next;
  });

  test('let everybody go on while Redis is away, and say so', async () => {
    const away = await openRedisEphemeral({
      url: 'redis://127.0.0.1:1/0',
      secret: TEST_SECRET,
      fallback: createMemoryEphemeral(),
      log: { warn: (_facts, text) => void told.push(text) },
    });
    opened.push(away);
    expect(await away.slots({ max: 1, waitMs: 10 }).take('x', undefined, async () => 1)).toBe(1);
    expect(told.some((text) => text.includes('what runs for them'))).toBe(true);
  });
});

test('of two services on one Redis, one owner’s statements are at work as often as one owner’s may be, and others go on', async () => {
  const settings = { REDIS_URL: redis.url, SVC_POOL_MAX_PER_OWNER: '2', SVC_POOL_WAIT_MS: '60000', SVC_LOCAL_OWNER: 'off' };
  const [one, two] = [await home.start(settings), await home.start(settings)];
  const session = await startSession(one, BEANS);
  const other = await startSession(two, BEANS);
  const admin = await openAdmin();
  const mark = `m${randomUUID().slice(0, 8)}`;
  const sql = `SELECT count(*) AS n, '${mark}' AS mark FROM generate_series(1, 1500000) a WHERE a % 7 = 3`;
  const at = (service: TestService) => sessionOf(service, session.token, session.db);
  let [most, isDone] = [0, false];
  try {
    const runs = Promise.all(Array.from({ length: 12 }, (_, n) => at(n % 2 ? one : two).run(sql)));
    const looking = (async () => {
      while (!isDone) {
        const { rows } = await admin.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE $1",
          [`%'${mark}'%`],
        );
        most = Math.max(most, Number(rows[0]?.n));
      }
    })();
    expect(await other.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 0 }]);
    const replies = await runs;
    isDone = true;
    await looking;
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(most).toBe(2);
  } finally {
    isDone = true;
    await admin.end();
  }
});
