import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compileClickHouse } from '../../src/engines/clickhouse/compile.ts';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '../../src/engines/clickhouse/embedded-alone.ts';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { fieldReader } from '../../src/engines/postgres/values.ts';
import { Fault } from '../../src/fault.ts';
import type { Expr, FunctionName, Query } from '../../src/plan/plan.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import type { Draw } from '../support/random-expr.ts';
import { outermost } from '../support/random-plan.ts';
import { schemaOf, tableStatements } from '../support/random-rows.ts';

/** A failure prints both statements; `SVC_DIALECT_SEED` and `SVC_DIALECT_RUNS` ask other questions. */
const SEED = Number(process.env.SVC_DIALECT_SEED ?? 20_240_229);
const RUNS = Number(process.env.SVC_DIALECT_RUNS ?? 400);
const READ = { readonly: true, maxRows: 10_000 } as const;

describeWithClickHouse('one plan on two engines', () => {
  let dir: string;
  let clickhouse: EmbeddedClickHouse;
  let postgres: pg.Client;
  const name = `dialects_${process.pid}`;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-dialects-'));
    clickhouse = await startEmbeddedClickHouse({ dir });
    for (const statement of tableStatements('clickhouse')) await clickhouse.exec(statement);
    const admin = new pg.Client({ connectionString: inject('databaseUrl') });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    await admin.end();
    const url = new URL(inject('databaseUrl'));
    url.pathname = `/${name}`;
    postgres = new pg.Client({ connectionString: url.href, options: '-c timezone=UTC' });
    await postgres.connect();
    for (const statement of tableStatements('postgres')) await postgres.query(statement);
  });

  afterAll(async () => {
    await clickhouse.stop();
    rmSync(dir, { recursive: true, force: true });
    await postgres.end();
    const admin = new pg.Client({ connectionString: inject('databaseUrl') });
    await admin.connect();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });

  test(`${RUNS} plans give the same rows (seed ${SEED})`, async () => {
    const tally = { same: 0, failsOnPostgres: 0, refused: new Map<string, number>() };
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (gen) => {
        const draw: Draw = {
          int: (min, max) => gen(() => fc.integer({ min, max })),
          pick: (from) => from[gen(() => fc.integer({ min: 0, max: from.length - 1 }))] ?? (from[0] as (typeof from)[number]),
          chance: (share) => gen(() => fc.integer({ min: 0, max: 99 })) < share * 100,
        };
        const { plan, sortedBy, cut } = outermost(draw);
        const theirs = compilePostgres(plan, schemaOf('postgres'));
        let ours: ReturnType<typeof compileClickHouse>;
        try {
          ours = compileClickHouse(plan, schemaOf('clickhouse'));
        } catch (error) {
          if (!(error instanceof Fault) || error.code !== 'sql_rejected') throw error;
          const construct = String(error.params?.construct);
          tally.refused.set(construct, (tally.refused.get(construct) ?? 0) + 1);
          return;
        }
        const expected = await onPostgres(theirs.sql, theirs.params);
        if (!expected) {
          // Numbers out of range, and roots of what a rounding made negative.
          tally.failsOnPostgres += 1;
          return;
        }
        const context = `\n-- PostgreSQL ${JSON.stringify(theirs.params)}\n${theirs.sql}\n-- ClickHouse ${JSON.stringify(ours.params)}\n${ours.sql}\n`;
        const reply = await clickhouse.query(ours.sql, ours.params, READ).catch((error: unknown) => {
          // The engine itself says that it has not learnt this yet.
          if (error instanceof Fault && NOT_YET.has(error.params?.engineCode)) return null;
          throw new Error(`${error instanceof Fault ? JSON.stringify(error.params) : String(error)}${context}`);
        });
        if (!reply) return;
        const difference = differ(expected, reply.rows, sortedBy, cut);
        if (difference) throw new Error(`${difference}${context}`);
        tally.same += 1;
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
    const refused = [...tally.refused.values()].reduce((sum, count) => sum + count, 0);
    // So that the test keeps asking something: most plans run on both.
    expect({ ...tally, enough: tally.same > RUNS * 0.7 && refused < RUNS * 0.1 }).toMatchObject({ enough: true });
  });

  test('every function gives the same', async () => {
    for (const [fn, ...args] of CALLS) {
      const plan: Query = { kind: 'select', columns: [{ expr: { kind: 'call', fn, args: args.map(given) }, as: 'value' }] };
      const theirs = compilePostgres(plan, schemaOf('postgres'));
      const ours = compileClickHouse(plan, schemaOf('clickhouse'));
      const expected = await onPostgres(theirs.sql, theirs.params);
      const reply = await clickhouse.query(ours.sql, ours.params, READ).catch((error: unknown) => {
        throw new Error(`${fn}: ${error instanceof Fault ? JSON.stringify(error.params) : String(error)}\n${ours.sql}`);
      });
      const both = { expected: expected?.[0]?.[0], actual: reply.rows[0]?.[0] };
      expect({ sql: ours.sql, ...both, alike: alike(both.expected, both.actual) }).toMatchObject({ alike: true });
    }
  });

  async function onPostgres(sql: string, params: readonly unknown[]): Promise<readonly (readonly unknown[])[] | null> {
    try {
      const types = { getTypeParser: instantReader };
      const { rows } = await postgres.query<unknown[]>({
        text: sql,
        values: [...params],
        rowMode: 'array',
        types: types as pg.CustomTypesConfig,
      });
      return rows;
    } catch (error) {
      // Class 22: what the data makes impossible; 0A000: a full join by something else than equalities. Anything else is no valid plan.
      if (/^(22|0A000)/.test(String((error as { code?: unknown }).code))) return null;
      throw new Error(`${String(error)}\n${sql}`);
    }
  }
});

