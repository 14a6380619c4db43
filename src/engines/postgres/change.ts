import { Fault } from '../../fault.ts';
import { schemaAfter } from '../../plan/check-change.ts';
import type { Schema } from '../../plan/schema.ts';
import type { ChangeStep, SchemaChange } from '../../plan/schema-change.ts';
import {
  type ChangedSchema,
  type DroppedPart,
  type LostPart,
  NOT_COMPARED,
  type Rows,
  type Statement,
  type WriteTransaction,
} from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { stepStatements } from './change-ddl.ts';
import { type Facts, factsOf } from './change-facts.ts';
import { keepChange, type Reverse } from './change-kept.ts';
import { setGrantsAside } from './grant-views.ts';
import { INTROSPECTION, schemaFrom } from './introspect.ts';
import { relation } from './quote.ts';

type Run = (statement: Statement, maxRows: number) => Promise<Rows>;

/** What a preview may take: nobody else reaches the tables while a change is tried, or waits for a lock on them. */
const TRIED: { readonly lockMs: number; readonly statementMs: number } = { lockMs: 2_000, statementMs: 5_000 };

/** Makes the change inside the caller's open transaction and says what it did; the caller rolls back. */
export async function previewChange(
  run: Run,
  change: SchemaChange,
  schema: Schema,
  { lockMs, statementMs } = TRIED,
): Promise<ChangedSchema> {
  await run(sql(`SET LOCAL lock_timeout = ${lockMs}`), 0);
  await run(sql(`SET LOCAL statement_timeout = ${statementMs}`), 0);
  await run(sql('SAVEPOINT svc_change'), 0);
  try {
    return resultOf(await makeChange({ run, keep: null }, change, schema));
  } catch (error) {
    if ((error as { code?: unknown }).code !== TIMED_OUT) throw refusal(error);
    await run(sql('ROLLBACK TO SAVEPOINT svc_change'), 0);
    return resultOf(untried(change, schema));
  }
}

/**
 * Makes a change for good, and keeps what undoes it. The tables are locked first, so that nothing is lost but what `seen`
 * is the hash of. @throws Fault confirm_expired when the schema is another one by now
 */
export async function applyChange(transaction: WriteTransaction, change: SchemaChange, schema: Schema): Promise<ChangedSchema> {
  const run: Run = (statement, maxRows) => transaction.run(statement, maxRows, null);
  await run(sql('SELECT svc.lock_schema()'), 0);
  try {
    for (const name of tablesOf(change, schema)) await run(sql(`LOCK TABLE ${relation(name)} IN ACCESS EXCLUSIVE MODE`), 0);
  } catch (error) {
    if ((error as { code?: unknown }).code === '42P01') throw changedSince();
    throw error;
  }
  const now = await introspect(run);
  if (fingerprintOf(now.tables) !== fingerprintOf(schema.tables)) throw changedSince();
  try {
    const made = await makeChange({ run, keep: transaction }, change, now);
    await keepChange(transaction, made.notUndoable, made.reverse);
    return resultOf(made);
  } catch (error) {
    throw refusal(error);
  }
}

interface Made extends ChangedSchema {
  /** What takes it back, last step first. */
  readonly reverse: readonly Reverse[];
}

const resultOf = ({ reverse: _, ...result }: Made): ChangedSchema => result;

async function makeChange(within: { run: Run; keep: WriteTransaction | null }, { steps }: SchemaChange, schema: Schema): Promise<Made> {
  const { run } = within;
  const putBack = await setGrantsAside(run);
  let now = schema;
  const all: Facts[] = [];
  const statements: string[] = [];
  for (const step of steps) {
    const facts = await factsOf(step, { ...within, schema: now });
    all.push(facts);
    for (const statement of [...stepStatements(step, now, facts.holding), ...facts.also]) {
      statements.push(statement);
      await run(sql(statement), 0);
    }
    now = await introspect(run);
  }
  const lost = await putBack();
  within.keep?.lose(lost);
  const made = madeOf(all, statements, now);
  return { ...made, notes: [...made.notes, ...lossNotes(lost)] };
}

/** What the change takes from those to whom the tables are granted. */
function lossNotes(lost: readonly LostPart[]): string[] {
  const said = lost.map(({ table, column, why }) => {
    if (column !== null) return `Grants of ${table} show the column ${column} no more.`;
    const because = why === 'condition' ? ', since a condition of theirs reads what is changed here' : '';
    return `Grants of ${table} show it no more${because}.`;
  });
  return [...new Set(said)];
}

/** What is known without making it: the facts are those of the schema as it is, which suits the one step that took too long. */
function untried(change: SchemaChange, schema: Schema): Made {
  const [first] = change.steps;
  if (!first || change.steps.length > 1) throw new Fault('query_timeout', { params: { limitMs: TRIED.statementMs } });
  const note = `It was not tried out to its end, since it takes longer than ${TRIED.statementMs / 1_000} seconds; while it runs, nobody reads or writes ${first.table}, and what is in it then counts.`;
  return madeOf([{ ...NOTHING, seen: NOT_COMPARED, notes: [note] }], stepStatements(first, schema, []), schemaAfter(change, schema));
}

const NOTHING: Facts = {
  rows: 0,
  drops: [],
  sample: [],
  notes: [],
  seen: '',
  holding: [],
  also: [],
  reverse: [],
  notUndoable: 'It was not tried out.',
};

const madeOf = (all: readonly Facts[], statements: readonly string[], after: Schema): Made => ({
  affectedRows: all.reduce((sum, { rows }) => sum + rows, 0),
  drops: all.flatMap(({ drops }): readonly DroppedPart[] => drops),
  sample: all.flatMap(({ sample }) => sample).slice(0, SAMPLE_MAX),
  notes: all.flatMap(({ notes }) => notes),
  seen: all.map(({ seen }) => seen).join(' '),
  notUndoable: all.find(({ notUndoable }) => notUndoable !== null)?.notUndoable ?? null,
  after,
  statement: { sql: statements.join(';\n'), params: [] },
  reverse: all.toReversed().flatMap(({ reverse }) => reverse),
});

const SAMPLE_MAX = 5;
const TIMED_OUT = '57014';

/** Tables that are there and that a step names, in one order for everybody. */
const tablesOf = ({ steps }: SchemaChange, schema: Schema): string[] =>
  [...new Set(steps.map((step: ChangeStep) => step.table))].filter((name) => schema.tables.some((each) => each.name === name)).sort();

const introspect = async (run: Run): Promise<Schema> => schemaFrom((await run(INTROSPECTION, 1)).rows[0]?.[0]);

const changedSince = (): Fault => new Fault('confirm_expired', { params: { reason: 'schema_changed' } });

/** What the engine says against a change is about the caller's own tables: values, features, definitions and limits. */
function refusal(error: unknown): unknown {
  const { code, message, detail } = (error ?? {}) as { code?: unknown; message?: unknown; detail?: unknown };
  if (error instanceof Fault || typeof code !== 'string' || !/^(?:0A|22|23|2B|42(?!501)|54011|54001|54023)/.test(code)) return error;
  const said = String(message);
  const reason = `${said.charAt(0).toUpperCase()}${said.slice(1)}${typeof detail === 'string' ? `: ${detail}` : '.'}`;
  return new Fault('schema_change_refused', { params: { reason, sqlstate: code }, cause: error });
}

const sql = (text: string): Statement => ({ sql: text, params: [] });
