import type { Expr, Query } from '../../plan.ts';
import { UNITS } from '../calendar.ts';
import { DATED, NUMERIC } from '../expressions.ts';
import { rootOf } from '../lexicon.ts';
import { stem } from '../stem.ts';
import { birthOf, dateOf, moneyOf } from './columns.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { byColumns, byThing, groupedQuery, groupKeysAt } from './groups.ts';
import { movedIn } from './income.ts';
import { counted, type Measure, measuresAt } from './measures.ts';
import { dateNote, isLinkVerb, modified } from './modifiers.ts';
import { headsAt, kindAt } from './noun-phrase.ts';
import { columnIn, createScope, select } from './query.ts';
import type { Form } from './questions.ts';
import { listQuery, shownOf } from './shown.ts';
import { narrowed, type Things } from './things.ts';

const query = (make: () => Query, { end, cost, notes }: Pick<Read<unknown>, 'end' | 'cost' | 'notes'>): Read<() => Query> =>
  found(make, end, cost, notes);

const MOST = [
  'the most',
  'most',
  'the highest number of',
  'the largest number of',
  'the biggest number of',
  'the highest',
  'the greatest number of',
];
const FEWEST = ['the fewest', 'the least', 'fewest', 'the lowest number of', 'the smallest number of'];

/** "which month had the most completed appointments", "which customer has the highest total amount". */
export const mostOf: Form = (ground, at) => {
  const reads: Read<() => Query>[] = [];
  for (let verb = at + 1; verb <= Math.min(at + 4, ground.tokens.length - 2); verb += 1) {
    const start = pastVerb(ground, verb);
    for (const end of start) {
      const most = after(ground, end, MOST);
      const fewest = after(ground, end, FEWEST);
      const from = most ?? fewest;
      if (from === null) continue;
      const paid = after(ground, from, ['money', 'revenue', 'income']);
      const moved = (end === verb + 1 && SPENDING.has(word(ground, verb))) || (paid !== null && MAKING.has(word(ground, verb)));
      for (const money of moved ? movedIn(ground) : [])
        for (const things of modified(ground, found(money.things, paid ?? from, 0.1, [money.note])))
          for (const key of groupKeysAt(ground, at, things.value.table)) {
            if (key.end !== verb || isPlural(ground, verb - 1)) continue;
            const measure: Measure = {
              things: things.value,
              value: (scope) => ({ kind: 'aggregate', fn: 'sum', arg: money.worth(scope) }),
              as: 'total',
            };
            reads.push(
              query(() => groupedQuery(ground, measure, [key.value], { direction: most === null ? 'asc' : 'desc', limit: 1 }), {
                end: things.end,
                cost: things.cost + key.cost,
                notes: [...things.notes, ...key.notes],
              }),
            );
          }
      const things = headsAt(ground, from).flatMap((head) => modified(ground, head));
      const measures: Read<Measure>[] = [...things.map(counted), ...measuresAt(ground, from).filter(({ value }) => value.as !== 'count')];
      for (const measure of measures)
        for (const key of groupKeysAt(ground, at, measure.value.things.table)) {
          if (key.end !== verb) continue;
          const limit = isPlural(ground, verb - 1) ? null : 1;
          if (limit === null) continue;
          reads.push(
            query(() => groupedQuery(ground, measure.value, [key.value], { direction: most === null ? 'asc' : 'desc', limit }), {
              end: measure.end,
              cost: measure.cost + key.cost,
              notes: [...measure.notes, ...key.notes],
            }),
          );
        }
    }
  }
  return reads;
};

const MAKING = new Set('made makes brought brings earned earns generated generates'.split(' '));
const SPENDING = new Set(['spent', 'spends', 'paid', 'pays', 'earned', 'earns']);

const isPlural = (ground: Ground, at: number): boolean => stem(word(ground, at)) !== word(ground, at) && !/ss$/.test(word(ground, at));

