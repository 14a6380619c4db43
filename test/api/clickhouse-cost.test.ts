import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { BEANS, sessionOf, type TestSession } from '../support/session.ts';

const LIMIT = 20_000;

describeWithClickHouse('what would read too many rows of ClickHouse is not run', () => {
  let dir: string;
  let service: TestService;
  let session: TestSession;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-clickhouse-cost-'));
    chmodSync(dir, 0o755);
    service = await startService({ SVC_DATA_DIR: dir, SVC_CLICKHOUSE: 'on', SVC_CLICKHOUSE_MAX_READ_ROWS: String(LIMIT) });
    const made = await send(service, 'POST', '/v1/databases', { body: { goal: BEANS, engine: 'clickhouse' }, key: 'made' });
    session = sessionOf(service, String(made.headers.get('x-svc-anonymous-token')), String(made.json().dbId));
    for (const [table, count] of [
      ['payments', 30_000],
      ['orders', 15_000],
      ['invoices', 15_000],
      ['refunds', 10],
    ] as const)
      await insert(table, count);
  });
  afterAll(async () => {
    await service?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const insert = async (table: string, count: number) => {
    for (let from = 0; from < count; from += LIMITS.insertMaxRows) {
      const rows = Array.from({ length: Math.min(count - from, LIMITS.insertMaxRows) }, (_, n) => ({ id: from + n, amount: n % 100 }));
      const reply = await session.post('/v1/insert', { db: session.db, table, rows });
      expect(reply.status, reply.text).toBe(200);
    }
  };
  const counts = () =>
    session.rows(
      'SELECT (SELECT count() FROM payments) AS l, (SELECT count() FROM refunds) AS s, (SELECT count() FROM orders) AS m, (SELECT sum(amount) FROM refunds) AS v',
    );
  const refused = (reply: { status: number; text: string; json: () => Record<string, unknown> }) => {
    const { code, params } = reply.json().error as { code: string; params: { estimate: number; limit: number } };
    expect([reply.status, code, params.limit], reply.text).toEqual([422, 'query_too_expensive', LIMIT]);
    expect(params.estimate, reply.text).toBeGreaterThan(LIMIT);
  };

  test('a read of one table that is too large, and of two that are together', async () => {
    refused(await session.run('SELECT sum(amount) AS n FROM payments'));
    refused(await session.run('SELECT sum(m.amount) AS n FROM orders m JOIN invoices o ON m.id = o.id'));
  });

  test('a write, its preview and one in English', async () => {
    const before = await counts();
    for (const sql of [
      'INSERT INTO refunds (id, amount) SELECT id, amount FROM payments',
      'INSERT INTO refunds (id, amount) (SELECT id, amount FROM payments)',
      'INSERT INTO refunds (id, amount) WITH x AS (SELECT * FROM payments) SELECT id, amount FROM x',
      'WITH x AS (SELECT * FROM payments) INSERT INTO refunds (id, amount) SELECT id, amount FROM x',
      'INSERT INTO refunds (id, amount) SELECT m.id, m.amount FROM orders m JOIN invoices o ON m.id = o.id',
      'UPDATE payments SET amount = 1 WHERE amount > 5',
      'DELETE FROM payments WHERE amount > 5',
      'DELETE FROM refunds WHERE id IN (SELECT id FROM payments)',
    ])
      refused(await session.run(sql));
    for (const sql of [
      'INSERT INTO refunds (id, amount) SELECT id, amount FROM payments',
      'INSERT INTO refunds (id, amount) SELECT m.id, m.amount FROM orders m JOIN invoices o ON m.id = o.id',
      'UPDATE payments SET amount = 1 WHERE amount > 5',
      'DELETE FROM payments WHERE amount > 5',
    ])
      refused(await session.ask('what it says', { sql }));
    refused(await session.ask('set amount to 1 for payments where amount is 5'));
    refused(await session.ask('delete payments where amount is 5'));
    expect(await counts()).toEqual(before);
  });

  test('a confirm of what was small enough when it was shown', async () => {
    const goal = 'delete orders where amount is 5';
    const shown = await session.ask(goal);
    expect(shown.json(), shown.text).toMatchObject({ status: 'requires_confirm', diff: { affectedRows: 150 } });
    await insert('orders', 15_000);
    const before = await counts();
    refused(await session.ask(goal, { confirm: true }));
    expect(await counts()).toEqual(before);
  });

  test('what reads few rows is written', async () => {
    expect((await session.run('INSERT INTO refunds (id, amount) SELECT id + 100, amount FROM refunds')).json()).toMatchObject({
      rowCount: 10,
    });
    expect((await session.run("INSERT INTO refunds (id, amount) VALUES (1000, 'select' = '')")).json()).toMatchObject({ rowCount: 1 });
    expect((await session.run('UPDATE refunds SET amount = 7 WHERE id = 1000')).json()).toMatchObject({ rowCount: 1 });
    expect((await session.run('DELETE FROM refunds WHERE id IN (SELECT id FROM refunds WHERE id >= 100)')).json()).toMatchObject({
      rowCount: 11,
    });
    expect((await session.ask('set amount to 50 for refunds where id is 3')).json()).toMatchObject({ status: 'requires_confirm' });
    expect((await session.ask('set amount to 50 for refunds where id is 3', { confirm: true })).json()).toMatchObject({ rowCount: 1 });
    const sql = 'INSERT INTO refunds (id, amount) SELECT id + 200, amount FROM refunds WHERE id < 5';
    expect((await session.ask('copy some', { sql })).json()).toMatchObject({ status: 'requires_confirm', diff: { affectedRows: 5 } });
    expect((await session.ask('copy some', { sql, confirm: true })).json()).toMatchObject({ rowCount: 5 });
    expect(await counts()).toMatchObject([{ s: 15, v: 149 }]);
  });
});
