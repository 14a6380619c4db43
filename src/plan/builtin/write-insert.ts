import type { Expr, Insert } from '../plan.ts';
import type { Outcome } from '../planner.ts';
import type { Column, Table } from '../schema.ts';
import { columnAt, labelColumn, type Mention, tableAt } from './write-names.ts';
import { Declined, type Found, type WriteReader } from './write-reader.ts';
import type { RawValue } from './write-values.ts';
import { ARTICLES, NAMED, words } from './write-words.ts';

/** "add a coffee bean named Yirgacheffe with price 18.5", "insert 'x' into t with 5 for rating", several rows too. */
export function readInsert(reader: WriteReader, verbAt: number): Outcome {
  const target = insertTable(reader, verbAt);
  const rows = manyRows(reader, target) ?? [oneRow(reader, target, verbAt)];
  reader.settle();
  const columns = target.what.columns.filter((column) => rows[0]?.has(column.name));
  if (columns.length === 0)
    throw new Declined(`Say what to put into ${target.what.name}: "with ${insertable(target.what)[0]?.name ?? 'name'} …".`);
  const plan: Insert = {
    kind: 'insert',
    table: target.what.name,
    columns: columns.map((column) => column.name),
    rows: rows.map((row) => columns.map((column) => row.get(column.name) ?? { kind: 'literal', value: null, type: 'null' })),
  };
  for (const column of target.what.columns) {
    if (column.nullable || column.hasDefault || column.generated || plan.columns.includes(column.name)) continue;
    throw new Declined(`A row of ${target.what.name} needs a ${column.name.replaceAll('_', ' ')}.`);
  }
  return { kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions };
}

/** Column → value. */
type Row = Map<string, Expr>;

interface Target extends Mention<Table> {
  /** First token of the mention; equal to `next` when the table was not named. */
  readonly at: number;
}

/** The table after the verb ("add a bean …") or after "into"; else the only one named; else the only one there is. */
function insertTable(reader: WriteReader, verbAt: number): Target {
  const { tokens, question } = reader;
  const start = reader.skip(verbAt + 1, OPENERS);
  const found: (Target & { score: number })[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const mention = tableAt(tokens, i, question.schema);
    if (!mention) continue;
    const before = lookBack(reader, i);
    const cue = INTO.has(before) || i === start;
    if (mention.whole || cue)
      found.push({ ...mention, at: i, score: (INTO.has(before) ? 2 : 0) + (i === start ? 1 : 0) + (mention.whole ? 1 : 0) });
    i = mention.next - 1;
  }
  const best = found.sort((a, b) => b.score - a.score)[0];
  const rivals = found.filter((each) => each.score === best?.score && each.what !== best?.what);
  if (best && rivals.length === 0) return best;
  const only = question.schema.tables.filter((table) => table.kind === 'table');
  if (!best && only.length === 1 && only[0] && reader.is(start - 1, ROW_WORDS))
    return { what: only[0], at: start, next: start, whole: false };
  throw new Declined(
    `Say which table to add to: ${only
      .slice(0, 8)
      .map((table) => table.name)
      .join(', ')}.`,
  );
}

/** "add two customers: Ada from London and Bob from Paris": every part starts with a name and gives the same columns. */
function manyRows(reader: WriteReader, target: Target): Row[] | null {
  const colon = reader.lower(target.next) === ':';
  const from = colon ? target.next + 1 : target.next;
  const count =
    COUNTS[reader.lower(target.at - 1)] ?? (/^\d+$/.test(reader.lower(target.at - 1)) ? Number(reader.lower(target.at - 1)) : null);
  if (!colon && count === null) return null;
  const parts = split(reader, from);
  if (parts.length < 2) return null;
  const starts = parts.every(([at]) => !columnAt(reader.tokens, at, target.what, true) && reader.valueAt(at, target.what) !== null);
  if (!starts || (count !== null && count !== parts.length)) return null;
  const label = labelColumn(target.what);
  if (!label) return null;
  const rows = parts.map(([at, end]) => new RowReading(reader, target.what, label).read(at, end));
  const shape = [...(rows[0]?.keys() ?? [])].sort().join();
  if (rows.some((row) => [...row.keys()].sort().join() !== shape))
    throw new Declined('The rows do not all give the same columns; add them one by one.');
  return rows;
}

