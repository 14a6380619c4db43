import type { Question } from '../../planner.ts';
import type { Period } from '../english/dates/periods.ts';
import { basesOf } from '../english/irregular.ts';
import { SAME } from './alike.ts';
import { type Asked, askedOf } from './asked.ts';
import { by, held, notesOf, selected, within } from './build.ts';
import { told } from './events.ts';
import type { Reading } from './form.ts';
import { inMessages } from './instead.ts';
import { isAbout, isOf, levelOf, meeting, ofSort } from './meeting.ts';
import { notSo, positiveOf } from './negated.ts';
import { nothing } from './nothing.ts';
import { alternativesOf, answering, inTimeToCome, ofEither } from './present.ts';
import { entitiesOf, propertyOf } from './property.ts';
import { type Row, rowsOf } from './rows.ts';
import { datesMeet, saysDayBefore, stretchOf } from './said-dates.ts';
import { searched } from './search.ts';
import { FACT, HELD, isNow, noteOf, shown } from './shown.ts';
import { split, storedAs, topicOfWords } from './topic.ts';
import { aroundChange, asBelieved, believedSince, endedWhen } from './turns.ts';
import { WHETHER } from './whether.ts';

/**
 * A question that no form takes and that names no table and no column asks for what facts say: "where does Ana work?". They are the facts that hold all of it;
 * with a time, those that held in it, and with "before", those that held once. Of the past without a time, what is superseded is an answer as well; of when, why
 * and how something happened, what was said of it too. What no row holds is declined with the words that are nowhere.
 */
export async function readOpen(question: Question): Promise<Reading | null> {
  if (question.rows === undefined) return null;
  const sentence = question.text
    .replace(/^until when\b/i, 'when')
    .replace(RUN_OUT, 'expire')
    .replace(NOW, '')
    .replace(GOING, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!ASKS.test(sentence) || THOUGHT.test(sentence) || DOWN.test(sentence) || TWO.test(sentence)) return null;
  const positive = positiveOf(sentence);
  if (positive !== null) return await notSo(positive, question);
  const [, whole = '', point = ''] = ACCORDING.exec(sentence) ?? [];
  if (point !== '') return await asBelieved(whole, point, question);
  const [, lasting = ''] = SINCE.exec(sentence) ?? [];
  if (lasting !== '') return await believedSince(lasting, question);
  const turned = TURNED.exec(sentence);
  const wasOnce = sentence.replace(ONCE, ' ').replace(FORMER, '$1').replace(/\s+/g, ' ').trim();
  const { words, period } = split(wasOnce, question, { edges: WAS.test(sentence) });
  if (turned !== null && (period === null || /\d/.test(turned[3] ?? ''))) return await aroundChange(turned, question);
  if (wasOnce !== sentence) return period === null ? await ofThePast(wasOnce, question) : null;
  if (HAPPENED.test(words)) return await happenings(words, period, question);
  if (period !== null) {
    const isToCome = /^(?:=|between)$/.test(period.op) && stretchOf(period).until > question.now.getTime() && !isPast(sentence);
    if (WAS.test(sentence) || !(IS.test(sentence) || isToCome)) return await inPeriod(words, period, question);
    const isStretch = /^(?:=|between)$/.test(period.op);
    return (isStretch ? await inTimeToCome(words, period, question) : null) ?? (await ofNow(sentence, question));
  }
  if (EVENT.test(sentence) || EVENT_WHY.test(sentence)) return await happened(sentence, question);
  return WAS.test(sentence) || EVER.test(sentence) ? await ofAnyTime(sentence, question) : await ofNow(sentence, question);
}

/** Facts as they are now that hold all of it, else what was said in messages; else that there is nothing. */
export async function ofNow(said: string, question: Question): Promise<Reading | null> {
  if (alternativesOf(said).length > 1) return await ofEither(said, question);
  const asked = askedOf(said, question);
  if (asked === null) return null;
  // "Which of our customers is in Ghent?" asks for those that are known as such.
  const isOfKind = asked.words.some(
    ({ role, text }) => role === 'head' && storedAs(text, question.values.of('entities', 'kind'), true) !== null,
  );
  const known = isOfKind && asked.words.length > 1 ? await entitiesOf(asked, question) : null;
  if (known !== null) return known;
  const rows = await rowsOf('fact_history', asked, [], question);
  const found = answering(said, meeting(asked, rows.filter(isNow)));
  // A fact that only comes near to it says less than what is kept under that name.
  const isSaid = found.some((row) => asked.words.every(({ text, role }) => role === 'light' || levelOf(row, text) === SAME));
  const kept = isSaid ? null : await propertyOf(asked, question);
  if (kept !== null) return kept;
  const told = found.length === 0 && question.nearest === undefined ? await whatTells(said, asked, rows) : null;
  if (told !== null) return told;
  if (question.nearest !== undefined) return byMeaning(asked, question);
  if (found.length > 0) return shown('facts', FACT, found, [noteOf(asked)], by('facts', 'created_at', 'desc'));
  return await inMessages(asked, rows, question);
}

