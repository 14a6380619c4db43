import { momentAt } from '../english/dates/moments.ts';
import { type Period, periodAt } from '../english/dates/periods.ts';
import { isDeed } from '../english/irregular.ts';
import { anyPhraseAt } from '../english/phrase-at.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import type { Links, Span } from '../linking/links.ts';
import type { Attribute, Entity } from '../linking/mention.ts';
import type { Test } from '../plain/sentence.ts';
import { anybodyAt, PARTIES, PEOPLE, partyAt } from './anybody.ts';
import { type Cue, cueAt, MONEY_WORD } from './cues.ts';
import { everydayNames } from './everyday-names.ts';
import { EXACT, headCost, headed } from './heads.ts';
import { EMPTY, GRAMMATICAL, TITLES } from './little-words.ts';
import { looseNames } from './loose-names.ts';
import type { Mark } from './mark.ts';
import { misspeltNames } from './misspelt-names.ts';
import { isCount, isEither, isRank } from './said-numbers.ts';
import { AHEAD, HERE, WHOLE } from './set-phrases.ts';
import type { StoredWords } from './stored-words.ts';
import { saysAllButUnit } from './unit-names.ts';

/** A part of a question, from one token to before another. */
export interface Slot {
  readonly from: number;
  readonly end: number;
  /** The nearest first; none of a word that stands for nothing here. */
  readonly marks: readonly Mark[];
  readonly cue: Cue | null;
  readonly period: Pick<Extract<Test, { kind: 'when' }>, 'since' | 'until'> | null;
  readonly number: number | null;
}

export interface Marked {
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  readonly links: Links;
  readonly stored: StoredWords;
  readonly now: Date;
}

const NOTHING = { marks: [], cue: null, period: null, number: null };
/** Of one part. */
const MARKS_MAX = 3;
const COST_MAX = 0.95;
/** Farther than this the words are no name themselves. */
const NAMED = 0.4;
const SPAN = /^(?:day|week|month|year)s?$/;
/** What stands beside a noun, said of something else. */
const BESIDE_NOUN = 0.2;
/** Farther than this a name only has something of the word. */
const FAR = 0.55;
/** Of a name in a comment beside a value that is called so. */
const BESIDE = 0.6;
/** Of a verb that a column of text is called after. */
const DEED = 0.35;
/** Of a state that is so now. */
const STATE = 0.4;
/** The parts of a question from left to right; words that change nothing are in none. */
export function slotsOf(marked: Marked): Slot[] {
  const { tokens } = marked;
  const slots: Slot[] = [];
  for (let at = /^(?:and|so|but|ok|okay)$/.test(tokens[0]?.lower ?? '') ? 1 : 0; at < tokens.length; ) {
    const here = anyPhraseAt(marked, at, HERE);
    const slot = here === null ? slotAt(marked, at) : null;
    if (slot !== null) slots.push(slot);
    at = slot?.end ?? here ?? at + 1;
  }
  return slots.flatMap((slot, at) => (isKindOf(marked, slot, slots[at + 1]) ? [] : [besideNoun(slot, slots[at + 1])]));
}

/** "kinds of firms" asks for each once, and names no kind of anything else. */
const isKindOf = ({ tokens }: Marked, { from, end, marks }: Slot, next: Slot | undefined): boolean =>
  /^(?:kinds?|types?|sorts?)$/.test(tokens[from]?.lower ?? '') &&
  end === from + 1 &&
  tokens[end]?.lower === 'of' &&
  next?.from === end + 1 &&
  next.marks.length > 0 &&
  !marks.some(({ table }) => next.marks.some((mark) => mark.table === table));

/** "billing tickets": what is said right before a noun is said of it rather than of something else. */
function besideNoun(slot: Slot, next: Slot | undefined): Slot {
  const [noun] = next?.from === slot.end ? next.marks : [];
  const isOf = (mark: Mark) => mark.kind === 'value' && mark.table === noun?.table;
  if (noun?.kind !== 'table' || noun.cost > EXACT || !slot.marks.some(isOf)) return slot;
  const marks = slot.marks.map((mark) => (mark.kind === 'value' && !isOf(mark) ? { ...mark, cost: mark.cost + BESIDE_NOUN } : mark));
  return { ...slot, marks: marks.sort((a, b) => a.cost - b.cost) };
}