function split(reader: WriteReader, from: number): [number, number][] {
  const parts: [number, number][] = [];
  let start = from;
  const end = reader.tokens.length;
  for (let i = from; i <= end; i++) {
    const cut = i === end || [',', ';', 'and'].includes(reader.lower(i));
    if (!cut) continue;
    if (i > start && !(i === start + 1 && /^[.!]+$/.test(reader.lower(start)))) parts.push([start, i]);
    start = i + 1;
  }
  return parts;
}

function oneRow(reader: WriteReader, target: Target, verbAt: number): Row {
  const reading = new RowReading(reader, target.what, null);
  // The mention, with "into the … table" around it, is out of the way of the values.
  let cut = target.at;
  while (cut > verbAt + 1 && (INTO.has(reader.lower(cut - 1)) || reader.is(cut - 1, OPENERS) || reader.is(cut - 1, NAMED))) cut--;
  reading.read(verbAt + 1, Math.max(cut, verbAt + 1), true);
  const row = reading.read(reading.nameAfter(target), reader.tokens.length);
  if (verbAt > 0) for (let i = 0; i < verbAt; i++) if (!reader.is(i, POLITE)) reader.leftover.push(i);
  reading.forgive();
  return row;
}

class RowReading {
  private readonly reader: WriteReader;
  private readonly table: Table;
  /** The column that a leading bare name fills, in rows of a list. */
  private readonly label: Column | null;
  private readonly row: Row = new Map();
  private listed: Column[] = [];
  private firstAt = Number.POSITIVE_INFINITY;

  constructor(reader: WriteReader, table: Table, label: Column | null) {
    this.reader = reader;
    this.table = table;
    this.label = label;
  }

  read(from: number, end: number, leading = false): Row {
    let i = from;
    if (this.label) {
      const name = this.reader.valueAt(i, this.table);
      if (name) {
        this.put(this.label, name.what);
        i = name.next;
      }
    }
    while (i < end) i = this.step(i, end, leading);
    return this.row;
  }

  /** "add customer Eve …": the name of the row right after its table. Gives the token to go on from. */
  nameAfter(target: Target): number {
    const value = INTO.has(lookBack(this.reader, target.at)) ? null : this.reader.valueAt(target.next, this.table);
    const label = labelColumn(this.table);
    if (!value || !label || this.row.has(label.name) || columnAt(this.reader.tokens, target.next, this.table, true)) return target.next;
    if (!value.what.quoted && !/^\p{Lu}/u.test(value.what.text)) return target.next;
    this.put(label, value.what, target.next);
    return value.next;
  }

  /** "…the record was inserted with the following values: …": once every column was given outright, what came before adds nothing. */
  forgive(): void {
    const complete = insertable(this.table).every((column) => this.row.has(column.name));
    const before = this.reader.leftover.every((at) => at < this.firstAt);
    if (complete && before && this.row.size >= 3) this.reader.leftover.length = 0;
    if (this.listed.some((column) => !this.row.has(column.name))) throw new Declined('Some of the columns named have no value.');
  }

  private step(at: number, end: number, leading: boolean): number {
    const { reader } = this;
    const token = reader.tokens[at];
    if (!token) return end;
    if (token.kind === 'mark') return token.text === '(' || token.text === '[' ? this.bracket(at) : at + 1;
    if (token.kind === 'number' && /^(?:columns?|fields?|values?)$/.test(reader.lower(at + 1))) return at + 2;
    return (
      this.positional(at) ??
      this.listedColumn(at) ??
      this.columnThenValue(at) ??
      this.valueThenColumn(at) ??
      this.named(at) ??
      this.origin(at) ??
      this.reference(at) ??
      (leading ? this.leading(at) : null) ??
      this.other(at)
    );
  }

  /** "values (1, 'a')" or "which are 1, 'a', respectively": as many values as columns, in their order. */
  private positional(at: number): number | null {
    const { reader } = this;
    const values = reader.lower(at) === 'values' && this.listed.length === 0;
    const columns =
      this.listed.length > 1 && this.listed.every((column) => !this.row.has(column.name))
        ? this.listed
        : values
          ? insertable(this.table)
          : null;
    if (!columns) return null;
    const open = values ? at + 1 : reader.skip(at, LIST_WORDS);
    const start = reader.lower(open) === '(' || reader.lower(open) === ':' ? open + 1 : open;
    const list = this.valueList(start);
    if (list.what.length !== columns.length || list.what.length < 2) return null;
    if (values && reader.lower(open) !== '(') return null;
    columns.forEach((column, i) => {
      const raw = list.what[i];
      if (raw) this.put(column, raw);
    });
    return reader.skip(list.next, new Set(['respectively', ')', ',']));
  }

