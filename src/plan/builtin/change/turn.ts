import { columnAt } from '../write-names.ts';
import { nameWords } from '../write-tokens.ts';
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
    draft.loose = true;
    return at + 1;
  }
  if ((word === 'so' || word === 'such') && draft.isUpdate()) {
    draft.loose = true;
    draft.mode = 'set';
    return reader.lower(at + 1) === 'that' ? at + 2 : at + 1;
  }
  if (ALL.has(word)) {
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
  if (mention) return mention.next;
  const known = new Set(nameWords(draft.table.name));
  let i = from;
  while (reader.tokens[i]?.kind === 'word' && reader.tokens[i]?.words.every((word) => known.has(word) || word === 'in')) i++;
  return i > from && /^(?:table|database)$/.test(reader.lower(i)) ? i + 1 : null;
}

/** What nothing else took: a filler, a noun that a condition may explain, or a word without a place. */
export function other(draft: Draft, at: number): number {
  const { reader } = draft;
  if (reader.is(at, FILLERS)) return at + 1;
  const before = reader.lower(at - 1);
  const free = draft.isUpdate() && columnAt(reader.tokens, at, draft.table, true) === null;
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
