import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takes } from '../../src/engines/clickhouse/insert-alike.ts';
import { cellWriter } from '../../src/engines/clickhouse/insert-cell.ts';
import { type AlikeRows, alikeRowsIn } from '../../src/lib/alike-rows.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';
import { inParts } from '../support/in-parts.ts';

const LIMITS = { rows: 10_000, values: 100_000 };
const found = (text: string, limits = LIMITS) => alikeRowsIn(inParts(text, 7), 'rows', limits, () => null);
const body = (rows: readonly unknown[]) => JSON.stringify({ db: 'db_x', table: 't', rows });

const moments = fc.date({ noInvalidDate: true, min: new Date('1600-01-01'), max: new Date('2500-01-01') });
const KINDS: readonly fc.Arbitrary<unknown>[] = [
  fc.integer(),
  fc.integer({ min: -400, max: 40_000 }),
  fc.nat({ max: 99 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -99_999, max: 99_999 }).map((n) => n / 100),
  fc.boolean(),
  fc.string({ unit: 'binary' }),
  fc.string(),
  moments.map((date) => date.toISOString()),
  moments.map((date) => `${date.toISOString().slice(0, 19)}Z`),
  moments.map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2026-02-30', '2024-02-29', '2026-13-01', '2026-01-01T24:00:00Z', '0000-01-01', '007'),
  fc.constantFrom(1e21, -0, null),
];
/** Values of one kind for the most part; later ones need not be like the first. */
const column = fc.constantFrom(...KINDS).chain((kind) => {
  const some = fc.array(fc.oneof({ weight: 30, arbitrary: kind }, { weight: 1, arbitrary: fc.oneof(...KINDS) }), {
    minLength: 1,
    maxLength: 8,
  });
  return fc.tuple(some, some);
});
const rowsOfOneKind = fc.tuple(column, column, fc.integer({ min: 1, max: 300 })).map(([a, b, count]) => {
  const at = ([first, later]: typeof a, row: number) => (row < 150 ? first[row % first.length] : later[row % later.length]);
  return Array.from({ length: count }, (_, row) => ({ a: at(a, row), b: at(b, row) }));
});

test('what is taken for rows that are alike is read as JSON.parse reads it', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(rowsOfOneKind, fc.constantFrom(', ', ','), fc.constantFrom(': ', ':'), async (rows, comma, colon) => {
      const text = body(rows).replaceAll(/("(?:[^"\\]|\\.)*")|,|:/g, (all, quoted) => quoted ?? (all === ',' ? comma : colon));
      const alike = await found(text);
      if (alike === null) return;
      taken += 1;
      const all = (JSON.parse(text) as { rows: unknown[] }).rows;
      expect(await alike.rows.read(() => null)).toEqual(all);
      expect([alike.rows.count, JSON.parse(alike.others)]).toEqual([all.length, { db: 'db_x', table: 't', rows: [all[0]] }]);
      expect(JSON.parse(`[${alike.rows.json.text('utf8')}]`)).toEqual(all);
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(100);
});

test('a fraction of rows that are alike keeps the zero at its end', async () => {
  const alike = await found('{"db":"x","table":"t","rows":[{"a":1.5,"b":"1.10"},{"a":1.10,"b":"x"},{"a":2,"b":"x"}]}');
  expect(await alike?.rows.read(() => null)).toEqual([
    { a: 1.5, b: '1.10' },
    { a: new Verbatim('1.10'), b: 'x' },
    { a: 2, b: 'x' },
  ]);
});

test('rows in all pieces are read', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({
    n,
    at: `2026-01-${String((n % 31) + 1).padStart(2, '0')}T00:00:00Z`,
    kind: `kind "${n}"`,
  }));
  const alike = await found(body(rows));
  expect(await alike?.rows.read(() => null)).toEqual(rows);
  expect(alike?.rows.columns).toMatchObject([{ hasNumbers: true, whole: 4 }, { texts: 'moment', firstYear: 2026 }, { texts: 'other' }]);
});

test('rows are read wherever a piece ends, after the last row too', async () => {
  for (let count = 560; count < 620; count += 1) {
    const rows = Array.from({ length: count }, (_, n) => ({ n, kind: `kind ${n}`, at: '2026-01-01T00:00:00Z' }));
    expect(await (await found(body(rows)))?.rows.read(() => null)).toEqual(rows);
  }
});

