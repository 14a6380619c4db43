import type { Hostile } from './hostile.ts';
import { mixturesOf, NO_TURN, outcomeOf, post, together } from './tenant.ts';

const REFUSED = ['400 sql_rejected'];
/** The guard lets it pass; PostgreSQL does not. */
const REFUSED_BY_ENGINE = ['400 sql_rejected'];
/** It runs until a bound of the service or of the engine ends it. */
const BOUNDED = ['408 query_timeout', '422 query_too_expensive'];
const LARGE = ['413 result_too_large', '422 query_too_expensive', '408 query_timeout'];
const HARMLESS = ['200', '408 query_timeout'];

/** What the guard refuses waits for no turn. */
const sql = (name: string, expected: readonly string[], text: string, more: object = {}): Hostile => ({
  name,
  expected,
  ...(expected === REFUSED ? {} : { inCrowd: NO_TURN }),
  attack: async (tenant, signal) => outcomeOf(await post(tenant, '/v1/run', { db: tenant.db, sql: text, ...more }, signal)),
});

/** Its length is bound, and written in a way that the guard cannot read. */
const bound = (name: string, expected: readonly string[], text: string, length: number): Hostile =>
  sql(name, expected, text, { params: [length] });

const ranges = (step: number): string =>
  `(SELECT range_agg(int4range(i * ${step}, i * ${step} + 1)) FROM generate_series(1, abs($1::int)) i)`;
const points = (count: number): string =>
  `(SELECT ('[' || string_agg('(' || i || ',' || i % 7 || ')', ',') || ']')::path FROM generate_series(1, ${count}) i)`;
const chain = (count: number): string =>
  `WITH ${Array.from({ length: count }, (_, index) => `c${index} AS (SELECT ${index === 0 ? '1 AS n' : `n + 1 AS n FROM c${index - 1}`})`).join(', ')} SELECT n FROM c${count - 1}`;

/** A part in another, so many times. */
const wrapped = (times: number, part: string, around: (part: string) => string): string =>
  times === 0 ? part : wrapped(times - 1, around(part), around);
const each = (count: number, part: (n: number) => string): string => Array.from({ length: count }, (_, n) => part(n)).join(', ');

/** Its lengths are calculated, so that the guard cannot read them: ten seconds of a processor alone, without a look for a cancel. */
const UNENDABLE = { sql: "SELECT length(translate(repeat('a', abs($1::int)), repeat('b', abs($2::int)), ''))", params: [200_000, 6_000] };

