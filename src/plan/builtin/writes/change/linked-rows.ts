import type { Expr } from '../../../plan.ts';
import type { Table } from '../../../schema.ts';
import { isPlural } from '../../english/inflect.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { rowsOf } from './moment.ts';
import { byPartOfName, byPerson, byTable, byValue } from './own-links.ts';
import { byGrandparent, byParent } from './parent-links.ts';
import { ARTICLES, equal, GRAMMAR, keyOf, type Link, type Linker, numberAt, SPAN_MAX, textOf } from './spans.ts';
import { byBoth, byColumn, byDone, byFlag, byLack, byMeasure, byMoment, byPartOfDay, bySaying, byStars } from './state-links.ts';

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

function readRows(reader: WriteReader, table: Table, from: number, end: number, further = true): LinkedRows | null {
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
    const plain = also === null ? linkAt(reader, table, at, end) : null;
    const known = plain !== null || also !== null || ALL.has(reader.lower(at)) || GRAMMAR.has(reader.lower(at));
    const link = plain ?? (known || !further ? null : (byAbove(reader, table, at, end) ?? byWords(reader, table, at, end)));
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

/** "bookings for the cancelled harbour tour on 3 May": all that is left says rows of the one table that these point at. */
function byAbove(reader: WriteReader, table: Table, at: number, end: number): Found<Link> | null {
  let lead = at - 1;
  while (ARTICLES.has(reader.lower(lead))) lead--;
  if (!ABOVE.has(reader.lower(lead))) return null;
  const found = table.foreignKeys.flatMap((key) => {
    const parent = reader.question.schema.tables.find(({ name }) => name === key.table && name !== table.name);
    const [column, target] = [key.columns[0], key.references[0]];
    const rows = parent === undefined || key.columns.length > 1 ? null : readRows(reader, parent, at, end, false);
    if (rows === null || parent === undefined || column === undefined || target === undefined) return [];
    const [first, ...more] = rows.conditions;
    if (first === undefined || !rows.identified || rows.far || rows.owner !== null) return [];
    const where: Expr = more.length === 0 ? first : { kind: 'and', args: [...rows.conditions] };
    return [{ condition: rowsOf(table, column, parent, target, where), notes: rows.notes }];
  });
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) return null;
  return { what: { condition: one.condition, owned: true, ...(one.notes[0] === undefined ? {} : { note: one.notes[0] }) }, next: end };
}

/** "plum crumble cake" of "Plum cake with crumble": two words or more that one stored text alone has, which tells nothing by itself. */
function byWords(reader: WriteReader, table: Table, at: number, end: number): Found<Link> | null {
  for (let next = Math.min(end, at + SPAN_MAX); next > at + 1; next--) {
    const said = reader.tokens.slice(at, next).flatMap((token) => (token.kind === 'word' ? token.words : ['']));
    if (said.some((word) => word === '' || GRAMMAR.has(word)) || reader.tokens.slice(at, next).some((_, i) => reader.tableAt(at + i)))
      continue;
    const holding = table.columns.flatMap((column) =>
      column.type === 'text'
        ? [...new Set(reader.question.values.of(table.name, column.name))].flatMap((stored) =>
            said.every((word) => nameWords(stored).includes(word)) ? [{ column, stored }] : [],
          )
        : [],
    );
    const [one, ...more] = holding;
    // "plum cakes" are several.
    if (one === undefined || more.length > 0 || isPlural(reader.lower(next - 1))) continue;
    const condition = equal(table, one.column, { kind: 'literal', value: one.stored, type: 'text' });
    return { what: { condition, row: true, likely: true, far: true, note: `"${said.join(' ')}" read as ${one.stored}` }, next };
  }
  return null;
}

/** The longest link that begins at a token. */
export function linkAt(reader: WriteReader, table: Table, at: number, end: number): Found<Link> | null {
  const found = LINKS.flatMap((link) => {
    const one = link(reader, table, at, end);
    return one !== null && one.next <= end && one.next > at ? [one] : [];
  });
  return found.sort((a, b) => b.next - a.next)[0] ?? null;
}

const LINKS: readonly Linker[] = [
  byTable,
  byBoth,
  bySaying,
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
const ABOVE = words('for of to in on at from');
const ALL = words('all every each everyone everybody everything');