test('rows are read wherever a window ends', async () => {
  for (let pad = 0; pad < 60; pad += 1) {
    const rows = Array.from({ length: 1_400 }, (_, n) => ({ ok: n % 3 > 0, n: n / 4, kind: n === 0 ? 'x'.repeat(pad) : `größe ${n}` }));
    const text = `{"table":"größe","rows":${JSON.stringify(rows)} , "db": "db_ä" }`;
    const alike = await found(text);
    expect([alike?.rows.count, JSON.parse(alike?.others ?? '')]).toEqual([
      1_400,
      { ...JSON.parse(text), rows: [JSON.parse(JSON.stringify(rows[0]))] },
    ]);
    expect(await alike?.rows.read(() => null)).toEqual(JSON.parse(text).rows);
  }
});

test('a row that is longer than a window is left to who reads it all', async () => {
  const row = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`c${n}`, 'x'.repeat(6_000)]));
  expect(await found(body([row, row]))).toBe(null);
  expect(await found(body([{ a: 'x' }, row]))).toBe(null);
});

const TYPES = [
  ...['Int8', 'UInt16', 'Int32', 'Int64', 'UInt64', 'Decimal(6, 2)', 'Decimal(38, 10)', 'Float64', 'String', 'Bool', 'Date', 'Date32'],
  ...['DateTime', "DateTime64(6, 'UTC')", 'UUID', 'Nullable(Int16)', 'LowCardinality(Nullable(String))', 'Nullable(Date32)'],
];

test('a column that takes all that was seen takes each value as it is written', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(rowsOfOneKind, fc.constantFrom(...TYPES), async (rows, type) => {
      const [column] = (await found(body(rows)))?.rows.columns ?? [];
      if (column === undefined || !takes(type, column)) return;
      taken += 1;
      const write = cellWriter(type);
      for (const { a } of rows) {
        const cell = write(a);
        // Numbers may be sent as text or as they are; what is read of both is the same.
        expect(typeof a === 'number' ? Number(cell) === a : cell === a, `${String(a)} as ${JSON.stringify(cell)}`).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test.each([
  ['a key that is missing', '[{"a":1,"b":2},{"a":1}]'],
  ['another order', '[{"a":1,"b":2},{"b":1,"a":2}]'],
  ['a key twice', '[{"a":1,"a":2}]'],
  ['a value with parts', '[{"a":{}}]'],
  ['a character by its number', '[{"a":"\\u0000"}]'],
  ['more digits than a double holds', '[{"a":12345678901234567890}]'],
  ['an exponent', '[{"a":1e400}]'],
  ['no JSON number', '[{"a":01}]'],
  ['no JSON number at the end', '[{"a":1},{"a":1.}]'],
  ['a comma too many', '[{"a":1},]'],
  ['a bracket too few', '[{"a":1}'],
  ['a line end in a text', '[{"a":"\n"}]'],
  ['a line end between rows', '[{"a":1},\n\n{"a":1}]'],
  ['no rows', '[]'],
  ['a row that is none', '[{"a":1},2]'],
  ['the key __proto__', '[{"__proto__":1}]'],
])('%s is left to who reads it all', async (_, rows) => {
  expect(await found(`{"db":"x","rows":${rows}}`)).toBe(null);
  const many = rows.replace('[', `[${'{"a":1,"b":2},'.repeat(200)}`);
  expect(await found(`{"db":"x","rows":${many}}`)).toBe(null);
});

test('a field that stands twice, or is spelled with escapes, is left to who reads it all', async () => {
  for (const text of [
    '{"rows":[{"a":1}],"rows":[{"a":2}]}',
    '{"rows":[{"a":1}],"r\\u006fws":[{"a":2}]}',
    '{"rows":[[{"a":1}]]}',
    '[{"a":1}]',
  ])
    expect(await found(text)).toBe(null);
});

test('more rows or values than are read are left to who refuses them', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => ({ n, m: n }));
  const alike = (limits: typeof LIMITS): Promise<{ rows: AlikeRows } | null> => found(body(rows), limits);
  expect(await alike({ rows: 100, values: 200 })).not.toBe(null);
  expect(await alike({ rows: 99, values: 200 })).toBe(null);
  expect(await alike({ rows: 100, values: 199 })).toBe(null);
});
