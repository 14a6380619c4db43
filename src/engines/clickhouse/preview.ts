import { createHash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { PreviewResult, Rows, Statement } from '../engine.ts';
import { compileClickHouse, type WriteParts, writeParts } from './compile.ts';
import { identifier } from './quote.ts';
import type { ClickHouseWrite } from './write.ts';

/** What is looked at with. */
export type Looking = Pick<ClickHouseWrite, 'driver' | 'signal' | 'gated'>;

/** The rows that a write reaches, counted by its own condition. */
export interface Reach {
  readonly affected: number;
  readonly partitions: number;
  /** Of the rows' contents and of what is written into them. */
  readonly seen: string;
}

/**
 * What a write would do, by reads on the same condition: the count is exact, and so are the rows, but nothing is held until
 * the write, which therefore looks again.
 */
export async function preview(looking: Looking, plan: Insert | Update | Delete, schema: Schema): Promise<PreviewResult> {
  const { driver, signal } = looking;
  if (plan.kind === 'insert') return await previewInsert(looking, plan, schema);
  const parts = writeParts(plan, schema);
  const { affected, seen } = await reachOf(looking, plan, schema);
  const table = findTable(schema, plan.table);
  const columns = table.columns.map(({ name }) => identifier(name));
  const order = table.primaryKey.length > 0 ? ` ORDER BY ${table.primaryKey.map(identifier).join(', ')}` : '';
  const sql = `SELECT ${[...columns, ...parts.set.map(({ sql: value }, index) => `${value} AS svc_after_${index}`)].join(', ')} FROM ${parts.table} WHERE ${parts.where}${order} LIMIT ${LIMITS.previewSampleRows}`;
  const sample = await driver.query({ sql, params: parts.params }, { readonly: true, maxRows: LIMITS.previewSampleRows, signal });
  return { ...NOTHING_ELSE, affectedRows: affected, seen, sample: sampleOf(sample, columns.length, plan) };
}

const NOTHING_ELSE = {
  ...{ cascades: [], triggers: [], sequences: [] },
  notes: ['ClickHouse has no transactions: it is counted by the same condition, looked at again before it is done, and cannot be undone'],
} as const;

export async function reachOf({ driver, signal, gated }: Looking, plan: Update | Delete, schema: Schema): Promise<Reach> {
  const parts = writeParts(plan, schema);
  const columns = findTable(schema, plan.table).columns.map(({ name }) => identifier(name));
  const contents = [...columns, ...parts.set.map(({ sql }) => sql)];
  const sql = `SELECT count(), uniqExact(_partition_id), sumWithOverflow(cityHash64(toString(tuple(${contents.join(', ')})))), groupBitXor(sipHash64(toString(tuple(${contents.join(', ')})))) FROM ${parts.table} WHERE ${parts.where}`;
  const statement = { sql, params: parts.params };
  const { rows } = await gated(statement, () => driver.query(statement, { readonly: true, maxRows: 1, signal }));
  const [count, partitions, ...hashes] = rows[0] ?? [];
  return { affected: Number(count ?? 0), partitions: Number(partitions ?? 0), seen: hash([count, ...hashes, writes(parts)]) };
}

const writes = ({ set, params }: WriteParts): unknown => [set.map(({ column, sql }) => [column, sql]), params];
const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)))
    .digest('hex');

function sampleOf({ columns, rows }: Rows, width: number, plan: Update | Delete): PreviewResult['sample'] {
  return rows.map((row) => {
    const before = Object.fromEntries(columns.slice(0, width).map(({ name }, index) => [name, row[index]]));
    if (plan.kind === 'delete') return { before, after: null };
    const changed = Object.fromEntries(plan.set.map(({ column }, index) => [column, row[width + index]]));
    return { before, after: { ...before, ...changed } };
  });
}

async function previewInsert(looking: Looking, plan: Insert, schema: Schema): Promise<PreviewResult> {
  const { driver, signal } = looking;
  const affected = await rowsOf(looking, plan, schema);
  const { sql, params } = compileClickHouse(plan, schema);
  if (!plan.query) return { ...NOTHING_ELSE, affectedRows: affected, sample: literals(plan), seen: hash([sql, params]) };
  const run = { readonly: true, maxRows: LIMITS.previewSampleRows, signal };
  const { rows } = await driver.query(
    { sql: `SELECT * FROM (${queryOf({ sql, params }).sql}) LIMIT ${LIMITS.previewSampleRows}`, params },
    run,
  );
  const sample = rows.map((row) => ({ before: null, after: Object.fromEntries(plan.columns.map((name, index) => [name, row[index]])) }));
  return { ...NOTHING_ELSE, affectedRows: affected, sample, seen: hash([sql, params, affected]) };
}

/** Values that stand in the plan; what has to be calculated is left out. */
const literals = ({ columns, rows }: Insert): PreviewResult['sample'] =>
  rows.slice(0, LIMITS.previewSampleRows).map((row) => ({
    before: null,
    after: Object.fromEntries(columns.flatMap((name, index) => (row[index]?.kind === 'literal' ? [[name, row[index].value]] : []))),
  }));

export async function rowsOf({ driver, signal, gated }: Looking, plan: Insert, schema: Schema): Promise<number> {
  if (!plan.query) return plan.rows.length;
  const query = queryOf(compileClickHouse(plan, schema));
  // Judged by itself: a count alone may read less than it.
  const { rows } = await gated(query, () =>
    driver.query({ sql: `SELECT count() FROM (${query.sql})`, params: query.params }, { readonly: true, maxRows: 1, signal }),
  );
  return Number(rows[0]?.[0] ?? 0);
}

/** Of an INSERT that was compiled, which has it after the first line. */
const queryOf = ({ sql, params }: Statement): Statement => ({ sql: sql.slice(sql.indexOf('\n') + 1), params });
