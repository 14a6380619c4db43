import type { Expr, Plan } from '../plan.ts';
import type { Outcome } from '../planner.ts';
import type { Column, Table } from '../schema.ts';
import { conditionAfter, momentCondition } from './write-conditions.ts';
import { columnAt, labelColumn, type Mention, tableAt } from './write-names.ts';
import { ARTICLES, Declined, type Found, type WriteReader } from './write-reader.ts';
import { nameWords, type WriteToken } from './write-tokens.ts';
import type { RawValue } from './write-values.ts';

export type ChangeVerb = 'update' | 'increase' | 'decrease' | 'mark' | 'rename' | 'delete' | 'clear';

/** Updates and deletes: which table, which rows, and for updates what becomes of them. */
export function readChange(reader: WriteReader, verb: ChangeVerb, verbAt: number): Outcome {
  const table = changedTable(reader, verbAt);
  const reading = new ChangeReading(reader, table, verb, verbAt);
  reading.read();
  return reading.outcome();
}

class ChangeReading {
  private readonly reader: WriteReader;
  private readonly table: Table;
  private readonly verb: ChangeVerb;
  private readonly verbAt: number;
  private readonly sets = new Map<string, Expr>();
  private readonly conditions: Expr[] = [];
  /** Nouns such as "the film" in "the title of the film … where the year is 2017": harmless once a condition says which. */
  private readonly soft: number[] = [];
  private pending: Column | null = null;
  /** What a column's name means where it stands: something to change, nothing yet, or a condition. */
  private mode: 'set' | 'rows' | 'where';
  private everything = false;
  /** "update X with a, b", "so that a is b": columns may be given without "to". */
  private loose = false;

  constructor(reader: WriteReader, table: Table, verb: ChangeVerb, verbAt: number) {
    this.reader = reader;
    this.table = table;
    this.verb = verb;
    this.verbAt = verbAt;
    this.mode = verb === 'delete' || verb === 'clear' ? 'rows' : 'set';
  }

  read(): void {
    const end = this.reader.tokens.length;
    for (let i = 0; i < end; ) {
      const next = this.step(i);
      i = next > i ? next : i + 1;
    }
  }

  outcome(): Outcome {
    const { reader, table } = this;
    if (this.conditions.length === 0) reader.leftover.push(...this.soft);
    reader.settle();
    if (contradicts(this.conditions)) throw new Declined('The conditions exclude each other; name each column once.');
    if (this.pending) throw new Declined(`Say what ${this.pending.name} becomes.`, [this.pending.name]);
    const where = this.conditions.length > 1 ? ({ kind: 'and', args: this.conditions } as const) : this.conditions[0];
    const rows = where ? { where } : {};
    const removes = this.verb === 'delete' || this.verb === 'clear';
    if (!removes && this.sets.size === 0) throw new Declined(`Say which column of ${table.name} changes, and to what.`);
    if (!where && !this.everything && this.verb !== 'clear') {
      if (!removes) throw new Declined(`Say which rows of ${table.name} change, or "all".`);
      const goal = `delete every row of ${table.name}`;
      return { kind: 'clarify', options: [{ label: `Delete every row of ${table.name}`, goal }] };
    }
    const plan: Plan = removes
      ? { kind: 'delete', table: table.name, ...rows }
      : { kind: 'update', table: table.name, set: [...this.sets].map(([column, value]) => ({ column, value })), ...rows };
    return { kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions };
  }

  private step(at: number): number {
    const { reader } = this;
    const token = reader.tokens[at];
    if (!token) return at + 1;
    if (token.kind === 'mark') return at + 1;
    if (at === this.verbAt) return this.verb === 'rename' ? this.rename(at + 1) : at + 1;
    return (
      this.turn(at) ??
      this.missing(at) ??
      this.change(at) ??
      this.possessive(at) ??
      this.yearOfTable(at) ??
      this.moment(at) ??
      this.condition(at) ??
      this.assignment(at) ??
      this.parent(at) ??
      this.entity(at) ??
      this.state(at) ??
      this.ownTable(at) ??
      this.other(at)
    );
  }