/** Ends of "has", "did we have", "wrote". */
function pastVerb(ground: Ground, at: number): number[] {
  const aux = after(ground, at, [
    'did we have',
    'did i have',
    'did we get',
    'did we make',
    'do we have',
    'has had',
    'have had',
    'had',
    'has',
    'have',
    'got',
    'with',
    'saw',
    'made',
    'brought in',
    'makes',
    'brings in',
    'earned',
    'generated',
    'generates',
    'gets',
    'was',
    'is',
  ]);
  const own = isLinkVerb(word(ground, at)) ? [at + 1] : [];
  return [...(aux === null ? [] : [aux]), ...own];
}

/** "which plan is the most popular", "which tags are used the most", "most common reason", "which account do i use the most". */
export const popular: Form = (ground, at) => {
  const before = after(ground, at, ['the most', 'most', 'our most', 'my most']);
  const adjective = before === null ? null : popularAt(ground, before);
  const starts = adjective === null ? [at] : [adjective.end];
  return starts
    .flatMap((start) => [
      ...tablesAt(ground, start).map(({ value, end, cost }) => ({ table: value, columns: null, end, cost })),
      ...ground.lexicon.tables.flatMap(({ table }) =>
        columnsAt(ground, start, [table.name])
          .filter(({ value, cost }) => cost <= 0.1 && !isThing(ground, value.table, value.columns))
          .map(({ value, end, cost }) => ({ table: table.name, columns: value.columns, end, cost: cost + 0.05 })),
      ),
    ])
    .flatMap((of) => {
      const tail = adjective === null ? popularAfter(ground, of.end) : { end: of.end, verb: adjective.verb };
      if (tail === null) return [];
      const limit = isPlural(ground, of.end - 1) ? undefined : 1;
      if (of.columns !== null) {
        const { table, columns } = of;
        const rivals = ground.lexicon.tables.filter(
          ({ table: { name } }) =>
            name !== table && columnsAt(ground, starts[0] ?? at, [name]).some(({ end, cost }) => end === of.end && cost <= 0.15),
        );
        if (rivals.length > 0 || tail.verb !== null) return [];
        const said = after(ground, tail.end, ['for', 'of', 'among', 'for our', 'in']);
        const heads =
          said === null
            ? [found<Things>({ table, filters: [] }, tail.end)]
            : headsAt(ground, said).filter(({ value }) => value.table === table);
        return heads
          .flatMap((head) => modified(ground, head))
          .map((things) =>
            query(() => groupedQuery(ground, counted(things).value, [byColumns(table, columns)], limit === undefined ? {} : { limit }), {
              ...things,
              cost: things.cost + of.cost,
            }),
          );
      }
      const uses = usesOf(ground, of.table, tail.verb);
      if (uses === null) return [];
      return modified(ground, found<Things>({ table: uses, filters: [] }, tail.end)).map((things) =>
        query(() => groupedQuery(ground, counted(things).value, [byThing(ground, of.table)], limit === undefined ? {} : { limit }), {
          ...things,
          cost: things.cost + of.cost,
          notes: [...things.notes, `The most ${tail.verb ?? 'popular'} is what has the most ${uses.replaceAll('_', ' ')}.`],
        }),
      );
    });
};

/** A column that only names or numbers its rows. */
const isThing = (ground: Ground, table: string, columns: readonly string[]): boolean => {
  const own = entry(ground, table);
  return columns.some(
    (column) =>
      own.label.includes(column) ||
      own.table.primaryKey.includes(column) ||
      own.columns.some((one) => one.column.name === column && (one.reference || DATED.has(one.column.type))),
  );
};

const POPULAR = new Set(['popular', 'used', 'common', 'frequent', 'frequently', 'commonly']);

function popularAt(ground: Ground, at: number): { end: number; verb: string | null } | null {
  const said = word(ground, at);
  if (POPULAR.has(said)) return { end: word(ground, at + 1) === 'used' && said !== 'used' ? at + 2 : at + 1, verb: null };
  return /^[a-z]{4,}ed$/.test(said) && said !== 'based' ? { end: at + 1, verb: said } : null;
}

