import type { Expr } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import type { Column, Table } from '../../schema.ts';
import { nearest } from '../../scope.ts';
import { DATE_PHRASE } from './date-phrase.ts';
import { columnAt, isRowNumber, labelColumn, type Mention, tableAt } from './write-names.ts';
import { type WriteToken, writeTokens } from './write-tokens.ts';
import { literalFor, type RawValue } from './write-values.ts';
import { ARTICLES, NAMED, words } from './write-words.ts';

/** Carries the reason for declining; thrown inside the write planner alone. */
export class Declined extends Error {
  readonly unclear: readonly string[];

  constructor(reason: string, unclear: readonly string[] = []) {
    super(reason);
    this.unclear = unclear;
  }

  get outcome(): Outcome {
    return { kind: 'declined', reason: this.message, unclear: this.unclear };
  }
}

export interface Found<T> {
  readonly what: T;
  readonly next: number;
}

/** What the readings of inserts, updates and deletes share: tokens, values, references, and what found no place. */
export class WriteReader {
  readonly question: Question;
  readonly tokens: readonly WriteToken[];
  readonly assumptions: string[] = [];
  readonly leftover: number[] = [];

  constructor(question: Question) {
    this.question = question;
    this.tokens = writeTokens(question.text);
  }

  lower(at: number): string {
    const token = this.tokens[at];
    return token && token.kind !== 'quoted' ? token.lower : '';
  }

  is(at: number, words: ReadonlySet<string>): boolean {
    return words.has(this.lower(at));
  }

  skip(at: number, words: ReadonlySet<string>): number {
    let i = at;
    while (this.is(i, words) && !this.beginsName(i)) i++;
    return i;
  }

  /** "New" of "the New Year Gala" is no article. */
  private beginsName(at: number): boolean {
    const [first, next] = [this.tokens[at], this.tokens[at + 1]];
    return at > 0 && first?.kind === 'word' && first.text === 'New' && next?.kind === 'word' && /^\p{Lu}/u.test(next.text);
  }

  /** The table named at `at`. */
  tableAt(at: number): Mention<Table> | null {
    return tableAt(this.tokens, at, this.question.schema);
  }

  /** The column of `table` named at `at`; a part of its name will do, unless it is quoted. */
  columnAt(at: number, table: Table): Mention<Column> | null {
    return columnAt(this.tokens, at, table, this.tokens[at]?.kind === 'word');
  }

  /** The first tables, to choose from. */
  tableNames(): string {
    const tables = this.question.schema.tables.filter((table) => table.kind === 'table');
    return tables
      .slice(0, 8)
      .map((table) => table.name)
      .join(', ');
  }

  /** A value standing at `at`: a quoted text, a number, a date, or words up to the next turn of the sentence. */
  valueAt(at: number, table: Table | null): Found<RawValue> | null {
    const token = this.tokens[at];
    if (!token || token.kind === 'mark') return null;
    if (token.kind === 'quoted') return { what: { text: token.text, quoted: true }, next: at + 1 };
    const date = this.dateAt(at);
    if (date) return date;
    const next = token.kind === 'number' ? at + 1 : this.wordsEnd(at, table);
    if (next === at) return null;
    const last = this.tokens[next - 1] ?? token;
    return { what: { text: this.question.text.slice(token.start, last.end), quoted: false }, next };
  }

  /** The column's own spelling of a value when it is stored there in another case. */
  stored(table: Table, column: Column, text: string): string {
    const hits = this.question.values.find(text).filter((hit) => hit.table === table.name && hit.column === column.name);
    const exact = hits.find((hit) => hit.stored === text);
    return exact?.stored ?? hits[0]?.stored ?? text;
  }

  /** The value as the column takes it; a row of another table may be given by its name. Declines what does not fit. */
  fit(raw: RawValue, table: Table, column: Column): Expr {
    // "a new contact address, ida@quay.no": the words before it are no part of an e-mail address.
    if (raw.text.includes('@') && /\s/.test(raw.text) && /(?:^|_)e?_?mail/i.test(column.name))
      throw new Declined(`"${raw.text}" is no e-mail address. Say it alone: "set the ${column.name} to name@example.com".`, [raw.text]);
    const literal = literalFor(raw, column, this.question.now);
    if (literal) return literal;
    const parent = this.parentOf(table, column);
    const query = parent && this.rowByName(parent.table, parent.column, raw.text);
    if (query) return { kind: 'scalarQuery', query };
    this.refuseUnknownName(raw.text, parent?.table);
    throw new Declined(`"${raw.text}" does not fit ${column.name} (${column.type}).`, [raw.text]);
  }

