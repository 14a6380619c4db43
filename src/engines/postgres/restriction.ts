import { Fault } from '../../fault.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Rows, Statement } from '../engine.ts';
import { compilePostgres } from './compile.ts';
import { pointersOf } from './reach.ts';

/**
 * Of a delete that a foreign key refuses, which rows refer to what it would take, how many, and the way out; any other
 * error comes back as it is. The engine names one row alone, so they are counted in a read after the rollback.
 */
export async function restricted(
  error: unknown,
  plan: Insert | Update | Delete,
  schema: Schema,
  read: (statement: Statement) => Promise<Rows>,
): Promise<unknown> {
  if (!(error instanceof Fault) || error.code !== 'write_constraint' || plan.kind !== 'delete') return error;
  const { sqlstate, table, constraint } = error.params ?? {};
  if (!REFUSING_STATES.has(sqlstate) || typeof table !== 'string' || typeof constraint !== 'string') return error;
  const where = pointersOf(plan, table, schema);
  if (where === null) return error;
  const columns = [{ expr: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } } as const, as: 'rows' }];
  const statement = compilePostgres({ kind: 'select', columns, from: { kind: 'table', table, as: table }, where }, schema);
  const counted = await read(statement).catch(() => null);
  const rows = Number(counted?.rows[0]?.[0] ?? 0);
  if (rows === 0) return error;
  const [some, those] = rows === 1 ? ['1 row', 'that row'] : [`${rows.toLocaleString('en-US')} rows`, 'those rows'];
  const reason = `${some} of ${table} ${rows === 1 ? 'refers' : 'refer'} to what this would delete from ${plan.table} (${constraint}). Delete ${those} or let ${rows === 1 ? 'it' : 'them'} refer to something else first.`;
  return new Fault('write_constraint', { params: { ...error.params, reason, rows }, cause: error.cause });
}

/** foreign_key_violation and restrict_violation (PostgreSQL manual, appendix A): the latter is what RESTRICT gives from version 18. */
const REFUSING_STATES: ReadonlySet<unknown> = new Set(['23503', '23001']);
