import type { Expr, Query } from '../../plan.ts';
import { momentAt } from '../english/dates/moments.ts';
import type { Period } from '../english/dates/periods.ts';
import { anyDatedAt, datedAt } from './dates.ts';
import type { Form } from './form.ts';
import { after, found, type Ground, type Read } from './ground.ts';
import { byColumns } from './group.ts';
import { groupedQuery, groupKeysAt } from './groups.ts';
import { impliedCountsAt } from './implied.ts';
import type { Measure } from './measure.ts';
import { measuresAt } from './measures.ts';
import { amountsAt } from './quantities.ts';
import { createScope, select } from './query.ts';
import type { Filter } from './things.ts';

/** "compare number of tickets from chat and email", "female vs male patients", "signups this year vs last year". */
export const comparisons: Form = (ground, at) => {
  const more = after(ground, at, MORE_OF);
  if (more !== null)
    return impliedCountsAt(ground, more).flatMap((read) => {
      const did = after(ground, read.end, ['did we have', 'did we do', 'did we get', 'were there', 'do we have']) ?? read.end;
      return [...ofTwo(ground, read), ...ofTimes(ground, { ...read, end: did })];
    });
  if (!ground.comparing) return [];
  const start =
    after(ground, at, ['compare', 'compare the', 'compare my', 'compare our', 'a comparison of', 'comparison of', 'compare total']) ?? at;
  const from = word(ground, start - 1) === 'total' ? start - 1 : start;
  return [...measuresAt(ground, from), ...impliedCountsAt(ground, from), ...amountsAt(ground, from)].flatMap((read) => [
    ...ofTwo(ground, read),
    ...ofTimes(ground, read),
  ]);
};

/** "do we have more members from Oslo or from Bergen": how many of each. */
const MORE_OF = [
  'more',
  ...[
    'do we have',
    'do i have',
    'are there',
    'were there',
    'did we have',
    'did we get',
    'do we get',
    'is there',
    'did we do',
    'have we had',
  ].map((ask) => `${ask} more`),
];

const word = (ground: Ground, at: number) => ground.tokens[at]?.lower ?? '';

/** Where the things are of one of two kinds, each kind apart. */
function ofTwo(ground: Ground, { value: measure, end, cost, notes }: Read<Measure>): Read<() => Query>[] {
  const kinds = measure.things.filters.flatMap((filter) => {
    const key = filter.kind === 'or' ? sameColumn(filter.filters) : null;
    return key === null ? [] : [key];
  });
  const [only, ...more] = kinds;
  if (only === undefined || more.length > 0) return [];
  const group = byColumns(only.table, [only.column]);
  const by = after(ground, end, ['by', 'per']);
  const apart = by === null ? [] : groupKeysAt(ground, by, measure.things.table);
  return [
    found(() => groupedQuery(ground, measure, [group]), end, cost, notes),
    ...apart.map((key) =>
      found((): Query => groupedQuery(ground, measure, [key.value, group]), key.end, cost + key.cost, [...notes, ...key.notes]),
    ),
  ];
}

function sameColumn(filters: readonly Filter[]): { table: string; column: string } | null {
  const [first] = filters;
  if (first?.kind !== 'test' || first.column === undefined) return null;
  const { table, column } = first;
  return filters.every((filter) => filter.kind === 'test' && !filter.not && filter.table === table && filter.column === column)
    ? { table, column }
    : null;
}

/** The same measure in two stretches of time. */
function ofTimes(ground: Ground, { value: measure, end, cost, notes }: Read<Measure>): Read<() => Query>[] {
  return anyDatedAt(ground, end).flatMap((first) => {
    const next = after(ground, first.end, [
      'vs',
      'versus',
      'and',
      'or',
      'or in',
      'compared to',
      'compared with',
      'to',
      'with',
      'against',
      'than',
      'than in',
    ]);
    if (next === null) return [];
    return [...anyDatedAt(ground, next), ...yearAt(ground, next)].flatMap((second) => {
      const { table } = measure.things;
      const spans = [
        { filter: datedAt(ground, table, first.value, []), as: name(ground, end, first.end) },
        { filter: datedAt(ground, table, second.value, []), as: name(ground, next, second.end) },
      ];
      if (spans.some(({ filter }) => filter === null)) return [];
      const make = (): Query => {
        const scope = createScope(ground, table);
        const columns = spans.map(({ filter, as }) => ({
          expr: within(measure.value(scope), filter === null ? null : scope.where(filter)),
          as,
        }));
        return select(scope, measure.things, { columns });
      };
      return [found(make, second.end, cost + first.cost + second.cost, [...notes, ...first.notes, ...second.notes])];
    });
  });
}

/** "or 2026", after another year. */
function yearAt(ground: Ground, at: number): Read<Period>[] {
  const moment = ground.tokens[at]?.kind === 'number' ? momentAt(ground, at) : null;
  return moment === null ? [] : [found<Period>({ op: '=', from: moment.value, end: moment.end }, moment.end, 0.05)];
}

const within = (measure: Expr, when: Expr | null): Expr =>
  measure.kind === 'aggregate' && when !== null ? { ...measure, filter: when } : measure;

const name = (ground: Ground, from: number, to: number): string =>
  ground.tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .filter((one) => !['in', 'the', 'for', 'of'].includes(one))
    .join('_');
