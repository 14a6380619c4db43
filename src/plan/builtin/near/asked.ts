import { DATED, NUMERIC } from '../expressions.ts';
import type { ColumnEntry } from '../lexicon.ts';
import type { Measure, What } from '../plain/sentence.ts';
import type { Part } from './meanings.ts';
import { columnOf, isEnd, isNumber, pathTo, type State } from './state.ts';

/** What is asked for of the things, in each way that it may be meant; none where some of it finds no place. */
export function asked(state: State): What[] {
  const { parts, used } = state;
  const cues = parts.filter((part) => part.cue !== null && !used.has(part));
  const kinds = new Set(cues.map(({ cue }) => cue?.kind));
  for (const part of cues) if (part.cue !== null && MEASURING.has(part.cue.kind)) used.add(part);
  const ranking = cues.find(({ cue }) => cue !== null && RANKING.has(cue.kind));
  // Of what is named first.
  if (kinds.has('percentage') && parts.find(({ mark }) => mark?.kind === 'table')?.mark?.table !== state.things.table.name) return [];
  if (kinds.has('percentage')) return kinds.size > 1 || state.by.length > 0 ? [] : [{ kind: 'percentage', of: [] }];
  if (kinds.has('unit'))
    return lengths(
      state,
      cues.find(({ cue }) => cue?.kind === 'unit'),
    );
  if (ranking !== undefined) return ranked(state, ranking);
  const [by = null] = state.by;
  const measured = (measure: Measure): What => ({ kind: 'measure', measure, by });
  if (kinds.has('average')) return numbersIn(state).map((column) => measured({ kind: 'avg', column, times: null }));
  if (kinds.has('count') || kinds.has('amount')) {
    const counted = numbersIn(state);
    const sums = counted.map((column) => measured({ kind: 'sum', column, times: null }));
    if (sums.length > 0) return sums;
    if (kinds.has('count')) return [...unitsOf(state).map(measured), measured({ kind: 'count' })];
    return amountsOf(state).map(measured);
  }
  if (by !== null) return [measured({ kind: 'count' })];
  const shown = parts.filter(
    ({ mark }, at) => mark?.kind === 'column' && mark.table === state.things.table.name && !used.has(parts[at] as Part),
  );
  const columns = shown.flatMap(({ mark }) => (mark?.kind === 'column' && !isDated(columnOf(state, mark)) ? [mark.column] : []));
  for (const part of shown) if (part.mark?.kind === 'column' && columns.includes(part.mark.column)) used.add(part);
  return columns.length === 0
    ? [{ kind: 'list' }]
    : [{ kind: 'columns', columns: [...new Set(columns)], distinct: state.tests.length === 0 && state.related.size === 0 }];
}

const MEASURING: ReadonlySet<string> = new Set(['count', 'amount', 'average', 'percentage', 'unit']);
const RANKING: ReadonlySet<string> = new Set(['most', 'least', 'latest', 'earliest']);

const isDated = (column: ColumnEntry | null): boolean => column !== null && DATED.has(column.column.type);

/** Number columns of the things that are named, which are then said. */
function numbersIn(state: State): string[] {
  const named = state.parts.filter(
    (part) =>
      part.mark?.kind === 'column' &&
      part.mark.table === state.things.table.name &&
      !state.used.has(part) &&
      isNumber(columnOf(state, part.mark)),
  );
  const [only, ...more] = named;
  if (only?.mark?.kind !== 'column' || more.length > 0) return [];
  state.used.add(only);
  return [only.mark.column];
}

const MONEY = new Set('price cost fee amount total revenue value paid charge charged rate'.split(' '));
/** What one of several costs. */
const SINGLE = new Set(['price', 'rate']);
const QUANTITY = new Set('quantity qty days hours nights'.split(' '));

/** What things come to: their amounts, a price by how many of them. */
function amountsOf({ things }: State): Measure[] {
  const numbers = things.columns.filter(isNumber);
  const amounts = numbers.filter(({ words }) => words.some((word) => MONEY.has(word)));
  const quantity = numbers.find(({ words }) => words.some((word) => QUANTITY.has(word)));
  return amounts.flatMap(({ column, words }): Measure[] => {
    const single = words.some((word) => SINGLE.has(word));
    if (single && quantity === undefined) return [];
    return [{ kind: 'sum', column: column.name, times: single ? (quantity?.column.name ?? null) : null }];
  });
}

