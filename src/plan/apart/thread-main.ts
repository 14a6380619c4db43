import { parentPort } from 'node:worker_threads';
import { readAlter } from '../builtin/alter/alter.ts';
import { isFragment, mayStandAlone } from '../builtin/follow-up/fragment.ts';
import { wholeQuestions } from '../builtin/follow-up/whole.ts';
import { createQuestionPlanner } from '../builtin/question.ts';
import { buildValueIndex } from '../builtin/value-index.ts';
import { planWrite, writePlanner } from '../builtin/write.ts';
import type { Question, ValueEntry, ValueIndex } from '../planner.ts';
import type { Schema, Table } from '../schema.ts';
import type { Reading, Readings, Said, Told } from './messages.ts';

/** What runs in a thread: it reads one text after the other, as it is told. */
const questions = createQuestionPlanner();
const READERS: { readonly [As in Reading]: (question: Question, previous: string | null) => Readings[As] | Promise<Readings[As]> } = {
  question: (question) => questions.plan(question),
  write: (question) => writePlanner.plan(question),
  change: (question) => readAlter(question, (text) => planWrite({ ...question, text })),
  part(question, previous) {
    const isPart = isFragment(question.text, question);
    return {
      isPart,
      standsAlone: isPart && mayStandAlone(question.text, question),
      whole: isPart && previous !== null ? wholeQuestions(previous, question.text, question) : [],
    };
  },
};
const schemas = new Map<number, Schema & { readonly tables: Table[] }>();
const entries = new Map<number, Pieced[]>();
const indexes = new Map<number, ValueIndex>();
let leaving = new AbortController();

parentPort?.on('message', (told: Told) => {
  if (told.kind === 'schema') schemas.set(told.id, { ...told.schema, tables: [] });
  else if (told.kind === 'tables') schemas.get(told.id)?.tables.push(...told.tables);
  else if (told.kind === 'values') entries.set(told.id, withPiece(entries.get(told.id) ?? [], told.piece));
  else if (told.kind === 'leave') leaving.abort();
  else if (told.kind === 'forget') for (const kept of [schemas, entries, indexes]) kept.delete(told.id);
  else void read(told).then((said) => parentPort?.postMessage(said));
});

interface Pieced extends ValueEntry {
  readonly values: string[];
}

/** Pieces of one column follow each other. */
function withPiece(known: Pieced[], { table, column, values }: ValueEntry): Pieced[] {
  const last = known.at(-1);
  if (last?.table === table && last.column === column) last.values.push(...values);
  else known.push({ table, column, values: [...values] });
  return known;
}

async function read({ as, text, previous, now, schema: schemaId, values: valuesId }: Extract<Told, { kind: 'read' }>): Promise<Said> {
  leaving = new AbortController();
  const { signal } = leaving;
  try {
    const schema = schemas.get(schemaId);
    if (!schema) throw new Error('The thread was not told of the schema.');
    const values = indexes.get(valuesId) ?? buildValueIndex(entries.get(valuesId) ?? []);
    indexes.set(valuesId, values);
    const question: Question = { text, now, schema, values, signal };
    return { kind: 'read', result: await READERS[as](question, previous) };
  } catch (error) {
    if (signal.aborted) return { kind: 'left' };
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
  }
}
