import type { Expr } from '../../plan.ts';
import type { TableEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { isWage } from './amounts.ts';
import { besides, isPlural, query } from './besides.ts';
import { dateOf, isKind } from './columns.ts';
import type { Form } from './form.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { groupKeysAt } from './groups.ts';
import { kindAt } from './kinds.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, select } from './query.ts';
import { rankedBy, rankedByNamed, SUPERLATIVES } from './rank-columns.ts';
import { besideOwn, shownOf } from './shown.ts';
import { ahead } from './states.ts';
import { holding, isServing, SERVED } from './staying.ts';
import { narrowed, type Things } from './things.ts';
import { ordered } from './tops.ts';

/** "which truck has the highest mileage", "the driver with the lowest rating": the first by a column of its own. */
export const byOwnColumn: Form = (ground, at) => [...paidMost(ground, at), ...highestOf(ground, at)];

/** "who earns the most", "which trainer gets paid the least", "the best paid trainer": by the one wage that people have. */
const paidMost: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'is']));
  const ranked =
    after(ground, at, ['best paid', 'highest paid', 'highest earning', 'top earning']) ?? after(ground, at, ['lowest paid', 'worst paid']);
  const people = peopleIn(ground.lexicon).filter(({ columns }) => wageIn(columns) !== null);
  const [only, ...more] = people;
  const anybody = only === undefined || more.length > 0 ? [] : [found<Things>({ table: only.table.name, filters: [] }, at + 1, 0.05)];
  const heads = ranked === null && word(ground, at) === 'who' ? anybody : headsAt(ground, ranked ?? at);
  return heads.flatMap((head) => {
    const wage = wageIn(entry(ground, head.value.table).columns);
    const said = after(ground, head.end, EARNS);
    const most = said === null ? null : after(ground, said, ['the most', 'most', 'the highest wage', 'the highest salary']);
    const end = ranked === null ? (most ?? (said === null ? null : after(ground, said, ['the least', 'least']))) : head.end;
    if (wage === null || end === null || (ranked !== null && isPlural(ground, end - 1))) return [];
    const lowest = ranked === null ? most === null : ['lowest', 'worst'].includes(word(ground, at));
    return modified(ground, { ...head, end }).map((things) =>
      query(() => ordered(ground, things.value, wage, lowest ? 'asc' : 'desc', 1), things),
    );
  });
};

const EARNS = ['earns', 'earn', 'is paid', 'are paid', 'gets paid', 'get paid', 'makes', 'gets'];

/** The one column that says what somebody is paid. */
function wageIn(columns: TableEntry['columns']): string | null {
  const [only, ...more] = columns.filter(
    ({ column, words }) => NUMERIC.has(column.type) && words.some(isWage) && !words.some((one) => one === 'from' || one === 'to'),
  );
  return only === undefined || more.length > 0 ? null : only.column.name;
}

/** "which truck has the highest mileage", "the driver with the lowest rating", "5 trucks with the highest mileage". */
const highestOf: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'is', 'top', 'are']));
  const number = countAt(ground, at);
  return headsAt(ground, number === null ? at : at + 1).flatMap((head) => {
    const { table } = head.value;
    const start = after(ground, head.end, ['has the', 'have the', 'had the', 'with the', 'got the', 'with']);
    if (start === null || isPlural(ground, head.end - 1) !== (number !== null && number > 1)) return [];
    const high = after(ground, start, ['highest', 'largest', 'biggest', 'most', 'greatest', 'longest', 'best', 'maximum', 'max', 'latest']);
    const low = after(ground, start, ['lowest', 'smallest', 'least', 'fewest', 'shortest', 'worst', 'minimum', 'min', 'earliest']);
    const from = high ?? low;
    if (from === null) return [];
    return columnsAt(ground, from, [table]).flatMap(({ value: { columns }, end, cost }) => {
      const [column, ...more] = columns;
      const own = entry(ground, table).columns.find((one) => one.column.name === column);
      if (column === undefined || more.length > 0 || own === undefined || own.reference || cost > 0.25) return [];
      if (!NUMERIC.has(own.column.type) && !(DATED.has(own.column.type) && ['latest', 'earliest'].includes(word(ground, from - 1))))
        return [];
      return modified(ground, { ...head, end, cost: head.cost + cost }).map((things) =>
        query(() => ordered(ground, things.value, column, high === null ? 'asc' : 'desc', number ?? 1), things),
      );
    });
  });
};

/** "cheapest product in each category", "latest order of each customer": the first of each group. */
export const firstOfEach: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'is', 'was', 'are']));
  const end = after(ground, at, SUPERLATIVES);
  if (end === null) return [];
  const said = ground.tokens
    .slice(at, end)
    .map(({ lower }) => lower)
    .join(' ');
  return headsAt(ground, end).flatMap((head) => {
    const { table } = head.value;
    const each = after(ground, head.end, ['in each', 'per', 'for each', 'of each', 'by', 'for every', 'in every', 'from each']);
    const ranked = rankedBy(ground, table, said);
    if (each === null || ranked === null) return [];
    const { column, direction } = ranked;
    // "last order by customer" may be one order.
    if (['last', 'first', 'next'].includes(said) && word(ground, each - 1) === 'by') return [];
    // "biggest member by monthly fee" is ranked by it.
    const numbered =
      word(ground, each - 1) === 'by' &&
      columnsAt(ground, each, [table]).some(({ value: { columns } }) =>
        entry(ground, table).columns.some(
          ({ column, reference }) => columns.includes(column.name) && NUMERIC.has(column.type) && !reference,
        ),
      );
    return (numbered ? [] : groupKeysAt(ground, each, table)).flatMap((key) =>
      key.value.pairs !== undefined || key.value.time
        ? []
        : modified(ground, { ...head, end: key.end, cost: head.cost + key.cost + 0.1 }).map((things) =>
            query(
              () => {
                const scope = createScope(ground, table);
                const keys = key.value.keys(scope);
                const value = columnIn(scope.as, column);
                const order = (expr: Expr, way: 'asc' | 'desc') => ({ expr, direction: way, nulls: 'last' as const });
                const own = shownOf(ground, table, scope);
                const shown = [...besideOwn(key.value.shown(scope), own), ...own];
                const columns = own.some(({ as }) => as === column) ? shown : [...shown, { expr: value, as: column }];
                return select(scope, things.value, {
                  distinctOn: keys,
                  columns,
                  orderBy: [...keys.map((expr) => order(expr, 'asc')), order(value, direction)],
                });
              },
              { ...things, notes: [...things.notes, ...ranked.notes] },
            ),
          ),
    );
  });
};

