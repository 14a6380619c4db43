import type { Schema, Table } from '../../../schema.ts';
import { isPlural } from '../../english/inflect.ts';
import { nameWords } from '../write-tokens.ts';

/** Tables that may be changed; views and what stands in other schemas may not. */
export const changeableTables = (schema: Schema): readonly Table[] => schema.tables.filter(({ kind, place }) => kind === 'table' && !place);

/** The table of these words: by its whole name, in the singular or plural, else the only one whose name ends so. */
export function tableOf(words: string, schema: Schema): Table | null {
  const said = nameWords(words.replace(LEADS, '').replace(/ (?:table|rows|records)$/i, ''));
  if (said.length === 0) return null;
  const of = (tables: readonly Table[]) => tableAmong(tables, words, said);
  // One of another schema is found too, so that the refusal can say why it stays as it is.
  return of(changeableTables(schema)) ?? of(schema.tables.filter(({ kind, place }) => kind === 'table' && place));
}

function tableAmong(tables: readonly Table[], words: string, said: readonly string[]): Table | null {
  const exact = tables.filter(({ name }) => name === words.replace(LEADS, '').toLowerCase());
  const whole = tables.filter(({ name }) => isSame(nameWords(name), said));
  const part = tables.filter(({ name }) => isSame(nameWords(name).slice(-said.length), said));
  return onlyOf(exact) ?? onlyOf(whole) ?? (whole.length === 0 ? onlyOf(part) : null);
}

/** Whether words mean the table as a whole and not one row of it: "customers", "every customer", "the customers table". */
export function meansAll(words: string, table: Table): boolean {
  const bare = words.replace(/^(?:the|my|our) /i, '').toLowerCase();
  if (/^(?:every|each|all)\b/i.test(bare) || / table$/i.test(words) || bare === table.name) return true;
  return isPlural(bare.split(' ').at(-1) ?? '');
}

/** The columns of these words: whole names, else parts of one; a part of several is all of these. */
export function columnsOf(words: string, table: Table): string[] {
  const said = nameWords(words.replace(/^(?:the|my|our|their|its|his|her|an?) /i, ''));
  if (said.length === 0) return [];
  const names = table.columns.map(({ name }) => name);
  const whole = names.filter((name) => isSame(nameWords(name), said));
  if (whole.length > 0) return whole;
  return names.filter((name) => {
    const own = nameWords(name);
    return own.length > said.length && (isSame(own.slice(0, said.length), said) || isSame(own.slice(-said.length), said));
  });
}

/** Columns of any table that are called exactly so. */
export const columnsAnywhere = (words: string, schema: Schema): { table: string; column: string }[] => {
  const said = nameWords(words.replace(/^(?:the|my|our|their|its|an?) /i, ''));
  return changeableTables(schema).flatMap(({ name: table, columns }) =>
    columns.filter(({ name }) => isSame(nameWords(name), said)).map(({ name }) => ({ table, column: name })),
  );
};

export interface SplitAtTable {
  readonly left: string;
  readonly table: Table;
  /** The words of the table. */
  readonly words: string;
}

/** "a due date to tasks" at the last of the prepositions that a table follows. */
export function splitAtTable(text: string, prepositions: string, schema: Schema): SplitAtTable | null {
  const places = [...text.matchAll(new RegExp(` (?:${prepositions}) `, 'gi'))].reverse();
  for (const place of places) {
    const words = text.slice(place.index + place[0].length);
    const table = tableOf(words, schema);
    if (table) return { left: text.slice(0, place.index).trim(), table, words };
  }
  return null;
}

/** "every customer a phone number": the longest beginning that is a table. */
export function tableAtStart(text: string, schema: Schema): (SplitAtTable & { readonly right: string }) | null {
  const words = text.split(' ');
  for (let count = Math.min(words.length - 1, 6); count > 0; count--) {
    const said = words.slice(0, count).join(' ');
    const table = tableOf(said, schema);
    if (table) return { left: '', table, words: said, right: words.slice(count).join(' ') };
  }
  return null;
}

const LEADS = /^(?:(?:the|my|our|this|these|every|each|all|all of|all the) )+/i;
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((word, at) => word === b[at]);
const onlyOf = <T>(all: readonly T[]): T | null => (all.length === 1 ? (all[0] ?? null) : null);