/** ClickHouse has instants alone, in UTC here; so a timestamp of PostgreSQL is read as one. */
function instantReader(oid: number): (text: string) => unknown {
  const read = fieldReader(oid);
  if (oid === TIMESTAMP) return (text) => `${String(read(text))}Z`;
  return oid === TIMESTAMPS ? (text) => withZ(read(text)) : read;
}

const TIMESTAMP = 1114;
const TIMESTAMPS = 1115;
const withZ = (value: unknown): unknown => (Array.isArray(value) ? value.map(withZ) : typeof value === 'string' ? `${value}Z` : value);

/** A text, a whole number, or a literal of the type that is named before it. */
type Argument = string | number | null | readonly [Extract<Expr, { kind: 'literal' }>['type'], string];

function given(argument: Argument): Expr {
  if (argument === null) return { kind: 'literal', value: null, type: 'null' };
  if (typeof argument === 'string') return { kind: 'literal', value: argument, type: 'text' };
  if (typeof argument === 'number') return { kind: 'literal', value: argument, type: Number.isInteger(argument) ? 'integer' : 'float' };
  return { kind: 'literal', value: argument[1], type: argument[0] };
}

const DAY = ['date', '2024-03-05'] as const;
const INSTANT = ['timestamp', '2024-12-30 13:04:05.678'] as const;