function popularAfter(ground: Ground, at: number): { end: number; verb: string | null } | null {
  const used = after(ground, at, [
    'is used the most',
    'are used the most',
    'is used most',
    'are used most',
    'do we use the most',
    'do i use the most',
    'gets used the most',
    'get used the most',
    'do we use most',
    'do i use most',
    'are used most often',
    'is used most often',
    'do i use most often',
  ]);
  if (used !== null) return { end: used, verb: null };
  const most = after(ground, at, ['is the most', 'are the most', 'is most', 'are most', 'was the most', 'were the most']);
  return most === null ? null : popularAt(ground, most);
}

/** Where uses of a thing are kept: the one table that belongs to it, or the one that the verb names. */
function usesOf(ground: Ground, table: string, verb: string | null): string | null {
  const near = (ground.graph.edges.get(table) ?? []).filter(({ toOne }) => !toOne).map(({ to }) => to);
  const said =
    verb === null
      ? near
      : near.filter((name) => entry(ground, name).words.some((one) => rootOf(one).slice(0, 5) === rootOf(verb).slice(0, 5)));
  const [only, ...more] = [...new Set(said)];
  return only === undefined || more.length > 0 ? null : only;
}

/** "top 3 customers by invoiced amount", "the 5 agents with the most open tickets", "top 3 most prescribed medications". */
export const tops: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  const top = ['top', 'bottom'].includes(word(ground, at)) ? at + 1 : at;
  const number = ground.tokens[top]?.number ?? null;
  if (number === null || number < 1 || number > 1000 || ground.tokens[top]?.kind === 'quoted') return [];
  const limit = number;
  const start = top + 1;
  const reads: Read<() => Query>[] = [];
  if (top > at)
    for (const key of keysAt(ground, start)) {
      const by = after(ground, key.end, ['by', 'in terms of', 'based on', 'by the']);
      if (by === null) continue;
      for (const measure of measuresAt(ground, by)) {
        for (const group of groupKeysAt(ground, start, measure.value.things.table)) {
          if (group.end !== key.end) continue;
          const direction = word(ground, at) === 'top' ? 'desc' : 'asc';
          reads.push(
            query(() => groupedQuery(ground, measure.value, [group.value], { direction, limit }), {
              end: measure.end,
              cost: measure.cost + group.cost,
              notes: [...measure.notes, ...group.notes],
            }),
          );
        }
      }
      for (const things of headsAt(ground, start).filter(({ end }) => end === key.end))
        for (const column of columnsAt(ground, by, [things.value.table]))
          reads.push(
            ...byColumn(
              ground,
              things,
              column.value.columns,
              { end: column.end, cost: things.cost + column.cost, notes: things.notes },
              'desc',
              limit,
            ),
          );
    }
  const most = after(ground, start, ['most']);
  const adjective = most === null ? null : popularAt(ground, most);
  if (adjective !== null)
    for (const { value: table, end, cost } of tablesAt(ground, adjective.end)) {
      const uses = usesOf(ground, table, adjective.verb);
      if (uses === null) continue;
      for (const things of modified(ground, found<Things>({ table: uses, filters: [] }, end)))
        reads.push(
          query(() => groupedQuery(ground, counted(things).value, [byThing(ground, table)], { limit }), {
            ...things,
            cost: things.cost + cost,
            notes: [...things.notes, `The most ${adjective.verb ?? 'popular'} is what has the most ${uses.replaceAll('_', ' ')}.`],
          }),
        );
    }
  return reads;
};

const keysAt = (ground: Ground, at: number): Read<string>[] => {
  const columns = ground.lexicon.tables.flatMap(({ table }) =>
    columnsAt(ground, at, [table.name]).map(({ end, cost }) => found(table.name, end, cost)),
  );
  const units = UNITS.some((unit) => word(ground, at) === unit || word(ground, at) === `${unit}s`) ? [found('', at + 1)] : [];
  const ends = new Map([...tablesAt(ground, at), ...columns, ...units].map((read) => [read.end, read]));
  return [...ends.values()];
};

