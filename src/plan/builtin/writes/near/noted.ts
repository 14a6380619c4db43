import { snakeCase } from '../../english/inflect.ts';
import { NUMERIC, valueFor } from '../change/place.ts';
import { textOf } from '../change/spans.ts';
import { words } from '../write-words.ts';
import { attempt, clauseEnd, type Part, range, tokensOf } from './parts.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

/** "customer Ada Lee: phone 0431 55", "insured value of the lamp 25 pounds": in note form, a column and at the end what it is, a number. */
export function noted(told: Told, parts: readonly Part[]): Turn[] {
  const { reader, table } = told;
  const end = reader.tokens.length;
  if (clauseEnd(told, 0) < end && reader.tokens[clauseEnd(told, 0)]?.text !== ':') return [];
  if (reader.tokens.some((_, at) => VERBS.has(reader.lower(at)))) return [];
  const row = parts.findLast(({ link }) => link?.row === true);
  if (row === undefined) return [];
  const mark = reader.tokens[row.end]?.text === ':' ? reader.columnAt(row.end + 1, table) : null;
  const note =
    reader.tokens[row.end]?.text === ':'
      ? parts.find(({ column, from }) => column !== null && from < row.from && NOTES.test(snakeCase(column.name)))
      : undefined;
  const text = note === undefined ? null : textOf(reader, row.end + 1, end);
  if (note?.column?.type === 'text' && text !== null) {
    const value = { kind: 'literal' as const, value: text, type: 'text' as const };
    return [{ set: [{ column: note.column, value }], spent: [...tokensOf(note), ...range(row.end + 1, end)], open: [], ordered: true }];
  }
  const amounts = mark === null && row.end === end ? reader.tokens.flatMap((_, at) => (at < row.from ? amountOf(told, at, row) : [])) : [];
  if (amounts.length > 0) return amounts;
  const named = mark === null ? parts.flatMap((part) => (part.column === null || part.from > row.from ? [] : [part])) : [];
  const said =
    mark === null
      ? named.map((part) => ({ column: part.column, spent: tokensOf(part), from: row.end }))
      : [{ column: mark.what, spent: range(row.end + 1, mark.next), from: mark.next }];
  return said.flatMap(({ column, spent, from }): Turn[] => {
    if (column === null || table.foreignKeys.some(({ columns }) => columns.includes(column.name))) return [];
    const isNumber = NUMERIC.has(column.type);
    const unit = isNumber && UNITS.has(reader.lower(end - 1)) ? end - 1 : end;
    const isDigits = range(from, unit).every((at) => /^[+(]?\d[\d\s.,/()-]*$/.test(reader.tokens[at]?.text ?? ''));
    if (from >= unit || !isDigits || (isNumber && unit !== from + 1)) return [];
    const value = attempt(() => valueFor(reader, table, column, from, unit));
    return value === null ? [] : [{ set: [{ column, value }], spent: [...spent, ...range(from, end)], open: [], ordered: true }];
  });
}

/** "a late fee of 20 dollars for order 5" */
function amountOf({ reader, table }: Told, from: number, row: Part): Turn[] {
  const mention = reader.columnAt(from, table);
  const column = mention?.what ?? null;
  const at = mention === null ? from : reader.skip(mention.next, words('of'));
  const next = UNITS.has(reader.lower(at + 1)) ? at + 2 : at + 1;
  if (column === null || !NUMERIC.has(column.type) || table.foreignKeys.some(({ columns }) => columns.includes(column.name))) return [];
  if (
    !/^[$€£]?\d/.test(reader.tokens[at]?.text ?? '') ||
    !/^(?:for|to|on)$/.test(reader.lower(next)) ||
    reader.skip(next + 1, words('the')) !== reader.skip(row.from, words('the'))
  )
    return [];
  const value = attempt(() => valueFor(reader, table, column, at, at + 1));
  return value === null ? [] : [{ set: [{ column, value }], spent: range(from, next), open: [], ordered: true }];
}

/** Columns of any text. */
const NOTES = /(?:^|_)(?:notes?|remarks?|comments?)$/;
const VERBS = words('is are was were has have had be list show above over under below than with whose where');
const UNITS = words('dollars dollar euros euro pounds pound quid bucks eur usd gbp percent');
