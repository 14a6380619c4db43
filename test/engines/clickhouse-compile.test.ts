import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileClickHouse } from '../../src/engines/clickhouse/compile.ts';
import { TABLE_SETTINGS } from '../../src/engines/clickhouse/ddl.ts';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '../../src/engines/clickhouse/embedded-alone.ts';
import { INTROSPECTION, schemaFrom } from '../../src/engines/clickhouse/introspect.ts';
import { identifier } from '../../src/engines/clickhouse/quote.ts';
import { Fault } from '../../src/fault.ts';
import type { Expr, Plan } from '../../src/plan/plan.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { schemaOf } from '../support/random-rows.ts';

const SCHEMA = schemaOf('clickhouse');
const column = (name: string, table = 'items'): Expr => ({ kind: 'column', table, column: name });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const whole = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const ITEMS = { kind: 'table', table: 'items', as: 'items' } as const;

describe('a plan as ClickHouse SQL', () => {
  test('reads like what it asks; values are parameters', () => {
    const plan: Plan = {
      kind: 'select',
      columns: [
        { expr: column('kind'), as: 'kind' },
        { expr: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } }, as: 'number' },
        { expr: { kind: 'aggregate', fn: 'sum', arg: column('qty') }, as: 'total' },
      ],
      from: ITEMS,
      where: { kind: 'compare', op: '=', left: column('kind'), right: text("it's") },
      groupBy: [column('kind')],
      orderBy: [{ expr: { kind: 'aggregate', fn: 'sum', arg: column('qty') }, direction: 'desc', nulls: 'first' }],
      limit: 5,
    };
    expect(compileClickHouse(plan, SCHEMA)).toEqual({
      sql: 'SELECT kind, count(*) AS number, sum(qty) AS total\nFROM items\nWHERE kind = {p1:String}\nGROUP BY kind\nORDER BY sum(qty) DESC NULLS FIRST\nLIMIT 5',
      params: ["it's"],
    });
  });

  test('divides whole numbers exactly and by zero to NULL; sums of 64-bit numbers cannot wrap round', () => {
    const of = (expr: Expr): string => compileClickHouse({ kind: 'select', columns: [{ expr, as: 'value' }], from: ITEMS }, SCHEMA).sql;
    expect(of({ kind: 'arithmetic', op: '/', left: column('qty'), right: column('id') })).toBe(
      'SELECT CAST(qty AS Nullable(Decimal(76, 20))) / nullIf(id, 0) AS value\nFROM items',
    );
    expect(of({ kind: 'aggregate', fn: 'sum', arg: column('big') })).toBe('SELECT sum(toDecimal128(big, 0)) AS value\nFROM items');
  });

  test('what has no such meaning is refused by name', () => {
    const construct = (plan: Plan): unknown => {
      try {
        return compileClickHouse(plan, SCHEMA);
      } catch (error) {
        return error instanceof Fault && error.code === 'sql_rejected' ? error.params?.construct : error;
      }
    };
    const insert = { kind: 'insert' as const, table: 'empties', columns: ['id'], rows: [[whole(1)]] };
    expect(construct({ ...insert, onConflict: { action: 'nothing' } })).toMatch(/ON CONFLICT/);
    expect(construct({ ...insert, returning: [{ expr: column('id', 'empties'), as: 'id' }] })).toBe('RETURNING');
    const gap: Expr = { kind: 'arithmetic', op: '-', left: column('seen'), right: column('seen') };
    expect(construct({ kind: 'select', columns: [{ expr: gap, as: 'gap' }], from: ITEMS })).toMatch(/an interval in the result/);
    const one = { kind: 'select' as const, columns: [{ expr: whole(1), as: 'n' }] };
    const counting = { name: 'r', recursive: true, query: { kind: 'set' as const, op: 'union' as const, left: one, right: one } };
    const from = { kind: 'cte' as const, name: 'r', as: 'r' };
    expect(construct({ kind: 'select', with: [counting], columns: [{ expr: column('n', 'r'), as: 'n' }], from })).toMatch(
      /UNION without ALL/,
    );
    const lateral = {
      kind: 'derived' as const,
      query: { kind: 'select' as const, columns: [{ expr: whole(1), as: 'one' }] },
      as: 'one',
      lateral: true,
    };
    const join = { type: 'cross' as const, source: lateral };
    expect(construct({ kind: 'select', columns: [{ expr: column('id'), as: 'id' }], from: ITEMS, joins: [join] })).toMatch(/LATERAL/);
  });

  test('a name inside a subquery never means another one outside', () => {
    const inner = { kind: 'select' as const, columns: [{ expr: column('id'), as: 'id' }], from: ITEMS };
    const { sql } = compileClickHouse(
      {
        kind: 'select',
        columns: [{ expr: column('id'), as: 'id' }],
        from: ITEMS,
        where: { kind: 'inQuery', arg: column('id'), query: inner },
      },
      SCHEMA,
    );
    expect(sql).toBe('SELECT id\nFROM items\nWHERE id IN (\n  SELECT items_2.id AS id\n  FROM items AS items_2\n)');
  });
});

