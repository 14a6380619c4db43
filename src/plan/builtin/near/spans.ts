import { verbsOf } from '../english/irregular.ts';
import { isVerb } from '../english/related-words.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { isSameEvent } from '../phrases/spans.ts';
import type { Stretch } from '../plain/sentence.ts';
import type { Part } from './meaning.ts';
import { isDated, isDue, isEnd, isUnknown, markedColumn, type State } from './state.ts';

/** From one moment of each of the things to another, the parts that say it, and how far it is from these. */
export interface Span extends Stretch {
  readonly uses: readonly Part[];
  readonly cost: number;
  /** Both moments are said. */
  readonly isSaid: boolean;
  /** Whether a row says no more than the days. */
  readonly isOfDays: boolean;
}

/** Which of several moments are meant is not said. */
const GUESSED = 0.1;
const LATER = 0.05;
const ELSE = 0.25;
/** Of a verb that tells what happens in between or at the end, of which the rows say nothing. */
const TOLD = 0.2;
const TOLD_MAX = 2;
const SPANS_MAX = 3;

/**
 * The stretches that may be meant by how long something takes, the likeliest first: between the two moments that are
 * said, else to or from the one that is, else from what comes first of the things to what comes last.
 */
export function spansOf(state: State): Span[] {
  const { things } = state;
  const all = momentsOf(things.columns);
  const said = saidMoments(state, all);
  const columns = [...new Set(said.map(({ column }) => column))];
  const moments = all.filter((one) => columns.includes(one) || !isPlanned(one));
  const at = (column: ColumnEntry) => moments.indexOf(column);
  const [first, second, ...more] = columns;
  if (moments.length < 2 || more.length > 0) return [];
  const also = [...said.map(({ part }) => part), ...passing(state)];
  const verbs = verbsIn(state, also).slice(0, TOLD_MAX);
  const span = (start: ColumnEntry, end: ColumnEntry, cost: number): Span => ({
    from: start.column.name,
    to: end.column.name,
    uses: [...also, ...verbs],
    cost: cost + TOLD * verbs.length,
    isSaid: second !== undefined,
    isOfDays: start.column.type === 'date' || end.column.type === 'date',
  });
  const spans = (pairs: readonly (readonly [ColumnEntry, ColumnEntry])[], cost: number) =>
    pairs
      .filter(([start, end]) => isOfDay(start) === isOfDay(end))
      .slice(0, SPANS_MAX)
      .map(([start, end], place) => span(start, end, cost + LATER * place));
  if (first !== undefined && second !== undefined) return spans([stageOf(first) <= stageOf(second) ? [first, second] : [second, first]], 0);
  if (first !== undefined) {
    const [earlier, later] = [moments.slice(0, at(first)), moments.slice(at(first) + 1)];
    const pairs =
      stageOf(first) === BEGINS || earlier.length === 0
        ? later.map((end) => [first, end] as const).reverse()
        : earlier.map((start) => [start, first] as const);
    // "the longest stay that anybody booked" need not begin with the booking.
    const others = moments.length > 2 ? spans(plainly(moments), ELSE) : [];
    return [...spans(pairs, pairs.length > 1 ? GUESSED : 0), ...others];
  }
  return spans(plainly(moments), plainly(moments).length === 1 && stageOf(moments.at(-1)) === ENDS ? 0 : GUESSED);
}

/** From what comes first to what comes last, where nothing tells which are meant. */
function plainly(moments: readonly ColumnEntry[]): (readonly [ColumnEntry, ColumnEntry])[] {
  const [start, end, ...others] = moments;
  if (start !== undefined && end !== undefined && others.length === 0) return [[start, end]];
  return moments.flatMap((begun) =>
    moments.flatMap((ended) => (stageOf(begun) < stageOf(ended) && stageOf(ended) === ENDS ? [[begun, ended] as const] : [])),
  );
}

/** Days and hours at which something was, in the order in which they come about. */
const momentsOf = (columns: readonly ColumnEntry[]): ColumnEntry[] =>
  columns.filter((one) => isDated(one) || isOfDay(one)).sort((a, b) => stageOf(a) - stageOf(b));

const isOfDay = ({ column }: ColumnEntry): boolean => column.type === 'time';

interface Said {
  readonly part: Part;
  readonly column: ColumnEntry;
}

