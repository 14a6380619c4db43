import type { Column } from '../../../schema.ts';
import type { Mention } from '../write-names.ts';
import type { Found } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import { words } from '../write-words.ts';
import { insertable, type Row } from './row.ts';

/** "values (1, 'a')" or "which are 1, 'a', respectively": as many values as columns, in their order. */
export function positional(row: Row, at: number): number | null {
  const { reader } = row;
  const values = reader.lower(at) === 'values' && row.listed.length === 0;
  const columns =
    row.listed.length > 1 && row.listed.every((column) => !row.values.has(column.name))
      ? row.listed
      : values
        ? insertable(row.table)
        : null;
  if (!columns) return null;
  const open = values ? at + 1 : reader.skip(at, LIST_WORDS);
  const start = reader.lower(open) === '(' || reader.lower(open) === ':' ? open + 1 : open;
  const list = valueList(row, start);
  if (list.what.length !== columns.length || list.what.length < 2) return null;
  if (values && reader.lower(open) !== '(') return null;
  columns.forEach((column, i) => {
    const raw = list.what[i];
    if (raw) row.put(column, raw);
  });
  return reader.skip(list.next, new Set(['respectively', ')', ',']));
}

/** One of several column names in a row, before the values come. */
export function listedColumn(row: Row, at: number): number | null {
  const { reader } = row;
  const mention = row.column(at);
  if (!mention || (row.listed.length === 0 && !listsValues(row, mention.next))) return null;
  // "today, billable, note: fix": a yes, and the first of no list.
  if (row.listed.length === 0 && mention.what.type === 'boolean' && reader.lower(at - 1) === ',') return null;
  const after = reader.lower(mention.next);
  const continues = after === ',' || after === 'and' || (row.listed.length > 0 && /^[.)]?$/.test(after));
  const nextIsColumn = row.column(reader.skip(mention.next, SEPARATORS)) !== null;
  if (!continues || !(nextIsColumn || row.listed.length > 0) || row.values.has(mention.what.name)) return lastListed(row, mention);
  row.listed.push(mention.what);
  return reader.skip(mention.next, LISTED_END);
}

/** Values come in a list of their own: "… which are 1 and 'a'", "… values (1, 'a')"; "organic, contact is Ada" names no columns alone. */
const listsValues = ({ reader }: Row, at: number): boolean =>
  reader.tokens.slice(at).some(({ kind, lower }) => kind !== 'quoted' && /^(?:which|are|values?|with|respectively|[:(])$/.test(lower));

function lastListed(row: Row, mention: Mention<Column>): number | null {
  if (row.listed.length === 0 || !/^(?:which|are|values?|with|respectively)$/.test(row.reader.lower(mention.next))) return null;
  row.listed.push(mention.what);
  return mention.next;
}

function valueList(row: Row, at: number): Found<RawValue[]> {
  const { reader } = row;
  const what: RawValue[] = [];
  let i = at;
  for (;;) {
    const value = reader.lower(i) === 'respectively' ? null : reader.valueAt(i, null);
    if (!value) return { what, next: i };
    what.push(value.what);
    i = reader.skip(value.next, SEPARATORS);
  }
}

const LIST_WORDS = words('which are is the following values value with : as');
const SEPARATORS = words(', and ;');
const LISTED_END = words(', and ; )');
