import { LIMITS } from '../../contract/limits.ts';
import { refused } from '../../plan/check-change.ts';
import type { Schema, Table } from '../../plan/schema.ts';
import type { ChangeStep, StepOf } from '../../plan/schema-change.ts';
import { findColumn, findTable } from '../../plan/scope.ts';
import type { DroppedPart, PreviewResult, Rows, Statement, WriteTransaction } from '../engine.ts';
import { constraintName, type HoldingKey } from './change-ddl.ts';
import { type Dependents, dependentsFrom, dependentsStatement } from './change-dependents.ts';
import { type Definition, type Reverse, valueEntry } from './change-kept.ts';
import { typeOf } from './ddl-column.ts';
import { hashOf, imageOf, keepImage } from './images.ts';
import { isMadeByInsert } from './made-by-insert.ts';
import { identifier, relation } from './quote.ts';

/** What is found out of a step before it is made. */
export interface Facts {
  readonly rows: number;
  readonly drops: readonly DroppedPart[];
  readonly sample: PreviewResult['sample'];
  readonly notes: readonly string[];
  /** A hash of the values that go. */
  readonly seen: string;
  readonly holding: readonly HoldingKey[];
  /** Statements that belong to it. */
  readonly also: readonly string[];
  readonly reverse: readonly Reverse[];
  readonly notUndoable: string | null;
}

interface Context {
  readonly run: (statement: Statement, maxRows: number) => Promise<Rows>;
  readonly schema: Schema;
  /** The write whose values are kept; null in a preview. */
  readonly keep: WriteTransaction | null;
}

/** @throws Fault schema_change_refused for what the stored rows, or what depends on them, do not let happen */
export const factsOf = (step: ChangeStep, context: Context): Promise<Facts> =>
  (FACTS[step.do] as (step: ChangeStep, context: Context) => Promise<Facts>)(step, context);

const NONE: Facts = { rows: 0, drops: [], sample: [], notes: [], seen: '', holding: [], also: [], reverse: [], notUndoable: null };

