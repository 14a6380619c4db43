import type { Call } from './call.ts';
import type { Trace } from './contract/ask.ts';
import type { EngineName } from './contract/database.ts';
import type { AskEventType } from './contract/events.ts';
import type { ResultColumn, Rows, Statement } from './engines/engine.ts';
import { type Egress, egressRecord, openEgress } from './plan/egress.ts';

/** Times the stages of one request. */
export interface Stopwatch {
  /** What leaves for model providers meanwhile; the trace shows it. */
  readonly egress: Egress;
  /** Notes that a stage is reached, and tells whoever listens; its time is that since the one before. */
  step(type: AskEventType, facts?: Record<string, unknown>): void;
  trace(facts: {
    engine: EngineName;
    statement: Statement | null;
    model: string;
    confidence?: number | null;
    assumptions?: readonly string[];
    /** Of a follow-up: the whole question that was read. */
    question?: string | null;
  }): Trace;
}

export function startTrace(call: Call): Stopwatch {
  const egress = openEgress();
  const steps: { type: string; ms: number }[] = [];
  let last = call.startedAt;
  return {
    egress,
    step(type, facts) {
      const now = performance.now();
      const step = { type, ms: milliseconds(now - last) };
      steps.push(step);
      call.emit?.({ ...step, ...facts });
      last = now;
    },
    trace({ engine, statement, model, confidence = null, assumptions = [], question = null }) {
      const sent = egressRecord(egress);
      return {
        id: call.requestId,
        engine,
        sql: statement?.sql ?? null,
        params: [...(statement?.params ?? [])],
        ms: milliseconds(performance.now() - call.startedAt),
        model,
        confidence,
        assumptions: [...assumptions],
        ...(question === null ? {} : { question }),
        cache: { plan: model === 'cache' ? 'hit' : 'miss' },
        steps,
        ...(sent ? { egress: sent } : {}),
      };
    },
  };
}

const milliseconds = (ms: number): number => Math.round(ms * 100) / 100;

/** A reply's rows; a name that stands twice gets a number, so that no value is lost. */
export function resultSet(rows: Rows): { data: Record<string, unknown>[]; columns: ResultColumn[]; rowCount: number; truncated: boolean } {
  const names = uniqueNames(rows.columns.map((column) => column.name));
  const columns = rows.columns.map(({ type }, index) => ({ name: names[index] as string, type }));
  return { data: recordsOf(names, rows), columns, rowCount: rows.affected ?? rows.rows.length, truncated: rows.truncated };
}

export const rowRecords = (rows: Rows): Record<string, unknown>[] =>
  recordsOf(uniqueNames(rows.columns.map((column) => column.name)), rows);

function recordsOf(names: readonly string[], { rows }: Rows): Record<string, unknown>[] {
  // Assigning to `__proto__` would set a prototype and lose the column.
  const plain = !names.includes('__proto__');
  return rows.map((row) => {
    if (!plain) return Object.fromEntries(names.map((name, index) => [name, row[index]]));
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) record[names[index] as string] = row[index];
    return record;
  });
}

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique); n++) unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}
