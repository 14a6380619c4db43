import type { Outcome, Question } from '../../planner.ts';
import { stem } from '../stem.ts';
import { answer, by, column, selected, text, where } from './build.ts';
import type { Reading } from './form.ts';
import { holding } from './history.ts';
import { searched } from './search.ts';
import { found, split, type Topic } from './topic.ts';

/**
 * A question that no form takes and that names no table and no column asks for what facts say: "where does Ana work?". They are
 * the facts that hold all of its words; with a time, those that held in it, and with "before", those that held once. Of the
 * past without a time, what is superseded is an answer as well.
 */
export function readOpen(question: Question): Reading | null {
  const asked = ASKS.exec(question.text)?.[1];
  if (asked === undefined) return null;
  const before = BEFORE.exec(asked);
  const { words, period } = split(before === null ? asked : asked.slice(0, before.index), question);
  const said =
    words
      .toLowerCase()
      .replace(/['’]s(?=\s|$)/g, '')
      .match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  const content = said.filter((word) => !EMPTY.has(word));
  if (content.length < (question.nearest === undefined ? WORDS_MIN : 1) || content.length > WORDS_MAX) return null;
  if (said.some((word) => STRUCTURE.has(word)) || /[^\p{L}\p{N}\s'’.,-]/u.test(words)) return null;
  if (content.some((word) => namesSchema(word, question))) return null;
  const topic: Topic = {
    words: content.join(' ').replaceAll('-', ' '),
    subject: null,
    note: `looked for facts with the words "${content.join(' ')}"`,
  };
  if (before !== null) return period === null ? search('past_facts', topic, 'valid_to') : null;
  // Of the present, a time is part of what is said: "who is getting married in July?"
  if (period !== null) return IS.test(question.text) ? null : holding(topic, [], period, question);
  if (WAS.test(question.text)) return search('fact_history', topic, 'valid_from');
  const select = selected('facts', ['content', 'subject', 'kind', 'created_at', 'id']);
  return searched({ table: 'facts', topic, asked: question.text, select, conditions: [], notes: [topic.note] });
}

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

const ASKS =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|has|have|had|can)\b(?!\s+(?:many|much|often|long|old|far|few)\b)\s+(.+)$/i;
/** Whatever comes between: "which books did she read?" is of the past as well. */
const WAS = /\b(?:did|was|were|had)\b/i;
const IS = /^(?:who|what|which|when|where|why|how)\s+(?:\S+\s+)?(?:is|are|does|do|has|have)\b|^(?:is|are|does|do|has|have)\b/i;
const BEFORE = /\s+(?:before|previously|earlier|formerly|in the past|back then)$/i;
/** One word alone is found in too much; what is near to it in meaning is of use. */
const WORDS_MIN = 2;
const WORDS_MAX = 6;

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that carry a question and say nothing of what it is about. */
const EMPTY = set(
  `a an the is are was were be been being am do does did has have had can could will would shall should may might must i you he she it we they me him
   her us them my your his its our their who whom whose what which when where why how of in on at to from for with about into onto as there here
   this that these those please so currently now still again exactly actually`,
);

/** Words that ask for more than to be found: counts, orders, comparisons, conditions, choices. */
const STRUCTURE = set(
  `how not no nor never without except but or if than more less fewer least most many much few several each every per all any both neither either
   count number total sum average mean median percent percentage ratio share top bottom first last latest newest oldest earliest recent recently
   highest lowest biggest smallest longest shortest best worst sorted ordered grouped by between since until till after while during because same
   different other another also too only even else vs versus compare compared difference i me my mine myself yesterday tomorrow today
   before once say said says tell told tells ask asked asks mention mentioned mentions write wrote written talk talked talks speak spoke discuss discussed reply replied answer answered
   know knew known learn learned learnt hear heard believe believed according change changed changes end beginning start middle new news`,
);

const namesSchema = (word: string, { schema }: Question): boolean => {
  const { tables } = schema;
  const one = stem(word);
  return (
    tables.some(({ name, columns }) =>
      [name, ...columns.map((column) => column.name)].some((each) => each === word || stem(each) === one),
    ) || MEANS.has(one)
  );
};

/** What people call tables and columns. */
const MEANS = set(
  'fact episode message conversation thread entity memory subject kind category type tag label role content user agent source row table',
);
