import { Fault } from '../../fault.ts';
import type { Rows, Statement, WriteTransaction } from '../engine.ts';
import { dependentsFrom, dependentsStatement } from './change-dependents.ts';
import type { Reverse } from './change-kept.ts';
import { setGrantsAside } from './grant-views.ts';
import { claimOf } from './images.ts';
import { identifier, relation, textLiteral } from './quote.ts';

/**
 * Takes a change of the schema back, step by step, in the owner's transaction, where nothing is lost by it. What it made
 * has to be as it was left. Gives the statements that did it.
 * @throws Fault undo_unavailable with the reason; the caller rolls back then
 */
export async function undoChange(of: WriteTransaction): Promise<string[]> {
  await of.run(sql('SELECT svc.lock_schema()'), 0, null);
  const [change = '[]', entries = null] =
    (await of.run(sql(`SELECT change::text, entries FROM svc.kept_change(${claimOf(of)})`), 1, null)).rows[0] ?? [];
  const steps = JSON.parse(String(change ?? '[]')) as Reverse[];
  const values = ((entries ?? []) as string[]).map((entry) => JSON.parse(entry) as (string | null)[]);
  const statements: string[] = [];
  const context: Context = {
    run: (statement, maxRows) => of.run(statement, maxRows, null),
    do: async (text, params = []) => {
      const { affected } = await of.run({ sql: text, params }, 0, null);
      statements.push(text);
      return affected ?? 0;
    },
    values,
  };
  const putBack = await setGrantsAside(context.run);
  for (const step of steps) {
    try {
      await (UNDO[step.do] as (step: Reverse, context: Context) => Promise<void>)(step, context);
    } catch (error) {
      throw notTaken(error, step);
    }
  }
  of.lose(await putBack());
  return statements;
}

interface Context {
  readonly run: (statement: Statement, maxRows: number) => Promise<Rows>;
  /** Runs a statement that is part of what was done; how many rows it changed. */
  readonly do: (text: string, params?: readonly unknown[]) => Promise<number>;
  /** Dropped values: the column, the value and the key of the row, all as text. */
  readonly values: readonly (readonly (string | null)[])[];
}

type UndoOf<Do extends Reverse['do']> = Extract<Reverse, { do: Do }>;