function byColumn(
  ground: Ground,
  things: Read<Things>,
  columns: readonly string[],
  read: Pick<Read<unknown>, 'end' | 'cost' | 'notes'>,
  direction: 'asc' | 'desc',
  limit: number,
): Read<() => Query>[] {
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0) return [];
  return [query(() => ordered(ground, things.value, column, direction, limit), read)];
}

/** The first of some things in the order of a column of theirs, with that column beside what names them. */
function ordered(ground: Ground, things: Things, column: string, direction: 'asc' | 'desc', limit: number): Query {
  const present = narrowed(things, {
    kind: 'test',
    table: things.table,
    not: true,
    test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column) }),
  });
  const nullable = entry(ground, things.table).columns.some((own) => own.column.name === column && own.column.nullable);
  const scope = createScope(ground, things.table);
  const plain = listQuery(ground, nullable ? present : things, {
    orderBy: [{ expr: columnIn(scope.as, column), direction, nulls: 'last' }],
    limit,
  });
  const known = plain.columns.some(({ as }) => as === column);
  return known ? plain : { ...plain, columns: [...plain.columns, { expr: columnIn(things.table, column), as: column }] };
}

const BY_DATE: Readonly<Record<string, 'asc' | 'desc'>> = {
  latest: 'desc',
  newest: 'desc',
  'most recent': 'desc',
  last: 'desc',
  recent: 'desc',
  oldest: 'asc',
  youngest: 'desc',
  earliest: 'asc',
  first: 'asc',
};
const BY_MONEY: Readonly<Record<string, 'asc' | 'desc'>> = {
  biggest: 'desc',
  largest: 'desc',
  highest: 'desc',
  'most expensive': 'desc',
  priciest: 'desc',
  smallest: 'asc',
  lowest: 'asc',
  cheapest: 'asc',
  'least expensive': 'asc',
  costliest: 'desc',
};

const BY_WORDS: Readonly<Record<string, { readonly of: readonly string[]; readonly direction: 'asc' | 'desc' }>> = {
  heaviest: { of: ['weight', 'kg', 'lb', 'lbs', 'ton'], direction: 'desc' },
  lightest: { of: ['weight', 'kg', 'lb', 'lbs', 'ton'], direction: 'asc' },
  longest: {
    of: ['length', 'distance', 'duration', 'minutes', 'minute', 'hours', 'hour', 'km', 'mile', 'miles', 'word', 'page', 'pages'],
    direction: 'desc',
  },
  shortest: { of: ['length', 'distance', 'duration', 'minutes', 'minute', 'hours', 'hour', 'km', 'mile', 'miles'], direction: 'asc' },
  fastest: { of: ['speed'], direction: 'desc' },
  tallest: { of: ['height'], direction: 'desc' },
  'highest paid': { of: ['salary', 'wage', 'pay'], direction: 'desc' },
  'best paid': { of: ['salary', 'wage', 'pay'], direction: 'desc' },
  'lowest paid': { of: ['salary', 'wage', 'pay'], direction: 'asc' },
};

/** The one column of numbers whose name has one of some words. */
function numberOf(ground: Ground, table: string, names: readonly string[]): string | null {
  const columns = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.some((own) => names.includes(own)),
  );
  const [only, ...more] = columns;
  return only === undefined || more.length > 0 ? null : only.column.name;
}

/** "which truck has the highest mileage", "the driver with the lowest rating": the first by a column of its own. */
export const byOwnColumn: Form = (ground, at) =>
  headsAt(ground, past(ground, at, new Set(['the', 'is']))).flatMap((head) => {
    const { table } = head.value;
    const start = after(ground, head.end, ['has the', 'have the', 'had the', 'with the', 'got the']);
    if (start === null || isPlural(ground, head.end - 1)) return [];
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
        query(() => ordered(ground, things.value, column, high === null ? 'asc' : 'desc', 1), things),
      );
    });
  });

