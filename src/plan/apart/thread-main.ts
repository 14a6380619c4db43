import { parentPort } from 'node:worker_threads';
import { Fault } from '../../fault.ts';
import { createPostgresParser } from '../../guard/postgres-parser.ts';
import { isFragment, mayStandAlone } from '../builtin/follow-up/fragment.ts';
import { wholeQuestions } from '../builtin/follow-up/whole.ts';
import { buildValueIndex } from '../builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../builtin/questions/question.ts';
import { readAlter } from '../builtin/writes/alter/alter.ts';
import { planWrite, writePlanner } from '../builtin/writes/write.ts';
import { createChangeParser } from '../parse/ddl.ts';
import { createOwnReader } from '../parse/own.ts';
import { createPlanParser } from '../parse/parse.ts';
import { createWrittenReader } from '../parse/written.ts';
import type { Question, ValueEntry, ValueIndex } from '../planner.ts';
import type { Schema, Table } from '../schema.ts';
import type { Reading, Readings, Said, SqlReading, SqlReadings, Told } from './messages.ts';

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
/** They come with the first SQL: PostgreSQL's parser takes 50 ms to load. */
let sqlReaders: ReturnType<typeof loadSqlReaders> | null = null;
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
  else void answer(told).then((said) => parentPort?.postMessage(said));
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

async function answer(told: Extract<Told, { kind: 'read' | 'readSql' }>): Promise<Said> {
  leaving = new AbortController();
  const { signal } = leaving;
  try {
    const schema = schemas.get(told.schema);
    if (!schema) throw new Error('The thread was not told of the schema.');
    return { kind: 'read', result: told.kind === 'readSql' ? await readSql(told, schema) : await read(told, schema, signal) };
  } catch (error) {
    if (signal.aborted) return { kind: 'left' };
    if (error instanceof Fault) return refusal(error);
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

const refusal = ({ code, params, fields }: Fault): Said => ({
  kind: 'refused',
  code,
  details: { ...(params ? { params } : {}), ...(fields ? { fields } : {}) },
});

function read({ as, text, previous, now, values: valuesId }: Extract<Told, { kind: 'read' }>, schema: Schema, signal: AbortSignal) {
  const values = indexes.get(valuesId) ?? buildValueIndex(entries.get(valuesId) ?? []);
  indexes.set(valuesId, values);
  return READERS[as]({ text, now, schema, values, signal }, previous);
}

async function readSql({ as, statement }: Extract<Told, { kind: 'readSql' }>, schema: Schema): Promise<SqlReadings[SqlReading]> {
  sqlReaders ??= loadSqlReaders();
  return (await sqlReaders)[as](statement, schema);
}

async function loadSqlReaders() {
  const parser = await createPostgresParser();
  const [parse, parseChange] = await Promise.all([createPlanParser(parser), createChangeParser(parser)]);
  return { own: createOwnReader({ parser, parse, parseChange }), written: createWrittenReader(parser, parse) };
}