/**
 * "Can Ana eat peanuts?", "is the shop open on Mondays?": facts about her that name the thing tell whether it is so, where only its verb or its adjective is said in
 * other words.
 */
async function whatTells(said: string, asked: Asked, rows: readonly Row[]): Promise<Reading | null> {
  const [things, others] = [asked.words.filter(({ isThing }) => isThing), asked.words.filter(({ isThing }) => !isThing)];
  if (!WHETHER.test(said) || asked.names.length !== 1 || things.length === 0 || others.length === 0) return null;
  const found = rows.filter((row) => isNow(row) && isAbout(row, asked) && things.every(({ text }) => levelOf(row, text) === SAME));
  const note = `no fact says ${others.map(({ text }) => `"${text}"`).join(' or ')}: shown is what is known of ${things.map(({ text }) => `"${text}"`).join(' and ')}`;
  return found.length === 0 ? null : shown('facts', FACT, found, [noteOf(asked), note], by('facts', 'created_at', 'desc'));
}

/** "Who joined this year?": its verb alone tells that it is of the past. */
const isPast = (said: string): boolean => {
  const [, verb = ''] = /^(?:who|what|which \S+) (\p{L}+)/iu.exec(said) ?? [];
  return (
    /ed$/i.test(verb) || (basesOf(verb.toLowerCase()).some((base) => base !== verb.toLowerCase()) && !/^(?:is|are|does|has)$/i.test(verb))
  );
};

/** What is near in meaning is of use as well. */
function byMeaning({ names, words }: Asked, question: Question): Reading | null {
  const said = [...names.flatMap((name) => name.said), ...words.map(({ text }) => text)];
  if (said.length === 0) return null;
  const topic = topicOfWords(said);
  return searched({ table: 'facts', topic, asked: question.text, select: selected('facts', FACT), conditions: [], notes: [topic.note] });
}

async function ofAnyTime(said: string, question: Question): Promise<Reading | null> {
  const asked = askedOf(said, question);
  if (asked === null) return null;
  const rows = await rowsOf('fact_history', asked, [], question);
  const found = answering(said, meeting(asked, rows));
  if (found.length === 0) return await inMessages(asked, rows, question);
  return shown('fact_history', HELD, found, [noteOf(asked), 'read as what is believed or was'], by('fact_history', 'valid_from', 'desc'));
}

async function ofThePast(said: string, question: Question): Promise<Reading | null> {
  const asked = askedOf(said, question);
  if (asked === null) return null;
  const rows = await rowsOf('fact_history', asked, [], question);
  const found = meeting(
    asked,
    rows.filter((row) => !isNow(row)),
  );
  if (found.length === 0) return await nothing(asked, rows, question);
  return shown(
    'past_facts',
    HELD,
    found,
    [noteOf(asked), 'read as what was believed and is superseded'],
    by('past_facts', 'valid_to', 'desc'),
  );
}