/** "cheapest product in each category", "latest order of each customer": the first of each group. */
export const firstOfEach: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'is', 'was', 'are']));
  const dated = after(ground, at, Object.keys(BY_DATE));
  const priced = after(ground, at, Object.keys(BY_MONEY));
  const end = dated ?? priced;
  if (end === null) return [];
  const said = ground.tokens
    .slice(at, end)
    .map(({ lower }) => lower)
    .join(' ');
  return headsAt(ground, end).flatMap((head) => {
    const { table } = head.value;
    const each = after(ground, head.end, ['in each', 'per', 'for each', 'of each', 'by', 'for every', 'in every', 'from each']);
    const column = dated === null ? moneyOf(ground, table) : (dateOf(ground, table)?.column ?? null);
    if (each === null || column === null || ['oldest', 'first', 'last'].includes(said)) return [];
    const direction = (dated === null ? BY_MONEY : BY_DATE)[said] ?? 'desc';
    return groupKeysAt(ground, each, table).flatMap((key) =>
      key.value.pairs !== undefined || key.value.time
        ? []
        : modified(ground, { ...head, end: key.end, cost: head.cost + key.cost + 0.1 }).map((things) =>
            query(() => {
              const scope = createScope(ground, table);
              const keys = key.value.keys(scope);
              const value = columnIn(scope.as, column.name);
              const order = (expr: Expr, way: 'asc' | 'desc') => ({ expr, direction: way, nulls: 'last' as const });
              const own = shownOf(ground, table, scope);
              const shown = [
                ...key.value.shown(scope).map((one) => (own.some(({ as }) => as === one.as) ? { ...one, as: `group_${one.as}` } : one)),
                ...own,
              ];
              const columns = own.some(({ as }) => as === column.name) ? shown : [...shown, { expr: value, as: column.name }];
              return select(scope, things.value, {
                distinctOn: keys,
                columns,
                orderBy: [...keys.map((expr) => order(expr, 'asc')), order(value, direction)],
              });
            }, things),
          ),
    );
  });
};

/** "which country do most of our customers come from", "what payment method do most orders use". */
export const mostCommon: Form = (ground, at) => {
  for (let end = at + 1; end <= Math.min(at + 3, ground.tokens.length - 2); end += 1) {
    const start = after(ground, end, [
      'do most of our',
      'do most of the',
      'do most',
      'did most',
      'are most of our',
      'are most',
      'do the most',
      'has most of our',
      'have most of our',
      'do most of my',
      'did the most',
    ]);
    if (start === null) continue;
    const reads = headsAt(ground, start).flatMap((head) =>
      modified(ground, head).flatMap((things) => {
        const to = after(ground, things.end, [
          'come from',
          'live in',
          'use',
          'have',
          'in',
          'belong to',
          'fall into',
          'work in',
          'pay with',
          'get',
          'happen in',
          'happen on',
          'from',
          'come in',
          'happen',
          'go to',
          'come through',
          'come in through',
        ]);
        if (to === null) return [];
        return groupKeysAt(ground, at, head.value.table).flatMap((key) =>
          key.end === end
            ? [
                query(() => groupedQuery(ground, counted(things).value, [key.value], { limit: 1 }), {
                  end: to,
                  cost: things.cost + key.cost,
                  notes: [...things.notes, ...key.notes],
                }),
              ]
            : [],
        );
      }),
    );
    if (reads.length > 0) return reads;
  }
  return [];
};

