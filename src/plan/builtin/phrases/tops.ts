import type { Query } from '../../plan.ts';
import { UNITS } from '../english/dates/calendar.ts';
import { stem } from '../english/stem.ts';
import { peopleIn, SOMEBODY } from '../linking/people.ts';
import { isPlural, query } from './besides.ts';
import { wholeOf } from './columns.ts';
import type { Form } from './form.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { byThing, type Group } from './group.ts';
import { groupedQuery, groupKeysAt } from './groups.ts';
import { addsUp, impliedCountsAt, impliedSumsAt } from './implied.ts';
import { movedAt } from './income.ts';
import { counted, type Measure, measured } from './measure.ts';
import { measuresAt } from './measures.ts';
import { modified } from './modifiers.ts';
import { nearestPeople } from './most.ts';
import { headsAt } from './noun-phrase.ts';
import { byPieces, popularAt, usedOf, usesOfTime } from './popular.ts';
import { amountsAt } from './quantities.ts';
import { columnIn, createScope, distance } from './query.ts';
import { rolesAt } from './role-nouns.ts';
import { listQuery } from './shown.ts';
import { invoicedAt } from './spending.ts';
import { isServed } from './staying.ts';
import { narrowed, type Things } from './things.ts';
import { isUse, usesOf } from './uses.ts';

/** "top 3 customers by invoiced amount", "the 5 agents with the most open tickets", "top 3 most prescribed medications". */
export const tops: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  const top = ['top', 'bottom'].includes(word(ground, at)) ? at + 1 : (after(ground, at, BEST) ?? at);
  const number = ground.tokens[top]?.number ?? null;
  // "best guide by trips" is one.
  const one = number === null && top > at && word(ground, at) !== 'bottom';
  if (!one && (number === null || number < 1 || number > 1000 || ground.tokens[top]?.kind === 'quoted')) return [];
  const limit = number ?? 1;
  const best = one ? null : after(ground, top + 1, BEST);
  const start = best ?? (one ? past(ground, top, new Set(['ever'])) : top + 1);
  const reads: Read<() => Query>[] = [];
  if (top > at || best !== null)
    for (const key of keysAt(ground, start)) {
      const by = after(ground, past(ground, key.end, new Set(['ever'])), [
        'by',
        'in terms of',
        'based on',
        'by the',
        'going by',
        ...(one ? ['for'] : []),
      ]);
      if (by === null || (one && isPlural(ground, key.end - 1))) continue;
      const measures = byAt(ground, by);
      for (const measure of (measures.length > 0 ? measures : addedUpAt(ground, by, start)).flatMap((read) =>
        toldBy(ground, read, start),
      )) {
        for (const group of rankedAt(ground, start, measure.value.things.table)) {
          if (group.end !== key.end) continue;
          const direction = word(ground, at) === 'bottom' ? 'asc' : 'desc';
          reads.push(
            query(() => groupedQuery(ground, measure.value, [group.value], { direction, limit }), {
              end: measure.end,
              cost: measure.cost + group.cost,
              notes: [...measure.notes, ...group.notes],
            }),
          );
        }
      }
    }
  // "top 3 guests": those who were it most often.
  if (top > at && !one)
    for (const role of rolesAt(ground, start))
      for (const uses of modified(ground, found<Things>({ table: role.value.of, filters: [] }, role.end, role.cost)))
        reads.push(query(() => groupedQuery(ground, counted(uses).value, [byThing(ground, role.value.table)], { limit }), uses));
  // "10 biggest donors this year", "our most generous sponsor": those who give by what they gave
  if (top > at || best !== null || !one)
    for (const { value: table, end, cost } of giversAt(ground, best ?? (one || top > at ? start : top + 1)))
      for (const sum of isPlural(ground, end - 1) === one ? [] : movedAt(ground, end))
        if (distance(ground, sum.value.things.table, table)?.toOne === true)
          reads.push(query(() => groupedQuery(ground, sum.value, [byThing(ground, table)], { limit }), { ...sum, cost: sum.cost + cost }));
  // "the two halls with the most concerts", "5 members that spent the most"
  for (const { end, cost } of tablesAt(ground, start)) {
    const has = after(ground, end, WITH_MOST);
    const few = has === null ? after(ground, end, WITH_FEWEST) : null;
    const from = has ?? few;
    const spent = after(ground, end, SPENT_MOST);
    const direction = few === null ? ('desc' as const) : ('asc' as const);
    const measures =
      from === null
        ? []
        : [
            ...headsAt(ground, from)
              .flatMap((head) => modified(ground, head))
              .map(counted),
            ...measuresAt(ground, from).filter(({ value }) => value.as !== 'count'),
            ...amountsAt(ground, from),
          ];
    for (const measure of [...measures, ...(spent === null ? [] : movedAt(ground, spent))])
      for (const group of groupKeysAt(ground, start, measure.value.things.table))
        if (group.end === end && limit > 1)
          reads.push(
            query(() => groupedQuery(ground, measure.value, [group.value], { direction, limit }), {
              end: measure.end,
              cost: measure.cost + cost,
              notes: [...measure.notes, ...group.notes],
            }),
          );
  }
  const most = after(ground, start, ['most']) ?? (word(ground, start) === 'selling' ? start : null);
  const adjective = most === null ? null : popularAt(ground, most);
  if (adjective !== null)
    for (const { value: table, end, cost } of tablesAt(ground, adjective.end)) {
      const uses = usesOf(ground, table, adjective.verb);
      if (uses === null) continue;
      for (const things of usesOfTime(ground, uses, { end: byPieces(ground, end, uses), verb: adjective.verb }))
        reads.push(
          query(() => groupedQuery(ground, usedOf(ground, things, adjective.verb).value, [byThing(ground, table)], { limit }), {
            ...things,
            cost: things.cost + cost,
            notes: [...things.notes, `The most ${adjective.verb ?? 'popular'} is what has the most ${uses.replaceAll('_', ' ')}.`],
          }),
        );
    }
  return reads;
};