const CALLS: readonly (readonly [FunctionName, ...Argument[]])[] = [
  ...([
    ['initcap', 'hello wORLD-foo'],
    ['trim', 'xxaxx', 'x'],
    ['ltrim', '  a '],
    ['rtrim', ' a  '],
    ['length', 'Zürich 😀'],
  ] as const),
  ...([
    ['concat_ws', ', ', 'a', null, 'b'],
    ['concat', 'a', null, 1],
    ['substring', 'héllo', 2, 3],
    ['substring', 'héllo', -1, 4],
  ] as const),
  ...([
    ['left', 'héllo', -2],
    ['right', 'héllo', -2],
    ['right', 'héllo', 2],
    ['lpad', '7', 3, '0'],
    ['lpad', 'abcd', 2, 'x'],
    ['rpad', 'é', 3, 'xy'],
  ] as const),
  ...([
    ['replace', 'aXbX', 'X', 'é'],
    ['regexp_replace', 'a1b2', '[0-9]', '#'],
    ['regexp_replace', 'a1B2', '[a-z]', '#', 'gi'],
  ] as const),
  ...([
    ['reverse', 'é1'],
    ['repeat', 'ab', 3],
    ['repeat', 'ab', -1],
    ['position', 'héllo', 'l'],
    ['position', 'a', 'z'],
  ] as const),
  ...([
    ['starts_with', 'hello', 'he'],
    ['split_part', 'a,b,c', ',', 2],
    ['split_part', 'a,b', ',', 5],
    ['split_part', 'a,b,c', ',', -1],
  ] as const),
  ...([
    ['to_char', DAY, 'FMMonth DD, YYYY'],
    ['to_char', DAY, 'Dy D DDD Q IW'],
    ['to_char', INSTANT, 'YYYY-MM-DD HH24:MI:SS'],
    ['to_char', INSTANT, 'HH12 AM "at" Day'],
  ] as const),
  ...([
    ['abs', -3],
    ['round', ['decimal', '2.5']],
    ['round', 0.285, 2],
    ['round', ['decimal', '-1234.567'], -2],
    ['trunc', ['decimal', '-1.567'], 2],
  ] as const),
  ...([
    ['floor', ['decimal', '-1.5']],
    ['ceil', 1.2],
    ['sign', ['decimal', '-2.5']],
    ['power', 2, 10],
    ['sqrt', ['decimal', '2.25']],
    ['exp', 1],
    ['ln', 10],
    ['log10', 1000],
  ] as const),
  ...([
    ['greatest', 1, null, 3],
    ['least', 'b', 'a'],
    ['coalesce', null, 2],
    ['nullif', 1, 1],
  ] as const),
  ...([
    ['year', DAY],
    ['isoyear', INSTANT],
    ['quarter', DAY],
    ['month', DAY],
    ['week', INSTANT],
    ['day', DAY],
    ['dayofyear', DAY],
  ] as const),
  ...([
    ['weekday', ['date', '2024-03-03']],
    ['isoweekday', ['date', '2024-03-03']],
    ['hour', INSTANT],
    ['minute', INSTANT],
    ['second', INSTANT],
  ] as const),
  ...([
    ['epoch', INSTANT],
    ['epoch', DAY],
    ['make_date', 2024, 2, 29],
    ['make_date', 1931, 5, 6],
    ['to_date', '05/03/2024', 'DD/MM/YYYY'],
    ['to_timestamp', 1700000000],
  ] as const),
  ...(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'decade'] as const).map(
    (unit) => ['date_trunc', unit, INSTANT] as const,
  ),
  ...(['week', 'month', 'quarter', 'decade'] as const).map((unit) => ['date_trunc', unit, ['timestamp', '1931-05-06 07:08:09']] as const),
  ...([
    ['json_text', ['json', '{"a": "x", "b": {"c": 1}, "n": null}'], 'a'],
    ['json_text', ['json', '{"a": 1.5}'], 'a'],
    ['json_text', ['json', '{"n": null}'], 'n'],
  ] as const),
  ...([
    ['json_text', ['json', '{"a": 1}'], 'z'],
    ['json_text', ['json', '[10, 20]'], 1],
    ['json_array_length', ['json', '[1, 2, 3]']],
    ['json_type', ['json', '{"a": 1}']],
  ] as const),
  ...([
    ['json_type', ['json', '1.5']],
    ['json_has', ['json', '{"a": 1}'], 'a'],
  ] as const),
];

/** NOT_IMPLEMENTED, and a join whose keys turned out to be constants. */
const NOT_YET: ReadonlySet<unknown> = new Set([48, 403]);

type Rows = readonly (readonly unknown[])[];

/** Rows alike, each as often; where they are sorted, the sorted columns in their order, and all of them where the result is cut. */
function differ(expected: Rows, actual: Rows, sortedBy: readonly number[], cut: boolean): string | null {
  const shown = (rows: Rows): string => JSON.stringify(rows.slice(0, 20));
  const both = `\nPostgreSQL: ${expected.length} rows ${shown(expected)}\nClickHouse: ${actual.length} rows ${shown(actual)}`;
  if (expected.length !== actual.length) return `Other numbers of rows.${both}`;
  const out = expected.findIndex((row, at) => sortedBy.some((column) => !alike(row[column], actual[at]?.[column])));
  if (out >= 0) return `Row ${out} is sorted otherwise.${both}`;
  if (cut) return null;
  const left = [...actual];
  for (const row of expected) {
    const at = left.findIndex((other) => row.every((cell, column) => alike(cell, other[column])));
    if (at < 0) return `No such row: ${JSON.stringify(row)}.${both}`;
    left.splice(at, 1);
  }
  return null;
}

/** Quotients have their own number of digits on each engine, floats their own last one. */
function alike(expected: unknown, actual: unknown): boolean {
  if (expected === actual || instant(expected) === actual) return true;
  if (expected === null || actual === null || typeof expected === 'boolean' || typeof actual === 'boolean') return false;
  const [left, right] = [Number(expected), Number(actual)];
  if (!Number.isFinite(left) || !Number.isFinite(right) || String(expected).trim() === '' || String(actual).trim() === '') return false;
  return Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(left));
}

/** PostgreSQL makes an instant in UTC of a date that is truncated, ClickHouse one without a zone. */
const instant = (value: unknown): unknown => (typeof value === 'string' && /^\d{4}-.*Z$/.test(value) ? value.slice(0, -1) : value);
