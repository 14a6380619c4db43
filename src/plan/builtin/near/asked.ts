import type { Group } from '../plain/sentence.ts';
import { type Amount, amountsOf, isMoney, isMoneyWord, isWorth, measured, moneyWords, numbersIn, stockWorth } from './amounts.ts';
import { type Ask, asking } from './ask.ts';
import { means } from './averages.ts';
import { contrasted } from './contrast.ts';
import { type Grouping, groupings } from './groups.ts';
import { lengths } from './lengths.ts';
import { lookups } from './lookups.ts';
import type { Part } from './meaning.ts';
import { orderedBy } from './order.ts';
import { ranked } from './ranked.ts';
import { rated } from './rates.ts';
import { shares } from './shares.ts';
import { hasOne, isDated, isSaid, markedColumn, type State } from './state.ts';
import { textsAsked } from './text-groups.ts';

const RANKING: ReadonlySet<string> = new Set(['most', 'least', 'latest', 'earliest', 'next']);
const OF_ALL = 0.4;
const MEASURING: ReadonlySet<string> = new Set(['count', 'amount', 'average']);

/** What is asked for of the things, in each way that it may be meant; none where some of it finds no place. */
export function asked(state: State, today: string): Ask[] {
  const cues = state.parts.filter((part) => part.cue !== null && !state.used.has(part));
  const cueOf = (kind: string) => cues.find(({ cue }) => cue?.kind === kind);
  const share = cueOf('percentage');
  if (share !== undefined) return shares(state, share);
  const per = means(state);
  const length = cueOf('unit');
  if (length !== undefined) return [...per, ...lengths(state, length)];
  const first = orderedBy(state.parts)?.uses ?? [];
  const ranking = cues.find((part) => part.cue !== null && RANKING.has(part.cue.kind) && !first.includes(part));
  if (ranking !== undefined && cueOf('average') === undefined) return ranked(state, ranking, today);
  const measuring = cues.filter(({ cue }) => cue !== null && MEASURING.has(cue.kind));
  const contrasts = contrasted(state, measuring);
  const rates = rated(state, measuring);
  const by = groupings(state);
  if (by === null) return [...per, ...contrasts, ...rates];
  const kinds = differing(state, cueOf('count'));
  if (kinds.length > 0 && per.length === 0) return kinds;
  const amounts = measured(state, measuring, by.length > 0);
  if (contrasts.length > 0 && by.length === 0) return contrasts;
  if (rates.length > 0) return rates;
  // "how many courses does a student take" asks for no number of all.
  const isOfAny = state.parts.some(({ anyOne }) => anyOne);
  if (measuring.length > 0 || by.length > 0)
    return [...per, ...amounts.flatMap((one) => groupedBy({ ...one, cost: one.cost + (isOfAny ? OF_ALL : 0) }, by, measuring))];
  const sums = spent(state);
  return [
    ...sums,
    ...lookups(state),
    ...textsAsked(state),
    ...(isSaid(state) || state.held.flat().some(({ part }) => part?.cue?.kind === 'short' || part?.cue?.kind === 'gone')
      ? listed(state)
      : []),
  ];
}

/** "what did the vet cost us in may", "what is our stock worth": what is told by words of money alone. */
function spent(state: State): Ask[] {
  const words = moneyWords(state);
  const named = numbersIn(state).filter(({ column, part }) => isMoney(column) && isMoneyWord(part));
  const isPeriod = state.parts.some(({ period }) => period !== null);
  if (isPeriod && named.length > 0)
    return named.map(({ field, part }) => asking({ kind: 'sum', column: field, times: null }, null, [part], 0));
  const worth = stockWorth(state);
  if (worth.length > 0) return worth.map(({ measure, uses, cost }) => asking(measure, null, uses, cost));
  if (words.length === 0 || !(isPeriod || words.some(isWorth))) return [];
  return amountsOf(state, 'sum').map(({ measure, uses, cost }) => asking(measure, null, uses, cost));
}

const groupedBy = ({ measure, uses, cost }: Amount, by: readonly Grouping[], cues: readonly Part[]): Ask[] =>
  by.length === 0
    ? [asking(measure, null, [...uses, ...cues], cost)]
    : by.map((one, at) => asking(measure, one.by, [...uses, ...cues, ...one.uses], cost + 0.05 * at));

/** "how many different trees did we plant": of what each of the things has one of. */
function differing(state: State, count: Part | undefined): Ask[] {
  const of = state.parts.find((part) => part.different && part.mark !== null && !state.used.has(part));
  const { mark } = of ?? {};
  if (count === undefined || of === undefined || mark === undefined || mark === null || mark.kind === 'value') return [];
  if (!hasOne(state, mark.table) || (mark.kind === 'table' && mark.table === state.things.table.name)) return [];
  const by: Group = { table: mark.table, column: mark.kind === 'table' ? null : mark.column };
  return [asking({ kind: 'different', of: by }, null, [count, of], 0)];
}

/** The things themselves, or columns of theirs. */
function listed(state: State): Ask[] {
  const { parts, things, used, held, linked } = state;
  const sorted = orderedBy(parts)?.uses ?? [];
  const columns = parts.filter(
    (part) =>
      !sorted.includes(part) &&
      part.mark?.kind === 'column' &&
      part.mark.table === things.table.name &&
      !used.has(part) &&
      !isDated(markedColumn(state, part.mark)),
  );
  const names = columns.flatMap(({ mark }) => (mark?.kind === 'column' ? [mark.column] : []));
  // "what kinds of books are there", of books with a genre.
  const isOfKinds = parts.some(({ different, mark }) => different && mark?.kind === 'table' && mark.table === things.table.name);
  const kinds =
    isOfKinds && held.length === 0
      ? things.columns.filter(({ column, words }) => column.type === 'text' && KINDS.has(words.at(-1) ?? ''))
      : [];
  if (kinds.length > 0)
    return kinds.map(({ column }) => ({ what: { kind: 'columns', columns: [column.name], distinct: true }, uses: columns, cost: 0 }));
  if (names.length === 0) return [{ what: { kind: 'list' }, uses: [], cost: 0 }];
  // "which countries have we posted to" are countries, of whichever customers.
  const [first] = parts.filter(({ mark }) => mark !== null);
  const isAny = held.flat().every(({ table, test }) => table !== things.table.name || test.kind !== 'is');
  const isKind = isAny && columns.length === 1 && first === columns[0] && !isThingsNamed(state) && isKindColumn(state, first);
  const distinct = isKind || columns.some(({ different }) => different) || (held.length === 0 && linked.size === 0);
  return [{ what: { kind: 'columns', columns: [...new Set(names)], distinct }, uses: columns, cost: 0 }];
}

const isThingsNamed = ({ parts, things }: State): boolean =>
  parts.some(({ mark }) => mark?.kind === 'table' && mark.table === things.table.name);

/** A text that several rows may share. */
function isKindColumn(state: State, part: Part | undefined): boolean {
  const column = markedColumn(state, part?.mark ?? null);
  return column !== null && column.column.type === 'text' && !state.things.label.includes(column.column.name);
}

const KINDS: ReadonlySet<string> = new Set('kind type genre category sort style breed species class cuisine'.split(' '));