function slotAt(marked: Marked, at: number): Slot | null {
  const { tokens, now } = marked;
  const token = tokens[at];
  if (token === undefined || token.kind === 'comma' || token.kind === 'owner' || token.kind === 'stop') return null;
  const ahead = anyPhraseAt(marked, at, AHEAD);
  if (ahead !== null) return { ...NOTHING, from: at, end: ahead, period: { since: now.toISOString().slice(0, 10), until: null } };
  const whole = anyPhraseAt(marked, at, WHOLE);
  if (whole !== null) return { ...NOTHING, from: at, end: whole };
  const said = periodAt({ tokens, now }, at);
  const moment = said === null ? momentAt({ tokens, now }, at) : null;
  const period: Period | null = said ?? (moment === null ? null : { op: '=', from: moment.value, end: moment.end });
  const stretch = period === null || isCount(tokens, at) ? null : stretchOf(period);
  const cue = cueAt(tokens, at);
  const named = isRank(tokens, at) ? null : marksAt(marked, at);
  // "Christmas Carol" is a title.
  const isName = period !== null && named !== null && named.end > period.end && (named.marks[0]?.cost ?? 1) <= NAMED;
  if (period !== null && stretch !== null && !isName && period.end >= (cue?.end ?? 0))
    return { ...NOTHING, from: at, end: period.end, period: stretch };
  const nameEnd = named === null || (named.marks[0]?.cost ?? 0) > NAMED ? at + 1 : named.end;
  // What is to run out is no delay; what "has run out" is over.
  if (
    cue?.kind === 'late' &&
    named !== null &&
    named.end === cue.end &&
    cue.end > at + 1 &&
    !/^(?:has|have|had)$/.test(tokens[at - 1]?.lower ?? '')
  )
    return named;
  // A name that means it as well is meant: "late" is a state of some.
  if (
    cue !== null &&
    cue.end >= nameEnd &&
    !(['behind', 'short', 'gone'].includes(cue.kind) && named !== null && nameEnd > at && (named.marks[0]?.cost ?? 1) <= EXACT)
  )
    return { ...NOTHING, from: at, end: cue.end, cue, marks: cue.kind === 'open' ? statesOf(marked) : [] };
  if (named !== null) return named;
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(token.lower)?.[1];
  if (ordinal !== undefined) return { ...NOTHING, from: at, end: at + 1, number: Number(ordinal) };
  if (
    token.number !== null &&
    !(token.lower === 'one' && !isEither(tokens, at) && !/^(?:than|least|over|under)$/.test(tokens[at - 1]?.lower ?? ''))
  )
    return { ...NOTHING, from: at, end: at + 1, number: token.number };
  if (EMPTY.has(token.lower) || token.lower.length < 2) return null;
  return { ...NOTHING, from: at, end: at + 1 };
}

/** "at the moment" of what is told by a state, as of members who are active. */
const statesOf = ({ stored }: Marked): Mark[] => stored.current.slice(0, MARKS_MAX).map((one) => ({ kind: 'value', ...one, cost: STATE }));

function stretchOf({ op, from, to }: Period): Slot['period'] {
  switch (op) {
    case '=':
      return { since: from.since, until: from.until };
    case '>=':
      return { since: from.since, until: null };
    case '>':
      return { since: from.until, until: null };
    case '<':
      return { since: null, until: from.since };
    case '<=':
      return { since: null, until: from.until };
    case 'between':
      return to === undefined ? null : { since: from.since, until: to.until };
    case '<>':
      return null;
  }
}

