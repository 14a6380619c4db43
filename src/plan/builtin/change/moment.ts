import { momentCondition } from '../write-conditions.ts';
import type { Found } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import type { Draft } from './draft.ts';

/** "placed before 2020", "in March 2021", "On September 27" */
export function moment(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const verb = /^[a-z]+(?:ed|de|nt|ld|ght)$/.test(reader.lower(at)) && MOMENT.has(reader.lower(at + 1)) ? reader.lower(at) : null;
  const word = verb === null ? reader.lower(at) : reader.lower(at + 1);
  if (!MOMENT.has(word)) return null;
  const value = reader.valueAt(reader.skip(at + (verb === null ? 1 : 2), ARTICLES), null);
  if (!value) return null;
  const moments = draft.table.columns.filter((column) => column.type === 'date' || column.type === 'timestamp');
  const named = verb === null ? [] : moments.filter((column) => column.name.startsWith(verb.slice(0, Math.max(4, verb.length - 3))));
  const column = named.length === 1 ? named[0] : verb === null || moments.length === 1 ? moments[0] : undefined;
  if (column && (moments.length === 1 || named.length === 1)) {
    const condition = momentCondition(reader, word, value.what, draft.table, column);
    if (!condition) return null;
    if (named.length === 0) reader.assume(`"${word} ${value.what.text}" read as ${column.name}`);
    draft.conditions.push(condition);
    return value.next;
  }
  return moments.length === 0 && verb === null ? writtenDay(draft, word, value) : null;
}

/** Dates kept as text: "on September 27" is the row whose date says just that. */
function writtenDay(draft: Draft, word: string, value: Found<RawValue>): number | null {
  if (word !== 'on' && word !== 'in') return null;
  const columns = draft.reader
    .columnsHolding(draft.table, value.what.text)
    .filter((column) => /(^|_)(date|day|year|month)$/.test(column.name));
  const condition = columns.length === 1 && columns[0] ? draft.reader.equals(value.what, draft.table, columns[0]) : null;
  if (!condition) return null;
  draft.conditions.push(condition);
  return value.next;
}

const MOMENT = words('before after since until in on during from');
