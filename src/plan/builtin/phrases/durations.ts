import type { Expr, Query } from '../../plan.ts';
import { birthOf } from './columns.ts';
import { after, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { groupedQuery, groupKeysAt } from './groups.ts';
import type { Measure } from './measures.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, type Scope, select } from './query.ts';
import type { Form } from './questions.ts';
import { listQuery } from './shown.ts';
import { lengthOf, type Stretch, stretchOf, unitAt } from './stretch.ts';
import { narrowed, type Things } from './things.ts';

/** "on average", "in hours", after what they are said of. */
export function tailAt(ground: Ground, from: number): { end: number; average: boolean; unit: string | null } {
  let end = from;
  let average = false;
  let unit: string | null = null;
  for (;;) {
    const at = ground.tokens[end]?.kind === 'comma' ? end + 1 : end;
    const said = after(ground, at, ['on average', 'usually', 'typically', 'average', 'in average']);
    const counted = word(ground, at) === 'in' ? unitAt(ground, at + 1) : null;
    if (said !== null) {
      average = true;
      end = said;
    } else if (counted !== null) {
      unit = counted;
      end = at + 2;
    } else return { end, average, unit };
  }
}

/** "how long does it take to resolve a ticket on average", "average time to pay an invoice", "average resolution time". */
export const stretches: Form = (ground, from) => {
  const reads: Read<() => Query>[] = [];
  const at = past(ground, from, new Set(['the', 'our']));
  const early = after(ground, at, ['on average']);
  const start = past(ground, early ?? at, new Set([',']));
  const asked = askedAt(ground, start);
  if (asked !== null) {
    for (const { verb, heads } of doneAt(ground, asked.end)) {
      for (const head of heads) {
        const stretch = stretchOf(ground, head.value.table, verb);
        if (stretch === null) continue;
        for (const things of modified(ground, head)) {
          const tail = tailAt(ground, things.end);
          if (!(tail.average || asked.average || early !== null)) continue;
          reads.push(...averaged(ground, { ...things, end: tail.end }, stretch, tail.unit ?? asked.unit));
        }
      }
    }
  }
  // "how long is a hire on average"
  const being = after(ground, start, ['how long is', 'how long are', 'how long was', 'how long were']);
  for (const head of being === null ? [] : headsAt(ground, being)) {
    const stretch = stretchOf(ground, head.value.table, 'last');
    for (const things of stretch === null ? [] : modified(ground, head)) {
      const tail = tailAt(ground, things.end);
      if (stretch !== null && (tail.average || early !== null))
        reads.push(...averaged(ground, { ...things, end: tail.end }, stretch, tail.unit));
    }
  }
  // "average resolution time by channel"
  const average = after(ground, at, ['average', 'avg', 'mean', 'typical']);
  const noun = average === null ? '' : word(ground, average);
  if (average !== null && /(?:ion|ment|very)$/.test(noun)) {
    const time = after(ground, average + 1, ['time', 'times', 'duration', 'length']);
    const stretched = time === null ? [] : ground.lexicon.tables.flatMap(({ table }) => stretchOf(ground, table.name, verbOf(noun)) ?? []);
    const [only, ...more] = stretched;
    if (time !== null && only !== undefined && more.length === 0) {
      const of = after(ground, time, ['of', 'for', 'on']);
      const heads =
        of === null
          ? [found<Things>({ table: only.table, filters: [] }, time)]
          : headsAt(ground, of).filter(({ value }) => value.table === only.table);
      for (const things of heads.flatMap((head) => modified(ground, head))) {
        const tail = tailAt(ground, things.end);
        reads.push(...averaged(ground, { ...things, end: tail.end }, only, tail.unit));
      }
    }
  }
  return reads;
};

const verbOf = (noun: string): string =>
  noun === 'resolution' ? 'resolve' : noun === 'delivery' ? 'deliver' : noun.replace(/(?:ution|tion|ion|ment|y)$/, '');

function askedAt(ground: Ground, at: number): { end: number; average: boolean; unit: string | null } | null {
  const long = after(ground, at, [
    'how long does it take',
    'how long does it usually take',
    'how long did it take',
    'how long do we take',
    'how long does it take us',
    'how long does it take on average',
    'how long does it take us on average',
    'how long do',
    'how long did',
    'how long does',
  ]);
  if (long !== null)
    return { end: long, average: word(ground, long - 2) === 'usually' || word(ground, long - 1) === 'average', unit: null };
  const many = word(ground, at) === 'how' && word(ground, at + 1) === 'many' ? unitAt(ground, at + 2) : null;
  const taken =
    many === null
      ? null
      : after(
          ground,
          at + 3,
          ['does it take', 'did it take', 'does it usually take', 'do we take', 'on average does it take'].flatMap((ask) => [
            ask,
            `${ask} us`,
            `${ask} on average`,
            `${ask} us on average`,
          ]),
        );
  if (taken !== null)
    return {
      end: taken,
      average: ground.tokens.slice(at, taken).some(({ lower }) => lower === 'average' || lower === 'usually'),
      unit: many,
    };
  const mean = after(ground, at, [
    'average time',
    'average number of days',
    'average days',
    'average time it takes',
    'average number of hours',
    'mean time',
    'avg time',
    'average time taken',
  ]);
  return mean === null ? null : { end: mean, average: true, unit: unitAt(ground, mean - 1) };
}

/** "(customers) to pay an invoice", "cancelled subscriptions last": a verb with the things that it is done to. */
function doneAt(ground: Ground, from: number): { verb: string; heads: Read<Things>[] }[] {
  const found: { verb: string; heads: Read<Things>[] }[] = [];
  // Who takes that time is who the things belong to.
  const subjects = [
    from,
    ...tablesAt(ground, past(ground, from, new Set(['for', 'us', 'our', 'a', 'an', 'the']))).map(({ end }) => end),
    past(ground, from, new Set(['us', 'we', 'for'])),
  ];
  for (const at of new Set(subjects)) {
    const to = word(ground, at) === 'to' || word(ground, at) === 'until' ? at + 1 : null;
    if (to === null) continue;
    found.push({ verb: word(ground, to), heads: headsAt(ground, past(ground, to + 1, new Set(['us']))) });
  }
  for (const head of headsAt(ground, past(ground, from, UNTIL))) {
    const takes = after(ground, head.end, ['take', 'takes', 'took']);
    if (takes !== null && word(ground, takes) !== 'to') found.push({ verb: 'take', heads: [{ ...head, end: takes }] });
    const verb = after(ground, head.end, ['last', 'take to resolve', 'lasted', 'to be paid', 'to get paid', 'stay open']);
    const to = after(ground, head.end, ['to be', 'to get', 'is', 'are', 'gets', 'get', 'has been']);
    if (verb !== null && word(ground, verb - 1).startsWith('last')) found.push({ verb: 'last', heads: [{ ...head, end: verb }] });
    if (to !== null) found.push({ verb: word(ground, to), heads: [{ ...head, end: to + 1 }] });
  }
  return found;
}

const UNTIL = new Set(['until', 'till', 'before']);

export function averaged(
  ground: Ground,
  { value: things, end, cost, notes }: Read<Things>,
  stretch: Stretch,
  unit: string | null,
): Read<() => Query>[] {
  const value = (scope: Scope): Expr => ({ kind: 'aggregate', fn: 'avg', arg: lengthOf(stretch, scope.reach(stretch.table), unit) });
  const as = stretch.end.type === 'date' ? `average_${unit ?? 'day'}s` : unit === null ? 'average_time' : `average_${unit}s`;
  const told = [...notes, `The time is from ${stretch.table}.${stretch.start.name} to ${stretch.table}.${stretch.end.name}.`];
  const measure: Measure = { things, value, as };
  const plain = found(
    (): Query => {
      const scope = createScope(ground, things.table);
      return select(scope, things, { columns: [{ expr: value(scope), as }] });
    },
    end,
    cost,
    told,
  );
  const by = after(ground, end, ['by', 'per', 'for each']);
  const groups =
    by === null
      ? []
      : groupKeysAt(ground, by, things.table).map((key) =>
          found((): Query => groupedQuery(ground, measure, [key.value]), key.end, cost + key.cost, [...told, ...key.notes]),
        );
  return [plain, ...groups];
}

/** "which ticket took the longest to resolve". */
export const longest: Form = (ground, at) =>
  headsAt(ground, at).flatMap((head) =>
    modified(ground, head).flatMap((things) => {
      const took = after(ground, things.end, [
        'took the longest to',
        'took longest to',
        'took the longest time to',
        'took the shortest to',
        'took the shortest time to',
        'lasted the longest',
        'lasted longest',
        'took the longest',
        'took longest',
        'took the shortest',
      ]);
      if (took === null) return [];
      const lasted = word(ground, took - 1) !== 'to';
      const verb = lasted ? 'last' : word(ground, took);
      const stretch = stretchOf(ground, things.value.table, verb);
      if (stretch === null) return [];
      const direction = ground.tokens.slice(things.end, took).some(({ lower }) => lower === 'shortest') ? 'asc' : 'desc';
      const done = narrowed(things.value, {
        kind: 'test',
        table: stretch.table,
        not: true,
        test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, stretch.end.name) }),
      });
      const make = (): Query => {
        const scope = createScope(ground, done.table);
        return listQuery(ground, done, { orderBy: [{ expr: lengthOf(stretch, scope.as, null), direction, nulls: 'last' }], limit: 1 });
      };
      return [found(make, lasted ? took : took + 1, things.cost, things.notes)];
    }),
  );

