import { stem } from '../../english/stem.ts';
import { isVerb, verbAt } from '../change/verb.ts';
import type { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';

/**
 * Whether the words may tell of something that was done, or ask for it in words of their own: "Leo switched his insurance to Laya",
 * "Q26-044 said yes today", "the heater got fixed", "…, take it out". What a question in note form has as well ("orders placed in May") is
 * none. It is read as a question all the same where no row is changed by it.
 */
export function mayTell(reader: WriteReader): boolean {
  const { text } = reader.question;
  if (ASKED.test(text) || reader.tokens.length < 3) return false;
  if (ORDERED.test(text) || SAID.test(text) || NOTED.test(text)) return true;
  return reader.tokens.some((_, at) => {
    if (at === 0 || at > SUBJECT_MAX || reader.lower(at - 1) === 'that') return false;
    const verb = verbAt(reader, at);
    if (verb === null || verb.kind === 'be' || verb.kind === 'have') return false;
    const word = reader.lower(at);
    const isPast = /ed$/.test(word) || (isVerb(word) && !/(?:s|ing)$/.test(word));
    const next = reader.lower(at + 1);
    // "Ada cancelled bookings" may ask for these, and "Ada cancelled her booking" tells of one.
    return (
      isPast && next !== '' && next !== ',' && !AFTER_PARTICIPLE.has(next) && !/^[a-z]+[^s]s$/.test(next) && !isPluralSubject(reader, at)
    );
  });
}

/** "gala bookings Ada cancelled" are bookings. */
const isPluralSubject = (reader: WriteReader, verb: number): boolean =>
  reader.tokens.slice(0, verb).some(({ kind, lower }) => kind === 'word' && /^[a-z]+[^s]s$/.test(lower) && isTableName(reader, lower));

const isTableName = ({ question }: WriteReader, word: string): boolean =>
  question.schema.tables.some(({ name }) => nameWords(name).at(-1) === stem(word));

const SUBJECT_MAX = 6;
const ASKED =
  /^(?:how|what|which|who|whose|when|where|why|show|list|find|count|is|are|did|does|did|do|has|have|average|total|number|and|or|but|only|just|those|same|any|anyone|top|all|most|least|give me|tell|get me)\b|\b(?:who|which|whose|where|when|how|what)\b|\?/i;
/** A row in note form: "referral from Dr Shah for Ada, 6 sessions". */
const NOTED = /^(?:an? )?[a-z]+ (?:from|by) \p{Lu}[^?]*,[^?]*(?:\d|today)/u;
/** An order after what is told: ", take it out", ", cancel it", "set it to done". */
const ORDERED =
  /[,;.] ?(?:so |please |and )?(?:take|cancel|remove|delete|set|mark|close|scrap|move|put|drop) (?:it|that|them|her|him|the)\b|^(?:please )?(?:knock|take|drop|bring|reserve|put|sign [a-z]+|bought in|got in) /i;
const SAID =
  /\b(?:got|gets) [a-z]+(?:ed|en|nt|id|ld|ut)\b|[,;] ?(?:it['’]?s|it is|they['’]?re|he['’]?s|she['’]?s) [a-z]+$|\bwants? (?:off|out of|on|onto|to be (?:taken )?(?:off|on|out))\b|\b(?:is|are|will be) (?:doing|taking|covering|running|leading) |\bhave a new |\bhas a new |\bfrom now on$|\bnew [a-z]+(?: [a-z]+)? is \S|\bis now for \d|(?<!that )\b(?:is|was|has been) (?:now )?[a-z]+ed$|\bgo(?:es)? (?:up|down) by\b/i;
/** What stands after a participle that says which things are meant. */
const AFTER_PARTICIPLE = words(
  'in on by with from for before after at since between last this within during per under over as of than to today yesterday',
);
