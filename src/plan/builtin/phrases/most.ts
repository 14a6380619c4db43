import type { Query } from '../../plan.ts';
import { isStateVerb } from '../accounting/accounting-words.ts';
import { unfit } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { isPlural, query } from './besides.ts';
import { isLinkVerb } from './deeds.ts';
import type { Form } from './form.ts';
import { after, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import { byThing, type Group } from './group.ts';
import { groupedQuery, groupKeysAt, roleGroupsAt } from './groups.ts';
import { impliedSumsAt } from './implied.ts';
import { movedAt } from './income.ts';
import { counted, type Measure } from './measure.ts';
import { measuresAt } from './measures.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { amountsAt } from './quantities.ts';
import { createScope, distance } from './query.ts';
import { listQuery } from './shown.ts';
import { valuesAt } from './values.ts';

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
      const verbs = ground.tokens.slice(verb, end).map(({ lower }) => lower);
      const spent = verbs.length === 1 && SPENDING.has(verbs[0] ?? '');
      const moved = spent || BRINGING.has(verbs.join(' ')) || (paid !== null && MAKING.has(verbs[0] ?? ''));
      for (const money of moved ? movedAt(ground, paid ?? from) : [])
        for (const key of EARNING.has(verbs[0] ?? '') && word(ground, at) === 'who'
          ? []
          : rankedKeysAt(ground, at, money.value.things.table)) {
          if (key.end !== verb || isPlural(ground, verb - 1)) continue;
          reads.push(
            query(() => groupedQuery(ground, money.value, [key.value], { direction: most === null ? 'asc' : 'desc', limit: 1 }), {
              end: money.end,
              cost: money.cost + key.cost,
              notes: [...money.notes, ...key.notes],
            }),
          );
        }
      const things = headsAt(ground, from).flatMap((head) => modified(ground, head));
      const amounts = amountsAt(ground, from);
      // "the kind with the most cabins" may be the one of a boat that has most of them.
      const theirs = word(ground, at) === 'who' || tablesAt(ground, at).some((one) => one.end === verb);
      const sums = things.length > 0 || amounts.length > 0 || !theirs ? [] : impliedSumsAt(ground, from);
      const measures: Read<Measure>[] = [
        ...(amounts.length > 0 ? amounts : things.map(counted)),
        ...sums,
        ...measuresAt(ground, from).filter(({ value }) => value.as !== 'count'),
      ];
      for (const measure of amounts)
        if (
          tablesAt(ground, at).some(({ value, end: to }) => value === measure.value.things.table && to === verb) &&
          !isPlural(ground, verb - 1)
        )
          reads.push(ownMost(ground, measure, most === null ? 'asc' : 'desc'));
      for (const measure of measures)
        for (const key of rankedKeysAt(ground, at, measure.value.things.table)) {
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

/** "which concert sold the most tickets", of concerts that each say how many. */
function ownMost(ground: Ground, { value: { things, value }, ...read }: Read<Measure>, direction: 'asc' | 'desc'): Read<() => Query> {
  const make = (): Query => {
    const worth = value(createScope(ground, things.table));
    return worth.kind !== 'aggregate' || worth.arg.kind === 'star'
      ? unfit()
      : listQuery(ground, things, { orderBy: [{ expr: worth.arg, direction, nulls: 'last' }], limit: 1 });
  };
  return query(make, read);
}

/** What is ranked; "who" is the one table of people that the things belong to most nearly. */
function rankedKeysAt(ground: Ground, at: number, table: string): Read<Group>[] {
  return word(ground, at) === 'who'
    ? nearestPeople(ground, at, table)
    : [...groupKeysAt(ground, at, table), ...roleGroupsAt(ground, at, table)];
}

/** A word for anybody, of the one table of people that things belong to most nearly. */
export function nearestPeople(ground: Ground, at: number, table: string): Read<Group>[] {
  const people = peopleIn(ground.lexicon).flatMap(({ table: { name } }) => {
    const way = distance(ground, table, name);
    return way?.toOne === true && way.steps > 0 ? [{ name, steps: way.steps }] : [];
  });
  const nearest = Math.min(...people.map(({ steps }) => steps));
  const [only, ...more] = people.filter(({ steps }) => steps === nearest);
  return only === undefined || more.length > 0 ? [] : [found(byThing(ground, only.name), at + 1, 0.1)];
}

const MAKING = new Set('made makes brought brings earned earns generated generates'.split(' '));

/** Whoever pays earns nothing by it, and who is paid is not known. */
const EARNING = new Set('made makes earned earns'.split(' '));

const SPENDING = new Set(['spent', 'spends', 'paid', 'pays', 'earned', 'earns']);
/** What brings in the most brings in money. */
const BRINGING = new Set(['brought in', 'brings in', 'raised', 'raises', 'took in', 'takes in']);

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
    ...BRINGING,
    'makes',
    'earned',
    'generated',
    'generates',
    'gets',
    'was',
    'is',
  ]);
  const had = ['has', 'have'].includes(word(ground, at)) && isLinkVerb(word(ground, at + 1)) ? [at + 2] : [];
  const own = isLinkVerb(word(ground, at)) || isPlainDeed(ground, at) ? [at + 1, ...had] : had;
  return [...(aux === null ? [] : [aux]), ...own.flatMap((end) => (PARTICLES.has(word(ground, end)) ? [end, end + 1] : [end]))];
}

/** "handed over", of what only one key relates: a verb that no name and no value here has, and that says no state. */
const isPlainDeed = (ground: Ground, at: number): boolean => {
  const verb = word(ground, at);
  return /^[a-z]{3,}ed$/.test(verb) && !isStateVerb(verb) && !ground.links.related(verb) && valuesAt(ground, at).length === 0;
};

const PARTICLES = new Set(['over', 'out', 'up', 'in', 'off', 'down', 'on']);

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