/** Those who are known by the money that they give: donors, or "spenders" of whoever is served. */
function giversAt(ground: Ground, at: number): Read<string>[] {
  const named = tablesAt(ground, at).filter(({ value }) => GIVERS.has(entry(ground, value).words.at(-1) ?? ''));
  if (named.length > 0 || !SPENDERS.has(stem(word(ground, at)))) return named;
  const [only, ...more] = peopleIn(ground.lexicon).filter(isServed);
  return only === undefined || more.length > 0 ? [] : [found(only.table.name, at + 1, 0.1)];
}

const GIVERS = new Set(['donor', 'sponsor', 'contributor', 'benefactor', 'giver', 'funder', 'backer']);
const SPENDERS = new Set(['spender', 'payer', 'giver']);

/** "3 busiest guides": of what they are said to be the best by. */
const BEST = ['most generous', 'busiest', 'best', 'biggest', 'leading', 'most active', 'fullest', 'largest'];

/** Of lessons "given" and orders "placed", which are all of them. */
const GIVEN = new Set('given done made taken held placed handled'.split(' '));

const WITH_MOST = [
  'with the most',
  'with most',
  'that have the most',
  'who have the most',
  'having the most',
  'with the highest number of',
];
const WITH_FEWEST = ['with the fewest', 'with the least', 'that have the fewest', 'who have the fewest', 'having the fewest'];
const SPENT_MOST = ['that spent the most', 'who spent the most', 'who paid the most', 'that paid the most'];

/** "by number of orders", "by cost", "by spending". */
function byAt(ground: Ground, at: number): Read<Measure>[] {
  const measures = [...measuresAt(ground, at), ...amountsAt(ground, at)];
  if (measures.length > 0) return measures;
  const invoiced = invoicedAt(ground, at);
  if (invoiced.length > 0) return invoiced;
  const sums = [...impliedSumsAt(ground, at, 'any'), ...spendingAt(ground, at)];
  // "by payments": how many they are, or what they come to.
  if (sums.length === 0 && MONEYS.has(stem(word(ground, at)))) return [];
  return sums.length > 0 ? sums : impliedCountsAt(ground, at).map((read) => ({ ...read, end: past(ground, read.end, GIVEN) }));
}

