import type { Query } from '../../plan.ts';
import { peopleIn } from '../people.ts';
import { isPlural, query } from './besides.ts';
import { isLinkVerb } from './deeds.ts';
import type { Form } from './form.ts';
import { after, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import { byThing, type Group, groupedQuery, groupKeysAt, roleGroupsAt } from './groups.ts';
import { broughtIn } from './income.ts';
import { counted, type Measure } from './measure.ts';
import { impliedSumsAt, measuresAt } from './measures.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { distance } from './query.ts';

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
      for (const money of moved ? broughtIn(ground) : [])
        for (const things of modified(ground, found(money.things, paid ?? from, 0.1, [money.note])))
          for (const key of EARNING.has(word(ground, verb)) && word(ground, at) === 'who'
            ? []
            : rankedKeysAt(ground, at, things.value.table)) {
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
      // "the kind with the most cabins" may be the one of a boat that has most of them.
      const theirs = word(ground, at) === 'who' || tablesAt(ground, at).some((one) => one.end === verb);
      const sums = things.length > 0 || !theirs ? [] : impliedSumsAt(ground, from);
      const measures: Read<Measure>[] = [
        ...things.map(counted),
        ...sums,
        ...measuresAt(ground, from).filter(({ value }) => value.as !== 'count'),
      ];
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

/** What is ranked; "who" is the one table of people that the things belong to most nearly. */
function rankedKeysAt(ground: Ground, at: number, table: string): Read<Group>[] {
  if (word(ground, at) !== 'who') return [...groupKeysAt(ground, at, table), ...roleGroupsAt(ground, at, table)];
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
