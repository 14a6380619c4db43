import { expect, test } from 'vitest';
import type { ClickHouseDriver } from '../../src/engines/clickhouse/driver.ts';
import { faultFrom, parseFailure } from '../../src/engines/clickhouse/faults.ts';
import { readGrants } from '../../src/engines/clickhouse/grants.ts';
import { schemaFrom } from '../../src/engines/clickhouse/introspect.ts';
import { parserOf } from '../../src/engines/clickhouse/parser.ts';
import { columnShape } from '../../src/engines/clickhouse/shape.ts';
import { valueReader } from '../../src/engines/clickhouse/values.ts';
import { Batch } from '../../src/engines/postgres/batch.ts';
import { schemaFrom as postgresSchemaFrom } from '../../src/engines/postgres/introspect.ts';
import { treeOf } from '../../src/guard/clickhouse-parser.ts';

/**
 * What a customer's server says may be as long as a reply and of any form. What is long here took seconds or minutes to read, in which
 * nobody was served: that the tests end in time is a part of what they show.
 */
const LONG = 300_000;

test('grants are read as a server tells them', () => {
  const grants = readGrants([
    'GRANT SELECT(id, `a (b`, c), INSERT ON shop.orders TO reader WITH GRANT OPTION',
    'GRANT ALTER TABLE, dictGet, S3, TRUNCATE ON `my.data`.* TO writer',
    'REVOKE SELECT(c) ON shop.orders FROM reader',
    'GRANT READ ON S3 TO reader',
    'GRANT SELECT ON logs*.* TO reader',
  ]);
  const orders = { database: 'shop', table: 'orders' };
  expect(grants.may('INSERT', orders)).toBe(true);
  expect(grants.may('SELECT', orders)).toBe(false);
  expect(['id', 'a (b', 'c', 'd'].filter((column) => grants.may('SELECT', { ...orders, column }))).toEqual(['id', 'a (b']);
  expect(grants.may('SELECT', { database: 'logs_2026', table: 'any' })).toBe(true);
  expect(['TRUNCATE', 'READ', 'DROP'].filter(grants.mayAnywhere)).toEqual(['TRUNCATE']);
});

test.each([
  ['a line that never ends', `GRANT ${'a'.repeat(LONG)}! ON a.b TO c`],
  ['a line that begins again and again', `GRANT x${' ON x'.repeat(LONG / 5)}`],
  ['one that ends again and again', `GRANT x ON a.b${' TO x'.repeat(LONG / 5)}`],
  ['columns without an end', `GRANT ${'SELECT('.repeat(LONG / 7)} ON a.b TO c`],
])('grants: %s', (_, line) => {
  expect(readGrants([line]).mayAnywhere('SELECT')).toBe(false);
});

test('types are read through what says how their values are kept', () => {
  expect(valueReader('LowCardinality(Nullable(Decimal(10, 2)))')('1.50')).toEqual(valueReader('Decimal(10, 2)')('1.50'));
  expect(
    valueReader("SimpleAggregateFunction(anyLast, Array(Nullable(DateTime64(6, 'UTC'))))")(['2026-01-02T03:04:05.120000Z', null]),
  ).toEqual(['2026-01-02T03:04:05.12Z', null]);
  expect(valueReader('DateTime64(3)')('2026-01-02T03:04:05.000Z')).toBe('2026-01-02T03:04:05Z');
  expect(valueReader('DateTime')('2026-01-02T03:04:50Z')).toBe('2026-01-02T03:04:50Z');
  const [table] = schemaFrom([
    ['t', 'MergeTree', '', 1, 'a', "LowCardinality(Nullable(Enum8('x' = 1, 'it\\'s' = 2)))", '', '', 0],
    ['t', 'MergeTree', '', 1, 'b', 'SimpleAggregateFunction(sum, Nullable(Int64))', '', '', 0],
    ['t', 'MergeTree', '', 1, 'c', 'constructor', '', '', 0],
  ]).tables;
  expect(table?.columns.map(({ type, labels }) => [type, labels])).toEqual([
    ['text', ['x', "it's"]],
    ['integer', undefined],
    ['other', undefined],
  ]);
  expect(columnShape('integer', 'SimpleAggregateFunction(sum, Nullable(Int64))', false)).toEqual({
    type: 'integer',
    base: 'Int64',
    nullable: true,
  });
});