/** "donors by weight", "clients by premium": what the rows of one table that each of them has come to in the one column called so. */
function addedUpAt(ground: Ground, at: number, start: number): Read<Measure>[] {
  const sums = tablesAt(ground, start).flatMap(({ value: ranked }) =>
    ground.lexicon.tables.flatMap(({ table: { name }, columns }) => {
      const way = distance(ground, name, ranked);
      if (way?.toOne !== true || way.steps === 0 || way.steps > BELOW_MAX || !isUse(ground, name)) return [];
      return columnsAt(ground, at, [name]).flatMap(({ value: { columns: of }, end, cost }) => {
        const own = columns.find(({ column }) => column.name === of[0]);
        return own === undefined || of.length > 1 || !addsUp(own) ? [] : [{ name, own, end, cost }];
      });
    }),
  );
  const [only, ...more] = sums;
  if (only === undefined || more.length > 0) return [];
  const things = found<Things>({ table: only.name, filters: [] }, only.end, only.cost + 0.1);
  return modified(ground, things).map((read) => {
    const note = `The sum is of ${only.name}.${only.own.column.name}.`;
    return measured(read, 'sum', only.name, only.own.column.name, [note]);
  });
}

/** "weight landed" of landings, "quantity sold" of the lines of orders: what was done is said once more. */
function toldBy(ground: Ground, read: Read<Measure>, start: number): Read<Measure>[] {
  const verb = word(ground, read.end);
  const { table } = read.value.things;
  // What is landed is not sold by that.
  const told =
    (verb !== 'sold' || wholeOf(ground, table) !== null || entry(ground, table).words.includes('sale')) &&
    /(?:ed|old|ent|aid|aught|ven)$/.test(verb) &&
    tablesAt(ground, start).some(({ value }) => usesOf(ground, value, verb) === table);
  return told ? [read, { ...read, end: read.end + 1 }] : [read];
}

/** How far below what is ranked its rows may stand. */
const BELOW_MAX = 2;

/** "by spending": what moved from them. */
const MONEYS = new Set([
  'payment',
  'invoice',
  'expense',
  'donation',
  'bill',
  'sale',
  'deposit',
  'fine',
  'refund',
  'transaction',
  'contribution',
]);

const spendingAt = (ground: Ground, at: number): Read<Measure>[] => {
  const end = after(ground, at, SPENDING);
  return end === null ? [] : movedAt(ground, end);
};

const SPENDING = [
  ...['spending', 'total spending', 'amount spent', 'total spent', 'money spent', 'spend', 'total spend', 'total paid', 'amount paid'],
  ...['what they', 'how much they', 'money they'].flatMap((whom) =>
    ['spend', 'spent', 'have spent', 'pay', 'paid', 'have paid', 'have paid us', 'paid us', 'pay us', 'spent with us', 'brought in'].map(
      (verb) => `${whom} ${verb}`,
    ),
  ),
];

/** What is ranked; "people" are those that the things belong to most nearly. */
const rankedAt = (ground: Ground, at: number, table: string): Read<Group>[] =>
  SOMEBODY.has(word(ground, at)) ? nearestPeople(ground, at, table) : groupKeysAt(ground, at, table);

const keysAt = (ground: Ground, at: number): Read<string>[] => {
  const columns = ground.lexicon.tables.flatMap(({ table }) =>
    columnsAt(ground, at, [table.name]).map(({ end, cost }) => found(table.name, end, cost)),
  );
  const people = SOMEBODY.has(word(ground, at)) ? [found('', at + 1)] : [];
  const units = UNITS.some((unit) => word(ground, at) === unit || word(ground, at) === `${unit}s`) ? [found('', at + 1)] : [];
  const ends = new Map([...tablesAt(ground, at), ...columns, ...people, ...units].map((read) => [read.end, read]));
  return [...ends.values()];
};

/** The first of some things in the order of a column of theirs, with that column beside what names them. */
export function ordered(ground: Ground, things: Things, column: string, direction: 'asc' | 'desc', limit: number): Query {
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
