import type { Expr } from '../../plan.ts';
import type { Column, ForeignKey, Table } from '../../schema.ts';
import { isPlural, snakeCase } from '../inflect.ts';
import { SYNONYMS } from '../synonyms.ts';
import { conditionAfter } from '../write-conditions.ts';
import { labelColumn, type Mention } from '../write-names.ts';
import { Declined, type Found, type WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { words } from '../write-words.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { BARE_MONTH, moment, rowsOf } from './moment.ts';

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
  return new Set(columns).size === columns.length ? rows : null;
}

/** "and Jonas Whitby" after a row that was said by the same column. */
function anotherName(reader: WriteReader, table: Table, at: number, end: number, last: Expr | undefined): Found<Expr> | null {
  if (!/^(?:and|,)$/.test(reader.tokens[at]?.lower ?? '')) return null;
  const from = reader.lower(at) !== 'and' && reader.lower(at + 1) === 'and' ? at + 2 : at + 1;
  const next = linkAt(reader, table, reader.skip(from, ARTICLES), end);
  const one = next?.what.row === true ? next.what.condition : undefined;
  if (next === null || one?.kind !== 'compare' || one.op !== '=' || last === undefined) return null;
  const before = last.kind === 'in' ? last.list : last.kind === 'compare' && last.op === '=' ? [last.right] : [];
  const arg = last.kind === 'in' ? last.arg : last.kind === 'compare' ? last.left : null;
  if (before.length === 0 || JSON.stringify(arg) !== JSON.stringify(one.left)) return null;
  return { what: { kind: 'in', arg: one.left, list: [...before, one.right] }, next: next.next };
}

interface Link {
  readonly condition?: Expr;
  readonly table?: true;
  readonly row?: true;
  readonly owned?: true;
  readonly likely?: true;
  readonly far?: true;
  readonly several?: true;
  readonly note?: string;
}

/** The longest link that begins at a token. */
function linkAt(reader: WriteReader, table: Table, at: number, end: number): Found<Link> | null {
  const found = LINKS.flatMap((link) => {
    const one = link(reader, table, at, end);
    return one !== null && one.next <= end && one.next > at ? [one] : [];
  });
  return found.sort((a, b) => b.next - a.next)[0] ?? null;
}

type Linker = (reader: WriteReader, table: Table, at: number, end: number) => Found<Link> | null;

/** "ticket 4", "tickets", and "flats" of apartments. */
const byTable: Linker = (reader, table, at) => {
  const mention = reader.tableAt(at) ?? anotherWord(reader, at);
  if (mention?.what !== table) return null;
  const key = numberAt(reader, mention.next);
  const column = key === null ? undefined : keyOf(table);
  const several = isPlural(reader.lower(mention.next - 1)) ? { several: true as const } : {};
  if (key === null || column === undefined) return { what: { table: true, ...several }, next: mention.next };
  return { what: { table: true, row: true, condition: equal(table, column, key.what) }, next: key.next };
};

/** Another word for a table, where nothing else is called so: "flats" of apartments. */
export function anotherWord(reader: WriteReader, at: number): Mention<Table> | null {
  const [word, ...more] = reader.tokens[at]?.words ?? [];
  const also = word === undefined || more.length > 0 ? undefined : SYNONYMS.get(word);
  const [only, ...others] = reader.question.schema.tables.filter(({ name }) => also?.has(nameWords(name).at(-1) ?? ''));
  return only === undefined || others.length > 0 ? null : { what: only, next: at + 1, whole: false };
}

/** A value that stands in one column of the table: "open", "Uber", "the Education plan". */
const byValue: Linker = (reader, table, at, end) => {
  const label = labelColumn(table);
  for (let next = Math.min(end, at + SPAN_MAX); next > at; next--) {
    const text = textOf(reader, at, next);
    if (text === null || GRAMMAR.has(text.toLowerCase())) continue;
    const name = heldName(reader, table, text);
    const holding = reader.columnsHolding(table, name);
    const column =
      holding.find((each) => each === label) ??
      holding.find(({ name }) => isUnique(table, name)) ??
      (holding.length === 1 ? holding[0] : undefined);
    if (column === undefined || column.type !== 'text') continue;
    const value = reader.stored(table, column, name);
    const condition = equal(table, column, { kind: 'literal', value, type: 'text' });
    const likely = tellsOne(reader, table, column) ? { row: true as const, likely: true as const } : {};
    return { what: { condition, ...(column === label || isUnique(table, column.name) ? { row: true as const } : likely) }, next };
  }
  return null;
};