const FACTS: { readonly [Do in ChangeStep['do']]: (step: StepOf<Do>, context: Context) => Promise<Facts> } = {
  async addColumn({ table, column }, { run }) {
    const { default: preset, nullable } = column;
    const rows = preset || !nullable ? await count(run, `SELECT count(*) FROM ${relation(table)}`) : 0;
    if (!preset && rows > 0)
      throw refused(`${table} has ${rowsOf(rows)}, in which ${column.name} would be empty: give it a default, or let it be empty.`);
    // What the engine has stored is compared, so the value is the catalogue's and not our own text for it.
    const filled = preset === undefined ? 'empty' : 'alike';
    return { ...NONE, rows: preset ? rows : 0, reverse: [{ do: 'dropColumn', table, column: column.name, filled }] };
  },

  async dropColumn({ table: name, column: columnName }, { run, schema, keep }) {
    const table = findTable(schema, name);
    findColumn(table, columnName);
    const depends = await dependentsOf(run, name, columnName);
    refuseHeld(depends, `${columnName} of ${name}`);
    const column = identifier(columnName);
    const key = table.primaryKey;
    const of = `SELECT ${imageOf('stored')} AS image, ${column}::text AS value FROM ${relation(name)} AS stored WHERE ${column} IS NOT NULL`;
    const stats = await run(sql(`SELECT count(*), coalesce(sum(octet_length(value)), 0), ${hashOf('image')} FROM (${of}) AS lost`), 1);
    const [rows = 0, bytes = 0, seen = ''] = stats.rows[0] ?? [];
    const lost = Number(rows);
    const definition = await definitionOf(run, name, columnName);
    const reason = whyNotRestored(table, definition, lost, Number(bytes));
    const kept = keep && reason === null && lost > 0 ? await keepValues(keep, table, columnName) : null;
    return {
      ...NONE,
      rows: lost,
      seen: String(seen),
      drops: dropsOf(depends, name),
      holding: depends.holding,
      sample: (await sampleOf(run, table, `WHERE ${column} IS NOT NULL`)).map((before) => ({ before, after: without(before, columnName) })),
      reverse: [{ do: 'addColumn', table: name, column: definition, key, values: lost }],
      notUndoable: reason ?? kept,
    };
  },

  async dropTable({ table: name }, { run, schema }) {
    const table = findTable(schema, name);
    const depends = await dependentsOf(run, name, null);
    refuseHeld(depends, name);
    const stats = await run(
      sql(`SELECT count(*), ${hashOf('image')} FROM (SELECT ${imageOf('stored')} AS image FROM ${relation(name)} AS stored) AS lost`),
      1,
    );
    const [rows = 0, seen = ''] = stats.rows[0] ?? [];
    const pointing = [...new Set(depends.holding.map((each) => each.table))];
    return {
      ...NONE,
      rows: Number(rows),
      seen: String(seen),
      drops: dropsOf(depends, name),
      holding: depends.holding,
      sample: (await sampleOf(run, table, '')).map((before) => ({ before, after: null })),
      notes:
        pointing.length > 0
          ? [`What ${pointing.join(' and ')} ${pointing.length === 1 ? 'has' : 'have'} of its keys stays, and refers to nothing.`]
          : [],
      notUndoable: 'A table that was dropped is not kept.',
    };
  },

  async renameColumn({ table, column, to }) {
    return { ...NONE, reverse: [{ do: 'renameColumn', table, column: to, to: column }] };
  },

  async renameTable({ table, to }) {
    return { ...NONE, reverse: [{ do: 'renameTable', table: to, to: table }] };
  },

  async addTable({ table }) {
    return { ...NONE, reverse: [{ do: 'dropTable', table }] };
  },

  async setNullable({ table, column, nullable }, { run }) {
    const empty = nullable ? 0 : await count(run, `SELECT count(*) FROM ${relation(table)} WHERE ${identifier(column)} IS NULL`);
    if (empty > 0)
      throw refused(
        `${rowsOf(empty)} of ${table} ${empty === 1 ? 'has' : 'have'} no ${column}; fill ${empty === 1 ? 'it' : 'them'} in first.`,
        { rows: empty },
      );
    return { ...NONE, reverse: [{ do: 'setNullable', table, column, nullable: !nullable }] };
  },

  async setUnique({ table, column: name }, { run }) {
    const column = identifier(name);
    const alike = `SELECT ${column}::text AS value, count(*) AS many FROM ${relation(table)} WHERE ${column} IS NOT NULL GROUP BY ${column} HAVING count(*) > 1`;
    const found = await run(sql(`SELECT value, many FROM (${alike}) AS alike ORDER BY many DESC, value LIMIT ${ALIKE_MAX}`), ALIKE_MAX);
    if (found.rows.length > 0) {
      const said = found.rows.map(([value, many]) => `${String(value).slice(0, 80)} (${Number(many)} times)`);
      throw refused(`Several rows of ${table} have the same ${name}: ${said.join(', ')}.`);
    }
    return { ...NONE, reverse: [{ do: 'dropConstraint', table, name: constraintName(table, name, 'key'), index: null }] };
  },

  async addReference({ table, column: name, to }, { run, schema }) {
    const key = findTable(schema, to).primaryKey[0] ?? '';
    const column = identifier(name);
    const orphans = `FROM ${relation(table)} AS child WHERE child.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${relation(to)} AS parent WHERE parent.${identifier(key)} = child.${column})`;
    const rows = await count(run, `SELECT count(*) ${orphans}`);
    if (rows > 0) throw refused(`${rowsOf(rows)} of ${table} ${rows === 1 ? 'has' : 'have'} a ${name} that no row of ${to} has.`, { rows });
    return {
      ...NONE,
      reverse: [{ do: 'dropConstraint', table, name: constraintName(table, name, 'fkey'), index: constraintName(table, name, 'idx') }],
    };
  },

  async changeType({ table: tableName, column: name, type }, { run, schema }) {
    const column = findColumn(findTable(schema, tableName), name);
    refuseHeld(await dependentsOf(run, tableName, name), `${name} of ${tableName}`);
    const ref = identifier(name);
    const round = `(${ref}::${typeOf(type)})::${column.nativeType}`;
    const lossy = `FROM ${relation(tableName)} WHERE ${ref} IS NOT NULL AND ${round} IS DISTINCT FROM ${ref}`;
    const [rows = 0, changed = 0, example = null] =
      (
        await run(sql(`SELECT (SELECT count(${ref}) FROM ${relation(tableName)}), count(*), min(${ref}::text) ${lossy}`), 1).catch(
          (error: unknown) => {
            throw unfit(error, tableName, name, type);
          },
        )
      ).rows[0] ?? [];
    if (Number(changed) > 0)
      throw refused(
        `As ${type}, ${rowsOf(Number(changed))} of ${tableName} would lose a part of ${name}, such as ${String(example).slice(0, 80)}.`,
        {
          rows: Number(changed),
        },
      );
    const { preset, comment } = await definitionOf(run, tableName, name);
    // From now on it is of a person's own design, and no insert widens it.
    const also = isMadeByInsert(comment) ? [`COMMENT ON COLUMN ${relation(tableName)}.${ref} IS NULL`] : [];
    const notes =
      Number(rows) >= LARGE_ROWS ? [`Every row of ${tableName} is written anew; nobody reads or writes the table meanwhile.`] : [];
    return {
      ...NONE,
      rows: Number(rows),
      also,
      notes,
      reverse: [{ do: 'changeType', table: tableName, column: name, type: column.nativeType, preset, comment }],
    };
  },
};

const ALIKE_MAX = 3;
const LARGE_ROWS = 100_000;

function unfit(error: unknown, table: string, column: string, type: string): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || !code.startsWith('22')) return error;
  return refused(`Not every ${column} of ${table} can be ${type}: ${String(message)}.`, { sqlstate: code });
}

