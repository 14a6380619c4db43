import type { Expr, Query } from '../../plan.ts';
import type { Form } from './form.ts';
import { after, found, type Ground, past, type Read, word } from './ground.ts';
import { groupedQuery, groupKeysAt } from './groups.ts';
import { kindAt } from './kinds.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { ARTICLES, headsAt } from './noun-phrase.ts';
import { createScope, type Scope, select } from './query.ts';
import { GENERIC, lengthOf, type Stretch, stretchOf, unitAt } from './stretch.ts';
import { acrossDeed, doneBy, heldFor, lasting, ofSubject, type Taken, takenBy } from './taken.ts';
import type { Things } from './things.ts';

/** "on average", "in hours", after what they are said of. */
export function tailAt(ground: Ground, from: number): { end: number; average: boolean; unit: string | null } {
  let end = from;
  let average = false;
  let unit: string | null = null;
  for (;;) {
    const at = ground.tokens[end]?.kind === 'comma' ? end + 1 : end;
    const said = after(ground, at, [...USUALLY, 'average', 'in average']);
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

const USUALLY = ['on average', 'on avg', 'usually', 'typically', 'normally', 'generally'];
const usuallyAt = (ground: Ground, at: number): number => after(ground, at, USUALLY) ?? at;

/** "how long does it take to resolve a ticket", "how long do customers take to pay us", "average length of a hire", "average resolution time". */
export const stretches: Form = (ground, from) => {
  const at = past(ground, usuallyAt(ground, past(ground, from, OWN)), new Set([',', ...OWN]));
  return [...askedAt(ground, at), ...namedAt(ground, at)].flatMap(({ taken, unit }) =>
    taken.flatMap(({ head, stretch }) =>
      modified(ground, head).flatMap((things) => {
        const tail = tailAt(ground, things.end);
        return averaged(ground, { ...things, end: tail.end }, stretch, tail.unit ?? unit);
      }),
    ),
  );
};

const OWN = new Set(['the', 'our']);

/** What was asked of a time: what took it, and in which unit it is wanted. */
interface Asked {
  readonly taken: readonly Taken[];
  readonly unit: string | null;
}

/** "how long does it take", "how many days do we need": an auxiliary verb opens who takes the time, and for what. */
function askedAt(ground: Ground, at: number): Asked[] {
  const many = word(ground, at) === 'how' && word(ground, at + 1) === 'many' ? unitAt(ground, at + 2) : null;
  const mean = after(ground, at, ['average', 'avg', 'mean', 'typical']);
  if (mean !== null) {
    const counted = after(ground, mean, ['number of', 'nr of', 'amount of']) ?? mean;
    const unit = unitAt(ground, counted);
    const time = unit === null ? after(ground, mean, ['time', 'time taken', 'time it takes', 'time it takes us']) : counted + 1;
    return time === null ? [] : [{ taken: [...doneIn(ground, time, []), ...beingDone(ground, time)], unit }];
  }
  const long = many === null ? after(ground, at, ['how long']) : at + 3;
  if (long === null) return [];
  const start = usuallyAt(ground, long);
  const being = after(ground, start, ['is', 'are', 'was', 'were']);
  // "how many nights were booked" asks for all of them together.
  if (being !== null && many !== null && /^[a-z]{3,}ed$/.test(word(ground, being))) return [];
  if (being !== null)
    return [{ taken: takenBy(ground, headsAt(ground, past(ground, being, new Set(['the', 'average', 'typical']))), 'last'), unit: many }];
  const until = after(ground, start, UNTIL);
  if (until !== null) return [{ taken: beingDone(ground, until), unit: many }];
  const auxiliary = after(ground, start, ['do', 'does', 'did', 'has', 'have']);
  if (auxiliary === null) return [];
  const said = usuallyAt(ground, auxiliary);
  const impersonal = after(ground, said, ['it']);
  if (impersonal !== null) {
    const takes = after(ground, usuallyAt(ground, impersonal), TAKES);
    if (takes === null) return [];
    const one = usuallyAt(ground, takes);
    const done = after(ground, one, UNTIL) ?? one;
    return [
      {
        taken: [
          ...subjectsAt(ground, one).flatMap(({ end, value }) => doneIn(ground, usuallyAt(ground, end), value)),
          ...beingDone(ground, done),
        ],
        unit: many,
      },
    ];
  }
  const taken = subjectsAt(ground, said).flatMap(({ end, value }) => {
    const verb = usuallyAt(ground, end);
    const takes = after(ground, verb, TAKES);
    return takes === null
      ? [...lasting(ground, verb, value), ...heldFor(ground, verb, value)]
      : doneIn(ground, usuallyAt(ground, past(ground, takes, US)), value);
  });
  return [{ taken: [...taken, ...beingDone(ground, said), ...doneBy(ground, said)], unit: many }];
}

const UNTIL = ['until', 'till', 'before'];
const TAKES = ['take', 'takes', 'took', 'need'];
const US = new Set(['us', 'we', 'for', 'me', 'i', 'our']);

/** Things by their name, or one of a kind: "a fire", of incidents. */
const rowsAt = (ground: Ground, at: number): Read<Things>[] => {
  const one = past(ground, at, ARTICLES);
  return [...headsAt(ground, at), ...(one > at ? kindAt(ground, one, true) : [])];
};

/** Who takes the time: ourselves, the things themselves, or whoever they belong to. */
function subjectsAt(ground: Ground, at: number): Read<readonly Read<Things>[]>[] {
  const start = past(ground, at, US);
  return [found([], start), ...rowsAt(ground, start).map((head) => found([head], head.end, head.cost, head.notes))];
}

/** "to pay an invoice", "to pay us", "to deal with a complaint": what is done, to rows of a table that is named or the only one where it is done. */
function doneIn(ground: Ground, at: number, subjects: readonly Read<Things>[]): Taken[] {
  if (!['to', 'until'].includes(word(ground, at)))
    return subjects.length === 0
      ? []
      : takenBy(
          ground,
          subjects.map((one) => ({ ...one, end: at })),
          'take',
        );
  const passive = after(ground, at + 1, ['be', 'get']);
  const verb = word(ground, passive ?? at + 1);
  const then = past(ground, (passive ?? at + 1) + 1, PARTICLES);
  const objects = passive === null ? rowsAt(ground, then) : [];
  const across = objects.flatMap((object) =>
    acrossDeed(ground, verb, object.value.table).flatMap((stretch) => ofSubject(ground, stretch, object, object.end)),
  );
  if (objects.length > 0) return [...takenBy(ground, objects, verb), ...across];
  const [subject, ...others] = subjects;
  if (passive !== null)
    return takenBy(
      ground,
      subjects.map((one) => ({ ...one, end: then })),
      verb,
    );
  const done = ground.lexicon.tables.flatMap(({ table: { name } }) => {
    const stretch = GENERIC.has(verb) ? null : stretchOf(ground, name, verb);
    return stretch === null ? [] : [stretch];
  });
  const anything = after(ground, then, ['something', 'anything', 'one', 'things', 'it', 'them']);
  const [only, ...more] = done.length > 0 || anything === null ? done : acrossDeed(ground, verb, null);
  if (only === undefined || more.length > 0 || others.length > 0) return [];
  return ofSubject(ground, only, subject, anything ?? then);
}

const PARTICLES = new Set(['with', 'out', 'up', 'through', 'back', 'in', 'us', 'for', 'off']);

/** "a ticket is resolved", "invoices to get paid". */
function beingDone(ground: Ground, from: number): Taken[] {
  return headsAt(ground, from).flatMap((head) => {
    const being = after(ground, head.end, ['to be', 'to get', 'is', 'are', 'gets', 'get', 'has been', 'have been']);
    return being === null ? [] : takenBy(ground, [{ ...head, end: being + 1 }], word(ground, being));
  });
}

/** "average resolution time (of tickets)", "average length of a hire", "average hire length". */
function namedAt(ground: Ground, at: number): Asked[] {
  const average = after(ground, at, ['average', 'avg', 'mean', 'typical', 'usual']);
  if (average === null) return [];
  const length = after(ground, average, LENGTHS);
  const of = length === null ? null : after(ground, length, ['of', 'for']);
  if (of !== null) return [{ taken: takenBy(ground, rowsAt(ground, of), 'last'), unit: null }];
  const headed = headsAt(ground, average).flatMap((head) => {
    const end = after(ground, head.end, LENGTHS);
    return end === null ? [] : takenBy(ground, [{ ...head, end }], 'last');
  });
  if (headed.length > 0) return [{ taken: headed, unit: null }];
  const noun = word(ground, average);
  const time = /(?:ion|ment|very)$/.test(noun) ? after(ground, average + 1, ['time', 'times', ...LENGTHS]) : null;
  if (time === null) return [];
  const [only, ...more] = ground.lexicon.tables.flatMap(({ table }) => stretchOf(ground, table.name, verbOf(noun)) ?? []);
  if (only === undefined || more.length > 0) return [];
  const what = after(ground, time, ['of', 'for', 'on']);
  const heads = what === null ? [found<Things>({ table: only.table, filters: [] }, time)] : headsAt(ground, what);
  return [{ taken: heads.filter(({ value }) => value.table === only.table).map((head) => ({ head, stretch: only })), unit: null }];
}

const LENGTHS = ['length', 'duration', 'lengths'];

const verbOf = (noun: string): string =>
  noun === 'resolution' ? 'resolve' : noun === 'delivery' ? 'deliver' : noun.replace(/(?:ution|tion|ion|ment|y)$/, '');

const lengthIn = (scope: Scope, stretch: Stretch, unit: string | null): Expr =>
  lengthOf(stretch, scope.reach(stretch.table), unit, scope.reach(stretch.begun ?? stretch.table));

export function averaged(
  ground: Ground,
  { value: things, end, cost, notes }: Read<Things>,
  stretch: Stretch,
  unit: string | null,
): Read<() => Query>[] {
  const value = (scope: Scope): Expr => ({ kind: 'aggregate', fn: 'avg', arg: lengthIn(scope, stretch, unit) });
  const days = stretch.start.type === 'date' || stretch.end.type === 'date';
  const as = days ? `average_${unit ?? 'day'}s` : unit === null ? 'average_time' : `average_${unit}s`;
  const told = [
    ...notes,
    `The time is the average from ${stretch.begun ?? stretch.table}.${stretch.start.name} to ${stretch.table}.${stretch.end.name}.`,
  ];
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
