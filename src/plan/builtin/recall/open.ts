import type { Outcome, Question } from '../../planner.ts';
import { askedWords } from './asked-words.ts';
import { before } from './before.ts';
import { answer, by, column, selected, text, where } from './build.ts';
import { happened } from './events.ts';
import type { Reading } from './form.ts';
import { holding } from './history.ts';
import { searched } from './search.ts';
import { factsWith } from './stored.ts';
import { found, split, type Topic, topicOfWords } from './topic.ts';

/**
 * A question that no form takes and that names no table and no column asks for what facts say: "where does Ana work?". They are
 * the facts that hold all of its words; with a time, those that held in it, and with "before", those that held once. Of the
 * past without a time, what is superseded is an answer as well; of when something happened, what was said of it too.
 */
export function readOpen(question: Question): Reading | null {
  const [, whole = question.text, point = ''] = ACCORDING.exec(question.text) ?? [];
  const sentence = sought(whole, question);
  const [, since, asked = ''] = ASKS.exec(sentence.replace(GOING, '')) ?? [];
  if (asked === '' || THOUGHT.test(asked) || UNFOUND.test(sentence)) return null;
  const earlier = BEFORE.exec(asked);
  const rest = earlier === null ? asked : asked.slice(0, earlier.index);
  if (point !== '') return earlier === null && since === undefined ? asBelieved(rest, point, question) : null;
  const { words, period } = split(rest, question, { edges: WAS.test(question.text) });
  if (since !== undefined) return earlier === null && period === null && !WAS.test(asked) ? believedSince(words, question) : null;
  // Of the present, a time is part of what is said: "who is getting married in July?"
  const isSaid = period !== null && earlier === null && IS.test(question.text);
  if (isSaid && !MONTH.test(rest)) return null;
  const replaced = earlier === null ? before(asked, period, question) : null;
  if (replaced !== null) return replaced;
  const content = askedWords(isSaid ? rest : words, question);
  if (content === null || content.length < (question.nearest === undefined ? WORDS_MIN : 1)) return null;
  const topic = topicOfWords(content);
  if (earlier !== null) return period === null ? search('past_facts', topic, 'valid_to') : null;
  if (period !== null && !isSaid) return period.op === '>' || period.op === '>=' ? null : holding(topic, [], period, question);
  if (EVENT.test(question.text)) return happened(words, topic, question);
  if (WAS.test(question.text)) return search('fact_history', topic, 'valid_from');
  return searched({ table: 'facts', topic, asked: question.text, select: selected('facts', FACT), conditions: [], notes: [topic.note] });
}

const FACT = ['content', 'subject', 'kind', 'created_at', 'id'];

/**
 * The sentence without what asks and is not said: "on which day is the shop closed?" where facts say that it is closed on Mondays, "how many loaves does the
 * hospital order?" where one says how many. It stays as it is unless some fact has the rest of the words.
 */
function sought(sentence: string, question: Question): string {
  const [, quantity] = QUANTITY.exec(sentence) ?? [];
  if (quantity !== undefined) {
    const found = factsOf(quantity, question);
    return found.some((content) => NUMBER.test(content)) ? `what ${quantity}` : sentence;
  }
  const bare = sentence.replace(/^(?:on|in|at|from|to|for|with|by) (?=(?:which|what|whom|whose)\b)/i, '');
  const [, asks = '', rest = bare] = /^(who|whom|whose|what|which) (.+)$/i.exec(bare) ?? [];
  if (factsOf(rest, question).length > 0) return bare;
  const [, behind] = /^[\p{L}-]+(?: of [\p{L}-]+)? ((?:is|are|was|were|does|do|did|has|have|had|can)\b.+)$/iu.exec(rest) ?? [];
  for (const shorter of [rest.replace(NAMED, ' ').trim(), behind])
    if (shorter !== undefined && shorter !== rest && factsOf(shorter, question).length > 0) return `${asks} ${shorter}`;
  return bare === sentence ? sentence : bare;
}

