import type { Expr } from '../../../plan.ts';
import type { Table } from '../../../schema.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { words } from '../write-words.ts';
import { byPartOfName, byPerson, byTable, byValue } from './own-links.ts';
import { byGrandparent, byParent } from './parent-links.ts';
import { ARTICLES, equal, GRAMMAR, keyOf, type Link, type Linker, numberAt, textOf } from './spans.ts';
import { byColumn, byDone, byFlag, byLack, byMeasure, byMoment, byPartOfDay, byStars } from './state-links.ts';

/** Rows of one table, as a stretch of the sentence says them. */
export interface LinkedRows {
  readonly conditions: readonly Expr[];
  /** The table's own name stands there. */
  readonly named: boolean;
  /** One row is meant by its name or its key. */
  readonly identified: boolean;
  /** How one row of a table that this one points at was named: "the belt sander" of loans. */
  readonly owner: string | null;
  /** Some are said by a row two keys away, which tells nothing unless the table is named. */
  readonly far: boolean;
  /** What one row is called by in a column that is no name of its own, as of who pays: several rows may have it. */
  readonly likely: string | null;
  /** The table's name stands there for several: "bookings". */
  readonly several: boolean;
  /** "all", "every", "each". */
  readonly everything: boolean;
  /** What was taken for what, in words. */
  readonly notes: readonly string[];
}

/**
 * Which rows of `table` the tokens from `from` up to `end` mean: by the table's name, stored values, names of people, rows of
 * tables that it points at, dates and measures. Null when a single word is none of these and no word of grammar.
 */
export function linkedRows(reader: WriteReader, table: Table, from: number, end: number): LinkedRows | null {
  const known = read.get(reader) ?? new Map<string, LinkedRows | null>();
  read.set(reader, known);
  const key = `${table.name} ${from} ${end}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const rows = readRows(reader, table, from, end);
  known.set(key, rows);
  return rows;
}

/** Many forms ask for the same stretches. */
const read = new WeakMap<WriteReader, Map<string, LinkedRows | null>>();

function readRows(reader: WriteReader, table: Table, from: number, end: number): LinkedRows | null {
  const rows = {
    conditions: [] as Expr[],
    named: false,
    identified: false,
    owner: null as string | null,
    likely: null as string | null,
    far: false,
    several: false,
    everything: false,
    notes: [] as string[],
  };
  for (let at = from; at < end; ) {
    const also = anotherName(reader, table, at, end, rows.conditions.at(-1));
    const link = also === null ? linkAt(reader, table, at, end) : null;
    if (also !== null) {
      rows.conditions.splice(-1, 1, also.what);
      rows.several = true;
      at = also.next;
    } else if (link !== null) {
      if (link.what.condition) rows.conditions.push(link.what.condition);
      rows.named ||= link.what.table === true;
      rows.identified ||= link.what.row === true;
      rows.several ||= link.what.several === true;
      rows.far ||= link.what.far === true;
      if (link.what.owned === true) rows.owner = textOf(reader, at, link.next);
      if (link.what.likely === true) rows.likely = textOf(reader, at, link.next);
      if (link.what.note !== undefined) rows.notes.push(link.what.note);
      at = link.next;
    } else if (ALL.has(reader.lower(at))) {
      rows.everything = true;
      at++;
    } else if (GRAMMAR.has(reader.lower(at))) at++;
    else return null;
  }
  // Two values of one column would match nothing: "of Ada, Bob" is a choice or a list, and neither is read here.
  const columns = rows.conditions.flatMap((each) => {
    if (each.kind === 'compare' && each.op === '=') return [JSON.stringify(each.left)];
    return each.kind === 'inQuery' ? [JSON.stringify(each.arg)] : [];
  });
  // "everything from Kaito", and never all that there is
  const bare = rows.conditions.length === 0 && reader.tokens.slice(from, end).some(({ lower }) => lower === 'everything');
  return new Set(columns).size === columns.length && !bare ? rows : null;
}

/** "and Jonas Whitby" after a row that was said by the same column. */
function anotherName(reader: WriteReader, table: Table, at: number, end: number, last: Expr | undefined): Found<Expr> | null {
  if (!/^(?:and|,)$/.test(reader.tokens[at]?.lower ?? '')) return null;
  const from = reader.lower(at) !== 'and' && reader.lower(at + 1) === 'and' ? at + 2 : at + 1;
  // "tickets 4, 7 and 9"
  const key = ENUMERATED.test(reader.question.text.slice(reader.tokens[at]?.start ?? 0)) ? numberAt(reader, from) : null;
  const own = keyOf(table);
  const numbered = key !== null && own !== undefined && (last?.kind === 'compare' || last?.kind === 'in');
  const next = numbered
    ? { what: { row: true as const, condition: equal(table, own, key.what) }, next: key.next }
    : linkAt(reader, table, reader.skip(from, ARTICLES), end);
  const one = next?.what.row === true ? next.what.condition : undefined;
  if (next === null || one?.kind !== 'compare' || one.op !== '=' || last === undefined) return null;
  const before = last.kind === 'in' ? last.list : last.kind === 'compare' && last.op === '=' ? [last.right] : [];
  const arg = last.kind === 'in' ? last.arg : last.kind === 'compare' ? last.left : null;
  if (before.length === 0 || JSON.stringify(arg) !== JSON.stringify(one.left)) return null;
  return { what: { kind: 'in', arg: one.left, list: [...before, one.right] }, next: next.next };
}

/** The longest link that begins at a token. */
function linkAt(reader: WriteReader, table: Table, at: number, end: number): Found<Link> | null {
  const found = LINKS.flatMap((link) => {
    const one = link(reader, table, at, end);
    return one !== null && one.next <= end && one.next > at ? [one] : [];
  });
  return found.sort((a, b) => b.next - a.next)[0] ?? null;
}

const LINKS: readonly Linker[] = [
  byTable,
  byPerson,
  byValue,
  byParent,
  byGrandparent,
  byFlag,
  byDone,
  byStars,
  byLack,
  byMoment,
  byPartOfDay,
  byMeasure,
  byColumn,
  byPartOfName,
];

/** Commas alone are no list. */
const ENUMERATED = /^(?:, ?#?\d+)*,? ?and #?\d+(?!\S)/i;
const ALL = words('all every each everyone everybody everything');
