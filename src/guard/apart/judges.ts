import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createOneATurn } from '../../lib/one-a-turn.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Guard, GuardScope, Verdict } from '../guard.ts';
import type { BoundTexts } from '../postgres-bound.ts';
import { PARSER_BUSY_REASON } from '../postgres-statement.ts';
import type { Weigh } from '../postgres-weight.ts';
import { startThread, type Thread } from './thread.ts';

/** Who asks, and with which bound values: they are asked for where sizes hang on them. */
export interface Asking {
  readonly party: string;
  readonly signal: Leaving;
  readonly values?: () => BoundTexts;
}

export type Judge = (sql: string, scope: GuardScope, asking: Asking) => Verdict | Promise<Verdict>;

export interface JudgesApart {
  readonly judge: Judge;
  close(): Promise<void>;
}

interface Options {
  /** For short statements, and what is remembered of them. */
  readonly guard: Guard;
  /** Told of the weights of long ones, so that nobody reads them again. */
  readonly weigh: Weigh;
  readonly log: { warn(facts: object, text: string): void };
  readonly deadlineMs?: number;
  readonly idleMs?: number;
}

/** Up to here a verdict takes six milliseconds at the most, and is remembered by its text. */
const SHORT_SQL = 4_096;
/** Up to here it takes two. */
const SHORTEST_SQL = 1_024;
/** Fifty milliseconds is what the worst take; on a busy machine many times that. */
const DEADLINE_MS = 10_000;
const WAIT_MS = 20_000;
const IDLE_MS = 5 * 60_000;

/**
 * The guard, so that long statements hold nobody up: one of the greatest length takes up to fifty milliseconds to be parsed and judged. Those
 * go to a thread, which starts with the first of them, one owner's after another's; of those in between one is judged in a turn of the event loop.
 */
export function createJudgesApart({ guard, weigh, log, deadlineMs = DEADLINE_MS, idleMs = IDLE_MS }: Options): JudgesApart {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const oneATurn = createOneATurn();
  const turns = createTurns({
    max: 1,
    waitMs: WAIT_MS,
    full: (waitedMs) => new Fault('overloaded', { params: { reason: 'Too many long statements are read at once.', waitedMs } }),
    left: () => new Fault('query_cancelled'),
  });

  const end = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    await ending?.end();
  };

  async function judgeApart(sql: string, scope: GuardScope, values: BoundTexts | null): Promise<Verdict> {
    clearTimeout(idle);
    if (thread === null || thread.hasEnded) thread = startThread(deadlineMs);
    const judging = thread;
    try {
      const { verdict, weight } = await judging.judge(sql, scope, values);
      if (verdict.kind === 'allow' && weight !== null) weigh.know(verdict.sql, weight);
      return verdict;
    } catch (error) {
      if (!judging.hasEnded) throw error;
      log.warn({ err: error }, 'the thread that judged a statement has ended');
      return { kind: 'deny', reason: PARSER_BUSY_REASON };
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    judge(sql, scope, { party, signal, values }) {
      if (sql.length > SHORT_SQL) return turns.take(party, signal, () => judgeApart(sql, scope, values?.() ?? null));
      const turn = sql.length > SHORTEST_SQL ? oneATurn() : null;
      return turn === null ? guard(sql, scope, values) : turn.then(() => guard(sql, scope, values));
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}