  private valueList(at: number): Found<RawValue[]> {
    const { reader } = this;
    const what: RawValue[] = [];
    let i = at;
    for (;;) {
      const value = reader.lower(i) === 'respectively' ? null : reader.valueAt(i, null);
      if (!value) return { what, next: i };
      what.push(value.what);
      i = reader.skip(value.next, SEPARATORS);
    }
  }

  /** One of several column names in a row, before the values come. */
  private listedColumn(at: number): number | null {
    const { reader } = this;
    const mention = this.column(at);
    if (!mention) return null;
    const after = reader.lower(mention.next);
    const continues = after === ',' || after === 'and' || (this.listed.length > 0 && /^[.)]?$/.test(after));
    const nextIsColumn = this.column(reader.skip(mention.next, SEPARATORS)) !== null;
    if (!continues || !(nextIsColumn || this.listed.length > 0) || this.row.has(mention.what.name)) return this.lastListed(mention);
    this.listed.push(mention.what);
    return reader.skip(mention.next, LISTED_END);
  }

  private lastListed(mention: Mention<Column>): number | null {
    if (this.listed.length === 0 || !/^(?:which|are|values?|with|respectively)$/.test(this.reader.lower(mention.next))) return null;
    this.listed.push(mention.what);
    return mention.next;
  }

  private columnThenValue(at: number): number | null {
    const { reader } = this;
    const from = reader.skip(at, COLUMN_WORDS);
    const mention = this.column(from);
    if (!mention) return null;
    const start = reader.skip(mention.next, IS);
    const value = reader.valueAt(start, this.table);
    if (!value) return null;
    if (start === mention.next && !this.adjacent(value, start, mention.whole)) return null;
    if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
    this.put(mention.what, value.what, at);
    return value.next;
  }

  /** "rating 5", "club 'FK Trakai'", "status pending": a value right after its column, with nothing between. */
  private adjacent(value: Found<RawValue>, start: number, whole: boolean): boolean {
    if (value.what.quoted || /^[\p{Lu}\d$€£+-]/u.test(value.what.text)) return true;
    return whole && value.next === start + 1 && /^(?:|[,.;)]|and|with)$/.test(this.reader.lower(value.next));
  }

  /** "'San Diego' for 'Location'" */
  private valueThenColumn(at: number): number | null {
    const { reader } = this;
    const value = reader.valueAt(at, this.table);
    if (!value || reader.is(at, FILLERS) || !/^(?:for|as|under)$/.test(reader.lower(value.next))) return null;
    const mention = this.column(reader.skip(reader.skip(value.next + 1, ARTICLES), COLUMN_WORDS));
    if (!mention || !/^(?:|[,.;)]|and)$/.test(reader.lower(mention.next)) || this.row.has(mention.what.name)) return null;
    this.put(mention.what, value.what, at);
    return mention.next;
  }

  private named(at: number): number | null {
    const { reader } = this;
    if (!/^(?:named|called|titled|entitled)$/.test(reader.lower(at))) return null;
    const label = labelColumn(this.table);
    const value = label && reader.valueAt(at + 1, this.table);
    if (!value) return null;
    this.put(label, value.what, at);
    return value.next;
  }

  /** "from Onyx": the column where that is stored already, else the only column that says where something comes from. */
  private origin(at: number): number | null {
    const { reader } = this;
    if (!/^(?:from|by)$/.test(reader.lower(at))) return null;
    const value = reader.valueAt(at + 1, this.table);
    if (!value) return null;
    const free = (column: Column): boolean => column.type === 'text' && !this.row.has(column.name) && column !== labelColumn(this.table);
    const holding = reader.columnsHolding(this.table, value.what.text).filter(free);
    const words = reader.lower(at) === 'from' ? ORIGIN : MAKER;
    const candidates = holding.length > 0 ? holding : this.table.columns.filter((column) => free(column) && words.test(column.name));
    const column = candidates.length === 1 ? candidates[0] : undefined;
    if (!column) return null;
    reader.assume(`"${reader.lower(at)} ${value.what.text}" read as ${column.name}`);
    this.put(column, value.what, at);
    return value.next;
  }

  /** "for customer Ada" */
  private reference(at: number): number | null {
    const { reader } = this;
    if (!PREPOSITIONS.has(reader.lower(at))) return null;
    const parent = reader.parentAt(at + 1, this.table);
    if (parent) {
      this.put(parent.what.column, parent.what.raw, at);
      return parent.next;
    }
    const value = reader.lower(at) === 'for' ? reader.valueAt(at + 1, this.table) : null;
    const column = value && reader.parentNamed(value.what.text, this.table);
    if (!column) return null;
    reader.assume(`"for ${value.what.text}" read as ${column.name}`);
    this.put(column, value.what, at);
    return value.next;
  }

  /** "Insert 'Madison High' into …", "add Yirgacheffe to …": the name of the row. */
  private leading(at: number): number | null {
    const { reader } = this;
    const value = reader.valueAt(at, this.table);
    const first = insertable(this.table)[0];
    const label = labelColumn(this.table) ?? (first?.type === 'text' ? first : null);
    if (!value || !label || this.row.has(label.name)) return null;
    if (!value.what.quoted && !/^\p{Lu}/u.test(value.what.text)) return null;
    reader.assume(`"${value.what.text}" read as ${label.name}`);
    this.put(label, value.what, at);
    return value.next;
  }

  /** "(in MW)" after the value of power_mw says nothing new. */
  private bracket(at: number): number {
    const { reader } = this;
    let end = at + 1;
    const inside: number[] = [];
    while (end < reader.tokens.length && !/^[)\]]$/.test(reader.lower(end))) inside.push(end++);
    const known = new Set(this.table.columns.filter((column) => this.row.has(column.name)).flatMap((column) => column.name.split('_')));
    if (inside.every((i) => reader.is(i, FILLERS) || known.has(reader.lower(i)) || reader.lower(i) === 'in')) return end + 1;
    return at + 1;
  }

  private other(at: number): number {
    const { reader } = this;
    const forColumn =
      /^(?:for|of)$/.test(reader.lower(at)) && this.column(reader.skip(reader.skip(at + 1, ARTICLES), COLUMN_WORDS)) !== null;
    if (!reader.is(at, FILLERS) && !forColumn) reader.leftover.push(at);
    return at + 1;
  }

  private column(at: number): Mention<Column> | null {
    return columnAt(this.reader.tokens, at, this.table, this.reader.tokens[at]?.kind === 'word');
  }

  private put(column: Column, raw: RawValue, at?: number): void {
    if (column.generated) throw new Declined(`${column.name} is computed by the database and cannot be given.`);
    if (this.row.has(column.name)) throw new Declined(`There are two values for ${column.name}.`, [raw.text]);
    this.row.set(column.name, this.reader.fit(raw, this.table, column));
    if (at !== undefined) this.firstAt = Math.min(this.firstAt, at);
  }
}

