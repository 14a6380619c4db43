import type { Hostile } from './hostile.ts';
import { outcomeOf, post } from './tenant.ts';

const REFUSED = ['400 sql_rejected'];
/** It runs until a bound of the service or of the engine ends it, or waits its turn in vain. */
const BOUNDED = ['408 query_timeout', '422 query_too_expensive', '503 overloaded'];
const LARGE = ['413 result_too_large', '422 query_too_expensive', '408 query_timeout', '503 overloaded'];
const HARMLESS = ['200', '408 query_timeout', '503 overloaded'];

const sql = (name: string, expected: readonly string[], text: string, more: object = {}): Hostile => ({
  name,
  expected,
  attack: async (tenant, signal) => outcomeOf(await post(tenant, '/v1/run', { db: tenant.db, sql: text, ...more }, signal)),
});

const points = (count: number): string =>
  `(SELECT ('[' || string_agg('(' || i || ',' || i % 7 || ')', ',') || ']')::path FROM generate_series(1, ${count}) i)`;
const chain = (count: number): string =>
  `WITH ${Array.from({ length: count }, (_, index) => `c${index} AS (SELECT ${index === 0 ? '1 AS n' : `n + 1 AS n FROM c${index - 1}`})`).join(', ')} SELECT n FROM c${count - 1}`;

/** Statements that PostgreSQL does not end when it is asked to, that take what the machine has, or that change what a session is. */
export const STATEMENTS: readonly Hostile[] = [
  sql('translate with a long map', REFUSED, "SELECT length(translate(repeat('a', 500000), repeat('b', 20000), ''))"),
  sql('btrim with a long set', REFUSED, "SELECT length(btrim(repeat('a', 5000000), repeat('b', 20000) || 'a'))"),
  sql('position of a long needle', REFUSED, "SELECT position(repeat('a', 200000) || 'b' IN repeat('a', 20000000))"),
  sql('replace of a long needle', REFUSED, "SELECT length(replace(repeat('a', 20000000), repeat('a', 200000) || 'b', 'c'))"),
  sql('split_part by a long needle', REFUSED, "SELECT split_part(repeat('a', 20000000), repeat('a', 200000) || 'b', 1)"),
  sql('normalize of much', REFUSED, "SELECT length(normalize(repeat(U&'\\0061\\0301', 20000000), NFD))"),
  sql(
    'arrays that overlap',
    REFUSED,
    'SELECT (SELECT array_agg(i) FROM generate_series(1, 200000) i) && (SELECT array_agg(-i) FROM generate_series(1, 200000) i)',
  ),
  sql(
    'arrays that contain',
    REFUSED,
    'SELECT (SELECT array_agg(i) FROM generate_series(1, 200000) i) <@ (SELECT array_agg(i + 1) FROM generate_series(1, 200000) i)',
  ),
  sql(
    'documents that contain',
    REFUSED,
    'SELECT (SELECT jsonb_agg(i) FROM generate_series(1, 100000) i) @> (SELECT jsonb_agg(-i) FROM generate_series(1, 100000) i)',
  ),
  sql('distance of two paths', REFUSED, `SELECT ${points(30000)} <-> ${points(30000)}`),
  sql('1,500 chained expressions', REFUSED, chain(1_500)),
  sql(
    'a product of three series',
    BOUNDED,
    'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b WHERE a * b < 0',
  ),
  sql('an endless recursion', BOUNDED, 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'),
  sql('an endless series', [...REFUSED, ...BOUNDED], "SELECT count(*) FROM generate_series(1, 'infinity'::numeric)"),
  sql(
    'an endless series of instants',
    [...REFUSED, ...BOUNDED],
    "SELECT count(*) FROM generate_series(timestamp '2000-01-01', 'infinity', interval '1 second')",
  ),
  sql('a series of 9 * 10^18 numbers', REFUSED, 'SELECT count(*) FROM generate_series(1, 9000000000000000000) i'),
  sql('a sort of much', BOUNDED, 'SELECT md5(i::text) FROM generate_series(1, 20000000) i ORDER BY 1 LIMIT 5'),
  sql('one large value', REFUSED, "SELECT repeat('x', 900000000)"),
  sql('many large values', LARGE, "SELECT repeat('x', 1000000) FROM generate_series(1, 1000)"),
  sql('nested empty objects as one document', REFUSED, "SELECT ('[' || repeat('{},', 20000000) || '{}]')::json AS bomb"),
  sql(
    'a cell of a hundred thousand nested arrays',
    [...REFUSED, ...LARGE, '200', '409 invalid_value'],
    "SELECT (repeat('[', 3000) || repeat(']', 3000))::json AS deep, (repeat('[', 100000) || repeat(']', 100000))::text AS deeper",
  ),
  sql(
    'fifteen megabytes of documents',
    ['200', ...LARGE],
    "SELECT ('[' || repeat('{},', 5000) || '{}]')::json AS bomb FROM generate_series(1, 900)",
  ),
  sql('quotes to escape', REFUSED, "SELECT repeat('\"', 30000000) AS bomb"),
  sql(
    'ten thousand wide rows',
    ['200', ...LARGE],
    `SELECT ${Array.from({ length: 200 }, (_, index) => `i AS c${index}`).join(', ')} FROM generate_series(1, 10000) i`,
    { maxRows: 10_000 },
  ),
  sql('a pattern that backtracks', HARMLESS, "SELECT repeat('a', 100000) ~ '(a|aa)+$b'"),
  sql('a number of many digits', HARMLESS, 'SELECT length((2::numeric ^ 400000)::text)'),
  sql('a sleep', REFUSED, 'SELECT pg_sleep(60)'),
  sql('a setting', REFUSED, 'SET statement_timeout = 0'),
  sql('a setting of memory', REFUSED, "SET work_mem = '900MB'"),
  sql('a setting by a function', REFUSED, "SELECT set_config('statement_timeout', '0', false)"),
  sql("a login's own setting", REFUSED, 'ALTER ROLE CURRENT_USER SET default_transaction_read_only = on'),
  sql('a subscription', REFUSED, 'LISTEN svc'),
  sql('a notification', REFUSED, "NOTIFY svc, 'hello'"),
  sql('names of logins by a cast', REFUSED, 'SELECT i::oid::regrole FROM generate_series(10, 20000) i'),
  sql('a lock', REFUSED, 'SELECT pg_advisory_lock(1)'),
  sql('a program of the server', REFUSED, "COPY items TO PROGRAM 'cat'"),
  sql('a value that nobody gave', REFUSED, 'SELECT $1'),
  sql('a nest of parentheses', REFUSED, `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`),
  sql(
    'an insert of 200 MB',
    ['200', '408 query_timeout', '503 overloaded', '507 storage_full'],
    'INSERT INTO items (name) SELECT repeat(md5(i::text), 3125) FROM generate_series(1, 2000) i',
  ),
];
