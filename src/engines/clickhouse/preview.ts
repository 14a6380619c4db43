import { createHash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import type { PreviewResult, Rows } from '../engine.ts';
import { compileClickHouse, type WriteParts, writeParts } from './compile.ts';
import type { ClickHouseDriver } from './driver.ts';
import { identifier } from './quote.ts';

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
export async function preview(
  driver: ClickHouseDriver,
  plan: Insert | Update | Delete,
  schema: Schema,
  signal: Leaving,
): Promise<PreviewResult> {
  if (plan.kind === 'insert') return await previewInsert(driver, plan, schema, signal);
  const parts = writeParts(plan, schema);
  const { affected, seen } = await reachOf(driver, plan, schema, signal);
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

export async function reachOf(driver: ClickHouseDriver, plan: Update | Delete, schema: Schema, signal: Leaving): Promise<Reach> {
  const parts = writeParts(plan, schema);
  const columns = findTable(schema, plan.table).columns.map(({ name }) => identifier(name));
  const contents = [...columns, ...parts.set.map(({ sql }) => sql)];
  const sql = `SELECT count(), uniqExact(_partition_id), sumWithOverflow(cityHash64(toString(tuple(${contents.join(', ')})))), groupBitXor(sipHash64(toString(tuple(${contents.join(', ')})))) FROM ${parts.table} WHERE ${parts.where}`;
  const { rows } = await driver.query({ sql, params: parts.params }, { readonly: true, maxRows: 1, signal });
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

async function previewInsert(driver: ClickHouseDriver, plan: Insert, schema: Schema, signal: Leaving): Promise<PreviewResult> {
  const affected = await rowsOf(driver, plan, schema, signal);
  const { sql, params } = compileClickHouse(plan, schema);
  if (!plan.query) return { ...NOTHING_ELSE, affectedRows: affected, sample: literals(plan), seen: hash([sql, params]) };
  const run = { readonly: true, maxRows: LIMITS.previewSampleRows, signal };
  const { rows } = await driver.query(
    { sql: `SELECT * FROM (${sql.slice(sql.indexOf('\n') + 1)}) LIMIT ${LIMITS.previewSampleRows}`, params },
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

export async function rowsOf(driver: ClickHouseDriver, plan: Insert, schema: Schema, signal: Leaving): Promise<number> {
  if (!plan.query) return plan.rows.length;
  const { sql, params } = compileClickHouse(plan, schema);
  const { rows } = await driver.query(
    { sql: `SELECT count() FROM (${sql.slice(sql.indexOf('\n') + 1)})`, params },
    { readonly: true, maxRows: 1, signal },
  );
  return Number(rows[0]?.[0] ?? 0);
}