  /** Words that say whether what follows is a change or a condition. */
  private turn(at: number): number | null {
    const { reader } = this;
    const word = reader.lower(at);
    if (WHERE.has(word)) {
      this.mode = 'where';
      return at + 1;
    }
    if (SET_AGAIN.has(word) && this.isUpdate()) {
      this.mode = 'set';
      return at + 1;
    }
    if (word === 'with' && this.isUpdate() && this.sets.size === 0 && this.pending === null && this.mode === 'set') {
      this.loose = true;
      return at + 1;
    }
    if ((word === 'so' || word === 'such') && this.isUpdate()) {
      this.loose = true;
      this.mode = 'set';
      return reader.lower(at + 1) === 'that' ? at + 2 : at + 1;
    }
    if (ALL.has(word)) {
      this.everything = true;
      return at + 1;
    }
    return null;
  }

  /** "with no email", "without an email" */
  private missing(at: number): number | null {
    const { reader } = this;
    const word = reader.lower(at);
    const from = word === 'without' ? at + 1 : word === 'with' && reader.lower(at + 1) === 'no' ? at + 2 : null;
    const mention = from === null ? null : this.column(reader.skip(from, ARTICLES));
    if (!mention) return null;
    this.conditions.push({ kind: 'isNull', arg: this.ref(mention.what) });
    return mention.next;
  }

  /** "to 20", "as 'x'", "by 10%" for the column named before. */
  private change(at: number): number | null {
    const { reader } = this;
    const word = reader.lower(at);
    if (word === 'by' && this.pending && (this.verb === 'increase' || this.verb === 'decrease')) return this.shift(at + 1);
    if (this.verb === 'mark' && word === 'as') return this.mark(at + 1);
    if (!this.pending || !BECOMES.has(word)) return null;
    const value = reader.valueAt(reader.skip(at + 1, BE), null);
    if (!value) return null;
    this.set(this.pending, value.what);
    this.pending = null;
    return value.next;
  }

