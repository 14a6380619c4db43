import type { Outcome, Question } from '../../planner.ts';
import { askedWords } from './asked-words.ts';
import { before } from './before.ts';
import { answer, by, column, selected, text, where } from './build.ts';
import { happened } from './events.ts';
import type { Reading } from './form.ts';
import { holding } from './history.ts';
import { searched } from './search.ts';
import { found, split, type Topic, topicOfWords } from './topic.ts';

/**
 * A question that no form takes and that names no table and no column asks for what facts say: "where does Ana work?". They are
 * the facts that hold all of its words; with a time, those that held in it, and with "before", those that held once. Of the
 * past without a time, what is superseded is an answer as well; of when something happened, what was said of it too.
 */
export function readOpen(question: Question): Reading | null {
  const [, sentence = question.text, point = ''] = ACCORDING.exec(question.text) ?? [];
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