/** Facts with the words of a question, its time left out; of one word alone none. */
function factsOf(asked: string, question: Question): readonly string[] {
  const words = askedWords(split(asked, question, { edges: WAS.test(asked) }).words, question);
  return words === null || words.length < WORDS_MIN ? [] : factsWith(words, question);
}

/** A count of rows is asked for by what the tables are called, which is no word of a fact. */
const QUANTITY = /^how (?:many|much|long|old|far|tall|big|large|heavy|high|fast|often)\b\s+(.+)$/i;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|dozen|once|twice|every|daily|weekly|monthly|yearly)\b/i;
/** What a fact says by giving a name. */
const NAMED = /\b(?:the )?names? of\b|\b(?:called|named)\b|(?<=['’]s )names?\b/gi;

function search(table: 'past_facts' | 'fact_history', topic: Topic, latest: string): Outcome {
  const shown = ['content', 'subject', 'kind', 'created_at', 'id', 'valid_from', 'valid_to'];
  const rank = { kind: 'call' as const, fn: 'text_rank' as const, args: [column(table, 'content'), text(topic.words)] };
  const orderBy = [{ expr: rank, direction: 'desc' as const, nulls: 'last' as const }, by(table, latest, 'desc')];
  return answer({ ...where(selected(table, shown), [found(table, topic)]), orderBy }, [topic.note, NOTES[table]]);
}

const NOTES = {
  past_facts: 'read as what was believed and is superseded',
  fact_history: 'read as what is believed or was',
} as const;

/** "When is the launch, according to what we believed on 1 May?" */
function asBelieved(asked: string, point: string, question: Question): Outcome | null {
  const content = askedWords(asked, question);
  const { words, period } = split(point, question, { edges: true });
  if (content === null || content.length < WORDS_MIN || words !== '' || period === null || split(asked, question).period !== null)
    return null;
  return holding(topicOfWords(content), [], period, question);
}

/** What holds now, with the time since which it does. */
function believedSince(asked: string, question: Question): Outcome | null {
  const content = askedWords(asked, question);
  if (content === null || content.length < WORDS_MIN) return null;
  const topic = topicOfWords(content);
  const plan = where(selected('facts', ['content', 'valid_from', 'id']), [found('facts', topic)]);
  return answer({ ...plan, orderBy: [by('facts', 'valid_from', 'desc')] }, [topic.note, 'read as since when it is believed']);
}

const ASKS =
  /^(?:(since when)|who|whom|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|has|have|had|can)\b(?!\s+(?:many|much|often|long|old|far|few)\b)\s+(.+)$/i;
/** Whatever comes between: "which books did she read?" is of the past as well. */
const WAS = /\b(?:did|was|were|had)\b/i;
const IS =
  /^(?:who|what|which|when|where|why|how)\s+(?:\S+\s+)?(?:is|are|does|do|has|have)\b|^(?:is|are|does|do|has|have)\b|^who\s+(?!was\b)\p{L}+s\b/iu;
/** Why, how and when something came to be is as often said in messages as it is kept as a fact. */
const EVENT = /^(?:when|why|how) (?:did|was|were)\b/i;
/** What somebody thought is no word of the fact. */
const THOUGHT = /^(?:did|do|had|have) (?:we|you|i) (?:think|thought|assumed?|supposed?)\b/i;
const BEFORE = /\s+(?:before|previously|earlier|formerly|in the past|back then)$/i;
const ACCORDING = /^(.+?),? (?:according to|by|going by) what (?:we|you|i) (?:believed|knew|thought|held) (.+)$/i;
/** "Was going to launch" is said of a plan, which the fact itself tells. */
const GOING = /\bgoing (?=to \p{Ll})/u;
/** Words that a search leaves out, where all depends on them: "is the service down?". */
const UNFOUND = /\b(?:is|are|was|were|been)\b.* (?:down|up|off|out|over|on)$/i;
/** A month that a sentence ends with. */
const MONTH = /\bin (?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;
/** One word alone is found in too much; what is near to it in meaning is of use. */
const WORDS_MIN = 2;
