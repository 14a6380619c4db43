import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliUser, createCliUser } from '../support/cli.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { type ClickHouseCustomer, newClickHouseCustomer } from '../support/clickhouse-customer.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { HOSTS, type Host } from '../support/mcp.ts';

const SHOP = [
  'CREATE DATABASE shop',
  `CREATE TABLE shop.orders (id UInt64, city String, total Decimal(10, 2)) ENGINE = MergeTree ORDER BY id
     SETTINGS non_replicated_deduplication_window = 100`,
  "INSERT INTO shop.orders VALUES (1, 'Porto', 20), (2, 'Lisbon', 200), (3, 'Porto', 5)",
];

/** What agents and the command line make of a customer's ClickHouse; how it is spoken to is in test/api/connect-clickhouse.test.ts. */
describeWithClickHouse('a connected ClickHouse', () => {
  let shop: ClickHouseCustomer;
  let owned: OwnedService;
  let host: Host;
  let user: CliUser;
  beforeAll(async () => {
    shop = await newClickHouseCustomer();
    for (const statement of SHOP) await shop.sql(statement);
    await shop.login('reader', ['SELECT ON shop.*'], 'readonly = 2');
    await shop.login('writer', [
      'SELECT, INSERT, ALTER UPDATE, ALTER DELETE ON shop.*',
      ...['parts', 'mutations', 'tables', 'processes'].map((table) => `SELECT ON system.${table}`),
    ]);
    owned = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' }, { trustedCertificates: shop.certificate });
    host = await HOSTS['the 2.x client over HTTP']({ url: owned.service.url, token: owned.owner.token });
    user = await createCliUser(owned.service.url);
    expect(await user.onPipe(['db', 'connect', 'Their shop'], { input: `${shop.url('reader')}\n` })).toMatchObject({ code: 0 });
    expect(await user.onPipe(['db', 'connect', '--write', '--name', 'Our shop'], { input: `${shop.url('writer')}\n` })).toMatchObject({
      code: 0,
    });
  });
  afterAll(async () => {
    await host?.close();
    await owned?.home.close();
    await shop?.close();
  });

  test('is listed, described, asked and read by svc', async () => {
    expect((await user.onPipe(['db', 'list'])).stdout).toMatch(/their_shop.*clickhouse.*connected/);
    expect((await user.onPipe(['schema', '--db', 'their_shop'])).stdout).toMatch(/orders/);
    const asked = await user.onPipe(['ask', '--json', '--db', 'their_shop', 'how many orders per city?']);
    expect(JSON.parse(asked.stdout), asked.stderr).toMatchObject({ kind: 'query', rowCount: 2, trace: { engine: 'clickhouse' } });
    const run = await user.onPipe(['run', '--json', '--db', 'their_shop', 'SELECT sum(total) AS s FROM orders']);
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ data: [{ s: 225 }] });
  });

  test('that was connected to be read takes no write of either', async () => {
    // By whose URL it is, the writes are nobody's to do; of a statement its text is what is refused.
    for (const [code, args] of [
      [6, ['ask', '--db', 'their_shop', 'delete the orders with city Porto']],
      [1, ['run', '--db', 'their_shop', 'DELETE FROM orders WHERE id = 1']],
    ] as const)
      expect(await user.onPipe(args), args.join(' ')).toMatchObject({ code, stderr: expect.stringContaining('connected to be read') });
    const inserted = await user.onPipe(['insert', '--db', 'their_shop', 'orders'], { input: 'id,city,total\n4,Faro,1\n' });
    expect(inserted).toMatchObject({ code: 6, stderr: expect.stringContaining('connected to be read') });
    const { db } = await dbOf('their_shop');
    for (const [tool, input] of [
      ['insert', { table: 'orders', rows: [{ id: 4, city: 'Faro', total: 1 }] }],
      ['run', { sql: 'DELETE FROM orders WHERE id = 1' }],
      ['ask', { goal: 'delete the orders with city Porto' }],
    ] as const) {
      const refused = await host.call(tool, { db, ...input });
      expect([refused.isError, refused.structured.error], refused.text).toMatchObject([
        true,
        expect.stringMatching(/^(forbidden|sql_rejected)$/),
      ]);
      expect(refused.text, tool).toContain('connected to be read');
    }
    expect((await shop.sql('SELECT count() FROM shop.orders FORMAT TSV')).trim()).toBe('3');
  });

  test('is filled, and changed as it was shown, by an agent', async () => {
    const { db } = await dbOf('our_shop');
    expect((await host.call('ask', { db, goal: 'what is the total of orders per city?' })).structured).toMatchObject({ rowCount: 2 });
    const rows = [
      { id: 11, city: 'Faro', total: 7 },
      { id: 12, city: 'Faro', total: 8 },
    ];
    const filled = await host.call('insert', { db, table: 'orders', rows });
    expect(filled.structured, filled.text).toMatchObject({ inserted: 2 });
    const shown = await host.call('ask', { db, goal: 'set total to 9 for orders where city is Faro' });
    expect(shown.structured, shown.text).toMatchObject({ kind: 'preview', diff: { affectedRows: 2 } });
    expect((await host.send(shown)).structured).toMatchObject({ kind: 'write', rowCount: 2 });
    const gone = await host.call('run', { db, sql: 'DELETE FROM orders WHERE id = 12' });
    expect((await host.send(gone)).structured).toMatchObject({ kind: 'write', rowCount: 1 });
    expect((await host.call('run', { db, sql: "SELECT id, total FROM orders WHERE city = 'Faro'" })).structured.rows).toEqual([[11, 9]]);
    // Nothing is made in somebody else's database.
    const made = await host.call('insert', { db, table: 'visits', rows: [{ id: 1 }] });
    expect([made.isError, made.structured.error], made.text).toEqual([true, 'schema_mismatch']);
  });

  test('is filled, and changed as it was shown, by svc', async () => {
    const at = ['--db', 'our_shop'];
    expect((await user.onPipe(['insert', ...at, 'orders'], { input: 'id,city,total\n21,Braga,3\n22,Braga,4\n' })).stdout).toMatch(
      /^2 rows into orders/,
    );
    const goal = 'delete the orders with city Braga';
    expect(await user.onPipe(['ask', ...at, goal])).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing is written yet.') });
    const done = await user.onPipe(['ask', ...at, '--confirm', '--json', goal]);
    expect(JSON.parse(done.stdout), done.stderr).toMatchObject({ kind: 'write', rowCount: 2 });
    const { id } = (JSON.parse(done.stdout) as { trace: { id: string } }).trace;
    expect(await user.onPipe(['undo', ...at, id])).toMatchObject({ code: 1, stderr: expect.stringContaining('undo_unavailable') });
    expect((await shop.sql("SELECT count() FROM shop.orders WHERE city = 'Braga' FORMAT TSV")).trim()).toBe('0');
  });

  const dbOf = async (slug: string): Promise<{ db: string }> => {
    const all = JSON.parse((await user.onPipe(['db', 'list', '--json'])).stdout) as { dbId: string; slug: string }[];
    return { db: String(all.find((each) => each.slug === slug)?.dbId) };
  };
});
