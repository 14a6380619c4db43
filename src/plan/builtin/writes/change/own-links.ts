import type { Expr } from '../../../plan.ts';
import type { Table } from '../../../schema.ts';
import { namesSaidAt } from '../../english/everyday-words.ts';
import { isPlural } from '../../english/inflect.ts';
import { SYNONYMS } from '../../english/synonyms.ts';
import { asEnglish } from '../english-tokens.ts';
import { labelColumn, type Mention } from '../write-names.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { personAt, tellsOne } from './person.ts';
import { equal, GRAMMAR, heldName, isUnique, keyOf, type Link, type Linker, numberAt, SPAN_MAX, TITLES, textOf } from './spans.ts';

/** "ticket 4", "tickets", and "flats" of apartments. */
export const byTable: Linker = (reader, table, at, end) => {
  const mention = reader.tableAt(at) ?? anotherWord(reader, at);
  if (mention?.what !== table) return null;
  const key = numberAt(reader, mention.next);
  const column = key === null ? undefined : keyOf(table);
  const several = isPlural(reader.lower(mention.next - 1)) ? { several: true as const } : {};
  const coded = (key === null ? null : calledSo(reader, table, at, key.next)) ?? numbered(reader, table, mention.next, end);
  if (coded !== null && coded.next <= end) return coded;
  if (key === null || column === undefined || key.next > end) return { what: { table: true, ...several }, next: mention.next };
  return { what: { table: true, row: true, condition: equal(table, column, key.what) }, next: key.next };
};

/** "shelf 3" of a shelf whose name is "Shelf 3", whatever its key is. */
export function calledSo(reader: WriteReader, table: Table, at: number, next: number): Found<Link> | null {
  const [label, text] = [labelColumn(table), textOf(reader, at, next)];
  if (label === null || text === null || !reader.columnsHolding(table, text).includes(label)) return null;
  const value: Expr = { kind: 'literal', value: reader.stored(table, label, text), type: 'text' };
  return { what: { table: true, row: true, condition: equal(table, label, value) }, next };
}

/** "room 204", "ticket T-31": by the number that stands on it, where rows have one beside their key. */
export function numbered(reader: WriteReader, table: Table, at: number, end: number): Found<Link> | null {
  const from = /^(?:number|no|nr|#)$/.test(reader.lower(at)) ? at + 1 : at;
  const text = from < end ? textOf(reader, from, from + 1) : null;
  if (text === null || !/\d/.test(text)) return null;
  const own = nameWords(table.name).at(-1) ?? '';
  const holding = reader.columnsHolding(table, text);
  const [column, ...more] = table.columns.filter((each) => {
    const names = nameWords(each.name);
    if (each.type === 'text') return holding.includes(each) && isUnique(table, each.name) && names.some((word) => NUMBERS.has(word));
    // "room 12" of rooms.number or rooms.room_no, whatever their key is
    const called = NUMBERS.has(names.at(-1) ?? '') && names.slice(0, -1).every((word) => word === own);
    return each.type === 'integer' && /^#?\d+$/.test(text) && called;
  });
  if (column === undefined || more.length > 0) return null;
  const value: Expr =
    column.type === 'integer'
      ? { kind: 'literal', value: Number(text.replace('#', '')), type: 'integer' }
      : { kind: 'literal', value: reader.stored(table, column, text), type: 'text' };
  const likely = isUnique(table, column.name) ? {} : { likely: true as const };
  return { what: { table: true, row: true, condition: equal(table, column, value), ...likely }, next: from + 1 };
}

const NUMBERS = words('number no nr num code');

/** Another word for a table, where nothing else is called so: "flats" of apartments. */
export function anotherWord(reader: WriteReader, at: number): Mention<Table> | null {
  const [word, ...more] = reader.tokens[at]?.words ?? [];
  const first = reader.question.schema.tables.filter(({ name }) => isKeptAs(nameWords(name)) && nameWords(name)[0] === word);
  if (first.length === 1 && first[0] !== undefined && more.length === 0) return { what: first[0], next: at + 1, whole: false };
  const also = word === undefined || more.length > 0 ? undefined : SYNONYMS.get(word);
  const [only, ...others] = reader.question.schema.tables.filter(({ name }) => also?.has(nameWords(name).at(-1) ?? ''));
  if (only !== undefined || reader.tokens[at]?.kind !== 'word')
    return only === undefined || others.length > 0 ? null : { what: only, next: at + 1, whole: false };
  // "subs" of subscriptions, where no column is called so and nothing is kept as that.
  const { tables } = reader.question.schema;
  if (
    tables.some(({ columns }) => columns.some(({ name }) => nameWords(name).some((own) => own === word))) ||
    reader.question.values.find(word ?? '').length > 0
  )
    return null;
  return (
    namesSaidAt({ tokens: asEnglish(reader) }, at).flatMap(({ end, meant }) => {
      const [meantOne, ...rest] = tables.filter(({ name }) => meant.includes(nameWords(name).join(' ')));
      return meantOne === undefined || rest.length > 0 ? [] : [{ what: meantOne, next: end, whole: false }];
    })[0] ?? null
  );
}

/** A value that stands in one column of the table: "open", "Uber", "the Education plan". */
export const byValue: Linker = (reader, table, at, end) => {
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
    // "apprentices", of each who is kept as an apprentice
    const several = isPlural(name.split(' ').at(-1) ?? '') && !isPlural(value.split(' ').at(-1) ?? '') ? { several: true as const } : {};
    return {
      what: { condition, ...(column === label || isUnique(table, column.name) ? { row: true as const } : likely), ...several },
      next,
    };
  }
  return null;
};

/** "khan" of Nora Khan, where no other name holds it and nothing is stored as it is said. */
export const byPartOfName: Linker = (reader, table, at, end) => {
  const start = reader.skip(at, TITLES);
  for (let next = Math.min(end, start + SPAN_MAX); next > start; next--) {
    const text = textOf(reader, start, next);
    if (text === null || GRAMMAR.has(text.toLowerCase()) || reader.question.values.find(text).length > 0) continue;
    if (reader.tableAt(start) !== null || reader.columnAt(start, table) !== null) continue;
    const part = reader.partOfName(table, text);
    if (part === null) continue;
    const condition = equal(table, part.column, { kind: 'literal', value: part.stored, type: 'text' });
    const likely = part.column === labelColumn(table) ? {} : { likely: true as const };
    return { what: { condition, row: true, ...likely, note: `"${text}" read as ${part.stored}` }, next };
  }
  return null;
};

/** "Benjamin Nelson", "dr Thompson" where people have a first and a last name. */
export const byPerson: Linker = (reader, table, at, end) => {
  const person = personAt(reader, table, at, end);
  return person === null ? null : { what: { condition: person.what, row: true }, next: person.next };
};

/** "milk" of milk_records, "rent" of rent_bills: the second word only says how it is kept. */
const isKeptAs = (names: readonly string[]): boolean =>
  names.length === 2 && /^(?:record|bill|entry|log|item|report|payment|list|opening|offer|posting|charge)$/.test(names[1] ?? '');
