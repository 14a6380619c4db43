import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbeddedServer } from '../../src/engines/clickhouse/embedded-server.ts';
import { createClickHouseEngine } from '../../src/engines/clickhouse/engine.ts';
import type { ClickHouseServer } from '../../src/engines/clickhouse/server.ts';
import type { Engine, Once } from '../../src/engines/engine.ts';
import type { Executing, WriteRecords } from '../../src/engines/write-records.ts';
import { Fault } from '../../src/fault.ts';
import { createClickHouseGuard } from '../../src/guard/clickhouse.ts';
import { Leave } from '../../src/lib/leaving.ts';
import { childrenOf, describeWithClickHouse } from '../support/clickhouse.ts';
import { newFolder } from '../support/folder.ts';

/** The records of the control plane, as a service that died leaves them: nobody holds any. */
function recordsIn(
  rows: Map<string, { fingerprint: string; executing: Executing | null; reply: string | null }>,
  recorded: (key: string) => void,
): WriteRecords {
  let order: string[] = [];
  return {
    async begin(_db, { key, fingerprint }) {
      const row = rows.get(key);
      if (!row) rows.set(key, { fingerprint, executing: null, reply: null });
      else if (row.fingerprint !== fingerprint) return { kind: 'conflict' };
      else if (row.reply !== null) return { kind: 'done', reply: row.reply };
      return { kind: 'mine', before: row?.executing ?? null };
    },
    async executing(_db, { key }, _holder, work) {
      const row = rows.get(key);
      if (row) row.executing = work;
      order = [...order.filter((one) => one !== key), key];
      recorded(key);
      return row !== undefined;
    },
    async done(_db, { key }, _holder, reply) {
      const row = rows.get(key);
      if (row) row.reply = reply;
    },
    isFollowed: async (_db, { key }) => order.at(-1) !== key,
    async forget(_db, { key }) {
      if (key !== ENDS) rows.delete(key);
    },
    release: async () => undefined,
    renew: async () => undefined,
    find: async (_db, { key }) => rows.get(key)?.reply ?? null,
    remove: async () => undefined,
    sweep: async () => undefined,
  };
}

const once = (key: string): Once => ({ scope: 'somebody', key, fingerprint: 'f', traceId: key });
/** The key of the write at whose record the service ends, with its engine, the first time. */
const ENDS = 'never ran';
const DB = 'db_killed_aaaaaaaa';
const target = { dbId: DB };

