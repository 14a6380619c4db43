import { beforeAll, describe, expect, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import { OWNER } from '../support/guard-scopes.ts';

/** Sizes that bound values tell are bounded as if they were written out. */
let guard: Guard;
beforeAll(async () => {
  guard = await createPostgresGuard();
});

const judged = (sql: string, values: readonly (string | null)[]) => guard(sql, OWNER, () => values).kind;
const long = 'x'.repeat(100_000);
const list = `{${Array.from({ length: 20_000 }, (_, n) => n).join(',')}}`;

const TOO_MUCH: readonly [sql: string, values: readonly (string | null)[]][] = [
  ['select repeat($1, $2::int)', ['x', '900000000']],
  ['select repeat($1, $2::int)', [long, '20000']],
  ['select lpad($1, $2)', ['x', '2000000000']],
  // As PostgreSQL 16 reads whole numbers too.
  ['select lpad($1, $2)', ['x', '0x7fffffff']],
  ['select lpad($1, $2)', ['x', '20_0_0_0_0_0_000']],
  ['select format($1, 1)', ['%900000000s']],
  ['select array_fill(0, array[$1::int, $2::int])', ['90000', '90000']],
  ['select array_fill(0, $1::int[])', ['{90000,90000}']],
  ['select translate(repeat($3, $1::int), repeat($3, $2::int), $4)', ['200000', '6000', 'a', '']],
  ['select position($1 in repeat($2, $3::int))', [long, 'x', '1000000']],
  ['select replace(repeat($2, $3::int), $1, $2)', [long, 'x', '1000000']],
  ['select $1::int[] && $2::int[]', [list, list]],
  [
    'select (select array_agg(i) from generate_series(1, $1::int) i) && (select array_agg(-i) from generate_series(1, $1::int) i)',
    ['200000'],
  ],
  ["select to_date(repeat('1', $1), repeat('Q', $1))", ['300000']],
  ["select length(normalize('a' || repeat($1, $2::int), nfd))", ['\u0301\u0316', '300000']],
  ["select phraseto_tsquery('simple', repeat($1, $2::int))", ['a ', '200000']],
  ['select * from generate_series(1, $1::bigint)', ['9000000000000000000']],
  ["select * from generate_series('2000-01-01'::timestamp, $1, '1 second')", ['infinity']],
  ['explain analyze select repeat($1, $2::int)', ['x', '900000000']],
  // What is small by itself, three times over.
  ['select translate(repeat(repeat($1, $2::int), $3::int), repeat(repeat($1, $2::int), $3::int), $4)', ['a', '1000', '1000', '']],
];

const HONEST: readonly [sql: string, values: readonly (string | null)[]][] = [
  ['select title from books where title like $1 or title ilike $2', ['%harbour%', `%${'é'.repeat(2_000)}%`]],
  ['select * from books where id = any($1::int[])', [list]],
  ['insert into books (id, title) select * from unnest($1::int[], $2::text[])', [list, list]],
  ['select repeat($1, $2::int), lpad($3, 20), format($4, $3)', ['ab', '1000000', 'x', '%s and %20s']],
  ['select replace(title, $1, $2), split_part(title, $1, 2), translate(title, $1, $2) from books', [',', ';']],
  ['select * from generate_series($1::date, $2, $3::interval)', ['2020-01-01', '2030-01-01', '1 day']],
  ['select generate_series(1, $1::int)', ['1000000']],
  ['update books set title = $1 where title = $2', [long, null]],
  ['select array_fill($1::int, array[$2::int])', ['0', '1000']],
  ["select $1::jsonb @> $2::jsonb, jsonb_path_exists($1, '$.a[*] ? (@ > 1)')", ['{"a": [1, 2]}', '{"a": [1]}']],
  ['select to_tsvector($1) @@ plainto_tsquery($2)', [long, 'a lost ship']],
];

describe('with its bound values', () => {
  test.each(TOO_MUCH)('%s is refused', (sql, values) => {
    // Without them nothing says so.
    expect(guard(sql, OWNER).kind).toBe('allow');
    expect(judged(sql, values)).toBe('deny');
    expect(
      judged(
        sql,
        values.map((value) => value && '1'),
      ),
    ).toBe('allow');
  });

  test.each(HONEST)('%s is allowed', (sql, values) => expect(judged(sql, values)).toBe('allow'));

  test('values are not asked for where nothing hangs on their sizes', () => {
    const never = (): never => {
      throw new Error('They were asked for.');
    };
    for (const sql of ['select title from books where id = $1', 'update books set title = $1, year = $2 where id = $3'])
      expect(guard(sql, OWNER, never).kind).toBe('allow');
  });
});