/** Statements that PostgreSQL does not end when it is asked to, that take what the machine has, or that change what a session is. */
export const STATEMENTS: readonly Hostile[] = [
  {
    name: 'forty statements that cannot be ended',
    expected: ['408 query_timeout + 503 overloaded'],
    inCrowd: NO_TURN,
    attack: (tenant, signal) => together(40, async () => outcomeOf(await post(tenant, '/v1/run', { db: tenant.db, ...UNENDABLE }, signal))),
  },
  sql('translate with a long map', REFUSED, "SELECT length(translate(repeat('a', 500000), repeat('b', 20000), ''))"),
  sql('btrim with a long set', REFUSED, "SELECT length(btrim(repeat('a', 5000000), repeat('b', 20000) || 'a'))"),
  sql('position of a long needle', REFUSED, "SELECT position(repeat('a', 200000) || 'b' IN repeat('a', 20000000))"),
  sql('replace of a long needle', REFUSED, "SELECT length(replace(repeat('a', 20000000), repeat('a', 200000) || 'b', 'c'))"),
  sql('split_part by a long needle', REFUSED, "SELECT split_part(repeat('a', 20000000), repeat('a', 200000) || 'b', 1)"),
  sql('normalize of much', REFUSED, "SELECT length(normalize(repeat(U&'\\0061\\0301', 20000000), NFD))"),
  sql(
    'normalize of marks that are out of order',
    REFUSED,
    "SELECT length(normalize('a' || repeat(U&'\\0301', 200000) || repeat(U&'\\0316', 200000), NFD))",
  ),
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
  sql('distance of two polygons', REFUSED, "SELECT polygon(50000, '((0,0),2)'::circle) <-> polygon(50000, '((9,0),2)'::circle)"),
  sql('a date of many parts', REFUSED, "SELECT to_date(repeat('1', 1000000), repeat('Q', 1000000))"),
  bound(
    'a date of many parts, of a length that is bound',
    BOUNDED,
    "SELECT to_date(repeat('1', abs($1::int)), repeat('Q', abs($1::int)))",
    300_000,
  ),
  sql(
    'the rank of ten thousand words',
    REFUSED,
    "SELECT ts_rank((SELECT array_to_tsvector(array_agg(i::text)) FROM generate_series(1, 10000) i), (SELECT string_agg(i::text, ' & ')::tsquery FROM generate_series(1, 10000) i))",
  ),
  bound('a text of marks to sort', BOUNDED, "SELECT length(normalize('a' || repeat(U&'\\0301\\0316', abs($1::int)), NFD))", 300_000),
  bound(
    'a pattern held against every place',
    BOUNDED,
    "SELECT repeat('a', abs($1::int)) LIKE '%' || repeat('a', 30000) || 'b%'",
    3_000_000,
  ),
  sql(
    'columns that are equated a thousand times',
    REFUSED,
    `SELECT count(*) FROM items a, items b WHERE ${Array.from({ length: 1_000 }, (_, n) => `a.id + ${n} = b.id + ${n}`).join(' AND ')}`,
  ),
  sql(
    'documents asked for every level of every level',
    BOUNDED,
    "SELECT count(*) FROM jsonb_path_query((SELECT jsonb_agg(jsonb_build_array(i, i, i)) FROM generate_series(1, 20000) i), '$.**.**.**')",
  ),
  sql(
    'sequences that a path compares',
    REFUSED,
    "SELECT jsonb_path_match((SELECT jsonb_agg(i) FROM generate_series(1, 100000) i), '$[*] == $x[*]', jsonb_build_object('x', (SELECT jsonb_agg(-i) FROM generate_series(1, 100000) i)))",
  ),
  sql(
    'a headline of many words',
    REFUSED,
    "SELECT ts_headline((SELECT string_agg('w' || i, ' ') FROM generate_series(1, 90000) i), (SELECT string_agg('q' || i, ' | ')::tsquery FROM generate_series(1, 20000) i))",
  ),
  sql(
    'arrays that overlap, gathered from a product',
    REFUSED,
    'SELECT (SELECT array_agg(a * b) FROM generate_series(1, 1000) a, generate_series(1, 1000) b) && (SELECT array_agg(-a) FROM generate_series(1, 1000) a, generate_series(1, 1000) b)',
  ),
  sql(
    'a text that doubles, and is searched for itself',
    REFUSED,
    "WITH RECURSIVE r(n, t) AS (SELECT 1, 'ab' UNION ALL SELECT n + 1, t || t FROM r WHERE n < 22) SELECT translate(t, t, '') FROM r WHERE n = 22",
  ),
  sql(
    'five hundred digests of long texts in one row',
    REFUSED,
    `SELECT ${Array.from({ length: 500 }, (_, n) => `md5(repeat('${n}', 2500000))`).join(', ')}`,
  ),
  {
    name: 'sixteen sorts of much at once',
    // They are their sender's crowd, also alone: one owner has half of the memory turns of this machine, and what waits longest is turned away.
    expected: mixturesOf(BOUNDED, NO_TURN),
    inCrowd: NO_TURN,
    attack: (tenant, signal) =>
      together(16, async () =>
        outcomeOf(
          await post(
            tenant,
            '/v1/run',
            { db: tenant.db, sql: 'SELECT count(*) FROM (SELECT md5(i::text) AS m FROM generate_series(1, 20000000) i ORDER BY 1) s' },
            signal,
          ),
        ),
      ),
  },
  sql('a text of a length that is bound', REFUSED, 'SELECT repeat($1, $2)', { params: ['x'.repeat(1_000), 900_000] }),
  sql('a translation of lengths that are bound', REFUSED, "SELECT length(translate(repeat('a', $1::int), repeat('b', $2::int), ''))", {
    params: [200_000, 6_000],
  }),
  sql('documents that contain, bound', REFUSED, 'SELECT $1::jsonb @> $2::jsonb', {
    params: [Array.from({ length: 30_000 }, (_, n) => n), Array.from({ length: 30_000 }, (_, n) => -n)],
  }),
  sql('an array of bound dimensions', REFUSED, 'SELECT cardinality(array_fill(0, $1::int[]))', { params: [[90_000, 90_000]] }),
  sql(
    'an array that doubles',
    REFUSED,
    'WITH RECURSIVE r(a) AS (SELECT ARRAY[1] UNION ALL SELECT a || a FROM r) SELECT max(cardinality(a)) FROM r',
  ),
  sql(
    'a text that doubles by way of a query beside it',
    LARGE,
    "WITH RECURSIVE r(t) AS (SELECT 'ab' UNION ALL SELECT x.v FROM r, LATERAL (SELECT r.t || r.t AS v) x) SELECT max(length(t)) FROM r",
  ),
  sql(
    'numbers that square',
    ['409 invalid_value', ...LARGE],
    'WITH RECURSIVE r(n) AS (SELECT 2::numeric UNION ALL SELECT n * n FROM r) SELECT count(n) FROM r',
  ),
  sql('a pattern with a reference back', HARMLESS, "SELECT regexp_matches(repeat('a', 30000), '(a+)(a+)(a+)\\1\\2\\3$')"),
  sql(
    'a list of words deleted from a vector',
    [...HARMLESS, ...LARGE],
    "SELECT ts_delete(to_tsvector(string_agg(md5(i::text), ' ')), array_agg(md5(i::text))) IS NULL FROM generate_series(1, 30000) i",
  ),
  sql('transactions of everybody', REFUSED, 'SELECT max(xmin::text::bigint) FROM items'),
  sql('as long a statement as is judged apart', REFUSED_BY_ENGINE, `SELECT 1${',id LIKE id'.repeat(2_700)} FROM items LIMIT 1`),
  sql('sixty thousand names', REFUSED, `SELECT id${',id'.repeat(20_000)} FROM items`),
  sql('a list of thirty thousand, and a word that has it scanned', REFUSED, `SELECT 1 AS "set" WHERE 1 IN (${'1,'.repeat(30_000)}1)`),
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
  sql(
    'elements taken from a document by pairs',
    REFUSED,
    'SELECT (SELECT jsonb_agg(i::text) FROM generate_series(1, 30000) i) - (SELECT array_agg(i::text) FROM generate_series(1, 30000) i)',
  ),
  sql('a query of ten thousand negations', REFUSED_BY_ENGINE, "SELECT (repeat('!', 10000) || 'a')::tsquery"),
  bound('a phrase of two hundred thousand words', BOUNDED, "SELECT phraseto_tsquery('simple', repeat('a ', abs($1::int)))", 200_000),
  bound(
    'an array of fifty million elements',
    ['200', ...LARGE],
    'SELECT cardinality(array_remove(array_fill(0, ARRAY[abs($1::int)]), 1))',
    50_000_000,
  ),
  bound(
    'a document of two million parts',
    ['200', ...LARGE],
    "SELECT json_strip_nulls(('[' || repeat('{},', abs($1::int)) || '1]')::json) ->> 0",
    2_000_000,
  ),
  bound('a text of a gigabyte', LARGE, "SELECT length(lpad('a', abs($1::int), 'bc'))", 1_000_000_000),
  bound('a format that repeats', LARGE, "SELECT length(format(repeat('%1$s', abs($1::int)), repeat('x', 100000)))", 10_000),
  bound(
    'polygons with many corners',
    REFUSED,
    "SELECT polygon(abs($1::int), '((0,0),2)'::circle) @> polygon(abs($1::int), '((0,0),1)'::circle)",
    30_000,
  ),
  bound(
    'multiplied numbers of many digits',
    [...HARMLESS, '409 invalid_value'],
    "SELECT repeat('9', abs($1::int))::numeric * repeat('7', abs($1::int))::numeric",
    130_000,
  ),
  bound('ranges taken from ranges', ['200', ...LARGE], `SELECT isempty(${ranges(2)} - ${ranges(3)})`, 300_000),
  // One of them ends in time on a fast machine.
  sql('factorials', BOUNDED, 'SELECT length(factorial(32177)::text) + length(factorial(32176)::text) + length(factorial(32175)::text)'),
  sql(
    'a text gathered from a product',
    LARGE,
    "SELECT length(string_agg('xxxxxxxxxx', '')) FROM generate_series(1, 10000) a, generate_series(1, 10000) b",
  ),
  sql(
    'rows of rows of rows',
    BOUNDED,
    'SELECT count(*) FROM generate_series(1, 1000) a, LATERAL generate_series(1, a) b, LATERAL generate_series(1, b) c, LATERAL generate_series(1, c) d',
  ),
  sql(
    'wide window frames',
    BOUNDED,
    'SELECT max(s) FROM (SELECT max(i::text) OVER (ORDER BY i ROWS BETWEEN 50000 PRECEDING AND 50000 FOLLOWING) AS s FROM generate_series(1, 100000) i) x',
  ),
  sql(
    'a cube of twelve',
    BOUNDED,
    `SELECT count(*) FROM (SELECT 1 FROM generate_series(1, 1000) a(a) GROUP BY CUBE (${Array.from({ length: 12 }, (_, n) => `a + ${n}`).join(', ')})) x`,
  ),
  sql(
    'a recursion that doubles',
    BOUNDED,
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r, generate_series(1, 2)) SELECT count(*) FROM r',
  ),
  sql('an analysed product', BOUNDED, 'EXPLAIN ANALYZE SELECT count(*) FROM generate_series(1, 50000) a, generate_series(1, 50000) b'),
  sql(
    'three thousand conditions',
    REFUSED,
    `SELECT 1 FROM items WHERE ${Array.from({ length: 3_000 }, (_, n) => `id = ${n}`).join(' OR ')}`,
  ),
  sql(
    'two thousand conditions',
    HARMLESS,
    `SELECT 1 FROM items WHERE ${Array.from({ length: 2_000 }, (_, n) => `id = ${n}`).join(' OR ')}`,
  ),
  sql('eight thousand columns to sort by', [...HARMLESS, ...REFUSED_BY_ENGINE], `SELECT 1 FROM items ORDER BY id${',id'.repeat(8_000)}`),
  sql('five thousand comments', [...HARMLESS], `SELECT 1 AS "set"${'--\n'.repeat(4_900)}`),
  sql('a list of eight thousand', HARMLESS, `SELECT 1 WHERE 1 IN (${Array.from({ length: 8_000 }, (_, n) => n + 2).join(',')})`),
  sql(
    'a hundred outer joins',
    [...HARMLESS, ...BOUNDED],
    `SELECT count(*) FROM items a0 ${Array.from({ length: 100 }, (_, n) => `FULL JOIN items a${n + 1} USING (id)`).join(' ')}`,
  ),
  sql(
    'views of the catalogue by each other',
    [...HARMLESS, ...BOUNDED],
    'SELECT count(*) FROM information_schema.columns a, information_schema.columns b',
  ),
  sql(
    'long values, ninety-nine of them',
    HARMLESS,
    `SELECT length(concat(${Array.from({ length: 99 }, (_, n) => `$${n + 1}::text`).join(', ')}))`,
    {
      params: Array.from({ length: 99 }, () => 'x'.repeat(9_000)),
    },
  ),
  sql(
    'a column that thirty subqueries double',
    REFUSED,
    `SELECT r FROM ${wrapped(30, '(SELECT id AS r FROM items) q', (part) => `(SELECT r + r AS r FROM ${part}) q`)}`,
  ),
  sql(
    'a column that thirty queries of a WITH double',
    REFUSED,
    `WITH c0 AS (SELECT id AS r FROM items), ${each(30, (n) => `c${n + 1} AS (SELECT r + r AS r FROM c${n})`)} SELECT r FROM c30`,
  ),
  sql('BETWEEN of BETWEEN of BETWEEN', REFUSED, `SELECT ${wrapped(28, 'id', (part) => `(${part} BETWEEN 0 AND 1)::int`)} FROM items`),
  sql(
    'lists of what is calculated, in each other',
    REFUSED,
    `SELECT ${wrapped(26, 'id', (part) => `(${part} IN (id, id + 1))::int`)} FROM items`,
  ),
  sql('stars of rows of stars of rows', REFUSED, `SELECT ${wrapped(26, 'ROW(1, 2)', (part) => `ROW((${part}).*)`)}`),
  sql('five hundred texts that are filled up', REFUSED, `SELECT ${each(500, () => "length(''::char(9999999))")}`),
  sql(
    'three hundred functions to read from',
    [...HARMLESS, ...BOUNDED],
    `SELECT count(*) FROM ${each(290, (n) => `unnest(ARRAY[1]) u${n}(x)`)}`,
  ),
  sql(
    'seven hundred windows',
    [...HARMLESS, ...BOUNDED],
    `SELECT ${each(700, (n) => `row_number() OVER (ORDER BY id + ${n})`)} FROM items`,
  ),
  sql(
    'numbers of many digits, multiplied again and again',
    [...BOUNDED, ...LARGE],
    `SELECT ${Array.from({ length: 500 }, () => 'x * y').join(' + ')} FROM (SELECT repeat('3', 60000)::numeric AS x, repeat('7', 60000)::numeric AS y OFFSET 0) q`,
  ),
  sql(
    'patterns that rows were gathered into',
    BOUNDED,
    "SELECT x LIKE ANY (a) FROM (SELECT (SELECT string_agg('ab', '') FROM generate_series(1, 50000)) AS x, (SELECT array_agg('%aab%' || i) FROM generate_series(1, 100000) i) AS a OFFSET 0) q",
  ),
  sql(
    'arrays that grow in a window',
    [...BOUNDED, ...LARGE],
    'SELECT max(cardinality(a)) FROM (SELECT array_agg(i) OVER (ORDER BY i) AS a FROM generate_series(1, 100000) i) x',
  ),
  sql(
    'a document printed with indents',
    [...LARGE, '200'],
    "SELECT length(jsonb_pretty((repeat('[', 1000) || repeat('1,', 200000) || '1' || repeat(']', 1000))::jsonb))",
  ),
  sql('a name of sixty thousand letters', REFUSED_BY_ENGINE, `SELECT "${'ü'.repeat(60_000)}" FROM items`),
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
    ['200', '408 query_timeout', '409 quota_exceeded', '507 storage_full'],
    'INSERT INTO items (name) SELECT repeat(md5(i::text), 3125) FROM generate_series(1, 2000) i',
  ),
];