const insertable = (table: Table): Column[] =>
  table.columns.filter((column) => !column.generated && !(column.hasDefault && table.primaryKey.includes(column.name)));

function lookBack(reader: WriteReader, at: number): string {
  let i = at - 1;
  while (i > 0 && (ARTICLES.has(reader.lower(i)) || /^(?:table|named|called)$/.test(reader.lower(i)))) i--;
  return reader.lower(i);
}

const INTO = words('into to in under onto');
const ROW_WORDS = words('row record entry item rows records entries');
const OPENERS = words(
  'a an the new another one following data record records row rows entry entries table this my our information details some to in into for of',
);
const POLITE = words('please can could would you i want to like need now hi hello , kindly let us help me');
const COLUMN_WORDS = words('the column columns field fields');
const IS = words('is are as = : of to being was were equals equal value column field set with - has been given at');
const LIST_WORDS = words('which are is the following values value with : as');
const SEPARATORS = words(', and ;');
const LISTED_END = words(', and ; )');
const PREPOSITIONS = words('for by to of with from in');
const FILLERS = words(
  'a an the new following value values record row entry data information details with and also has have having where which that it its into table column columns field fields as follows are is respectively please given these those set to their whose',
);
const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };
const ORIGIN =
  /^(?:origin|source|country|city|town|location|hometown|roaster|brand|supplier|manufacturer|company|vendor|region|state|address|place)$/;
const MAKER = /^(?:author|artist|roaster|brand|manufacturer|maker|writer|director|creator|publisher|composer|designer)$/;
