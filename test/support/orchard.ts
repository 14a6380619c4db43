import pg from 'pg';
import { INTROSPECTION, schemaFrom } from '../../src/engines/postgres/introspect.ts';
import type { Schema } from '../../src/plan/schema.ts';

/** A fruit trader's database: every type that a plan knows, keys of several kinds, names that need quotes. */
const TABLES = `
CREATE TYPE grade AS ENUM ('low', 'fine', 'top');
CREATE TABLE growers (id int PRIMARY KEY, name text NOT NULL, region text, boss_id int REFERENCES growers, "Founded" date, rating numeric(4, 2));
CREATE TABLE fruits (id int PRIMARY KEY, name varchar(40) NOT NULL UNIQUE, kind text, price numeric(8, 2), weight double precision, quality grade, tags text[], facts jsonb, raw json);
CREATE TABLE sales (id bigint PRIMARY KEY, fruit_id int REFERENCES fruits, grower_id int REFERENCES growers, qty int, cents bigint, sold_on date, sold_at timestamp, open_at time, waited interval, paid boolean, note text);
CREATE TABLE stock (grower_id int REFERENCES growers, fruit_id int REFERENCES fruits, amount int NOT NULL DEFAULT 0, checked date DEFAULT current_date, PRIMARY KEY (grower_id, fruit_id));
CREATE TABLE "Log Book" ("Entry" int PRIMARY KEY, "when" timestamptz, "Text" text, token uuid);
INSERT INTO growers VALUES (1, 'Ada', 'north', NULL, '1990-05-01', 4.50), (2, 'Bo', 'north', 1, '2001-02-28', 3.25), (3, 'Cem', 'south', 1, NULL, NULL),
  (4, 'Dag', NULL, 2, '2015-12-31', 4.50), (5, 'Eva_%', 'south', 2, '2020-02-29', 1.00);
INSERT INTO fruits VALUES (1, 'apple', 'pome', 1.20, 150.5, 'fine', '{red,sweet}', '{"from": {"land": "AT", "year": 2020}, "codes": [1, 2, 3], "a": true}', '{"k": "v"}'),
  (2, 'pear', 'pome', 2.50, 180, 'top', '{green}', '{"from": {"land": "IT"}, "codes": []}', '{"k": null}'),
  (3, 'plum', 'stone', 0.75, 40.25, 'low', '{}', '{"codes": [9]}', NULL), (4, 'cherry', 'stone', NULL, 8, NULL, NULL, NULL, NULL),
  (5, 'Quince', NULL, 3.10, NULL, 'top', '{sour,yellow,sweet}', '{"a": false}', '{"k": "w"}');
INSERT INTO sales SELECT n, n % 5 + 1, n % 4 + 1, n % 7 - 1, n * 1001 % 977, date '2023-01-15' + n * 11, timestamp '2023-01-15 08:30:15.5' + n * interval '11 days 3 hours',
  time '08:00' + n * interval '7 minutes', n * interval '90 minutes', CASE n % 3 WHEN 0 THEN true WHEN 1 THEN false END, CASE WHEN n % 4 = 0 THEN NULL ELSE 'note ' || n END
  FROM generate_series(1, 60) n;
INSERT INTO stock SELECT g, f, g * f % 5, date '2024-01-01' + g FROM generate_series(1, 4) g, generate_series(1, 3) f;
INSERT INTO "Log Book" VALUES (1, '2024-03-10 12:00:00+00', 'Open', '0189f1a2-0000-4000-8000-000000000001'), (2, '2024-03-11 01:30:00+00', 'shut; 100%', NULL);
`;

type Cell = string | boolean | null;

export interface Orchard {
  readonly schema: Schema;
  /** Runs one statement and undoes it. Cells are PostgreSQL's own text. */
  readonly run: (sql: string, params?: readonly unknown[]) => Promise<{ names: string[]; rows: Cell[][] }>;
  readonly close: () => Promise<void>;
}

/** A database of its own on the test server. */
export async function openOrchard(databaseUrl: string, name: string): Promise<Orchard> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, types: { getTypeParser: () => (text: unknown) => text } });
  await client.connect();
  await client.query("SET timezone = 'UTC'");
  await client.query(TABLES);
  const introspected = await client.query({ text: INTROSPECTION.sql, values: [...INTROSPECTION.params], rowMode: 'array' });
  return {
    schema: schemaFrom(introspected.rows[0]?.[0]),
    run: async (sql, params = []) => {
      await client.query('BEGIN');
      try {
        const { fields, rows } = await client.query<Cell[]>({ text: sql, values: [...params], rowMode: 'array' });
        return { names: fields.map((field) => field.name), rows };
      } finally {
        await client.query('ROLLBACK');
      }
    },
    close: async () => {
      await client.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}
