import type { Column } from '../../../schema.ts';
import { isCountry } from '../../english/countries.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import type { Row } from './row.ts';

/** "trained by Henry", "written by Ada": the column that names who does that. */
export function agent(row: Row, at: number): number | null {
  const { reader } = row;
  const verb = reader.lower(at);
  if (reader.lower(at + 1) !== 'by' || verb === '') return null;
  const stem = IRREGULAR[verb] ?? /^([a-z]{2,})ed$/.exec(verb)?.[1];
  const value = stem === undefined ? null : reader.valueAt(at + 2, row.table);
  if (stem === undefined || !value) return null;
  const who = new Set([`${stem}er`, `${stem}or`, `${stem}r`, `${stem}${stem.at(-1)}er`, stem, ...(SYNONYMS[verb] ?? [])]);
  const columns = row.table.columns.filter(
    (column) => column.type === 'text' && isFree(row, column) && who.has(nameWords(column.name).join('_')),
  );
  const [column] = columns;
  if (!column || columns.length > 1) return null;
  row.put(column, value.what, at);
  return value.next;
}

/** "in London", "registered in London": a value that stands in one column already, where nothing else says what it is. */
export function placed(row: Row, at: number): number | null {
  const { reader } = row;
  const from = /^[a-z]{3,}ed$|^(?:lives|living)$/.test(reader.lower(at)) ? at + 1 : at;
  if (!PREPOSITIONS.has(reader.lower(from))) return null;
  const value = reader.valueAt(reader.skip(from + 1, ARTICLES), row.table);
  if (!value?.what.quoted && !PLACES.has(reader.lower(from))) return null;
  return value && (putStored(row, at, value.what.text, value.next) ?? putCountry(row, at, value) ?? putBoth(row, at, value));
}

/** "was cancelled", "is pending" */
export function state(row: Row, at: number): number | null {
  const { reader } = row;
  if (!BE.has(reader.lower(at))) return null;
  const value = reader.valueAt(at + 1, row.table);
  return value && putStored(row, at, value.what.text, value.next);
}

/** "in Norway" for the only column that is a country. */
function putCountry(row: Row, at: number, { what, next }: Found<RawValue>): number | null {
  if (!isCountry(what.text) || row.reader.columnsHolding(row.table, what.text).length > 0) return null;
  const columns = row.table.columns.filter((column) => column.type === 'text' && COUNTRY.test(column.name));
  const [column] = columns;
  if (!column || columns.length > 1 || !isFree(row, column)) return null;
  row.reader.assume(`"${what.text}" read as ${column.name}`);
  row.put(column, what, at);
  return next;
}

/** "Berlin Germany": a city and its country, each stored in a column of its own. */
function putBoth(row: Row, at: number, { what, next }: Found<RawValue>): number | null {
  const parts = what.text.split(' ');
  for (let cut = 1; cut < parts.length && !what.quoted; cut++) {
    const sides = [parts.slice(0, cut).join(' '), parts.slice(cut).join(' ')];
    const columns = sides.map((side) => row.reader.columnsHolding(row.table, side).filter((column) => isFree(row, column)));
    if (columns.some(({ length }) => length !== 1) || columns[0]?.[0] === columns[1]?.[0]) continue;
    for (const side of sides) putStored(row, at, side, next);
    return next;
  }
  return null;
}

function putStored(row: Row, at: number, text: string, next: number): number | null {
  const holding = row.reader.columnsHolding(row.table, text);
  const [column] = holding;
  if (!column || holding.length > 1 || !isFree(row, column)) return null;
  row.reader.assume(`"${text}" read as ${column.name}`);
  row.put(column, { text: row.reader.stored(row.table, column, text), quoted: true }, at);
  return next;
}

const isFree = (row: Row, column: Column): boolean => !row.values.has(column.name);

const IRREGULAR: Readonly<Record<string, string>> = {
  written: 'writ',
  built: 'build',
  driven: 'driv',
  sung: 'sing',
  led: 'lead',
  sold: 'sell',
  taught: 'teach',
};
const SYNONYMS: Readonly<Record<string, readonly string[]>> = { written: ['author'], painted: ['artist'], made: ['maker', 'manufacturer'] };
const COUNTRY = /(?:^|_)(?:country|nation|nationality)$/;
const PREPOSITIONS = words('in from at with for of on');
/** "with Ada" may say many things; "with 'Ada'" has to be a value. */
const PLACES = words('in from at on');
const BE = words('is are was were being');
