import { columnAt } from '../write-names.ts';
import { nameWords, type WriteToken } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import type { Draft } from './draft.ts';

/** Words that say whether what follows is a change or a condition. */
export function turn(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const word = reader.lower(at);
  if (WHERE.has(word)) {
    draft.mode = 'where';
    return at + 1;
  }
  if (SET_AGAIN.has(word) && draft.isUpdate()) {
    draft.mode = 'set';
    return at + 1;
  }
  if (word === 'with' && draft.isUpdate() && draft.sets.size === 0 && draft.pending === null && draft.mode === 'set') {
    // "update beans with rating 5, set price to 10": which ones, when what becomes of them comes later.
    const later = reader.tokens.some((_, i) => i > at && SET_AGAIN.has(reader.lower(i)));
    draft.mode = later ? 'where' : 'set';
    draft.loose = !later;
    return later ? null : at + 1;
  }
  if ((word === 'so' || word === 'such') && draft.isUpdate()) {
    draft.loose = true;
    draft.mode = 'set';
    return reader.lower(at + 1) === 'that' ? at + 2 : at + 1;
  }
  if (ALL.has(word)) {
    // "delete Ada and all orders" are two wishes.
    if (/^(?:and|plus)$/.test(reader.lower(at - 1))) reader.leftover.push(at);
    draft.everything = true;
    return at + 1;
  }
  return null;
}

/** The table's own name says nothing about which rows. */
export function ownTable(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const from = reader.skip(reader.skip(at, PREPOSITIONS), TABLE_LEADS);
  const mention = draft.ownTable(from);
  if (mention) return resultsTo(draft, mention.next);
  const known = new Set(nameWords(draft.table.name));
  if (runTogether(draft, reader.tokens[from])) return from + 1;
  let i = from;
  while (reader.tokens[i]?.kind === 'word' && reader.tokens[i]?.words.every((word) => known.has(word) || word === 'in')) i++;
  return i > from && /^(?:table|database)$/.test(reader.lower(i)) ? i + 1 : null;
}

/** "Update the season results to W 28-10": the last word of the table's name is also what changes. */
function resultsTo(draft: Draft, next: number): number {
  const { reader } = draft;
  if (draft.mode !== 'set' || draft.pending || draft.sets.size > 0 || reader.lower(next) !== 'to') return next;
  const column = columnAt(reader.tokens, next - 1, draft.table, false);
  if (column?.next === next) draft.pending = column.what;
  return next;
}

/** "the statistics" of a table `seasonstatistics`. */
function runTogether({ table }: Draft, token: WriteToken | undefined): boolean {
  const said = token?.kind === 'word' ? token.lower : '';
  return said.length >= 5 && !table.name.includes('_') && table.name.toLowerCase().endsWith(said);
}

/** What nothing else took: a filler, a noun that a condition may explain, or a word without a place. */
export function other(draft: Draft, at: number): number {
  const { reader } = draft;
  if (reader.is(at, FILLERS)) return at + 1;
  const before = reader.lower(at - 1);
  // "as lost in the post" says more than a state.
  const free = draft.isUpdate() && draft.verb !== 'mark' && columnAt(reader.tokens, at, draft.table, true) === null;
  const noun = free && /^[a-z]{3,}$/.test(reader.tokens[at]?.text ?? '') && (before === 'the' || before === 'for' || before === 'of');
  if (noun && SOFT_END.test(reader.lower(at + 1))) draft.soft.push(at);
  else reader.leftover.push(at);
  return at + 1;
}

const WHERE = words('where when whose if having that which who');
const SET_AGAIN = words('set setting change changing update updating updated changed');
const ALL = words('all every each');
const PREPOSITIONS = words('in into of from on to for');
const TABLE_LEADS = words('the a an table my our');
const FILLERS = words(
  'a an the row rows record records entry entries please can could you i want need would like to now in of from by for and table column columns value values was were is are has have been being it its any data my our information with',
);
const SOFT_END = /^(?:|[,.;]|in|to|where|with|whose|when|for|of|named|as|and)$/;
