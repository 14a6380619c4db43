import type { Question } from '../../planner.ts';
import { DERIVED, levelAmong, NEAR } from './alike.ts';
import { type Asked, askedOf } from './asked.ts';
import { by, held, notesOf } from './build.ts';
import type { Reading } from './form.ts';
import { inMessages } from './instead.ts';
import { isOf, levelOf, meeting } from './meeting.ts';
import { nothing } from './nothing.ts';
import { type Row, rowsOf } from './rows.ts';
import { HELD, isNow, noteOf, shown } from './shown.ts';
import { split } from './topic.ts';

/** "Where did Priya live before Bristol?": what a fact with these words took the place of, or, after it, what took its place. */
export async function aroundChange([, first = '', side = '', other = '']: RegExpExecArray, question: Question): Promise<Reading | null> {
  const [asked, turn] = [askedOf(first, question), askedOf(other, question)];
  if (asked === null || turn === null) return null;
  const rows = await rowsOf(
    'fact_history',
    { ...asked, names: [...asked.names, ...turn.names], words: [...asked.words, ...turn.words] },
    [],
    question,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isBefore = /^before$/i.test(side);
  // "Before the dose was changed" and "before she moved" say of the change no more than that it came.
  const own = BECAME.test(other)
    ? []
    : turn.words.filter(({ role, text }) => role === 'plain' && !asked.words.some((word) => levelAmong(text, [word.text]) >= DERIVED));
  const pairs = rows.flatMap((row) => {
    const next = row.next === null ? undefined : byId.get(row.next);
    return next === undefined ? [] : [isBefore ? { row, turning: next } : { row: next, turning: row }];
  });
  const isTurn = (row: Row) => own.every(({ text }) => levelOf(row, text) > NEAR) && turn.names.every((name) => isOf(row, name));
  const named = own.length + turn.names.filter(({ words }) => !asked.names.some((name) => name.words.join() === words.join())).length > 0;
  const turning = pairs.filter((pair) => isTurn(pair.turning)).map(({ row }) => row);
  const whole = meeting(asked, turning);
  // The fact that it gave way to says what the change was: the verb of the question may be another than that of the fact.
  const found =
    whole.length > 0 || !named ? whole : turning.filter((row) => asked.names.every((name) => isOf(row, name)) && isHalf(row, asked));
  if (found.length === 0) return await nothing({ ...asked, words: [...asked.words, ...own] }, rows, question);
  const note = named
    ? `read as what ${isBefore ? 'gave way to' : 'came after'} a fact with the words "${other}"`
    : 'read as what was believed and is superseded';
  return isBefore
    ? shown('past_facts', HELD, found, [noteOf(asked), note], by('past_facts', 'valid_to', 'desc'))
    : shown('fact_history', HELD, found, [noteOf(asked), note], by('fact_history', 'valid_from', 'asc'));
}

/** It has a word of the question besides its names, or the question has no more than a name and a verb. */
const isHalf = (row: Row, { names, words }: Asked): boolean => {
  const firm = words.filter(({ role }) => role === 'plain' || role === 'change');
  return firm.some(({ text }) => levelOf(row, text) >= NEAR) || (names.length > 0 && firm.length <= 1);
};

/** "When is the launch, according to what we believed on 1 May?" */
export async function asBelieved(said: string, point: string, question: Question): Promise<Reading | null> {
  const asked = askedOf(said, question);
  const { words, period } = split(point, question, { edges: true });
  const inForce = period === null ? null : held(period, question.schema);
  if (asked === null || words !== '' || period === null || inForce === null || split(said, question).period !== null) return null;
  const rows = await rowsOf('fact_history', asked, inForce, question);
  const found = meeting(asked, rows);
  if (found.length === 0) return await nothing(asked, rows, question);
  return shown(
    'fact_history',
    HELD,
    found,
    ['read as what was believed then', noteOf(asked), ...notesOf(period)],
    by('fact_history', 'valid_from', 'asc'),
  );
}

/** What holds now, with the time since which it does. */
export async function believedSince(said: string, question: Question): Promise<Reading | null> {
  const asked = askedOf(said, question);
  if (asked === null || split(said, question).period !== null) return null;
  const rows = await rowsOf('fact_history', asked, [], question);
  const found = meeting(asked, rows.filter(isNow));
  if (found.length === 0) return await inMessages(asked, rows, question);
  return shown(
    'facts',
    ['content', 'valid_from', 'id'],
    found,
    [noteOf(asked), 'read as since when it is believed'],
    by('facts', 'valid_from', 'desc'),
  );
}

/** "Before the dose was changed", where the fact says how much it is. */
const BECAME =
  /^(?:the|this|that|his|her|its|our|my|their) [\p{L} -]+? (?:was|were|got|had been|has been) (?:changed|raised|increased|lowered|reduced|doubled|cut|replaced|updated|switched|adjusted|swapped|moved)$/iu;

/** "When did we get rid of Jenkins?": until when what was so with the rest of the words was believed. Null for any other question, and where nothing was so. */
export async function endedWhen(said: string, question: Question): Promise<Reading | null> {
  const [, who = '', what = ''] = ENDED.exec(said) ?? [];
  const asked = what === '' ? null : askedOf(/^(?:we|i|you|they|it)$/i.test(who) ? `what is ${what}` : `what is ${who} ${what}`, question);
  // A name alone is in too much.
  if (asked === null || asked.words.every(({ role }) => role === 'light')) return null;
  const rows = meeting(
    asked,
    (await rowsOf('fact_history', asked, [], question)).filter((row) => !isNow(row)),
  );
  return rows.length === 0
    ? null
    : shown('past_facts', HELD, rows, [noteOf(asked), 'read as until when it was so'], by('past_facts', 'valid_to', 'desc'));
}

const ENDED =
  /^when did (.+?) (?:get rid of|stop (?:being|using|having|going to|going|doing|working (?:at|for|as)|living in|\p{L}+ing)|drop|quit|leave|give up|abandon|(?:move|switch|get) (?:away|off) from|move (?:out of|from)|switch off|retire|cancel|end|lose) (.+)$/iu;
