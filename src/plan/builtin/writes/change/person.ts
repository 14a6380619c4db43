import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { equal, heldName, textOf } from './spans.ts';

/** First and last name in their columns, or a last name after a title. */
export function personAt(reader: WriteReader, table: Table, at: number, end: number): Found<Expr> | null {
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

export const DOCTORS = /(?:^|_)(?:doctor|physician|dentist|vet|veterinarian|surgeon|therapist)s?$/;

/** A column of people's names, or one in which hardly any text stands twice. */
export function tellsOne(reader: WriteReader, table: Table, { name }: Column): boolean {
  if (/^(?:first_?name|last_?name|surname|forename|full_?name)$/.test(name)) return true;
  const held = reader.question.values.of(table.name, name)?.length ?? 0;
  return held >= FEW && held >= (table.rowEstimate ?? Number.POSITIVE_INFINITY) * MOSTLY;
}

const FEW = 4;
const MOSTLY = 0.8;
