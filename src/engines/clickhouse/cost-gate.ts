import { Fault, withParams } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Statement } from '../engine.ts';
import type { ClickHouseDriver } from './driver.ts';

/**
 * Runs a read, or a write, whose statement, the read that the write makes, would not read too many rows.
 * @throws Fault query_too_expensive with `params.estimate` and `params.limit`, in rows that would be read; the same of what ran
 * out of something all the same
 */
export type CostGate = <T>(driver: ClickHouseDriver, statement: Statement, signal: Leaving, work: () => Promise<T>) => Promise<T>;

/** The gate of one session. */
export type Gated = <T>(statement: Statement, work: () => Promise<T>) => Promise<T>;

/** Of one statement whose tables are small this often, the engine is asked again. */
const CHEAP_FOR_MS = 60_000;
const CHEAP_FRACTION = 0.1;
const REMEMBERED_MAX = 2_000;

/**
 * Asks the engine which rows would be read (EXPLAIN ESTIMATE), before they are. What cannot be estimated is left to run: its
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
  return async (driver, statement, signal, work) => {
    await judge(driver, statement, signal);
    try {
      return await work();
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
    if (error instanceof Fault && PASSED.has(error.code)) return rowsTold(error);
    throw error;
  }
}

const PASSED: ReadonlySet<string> = new Set(['sql_rejected', 'invalid_value', 'forbidden', 'query_too_expensive']);

/** The bound on rows holds for EXPLAIN too, which then says how many they would be: `current rows: 20.00 thousand`. */
function rowsTold({ code, params }: Fault): number | null {
  const [, rows, unit] = (code === 'query_too_expensive' && /current rows: ([\d.]+)(?: (\w+))?/.exec(String(params?.reason))) || [];
  if (rows === undefined) return null;
  const power = unit === undefined ? 0 : UNITS.indexOf(unit) + 1;
  return unit !== undefined && power === 0 ? null : Math.round(Number(rows) * 1_000 ** power);
}

const UNITS: readonly string[] = ['thousand', 'million', 'billion', 'trillion', 'quadrillion'];
