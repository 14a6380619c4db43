import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbeddedDatabase, type EmbeddedDatabase } from '../../src/engines/clickhouse/embedded-database.ts';
import { FULL_GROUPS, hasFullGroups } from '../../src/engines/clickhouse/full-groups.ts';
import type { ResultColumn } from '../../src/engines/engine.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';

describeWithClickHouse('aggregates of groups that are full', () => {
  let dir: string;
  let database: EmbeddedDatabase;
  const run = async (sql: string, settings = {}) =>
    await (await database.driver()).query({ sql, params: [] }, { readonly: true, maxRows: 100, settings });

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-clickhouse-groups-'));
    database = createEmbeddedDatabase({ dir, timeoutMs: 20_000, memoryBytes: 1024 ** 3, threads: 2 });
    const driver = await database.driver();
    for (const sql of [
      'CREATE TABLE t (k Nullable(String), n Nullable(Int64), m Int64, d Nullable(Decimal(38, 10)), f Float64, at Date32) ENGINE = MergeTree ORDER BY m',
      'CREATE TABLE nothing AS t',
      `INSERT INTO t VALUES ('a', 1, 1, 0.5, 1.5, '2026-01-01'), ('a', NULL, 2, NULL, nan, '2026-02-01'), ('b', NULL, 3, NULL, 2, '2026-01-15'),
        (NULL, NULL, 4, 2.25, -1, '2026-03-01'), (NULL, 9223372036854775807, 5, NULL, 0, '2026-03-02')`,
    ])
      await driver.exec({ sql, params: [] }, { readonly: false });
  });
  afterAll(async () => {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test.each(
    ['t', 'nothing'].flatMap((from) => [
      `SELECT k, count() AS c, count(n), sum(n), avg(n), min(n), max(n) FROM ${from} GROUP BY k ORDER BY k NULLS LAST`,
      `SELECT k, sum(m), avg(m), min(m), max(m), sum(d), avg(d), min(d), max(d) FROM ${from} GROUP BY k ORDER BY k NULLS LAST`,
      `SELECT toYear(at) AS y, toMonth(at) AS mo, min(f), max(f), round(sum(f), 2), min(at), max(at), min(k) FROM ${from} GROUP BY y, mo ORDER BY y, mo`,
      `SELECT sum(m) / count(n) AS share, max(m) - min(m) FROM ${from} GROUP BY k HAVING sum(m) > 1 ORDER BY share NULLS LAST`,
      `SELECT sum(m), max(f) FROM ${from} GROUP BY 'the same'`,
      `SELECT coalesce(k, 'none') AS name, sum(n) FROM ${from} WHERE m > 1 AND (n IS NULL OR n > 1) GROUP BY name ORDER BY name`,
    ]),
  )('are the same either way: %s', async (sql) => {
    expect(hasFullGroups(sql)).toBe(true);
    const [told, usual] = [await run(sql, FULL_GROUPS), await run(sql)];
    expect(told.rows).toEqual(usual.rows);
    // A type may say besides that there is always a value.
    const withoutNull = ({ type, ...column }: ResultColumn) => ({ ...column, type: type.replace(/^Nullable\((.+)\)$/, '$1') });
    expect(told.columns.map(withoutNull)).toEqual(usual.columns.map(withoutNull));
  });

  test('over no rows an aggregate is NULL all the same', async () => {
    const sql = 'SELECT sum(m), max(f) FROM nothing';
    expect(hasFullGroups(sql)).toBe(false);
    expect((await run(sql)).rows).toEqual([[null, null]]);
    expect((await run(sql, FULL_GROUPS)).rows).toEqual([[0, expect.anything()]]);
  });
});