/** The longest words from a token on that stand for something. */
function marksAt({ tokens, lexicon, links, stored }: Marked, at: number): Slot | null {
  const token = tokens[at];
  // "4 times" is how often.
  if (token === undefined || (token.lower === 'times' && tokens[at - 1]?.kind === 'number')) return null;
  if (token.kind === 'word' && GRAMMATICAL.has(token.lower)) {
    // "no show" is a state.
    const states = stored.at(tokens, at).filter(({ end, cost }) => end > at + 1 && cost < NAMED);
    const [first] = states;
    if (first !== undefined) return { ...NOTHING, from: at, end: first.end, marks: states.map((one) => ({ kind: 'value', ...one })) };
    // "list price", "no shows".
    const [whole] = links.attributes(at).filter(({ end, cost }) => end > at + 1 && cost <= EXACT);
    if (whole === undefined) return null;
    const marks = whole.value.candidates.flatMap(({ table, columns: [column, ...more] }): Mark[] =>
      column === undefined || more.length > 0 ? [] : [{ kind: 'column', table, column, cost: whole.cost }],
    );
    return marks.length === 0 ? null : { ...NOTHING, from: at, end: whole.end, marks };
  }
  const spans: { end: number; mark: Mark }[] = [];
  for (const span of links.entities(at))
    for (const one of span.value.candidates)
      spans.push({
        end: span.end,
        mark: { kind: 'table', table: one.table, cost: headCost(lexicon, one.table, token, one.cost + beyond(span)) },
      });
  for (const span of links.attributes(at))
    for (const one of span.value.candidates) {
      const [column, ...more] = one.columns;
      if (column === undefined || more.length > 0) continue;
      // What money came to is kept by each of the tables that may say it.
      const said = tokens.slice(at, span.end).map(({ lower }) => lower);
      const own = lexicon.byName.get(one.table)?.columns.find((entry) => entry.column.name === column)?.words ?? [];
      const far = one.cost + beyond(span);
      const cost = span.value.worth !== undefined ? EXACT : saysAllButUnit(own, said) ? Math.min(far, EXACT) : far;
      // "were sold" may be said of what has a text `sold_at`.
      const isCalled = cost > 0 && isDeed(token.lower) && isText(lexicon, one.table, column);
      spans.push({ end: span.end, mark: { kind: 'column', table: one.table, column, cost: isCalled ? Math.max(cost, DEED) : cost } });
    }
  for (const one of headed(lexicon, token.lower, spans)) spans.push({ end: at + 1, mark: one });
  const isNamed = spans.some(({ mark }) => mark.cost < NAMED);
  for (const one of stored.at(tokens, at)) if (!isNamed || one.cost === 0) spans.push({ end: one.end, mark: { kind: 'value', ...one } });
  if (token.kind === 'word' && token.lower.length > 2 && !isNamed && !EMPTY.has(token.lower))
    // What is earned is no quantity, and a month no number of days.
    for (const { table, column, cost } of looseNames(token.lower, lexicon))
      if (cost <= FAR || !(MONEY_WORD.test(token.lower) || SPAN.test(token.lower)))
        spans.push({ end: at + 1, mark: column === null ? { kind: 'table', table, cost } : { kind: 'column', table, column, cost } });
  const everyday = isNamed ? null : everydayNames({ tokens }, at, lexicon);
  for (const { column, ...one } of everyday?.names ?? [])
    spans.push({
      end: everyday?.end ?? at + 1,
      mark: column === null ? { kind: 'table', ...one } : { kind: 'column', table: one.table, column, cost: one.cost },
    });
  const people = anybodyAt(tokens, at, lexicon);
  const isAnybody = people.some(({ cost }) => cost === PEOPLE);
  if (spans.every(({ mark }) => mark.cost > (isAnybody ? PEOPLE : COST_MAX)))
    for (const one of people) spans.push({ end: at + 1, mark: { kind: 'table', ...one } });
  if (spans.length === 0 && token.kind === 'word') {
    for (const one of tokens[at - 1]?.lower === 'my' ? [] : partyAt(stem(token.lower), lexicon))
      spans.push({ end: at + 1, mark: { kind: 'table', ...one } });
    for (const { table, column, cost } of misspeltNames(token.lower, lexicon))
      spans.push({ end: at + 1, mark: column === null ? { kind: 'table', table, cost } : { kind: 'column', table, column, cost } });
  }
  // A single word may be in a text by chance: it is no word of money or for people there, and names nothing else.
  const isOther =
    MONEY_WORD.test(token.lower) ||
    PARTIES.has(stem(token.lower)) ||
    spans.some(({ mark }) => mark.kind !== 'value' && mark.cost <= COST_MAX);
  for (const one of isNamed ? [] : stored.within(tokens, at))
    if (one.end > at + 1 || !isOther) spans.push({ end: one.end, mark: { kind: 'value', ...one, within: true } });
  const stores = new Set(spans.flatMap(({ end, mark }) => (mark.kind === 'value' && mark.cost === 0 ? [end] : [])));
  // Beside a whole value what a comment has in it is none.
  for (const one of spans)
    if (one.mark.kind === 'table' && stores.has(one.end) && lexicon.byName.get(one.mark.table)?.words.includes(stem(token.lower)) === false)
      one.mark = { ...one.mark, cost: Math.max(one.mark.cost, BESIDE) };
  // Beside a whole name a part of another one is none.
  const exact = new Set(spans.flatMap(({ end, mark }) => (mark.kind !== 'value' && mark.cost <= EXACT ? [end] : [])));
  const close = spans.filter(({ end, mark }) => mark.cost <= (exact.has(end) ? NAMED : COST_MAX));
  // "dr Allen" is no patient.
  const title = TITLES[tokens[at - 1]?.lower ?? ''];
  const titled = title === undefined ? [] : close.filter(({ mark }) => lexicon.byName.get(mark.table)?.words.includes(title) === true);
  const near = titled.length > 0 ? titled : close;
  if (near.length === 0) return null;
  // What takes more words is nearer to what was said, unless it is read from afar.
  const best = near.reduce((a, b) => (b.end - b.mark.cost > a.end - a.mark.cost ? b : a));
  const marks = near
    .filter(({ end }) => end === best.end)
    .map(({ mark }) => mark)
    .sort((a, b) => a.cost - b.cost);
  const distinct = marks.filter((mark, place) => marks.findIndex((other) => placeOf(other) === placeOf(mark)) === place);
  return { ...NOTHING, from: at, end: best.end, marks: distinct.slice(0, MARKS_MAX) };
}

const isText = ({ byName }: Lexicon, table: string, name: string): boolean =>
  byName.get(table)?.columns.some(({ column }) => column.name === name && column.type === 'text') === true;

/** What a span costs beside the nearest name that it may be; a word that only means much the same is as far again. */
const beyond = ({ cost, value }: Span<Attribute | Entity>): number =>
  value.far === undefined ? cost - Math.min(...value.candidates.map((one) => one.cost)) : cost;

const placeOf = (mark: Mark): string =>
  [mark.kind, mark.table, mark.kind === 'table' ? '' : mark.column, mark.kind === 'value' ? mark.stored : '', 'within' in mark].join(' ');
