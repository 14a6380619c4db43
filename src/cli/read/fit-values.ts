import { isDouble } from '../../client/numbers.ts';
import type { Output } from '../../contract/operations.ts';
import { endsInZero } from '../../lib/read-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';

type KnownTable = Output<'describeDatabase'>['tables'][number];
type Cell = string | number | boolean | null | Verbatim;

/**
 * Values of a format that knows text alone, as what their columns take: text where the table keeps text; else numbers
 * and booleans in columns that hold nothing else. An empty value is the column's default where it has one, else none.
 */
export function fitValues(
  rows: readonly Readonly<Record<string, unknown>>[],
  tableName: string,
  tables: readonly KnownTable[],
): Record<string, Cell>[] {
  const table = tables.find(({ name }) => sameName(name, tableName));
  const [first = {}] = rows;
  const columns = Object.keys(first).map((name) => {
    const known = table?.columns.find((column) => sameName(column.name, name));
    const keepsText = known !== undefined && TEXT.test(known.baseType ?? known.type);
    return {
      name,
      hasDefault: known?.hasDefault === true || known?.generated === true,
      read: keepsText ? asText : readerOf(rows.map((row) => String(row[name] ?? ''))),
    };
  });
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ name, hasDefault, read }) => {
        const text = String(row[name] ?? '');
        if (text !== '') return [[name, read(text)]];
        return hasDefault ? [] : [[name, null]];
      }),
    ),
  );
}

/** `serverId`, `Server ID` and `server_id` are one column. */
const sameName = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const asText = (text: string): Cell => text;
const asNumber = (text: string): Cell => (isDouble(text) && !endsInZero(text) ? Number(text) : new Verbatim(text));
const asBoolean = (text: string): Cell => text.toLowerCase() === 'true';

function readerOf(texts: readonly string[]): (text: string) => Cell {
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) return asText;
  if (filled.every(isNumber)) return asNumber;
  return filled.every((text) => BOOLEAN.test(text)) ? asBoolean : asText;
}

/** Codes such as 007 are no numbers. */
const isNumber = (text: string): boolean => NUMBER.test(text);
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const BOOLEAN = /^(true|false)$/i;
const TEXT = /^(text|citext|name|char|character|varchar|string|fixedstring|lowcardinality)/i;