/** What held in a time, or, where no fact did, was said in it. */
export async function inPeriod(said: string, period: Period, question: Question): Promise<Reading | null> {
  const asked = askedOf(said, question);
  const inForce = held(period, question.schema);
  if (asked === null || inForce === null || period.op === '>' || period.op === '>=') return null;
  const rows = await rowsOf('fact_history', asked, inForce, question);
  const holding = EVENT_WHY.test(said)
    ? []
    : asked.words.length > 0
      ? meeting(asked, rows)
      : ofSort(
          rows.filter((row) => isAbout(row, asked)),
          asked,
        );
  // What was noted of a day before was of that day.
  const found = holding.filter(({ content, since }) => datesMeet(content, period) !== false || !saysDayBefore(content, since));
  // Of facts that name days, those of that time: "on call from 8 to 14 June".
  const dated = found.filter(({ content }) => datesMeet(content, period) === true);
  const meant = dated.length > 0 ? found.filter(({ content }) => datesMeet(content, period) !== false) : found;
  if (found.length > 0)
    return shown(
      'fact_history',
      HELD,
      meant,
      ['read as what was believed in that time', noteOf(asked), ...notesOf(period)],
      by('fact_history', 'valid_from', 'asc'),
    );
  const messages = await rowsOf('episodes', asked, within('episodes', 'created_at', period, question.schema), question);
  const spoken = meeting(asked, messages);
  const leaving = spoken.length === 0 && EVENT_WHY.test(said) ? meeting(asked, messages, new Set(['change'])) : spoken;
  if (leaving.length === 0) return await nothing(asked, await allOf(asked, question), question);
  return told([], leaving, [noteOf(asked), 'looked in messages', ...notesOf(period)]);
}

/** Whatever has a word of a question, of any time: what is named at another time is no stranger. */
const allOf = async (asked: Asked, question: Question): Promise<readonly Row[]> => [
  ...(await rowsOf('fact_history', asked, [], question)),
  ...(await rowsOf('episodes', asked, [], question)),
];

/** What a thing came to, in a time: what is believed since then, and what was said then. */
async function happenings(said: string, period: Period | null, question: Question): Promise<Reading | null> {
  const asked = askedOf(said.replace(HAPPENED, 'what '), question);
  if (asked === null || (asked.names.length === 0 && asked.words.length === 0)) return null;
  const facts = await rowsOf('fact_history', asked, within('fact_history', 'valid_from', period, question.schema), question);
  const messages = await rowsOf('episodes', asked, within('episodes', 'created_at', period, question.schema), question);
  const all: Asked = { ...asked, wants: 'any' };
  const about = (rows: readonly Row[]) =>
    asked.words.length === 0 ? rows.filter((row) => asked.names.every((name) => isOf(row, name))) : meeting(all, rows);
  const [known, spoken] = [about(facts.filter(isNow)), about(messages)];
  if (known.length + spoken.length === 0) return await nothing(asked, [...facts, ...messages], question);
  return told(known, spoken, [noteOf(asked), 'looked in facts and in messages', ...notesOf(period)]);
}

/** When, why or how something happened, by facts that say so and by messages. */
async function happened(said: string, question: Question): Promise<Reading | null> {
  const asked = askedOf(said.replace(/ first\b/i, ' '), question);
  if (asked === null) return null;
  const any: Asked = { ...asked, wants: 'any' };
  const over = await endedWhen(said, question);
  if (over !== null) return over;
  const [facts, messages] = [await rowsOf('fact_history', asked, [], question), await rowsOf('episodes', asked, [], question)];
  const [known, spoken] = [
    latest(EVENT_WHY.test(said) ? meeting(any, facts).filter(({ content }) => REASON.test(content)) : meeting(any, facts)),
    meeting(any, messages),
  ];
  // Whoever tells why says what had changed in other words.
  const why =
    EVENT_WHY.test(said) && known.length + spoken.length === 0 && asked.words.some(({ role }) => role === 'plain')
      ? meeting(any, messages, new Set(['change']))
      : [];
  const [, end = ''] = LAST.exec(said) ?? [];
  if (end !== '') {
    const first = [...known, ...spoken].sort((one, other) => (one.since < other.since ? -1 : 1));
    const one = /^first$/i.test(end) ? first.at(0) : first.at(-1);
    if (one !== undefined)
      return told(one.table === 'episodes' ? [] : [one], one.table === 'episodes' ? [one] : [], [
        noteOf(asked),
        `read as the ${end.toLowerCase()} time that is known`,
      ]);
  }
  // Who noted that it happened has it from what was said.
  if (/^when\b/i.test(said) && known.length > 0)
    return told(known, [], [noteOf(asked), 'looked in facts, with when they are believed since']);
  if (why.length > 0) return told([], why, [noteOf(asked), 'looked in messages, with when they were sent']);
  if (known.length + spoken.length > 0)
    return told(known, spoken, [noteOf(asked), 'looked in facts and in messages, with when it was said']);
  const became = /^when\b/i.test(said) ? changedOf(any, facts) : [];
  if (became.length > 0) return told(became, [], [noteOf(asked), 'read as when one fact took the place of another']);
  return await nothing(asked, [...facts, ...messages], question, { isKnown: EVENT_WHY.test(said) && meeting(any, facts).length > 0 });
}

