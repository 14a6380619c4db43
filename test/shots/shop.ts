import { CUSTOMERS, ORDERS, PRODUCTS } from '../../src/demo/data.ts';

type Call = (path: string, body?: object, token?: string) => Promise<Record<string, unknown>>;

const BRIEF =
  'a coffee shop: customers with name, city and joined date; products with name, category and price; orders with customer, product, quantity and ordered date';

/** A database with rows in it, a key of each kind, a grant, and an agent that asked a few things and waits for an approval. @returns its id */
export async function fillShop(call: Call): Promise<string> {
  const made = await call('/v1/databases', { goal: BRIEF, name: 'Coffee shop' });
  const db = String(made.dbId);
  for (const [table, rows] of [
    ['customers', CUSTOMERS],
    ['products', PRODUCTS],
    ['orders', ORDERS],
  ] as const)
    await call('/v1/insert', { db, table, rows });
  await call('/v1/keys', { type: 'sk_live', name: 'Nightly report', access: 'read' });
  await call('/v1/keys', { type: 'pk_live', name: 'Shop page', dbId: db, origins: ['https://shop.example.com'] });
  await call('/v1/grants', { dbId: db, granteeEmail: 'ada@example.com', scope: ['products'] });
  const { key } = await call('/v1/keys', { type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', confirm: 'owner' });
  for (const goal of [
    'How many customers are there in each city?',
    'Which products cost more than 15?',
    'Delete the orders with a quantity below 2',
  ])
    await call('/v1/ask', { db, goal }, String(key));
  return db;
}