/** "how old are our patients on average", "average age of female patients". */
export const ages: Form = (ground, from) => {
  const old = after(ground, from, ['how old are', 'how old is', 'on average how old are']);
  const average = after(ground, past(ground, from, new Set(['the'])), ['average age of', 'avg age of', 'average age for', 'mean age of']);
  const start = old ?? average;
  if (start === null) return [];
  return headsAt(ground, start).flatMap((head) =>
    modified(ground, head).flatMap((things) => {
      const birth = birthOf(ground, things.value.table);
      const tail = tailAt(ground, things.end);
      if (birth === null || (average === null && !tail.average && word(ground, from) !== 'on')) return [];
      const value = (scope: Scope): Expr => ({
        kind: 'aggregate',
        fn: 'avg',
        arg: {
          kind: 'call',
          fn: 'year',
          args: [
            {
              kind: 'call',
              fn: 'age',
              args: [{ kind: 'call', fn: 'today', args: [] }, columnIn(scope.reach(things.value.table), birth.name)],
            },
          ],
        },
      });
      const measure: Measure = { things: things.value, value, as: 'average_age' };
      const plain = found(
        (): Query => {
          const scope = createScope(ground, things.value.table);
          return select(scope, things.value, { columns: [{ expr: value(scope), as: 'average_age' }] });
        },
        tail.end,
        things.cost,
        things.notes,
      );
      const by = after(ground, tail.end, ['by', 'per', 'for each']);
      const groups =
        by === null
          ? []
          : groupKeysAt(ground, by, things.value.table).map((key) =>
              found((): Query => groupedQuery(ground, measure, [key.value]), key.end, things.cost + key.cost, [
                ...things.notes,
                ...key.notes,
              ]),
            );
      return [plain, ...groups];
    }),
  );
};
