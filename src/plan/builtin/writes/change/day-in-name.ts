import type { Table } from '../../../schema.ts';
import type { WriteReader } from '../write-reader.ts';
import { ARTICLES } from '../write-words.ts';
import { textOf } from './spans.ts';

/** "the New Year" of a row that is called "New Year Dip", of the table or of one that it points at: no day, and where a name begins. */
export function isDayInName(reader: WriteReader, { name: own, foreignKeys }: Table, at: number, next: number): boolean {
  const tables = reader.question.schema.tables.filter(({ name }) => name === own || foreignKeys.some(({ table }) => table === name));
  for (let from = at; from < next; from++)
    for (let end = next + 1; end <= next + REST_MAX; end++) {
      const text = ARTICLES.has(reader.lower(from)) ? null : textOf(reader, from, end);
      if (text !== null && tables.some((table) => reader.partOfName(table, text) !== null)) return true;
    }
  return false;
}

const REST_MAX = 3;
