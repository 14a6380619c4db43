import type { Table } from '../../schema.ts';
import type { Mention } from '../write-names.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { ARTICLES, words } from '../write-words.ts';

/** The table that rows go into, and where it was named. */
export interface Target extends Mention<Table> {
  /** First token of the mention; equal to `next` when the table was not named. */
  readonly at: number;
}

/** The table after the verb ("add a bean …") or after "into"; else the only one named; else the only one there is. */
export function insertTable(reader: WriteReader, verbAt: number): Target {
  const { tokens, question } = reader;
  const start = reader.skip(verbAt + 1, OPENERS);
  const found: (Target & { score: number })[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const mention = reader.tableAt(i);
    if (!mention) continue;
    const before = lookBack(reader, i);
    const cue = INTO.has(before) || i === start;
    if (mention.whole || cue)
      found.push({ ...mention, at: i, score: (INTO.has(before) ? 2 : 0) + (i === start ? 1 : 0) + (mention.whole ? 1 : 0) });
    i = mention.next - 1;
  }
  const best = found.sort((a, b) => b.score - a.score)[0];
  const rivals = found.filter((each) => each.score === best?.score && each.what !== best?.what);
  if (best && rivals.length === 0) return best;
  const only = question.schema.tables.filter((table) => table.kind === 'table');
  if (!best && only.length === 1 && only[0] && reader.is(start - 1, ROW_WORDS))
    return { what: only[0], at: start, next: start, whole: false };
  throw new Declined(`Say which table to add to: ${reader.tableNames()}.`);
}

/** The word before a mention, articles and "table" passed over. */
export function lookBack(reader: WriteReader, at: number): string {
  let i = at - 1;
  while (i > 0 && (ARTICLES.has(reader.lower(i)) || /^(?:table|named|called)$/.test(reader.lower(i)))) i--;
  return reader.lower(i);
}

export const INTO = words('into to in under onto');
export const OPENERS = words(
  'a an the new another one following data record records row rows entry entries table this my our information details some to in into for of',
);
const ROW_WORDS = words('row record entry item rows records entries');