describeWithClickHouse('deaths while ClickHouse writes', () => {
  let dir: string;
  let server: ClickHouseServer;
  let engine: Engine;
  const rows = new Map();
  let hasEnded = false;
  const recorded = (key: string) => {
    if (key !== ENDS || hasEnded) return;
    hasEnded = true;
    kill();
    throw new Error('the service ended here');
  };

  beforeAll(async () => {
    dir = await newFolder('clickhouse-kill');
    server = createEmbeddedServer({
      ...{ dataDir: dir, deployment: 'tests', isOn: true, timeoutMs: 20_000, memoryBytes: 1024 ** 3, threads: 2, readRowsMax: 1e13 },
      ...{ aliveMax: 2, idleMs: 60_000, waitMs: 2_000 },
    });
    engine = createClickHouseEngine({
      ...{
        server,
        guard: createClickHouseGuard(),
        records: recordsIn(rows, recorded),
        readRowsMax: 1e13,
        isSole: true,
      },
    });
    await engine.provision(target, null, new AbortController().signal);
  });
  afterAll(async () => {
    await engine.close();
  });

  const signal = () => new Leave();
  const tables = () => engine.introspect(target, new AbortController().signal);
  const count = async (table: string) =>
    Number((await engine.read(target, { sql: `SELECT count() FROM ${table}`, params: [] }, { maxRows: 1, signal: signal() })).rows[0]?.[0]);
  const insert = (key: string, table: string, howMany: number, after?: () => void) =>
    engine.write(
      target,
      once(key),
      async (transaction) => {
        const many = Array.from({ length: howMany }, (_, n) => ({ n, at: `20${10 + (n % 15)}-0${1 + (n % 9)}-01`, text: `row ${n}` }));
        const result = await engine.insertRows(transaction, table, many);
        after?.();
        return JSON.stringify({ inserted: result.inserted });
      },
      { as: 'owner', signal: signal() },
    );
  const dies = () => {
    throw new Error('the service ended here');
  };
  /** Ends every ClickHouse process of this one, as a crash does. */
  const kill = () => {
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
  };

  test('an insert whose answer was lost is there once, whenever the engine died', async () => {
    await insert('first', 'facts', 10);
    for (const [index, delayMs] of [0, 2, 5, 10, 20, 40, 80, 160].entries()) {
      const key = `killed ${index}`;
      const before = await count('facts');
      const timer = setTimeout(kill, delayMs);
      await insert(key, 'facts', 5_000).catch(() => undefined);
      clearTimeout(timer);
      const reply = await insert(key, 'facts', 5_000);
      expect(JSON.parse(reply.reply)).toEqual({ inserted: 5_000 });
      expect(await count('facts'), key).toBe(before + 5_000);
      expect((await insert(key, 'facts', 5_000)).kind).toBe('replayed');
      expect(await count('facts'), key).toBe(before + 5_000);
    }
  });

  /** The state of a kill between the engine's note of a block and its part: the note is there, the part is not. */
  async function loseNewestPart(table: string): Promise<number> {
    const sql = `SELECT path, rows FROM system.parts WHERE table = '${table}' AND active ORDER BY max_block_number DESC LIMIT 1`;
    const [found] = (await engine.read(target, { sql, params: [] }, { maxRows: 1, signal: signal() })).rows;
    kill();
    await expect.poll(() => childrenOf(process.pid), { timeout: 10_000 }).toEqual([]);
    rmSync(String(found?.[0]), { recursive: true });
    return Number(found?.[1]);
  }

  test.each([
    ['at once', false],
    ['after other writes', true],
  ])('rows that the engine noted and had not kept when it was killed come with the retry, %s', async (_when, isFollowed) => {
    const table = isFollowed ? 'torn_followed' : 'torn';
    await expect(insert(table, table, 5_000, dies)).rejects.toThrow('the service ended here');
    const lost = await loseNewestPart(table);
    expect(lost).toBeGreaterThan(100);
    expect(await count(table)).toBe(5_000 - lost);
    const others = isFollowed ? 200 : 0;
    if (isFollowed) await insert('meanwhile, another', table, others);
    expect(JSON.parse((await insert(table, table, 5_000)).reply)).toEqual({ inserted: 5_000 });
    expect(await count(table)).toBe(5_000 + others);
    expect((await insert(table, table, 5_000)).kind).toBe('replayed');
    expect(await count(table)).toBe(5_000 + others);
  });

  test('where the engine knows a block whose rows are not there, a retry is not told as done', async () => {
    await expect(insert('gone', 'gone', 1_000, dies)).rejects.toThrow('the service ended here');
    await server.use(DB, 'owner', signal(), (driver) =>
      driver.exec({ sql: 'DELETE FROM gone WHERE n < 10', params: [] }, { readonly: false }),
    );
    for (let tries = 2; tries > 0; tries -= 1)
      await expect(insert('gone', 'gone', 1_000)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await count('gone')).toBe(990);
  });

  test('a service that died between the write and its record finds the write done', async () => {
    const before = await count('facts');
    const dying = insert('dying', 'facts', 100, () => {
      throw new Error('the service ended here');
    });
    await expect(dying).rejects.toThrow('the service ended here');
    expect(await count('facts')).toBe(before + 100);
    expect(rows.get('dying')?.executing).not.toBeNull();
    await insert('dying', 'facts', 100);
    expect(await count('facts')).toBe(before + 100);
  });

  test('an update whose answer was lost is not done twice', async () => {
    await insert('counters', 'counters', 3);
    const update = (key: string, after?: () => void) =>
      engine.write(
        target,
        once(key),
        async (transaction) => {
          const statement = { sql: 'UPDATE counters SET n = n + 100 WHERE n < 1000', params: [] };
          const { rows: changed } = await engine.runKept(transaction, await tables(), { statement, verb: 'update', written: null }, 1);
          after?.();
          return JSON.stringify({ affected: changed.affected });
        },
        { as: 'writer', signal: signal() },
      );
    const sum = async () =>
      Number(
        (await engine.read(target, { sql: 'SELECT sum(n) FROM counters', params: [] }, { maxRows: 1, signal: signal() })).rows[0]?.[0],
      );
    const before = await sum();
    await expect(
      update('lost', () => {
        throw new Error('the service ended here');
      }),
    ).rejects.toThrow();
    expect(await sum()).toBe(before + 300);
    expect(JSON.parse((await update('lost')).reply)).toEqual({ affected: 3 });
    expect(await sum()).toBe(before + 300);
    for (const [index, delayMs] of [0, 3, 8, 20, 50].entries()) {
      const key = `update ${index}`;
      const now = await sum();
      const timer = setTimeout(kill, delayMs);
      await update(key).catch(() => undefined);
      clearTimeout(timer);
      const outcome = await update(key).then(
        () => 'done',
        (error: unknown) => (error instanceof Fault ? error.code : String(error)),
      );
      const after = await sum();
      // Once, or known to be unknown: never twice.
      if (outcome === 'done') expect(after, key).toBe(now + 300);
      else {
        expect(outcome).toBe('idempotency_in_progress');
        expect([now, now + 100, now + 200, now + 300]).toContain(after);
      }
    }
  });

  const runOn = (key: string, verb: 'insert' | 'delete', sql: string, after?: () => void) =>
    engine.write(
      target,
      once(key),
      async (transaction) => {
        const write = { statement: { sql, params: [] }, verb, written: null };
        const { rows: changed } = await engine.runKept(transaction, await tables(), write, 1);
        after?.();
        return JSON.stringify({ affected: changed.affected });
      },
      { as: 'writer', signal: signal() },
    );
  test('a change that another write followed is not taken for the one that never ran', async () => {
    await insert('kept', 'kept', 3);
    // What a service leaves behind that ended when it had said what it was about to do.
    const sql = 'DELETE FROM kept WHERE n = 2';
    const before = await count('kept');
    await expect(runOn(ENDS, 'delete', sql)).rejects.toThrow('the service ended here');
    expect([await count('kept'), rows.get(ENDS)?.executing?.verb]).toEqual([before, 'delete']);
    await insert('another', 'kept', 2);
    await expect(runOn(ENDS, 'delete', sql)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await count('kept')).toBe(5);
    expect(JSON.parse((await runOn('with another key', 'delete', sql)).reply)).toEqual({ affected: 1 });
    expect(await count('kept')).toBe(4);
  });

  test('an INSERT whose answer was lost tells how many rows it added, or that this is not known', async () => {
    const sql = "INSERT INTO kept (n, at, text) VALUES (7, '2024-01-01 00:00:00', 'a'), (8, '2025-01-01 00:00:00', 'b')";
    const before = await count('kept');
    await expect(runOn('lost insert', 'insert', sql, dies)).rejects.toThrow('the service ended here');
    expect(JSON.parse((await runOn('lost insert', 'insert', sql)).reply)).toEqual({ affected: 2 });
    await expect(runOn('lost again', 'insert', sql, dies)).rejects.toThrow('the service ended here');
    await insert('meanwhile', 'kept', 1);
    for (let tries = 2; tries > 0; tries -= 1)
      await expect(runOn('lost again', 'insert', sql)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await count('kept')).toBe(before + 5);
    // The engine knows no rows again that a query gives.
    const query = 'INSERT INTO kept (n, at, text) SELECT n + 10, at, text FROM kept';
    await expect(runOn('of a query', 'insert', query, dies)).rejects.toThrow('the service ended here');
    await expect(runOn('of a query', 'insert', query)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await count('kept')).toBe((before + 5) * 2);
  });

  test('a query that is cancelled, or whose process dies, ends at once, and the next one is answered', async () => {
    const slow = { sql: 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 3', params: [] };
    const leave = new Leave();
    const left = engine.read(target, slow, { maxRows: 1, signal: leave }).catch((error: unknown) => (error as Fault).code);
    setTimeout(() => leave.abort(), 300);
    expect(await left).toBe('query_cancelled');
    const dying = engine.read(target, slow, { maxRows: 1, signal: signal() }).catch((error: unknown) => (error as Fault).code);
    setTimeout(kill, 300);
    expect(await dying).toBe('db_unreachable');
    expect(await count('facts')).toBeGreaterThan(0);
  });

  test.each(['SIGSEGV', 'SIGABRT'] as const)(
    'a query in which the engine crashes (%s) ends at once, and the next one is answered',
    async (crash) => {
      const slow = { sql: 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 3', params: [] };
      await count('facts');
      const began = performance.now();
      const dying = engine.read(target, slow, { maxRows: 1, signal: signal() }).catch((error: unknown) => (error as Fault).code);
      setTimeout(() => childrenOf(process.pid).forEach((pid) => void process.kill(pid, crash)), 300);
      expect(await dying).toBe('db_unreachable');
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(await count('facts')).toBeGreaterThan(0);
    },
  );

  test('few are alive at a time, and each answers', async () => {
    const others = ['db_b_aaaaaaaa', 'db_c_aaaaaaaa', 'db_d_aaaaaaaa'];
    for (const dbId of others) await engine.provision({ dbId }, null, new AbortController().signal);
    for (const dbId of [...others, DB]) {
      const { rows: found } = await engine.read({ dbId }, { sql: 'SELECT 1', params: [] }, { maxRows: 1, signal: signal() });
      expect(found).toEqual([[1]]);
      expect(childrenOf(process.pid).length).toBeLessThanOrEqual(2);
    }
    for (const dbId of others) expect(await engine.drop({ dbId })).toBe('gone');
    expect(await engine.hosted()).toEqual([{ id: DB, unfinishedSince: null }]);
    await expect(
      engine.read({ dbId: 'db_b_aaaaaaaa' }, { sql: 'SELECT 1', params: [] }, { maxRows: 1, signal: signal() }),
    ).rejects.toMatchObject({
      code: 'db_misconfigured',
    });
  });

  test('a neighbour’s files and the service’s environment are out of reach of a process', async () => {
    if (process.getuid?.() !== 0) return;
    await engine.provision({ dbId: 'db_near_aaaaaaaa' }, null, new AbortController().signal);
    const files = [`${dir}/clickhouse/db_near_aaaaaaaa/status`, `/proc/${process.pid}/environ`, '/etc/shadow'];
    for (const file of files) {
      const read = engine.read(target, { sql: 'SELECT file({p1:String})', params: [file] }, { maxRows: 1, signal: signal() });
      await expect(read, file).rejects.toBeInstanceOf(Fault);
    }
  });
});