/** By what column a superlative ranks rows of a table, and which way; null where no single column says it. */
function rankedBy(
  ground: Ground,
  table: string,
  said: string,
): { column: string; direction: 'asc' | 'desc'; notes: readonly string[] } | null {
  const birth = ['oldest', 'youngest', 'eldest'].includes(said) ? birthOf(ground, table) : null;
  if (birth !== null) return { column: birth.name, direction: said === 'youngest' ? 'desc' : 'asc', notes: [] };
  const worded = BY_WORDS[said];
  if (worded !== undefined) {
    const named = numberOf(ground, table, worded.of);
    return named === null ? null : { column: named, direction: worded.direction, notes: [`The number is ${table}.${named}.`] };
  }
  const priced = BY_MONEY[said];
  if (priced !== undefined) {
    const money = moneyOf(ground, table)?.name ?? (SIZED.has(said) ? numberOf(ground, table, SIZES) : null);
    return money === null ? null : { column: money, direction: priced, notes: [`The amount is ${table}.${money}.`] };
  }
  const dated = said === 'youngest' ? null : (dateOf(ground, table)?.column ?? null);
  // The oldest of people is nobody's first day.
  if (dated === null || (said === 'oldest' && PEOPLES.test(dated.name))) return null;
  return { column: dated.name, direction: BY_DATE[said] ?? 'desc', notes: dateNote(ground, table, []) };
}

const SUPERLATIVES = [BY_DATE, BY_MONEY, BY_WORDS].flatMap((words) => Object.keys(words));
const SIZED = new Set(['biggest', 'largest', 'smallest']);
const SIZES = ['size', 'area', 'hectare', 'hectares', 'acre', 'acres', 'sqm', 'capacity', 'population'];

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
    const ranked = rankedBy(ground, table, said);
    if (ranked === null) return [];
    const { column, direction, notes } = ranked;
    return modified(ground, head).flatMap((things) => {
      const make = () => ordered(ground, things.value, column, direction, number ?? 1);
      const read = { ...things, cost: things.cost + 0.1, notes: [...things.notes, ...notes] };
      return [
        query(make, read),
        ...besides(ground, things, make).map((one) => ({ ...one, cost: one.cost + read.cost, notes: read.notes })),
      ];
    });
  });

const PEOPLES = /hire|join|enrol|sign|regist|start|employ|member/;

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

/** "with the customer name", "and their customer": the name of what each row belongs to, beside it. */
export function besides(ground: Ground, things: Read<Things>, make: () => Query): Read<() => Query>[] {
  const start = after(ground, things.end, [
    'with the',
    'with their',
    'and their',
    'including the',
    'along with the',
    'along with their',
    'and the',
    'with its',
    'with',
  ]);
  if (start === null) return [];
  const own = columnsAt(ground, start, [things.value.table]).flatMap(({ value, end, cost }) => {
    if (cost > 0.25 || (word(ground, start - 1) === 'with' && word(ground, start) !== 'their')) return [];
    const withColumns = (): Query => {
      const plan = make();
      if (plan.kind !== 'select' || plan.distinct === true) return plan;
      const known = new Set(plan.columns.map(({ as }) => as));
      const shown = value.columns
        .filter((column) => !known.has(column))
        .map((column) => ({ expr: columnIn(things.value.table, column), as: column }));
      return { ...plan, columns: [...plan.columns, ...shown] };
    };
    return [found(withColumns, end, cost)];
  });
  const tables = tablesAt(ground, start).flatMap(({ value: table, end, cost }) => {
    const named = after(ground, end, ['name', 'names']) ?? end;
    if (table === things.value.table || (word(ground, start - 1) === 'with' && named === end)) return [];
    const withNames = (): Query => {
      const plan = make();
      if (plan.kind !== 'select') return plan;
      const scope = createScope(ground, things.value.table);
      // The joins of the conditions come first and keep their aliases.
      things.value.filters.forEach((filter) => void scope.where(filter));
      const more = shownOf(ground, table, scope).map(({ expr, as }) => ({ expr, as: `${stem(table)}_${as}` }));
      // What has none is shown all the same.
      const joins = scope.joins().map((join, at) => (at < (plan.joins?.length ?? 0) ? join : { ...join, type: 'left' as const }));
      return { ...plan, columns: [...plan.columns, ...more], ...(joins.length > 0 ? { joins } : {}) };
    };
    return [found(withNames, named, cost)];
  });
  return [...own, ...tables];
}
