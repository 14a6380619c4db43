import type { Diff } from '../contract/ask.ts';
import type { ChangedSchema } from '../engines/engine.ts';
import { afterStep } from '../plan/check-change.ts';
import { sayChange } from '../plan/say-change.ts';
import type { Column, Schema } from '../plan/schema.ts';
import type { ChangeStep, SchemaChange } from '../plan/schema-change.ts';

/** What a change would do to tables and columns, and to the values in them. */
export function changeDiff(change: SchemaChange, schema: Schema, result: ChangedSchema): Diff {
  const [first] = change.steps;
  const { affectedRows, drops, notes, sample, notUndoable } = result;
  const lost = change.steps.some((step) => LOSES.has(step.do));
  const values =
    affectedRows > 0 ? ` ${lost ? `The values of ${rowsOf(affectedRows)} go with it.` : `It is about ${rowsOf(affectedRows)}.`}` : '';
  const gone = drops.map(({ kind, table, name }) => (kind === 'default' ? `the default` : `the ${kind} ${name} of ${table}`));
  const parts = gone.length > 0 ? ` With it goes ${listed(gone)}.` : '';
  const undo = notUndoable === null ? '' : ` It cannot be undone: ${notUndoable}`;
  return {
    verb: 'alter',
    table: first?.table ?? '',
    affectedRows,
    cascades: [],
    sample: [...sample],
    changes: changesOf(change, schema, result.after),
    ...(drops.length > 0 ? { drops: [...drops] } : {}),
    summary: `This would ${lower(sayChange(change))}${values}${parts}${[...notes, ...termsOf(change, schema)].map((note) => ` ${note}`).join('')}${undo} Nothing has been changed yet.`,
  };
}

/** What the words of the business are said to mean may name what is renamed or dropped. */
function termsOf({ steps }: SchemaChange, { glossary }: Schema): string[] {
  return steps.flatMap((step) => {
    const name =
      step.do === 'renameColumn' || step.do === 'dropColumn'
        ? step.column
        : step.do === 'renameTable' || step.do === 'dropTable'
          ? step.table
          : null;
    const naming = (glossary?.terms ?? [])
      .filter(({ sql = '' }) => name !== null && new RegExp(`\\b${name}\\b`).test(sql))
      .map(({ term }) => `"${term}"`);
    return naming.length > 0 ? [`The glossary has ${name} in the SQL of ${naming.join(', ')}, which then no longer fits.`] : [];
  });
}

const LOSES: ReadonlySet<ChangeStep['do']> = new Set(['dropColumn', 'dropTable']);

type Change = NonNullable<Diff['changes']>[number];

function changesOf({ steps }: SchemaChange, schema: Schema, after: Schema): Change[] {
  let now = schema;
  return steps.map((step): Change => {
    const before = now;
    now = afterStep(now, step);
    const to = step.do === 'renameTable' ? step.to : step.table;
    const columns = columnsOf(step);
    const shown = (of: Schema, table: string, names: readonly string[] | null) =>
      (of.tables.find(({ name }) => name === table)?.columns ?? [])
        .filter(({ name }) => names === null || names.includes(name))
        .map(shownColumn);
    // The engine's own names of types, where the column is still there at the end.
    const stays = after.tables.some(({ name }) => name === to) ? after : now;
    return {
      change: step.do,
      table: step.table,
      ...(step.do === 'renameTable' ? { renamedTo: step.to } : {}),
      before: shown(before, step.table, columns.before),
      after: shown(stays, to, columns.after),
    };
  });
}

/** Names of the columns that a step is about; null for all of the table. */
function columnsOf(step: ChangeStep): { readonly before: readonly string[] | null; readonly after: readonly string[] | null } {
  switch (step.do) {
    case 'addColumn':
      return { before: [], after: [step.column.name] };
    case 'dropColumn':
      return { before: [step.column], after: [] };
    case 'renameColumn':
      return { before: [step.column], after: [step.to] };
    case 'addTable':
      return { before: [], after: null };
    case 'dropTable':
      return { before: null, after: [] };
    case 'renameTable':
      return { before: [], after: [] };
    default:
      return { before: [step.column], after: [step.column] };
  }
}

const shownColumn = ({ name, nativeType, nullable }: Column): Change['after'][number] => ({ name, type: nativeType, nullable });

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`);
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
