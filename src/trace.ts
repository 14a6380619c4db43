import type { Call } from './call.ts';
import type { Trace } from './contract/ask.ts';
import type { EngineName } from './contract/database.ts';
import type { AskEventType } from './contract/events.ts';
import { LIMITS } from './contract/limits.ts';
import type { Statement } from './engines/engine.ts';
import { type Egress, egressRecord, openEgress } from './plan/egress.ts';

/** Times the stages of one request. */
export interface Stopwatch {
  /** What leaves for model providers meanwhile; the trace shows it. */
  readonly egress: Egress;
  /** Notes that a stage is reached, and tells whoever listens; its time is that since the one before. */
  step(type: AskEventType, facts?: Record<string, unknown>): void;
  /** The same of work that may be begun again: what was told before is not told twice. */
  stepOnce(type: AskEventType, facts?: Record<string, unknown>): void;
  trace(facts: {
    engine: EngineName;
    statement: Statement | null;
    model: string;
    confidence?: number | null;
    assumptions?: readonly string[];
    /** Of a follow-up: the whole question that was read. */
    question?: string | null;
    /** Of a write: why it cannot be undone, or null when it can. */
    notUndoable?: string | null;
  }): Trace;
}

export function startTrace(call: Call): Stopwatch {
  const egress = openEgress();
  const steps: { type: string; ms: number }[] = [];
  let last = call.startedAt;
  const step: Stopwatch['step'] = (type, facts) => {
    const now = performance.now();
    const taken = { type, ms: milliseconds(now - last) };
    steps.push(taken);
    call.emit?.(facts ? { ...taken, ...facts } : taken);
    last = now;
  };
  return {
    egress,
    step,
    stepOnce(type, facts) {
      if (!steps.some((taken) => taken.type === type)) step(type, facts);
    },
    trace({ engine, statement, model, confidence = null, assumptions = [], question = null, notUndoable }) {
      const sent = egressRecord(egress);
      const trace: Trace = {
        id: call.requestId,
        engine,
        sql: statement?.sql ?? null,
        params: [...(statement?.params ?? [])],
        ms: milliseconds(performance.now() - call.startedAt),
        model,
        confidence,
        assumptions: [...assumptions],
        cache: { plan: model === 'cache' ? 'hit' : 'miss' },
        steps,
      };
      if (question !== null) trace.question = question;
      if (notUndoable !== undefined) trace.undo = undoOf(notUndoable);
      if (sent) trace.egress = sent;
      return trace;
    },
  };
}

/** Of what our own rules read and a person then wanted. How sure a model was, nobody has measured. */
export const certaintyOf = (model: string): number | null => (model === 'builtin' ? 1 : null);

const undoOf = (notUndoable: string | null): NonNullable<Trace['undo']> =>
  notUndoable === null ? { until: new Date(Date.now() + LIMITS.undoTtlSeconds * 1_000).toISOString() } : { reason: notUndoable };

const milliseconds = (ms: number): number => Math.round(ms * 100) / 100;
