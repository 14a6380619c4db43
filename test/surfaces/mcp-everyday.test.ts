import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTS, type Host, type ToolReply } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession } from '../support/session.ts';

/** Ten everyday tasks as an agent does them, over the real server: how many calls they take is what is shown. */
const CALLS_MAX = 25;

let service: TestService;
let host: Host;
let calls = 0;
beforeAll(async () => {
  service = await startService();
  const { token } = await startSession(service);
  const connected = await HOSTS['the 2.x client over HTTP']({ url: service.url, token });
  const counted =
    <Args extends unknown[]>(work: (...args: Args) => Promise<ToolReply>) =>
    (...args: Args) => {
      calls += 1;
      return work(...args);
    };
  host = { ...connected, call: counted(connected.call), send: counted(connected.send), more: counted(connected.more) };
});
afterAll(async () => {
  await host?.close();
  await service?.close();
});

const CITIES = ['Paris', 'Rome', 'Oslo', 'Lima'];
const CUSTOMERS = Array.from({ length: 20 }, (_, n) => ({
  name: `Customer ${n + 1}`,
  city: CITIES[n % CITIES.length],
  status: n < 5 ? 'stale' : 'active',
  revenue: (n + 1) * 10,
}));

test(`a CRM is made, filled, asked, corrected, cleaned and widened in ${CALLS_MAX} calls at most`, async () => {
  const made = await host.call('create_database', { goal: 'track customers with name, city, status and revenue' });
  const { db } = made.structured as { db: string };
  expect(made.isError, made.text).toBe(false);

  const filled = await host.call('insert', { db, table: 'customers', rows: CUSTOMERS });
  expect(filled.structured).toMatchObject({ inserted: 20 });

  const answers: unknown[] = [];
  for (const goal of [
    'How many customers are there?',
    'How many customers are there in Paris?',
    'What is the average revenue of the customers?',
    'Which customer has the highest revenue?',
    'How many customers are there per city?',
  ]) {
    const reply = await host.call('ask', { db, goal });
    expect(reply.isError, `${goal}: ${reply.text}`).toBe(false);
    answers.push(reply.structured.rows);
  }
  expect(answers.slice(0, 3)).toEqual([[[20]], [[5]], [[105]]]);
  expect(JSON.stringify(answers[3])).toContain('Customer 20');
  expect(Object.fromEntries(answers[4] as [string, number][])).toEqual({ Paris: 5, Rome: 5, Oslo: 5, Lima: 5 });

  const fix = await host.call('run', { db, sql: "UPDATE customers SET city = 'Bergen' WHERE name = 'Customer 7'" });
  expect((await host.send(fix)).structured).toMatchObject({ kind: 'write', rowCount: 1 });

  const clean = await host.call('ask', { db, goal: 'delete the customers with status stale' });
  expect(clean.structured).toMatchObject({ kind: 'preview', diff: { affectedRows: 5 } });
  expect((await host.send(clean)).structured).toMatchObject({ kind: 'write', rowCount: 5 });

  const widen = await host.call('ask', { db, goal: 'add a phone number to customers' });
  expect((await host.send(widen)).structured).toMatchObject({ kind: 'write' });

  const goal = 'Who is our darling in the fjords?';
  expect((await host.call('ask', { db, goal })).structured).toMatchObject({
    error: 'not_understood',
    known: { known: [{ table: 'customers' }] },
  });
  const recovered = await host.call('ask', {
    db,
    goal,
    sql: "SELECT name FROM customers WHERE city = 'Bergen' ORDER BY revenue DESC LIMIT 1",
  });
  expect(recovered.structured).toMatchObject({ rows: [['Customer 7']] });

  const left = await host.call('run', { db, sql: 'SELECT count(*) AS n, count(phone_number) AS phones FROM customers' });
  expect(left.structured.rows).toEqual([[15, 0]]);
  expect(calls).toBeLessThanOrEqual(CALLS_MAX);
});
