import type { Group, Measure, What } from '../plain/sentence.ts';
import { type Amount, amountsOf, numbersIn, unitsOf } from './amounts.ts';
import { means, shares } from './averages.ts';
import { contrasted } from './contrast.ts';
import { lengths } from './lengths.ts';
import { type Grouping, groupings } from './groups.ts';
import { lookups } from './lookups.ts';
import type { Part } from './meanings.ts';
import { ranked } from './ranked.ts';
import { isDated, markedColumn, type State } from './state.ts';

/** What may be asked for of the things, the parts that say it, and how far it is from these. */
export interface Ask {
  readonly what: What;
  readonly uses: readonly Part[];
  readonly cost: number;
}

const RANKING: ReadonlySet<string> = new Set(['most', 'least', 'latest', 'earliest', 'next']);
const MEASURING: ReadonlySet<string> = new Set(['count', 'amount', 'average']);

/** What is asked for of the things, in each way that it may be meant; none where some of it finds no place. */
export function asked(state: State): Ask[] {
  const cues = state.parts.filter((part) => part.cue !== null && !state.used.has(part));
  const cueOf = (kind: string) => cues.find(({ cue }) => cue?.kind === kind);
  const share = cueOf('percentage');
  if (share !== undefined) return shares(state, share);
  const ranking = cues.find(({ cue }) => cue !== null && RANKING.has(cue.kind));
  if (ranking !== undefined && cueOf('average') === undefined) return ranked(state, ranking);
  const per = means(state);
  const length = cueOf('unit');
  if (length !== undefined) return [...per, ...lengths(state, length)];
  const by = groupings(state);
  if (by === null) return per;
  const measuring = cues.filter(({ cue }) => cue !== null && MEASURING.has(cue.kind));
  const amounts = measured(state, measuring, by.length > 0);
  const contrasts = contrasted(state, measuring);
  if (contrasts.length > 0 && by.length === 0) return contrasts;
  if (measuring.length > 0 || by.length > 0) return [...per, ...amounts.flatMap((one) => groupedBy(one, by, measuring))];
  return [...lookups(state), ...listed(state)];
}

const groupedBy = ({ measure, uses, cost }: Amount, by: readonly Grouping[], cues: readonly Part[]): Ask[] =>
  by.length === 0
    ? [asking(measure, null, [...uses, ...cues], cost)]
    : by.map((one, at) => asking(measure, one.by, [...uses, ...cues, ...one.uses], cost + 0.05 * at));

export const asking = (measure: Measure, by: Group | null, uses: readonly Part[], cost: number): Ask => ({
  what: { kind: 'measure', measure, by },
  uses,
  cost,
});

/** Numbers of the things: how many, what they come to, or the average. */
export function measured(state: State, cues: readonly Part[], grouped: boolean): Amount[] {
  const kinds = new Set(cues.map(({ cue }) => cue?.kind));
  if (kinds.has('average')) return amountsOf(state, 'avg');
  const count: Amount = { measure: { kind: 'count' }, uses: [], cost: 0 };
  const sums = amountsOf(state, 'sum');
  const told = numbersIn(state).length > 0 || sums.some(({ cost }) => cost <= UNIT);
  if (kinds.has('amount')) return sums;
  if (kinds.has('count')) {
    if (told) return sums;
    return [...unitsOf(state).map((measure): Amount => ({ measure, uses: [], cost: 0 })), count];
  }
  const money = sums.some(({ uses }) => uses.length > 0);
  return grouped ? (told || money ? sums : [count]) : [];
}

const UNIT = 0.1;

/** The things themselves, or columns of theirs. */
function listed(state: State): Ask[] {
  const { parts, things, used, held, linked } = state;
  const columns = parts.filter(
    (part) =>
      part.mark?.kind === 'column' &&
      part.mark.table === things.table.name &&
      !used.has(part) &&
      !isDated(markedColumn(state, part.mark)),
  );
  const names = columns.flatMap(({ mark }) => (mark?.kind === 'column' ? [mark.column] : []));
  if (names.length === 0) return [{ what: { kind: 'list' }, uses: [], cost: 0 }];
  const kinds = parts.some(({ words }) => /^(?:different|kinds?|types?|sorts?|which|what)$/.test(words));
  const distinct = kinds || (held.length === 0 && linked.size === 0);
  return [{ what: { kind: 'columns', columns: [...new Set(names)], distinct }, uses: columns, cost: 0 }];
}