/** A column of people's names, or one in which hardly any text stands twice. */
function tellsOne(reader: WriteReader, table: Table, { name }: Column): boolean {
  if (/^(?:first_?name|last_?name|surname|forename|full_?name)$/.test(name)) return true;
  const held = reader.question.values.of(table.name, name)?.length ?? 0;
  return held >= FEW && held >= (table.rowEstimate ?? Number.POSITIVE_INFINITY) * MOSTLY;
}

/** "khan" of Nora Khan, where no other name holds it and nothing is stored as it is said. */
const byPartOfName: Linker = (reader, table, at, end) => {
  const start = reader.skip(at, TITLES);
  for (let next = Math.min(end, start + SPAN_MAX); next > start; next--) {
    const text = textOf(reader, start, next);
    if (text === null || GRAMMAR.has(text.toLowerCase()) || reader.question.values.find(text).length > 0) continue;
    if (reader.tableAt(start) !== null || reader.columnAt(start, table) !== null) continue;
    const part = reader.partOfName(table, text);
    if (part === null) continue;
    const condition = equal(table, part.column, { kind: 'literal', value: part.stored, type: 'text' });
    return { what: { condition, row: true, note: `"${text}" read as ${part.stored}` }, next };
  }
  return null;
};

/** "Benjamin Nelson", "dr Thompson" where people have a first and a last name. */
const byPerson: Linker = (reader, table, at, end) => {
  const person = personAt(reader, table, at, end);
  return person === null ? null : { what: { condition: person.what, row: true }, next: person.next };
};

/** "of premium customers", "for Hannah Garcia", "of patient 43": rows of a table that this one points at. */
const byParent: Linker = (reader, table, at, end) => {
  const found = table.foreignKeys.flatMap((key) => {
    // A name that stands in the table itself is the row, not who that row points at.
    const row = key.table === table.name ? null : parentRow(reader, key, at, end);
    const column = table.columns.find(({ name }) => name === key.columns[0]);
    return row === null || column === undefined ? [] : [{ row, column, of: key.table }];
  });
  const longest = Math.max(...found.map(({ row }) => row.next));
  const same = found.filter(({ row }) => row.next === longest);
  // "dr Thompson" is a doctor, though a patient may be called so.
  const doctors = /^(?:dr|doctor)$/.test(reader.lower(at)) ? same.filter(({ of }) => DOCTORS.test(of)) : [];
  const [one, ...more] = doctors.length > 0 ? doctors : same;
  if (one === undefined || more.length > 0) return null;
  const arg: Expr = { kind: 'column', table: table.name, column: one.column.name };
  const { what } = one.row;
  const condition: Expr =
    what.kind === 'key' ? { kind: 'compare', op: '=', left: arg, right: what.value } : { kind: 'inQuery', arg, query: what.query };
  return { what: { condition, ...(what.kind === 'key' || what.row ? { owned: true as const } : {}) }, next: one.row.next };
};

