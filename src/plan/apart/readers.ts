import { availableParallelism } from 'node:os';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createTurns } from '../../lib/turns.ts';
import type { BoundSql } from '../parse/bound-sql.ts';
import type { Outcome, Planner, Question } from '../planner.ts';
import type { Schema } from '../schema.ts';
import type { Part, Reading, Readings, SqlReading, SqlReadings } from './messages.ts';
import { startThread, type Thread } from './thread.ts';

export interface ReadersApart {
  readonly questions: Planner;
  /** Of rows. */
  readonly writes: Planner;
  /** A change of tables and columns; null for what is none. */
  change(question: Question): Promise<Outcome | null>;
  /** Of the question before, where there is one. */
  part(question: Question, previous: string | null): Promise<Part>;
  /** A caller's SQL. @throws Fault where the reader refuses it, or query_cancelled */
  sql<As extends SqlReading>(as: As, statement: BoundSql, asking: SqlAsking): Promise<SqlReadings[As]>;
  /** Starts a thread where there is none, so that the first text does not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

export interface SqlAsking {
  readonly schema: Schema;
  /** Whose turn it is where texts wait for each other. */
  readonly party: string;
  readonly signal: Leaving;
}

interface Options {
  readonly log: { warn(facts: object, text: string): void };
  readonly deadlineMs?: number;
  readonly cpuMs?: () => number;
  readonly heapMb?: number;
  /** So long after its last text a thread is ended. */
  readonly idleMs?: number;
}

/** Beside the service's own thread, which waits most of the time. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism()));
/** One takes half a second in a wide schema, and has a few sentences near to it read as well; on a busy machine many times that. */
const DEADLINE_MS = 20_000;
const WAIT_MS = 20_000;
const HEAP_MB = 256;
const IDLE_MS = 10 * 60_000;
/** Schemas and values, of some databases each. */
const KEPT_MAX = 16;

/**
 * The built-in readers of English, in threads of their own: a question about a wide schema takes up to half a second of a processor, in
 * which everybody else would wait. A thread starts with the first text, or when one is about to come; what ends one declines the text that it reads.
 */
export function createReadersApart(options: Options): ReadersApart {
  const { log, deadlineMs = DEADLINE_MS, cpuMs = ownCpuMs, heapMb = HEAP_MB, idleMs = IDLE_MS } = options;
  const threads = new Set<Thread>();
  const free: Thread[] = [];
  const turns = createTurns({
    max: THREADS_MAX,
    maxPerParty: Math.max(1, THREADS_MAX - 1),
    waitMs: WAIT_MS,
    full: (waitedMs) => new Fault('overloaded', { params: { reason: 'Too many questions and writes are read at once.', waitedMs } }),
    left: () => new Fault('query_cancelled'),
  });
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function begin(): Thread {
    // One may have ended while nobody used it.
    for (const ended of free.filter(({ hasEnded }) => hasEnded)) {
      free.splice(free.indexOf(ended), 1);
      threads.delete(ended);
    }
    const thread = free.pop() ?? startThread({ heapMb, deadlineMs, cpuMs, keptMax: KEPT_MAX });
    threads.add(thread);
    clearTimeout(idle);
    return thread;
  }

  function end(thread: Thread): void {
    if (thread.hasEnded) threads.delete(thread);
    else free.push(thread);
    clearTimeout(idle);
    idle = setTimeout(() => void endAll(free.splice(0)), idleMs).unref();
  }

  async function endAll(some: Iterable<Thread>): Promise<void> {
    const ending = [...some];
    for (const thread of ending) threads.delete(thread);
    await Promise.all(ending.map((thread) => thread.end()));
  }

  /** @param ended what is said where the thread that reads ends */
  async function read<T>(signal: Leaving, work: (thread: Thread) => Promise<T>, ended: T): Promise<T> {
    const thread = begin();
    try {
      return await work(thread);
    } catch (error) {
      if (!thread.hasEnded || signal.aborted || error instanceof Fault) throw error;
      log.warn({ err: error }, 'a thread that read a text has ended');
      return ended;
    } finally {
      end(thread);
    }
  }

  const inTurn = <As extends Reading>(as: As, question: Question, ended: Readings[As], previous: string | null = null) =>
    turns.take(question.askedBy ?? '', question.signal, () =>
      read(question.signal, (thread) => thread.read(as, question, previous), ended),
    );
  const planner = (as: 'question' | 'write'): Planner => ({
    name: 'builtin',
    local: true,
    plan: (question) => inTurn(as, question, TOO_MUCH),
  });

  return {
    questions: planner('question'),
    writes: planner('write'),
    change: (question) => inTurn('change', question, TOO_MUCH),
    part: (question, previous) => inTurn('part', question, NO_PART, previous),
    sql: (as, statement, { schema, party, signal }) =>
      turns.take(party, signal, () => read(signal, (thread) => thread.readSql(as, statement, schema, signal), ENDED_SQL[as])),
    warm() {
      if (threads.size === 0 && !isClosed) end(begin());
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await endAll(threads);
    },
  };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const TOO_MUCH: Outcome = { kind: 'declined', reason: 'Reading it took more time or memory than one text may.', unclear: [] };
const ENDED_SQL: SqlReadings = { own: TOO_MUCH, written: null };
/** Then it is planned as it stands, which says more. */
const NO_PART: Part = { isPart: false, standsAlone: true, whole: [] };
