import type { Question } from '../../planner.ts';
import { answer, by, notesOf, selected, where, within } from './build.ts';
import { inTime } from './events.ts';
import type { Form, Reading } from './form.ts';
import { readOpen } from './open.ts';
import { onDays } from './present.ts';
import { speakerOf } from './speakers.ts';
import { said as saidBy } from './speech.ts';
import { found, split, topicOf } from './topic.ts';

const ON = '(?:on|about|with|regarding|concerning|of|for)';
const NEWS = '(?:news|updates?|information|info|developments?|word|status|state)';
const OPEN =
  "(?:what(?: is|['’]s)(?: the)?|(?:is|are) there(?: any)?|(?:have|do) (?:we|you)(?: got| have| had)?(?: any)?|any|the|give me the|tell me the)";

/** What is new of something or from somebody: where no time is named, the last that is known. */
export const LATELY: readonly Form[] = [
  {
    says: `(?:${OPEN} )?(?:latest|newest|most recent|last|recent|current|new)(?: ${NEWS}| thing)? ${ON} (.+)`,
    read: ([about], question) => latestOn(about, question),
  },
  { says: `(?:${OPEN} )${NEWS} ${ON} (.+)`, read: ([about], question) => latestOn(about, question) },
  {
    says: `(?:(?:what(?: is|['’]s)|(?:is there )?any ?thing|any ?thing) (?:new|going on|happening|up)|how (?:is|are) things) ${ON} (.+)`,
    read: ([about], question) => latestOn(about, question),
  },
  {
    says: `(?:${OPEN} )?(?:(?:latest|newest|most recent|last|recent|new)(?: ${NEWS}| messages?| thing)?|${NEWS}|messages?|anything|something) from (.+)`,
    read: ([who], question) => latestFrom(who, question),
  },
  {
    says: `(?:(?:what(?: is|['’]s)|(?:is there )?any ?thing) new) from (.+)`,
    read: ([who], question) => latestFrom(who, question),
  },
  {
    says: '(?:what (?:(?:has |have |had |did )?happen(?:ed)?|went on|was going on|took place)|(?:summari[sz]e|recap|sum up)(?: what happened| the events)?(?: of)?)( .+)',
    read: ([tail], question) => happenedIn(tail, question),
  },
  {
    says: '(?:what (?:happens|is (?:happening|on|planned|scheduled|due|coming up)|will (?:happen|take place)|takes place|do we have(?: on)?|have we (?:planned|got(?: on)?)))( .+)',
    read: ([tail], question) => toCome(tail, question),
  },
];

/** In a time all that was learned, else the last fact; where none is about it, the last message. */
async function latestOn(about = '', question: Question): Promise<Reading | null> {
  const { words, period } = split(about, question);
  const topic = topicOf(words, question);
  if (topic === null) return null;
  const of = (table: 'facts' | 'episodes', shown: readonly string[]) =>
    where(selected(table, shown), [found(table, topic), ...within(table, 'created_at', period, question.schema)]);
  const facts = of('facts', ['content', 'subject', 'kind', 'created_at', 'id']);
  const notes = [topic.note, ...notesOf(period)];
  const limit = period === null ? { limit: 1 } : {};
  const known = question.rows === undefined || (await question.rows({ ...facts, limit: 1 })).length > 0;
  if (known) return answer({ ...facts, orderBy: [by('facts', 'created_at', 'desc')], ...limit }, notes);
  const said = of('episodes', ['id']);
  // "The vaccine supplier": what facts say in other words.
  if (question.rows !== undefined && (await question.rows({ ...said, limit: 1 })).length === 0)
    return await readOpen({ ...question, text: `what is ${words}` });
  const messages = of('episodes', ['role', 'content', 'created_at', 'id']);
  return answer({ ...messages, orderBy: [by('episodes', 'created_at', 'desc')], ...limit }, [
    ...notes,
    'no fact is about it: looked in messages',
  ]);
}

/** In a time all that somebody said, else the last of it. */
function latestFrom(who = '', question: Question): Promise<Reading | null> | null {
  const { words, period } = split(who, question);
  if (speakerOf(words, question) === null) return null;
  return saidBy(words, who.slice(words.length), question, [], period === null ? { isFirst: false, count: 1 } : undefined);
}

/** Of a time alone: what was learned in it, and what was said. */
function happenedIn(tail = '', question: Question): Reading | null {
  const { words, period } = split(tail, question);
  return words !== '' || period === null ? null : inTime(period, question);
}

/** What facts say of days that come; of a time that is over, what was learned and said in it. */
async function toCome(tail = '', question: Question): Promise<Reading | null> {
  const { words, period } = split(tail, question);
  if (words !== '' || period === null) return null;
  return await onDays(period, question);
}
