import pluralize from 'pluralize';
import type { Diff } from '../contract/ask.ts';
import type { PreviewResult, Rows } from '../engines/engine.ts';
import { approximateNumber } from '../lib/exact-number.ts';
import type { Delete, Insert, Plan, Query, Update } from '../plan/plan.ts';
import { sayValue } from './say-value.ts';

/** Words a read's rows, by rules: every number in the answer is one of the rows' own, rounded to what a person reads. */
export function answerQuery(plan: Query, read: Rows): string {
  const { columns, rows, truncated } = withWholeNames(read);
  const [first] = rows;
  if (!first) return 'Nothing matches.';
  const single = rows.length === 1 && !truncated;
  if (single && columns.length === 1) return answerValue(plan, columns[0]?.name ?? 'value', first[0]);
  if (single) return `${columns.map(({ name }, index) => `${label(name)}: ${sayValue(first[index], name)}`).join(', ')}.`;
  const text = (row: Rows['rows'][number], index: number) => sayValue(row[index], columns[index]?.name ?? '');
  const count = truncated ? `More than ${rowsOf(rows.length)}` : rowsOf(rows.length);
  if (columns.length > 2) return `${count}.`;
  const all = rows.length <= LISTED_MAX && !truncated;
  const said = rows.slice(0, all ? LISTED_MAX : FIRST_FEW);
  const listed = said.map((row) => (columns.length === 1 ? text(row, 0) : `${text(row, 0)} (${text(row, 1)})`)).join(', ');
  const sorted = plan.kind === 'select' && (plan.orderBy ?? []).length > 0;
  return all ? `${count}: ${listed}.` : `${count}, ${sorted ? 'the first' : 'among them'} ${listed}.`;
}

/** First and last names that stand side by side are one name to a reader. */
function withWholeNames(read: Rows): Rows {
  const at = read.columns.findIndex(
    ({ name }, index) => /^(?:.*_)?first_name$/.test(name) && read.columns[index + 1]?.name === name.replace(/first_name$/, 'last_name'),
  );
  const first = read.columns[at];
  if (first === undefined) return read;
  const joined = (row: Rows['rows'][number]) => [row[at], row[at + 1]].filter((part) => part !== null && part !== undefined).join(' ');
  return {
    ...read,
    columns: [...read.columns.slice(0, at), { ...first, name: first.name.replace(/first_name$/, 'name') }, ...read.columns.slice(at + 2)],
    rows: read.rows.map((row) => [...row.slice(0, at), joined(row) || null, ...row.slice(at + 2)]),
  };
}

export function answerWrite(plan: Insert | Update | Delete, affected: number): string {
  // How many of them were there is said by its preview.
  if (plan.kind === 'insert' && plan.onConflict?.action === 'update')
    return `Inserted or wrote over ${rowsOf(affected)} ${PREPOSITION.update} ${plan.table}.`;
  return `${DONE[plan.kind]} ${rowsOf(affected)} ${PREPOSITION[plan.kind]} ${plan.table}.`;
}

export function diffOf(
  plan: Insert | Update | Delete,
  { affectedRows, cascades, triggers, sequences, overwritten = 0, sample, notes: more = [] }: PreviewResult,
): Diff {
  const gone = cascades.filter(({ change }) => change === 'deleted').map(({ table, rows }) => `${rowsOf(rows)} of ${table}`);
  const kept = cascades
    .filter(({ change }) => change !== 'deleted')
    .map(({ table, rows, change }) => `${rowsOf(rows)} of ${table} ${rows === 1 ? 'is' : 'are'} ${KEPT[change]}`);
  const fired = triggers.map(({ table, name }) => (table === plan.table ? name : `${name} of ${table}`));
  const notes = [
    ...(overwritten === 0 ? [] : [saidOverwritten(overwritten, affectedRows)]),
    ...kept,
    ...(fired.length > 0
      ? [
          `${fired.join(', ')} ${fired.length === 1 ? 'fires' : 'fire'}, and what ${fired.length === 1 ? 'it does' : 'they do'} is part of this preview`,
        ]
      : []),
    ...(sequences.length > 0 ? [`${sequences.join(', ')} ${sequences.length === 1 ? 'counts' : 'count'} on`] : []),
    ...more,
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
    ...(overwritten > 0 ? { overwrites: overwritten } : {}),
    ...(sequences.length > 0 ? { sequences: [...sequences] } : {}),
    summary: `This would ${plan.kind} ${rowsOf(affectedRows)} ${PREPOSITION[plan.kind]} ${plan.table}${change}${gone.length > 0 ? ` and with ${affectedRows === 1 ? 'it' : 'them'} ${gone.join(' and ')}` : ''}.${notes.map((note) => ` ${sentence(note)}`).join('')} Nothing has been written yet.`,
  };
}

function saidOverwritten(count: number, affected: number): string {
  const which = affected === 1 ? 'It' : count === affected ? 'All of them' : `${count.toLocaleString('en-US')} of them`;
  return count === 1 ? `${which} is there already and is written over` : `${which} are there already and are written over`;
}

const LISTED_MAX = 10;
/** Of a longer list. */
const FIRST_FEW = 3;
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
  const many = counted ? approximateNumber(value) : null;
  if (counted && many !== null) return `${sayValue(value, '')} ${many === 1 ? pluralize.singular(label(counted)) : label(counted)}.`;
  const said = label(name);
  if (value === null) return `There is no ${said.replace(/^avg /, 'average ')}.`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}: ${sayValue(value, name)}.`;
}

/** The table that a plain `count(*)` counts. */
function countedTable(plan: Plan): string | null {
  if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.joins?.length) return null;
  const expr = plan.columns[0]?.expr;
  return expr?.kind === 'aggregate' && expr.fn === 'count' && expr.arg.kind === 'star' ? plan.from.table : null;
}

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`);
const label = (name: string): string => name.replaceAll('_', ' ');