  /** `column = value` as a condition, with the stored spelling for text. */
  equals(raw: RawValue, table: Table, column: Column): Expr | null {
    const literal = literalFor(raw, column, this.question.now);
    const left: Expr = { kind: 'column', table: table.name, column: column.name };
    if (literal) {
      if (literal.value === null) return { kind: 'isNull', arg: left };
      if (literal.type !== 'text') return { kind: 'compare', op: '=', left, right: literal };
      const right: Expr = { ...literal, value: this.stored(table, column, raw.text) };
      return { kind: 'compare', op: '=', left, right };
    }
    const parent = this.parentOf(table, column);
    const query = parent && this.rowByName(parent.table, parent.column, raw.text);
    return query ? { kind: 'inQuery', arg: left, query } : null;
  }

  /** "the customer Ada", "order 5": a row of `table`'s parents, given by name or key, and the column that points at it. */
  parentAt(at: number, table: Table): Found<{ column: Column; raw: RawValue }> | null {
    const from = this.skip(at, ARTICLES);
    const mention = this.tableAt(from);
    if (!mention || mention.what.name === table.name) return null;
    const keys = table.foreignKeys.filter((key) => key.table === mention.what.name && key.columns.length === 1);
    const column = keys.length === 1 ? table.columns.find((each) => each.name === keys[0]?.columns[0]) : undefined;
    const value = this.valueAt(this.skip(mention.next, NAMED), null);
    // "shelf 3" of a shelf whose name is "Shelf 3"
    const [first, last] = [this.tokens[from], value === null ? undefined : this.tokens[value.next - 1]];
    const text = first === undefined || last === undefined ? '' : this.question.text.slice(first.start, last.end);
    if (column && value && this.parentNamed(text, table) === column)
      return { what: { column, raw: { text, quoted: true } }, next: value.next };
    return column && value ? { what: { column, raw: value.what }, next: value.next } : null;
  }

  /** A name that is stored in exactly one of the tables that `table` points at: "for Ada" on orders. */
  parentNamed(text: string, table: Table): Column | null {
    const columns = table.columns.filter((column) => {
      const parent = this.parentOf(table, column);
      return parent !== null && this.rowByName(parent.table, parent.column, text) !== null;
    });
    return columns.length === 1 ? (columns[0] ?? null) : null;
  }

  /** Columns of `table` where the value is stored. */
  columnsHolding(table: Table, text: string): Column[] {
    const names = new Set(this.question.values.find(text).flatMap((hit) => (hit.table === table.name ? [hit.column] : [])));
    return table.columns.filter((column) => names.has(column.name));
  }

  /** The one name of a row that holds these words: "khan" of Nora Khan. */
  partOfName(table: Table, text: string): { column: Column; stored: string } | null {
    const column = labelColumn(table) ?? this.namesColumn(table);
    const said = text.toLowerCase();
    if (column === null || said.length < 3 || !/^\p{L}/u.test(said) || said.split(' ').some((word) => KINDS_OF.has(word))) return null;
    const names = new Set(this.question.values.of(table.name, column.name));
    const holding = [...names].filter((name) => ` ${name.toLowerCase().replaceAll(/[.,]/g, '')} `.includes(` ${said} `));
    const [stored, ...more] = holding;
    // A sentence holds many words by chance; a name is short, and of several rows none is meant by a part of one.
    const several = this.tokens.some(({ lower }) => lower === 'all' || lower === 'every' || lower === 'each');
    const long = (stored?.split(' ').length ?? 0) > NAME_WORDS_MAX;
    return stored === undefined || more.length > 0 || several || long ? null : { column, stored };
  }

  /** The only column of names that a table without a name of its own has: the buyer of a sale. */
  private namesColumn(table: Table): Column | null {
    const [column, ...more] = table.columns.filter(({ name, type }) => {
      const held = type === 'text' ? (this.question.values.of(table.name, name) ?? []) : [];
      return held.length > 2 && held.filter((each) => NAME.test(each)).length * 4 >= held.length * 3;
    });
    return column === undefined || more.length > 0 ? null : column;
  }