/** A superlative and the noun it is said of: "the latest 10 activities", "which play is the cheapest". */
interface Superlative {
  readonly said: string;
  readonly number: number | null;
  readonly head: Read<Things>;
}

function superlativesAt(ground: Ground, from: number): Superlative[] {
  const saidIn = (at: number, end: number) =>
    ground.tokens
      .slice(at, end)
      .map(({ lower }) => lower)
      .join(' ');
  const at = past(ground, from, new Set(['the', 'our', 'my', 'is', 'was', 'a', 'were', 'are', 'single']));
  const before = countAt(ground, at);
  const adjective = before === null ? at : at + 1;
  const end = after(ground, adjective, SUPERLATIVES);
  if (end !== null) {
    const later = before === null ? countAt(ground, end) : null;
    const start = later === null ? end : end + 1;
    return [...headsAt(ground, start), ...kindAt(ground, start, true)].map((head) => ({
      said: saidIn(adjective, end),
      number: before ?? later,
      head,
    }));
  }
  // "which play is the cheapest"
  return headsAt(ground, at).flatMap((head) => {
    const is = after(ground, head.end, ['is the', 'was the', 'is our', 'is my', 'is']);
    const to = is === null ? null : after(ground, is, SUPERLATIVES);
    return is === null || to === null ? [] : [{ said: saidIn(is, to), number: null, head: { ...head, end: to } }];
  });
}

/** "latest 10 activities with the customer name", "biggest invoice this year", "5 most recent orders", "which play is the cheapest". */
export const extremes: Form = (ground, from) =>
  superlativesAt(ground, from).flatMap(({ said, number, head }) => {
    const { table } = head.value;
    if (isPlural(ground, head.end - 1) !== (number !== null && number > 1)) return [];
    const by = word(ground, head.end) === 'by' ? rankedByNamed(ground, table, said, head.end + 1) : null;
    const ranked = by ?? rankedBy(ground, table, said);
    if (ranked === null) return [];
    const { column, direction, notes } = ranked;
    const coming = ahead(ground, table);
    const isNext = ['next', 'upcoming'].includes(said);
    if (isNext && coming === null) return [];
    const start = by === null ? head : { ...head, end: by.end };
    return modified(ground, isNext && coming !== null ? { ...start, value: narrowed(head.value, coming) } : start).flatMap((things) => {
      const make = () => ordered(ground, things.value, column, direction, number ?? 1);
      const read = { ...things, cost: things.cost + 0.1, notes: [...things.notes, ...notes] };
      return [
        query(make, read),
        ...besides(ground, things, make).map((one) => ({ ...one, cost: one.cost + read.cost, notes: read.notes })),
      ];
    });
  });

/** "who has been here the longest", "5 doctors who have been with us the longest", "which member has been a member the longest". */
export const tenures: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our']));
  const number = countAt(ground, at);
  const start = number === null ? at : at + 1;
  const who = word(ground, start) === 'who';
  const heads: Read<Things>[] = who
    ? peopleIn(ground.lexicon).map(({ table }) => ({ value: { table: table.name, filters: [] }, end: start + 1, cost: 0.15, notes: [] }))
    : headsAt(ground, start);
  return heads.flatMap((head) => {
    const { table } = head.value;
    const been = after(ground, past(ground, head.end, new Set(['who', 'that'])), ['has been', 'have been', 'has worked', 'have worked']);
    const staff = ['here', 'with us', 'for us', 'at the company'];
    const noun = entry(ground, table).words.at(-1) ?? '';
    const served = been === null ? null : after(ground, been, [`a ${noun}`, `an ${noun}`, `${noun}s`, `our ${noun}`, `our ${noun}s`]);
    const placed = been === null ? null : (served ?? (who && SERVED.has(noun) ? null : after(ground, been, staff)));
    const most = placed === null ? null : after(ground, placed, ['the longest', 'longest']);
    const least = placed === null || most !== null ? null : after(ground, placed, ['the shortest', 'shortest']);
    const end = most ?? least;
    const dated = dateOf(ground, table, ['joined', 'hired']);
    if (end === null || dated === null || !isServing(ground, table, dated.column.name)) return [];
    // Whoever left is not here.
    const staying = holding(ground, table, false);
    if (staying === null && entry(ground, table).columns.some(isKind)) return [];
    const things = staying === null ? head.value : narrowed(head.value, staying);
    const direction = least === null ? 'asc' : 'desc';
    return [query(() => ordered(ground, things, dated.column.name, direction, number ?? 1), { ...head, end })];
  });
};

const countAt = (ground: Ground, at: number): number | null => {
  const token = ground.tokens[at];
  return token === undefined ||
    token.number === null ||
    token.kind === 'quoted' ||
    !Number.isInteger(token.number) ||
    token.number < 1 ||
    token.number > 1000
    ? null
    : token.number;
};