/** "Delia Quayle's job" of a bike that is hers: a row two keys away, where one way alone leads there. */
const byGrandparent: Linker = (reader, table, at, end) => {
  const found = table.foreignKeys.flatMap((key) => {
    const parent = reader.question.schema.tables.find(({ name }) => name === key.table);
    const [column, target] = [key.columns[0], key.references[0]];
    if (parent === undefined || column === undefined || target === undefined || key.columns.length > 1 || parent === table) return [];
    return parent.foreignKeys.flatMap((further) => {
      const [inner] = further.columns;
      if (further.table === table.name || further.table === parent.name || inner === undefined) return [];
      const row = parentRow(reader, further, at, end);
      if (row === null || (row.what.kind === 'query' && !row.what.row)) return [];
      const arg: Expr = { kind: 'column', table: parent.name, column: inner };
      const where: Expr =
        row.what.kind === 'key'
          ? { kind: 'compare', op: '=', left: arg, right: row.what.value }
          : { kind: 'inQuery', arg, query: row.what.query };
      return [{ condition: rowsOf(table, column, parent, target, where), next: row.next }];
    });
  });
  const [one, ...more] = found;
  return one === undefined || more.length > 0 ? null : { what: { condition: one.condition, owned: true, far: true }, next: one.next };
};

/** "paid", "internal" */
const byFlag: Linker = (reader, table, at) => {
  const flag = flagAt(new Draft(reader, table, 'update', -1), at);
  if (flag === null) return null;
  return { what: { condition: equal(table, flag.what, { kind: 'literal', value: true, type: 'boolean' }) }, next: flag.next };
};

/** "without a driver", "that have no driver": a key or another column that is called so and may be empty. */
const byLack: Linker = (reader, table, at, end) => {
  const lack = LACKS.find((said) => said.every((word, i) => reader.lower(at + i) === word));
  if (lack === undefined) return null;
  const from = reader.skip(at + lack.length, ARTICLES);
  for (let next = Math.min(end, from + 2); next > from; next--) {
    const noun = reader.tokens.slice(from, next).map((_, i) => reader.lower(from + i));
    const empty = table.columns.filter(
      ({ name, nullable }) =>
        nullable &&
        nameWords(name)
          .filter((word) => word !== 'id')
          .join(' ') === noun.join(' '),
    );
    const [only, ...more] = empty;
    if (only !== undefined && more.length === 0) return { what: { condition: { kind: 'isNull', arg: ref(table, only) } }, next };
  }
  return childless(reader, table, from);
};

/** "who don't have a bike with us": rows that none of another table points at. */
function childless(reader: WriteReader, table: Table, at: number): Found<Link> | null {
  const mention = reader.tableAt(at);
  const child = mention?.what;
  const keys = child === undefined || child === table ? [] : child.foreignKeys.filter((key) => key.table === table.name);
  const [key, ...more] = keys;
  const [column, target] = [key?.columns[0], key?.references[0]];
  const own = table.columns.find(({ name }) => name === target);
  if (mention === null || child === undefined || column === undefined || own === undefined || more.length > 0) return null;
  const arg: Expr = { kind: 'column', table: child.name, column };
  const query = {
    kind: 'select' as const,
    columns: [{ expr: arg, as: column }],
    from: { kind: 'table' as const, table: child.name, as: child.name },
    where: { kind: 'not' as const, arg: { kind: 'isNull' as const, arg } },
  };
  const ours =
    /^(?:with|at)$/.test(reader.lower(mention.next)) && reader.lower(mention.next + 1) === 'us' ? mention.next + 2 : mention.next;
  return { what: { condition: { kind: 'not', arg: { kind: 'inQuery', arg: ref(table, own), query } } }, next: ours };
}

/** "from january 2026", "that started before july 2026" */
const byMoment: Linker = (reader, table, at) => {
  const draft = new Draft(reader, table, 'delete', -1);
  try {
    const next = moment(draft, at);
    const [condition] = draft.conditions;
    // Of two years nobody said which, and a write to the wrong one is worse than none.
    const said = next === null ? '' : (textOf(reader, at, next) ?? '');
    if (BARE_MONTH.test(said) && !/\d/.test(said)) return null;
    return next === null || condition === undefined ? null : { what: { condition }, next };
  } catch (problem) {
    if (problem instanceof Declined) return null;
    throw problem;
  }
};

