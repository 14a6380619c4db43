import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../src/fault.ts';
import type { ScoredQuestion } from '../questions.ts';
import type { Group, Opened, Way } from '../ways/way.ts';
import { type Mark, mark } from './score.ts';

interface Run {
  readonly questions: readonly ScoredQuestion[];
  readonly way: Way;
  /** Results that are there already. */
  readonly done: ReadonlyMap<string, Mark>;
  /** Aborting ends the run after what is there. */
  readonly signal: AbortSignal;
  /** Waits before an outage's questions are put again, on data loaded anew. */
  readonly pausesMs: readonly number[];
  readonly onMark: (mark: Mark) => void;
}

export interface Ran {
  /** In the questions' order; without those that were not put. */
  readonly marks: readonly Mark[];
  /** `outage`: it was given up, since questions one after the other found nobody there. */
  readonly ended: 'complete' | 'interrupted' | 'outage';
}

/** So many questions in a row that found nobody end the run. */
const LOST_MAX = 3;

/**
 * Puts every question, database by database. One that meets an outage is put again, and when that does not help is
 * `failed`, never wrong.
 * @throws Fault unconfigured of the way's
 */
export async function run({ questions, way, done, signal, pausesMs, onMark }: Run): Promise<Ran> {
  const marks = new Map(done);
  let lost = 0;

  async function putGroup(group: Group): Promise<void> {
    const pending = group.questions.filter(({ id }) => !marks.has(id));
    for (let attempt = 0; pending.length > 0 && !signal.aborted; ) {
      const outage = await putUntilOutage(group, pending);
      if (outage === null || signal.aborted) return;
      const pause = pausesMs[attempt];
      if (pause === undefined) {
        settle(outage);
        pending.shift();
        attempt = 0;
        lost += 1;
        if (lost >= LOST_MAX) return;
      } else {
        attempt += 1;
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Takes from `pending` what is settled. The mark of the question that met an outage, if one did. */
  async function putUntilOutage(group: Group, pending: ScoredQuestion[]): Promise<Mark | null> {
    let opened: Opened | null = null;
    try {
      opened = await way.open(group);
      for (let next = pending[0]; next !== undefined; next = pending[0]) {
        const given = await orAborted(mark(next, opened), signal);
        if (given === null || given.status === 'failed') return given;
        settle(given);
        pending.shift();
        lost = 0;
      }
      return null;
    } catch (error) {
      const [next] = pending;
      if (error instanceof Fault || next === undefined) throw error;
      return unopened(next, error);
    } finally {
      await opened?.close().catch(() => undefined);
    }
  }

  function settle(given: Mark): void {
    marks.set(given.id, given);
    onMark(given);
  }

  for (const group of groupsOf(questions)) {
    if (signal.aborted || lost >= LOST_MAX) break;
    if (group.questions.every(({ id }) => done.has(id))) continue;
    await putGroup(group);
  }
  return {
    marks: questions.flatMap(({ id }) => marks.get(id) ?? []),
    ended: signal.aborted ? 'interrupted' : lost >= LOST_MAX ? 'outage' : 'complete',
  };
}

/** A write has its data for itself; all other questions of a database share it. */
export function groupsOf(questions: readonly ScoredQuestion[]): Group[] {
  const groups = new Map<string, [ScoredQuestion, ...ScoredQuestion[]]>();
  for (const question of questions) {
    const name = question.kind === 'write' ? `${question.db}: ${question.id}` : question.db;
    const known = groups.get(name);
    if (known) known.push(question);
    else groups.set(name, [question]);
  }
  return [...groups].map(([name, own]) => ({ name, questions: own }));
}

/** Data that could not be loaded says nothing of the planner either. */
const unopened = ({ id, kind, db, suite, category }: ScoredQuestion, error: unknown): Mark => ({
  ...{ id, kind, db, suite, category },
  status: 'failed',
  answered: false,
  ms: 0,
  confidence: null,
  tokens: null,
  sql: null,
  code: 'data_not_loaded',
  reason: error instanceof Error ? error.message : String(error),
});

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
