import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, SvcError } from '../client/index.ts';
import { CUSTOMERS, ORDERS, PRODUCTS } from './data.ts';
import { heading, line, showReply } from './print.ts';
import { withProgress } from './progress.ts';
import { startServer } from './server.ts';

const BRIEF =
  'a coffee shop: customers with name, city and joined date; products with name, category and price; orders with customer, product, quantity and ordered date';

const QUESTIONS = [
  ['Count', 'How many customers are there?'],
  ['Filter', 'Which products cost more than 15?'],
  ['Group', 'How many customers are there in each city?'],
  ['Join', 'How many orders did each customer place?'],
  ['Top-N', 'What are the 3 most expensive products?'],
  ['Date range', 'How many orders were placed in September 2026?'],
] as const;

const INSERT = 'Add a product named Kiambu with category filter and price 18';
const WRITE = 'Set the price of Yirgacheffe to 21';

const SQL = `SELECT p.category, sum(o.quantity) AS bags, sum(o.quantity * p.price) AS revenue
FROM orders o JOIN products p ON p.id = o.product_id
WHERE o.ordered_date >= $1
GROUP BY p.category
ORDER BY revenue DESC`;

/** The main job, end to end, on engines of its own: English in, answers, rows and the exact SQL out. */
async function demo(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-demo-'));
  // Started as root, the engine runs as another user, who has to get in.
  await chmod(dataDir, 0o755);
  const server = await withProgress('Starting svc on an embedded Postgres', () => startServer(dataDir));
  try {
    const svc = createClient({ baseUrl: server.url });
    heading('Create a database', BRIEF);
    const created = await withProgress('Creating', () => svc.ask({ goal: BRIEF }));
    await showReply(created);
    const { db } = created.session;

    heading('Insert rows', 'POST /v1/insert, no model');
    for (const [table, rows] of [
      ['customers', CUSTOMERS],
      ['products', PRODUCTS],
      ['orders', ORDERS],
    ] as const) {
      const { inserted, trace } = await withProgress(`Inserting ${table}`, () => svc.insert({ db, table, rows: [...rows] }));
      line(`${inserted} rows into ${table} in ${trace.ms} ms`);
    }

    for (const [kind, goal] of QUESTIONS) {
      heading(kind, goal);
      await showReply(await withProgress('Asking', () => svc.ask({ db, goal })));
    }

    heading('Insert in English', INSERT);
    await showReply(await withProgress('Inserting', () => svc.ask({ db, goal: INSERT })));

    heading('Write, seen before it happens', WRITE);
    const preview = await withProgress('Previewing', () => svc.ask({ db, goal: WRITE }));
    await showReply(preview);
    if (preview.kind !== 'preview') throw new Error('The update was not previewed.');
    heading('Confirm', WRITE);
    await showReply(await withProgress('Writing', () => svc.ask({ db, goal: WRITE, confirm: true, confirmToken: preview.confirmToken })));

    heading('Raw SQL', 'POST /v1/run, values bound to $1');
    await showReply(await withProgress('Running', () => svc.run({ db, sql: SQL, params: ['2026-09-01'] })));
    line(`\nThat was svc. Serve it with: npm start`);
  } finally {
    await withProgress('Stopping', () => server.stop());
    await rm(dataDir, { recursive: true, force: true });
  }
}

demo().catch((error: unknown) => {
  const facts = error instanceof SvcError ? `${error.message}\n${JSON.stringify(error.body, null, 2)}` : String(error);
  process.stderr.write(`The demo failed. ${facts}\n`);
  process.exitCode = 1;
});