/** "from booking to departure", "until it is finished": moments that are named, or told by what happens then. */
function saidMoments(state: State, moments: readonly ColumnEntry[]): Said[] {
  const { parts, used, things } = state;
  return parts.flatMap((part): Said[] => {
    const isOwn = part.mark?.kind === 'table' && part.mark.table === things.table.name;
    if ((used.has(part) && !isOwn) || part.cue !== null || part.period !== null || part.number !== null) return [];
    const named = markedColumn(state, part.mark);
    if (named !== null && moments.includes(named) && part.mark?.table === things.table.name) return [{ part, column: named }];
    const isSilent = part.mark === null || (BOUNDS.has(part.lead) && part.mark.kind !== 'value');
    if (!isSilent) return [];
    const verbs = verbsOf(part.words);
    const told = moments.filter(({ words }) => words.some((own) => tells(part.words, own) || verbs.some((verb) => tells(verb, own))));
    const near = told.length > 0 ? told : moments.filter(({ words }) => words.some((own) => isSameEvent(part.words, own)));
    const [only, ...more] = near.length > 0 ? near : atEnd(part, moments);
    return only === undefined || more.length > 0 ? [] : [{ part, column: only }];
  });
}
/** What stands before a moment. */
const BOUNDS: ReadonlySet<string> = new Set('from to until till til between and after before since'.split(' '));

/** "from start to finish". */
function atEnd({ words }: Part, moments: readonly ColumnEntry[]): ColumnEntry[] {
  const stage = /^(?:start|beginning)$/.test(words) ? BEGINS : /^(?:finish|end|done|ready|over|complete)$/.test(words) ? ENDS : null;
  const those = moments.filter((one) => !isPlanned(one) && (stage === BEGINS ? stageOf(one) < ENDS : stageOf(one) === stage));
  return stage === BEGINS ? those.slice(0, 1) : those;
}

/** Words by which time passes, which say no more than that. */
const passing = ({ parts, used }: State): Part[] =>
  parts.filter((part) => isUnknown(part) && !used.has(part) && (PASSING.has(part.words) || BOUNDS.has(part.words)));
export const PASSING: ReadonlySet<string> = new Set(
  'take takes took taken last lasts lasted wait waits waited waiting stay stays stayed sit sits sat pass passes elapse spend spent run runs need needs needed usually normally typically generally rule time times'
    .split(' ')
    .concat('under way'),
);

const verbsIn = ({ parts, used }: State, said: readonly Part[]): Part[] =>
  parts.filter(
    (part, at) => at > 0 && isUnknown(part) && !used.has(part) && !said.includes(part) && part.nearest === null && isVerb(part.words),
  );

/** A day by which something should be, or on which nothing happened to the row. */
export const isPlanned = (column: ColumnEntry): boolean =>
  isDated(column) && (isDue(column) || column.words.some((word) => PLANNED.has(word)));
const PLANNED: ReadonlySet<string> = new Set(
  'promised target estimated expected planned scheduled next updated modified birth born dob'.split(' '),
);

const BEGINS = 0;
const ENDS = 2;

/** Whether something is over then. */
export const isClosing = (column: ColumnEntry): boolean => stageOf(column) === ENDS;

/** What is asked, made or begun comes before what is ended; what arrives, or is handed on, may be either. */
function stageOf(column: ColumnEntry | undefined): number {
  if (column === undefined) return BEGINS;
  const is = (words: ReadonlySet<string>) => column.words.some((word) => words.has(word) || words.has(rootOf(word)));
  if (is(OPENING)) return BEGINS;
  return is(CLOSING) || (isEnd(column) && !is(EITHER)) ? ENDS : 1;
}
const roots = (words: string): ReadonlySet<string> => new Set(words.split(' ').flatMap((word) => [word, rootOf(word)]));
const OPENING = roots(
  'start begin began begun create add request apply ask enquire report raise order ord book register join hire enrol enroll enter submit file place pledge quote alarm from since checkin admit pickup first in',
);
const CLOSING = roots(
  'end finish close until till to out off dropoff down decide offer settle resign refund stop reply answer sell publish cancel pay return package harvest complete gone left leave leaves solve resolve fix last',
);
const EITHER = roots('arrive arrival depart departure receive taken lend lent issue send sent');
