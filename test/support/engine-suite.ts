import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, Once, Portion, Target, WriteOptions, WriteTransaction } from '../../src/engines/engine.ts';
import { Fault } from '../../src/fault.ts';
import { createPostgresParser } from '../../src/guard/postgres-parser.ts';
import { Leave } from '../../src/lib/leaving.ts';
import { createPlanParser } from '../../src/plan/parse/parse.ts';
import type { Delete, Plan, Update } from '../../src/plan/plan.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { validatePlan } from '../../src/plan/validate.ts';

export interface EngineAtHand {
  readonly engine: Engine;
  close(): Promise<void>;
}

/** Its statements end after this long. */
export const STATEMENT_TIMEOUT_MS = 2_000;

/** What differs between the dialects. */
const WORDS = {
  postgres: {
    slow: "SELECT count(*) FROM (SELECT generate_series(1, 100000000000) AS n) AS s WHERE md5(n::text) = 'x'",
    param: 'SELECT $1::text AS a, $2::int8 AS b',
    rows: 'SELECT n::int4 AS n, NULL::text AS t FROM generate_series(0, 99999) AS n',
    none: 'SELECT 1::int4 AS n WHERE false',
    noSuchTable: 'SELECT * FROM nothing',
    outside: 'SELECT * FROM pg_catalog.pg_authid',
  },
  clickhouse: {
    slow: 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 3',
    param: 'SELECT {p1:String} AS a, {p2:Int64} AS b',
    rows: 'SELECT toInt32(number) AS n, NULL::Nullable(String) AS t FROM numbers(100000)',
    none: 'SELECT 1::Int32 AS n WHERE 0',
    noSuchTable: 'SELECT * FROM nothing',
    outside: 'SELECT * FROM system.users',
  },
} as const;

const TABLES = {
  title: 'deliveries',
  tables: [
    {
      name: 'deliveries',
      columns: [
        { name: 'city', type: 'text', nullable: false },
        { name: 'weight', type: 'decimal', nullable: true },
        { name: 'left_at', type: 'timestamp', nullable: false },
        { name: 'insured', type: 'boolean', nullable: true },
      ],
    },
  ],
} as const;

const CITIES = ['Lyon', 'Graz', 'Turku', "L'Aquila"];
const ROWS = Array.from({ length: 40 }, (_, n) => ({
  city: CITIES[n % 4],
  weight: n === 7 ? null : n + 0.25,
  left_at: `2026-0${1 + (n % 3)}-01T10:00:00Z`,
  insured: n % 2 === 0,
}));