describeWithClickHouse('compiled statements on ClickHouse', () => {
  const READ = { readonly: true, maxRows: 100 };
  let dir: string;
  let clickhouse: EmbeddedClickHouse;
  let schema: Schema;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-clickhouse-'));
    clickhouse = await startEmbeddedClickHouse({ dir });
    await clickhouse.exec(`CREATE TABLE notes (id Int64, body Nullable(String), price Nullable(Decimal(10, 2)), at Nullable(DateTime64(3, 'UTC')))
      ENGINE = MergeTree ORDER BY id ${TABLE_SETTINGS}`);
    schema = schemaFrom((await clickhouse.query(INTROSPECTION.sql, [], READ)).rows);
  });
  afterAll(async () => {
    await clickhouse.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const run = async (plan: Plan) => {
    const { sql, params } = compileClickHouse(plan, schema);
    return (await clickhouse.query(sql, params, { ...READ, readonly: plan.kind === 'select' })).rows;
  };
  const all: Plan = {
    kind: 'select',
    columns: ['id', 'body', 'price', 'at'].map((name) => ({ expr: column(name, 'notes'), as: name })),
    from: { kind: 'table', table: 'notes', as: 'notes' },
    orderBy: [{ expr: column('id', 'notes'), direction: 'asc', nulls: 'last' }],
  };

  test('rows are inserted, changed and deleted', async () => {
    const decimal = (value: string): Expr => ({ kind: 'literal', value, type: 'decimal' });
    const moment: Expr = { kind: 'literal', value: '2024-02-29T10:00:00.5Z', type: 'timestamp' };
    const nothing: Expr = { kind: 'literal', value: null, type: 'null' };
    const columns = ['id', 'body', 'price', 'at'];
    const rows = [
      [whole(1), text("it's\n\\ a {p1:String}"), decimal('1.255'), moment],
      [whole(2), nothing, nothing, nothing],
      [whole(3), text(''), decimal('-2'), moment],
    ];
    await run({ kind: 'insert', table: 'notes', columns, rows });
    const id = column('id', 'notes');
    const where: Expr = { kind: 'compare', op: '<', left: id, right: whole(3) };
    const price: Expr = {
      kind: 'arithmetic',
      op: '+',
      left: { kind: 'call', fn: 'coalesce', args: [column('price', 'notes'), decimal('0')] },
      right: decimal('0.5'),
    };
    await run({ kind: 'update', table: 'notes', set: [{ column: 'price', value: price }], where });
    await run({ kind: 'delete', table: 'notes', where: { kind: 'compare', op: '=', left: id, right: whole(3) } });
    expect(await run(all)).toEqual([
      [1, "it's\n\\ a {p1:String}", 1.76, '2024-02-29T10:00:00.5Z'],
      [2, null, 0.5, null],
    ]);
    await run({ kind: 'delete', table: 'notes' });
    expect(await run(all)).toEqual([]);
  });

  test('any text is a value and no more', async () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom("'", '\\', '{', '}', ':', '\n', '\t', '\b', 'N', ';', '-', '`', '"', 'é', '\u0001') }),
    );
    await fc.assert(
      fc.asyncProperty(any, async (given) => {
        const value = given.replaceAll('\0', '');
        const rows = await run({ kind: 'select', columns: [{ expr: text(value), as: 'value' }] });
        expect(rows).toEqual([[value]]);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('any name is a name and no more', async () => {
    const any = fc.string({
      unit: fc.constantFrom('`', '"', "'", '\\', 'a', ' ', '.', ';', 'é', '{', '}', 'select'),
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(any, async (name) => {
        const { rows, columns } = await clickhouse.query(
          `SELECT t.${identifier(name)} AS ${identifier(name)} FROM (SELECT 1 AS ${identifier(name)}) AS t`,
          [],
          READ,
        );
        expect([columns[0]?.name, rows]).toEqual([name, [[1]]]);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