  private shift(at: number): number | null {
    const { reader, pending } = this;
    const token = reader.tokens[at];
    const amount = /^[$€£]?(\d+(?:\.\d+)?)(%?)$/.exec(token?.kind === 'number' ? token.text.replaceAll(',', '') : '');
    if (!pending || !amount?.[1] || !['integer', 'decimal', 'float'].includes(pending.type)) return null;
    const percent = amount[2] === '%' || /^(?:percent|%)$/.test(reader.lower(at + 1));
    const sign = this.verb === 'increase' ? 1 : -1;
    if (percent && pending.type === 'integer')
      throw new Declined(`${pending.name} holds whole numbers; a percentage of them may not be one.`);
    const value = percent ? Number((1 + (sign * Number(amount[1])) / 100).toFixed(10)) : Number(amount[1]);
    const right: Expr = { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' };
    this.put(pending, { kind: 'arithmetic', op: percent ? '*' : sign === 1 ? '+' : '-', left: this.ref(pending), right });
    this.pending = null;
    return percent && amount[2] !== '%' ? at + 2 : at + 1;
  }

  /** "as shipped": a yes-or-no column of that name, or the one column where that is stored. */
  private mark(at: number): number | null {
    const { reader } = this;
    const denied = reader.lower(at) === 'not';
    const flag = this.flagAt(denied ? at + 1 : at);
    if (flag) {
      this.put(flag.what, { kind: 'literal', value: !denied, type: 'boolean' });
      this.mode = 'where';
      return flag.next;
    }
    const value = reader.valueAt(denied ? at + 1 : at, this.table);
    if (!value) return null;
    const holding = reader.columnsHolding(this.table, value.what.text);
    const states = this.table.columns.filter((column) => column.type === 'text' && /(^|_)(status|state|stage)$/.test(column.name));
    const column = holding.length === 1 ? holding[0] : holding.length === 0 && states.length === 1 ? states[0] : undefined;
    if (!column || denied) throw new Declined(`Say which column of ${this.table.name} becomes "${value.what.text}".`, [value.what.text]);
    reader.assume(`"as ${value.what.text}" read as ${column.name}`);
    this.put(column, { kind: 'literal', value: reader.stored(this.table, column, value.what.text), type: 'text' });
    this.mode = 'where';
    return value.next;
  }

  /** "rename Ada to Grace" */
  private rename(at: number): number {
    const { reader } = this;
    const entity = this.entityAt(at);
    const label = labelColumn(this.table);
    const value = entity && reader.lower(entity.next) === 'to' ? reader.valueAt(entity.next + 1, null) : null;
    if (!entity || !value || !label) throw new Declined(`Say which row of ${this.table.name} is renamed, and to what.`);
    this.conditions.push(entity.what);
    this.set(label, value.what);
    return value.next;
  }

  /** "Ada's city", "Ada's orders": the row, or the rows that point at it. */
  private possessive(at: number): number | null {
    const { reader, table } = this;
    const text = owner(reader.tokens[at]);
    if (text === null) return null;
    const raw = { text, quoted: false };
    const own = reader.columnsHolding(table, text);
    const column = own.length > 0 ? reader.entityColumn(table, raw) : reader.parentNamed(text, table);
    const condition = column && reader.equals(raw, table, column);
    // "Remove Ada's email" is no reason to remove Ada.
    if (!condition || (own.length > 0 && !this.isUpdate())) return null;
    this.conditions.push(condition);
    return at + 1;
  }

  /** "the 2026 Jamboree" for a table with a year. */
  private yearOfTable(at: number): number | null {
    const { reader } = this;
    if (!/^\d{4}$/.test(reader.lower(at))) return null;
    const column = this.table.columns.find((each) => each.name === 'year');
    const mention = tableAt(reader.tokens, at + 1, reader.question.schema);
    const condition =
      column && mention?.what === this.table ? reader.equals({ text: reader.lower(at), quoted: false }, this.table, column) : null;
    if (!condition || !mention) return null;
    this.conditions.push(condition);
    return mention.next;
  }

  /** "placed before 2020", "in March 2021", "On September 27" */
  private moment(at: number): number | null {
    const { reader } = this;
    const verb = /^[a-z]+(?:ed|de|nt|ld|ght)$/.test(reader.lower(at)) && MOMENT.has(reader.lower(at + 1)) ? reader.lower(at) : null;
    const word = verb === null ? reader.lower(at) : reader.lower(at + 1);
    if (!MOMENT.has(word)) return null;
    const value = reader.valueAt(reader.skip(at + (verb === null ? 1 : 2), ARTICLES), null);
    if (!value) return null;
    const moments = this.table.columns.filter((column) => column.type === 'date' || column.type === 'timestamp');
    const named = verb === null ? [] : moments.filter((column) => column.name.startsWith(verb.slice(0, Math.max(4, verb.length - 3))));
    const column = named.length === 1 ? named[0] : verb === null || moments.length === 1 ? moments[0] : undefined;
    if (column && (moments.length === 1 || named.length === 1)) {
      const condition = momentCondition(reader, word, value.what, this.table, column);
      if (!condition) return null;
      if (named.length === 0) reader.assume(`"${word} ${value.what.text}" read as ${column.name}`);
      this.conditions.push(condition);
      return value.next;
    }
    return moments.length === 0 && verb === null ? this.writtenDay(word, value) : null;
  }

  /** Dates kept as text: "on September 27" is the row whose date says just that. */
  private writtenDay(word: string, value: Found<RawValue>): number | null {
    if (word !== 'on' && word !== 'in') return null;
    const columns = this.reader
      .columnsHolding(this.table, value.what.text)
      .filter((column) => /(^|_)(date|day|year|month)$/.test(column.name));
    const condition = columns.length === 1 && columns[0] ? this.reader.equals(value.what, this.table, columns[0]) : null;
    if (!condition) return null;
    this.conditions.push(condition);
    return value.next;
  }

  /** "price above 20" after "where"; "for the year 2015", "in the 'M-1' class" anywhere. */
  private condition(at: number): number | null {
    const { reader } = this;
    const intro = INTRO.has(reader.lower(at));
    if (!intro && this.mode !== 'where') return null;
    if (intro && reader.lower(at) === 'with' && this.isUpdate() && this.mode === 'set' && this.sets.size === 0) return null;
    const from = reader.skip(reader.skip(intro ? at + 1 : at, ARTICLES), COLUMN_WORDS);
    const mention = this.column(from);
    if (mention) {
      const found = conditionAfter(reader, mention.next, this.table, mention.what);
      if (!found) return null;
      if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
      this.conditions.push(found.what);
      if (intro) this.mode = 'where';
      return found.next;
    }
    const value = reader.valueAt(from, this.table);
    const after = value && columnAt(reader.tokens, value.next, this.table, false);
    if (!value?.what.quoted || !after || !CLOSED.test(reader.lower(after.next))) return null;
    const condition = reader.equals(value.what, this.table, after.what);
    if (!condition) return null;
    this.conditions.push(condition);
    return after.next;
  }

  /** "the price …", "set the price to 20", "a total of 5" after "with". */
  private assignment(at: number): number | null {
    const { reader } = this;
    if (this.mode !== 'set' || this.verb === 'mark') return null;
    const of = /^(?:values?|columns?|fields?)$/.test(reader.lower(at)) ? reader.skip(at + 1, VALUE_OF) : at;
    const from = reader.skip(of, COLUMN_WORDS);
    const mention = this.column(from);
    if (!mention) return null;
    const next = reader.skip(mention.next, AFTER_COLUMN);
    const says = BECOMES.has(reader.lower(next)) || (this.loose && IS.has(reader.lower(next)));
    const value = says ? reader.valueAt(reader.skip(next + 1, BE), null) : this.loose ? bareValue(reader.valueAt(next, this.table)) : null;
    if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
    if (value) {
      this.set(mention.what, value.what);
      return value.next;
    }
    if (this.pending) return null;
    this.pending = mention.what;
    return next;
  }

  /** "of customer Ada" when the table points at customers. */
  private parent(at: number): number | null {
    const { reader } = this;
    if (!OF.has(reader.lower(at))) return null;
    const parent = reader.parentAt(at + 1, this.table);
    if (parent) {
      const condition = reader.equals(parent.what.raw, this.table, parent.what.column);
      if (!condition) return null;
      this.conditions.push(condition);
      return parent.next;
    }
    const value = reader.valueAt(at + 1, this.table);
    if (!value || reader.columnsHolding(this.table, value.what.text).length > 0) return null;
    const column = reader.parentNamed(value.what.text, this.table);
    const condition = column && reader.equals(value.what, this.table, column);
    if (!condition) return null;
    reader.assume(`"${value.what.text}" read as ${column.name}`);
    this.conditions.push(condition);
    return value.next;
  }

  private entity(at: number): number | null {
    const { reader } = this;
    const of = OF.has(reader.lower(at));
    const direct = at === this.verbAt + 1 && (this.verb === 'mark' || this.verb === 'delete');
    // "of X" names a row; "in X" only when X is stored: it may as well be a place that nothing here knows.
    const found = of || direct || this.ownRow(at) ? this.entityAt(of ? at + 1 : at, PLACE.has(reader.lower(at))) : null;
    if (!found) return null;
    this.conditions.push(found.what);
    return found.next;
  }

  private ownRow(at: number): boolean {
    return tableAt(this.reader.tokens, this.reader.skip(at, ARTICLES), this.reader.question.schema)?.what === this.table;
  }

  /** "the bean named Yirgacheffe", "order 5", "Yirgacheffe": one row by its name or key. */
  private entityAt(at: number, stored = false): Found<Expr> | null {
    const { reader, table } = this;
    const from = reader.skip(at, ARTICLES);
    const mention = tableAt(reader.tokens, from, reader.question.schema);
    const own = mention?.what === table ? mention : null;
    const named = this.nounNamed(own?.next ?? from, own === null);
    const start = named ?? own?.next ?? from;
    const full = reader.valueAt(start, table);
    if (!full) return null;
    const value = this.storedPart(start, full);
    const telling =
      value.what.quoted || /^[\p{Lu}\p{N}#]/u.test(value.what.text) || reader.columnsHolding(table, value.what.text).length > 0;
    if (!telling || (own === null && named === null && /^#?\d/.test(value.what.text) && !value.what.quoted)) return null;
    const holding = reader.columnsHolding(table, value.what.text);
    if (stored && holding.length === 0 && named === null && own === null) return null;
    const column = named !== null && holding.length === 0 ? labelColumn(table) : reader.entityColumn(table, value.what);
    const condition = column && reader.equals(value.what, table, column);
    if (!condition) return null;
    if (named === null && !table.primaryKey.includes(column.name)) reader.assume(`"${value.what.text}" read as ${column.name}`);
    return { what: condition, next: value.next };
  }

  /** The token after "named", with nothing but the table's own words before it. */
  private nounNamed(at: number, nouns: boolean): number | null {
    const { reader } = this;
    const known = new Set(nameWords(this.table.name));
    for (let i = at; i < at + (nouns ? 4 : 1); i++) {
      if (/^(?:named|called|titled|entitled)$/.test(reader.lower(i))) return i + 1;
      if (!reader.tokens[i]?.words.every((word) => known.has(word))) return null;
    }
    return null;
  }

  /** Of "soybean production statistics" the longest beginning that is stored. */
  private storedPart(at: number, full: Found<RawValue>): Found<RawValue> {
    const { reader } = this;
    const first = reader.tokens[at];
    if (full.what.quoted || !first) return full;
    for (let end = full.next; end > at; end--) {
      const last = reader.tokens[end - 1] ?? first;
      const text = reader.question.text.slice(first.start, last.end);
      if (reader.columnsHolding(this.table, text).length > 0) return { what: { text, quoted: false }, next: end };
    }
    return full;
  }

  /** "cancelled orders", "orders that are cancelled", "that are not paid" */
  private state(at: number): number | null {
    const { reader } = this;
    const from = reader.skip(at, BE);
    const denied = reader.lower(from) === 'not';
    const start = denied ? from + 1 : from;
    const flag = this.flagAt(start);
    if (flag && (this.mode === 'where' || this.beforeTable(flag.next))) {
      const right: Expr = { kind: 'literal', value: !denied, type: 'boolean' };
      this.conditions.push({ kind: 'compare', op: '=', left: this.ref(flag.what), right });
      return flag.next;
    }
    const value = reader.valueAt(start, this.table);
    if (!value || (this.mode !== 'where' && !this.beforeTable(value.next) && !this.isStoredBeforeTable(start))) return null;
    const part = this.storedPart(start, value);
    const holding = reader.columnsHolding(this.table, part.what.text);
    const column = holding.length === 1 ? holding[0] : undefined;
    const same = column && reader.equals(part.what, this.table, column);
    if (same?.kind !== 'compare') return null;
    reader.assume(`"${part.what.text}" read as ${column?.name}`);
    this.conditions.push(denied ? { ...same, op: '<>' } : same);
    return part.next;
  }

  private beforeTable(at: number): boolean {
    return tableAt(this.reader.tokens, at, this.reader.question.schema)?.what === this.table;
  }

  private isStoredBeforeTable(at: number): boolean {
    const full = this.reader.valueAt(at, this.table);
    return full !== null && this.beforeTable(this.storedPart(at, full).next);
  }

  /** The table's own name says nothing about which rows. */
  private ownTable(at: number): number | null {
    const { reader } = this;
    const from = reader.skip(reader.skip(at, PREPOSITIONS), TABLE_LEADS);
    const mention = tableAt(reader.tokens, from, reader.question.schema);
    if (mention?.what === this.table) return mention.next;
    const known = new Set(nameWords(this.table.name));
    let i = from;
    while (reader.tokens[i]?.kind === 'word' && reader.tokens[i]?.words.every((word) => known.has(word) || word === 'in')) i++;
    return i > from && /^(?:table|database)$/.test(reader.lower(i)) ? i + 1 : null;
  }

  private other(at: number): number {
    const { reader } = this;
    if (reader.is(at, FILLERS)) return at + 1;
    const before = reader.lower(at - 1);
    const free = this.isUpdate() && columnAt(reader.tokens, at, this.table, true) === null;
    const noun = free && /^[a-z]{3,}$/.test(reader.tokens[at]?.text ?? '') && (before === 'the' || before === 'for' || before === 'of');
    if (noun && SOFT_END.test(reader.lower(at + 1))) this.soft.push(at);
    else reader.leftover.push(at);
    return at + 1;
  }

  private column(at: number): Mention<Column> | null {
    return columnAt(this.reader.tokens, at, this.table, this.reader.tokens[at]?.kind === 'word');
  }

  /** A yes-or-no column that goes by the words at `at`: "paid" for `is_paid`, "in stock". */
  private flagAt(at: number): Found<Column> | null {
    const tokens = this.reader.tokens;
    for (let count = 3; count > 0; count--) {
      const some = tokens.slice(at, at + count);
      const column = some.every((token) => token.kind === 'word') ? this.flag(some.flatMap((token) => token.words).join('_')) : null;
      if (column) return { what: column, next: at + some.length };
    }
    return null;
  }

  private flag(name: string): Column | null {
    const flags = this.table.columns.filter(
      (column) => column.type === 'boolean' && nameWords(column.name.replace(/^(?:is|was|has|been)_/, '')).join('_') === name,
    );
    return flags.length === 1 ? (flags[0] ?? null) : null;
  }

  private set(column: Column, raw: RawValue): void {
    const empty = !raw.quoted && /^(?:null|NULL)$/.test(raw.text);
    const value: Expr | null = empty ? { kind: 'literal', value: null, type: 'null' } : this.reader.valueFor(raw, this.table, column);
    if (!value) throw new Declined(`"${raw.text}" does not fit ${column.name} (${column.type}).`, [raw.text]);
    this.put(column, value);
  }

  private put(column: Column, value: Expr): void {
    if (this.sets.has(column.name)) throw new Declined(`There are two new values for ${column.name}.`);
    if (column.generated) throw new Declined(`${column.name} is computed by the database and cannot be changed.`);
    this.sets.set(column.name, value);
  }

  private isUpdate(): boolean {
    return this.verb !== 'delete' && this.verb !== 'clear';
  }

  private ref(column: Column): Expr {
    return { kind: 'column', table: this.table.name, column: column.name };
  }
}

/** Two values at once for one column would silently match nothing. */
function contradicts(conditions: readonly Expr[]): boolean {
  const columns = conditions.flatMap((each) => (each.kind === 'compare' && each.op === '=' ? [JSON.stringify(each.left)] : []));
  return new Set(columns).size < columns.length;
}

/** The first table named; else the only one where a name in the sentence is stored; else the only one there is. */
function changedTable(reader: WriteReader, verbAt: number): Table {
  const { tokens, question } = reader;
  const tables = question.schema.tables.filter((table) => table.kind === 'table');
  const mentions: Mention<Table>[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const mention = tableAt(tokens, i, question.schema);
    if (!mention) continue;
    mentions.push(mention);
    i = mention.next - 1;
  }
  const whole = mentions.filter((mention) => mention.whole);
  const first = (whole.length ? whole : mentions)[0];
  if (first) return first.what;
  if (tables.length === 1 && tables[0]) return tables[0];
  const holding = new Set<string>();
  for (let i = verbAt + 1; i < tokens.length; i++) {
    const text = owner(tokens[i]) ?? reader.valueAt(i, null)?.what.text;
    if (text !== undefined) for (const hit of question.values.find(text)) holding.add(hit.table);
  }
  const only = holding.size === 1 ? tables.find((table) => holding.has(table.name)) : undefined;
  if (only) return only;
  throw new Declined(
    `Say which table this is about: ${tables
      .slice(0, 8)
      .map((table) => table.name)
      .join(', ')}.`,
  );
}

/** "Ada's" → Ada. */
const owner = (token: WriteToken | undefined): string | null =>
  token?.kind === 'word' ? (/^(.+)['’]s$/.exec(token.text)?.[1] ?? null) : null;

const bareValue = (value: Found<RawValue> | null): Found<RawValue> | null =>
  value && (value.what.quoted || /^[\p{Lu}\p{N}$€£+-]/u.test(value.what.text)) ? value : null;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const WHERE = words('where when whose if having that which who');
const SET_AGAIN = words('set setting change changing update updating updated changed');
const ALL = words('all every each');
const BECOMES = words('to as = becomes become');
const BE = words('be is are was were been');
const IS = words('is are of : was');
const MOMENT = words('before after since until in on during from');
const INTRO = words('for in with on at of during by from');
const PLACE = words('in at on by');
const OF = words('of for from by on in at');
const COLUMN_WORDS = words('the column columns field a an its their');
const AFTER_COLUMN = words('column field value values');
const VALUE_OF = words('of for in the column field');
const PREPOSITIONS = words('in into of from on to for');
const TABLE_LEADS = words('the a an table my our');
const FILLERS = words(
  'a an the row rows record records entry entries please can could you i want need would like to now in of from by for and table column columns value values was were is are has have been being it its any data my our information with',
);
const CLOSED = /^(?:|[,.;)]|and|or|to|where)$/;
const SOFT_END = /^(?:|[,.;]|in|to|where|with|whose|when|for|of|named|as|and)$/;