/** "how many tickets", of ticket sales that each say how many: they are named by one of their words alone. */
function unitsOf(state: State): Measure[] {
  const quantity = state.things.columns.filter((one) => isNumber(one) && one.words.some((word) => UNITS.has(word)));
  return !isLoose(state) ? [] : quantity.map(({ column }) => ({ kind: 'sum', column: column.name, times: null }));
}

const isLoose = ({ things, parts }: State): boolean => {
  const of = parts.find(({ mark }) => mark?.kind === 'table' && mark.table === things.table.name);
  return (of?.mark?.cost ?? 0) >= LOOSE;
};

const UNITS = new Set(['quantity', 'qty', 'amount', 'seats', 'count']);
const LOOSE = 0.3;

/** "how long", of things with two dates: the stretch from each to each later one. */
function lengths({ things, by }: State, cue: Part | undefined): What[] {
  const dates = things.columns.filter(isDated);
  const unit =
    (['minute', 'hour', 'week', 'day'] as const).find((one) => cue?.words.includes(one)) ??
    (dates[0]?.column.type === 'date' ? 'day' : 'hour');
  const pairs = dates.flatMap((from) => dates.flatMap((to) => (isEnd(to) && !isEnd(from) ? [{ from, to }] : [])));
  return pairs
    .filter(({ from, to }) => from.column.type === to.column.type && !from.words.some((word) => PLANNED.has(word)))
    .map(({ from, to }) => ({
      kind: 'measure',
      measure: { kind: 'between', from: from.column.name, to: to.column.name, unit },
      by: by[0] ?? null,
    }));
}

const PLANNED = new Set(['until', 'due', 'expected', 'planned', 'deadline', 'birth']);

function ranked(state: State, part: Part): What[] {
  const { parts, used, things } = state;
  const { cue } = part;
  if (cue === null) return [];
  used.add(part);
  const count = parts.find((one) => one.number !== null && !used.has(one) && (one.end === part.from || one.from === part.end));
  if (count !== undefined) used.add(count);
  const many = count?.number ?? 1;
  const highest = cue.kind === 'most' || cue.kind === 'latest';
  const dates = cue.kind === 'latest' || cue.kind === 'earliest';
  const named = parts.find(
    ({ mark, from }) => mark?.kind === 'column' && from >= part.from && !used.has(parts.find((one) => one.from === from) as Part),
  );
  const mark = named?.mark;
  if (named !== undefined && mark?.kind === 'column' && mark.table === things.table.name && isRanked(columnOf(state, mark))) {
    used.add(named);
    return [
      ...tops(state, [{ kind: 'sum', column: mark.column, times: null }], highest, many, mark.column),
      { kind: 'extreme', column: mark.column, highest, many },
    ];
  }
  if (dates) {
    const columns = things.columns.filter((one) => isDated(one) || (NUMERIC.has(one.column.type) && one.words.includes('year')));
    return columns.map(({ column }) => ({ kind: 'extreme', column: column.name, highest, many }));
  }
  if (cue.of.length > 0) {
    const columns = things.columns.filter((one) => isNumber(one) && one.words.some((word) => cue.of.includes(word)));
    return columns.map(({ column }) => ({ kind: 'extreme', column: column.name, highest, many }));
  }
  const numbers = things.columns.filter(isNumber);
  const sole =
    numbers.length === 1 ? numbers.map(({ column }): Measure => ({ kind: 'sum', column: column.name, times: null })) : amountsOf(state);
  return tops(
    state,
    unitsOf(state).length > 0 || isLoose(state) ? [...sole, { kind: 'count' }] : [{ kind: 'count' }, ...sole],
    highest,
    many,
    null,
  );
}

const isRanked = (column: ColumnEntry | null): boolean => isNumber(column) || isDated(column);

/** "which shop sold the most", of sales: the table that each of them has one of. */
function tops(state: State, measures: readonly Measure[], highest: boolean, many: number, column: string | null): What[] {
  const owners = state.parts.filter(({ mark }) => mark?.kind === 'table' && mark.table !== state.things.table.name);
  const [owner, ...more] = owners;
  const edges = owner?.mark?.kind === 'table' ? pathTo(state, owner.mark.table) : null;
  if (owner?.mark?.kind !== 'table' || more.length > 0 || edges === null || !edges.every(({ toOne }) => toOne)) return [];
  if (column !== null && !isNumber(columnOf(state, { table: state.things.table.name, column }))) return [];
  state.used.add(owner);
  const by = { table: owner.mark.table, column: null };
  return measures.map((measure) => ({ kind: 'top', measure, by, highest, many }));
}