/** What every engine that hosts databases does alike (`src/engines/engine.ts`). */
export function describeEngine(name: string, open: () => Promise<EngineAtHand>): void {
  describe(name, () => {
    const dbId = `db_suite_${randomUUID().slice(0, 8)}`;
    const target: Target = { dbId };
    let hand: EngineAtHand | undefined;
    let engine: Engine;
    let schema: Schema;
    let words: (typeof WORDS)[keyof typeof WORDS];
    let parse: (sql: string) => Plan;

    beforeAll(async () => {
      hand = await open();
      engine = hand.engine;
      words = WORDS[engine.name];
      const parser = await createPlanParser(await createPostgresParser());
      parse = (sql) => validatePlan(parser(sql, schema), schema);
      await engine.provision(target, structuredClone(TABLES) as never, signal());
      schema = await engine.introspect(target, signal());
    });
    afterAll(() => hand?.close());

    const signal = () => new AbortController().signal;
    const read = (sql: string, params: readonly unknown[] = [], maxRows = 100) =>
      engine.read(target, { sql, params }, { maxRows, signal: new Leave(), ofCaller: true });
    const answer = async (sql: string) => {
      const { rows } = await engine.read(target, engine.compile(parse(sql), schema), { maxRows: 100, signal: new Leave() });
      return rows.map((row) => row.map(String));
    };
    const once = (key: string, fingerprint = 'f'): Once => ({ scope: 'somebody', key, fingerprint, traceId: randomUUID() });
    const write = (mark: Once, as: WriteOptions['as'], work: (transaction: WriteTransaction) => Promise<unknown>) =>
      engine.write(target, mark, async (transaction) => JSON.stringify(await work(transaction)), { as, signal: new Leave() });
    const insert = (mark: Once, rows: readonly Record<string, unknown>[]) =>
      write(mark, 'owner', async (transaction) => (await engine.insertRows(transaction, 'deliveries', rows)).inserted);
    const count = async () => Number((await answer('SELECT count(*) FROM deliveries'))[0]?.[0]);

    test('a database has the tables of its brief, and is told to be here', async () => {
      const table = schema.tables.find(({ name: each }) => each === 'deliveries');
      expect(table?.columns.map(({ name: each, type, nullable }) => `${each} ${type}${nullable ? '?' : ''}`)).toEqual([
        ...['id integer', 'city text', 'weight decimal?', 'left_at timestamp', 'insured boolean?'],
      ]);
      expect(table?.primaryKey).toContain('id');
      expect(await engine.hosted()).toContainEqual({ id: dbId, unfinishedSince: null });
      expect(await engine.heal([dbId])).toEqual([]);
    });

    test('rows go in once for their key', async () => {
      const mark = once('rows');
      expect(await engine.replay(target, mark, signal())).toBeNull();
      expect(await insert(mark, ROWS)).toEqual({ kind: 'written', reply: '40' });
      expect(await insert({ ...mark, traceId: randomUUID() }, ROWS)).toEqual({ kind: 'replayed', reply: '40' });
      expect(await engine.replay(target, mark, signal())).toBe('40');
      expect(await fault(insert(once('rows', 'another'), ROWS))).toBe('idempotency_conflict');
      expect(await count()).toBe(40);
    });

    test('a write that fails leaves no rows, and its key is free', async () => {
      const bad = once('bad');
      expect(await fault(insert(bad, [{ city: 'Oulu', weight: 'heavy', left_at: '2026-01-01' }]))).toBe('invalid_value');
      expect(await fault(insert(bad, [{ city: null, left_at: '2026-01-01' }]))).toMatch(/^(invalid_value|write_constraint)$/);
      expect(await count()).toBe(40);
      expect((await insert(bad, [{ city: 'Oulu', weight: 1, left_at: '2026-01-01' }])).kind).toBe('written');
      expect(await count()).toBe(41);
    });

    test('an insert brings a column, which the schema’s version tells', async () => {
      const before = await engine.schemaVersion(target, signal());
      await insert(once('column'), [{ city: 'Oulu', left_at: '2026-01-02', note: "it's\n; new" }]);
      expect(await engine.schemaVersion(target, signal())).not.toBe(before);
      schema = await engine.introspect(target, signal());
      expect(schema.tables[0]?.columns.map(({ name: each }) => each)).toContain('note');
      expect(await answer("SELECT note FROM deliveries WHERE note LIKE 'it%'")).toEqual([["it's\n; new"]]);
    });

    test('a plan means the same', async () => {
      const sums = await answer(
        "SELECT city, count(*), sum(weight) FROM deliveries WHERE left_at >= '2026-02-01' GROUP BY city ORDER BY city",
      );
      const late = ROWS.map((row, n) => ({ ...row, weight: row.weight ?? 0, isLate: n % 3 > 0 })).filter(({ isLate }) => isLate);
      const expected = [...CITIES].sort().map((city) => late.filter((row) => row.city === city));
      expect(sums.map(([city, n, sum]) => [city, Number(n), Number(sum)])).toEqual(
        expected.map((rows) => [rows[0]?.city, rows.length, rows.reduce((sum, { weight }) => sum + weight, 0)]),
      );
      expect(await answer('SELECT count(weight), count(*) FROM deliveries')).toEqual([['40', '42']]);
      const values = await engine.distinctValues(target, schema, signal());
      expect(values.find(({ column }) => column === 'city')?.values.sort()).toEqual(['Graz', "L'Aquila", 'Lyon', 'Oulu', 'Turku']);
    });

    test('values are bound, and rows are cut where they were asked to be', async () => {
      for (const text of ["it's", "\\' OR 1=1 --", '', 'tab\tline\n', '😀'])
        expect((await read(words.param, [text, 5])).rows.map((row) => row.map(String))).toEqual([[text, '5']]);
      const cut = await read(words.rows, [], 3);
      expect([cut.rows.length, cut.truncated, cut.columns.map(({ name: each }) => each)]).toEqual([3, true, ['n', 't']]);
    });

    test('a stream hands on every row, and an empty one its columns', async () => {
      const portions: Portion[] = [];
      const take = async (portion: Portion) => void portions.push(portion);
      const options = { as: 'values', maxRows: 200_000, signal: new Leave(), ofCaller: true } as const;
      expect(await engine.readPortions(target, { sql: words.rows, params: [] }, options, take)).toEqual({ truncated: false });
      expect(portions.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(100_000);
      expect(portions.length).toBeGreaterThan(1);
      portions.length = 0;
      await engine.readPortions(target, { sql: words.none, params: [] }, options, take);
      expect(portions.map(({ columns, rowCount }) => [columns.map(({ name: each }) => each), rowCount])).toEqual([[['n'], 0]]);
    });

    test('a statement ends at its limit, or when its caller leaves, and the next is answered', async () => {
      expect(await fault(read(words.slow))).toBe('query_timeout');
      const leave = new Leave();
      const left = fault(engine.read(target, { sql: words.slow, params: [] }, { maxRows: 1, signal: leave, ofCaller: true }));
      setTimeout(() => leave.abort(), 300);
      expect(await left).toBe('query_cancelled');
      expect((await read(words.param, ['still here', 1])).rows[0]?.[0]).toBe('still here');
    });

    test('what a caller gets wrong is told as theirs', async () => {
      expect(await fault(read(words.noSuchTable))).toBe('sql_rejected');
      const judge = async (sql: string) =>
        (await engine.guard(sql, { relations: null, schema: null }, { target, signal: new Leave() })).kind;
      expect(await judge('SELECT count(*) FROM deliveries')).toBe('allow');
      for (const sql of [words.outside, 'DROP TABLE deliveries', 'SELECT 1; SELECT 2', '']) expect(await judge(sql), sql).toBe('deny');
    });

    test('a change is shown as it is then made', async () => {
      const update = parse("UPDATE deliveries SET weight = 500 WHERE city = 'Graz'") as Update;
      const shown = await engine.preview(target, update, schema, signal());
      expect(shown.affectedRows).toBe(10);
      expect(await answer('SELECT count(*) FROM deliveries WHERE weight = 500')).toEqual([['0']]);
      const applied = await write(once('update'), 'writer', async (transaction) => {
        const done = await engine.apply(transaction, update, schema, shown.seen);
        return [done.rows.affected, done.seen === shown.seen];
      });
      expect(applied.reply).toBe('[10,true]');
      expect(await answer('SELECT count(*) FROM deliveries WHERE weight = 500')).toEqual([['10']]);
      const gone = parse("DELETE FROM deliveries WHERE city = 'Turku'") as Delete;
      expect((await engine.preview(target, gone, schema, signal())).affectedRows).toBe(10);
      await write(once('delete'), 'writer', async (transaction) => (await engine.apply(transaction, gone, schema, null)).rows.affected);
      expect(await count()).toBe(32);
    });

    test('a database that is deleted is gone for everybody', async () => {
      const other: Target = { dbId: `${dbId}_b` };
      await engine.provision(other, null, signal());
      expect((await engine.introspect(other, signal())).tables).toEqual([]);
      expect(await engine.drop(target)).toBe('gone');
      expect(await engine.drop(target)).toBe('gone');
      expect(await fault(engine.read(target, { sql: 'SELECT 1', params: [] }, { maxRows: 1, signal: new Leave() }))).not.toBe('ok');
      expect((await engine.hosted()).map(({ id }) => id)).not.toContain(dbId);
      expect((await engine.read(other, { sql: 'SELECT 1', params: [] }, { maxRows: 1, signal: new Leave() })).rows.length).toBe(1);
      expect(await engine.drop(other)).toBe('gone');
    });
  });
}

async function fault(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (error === null) return 'ok';
  if (error instanceof Fault) return error.code;
  throw error;
}
