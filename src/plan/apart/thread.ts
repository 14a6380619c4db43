import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import { createPace } from '../../lib/pace.ts';
import { startWorker } from '../../lib/start-worker.ts';
import type { BoundSql } from '../parse/bound-sql.ts';
import type { Question, ValueIndex } from '../planner.ts';
import type { Schema } from '../schema.ts';
import type { Reading, Readings, Said, SqlReading, SqlReadings, Told } from './messages.ts';

export interface Thread {
  /** One text at a time. @throws who left's own reason; what the reader threw; overloaded; an error where the thread has ended, or was ended. */
  read<As extends Reading>(as: As, question: Question, previous: string | null): Promise<Readings[As]>;
  /** One statement. @throws as `read`, and the reader's faults */
  readSql<As extends SqlReading>(as: As, statement: BoundSql, schema: Schema, signal: Leaving): Promise<SqlReadings[As]>;
  readonly hasEnded: boolean;
  end(): Promise<unknown>;
}

interface Options {
  readonly heapMb: number;
  /** For one text; then the thread is ended. */
  readonly deadlineMs: number;
  /** What this process has had of the processors so far. */
  readonly cpuMs: () => number;
  /** Of schemas and values together. */
  readonly keptMax: number;
}

/** Tables and values that are sent in one piece. */
const TABLES_AT_ONCE = 20;
const VALUES_AT_ONCE = 2_000;

/** A process that had less of the processors than this part of the deadline says nothing of the text: the machine was busy with others. */
const FAIR_SHARE = 0.5;

/** A thread that reads what people ask for. Schemas and values are sent once and kept there, the last ones asked about. */
export function startThread({ heapMb, deadlineMs, cpuMs, keptMax }: Options): Thread {
  const worker = startWorker(new URL('./thread-main', import.meta.url), { name: 'readers', heapMb });
  const kept = new Map<object, number>();
  let lastId = 0;
  let hasEnded = false;
  let settle: { resolve: (said: Said) => void; reject: (error: Error) => void } | null = null;
  worker.on('message', (said: Said) => settle?.resolve(said));
  worker.once('error', (error) => {
    hasEnded = true;
    settle?.reject(error);
  });
  worker.once('exit', () => {
    hasEnded = true;
    settle?.reject(new Error('The thread has ended.'));
  });
  const tell = (told: Told): void => worker.postMessage(told);

  /** The number under which the thread keeps it, and whether it has it already. */
  const keep = (what: object): { id: number; isNew: boolean } => {
    const known = kept.get(what);
    kept.delete(what);
    const id = known ?? ++lastId;
    kept.set(what, id);
    if (kept.size > keptMax) {
      const [oldest = [what, id]] = kept;
      kept.delete(oldest[0]);
      tell({ kind: 'forget', id: oldest[1] });
    }
    return { id, isNew: known === undefined };
  };

  async function tellSchema(schema: Schema): Promise<number> {
    const { id, isNew } = keep(schema);
    if (!isNew) return id;
    const { tables, ...rest } = schema;
    const pace = createPace();
    tell({ kind: 'schema', id, schema: rest });
    for (let from = 0; from < tables.length; from += TABLES_AT_ONCE) {
      tell({ kind: 'tables', id, tables: tables.slice(from, from + TABLES_AT_ONCE) });
      await pace();
    }
    return id;
  }

  async function tellValues(index: ValueIndex): Promise<number> {
    const { id, isNew } = keep(index);
    if (!isNew) return id;
    const pace = createPace();
    for (const { values, ...of } of index.entries)
      for (let from = 0; from === 0 || from < values.length; from += VALUES_AT_ONCE) {
        tell({ kind: 'values', id, piece: { ...of, values: values.slice(from, from + VALUES_AT_ONCE) } });
        await pace();
      }
    return id;
  }

  async function answerTo(told: Extract<Told, { kind: 'read' | 'readSql' }>, signal: Leaving): Promise<unknown> {
    if (signal.aborted) throw new Fault('query_cancelled');
    const leave = (): void => tell({ kind: 'leave' });
    const cpuBefore = cpuMs();
    let wasStarved = false;
    const late = setTimeout(() => {
      wasStarved = cpuMs() - cpuBefore < deadlineMs * FAIR_SHARE;
      void worker.terminate();
    }, deadlineMs);
    signal.addEventListener('abort', leave, { once: true });
    try {
      const said = await new Promise<Said>((resolve, reject) => {
        settle = { resolve, reject };
        if (hasEnded) reject(new Error('The thread has ended.'));
        tell(told);
      });
      if (signal.aborted) throw new Fault('query_cancelled');
      if (said.kind === 'read') return said.result;
      if (said.kind === 'refused') throw new Fault(said.code, said.details);
      throw said.kind === 'failed' ? said.error : new Error('The thread left a text that is waited for.');
    } catch (error) {
      if (!wasStarved || signal.aborted) throw error;
      throw new Fault('overloaded', { params: { reason: 'This machine has too much to do to read it.', waitedMs: deadlineMs } });
    } finally {
      settle = null;
      clearTimeout(late);
      signal.removeEventListener('abort', leave);
    }
  }

  return {
    async read<As extends Reading>(as: As, { text, now, signal, ...question }: Question, previous: string | null) {
      const [schema, values] = [await tellSchema(question.schema), await tellValues(question.values)];
      const result = answerTo({ kind: 'read', as, text, previous, now, schema, values }, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
      // It is of the kind that was asked for.
      return (await result) as Readings[As];
    },
    async readSql<As extends SqlReading>(as: As, statement: BoundSql, schema: Schema, signal: Leaving) {
      return (await answerTo({ kind: 'readSql', as, statement, schema: await tellSchema(schema) }, signal)) as SqlReadings[As];
    },
    get hasEnded() {
      return hasEnded;
    },
    end: () => worker.terminate(),
  };
}