/** Facts that took the place of another, of what a verb of change is said of. */
function changedOf(asked: Asked, facts: readonly Row[]): readonly Row[] {
  if (!asked.words.some(({ role }) => role === 'change') || !asked.words.some(({ role }) => role === 'plain')) return [];
  const replaced = new Set(facts.flatMap(({ next }) => next ?? []));
  return latest(
    meeting(
      asked,
      facts.filter(({ id }) => replaced.has(id)),
      new Set(['change']),
    ),
  );
}

/** Of facts of one subject and category the last. */
function latest(rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    (row) =>
      row.subject === null ||
      row.kind === null ||
      !rows.some((other) => other.subject === row.subject && other.kind === row.kind && other.since > row.since),
  );
}

const ASKS =
  /^(?:(?:on|in|at|from|to|for|with|by|since|about) )?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|has|have|had|can)\b/i;
/** Whatever comes between: "which books did she read?" is of the past as well. */
const WAS = /\b(?:did|was|were|had)\b/i;
/** Two questions. */
const TWO = /\band (?:what|who|where|when|why|how|which|is|are|was|were|does|do|did)\b/i;
/** "Which books has the club read?": what was so counts as well as what is. */
const PARTICIPLE = '(?:\\p{L}{2,}ed|had|read|seen|been|done|made|written|taken|given|driven|kept|worn|held|met|run|won)';
const EVER = new RegExp(
  `^(?:what|which)\\b.* (?:has|have) .*\\b${PARTICIPLE}$|^who (?:has|have) (?:ever |already )?${PARTICIPLE}\\b`,
  'iu',
);
const LAST = /\b(last|first)\b/i;
const IS = /\b(?:is|are|does|do|has|have|can|will|may|should|must)\b|^who\s+(?!was\b)\p{L}+s\b/iu;
/** Why, how and when something came to be is as often said in messages as it is kept as a fact. */
const EVENT = /^(?:when|why|how) (?:did|was|were|has|have|had)\b/i;
const EVENT_WHY = /^why\b/i;
/** What a fact gives a reason with. */
const REASON = /\b(?:because|since|so that|due to|in order to|for the sake|reason|thanks to|after)\b/i;
const HAPPENED = /^what (?:has |have |had |did )?happen(?:ed|s)?(?: (?:to|with|at|in|about))?\b\s*/i;
/** What somebody thought is no word of the fact. */
const THOUGHT = /^(?:did|do|had|have) (?:we|you|i) (?:think|thought|assumed?|supposed?)\b/i;
const ONCE =
  /\b(?:used to|use to|previously|formerly|originally|initially|in the past|back then|at first|no longer|any ?more)\b|\s(?:before|earlier)$/gi;
/** "His old address", "the former owner"; "how old" is another thing. */
const FORMER = /((?:['’]s|\b(?:the|our|my|his|her|their|your|its)) )(?:old|former|previous|prior|earlier|original)\b/gi;
/** Who looks after something does so. */
const TURNED = /^(.+?)(?<!\b(?:look(?:s|ed|ing)?|named|called)) (before|after) (.+)$/i;
const SINCE = /^(?:since when|(?:for )?how long(?= (?:has|have)\b| (?:is|are) .*\b(?:\p{L}{2,}ing|been)\b)) (.+)$/iu;
const ACCORDING = /^(.+?),? (?:according to|by|going by) what (?:we|you|i) (?:believed|knew|thought|held) (.+)$/i;
/** "Was going to launch" is said of a plan, which the fact itself tells. */
const GOING = /\b(?:going (?=to \p{Ll})|(?:supposed|meant|scheduled|expected|planned|intended) to\b)/gu;
/** "Of milk" is another thing. */
const RUN_OUT = /\b(?:runs?|ran) out\b(?! of)/i;
const NOW = /\b(?:at the moment|right now|at present|these days|nowadays|currently|current|presently|now)\b/gi;
/** A state of the moment, which all depends on: "is the service down?". */
const DOWN = /^(?:when )?(?:is|are|was|were|been)\b.* (?:down|up|off|out|over|on)$/i;