/** Views and computed columns decide by themselves what they show: whoever made them changes them first. */
function refuseHeld({ views, computed }: Dependents, what: string): void {
  if (views.length > 0) throw refused(`The view ${views.join(', ')} shows ${what}.`);
  if (computed.length > 0) throw refused(`The column ${computed.join(', ')} is computed from ${what}.`);
}

const dependentsOf = async (run: Context['run'], table: string, column: string | null): Promise<Dependents> =>
  dependentsFrom((await run(dependentsStatement(table, column), 1)).rows[0]?.[0]);

const dropsOf = ({ indexes, constraints, triggers, hasDefault, holding }: Dependents, table: string): DroppedPart[] => [
  ...holding.map((key) => ({ kind: 'foreign key' as const, table: key.table, name: key.name })),
  ...constraints.map((name) => ({ kind: 'constraint' as const, table, name })),
  ...indexes.map((name) => ({ kind: 'index' as const, table, name })),
  ...triggers.map((name) => ({ kind: 'trigger' as const, table, name })),
  ...(hasDefault ? [{ kind: 'default' as const, table, name: 'default' }] : []),
];

async function definitionOf(run: Context['run'], table: string, column: string): Promise<Definition> {
  return JSON.parse(String((await run({ sql: DEFINITION, params: [table, column] }, 1)).rows[0]?.[0])) as Definition;
}

const DEFINITION = `
SELECT json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
  'preset', CASE WHEN a.attgenerated = '' THEN pg_get_expr(f.adbin, f.adrelid) END, 'comment', col_description(c.oid, a.attnum),
  'special', a.attidentity <> '' OR a.attgenerated <> '' OR a.attcollation <> y.typcollation OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
    AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum AND d.deptype IN ('a', 'i') AND EXISTS (SELECT FROM pg_class s WHERE s.oid = d.objid AND s.relkind = 'S'))
    OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND a.attnum = ANY (t.tgattr)),
  'constraints', coalesce((SELECT json_agg(json_build_object('on', format('%I.%I', n.nspname, o.relname), 'name', k.conname, 'definition', pg_get_constraintdef(k.oid)) ORDER BY k.contype = 'f', k.conname)
    FROM pg_constraint k JOIN pg_class o ON o.oid = k.conrelid JOIN pg_namespace n ON n.oid = o.relnamespace
    WHERE k.contype IN ('u', 'c', 'f', 'x') AND (k.conrelid = c.oid AND a.attnum = ANY (k.conkey) OR k.contype = 'f' AND k.confrelid = c.oid AND a.attnum = ANY (k.confkey))), '[]'),
  'indexes', coalesce((SELECT json_agg(pg_get_indexdef(x.indexrelid) ORDER BY x.indexrelid) FROM pg_index x WHERE x.indrelid = c.oid
    AND EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = x.indexrelid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum)
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid)), '[]'))
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relname = $1 AND a.attname = $2 AND NOT a.attisdropped`;

function whyNotRestored(table: Table, definition: Definition, values: number, bytes: number): string | null {
  if (definition.special) return `What ${definition.name} of ${table.name} is filled in by is not kept.`;
  if (values === 0) return null;
  if (table.primaryKey.length === 0) return `${table.name} has no key to find the rows again by.`;
  const trigger = table.triggers?.find(({ on }) => on.includes('update'));
  if (trigger) return `The trigger ${trigger.name} of ${table.name} would run.`;
  return values > LIMITS.undoRows || bytes > LIMITS.undoBytes ? 'It has more values than are kept.' : null;
}

/** Why the values cannot be kept after all; null when they are. */
async function keepValues(keep: WriteTransaction, table: Table, column: string): Promise<string | null> {
  const key = table.primaryKey;
  const before = `(SELECT array_agg(${valueEntry('stored', column, key)}) FROM ${relation(table.name)} AS stored WHERE ${identifier(column)} IS NOT NULL)`;
  const image = keepImage({
    transaction: keep,
    verb: 'alter',
    table: relation(table.name),
    tableVerb: 'update',
    key,
    before,
    after: "'{}'",
  });
  return ((await keep.run(sql(`SELECT ${image}`), 1, null)).rows[0]?.[0] as string | null | undefined) ?? null;
}

async function sampleOf(run: Context['run'], table: Table, where: string): Promise<Record<string, unknown>[]> {
  const order = table.primaryKey.length > 0 ? ` ORDER BY ${table.primaryKey.map(identifier).join(', ')}` : '';
  const { columns, rows } = await run(
    sql(`SELECT * FROM ${relation(table.name)} ${where}${order} LIMIT ${LIMITS.previewSampleRows}`),
    LIMITS.previewSampleRows,
  );
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
}

const without = (row: Record<string, unknown>, column: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));

const count = async (run: Context['run'], text: string): Promise<number> => Number((await run(sql(text), 1)).rows[0]?.[0] ?? 0);
const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`);
const sql = (text: string): Statement => ({ sql: text, params: [] });
