import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { DATED, nearestDay } from '../change/become.ts';
import type { Mention } from '../write-names.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { words } from '../write-words.ts';

/** A row to insert while its sentence is read. */
export class Row {
  readonly reader: WriteReader;
  readonly table: Table;
  /** Column → value. */
  readonly values = new Map<string, Expr>();
  /** Columns that were named in a row, before their values. */
  listed: Column[] = [];
  /** Leftover words beside a column's name, as in "the final score '4-3'": harmless once every column has its value. */
  readonly beside = new Set<number>();
  /** The name that a statement is about. */
  subject: string | null = null;
  private firstAt = Number.POSITIVE_INFINITY;

  constructor(reader: WriteReader, table: Table) {
    this.reader = reader;
    this.table = table;
  }

  column(at: number): Mention<Column> | null {
    return this.reader.columnAt(at, this.table);
  }

  /** `at` is the token where a column and its value begin, when the sentence named both. */
  put(column: Column, raw: RawValue, at?: number): void {
    if (column.generated) throw new Declined(`${column.name} is computed by the database and cannot be given.`);
    if (column.type === 'text' && /(?:^|_)e?mail(?:_address)?$/.test(column.name) && !raw.quoted && !raw.text.includes('@'))
      throw new Declined(`"${raw.text}" is no address for ${column.name}.`, [raw.text]);
    if (this.values.has(column.name)) throw new Declined(`There are two values for ${column.name}.`, [raw.text]);
    this.values.set(column.name, this.reader.fit(inHundredths(this, column, asStored(this, column, raw)), this.table, column));
    if (at !== undefined) this.firstAt = Math.min(this.firstAt, at);
  }

  /** "…the record was inserted with the following values: …": once every column was given outright, what came before adds nothing. */
  forgive(): void {
    const left = this.reader.leftover.filter((at) => !this.beside.has(at));
    // Said word by word, "not hired today" and "her former phone" say something.
    const quoted = this.reader.tokens.some(({ kind }) => kind === 'quoted');
    if (quoted && this.isComplete() && left.every((at) => at < this.firstAt)) this.reader.leftover.length = 0;
    if (this.listed.some((column) => !this.values.has(column.name))) throw new Declined('Some of the columns named have no value.');
  }

  /** Every column was given, and there are enough of them to tell. */
  isComplete(): boolean {
    return this.values.size >= 3 && insertable(this.table).every((column) => this.values.has(column.name));
  }
}

/** A text as its column has it: in the spelling that is stored, or, of who types no capitals, with those that all others have. */
function asStored({ reader, table }: Row, column: Column, raw: RawValue): RawValue {
  if (DATED.has(column.type) && !raw.quoted && !/birth|born|dob/i.test(column.name))
    return { ...raw, text: nearestDay(raw.text, reader.question.now, column) ?? raw.text };
  if (raw.quoted || column.type !== 'text') return raw;
  if (reader.columnsHolding(table, raw.text).includes(column)) return { ...raw, text: reader.stored(table, column, raw.text) };
  const held = reader.question.values.of(table.name, column.name) ?? [];
  const capitals =
    held.length >= 3 &&
    held.every((one) => /^\p{Lu}|^\P{L}/u.test(one)) &&
    held.filter((one) => TITLED.test(one)).length * 4 >= held.length * 3;
  return capitals && !/\p{Lu}/u.test(withoutCodes(reader.question.text))
    ? { ...raw, text: raw.text.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (one) => one.toUpperCase()) }
    : raw;
}

/** "14 dollars" of price_cents is 1400, unless it was said in cents already. */
function inHundredths({ reader }: Row, column: Column, raw: RawValue): RawValue {
  const number = /^[$€£]?(\d[\d,]*(?:\.\d{1,2})?)$/.exec(raw.text)?.[1];
  if (number === undefined || !NUMERIC.has(column.type) || !nameWords(column.name).some((word) => CENTS.has(word))) return raw;
  const said = reader.tokens.some((token) => token.words.some((word) => CENTS.has(word)));
  if (said && (raw.text !== number || reader.tokens.some(({ text, lower }) => /^[$€£]\d/.test(text) || WHOLE.has(lower))))
    throw new Declined('Say all sums in the same unit, cents or what is a hundred of them.');
  return said ? raw : { ...raw, text: String(Math.round(Number(number.replaceAll(',', '')) * 100)) };
}

/** Whether a column has few values that many rows share. */
export function isFew({ reader, table }: Row, { name, labels }: Column): boolean {
  const held = reader.question.values.of(table.name, name)?.length ?? 0;
  return labels !== undefined || (held > 0 && held <= FEW_MAX && (table.rowEstimate < 0 || held <= table.rowEstimate));
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const CENTS = words('cent cents penny pence');
const WHOLE = words('dollars dollar euros euro pounds pound bucks quid');
const FEW_MAX = 12;

/** "8B", "HEX", "J-1141": capitals that say nothing of how names are typed. */
export const withoutCodes = (text: string): string => text.replaceAll(/\b[\p{Lu}\d-]+\b/gu, '');

const TITLED = /^(?:\p{Lu}\S*|\P{L}\S*|of|the|and|de|van)(?: (?:\p{Lu}\S*|\P{L}\S*|of|the|and|de|van))*$/u;

/** The columns that an insert may give: not those that the database fills in. */
export const insertable = (table: Table): Column[] =>
  table.columns.filter((column) => !column.generated && !(column.hasDefault && table.primaryKey.includes(column.name)));

export const COLUMN_WORDS = words('the column columns field fields');
export const FILLERS = words(
  'a an the new following value values record row entry data information details with and also has have having where which that who it its into table column columns field fields as follows are is respectively please given these those set to their whose',
);