  /** The column by which a bare name means a row: where it is stored, else the table's label. */
  entityColumn(table: Table, raw: RawValue): Column | null {
    const key = table.primaryKey.length === 1 ? table.columns.find((column) => column.name === table.primaryKey[0]) : undefined;
    // "room 204" by the number that stands on it, whatever its key is.
    const numbered = this.columnsHolding(table, raw.text).filter((column) => isRowNumber(table, column));
    if (numbered.length === 1 && !raw.quoted) return numbered[0] ?? null;
    if (key && !raw.quoted && /^#?\d+$/.test(raw.text)) return key;
    const holding = this.columnsHolding(table, raw.text);
    const label = labelColumn(table);
    if (holding.length === 1) return holding[0] ?? null;
    if (holding.length > 1) return holding.find((column) => column === label) ?? null;
    return label;
  }

  assume(text: string): void {
    if (!this.assumptions.includes(text)) this.assumptions.push(text);
  }

  /** Throws when a part of the sentence found no place. */
  settle(): void {
    const words = this.leftover.map((at) => this.tokens[at]).filter((token) => token !== undefined && token.kind !== 'mark');
    if (words.length === 0) return;
    // A word that is typed again and again is told once.
    const unclear = [...new Set(words.map((token) => token?.text ?? ''))];
    throw new Declined(`I could not place "${unclear.join(' ')}".`, unclear);
  }

  confidence(): number {
    return Math.max(0.7, 0.97 - 0.05 * this.assumptions.length);
  }

  private parentOf(table: Table, column: Column): { table: Table; column: string } | null {
    const key = table.foreignKeys.find((each) => each.columns.length === 1 && each.columns[0] === column.name);
    const parent = key && this.question.schema.tables.find((each) => each.name === key.table);
    const target = key?.references[0];
    return parent && target !== undefined ? { table: parent, column: target } : null;
  }

  /** Declines with names that are stored, nearest first, where all of them are known. */
  private refuseUnknownName(text: string, table: Table | undefined): void {
    const label = table && labelColumn(table);
    const stored = label ? this.question.values.of(table.name, label.name) : null;
    if (!label || !stored || stored.length === 0) return;
    const names = [...new Set([...nearest(text, stored), ...stored])].slice(0, 4);
    const others = stored.length > names.length ? ' and others' : '';
    throw new Declined(`No row of ${table.name} has the ${label.name} "${text}"; there are ${names.join(', ')}${others}.`, [text]);
  }

  /** Only for a name that is stored: an unknown one would silently become an empty reference. */
  private rowByName(table: Table, key: string, text: string): Extract<Expr, { kind: 'scalarQuery' }>['query'] | null {
    const label = labelColumn(table);
    const hit = label && this.question.values.find(text).find((each) => each.table === table.name && each.column === label.name);
    if (!label || !hit) return null;
    const column = (name: string): Expr => ({ kind: 'column', table: table.name, column: name });
    return {
      kind: 'select',
      columns: [{ expr: column(key), as: key }],
      from: { kind: 'table', table: table.name, as: table.name },
      where: { kind: 'compare', op: '=', left: column(label.name), right: { kind: 'literal', value: hit.stored, type: 'text' } },
    };
  }

  private dateAt(at: number): Found<RawValue> | null {
    const first = this.tokens[at];
    for (let count = 5; first && count >= 2; count--) {
      const last = this.tokens[at + count - 1];
      if (!last || last.kind === 'quoted') continue;
      const text = this.question.text.slice(first.start, last.end);
      if (DATE_PHRASE.test(text)) return { what: { text, quoted: false }, next: at + count };
    }
    return null;
  }

  private wordsEnd(at: number, table: Table | null): number {
    let i = at;
    for (; ; i++) {
      const token = this.tokens[i];
      if (!token || token.kind === 'mark' || token.kind === 'quoted') return i;
      if (i > at && table && columnAt(this.tokens, i, table, false) && !isCapital(token)) return i;
      // "Ludwig van der Rohe"
      const particles = this.skip(i, PARTICLES);
      if (i > at && particles > i && isCapital(this.tokens[i - 1]) && isCapital(this.tokens[particles])) {
        i = particles;
        continue;
      }
      // "Counter Culture rated 4": a name in capitals ends where small letters begin.
      if (i > at && isCapital(this.tokens[at]) && /^\p{Ll}/u.test(token.text) && !CONNECTORS.has(token.lower)) return i;
      if (!STOPS.has(token.lower)) continue;
      // "University of the West" goes on; "Ada from London" does not.
      let after = i;
      while (CONNECTORS.has(this.lower(after))) after++;
      if (after === i || i === at || !isCapital(this.tokens[i - 1]) || !isCapital(this.tokens[after])) return i;
      i = after - 1;
    }
  }
}

const NAME_WORDS_MAX = 4;
/** "Skelton & Son", "Mrs Khan" */
const NAME = /^\p{Lu}\S*(?: (?:\p{Lu}\S*|&|and|of|the))+$/u;
/** Words that say which kind is meant rather than what one is called. */
const KINDS_OF = words(
  'old new big small last first latest next open closed active inactive best worst main other same whole every all any none',
);

/** Words that turn the sentence, and so end a value that is not quoted. */
const STOPS = words(
  'and or with where for in into to from by when whose if as on at is are was were has have of the a an that which having under set be been',
);
const CONNECTORS = words('of the de');
const PARTICLES = words('van von der den ten ter zu zur da das di do dos del della du la le el al bin ibn y');
const isCapital = (token: WriteToken | undefined): boolean => token !== undefined && token.kind === 'word' && /^\p{Lu}/u.test(token.text);
