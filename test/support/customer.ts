import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { noteSecret } from './log-watch.ts';
import { databaseUrl, openAdmin } from './session.ts';

/** A database on the run's server that no service made, with a login that reads it and one that owns it. */
export interface Customer {
  readonly database: string;
  readonly owner: string;
  readonly reader: string;
  readonly password: string;
  /** As its reader; another login, or more of the URL, where said. */
  url(more?: { user?: string; password?: string; query?: string }): string;
  /** As the server's administrator, in this database. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const SHOP = `
CREATE TYPE order_status AS ENUM ('open', 'shipped', 'returned');
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, city text);
CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, placed date, total numeric(10,2), status order_status NOT NULL DEFAULT 'open');
COMMENT ON TABLE orders IS 'What was bought';
CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100;
CREATE MATERIALIZED VIEW cities AS SELECT DISTINCT city FROM customers;
CREATE TABLE visits (at date NOT NULL, page text) PARTITION BY RANGE (at);
CREATE TABLE visits_2026 PARTITION OF visits FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
INSERT INTO customers VALUES (1, 'Ada Byron', 'Lisbon'), (2, 'Grace Hopper', 'Porto'), (3, 'Alan Kay', 'Lisbon');
INSERT INTO orders VALUES (1, 1, '2026-03-01', 20, 'open'), (2, 1, '2026-04-01', 200, 'shipped'), (3, 2, '2026-04-02', 50, 'shipped');
INSERT INTO visits VALUES ('2026-05-01', '/home'), ('2026-05-02', '/shop');
CREATE SCHEMA billing;
CREATE TABLE billing.invoices (id int PRIMARY KEY, amount numeric);
INSERT INTO billing.invoices VALUES (1, 12.5);
CREATE SCHEMA closed;
CREATE TABLE closed.salaries (id int, amount numeric);
CREATE TABLE staff (id int PRIMARY KEY, name text, salary numeric);
REFRESH MATERIALIZED VIEW cities;`;

/** @param content what is made there; a small shop when absent */
export async function newCustomer(content = SHOP): Promise<Customer> {
  const id = randomUUID().slice(0, 8);
  const [database, owner, reader] = [`customer_${id}`, `customer_${id}_owner`, `customer_${id}_reader`];
  const password = `p@ss:/${randomUUID()}`;
  noteSecret(password);
  noteSecret(encodeURIComponent(password));
  const admin = await openAdmin();
  try {
    for (const role of [owner, reader]) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    await admin.query(`CREATE DATABASE ${database} OWNER ${owner} TEMPLATE template0`);
    await admin.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
    await admin.query(`GRANT CONNECT ON DATABASE ${database} TO ${reader}`);
  } finally {
    await admin.end();
  }
  const customer: Customer = {
    database,
    owner,
    reader,
    password,
    url({ user = reader, password: other = password, query = '' } = {}) {
      const url = new URL(databaseUrl({ database, user, password: encodeURIComponent(other) }));
      url.search = query;
      return url.href;
    },
    async sql(text) {
      const client = await openAdmin(database);
      try {
        const found = await client.query(text);
        return (Array.isArray(found) ? (found.at(-1)?.rows ?? []) : found.rows) as Record<string, unknown>[];
      } finally {
        await client.end();
      }
    },
    async close() {
      const last = await openAdmin();
      try {
        await last.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
        for (const role of [owner, reader]) await last.query(`DROP ROLE IF EXISTS ${role}`);
      } finally {
        await last.end();
      }
    },
  };
  await customer.sql(`SET ROLE ${owner}; ${content}`);
  if (content === SHOP)
    await customer.sql(`GRANT USAGE ON SCHEMA billing TO ${reader};
      GRANT SELECT ON customers, orders, big_orders, cities, visits, billing.invoices TO ${reader}; GRANT SELECT (id, name) ON staff TO ${reader}`);
  return customer;
}