/** "under $10": of the one column that measures. */
const byMeasure: Linker = (reader, table, at) => {
  const op = COMPARISONS.find(([said]) => said.split(' ').every((word, i) => reader.lower(at + i) === word));
  const column = measureOf(table);
  const value = op && column ? reader.valueAt(at + op[0].split(' ').length, null) : null;
  const literal = value && column ? literalFor(value.what, { ...column, type: 'decimal' }, reader.question.now) : null;
  if (!op || !column || !value || !literal) return null;
  return { what: { condition: { kind: 'compare', op: op[1], left: ref(table, column), right: literal } }, next: value.next };
};

/** "with priority high", "where the price is above 20" */
const byColumn: Linker = (reader, table, at) => {
  const from = reader.skip(at, ARTICLES);
  const mention = reader.columnAt(from, table);
  if (mention === null || !mention.whole) return null;
  const found = conditionAfter(reader, mention.next, table, mention.what);
  return found === null ? null : { what: { condition: found.what }, next: found.next };
};

/** "that we've already paid back", "not returned yet": the day of it, which is there or not. */
const byDone: Linker = (reader, table, at, end) => {
  const from = reader.skip(at, DONE_LEADS);
  const denied = reader.tokens.slice(at, from).some(({ lower }) => /^(?:not|never|haven't|hasn't|aren't|isn't|weren't)$/.test(lower));
  const back = reader.lower(from) === 'paid' && reader.lower(from + 1) === 'back';
  const states = back ? ['reimbursed', 'refunded', 'repaid'] : [reader.lower(from)];
  const days = table.columns.filter(
    ({ name, type, nullable }) =>
      nullable &&
      (type === 'date' || type === 'timestamp') &&
      states.some((state) => new RegExp(`^${state.replaceAll(/[^a-z]/g, '')}_(?:at|on|date)$`).test(name)),
  );
  const [column, ...more] = days;
  if (from === at || column === undefined || more.length > 0) return null;
  const empty: Expr = { kind: 'isNull', arg: ref(table, column) };
  const next = reader.skip(from + (back ? 2 : 1), words('yet already'));
  return next > end ? null : { what: { condition: denied ? empty : { kind: 'not', arg: empty } }, next };
};

/** "one star", "5 stars" of a rating. */
const byStars: Linker = (reader, table, at) => {
  const word = reader.lower(at);
  const count = STARS[word] ?? (/^[1-9]$/.test(word) ? Number(word) : undefined);
  const [column, ...more] = table.columns.filter(({ name, type }) => NUMBERS.has(type) && /^(?:rating|stars?|score)$/.test(name));
  if (count === undefined || column === undefined || more.length > 0 || !/^stars?$/.test(reader.lower(at + 1))) return null;
  return { what: { condition: equal(table, column, { kind: 'literal', value: count, type: 'integer' }) }, next: at + 2 };
};

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
  byMeasure,
  byColumn,
  byPartOfName,
];

type ParentRow =
  | { readonly kind: 'key'; readonly value: Expr }
  | { readonly kind: 'query'; readonly query: Extract<Expr, { kind: 'inQuery' }>['query']; readonly row: boolean };

/** A row of the table that a key points at, or those with a stored value beside its name: "premium customers". */
export function parentRow(reader: WriteReader, key: ForeignKey, at: number, end: number, meant = false): Found<ParentRow> | null {
  const parent = reader.question.schema.tables.find(({ name }) => name === key.table);
  const target = key.references[0];
  if (parent === undefined || target === undefined || key.columns.length !== 1) return null;
  const query = (where: Expr, row: boolean): ParentRow => ({
    kind: 'query',
    row,
    query: {
      kind: 'select',
      columns: [{ expr: { kind: 'column', table: parent.name, column: target }, as: target }],
      from: { kind: 'table', table: parent.name, as: parent.name },
      where,
    },
  });
  const from = reader.skip(at, ARTICLES);
  const mention = reader.tableAt(from);
  const own = mention?.what === parent ? mention.next : null;
  const number = own === null ? null : numberAt(reader, own);
  if (number !== null && keyOf(parent)?.name === target) return { what: { kind: 'key', value: number.what }, next: number.next };
  const named = own ?? from;
  const person = personAt(reader, parent, named, end);
  if (person !== null) return { what: query(person.what, true), next: person.next };
  const label = labelColumn(parent);
  const start = reader.skip(named, TITLES);
  const titled = start > named ? labelled(reader, parent, named, end) : null;
  if (titled !== null) return { what: query(titled.what, true), next: titled.next };
  for (let next = Math.min(end, start + SPAN_MAX); next > start; next--) {
    const said = textOf(reader, start, next);
    const text = said === null ? null : heldName(reader, parent, said);
    const holding = text === null ? [] : reader.columnsHolding(parent, text).filter(({ type }) => type === 'text');
    const kin = holding.find(({ name }) => new RegExp(`^${reader.tokens[next]?.words[0] ?? '-'}_name$`).test(name));
    const noun = next < end ? reader.tableAt(next) : null;
    const after = noun?.what === parent ? noun.next : kin === undefined ? null : next + 1;
    const column =
      kin ??
      holding.find((each) => each === label) ??
      (meant || after !== null || own !== null
        ? (holding.find(({ name }) => isUnique(parent, name)) ?? (holding.length === 1 ? holding[0] : undefined))
        : undefined);
    if (text === null || column === undefined) continue;
    const where = equal(parent, column, { kind: 'literal', value: reader.stored(parent, column, text), type: 'text' });
    const row =
      column === label || column === kin || meant || isUnique(parent, column.name) || (reader.lower(at) === 'the' && after !== null);
    return { what: query(where, row), next: after ?? next };
  }
  for (let next = Math.min(end, start + SPAN_MAX); next > start; next--) {
    const text = textOf(reader, start, next);
    if (text === null || GRAMMAR.has(text.toLowerCase()) || reader.question.values.find(text).length > 0) continue;
    const part = reader.partOfName(parent, text);
    if (part !== null)
      return { what: query(equal(parent, part.column, { kind: 'literal', value: part.stored, type: 'text' }), true), next };
  }
  return null;
}

/** "Mrs Khan", where names are kept with their titles. */
function labelled(reader: WriteReader, table: Table, at: number, end: number): Found<Expr> | null {
  const label = labelColumn(table);
  for (let next = Math.min(end, at + SPAN_MAX); next > at; next--) {
    const text = heldName(reader, table, textOf(reader, at, next) ?? '');
    if (label !== null && reader.columnsHolding(table, text).includes(label))
      return { what: equal(table, label, { kind: 'literal', value: reader.stored(table, label, text), type: 'text' }), next };
  }
  return null;
}

/** First and last name in their columns, or a last name after a title. */
function personAt(reader: WriteReader, table: Table, at: number, end: number): Found<Expr> | null {
  const first = table.columns.find(({ name }) => /^(?:first_?name|given_?name|forename)$/.test(name));
  const last = table.columns.find(({ name }) => /^(?:last_?name|surname|family_?name)$/.test(name));
  if (first === undefined || last === undefined) return null;
  const title = /^(?:dr|mr|mrs|ms|miss|prof|professor|doctor)$/.test(reader.lower(at));
  // A patient is no Dr Allen where doctors are kept.
  const doctor = title && /^(?:dr|doctor)$/.test(reader.lower(at));
  if (doctor && !DOCTORS.test(table.name) && reader.question.schema.tables.some(({ name }) => DOCTORS.test(name))) return null;
  const from = title ? (reader.lower(at + 1) === '.' ? at + 2 : at + 1) : at;
  const is = (column: Column, place: number): Expr | null => {
    const text = heldName(reader, table, textOf(reader, place, place + 1) ?? '');
    if (place >= end || !reader.columnsHolding(table, text).includes(column)) return null;
    return equal(table, column, { kind: 'literal', value: reader.stored(table, column, text), type: 'text' });
  };
  const [given, family] = [is(first, from), is(last, from + 1)];
  if (given !== null && family !== null) return { what: { kind: 'and', args: [given, family] }, next: from + 2 };
  const alone = title ? is(last, from) : given !== null && isDistinct(reader, table, first) ? given : null;
  return alone === null ? null : { what: alone, next: from + 1 };
}

/** Whether no two rows have the same text in a column, as far as is known. */
const isDistinct = (reader: WriteReader, table: Table, { name }: Column): boolean =>
  (reader.question.values.of(table.name, name)?.length ?? 0) === table.rowEstimate;

/** The one column that says how much: the only number that is no key, or the only one whose name says so. */
export function measureOf(table: Table): Column | null {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const numbers = table.columns.filter(
    ({ name, type }) => ['integer', 'decimal', 'float'].includes(type) && !keys.has(name) && !/_id$|year/.test(snakeCase(name)),
  );
  const money = numbers.filter(({ name }) => /(?:^|_)(?:amount|price|cost|total|fee|salary|rent)(?:_per_|$)/.test(snakeCase(name)));
  return (money.length === 1 ? money[0] : numbers.length === 1 ? numbers[0] : null) ?? null;
}

/** "Quayles job" is Quayle's, where that is a name and the other is none. */
function heldName(reader: WriteReader, table: Table, text: string): string {
  const bare = text.replace(/['’]s?$/, '');
  const own = bare.replace(/s$/, '');
  return reader.columnsHolding(table, bare).length === 0 && own.length >= NAME_MIN && reader.columnsHolding(table, own).length > 0
    ? own
    : bare;
}

export const textOf = (reader: WriteReader, at: number, next: number): string | null => {
  const [first, last] = [reader.tokens[at], reader.tokens[next - 1]];
  if (first === undefined || last === undefined || first.kind === 'mark' || last.text === ',') return null;
  const text = reader.question.text.slice(first.start, last.end).replaceAll(/^["'“”‘’`]|["'“”‘’`]$/g, '');
  // "Ada's" is Ada here; quotes and marks inside a name belong to it.
  return text.replace(/['’]s$/, '');
};

function numberAt(reader: WriteReader, at: number): Found<Expr> | null {
  const from = /^(?:number|no|id|#|nr)$/.test(reader.lower(at)) ? at + 1 : at;
  const digits = /^#?(\d+)$/.exec(reader.lower(from))?.[1];
  return digits === undefined ? null : { what: { kind: 'literal', value: Number(digits), type: 'integer' }, next: from + 1 };
}

const keyOf = (table: Table): Column | undefined => {
  const [name, ...more] = table.primaryKey;
  return more.length > 0 ? undefined : table.columns.find((column) => column.name === name && column.type === 'integer');
};

const ref = (table: Table, column: Column): Expr => ({ kind: 'column', table: table.name, column: column.name });
export const equal = (table: Table, column: Column, right: Expr): Expr => ({ kind: 'compare', op: '=', left: ref(table, column), right });

const isUnique = (table: Table, name: string): boolean => table.uniques.some((columns) => columns.length === 1 && columns[0] === name);
const LACKS = [
  'without',
  'with no',
  ...['that', 'who', 'which'].flatMap((who) =>
    ['have no', 'has no', "don't have", 'dont have', 'do not have', "doesn't have", 'doesnt have', 'does not have'].map(
      (lack) => `${who} ${lack}`,
    ),
  ),
].map((said) => said.split(' '));
const DOCTORS = /(?:^|_)(?:doctor|physician|dentist|vet|veterinarian|surgeon|therapist)s?$/;
const TITLES = words('dr mr mrs ms miss prof professor doctor');
const SPAN_MAX = 6;
const NAME_MIN = 3;
const FEW = 4;
const MOSTLY = 0.8;
const DONE_LEADS = words(
  "that which who we we've i i've have has had been was were are is already not never yet haven't hasn't aren't isn't weren't",
);
const STARS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const ALL = words('all every each everyone everybody');
const ARTICLES = words('a an any the my our their his her');
const GRAMMAR = words(
  'a an the my our their his her its of for in with by from at on to that which who are is were was please row rows record records',
);
const COMPARISONS = [
  ['less than', '<'],
  ['more than', '>'],
  ['at least', '>='],
  ['at most', '<='],
  ['under', '<'],
  ['below', '<'],
  ['over', '>'],
  ['above', '>'],
] as const;
