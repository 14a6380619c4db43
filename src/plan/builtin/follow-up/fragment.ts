import { type Token, tokenize } from '../english/tokens.ts';
import { lexiconOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import { type Known, PROBABLE, SURE, withoutOpener } from './parts.ts';

/**
 * Whether a text is a part of a question, to be read with the one before: "and in APAC?", "only the paid ones", "by country".
 * What names a table of its own and asks something of it stands alone, whatever it begins with.
 */
export function isFragment(text: string, known: Known): boolean {
  const tokens = tokenize(text);
  if (tokens.length === 0 || tokens.length > FRAGMENT_TOKENS_MAX) return false;
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'number').map(({ lower }) => lower);
  const said = words.join(' ');
  if (REFERS.test(said)) return true;
  const { body, opened } = withoutOpener(said);
  const asks = body.split(' ').some((word) => ASKING.has(word));
  if (opened === 'about' || opened === 'same') return true;
  if (opened !== null) return !(asks && namesEntity(tokens, known, PROBABLE));
  // "top 3 scorers" says of what.
  if (/^(?:the )?(?:top|first|last) \d+ \w/.test(said) && !BACK.test(said)) return false;
  return (
    STARTS.test(said) && !asks && words.length <= BARE_WORDS_MAX && !(words.length > 1 && namesEntity(tokens, known) && !BY.test(said))
  );
}

/**
 * Whether a part says enough without the question before: "only confirmed reservations", "and how many of the urgent ones went to
 * Oslo", which asks, and has no word that stands for what was said.
 */
export function mayStandAlone(text: string, known: Known): boolean {
  if (/^(?:only|just) /i.test(text)) return namesEntity(tokenize(text), known);
  const words = tokenize(text).flatMap(({ kind, lower }) => (kind === 'word' || kind === 'number' ? [lower] : []));
  const { body, opened } = withoutOpener(words.join(' '));
  const asked = body.split(' ');
  return opened === 'and' && ASKING.has(asked[0] ?? '') && asked.length >= ALONE_WORDS_MIN && !STANDING_FOR.test(body);
}

/** Fewer words say no more than what changes: "and how many in May". */
const ALONE_WORDS_MIN = 6;
/** Words that stand for what was said before; "the urgent ones" say of which. */
const STANDING_FOR =
  /\b(?:it|its|they|them|their|theirs|those|these|he|him|his|she|her|hers|instead|others?|rest|same|(?:which|what|the|all|any|how many) ones?)\b|\bthat(?:$| (?:is|was|were)\b)/;

const FRAGMENT_TOKENS_MAX = 16;
const BARE_WORDS_MAX = 6;
/** Said of what the question before found. */
const REFERS =
  /^(?:(?:now|then|and|please|can you|could you) )*(?:sort|order|rank|group|split|break|limit|filter|narrow|restrict)(?: down)? (?:it|them|those|these|that|this|the (?:results?|rows|list)(?! of))\b/;
const STARTS =
  /^(?:by|per|for each|in|for|from|since|before|after|during|between|over|under|above|below|more than|less than|fewer than|at least|at most|with|not|without|excluding|except|sorted by|ordered by|sort by|order by|group by|grouped by|top \d+|the (?:top|first|last) \d+|last (?:year|month|week|quarter)|this (?:year|month|week|quarter)|yesterday|today)\b/;
const BACK = /\b(?:only|of (?:them|those|these)|instead|ones?|results?|rows)\b/;
const BY = /^(?:by|per|for each|sort|order|group)/;
const ASKING = new Set(
  'how what which who whose whom when where why show list give find count tell get display many much is are was were do does did'.split(
    ' ',
  ),
);

function namesEntity(tokens: readonly Token[], { schema, values }: Known, under = SURE): boolean {
  const links = createLinks(tokens, lexiconOf(schema), values);
  return tokens.some((_, at) => links.entities(at).some(({ cost }) => cost < under));
}