test.each(['Nullable', 'LowCardinality', 'Array', 'SimpleAggregateFunction', 'Array(SimpleAggregateFunction'])(
  'a type that nests %s for ever',
  (name) => {
    const opening = `${name}(`;
    const type = `${opening.repeat(LONG / 10)}DateTime${')'.repeat((LONG / 10) * (opening.split('(').length - 1))}`;
    expect(valueReader(type)('x')).toBe('x');
    expect(schemaFrom([['t', 'MergeTree', '', 1, 'a', type, '', '', 0]]).tables[0]?.columns).toHaveLength(1);
  },
);

test('a name of a type, a moment and an error that go on for ever', () => {
  expect(valueReader(`${'1'.repeat(LONG)}x`)('y')).toBe('y');
  const moment = `2026-01-01T00:00:00.${'0'.repeat(LONG)}x`;
  expect(valueReader('DateTime64(6)')(moment)).toBe(moment);
  const error = faultFrom(parseFailure(`Code: 62. DB::Exception: ${' ('.repeat(LONG)}${'(version '.repeat(LONG)}`), { limitMs: 1 });
  expect(String(error.params?.reason).length).toBeLessThan(4_000);
});

test('names of a tree end at their alias, and a text that only looks like one costs nothing', () => {
  const named = (line: string) => treeOf([line], [])?.[0]?.name;
  expect(named('Function f (alias x) (children 1)')).toBe('f');
  expect(named('Function f (children 12)')).toBe('f');
  expect(named("Literal 'a (alias b'")).toBe("'a (alias b'");
  expect(named('Identifier (alias b)')).toBe('');
  expect(named(`Literal '${'(alias '.repeat(LONG)}'`)).toHaveLength(2 + 7 * LONG);
});

test('words of a statement are told one behind the other', async () => {
  const tokens = async (found: unknown) => {
    const query = async () => ({ columns: [], rows: [[found]], truncated: false, affected: null });
    const driver: Pick<ClickHouseDriver, 'query'> = { query };
    return await parserOf(driver as ClickHouseDriver, undefined).tokens('SELECT 1');
  };
  expect(await tokens([{ type: 'BareWord', begin: 0, end: '6' }])).toEqual([{ type: 'BareWord', begin: 0, end: 6 }]);
  const whole = { type: 'BareWord', begin: 0, end: 8 };
  for (const found of [null, 'x', [null], [whole, whole], [{ ...whole, end: 9 }], [{ ...whole, begin: -1 }], [{ ...whole, begin: 'x' }]])
    await expect(tokens(found), JSON.stringify(found)).rejects.toMatchObject({ code: 'db_misconfigured' });
});

test('a type of PostgreSQL that opens for ever, and one that is called as what every object has', () => {
  const columns = [`${'('.repeat(LONG)}\n`, 'numeric(10,2)', 'timestamp(3) without time zone', 'constructor'].map((type, at) => ({
    ...{ table: '1', name: `c${at}`, type, base: null, labels: null, sequence: null, comment: null },
    ...{ notNull: false, default: false, generated: false, identity: false },
  }));
  const tables = [{ id: '1', schema: 'public', name: 't', kind: 'table', comment: null, rows: 1 }];
  const schema = postgresSchemaFrom(JSON.stringify({ tables, columns, keys: [], triggers: [] }));
  expect(schema.tables[0]?.columns.map(({ type }) => type)).toEqual(['other', 'decimal', 'timestamp', 'other']);
});

test('an error of PostgreSQL that goes on for ever is cut', async () => {
  const batch = new Batch([]);
  const told = batch.done.catch((error: unknown) => error);
  batch.handleError(Object.assign(new Error('x'.repeat(LONG)), { code: '23505', detail: `Key (${')=('.repeat(LONG)}` }));
  const { message, detail } = (await told) as { message: string; detail: string };
  expect([message.length, detail.length]).toEqual([16_384, 16_384]);
});
