import pluralize from 'pluralize';
import type { Diff } from '../contract/ask.ts';
import type { PreviewResult, Rows } from '../engines/engine.ts';
import type { Delete, Insert, Plan, Query, Update } from '../plan/plan.ts';

/** Words a read's rows, by rules: every number in the answer is one of the rows' own. */
export function answerQuery(plan: Query, { columns, rows, truncated }: Rows): string {
  const [first] = rows;
  if (!first) return 'Nothing matches.';
  const single = rows.length === 1 && !truncated;
  if (single && columns.length === 1) return answerValue(plan, label(columns[0]?.name ?? 'value'), first[0]);
  if (single) return `${columns.map(({ name }, index) => `${label(name)}: ${text(first[index])}`).join(', ')}.`;
  const count = truncated ? `More than ${rowsOf(rows.length)}` : rowsOf(rows.length);
  if (columns.length === 1 && rows.length <= LISTED_MAX) return `${count}: ${rows.map((row) => text(row[0])).join(', ')}.`;
  if (columns.length === 2 && rows.length <= LISTED_MAX)
    return `${count}: ${rows.map((row) => `${text(row[0])} (${text(row[1])})`).join(', ')}.`;
  return `${count}.`;
}

export function answerWrite(plan: Insert | Update | Delete, affected: number): string {
  return `${DONE[plan.kind]} ${rowsOf(affected)} ${PREPOSITION[plan.kind]} ${plan.table}.`;
}

export function diffOf(plan: Insert | Update | Delete, { affectedRows, cascades, triggers, sequences, sample }: PreviewResult): Diff {
  const gone = cascades.filter(({ change }) => change === 'deleted').map(({ table, rows }) => `${rowsOf(rows)} of ${table}`);
  const kept = cascades
    .filter(({ change }) => change !== 'deleted')
    .map(({ table, rows, change }) => `${rowsOf(rows)} of ${table} ${rows === 1 ? 'is' : 'are'} ${KEPT[change]}`);
  const fired = triggers.map(({ table, name }) => (table === plan.table ? name : `${name} of ${table}`));
  const notes = [
    ...kept,
    ...(fired.length > 0
      ? [
          `${fired.join(', ')} ${fired.length === 1 ? 'fires' : 'fire'}, and what ${fired.length === 1 ? 'it does' : 'they do'} is part of this preview`,
        ]
      : []),
    ...(sequences.length > 0 ? [`${sequences.join(', ')} ${sequences.length === 1 ? 'counts' : 'count'} on`] : []),
  ];
  const change = plan.kind === 'update' ? `, setting ${plan.set.map(({ column }) => column).join(', ')}` : '';
  return {
    verb: plan.kind,
    table: plan.table,
    affectedRows,
    cascades: [...cascades],
    sample: [...sample],
    ...(plan.kind === 'update' ? { sets: plan.set.map(({ column }) => column) } : {}),
    ...(triggers.length > 0 ? { triggers: [...triggers] } : {}),
    ...(sequences.length > 0 ? { sequences: [...sequences] } : {}),
    summary: `This would ${plan.kind} ${rowsOf(affectedRows)} ${PREPOSITION[plan.kind]} ${plan.table}${change}${gone.length > 0 ? ` and with ${affectedRows === 1 ? 'it' : 'them'} ${gone.join(' and ')}` : ''}.${notes.map((note) => ` ${sentence(note)}`).join('')} Nothing has been written yet.`,
  };
}

const LISTED_MAX = 10;
const KEPT = {
  deleted: 'deleted',
  'set null': 'emptied of their key',
  'set default': 'given the default key',
  updated: 'changed with it',
} as const;
const sentence = (text: string): string => `${text}.`;
const DONE = { insert: 'Inserted', update: 'Updated', delete: 'Deleted' } as const;
const PREPOSITION = { insert: 'into', update: 'in', delete: 'from' } as const;

function answerValue(plan: Query, name: string, value: unknown): string {
  const counted = countedTable(plan);
  if (counted && typeof value === 'number') return `${number(value)} ${value === 1 ? pluralize.singular(label(counted)) : label(counted)}.`;
  if (value === null) return `There is no ${name}.`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${text(value)}.`;
}

/** The table that a plain `count(*)` counts. */
function countedTable(plan: Plan): string | null {
  if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.joins?.length) return null;
  const expr = plan.columns[0]?.expr;
  return expr?.kind === 'aggregate' && expr.fn === 'count' && expr.arg.kind === 'star' ? plan.from.table : null;
}

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${number(count)} rows`);
const label = (name: string): string => name.replaceAll('_', ' ');
const number = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 15 });

function text(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'number') return number(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
