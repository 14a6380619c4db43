import { Fault } from '../../fault.ts';
import type { Weigh } from '../../guard/postgres-weight.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Statement } from '../engine.ts';
import type { PostgresSession } from './driver.ts';
import { Estimated, ranOut } from './faults.ts';

/**
 * Runs a read that the planner does not find too expensive.
 * @throws Fault query_too_expensive with `params.estimate` and `params.limit`, in the planner's units of cost; the same of what
 * ran out of something all the same
 */
export type CostGate = <T>(session: PostgresSession, statement: Statement, signal: Leaving, read: () => Promise<T>) => Promise<T>;

/** An estimate this far below the limit is believed for a while without being asked for again. */
const CHEAP_FRACTION = 0.01;
const CHEAP_FOR_MS = 60_000;
const REMEMBERED_MAX = 5_000;

/**
 * Asks the planner before a read that may multiply rows. One table read once is cheap enough not to ask. What cannot be
 * explained is left to run: its own error is the one that its caller should see.
 */
export function createCostGate({ weigh, limit }: { weigh: Weigh; limit: number }): CostGate {
  const cheapUntil = new Map<string, number>();
  const judge = async (session: PostgresSession, statement: Statement, signal: Leaving): Promise<void> => {
    const { multiplies, makesRows } = weigh(statement.sql);
    if (!multiplies) return;
    const lasting = !makesRows || statement.params.length === 0;
    const key = `${session.login.database} ${statement.sql}`;
    if (lasting && (cheapUntil.get(key) ?? 0) > Date.now()) return;
    const estimate = await estimateOf(session, statement, signal);
    if (estimate === null) return;
    if (estimate > limit) throw new Fault('query_too_expensive', { params: { estimate: Math.round(estimate), limit } });
    if (!lasting || estimate > limit * CHEAP_FRACTION) return;
    cheapUntil.delete(key);
    cheapUntil.set(key, Date.now() + CHEAP_FOR_MS);
    if (cheapUntil.size > REMEMBERED_MAX) cheapUntil.delete(cheapUntil.keys().next().value ?? key);
  };
  return async (session, statement, signal, read) => {
    await judge(session, statement, signal);
    try {
      return await read();
    } catch (error) {
      if (!ranOut(error) || session.broken || signal.aborted) throw error;
      // A help: where it cannot be had, the engine's error stands without it.
      const estimate = await estimateOf(session, statement, signal).catch(() => null);
      throw estimate === null ? error : new Estimated(error, { estimate: Math.round(estimate), limit });
    }
  };
}

/** Total cost of the plan, as `EXPLAIN` prints it in its first line; null when it cannot be had. */
async function estimateOf(session: PostgresSession, { sql, params }: Statement, signal: Leaving): Promise<number | null> {
  if (/^\s*(explain|show)\b/i.test(sql)) return null;
  try {
    const { rows } = await session.read({ sql: `EXPLAIN ${sql}`, params }, { maxRows: 1, signal });
    const cost = Number(/cost=[\d.]+\.\.([\d.]+)/.exec(String(rows[0]?.[0]))?.[1]);
    return Number.isFinite(cost) ? cost : null;
  } catch (error) {
    if (error instanceof Fault || session.broken) throw error;
    return null;
  }
}
