import type { Expr, Select } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import type { Period } from '../periods.ts';
import { askedWords, saying } from './asked-words.ts';
import { answer, by, column, equals, selected, where } from './build.ts';
import { found, subjectOf, topicOfWords } from './topic.ts';

/** What a fact took the place of: "where did Priya live before Bristol?". */
export function before(asked: string, period: Period | null, question: Question): Outcome | null {
  const later = laterFact(asked, period);
  const content = later === null ? null : askedWords(asked.slice(0, -` before ${later}`.length), question);
  if (later === null || content === null) return null;
  // One word is enough where it is whom the fact is about.
  const subject = content.length < WORDS_MIN ? subjectOf(content.join(' '), question) : null;
  if (subject !== null)
    return beforeFact([equals('past_facts', 'subject', subject)], later, [`read as facts about "${subject}"`], question);
  if (content.length < WORDS_MIN) return null;
  const topic = topicOfWords(content);
  return beforeFact([found('past_facts', topic)], later, [topic.note], question);
}

const WORDS_MIN = 2;

/** What stands behind "before" and may be said by a fact: anything but a time, and a day of which one may say that it is the day. */
export function laterFact(said: string, period: Period | null): string | null {
  const [, later] = /\bbefore (.+)$/i.exec(said) ?? [];
  return later !== undefined && (period === null || /\d/.test(later)) ? later : null;
}

/**
 * Of past facts that meet these conditions, those whose place a fact took that says what is named. Null unless some fact is known that says it: what happened
 * before a race, or a meal, is no answer.
 */
export function beforeFact(conditions: readonly Expr[], named: string, notes: readonly string[], question: Question): Outcome | null {
  const words = askedWords(named, question)?.filter((word) => !TURNED.has(word)) ?? [];
  if (words.length === 0 || !isSaid(words, question)) return null;
  const [past, next] = ['past_facts', 'fact_history'];
  const plan: Select = {
    ...where(selected(past, ['content', 'valid_from', 'valid_to', 'id']), [...conditions, saying(next, words.join(' '))]),
    joins: [
      {
        type: 'inner',
        source: { kind: 'table', table: next, as: next },
        on: { kind: 'compare', op: '=', left: column(past, 'superseded_by'), right: column(next, 'id') },
      },
    ],
    orderBy: [by(past, 'valid_to', 'desc')],
  };
  return answer(plan, [...notes, `read as what a fact with the words "${words.join(' ')}" took the place of`]);
}

/** Verbs of the change itself: "before she moved to Bristol", where the fact says that she lives there. */
const TURNED = new Set('moved went started began joined switched changed got took over came'.split(' '));

/** Whether a stored fact has all of these words, as they are. */
function isSaid(words: readonly string[], { values }: Question): boolean {
  const contents = [...(values.of('facts', 'content') ?? []), ...(values.of('past_facts', 'content') ?? [])];
  return contents.some((content) => {
    const said = new Set(content.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []);
    return words.every((word) => said.has(word));
  });
}