const UNDO: { readonly [Do in Reverse['do']]: (step: UndoOf<Do>, context: Context) => Promise<void> } = {
  async dropColumn({ table, column: name, filled }, context) {
    await lock(table, context);
    const column = identifier(name);
    await refuseDependents(table, name, context);
    const counted =
      filled === 'empty'
        ? `SELECT count(${column}) FROM ${relation(table)}`
        : `SELECT count(*) - coalesce((SELECT max(n) FROM (SELECT count(*) AS n FROM ${relation(table)} GROUP BY ${column}) AS alike), 0) FROM ${relation(table)}`;
    const rows = await count(counted, context);
    if (rows > 0)
      throw unavailable(
        `${rowsOf(rows)} of ${table} ${rows === 1 ? 'has' : 'have'} something in ${name} by now, which would be lost.`,
        'filled',
        {
          table,
          rows,
        },
      );
    await context.do(`ALTER TABLE ${relation(table)} DROP COLUMN ${column}`);
  },

  async dropTable({ table }, context) {
    await lock(table, context);
    await refuseDependents(table, null, context);
    const rows = await count(`SELECT count(*) FROM ${relation(table)}`, context);
    if (rows > 0) throw unavailable(`${table} has ${rowsOf(rows)} by now, which would be lost.`, 'filled', { table, rows });
    await context.do(`DROP TABLE ${relation(table)}`);
  },

  renameColumn: async ({ table, column, to }, context) => {
    await context.do(`ALTER TABLE ${relation(table)} RENAME COLUMN ${identifier(column)} TO ${identifier(to)}`);
  },

  renameTable: async ({ table, to }, context) => {
    await context.do(`ALTER TABLE ${relation(table)} RENAME TO ${identifier(to)}`);
  },

  setNullable: async ({ table, column, nullable }, context) => {
    await context.do(`ALTER TABLE ${relation(table)} ALTER COLUMN ${identifier(column)} ${nullable ? 'DROP' : 'SET'} NOT NULL`);
  },

  async dropConstraint({ table, name, index }, context) {
    await context.do(`ALTER TABLE ${relation(table)} DROP CONSTRAINT ${identifier(name)}`);
    if (index !== null) await context.do(`DROP INDEX IF EXISTS public.${identifier(index)}`);
  },

  async changeType({ table, column: name, type, preset, comment }, context) {
    await lock(table, context);
    const column = identifier(name);
    const now = await typeNow(table, name, context);
    const lossy = `FROM ${relation(table)} WHERE ${column} IS NOT NULL AND (${column}::${type})::${now} IS DISTINCT FROM ${column}`;
    const rows = await count(`SELECT count(*) ${lossy}`, context);
    if (rows > 0)
      throw unavailable(`${rowsOf(rows)} of ${table} ${rows === 1 ? 'has' : 'have'} a ${name} that is no ${type}.`, 'changed', {
        table,
        rows,
      });
    const on = `ALTER TABLE ${relation(table)} ALTER COLUMN ${column}`;
    await context.do(`${on} DROP DEFAULT`);
    await context.do(`${on} TYPE ${type} USING ${column}::${type}`);
    if (preset !== null) await context.do(`${on} SET DEFAULT ${preset}`);
    if (comment !== null) await context.do(`COMMENT ON COLUMN ${relation(table)}.${column} IS ${textLiteral(comment)}`);
  },

  async addColumn({ table, column: { name, type, notNull, preset, comment, constraints, indexes }, key, values }, context) {
    await lock(table, context);
    const column = identifier(name);
    const on = `ALTER TABLE ${relation(table)}`;
    await context.do(`${on} ADD COLUMN ${column} ${type}`);
    if (values > 0) {
      const kept = context.values.filter(([of]) => of === name).map((entry) => entry.slice(1));
      const types = await Promise.all(key.map((each) => typeNow(table, each, context)));
      const same = key.map((each, index) => `stored.${identifier(each)} = (was.entry ->> ${index + 1})::${types[index]}`).join(' AND ');
      const restored = await context.do(
        `UPDATE ${relation(table)} AS stored SET ${column} = (was.entry ->> 0)::${type} FROM jsonb_array_elements($1::text::jsonb) AS was (entry)\nWHERE ${same}`,
        [JSON.stringify(kept)],
      );
      if (restored < values)
        throw unavailable(
          `${rowsOf(values - restored)} of ${table} whose ${name} would come back ${values - restored === 1 ? 'is' : 'are'} gone.`,
          'changed',
          { table, rows: values - restored },
        );
    }
    if (preset !== null) await context.do(`${on} ALTER COLUMN ${column} SET DEFAULT ${preset}`);
    if (notNull) await context.do(`${on} ALTER COLUMN ${column} SET NOT NULL`);
    for (const { on: of, name: constraint, definition } of constraints)
      await context.do(`ALTER TABLE ${of} ADD CONSTRAINT ${identifier(constraint)} ${definition}`);
    for (const index of indexes) await context.do(index);
    if (comment !== null) await context.do(`COMMENT ON COLUMN ${relation(table)}.${column} IS ${textLiteral(comment)}`);
  },
};

const lock = async (table: string, { run }: Context): Promise<void> =>
  void (await run(sql(`LOCK TABLE ${relation(table)} IN ACCESS EXCLUSIVE MODE`), 0));

const count = async (text: string, { run }: Context): Promise<number> => Number((await run(sql(text), 1)).rows[0]?.[0] ?? 0);

/** What others have come to hang on it would go or fail with it. */
async function refuseDependents(table: string, column: string | null, { run }: Context): Promise<void> {
  const { views, computed, holding } = dependentsFrom((await run(dependentsStatement(table, column), 1)).rows[0]?.[0]);
  const users = [...views, ...computed, ...holding.map((each) => each.table)];
  if (users.length > 0)
    throw unavailable(
      `${users.join(', ')} ${users.length === 1 ? 'uses' : 'use'} ${column === null ? table : `${column} of ${table}`} by now.`,
      'referred',
      { table },
    );
}

async function typeNow(table: string, column: string, { run }: Context): Promise<string> {
  const text = `SELECT format_type(a.atttypid, a.atttypmod) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relnamespace = 'public'::regnamespace AND c.relname = $1 AND a.attname = $2 AND NOT a.attisdropped`;
  const type = (await run({ sql: text, params: [table, column] }, 1)).rows[0]?.[0];
  if (typeof type !== 'string') throw unavailable(`The columns of ${table} have changed since.`, 'changed', { table });
  return type;
}

const unavailable = (reason: string, why: string, more: Record<string, unknown>, cause?: unknown): Fault =>
  new Fault('undo_unavailable', { params: { reason, why, ...more }, ...(cause === undefined ? {} : { cause }) });

/** Names that are gone or taken again, and values that break a rule by now. */
function notTaken(error: unknown, { table }: Reverse): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (error instanceof Fault || typeof code !== 'string' || !/^(?:22|23|2B|42(?!501)|0A)/.test(code)) return error;
  const said = String(message);
  return unavailable(`${said.charAt(0).toUpperCase()}${said.slice(1)}.`, 'changed', { table }, error);
}

const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`);
const sql = (text: string): Statement => ({ sql: text, params: [] });
