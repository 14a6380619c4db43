import { Fault } from '../../fault.ts';
import type { Weigh } from '../../guard/postgres-weight.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Rows, Statement } from '../engine.ts';
import type { PostgresSession } from './driver.ts';
import { Estimated, ranOut } from './faults.ts';

/**
 * Runs what the planner does not find too expensive.
 * @throws Fault query_too_expensive with `params.estimate` and `params.limit`, in the planner's units of cost; the same of what
 * ran out of something all the same
 */
export interface CostGate {
  read<T>(session: PostgresSession, statement: Statement, signal: Leaving, work: () => Promise<T>): Promise<T>;
  /** Looks at a caller's write before any of it is run, in its transaction. */
  judgeWrite(session: PostgresSession, statement: Statement, signal: Leaving): Promise<void>;
  /** Runs a part of it there. The transaction has ended when this throws. */
  write<T>(session: PostgresSession, statement: Statement, signal: Leaving, work: () => Promise<T>): Promise<T>;
}

/** An estimate this far below the limit is believed for a while without being asked for again. */
const CHEAP_FRACTION = 0.01;
const CHEAP_FOR_MS = 60_000;
const REMEMBERED_MAX = 5_000;

/**
 * Asks the planner before a statement that may multiply rows. One table read once is cheap enough not to ask. What cannot be
 * explained is left to run: its own error is the one that its caller should see.
 */
export function createCostGate({ weigh, limit }: { weigh: Weigh; limit: number }): CostGate {
  const cheapUntil = new Map<string, number>();
  const judge = async ({ sql, params }: Statement, database: string, explain: () => Promise<number | null>): Promise<void> => {
    const { multiplies, makesRows } = weigh(sql);
    if (!multiplies || cannotBeExplained(sql)) return;
    const lasting = !makesRows || params.length === 0;
    const key = `${database} ${sql}`;
    if (lasting && (cheapUntil.get(key) ?? 0) > Date.now()) return;
    const estimate = await explain();
    if (estimate === null) return;
    if (estimate > limit) throw new Fault('query_too_expensive', { params: { estimate: Math.round(estimate), limit } });
    if (!lasting || estimate > limit * CHEAP_FRACTION) return;
    cheapUntil.delete(key);
    cheapUntil.set(key, Date.now() + CHEAP_FOR_MS);
    if (cheapUntil.size > REMEMBERED_MAX) cheapUntil.delete(cheapUntil.keys().next().value ?? key);
  };
  const withEstimate = async (error: unknown, session: PostgresSession, statement: Statement, signal: Leaving): Promise<unknown> => {
    if (!ranOut(error) || session.broken || signal.aborted) return error;
    // A help: where it cannot be had, the engine's error stands without it.
    const estimate = await estimateOf(session, statement, signal).catch(() => null);
    return estimate === null ? error : new Estimated(error, { estimate: Math.round(estimate), limit });
  };
  return {
    async read(session, statement, signal, work) {
      await judge(statement, session.login.database, () => estimateOf(session, statement, signal));
      try {
        return await work();
      } catch (error) {
        throw await withEstimate(error, session, statement, signal);
      }
    },
    judgeWrite: (session, statement, signal) => judge(statement, session.login.database, () => estimateInside(session, statement, signal)),
    async write(session, statement, signal, work) {
      try {
        return await work();
      } catch (error) {
        if (ranOut(error)) await session.rollback();
        throw await withEstimate(error, session, statement, signal);
      }
    },
  };
}

/** Total cost of the plan, as `EXPLAIN` prints it in its first line; null when it cannot be had. */
async function estimateOf(session: PostgresSession, { sql, params }: Statement, signal: Leaving): Promise<number | null> {
  if (cannotBeExplained(sql)) return null;
  try {
    return costIn(await session.read({ sql: EXPLAIN + sql, params }, { maxRows: 1, signal }));
  } catch (error) {
    if (error instanceof Fault || session.broken) throw error;
    return null;
  }
}

/** The same in a transaction, which an error ends: it is the statement's own, at the place that it would have there. */
async function estimateInside(session: PostgresSession, { sql, params }: Statement, signal: Leaving): Promise<number | null> {
  try {
    return costIn(await session.run({ sql: EXPLAIN + sql, params }, { maxRows: 1, signal }));
  } catch (error) {
    const place = Number((error as { position?: unknown }).position) - EXPLAIN.length;
    if (place > 0 && error instanceof Error) Object.assign(error, { position: String(place) });
    throw error;
  }
}

const EXPLAIN = 'EXPLAIN ';
const cannotBeExplained = (sql: string): boolean => /^\s*(explain|show)\b/i.test(sql);

function costIn({ rows }: Rows): number | null {
  const cost = Number(/cost=[\d.]+\.\.([\d.]+)/.exec(String(rows[0]?.[0]))?.[1]);
  return Number.isFinite(cost) ? cost : null;
}
