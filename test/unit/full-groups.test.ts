import { expect, test } from 'vitest';
import { hasFullGroups } from '../../src/engines/clickhouse/full-groups.ts';

test.each([
  'SELECT kind, count() AS c, sum(amount) AS s, avg(n) AS a FROM numbers_of GROUP BY kind ORDER BY kind',
  "SELECT round(max(n), 2) FROM t WHERE name = 'sum over (distinct' AND (a OR b) GROUP BY toStartOfMonth(at) HAVING count(*) > 1",
  'SELECT "over", min(x) FROM "select" GROUP BY "over"',
  "select sum(n) from t where name = 'it''s' group by (a, b)",
])('groups are full: %s', (sql) => expect(hasFullGroups(sql)).toBe(true));

test.each([
  ['no groups', 'SELECT sum(n) FROM t'],
  ['one group of all', 'SELECT sum(n) FROM t GROUP BY ()'],
  ['or none', 'SELECT sum(n) FROM t GROUP BY ALL'],
  ['a subquery without groups', 'SELECT k, max((SELECT sum(n) FROM t)) FROM t GROUP BY k'],
  ['a named one', 'WITH s AS (SELECT 1) SELECT k, sum(n) FROM t GROUP BY k'],
  ['groups in a comment', 'SELECT sum(n) FROM t -- GROUP BY k'],
  ['and in another', 'SELECT sum(n) FROM t /* GROUP BY k */'],
  ['groups in a text', "SELECT sum(n) FROM t WHERE k = 'group by'"],
  ['a text that is not understood', "SELECT k, sum(n) FROM t WHERE k = 'a\\'' GROUP BY k"],
  ['totals', 'SELECT k, sum(n) FROM t GROUP BY k WITH TOTALS'],
  ['an empty grouping set', 'SELECT k, sum(n) FROM t GROUP BY GROUPING SETS ((k), ())'],
  ['a rollup', 'SELECT k, sum(n) FROM t GROUP BY ROLLUP(k)'],
  ['a condition of its own', 'SELECT k, sum(n) FILTER (WHERE n > 1) FROM t GROUP BY k'],
  ['the same by name', 'SELECT k, sumIf(n, n > 1) FROM t GROUP BY k'],
  ['by a quoted name', 'SELECT k, "sumIf"(n, n > 1) FROM t GROUP BY k'],
  ['a frame that may be empty', 'SELECT k, sum(sum(n)) OVER (ORDER BY k ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING) FROM t GROUP BY k'],
  ['distinct values', 'SELECT k, count(DISTINCT n) FROM t GROUP BY k'],
  ['an aggregate that says 0 of NULLs alone', 'SELECT k, uniq(n) FROM t GROUP BY k'],
  ['one of several values', 'SELECT k, groupArray(n) FROM t GROUP BY k'],
  ['one with parameters', 'SELECT k, quantile(0.5)(n) FROM t GROUP BY k'],
  ['a function that nobody knows', 'SELECT k, own(n) FROM t GROUP BY k'],
])('not told of %s', (_what, sql) => expect(hasFullGroups(sql)).toBe(false));
