import { Fault, withParams } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Statement } from '../engine.ts';
import type { ClickHouseDriver } from './driver.ts';

/**
 * Runs a read that would not read too many rows.
 * @throws Fault query_too_expensive with `params.estimate` and `params.limit`, in rows that would be read; the same of what ran
 * out of something all the same
 */
export type CostGate = <T>(driver: ClickHouseDriver, statement: Statement, signal: Leaving, read: () => Promise<T>) => Promise<T>;

/** Of one statement whose tables are small this often, the engine is asked again. */
const CHEAP_FOR_MS = 60_000;
const CHEAP_FRACTION = 0.1;
const REMEMBERED_MAX = 2_000;

/**
 * Asks the engine which rows a read would read (EXPLAIN ESTIMATE), before it does. What cannot be estimated is left to run: its
 * own error is the one that its caller should see, and its bounds hold.
 */
export function createCostGate({ limit }: { limit: number }): CostGate {
  const cheapUntil = new WeakMap<ClickHouseDriver, Map<string, number>>();
  const judge = async (driver: ClickHouseDriver, { sql, params }: Statement, signal: Leaving): Promise<void> => {
    if (!/\bfrom\b/i.test(sql) || /^\s*(explain|show)\b/i.test(sql)) return;
    const cheap = cheapUntil.get(driver) ?? new Map<string, number>();
    cheapUntil.set(driver, cheap);
    if ((cheap.get(sql) ?? 0) > Date.now()) return;
    const estimate = await estimateOf(driver, { sql, params }, signal);
    if (estimate === null) return;
    if (estimate > limit) throw new Fault('query_too_expensive', { params: { estimate, limit } });
    if (estimate > limit * CHEAP_FRACTION) return;
    cheap.delete(sql);
    cheap.set(sql, Date.now() + CHEAP_FOR_MS);
    if (cheap.size > REMEMBERED_MAX) cheap.delete(cheap.keys().next().value ?? sql);
  };
  return async (driver, statement, signal, read) => {
    await judge(driver, statement, signal);
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'query_too_expensive' || signal.aborted) throw error;
      // A help: where it cannot be had, the engine's error stands without it.
      const estimate = await estimateOf(driver, statement, signal).catch(() => null);
      if (estimate === null) throw error;
      throw withParams(error, { estimate, limit });
    }
  };
}

async function estimateOf(driver: ClickHouseDriver, { sql, params }: Statement, signal: Leaving): Promise<number | null> {
  try {
    const { columns, rows } = await driver.query({ sql: `EXPLAIN ESTIMATE ${sql}`, params }, { readonly: true, maxRows: 1_000, signal });
    const at = columns.findIndex(({ name }) => name === 'rows');
    return rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0);
  } catch (error) {
    if (error instanceof Fault && PASSED.has(error.code)) return null;
    throw error;
  }
}

const PASSED: ReadonlySet<string> = new Set(['sql_rejected', 'invalid_value', 'forbidden', 'query_too_expensive']);
