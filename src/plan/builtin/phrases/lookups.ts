import type { Query } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { DATED } from '../linking/expressions.ts';
import { peopleIn, SOMEBODY } from '../linking/people.ts';
import type { Form } from './form.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { named, namedAt } from './named.ts';
import { columnIn, createScope, distance, select } from './query.ts';
import { inRoleOf } from './role-nouns.ts';
import { shownOf } from './shown.ts';
import type { Things } from './things.ts';

/** "globex's industry", "what is the industry of globex", "which room is dr lewis in", "who is emily hill's manager". */
export const ofNamed: Form = (ground, at) => [...owned(ground, at), ...asked(ground, at)];

function owned(ground: Ground, at: number): Read<() => Query>[] {
  return namedAt(ground, at).flatMap((who) => {
    if (ground.tokens[who.end]?.kind !== 'owner') return [];
    return whatAt(ground, who.end + 1, who.value).map((what) =>
      found(what.value, what.end, who.cost + what.cost, [...who.notes, ...what.notes]),
    );
  });
}

function asked(ground: Ground, from: number): Read<() => Query>[] {
  const at = past(ground, from, new Set(['the']));
  const reads: Read<() => Query>[] = [];
  for (let end = at + 1; end <= Math.min(at + 4, ground.tokens.length - 1); end += 1) {
    const start = after(ground, end, ['of', 'for', 'is', 'does', 'did', 'has', 'was']);
    if (start === null) continue;
    for (const who of namedAt(ground, start))
      for (const what of whatAt(ground, at, who.value)) {
        // "what type of boat is the heron"
        const noun = after(ground, what.end, ['of', 'of a', 'of an']);
        const kind = noun !== null && tablesAt(ground, noun).some((one) => one.value === who.value.table && one.end === end);
        if (what.end !== end && !kind) continue;
        const of = ['of', 'for'].includes(word(ground, start - 1));
        const to = of
          ? who.end
          : after(ground, who.end, ['in', 'from', 'at', 'on', 'have', 'has', 'work in', 'based in', 'working in', 'live in', 'to', 'with']);
        if (to !== null) reads.push(found(what.value, to, who.cost + what.cost, [...who.notes, ...what.notes]));
      }
  }
  return reads;
}

/** A column of a named thing, what it belongs to, or who stands above it. */
export function whatAt(ground: Ground, at: number, things: Things): Read<() => Query>[] {
  const { table } = things;
  const columns = columnsAt(ground, at, [table]).flatMap(({ value, end, cost }) => {
    if (
      cost > 0.25 ||
      value.columns.some((column) => entry(ground, table).columns.some((own) => own.column.name === column && own.reference))
    )
      return [];
    return [found((): Query => named(ground, things, table, value.columns), end, cost)];
  });
  const tables = tablesAt(ground, at).flatMap(({ value, end, cost }) => {
    const way = distance(ground, table, value);
    const { label } = entry(ground, value);
    return way?.toOne === true && way.steps > 0 && label.length > 0
      ? [found((): Query => named(ground, things, value, label), end, cost)]
      : [];
  });
  return [...columns, ...tables, ...inRoleAt(ground, at, things)];
}

/** "manager" of a key of a table to itself, "contact person" of a sponsor's `contact_guest_id`: who or what one key of it leads to. */
function inRoleAt(ground: Ground, at: number, things: Things): Read<() => Query>[] {
  const own = entry(ground, things.table);
  const led = own.table.foreignKeys.flatMap(({ columns: [column, ...more], references: [key], table }) => {
    const target = ground.lexicon.byName.get(table);
    if (column === undefined || key === undefined || more.length > 0 || target === undefined) return [];
    const words = own.columns.find((one) => one.column.name === column)?.words.filter((one) => one !== 'id') ?? [];
    const role = words.filter((one) => !target.words.includes(one));
    const said = stem(word(ground, at));
    const isSaid = role.length === 1 && role.some((one) => one === said || SUPERIOR.get(said)?.includes(one) === true);
    const noun = stem(word(ground, at + 1));
    const people = peopleIn(ground.lexicon).includes(target);
    const end = target.words.at(-1) === noun || (people && SOMEBODY.has(noun)) ? at + 2 : at + 1;
    return isSaid ? [{ role: { of: things.table, column, table, key, noun: said }, end }] : [];
  });
  const [only, ...more] = led;
  return only === undefined || more.length > 0 ? [] : [found((): Query => inRoleOf(ground, things, only.role, false), only.end)];
}

const SUPERIOR: ReadonlyMap<string, readonly string[]> = new Map([
  ['manager', ['manager', 'supervisor', 'boss', 'report', 'reports', 'lead', 'head']],
  ['boss', ['manager', 'supervisor', 'boss', 'report', 'reports', 'lead', 'head']],
  ['supervisor', ['manager', 'supervisor', 'boss', 'report', 'reports', 'lead']],
  ['mentor', ['mentor', 'coach', 'tutor']],
]);

/** "details of globex", "tell me everything about dr lewis": all that is known of it. */
export const allOf: Form = (ground, at) => {
  const start = after(ground, at, ALL_OF);
  if (start === null) return [];
  return namedAt(ground, start).map(({ value, end, cost, notes }) => {
    const columns = entry(ground, value.table).columns.map(({ column }) => column.name);
    return found((): Query => named(ground, value, value.table, columns), end, cost, notes);
  });
};

const ALL_OF = ['', 'tell me ', 'show me ', 'give me ', 'show '].flatMap((ask) =>
  [
    'details of',
    'details for',
    'details about',
    'the details of',
    'everything about',
    'everything on',
    'all about',
    'info on',
    'info about',
  ].map((what) => `${ask}${what}`),
);

/** "where is the Alpine Lodge", "where does Ann live": the columns that say a place. */
export const wheres: Form = (ground, at) => {
  const start = after(ground, at, ['where is', 'where are', 'where was', 'where does', 'where do', 'where in the world is']);
  if (start === null) return [];
  return namedAt(ground, start).flatMap((who) => {
    const { table } = who.value;
    const does = ['does', 'do'].includes(word(ground, start - 1));
    const end =
      after(ground, who.end, does ? ['live', 'work', 'come from', 'stay'] : ['from', 'located', 'based', 'living']) ??
      (does ? null : who.end);
    const columns = entry(ground, table)
      .columns.filter(({ column, words }) => column.type === 'text' && words.some((own) => PLACES.has(own)))
      .map(({ column }) => column.name);
    if (end === null || columns.length === 0) return [];
    const make = (): Query => {
      const scope = createScope(ground, table);
      return select(scope, who.value, {
        columns: [...shownOf(ground, table, scope), ...columns.map((column) => ({ expr: columnIn(scope.as, column), as: column }))],
      });
    };
    return [found(make, end, who.cost + 0.05, who.notes)];
  });
};

/** "when and where is the gala", "when is the gala and where": its days and its place. */
export const whenAndWhere: Form = (ground, at) => {
  const both = after(
    ground,
    at,
    ['when and where', 'where and when'].flatMap((ask) => ['is', 'was', 'are', 'does', 'will'].map((is) => `${ask} ${is}`)),
  );
  const first = both ?? after(ground, at, ['when is', 'where is', 'when was', 'where was']);
  if (first === null) return [];
  const rest =
    word(ground, at) === 'when' ? ['and where', 'and where is it', 'and where was it'] : ['and when', 'and when is it', 'and when was it'];
  return namedAt(ground, first).flatMap(({ value: things, end: last, cost, notes }) => {
    const end = both === null ? after(ground, last, rest) : (after(ground, last, ['take place', 'happen', 'happening', 'be']) ?? last);
    const own = entry(ground, things.table).columns;
    const days = own.filter(({ column, words }) => DATED.has(column.type) && !words.some((one) => RECORDED.has(one)));
    const places = own.filter(({ column, words }) => column.type === 'text' && words.some((one) => PLACES.has(one)));
    if (end === null || days.length === 0 || places.length === 0) return [];
    const columns = [...days, ...places].map(({ column }) => column.name);
    return [found((): Query => named(ground, things, things.table, columns), end, cost + 0.05, notes)];
  });
};

/** When it was put down is not when it is. */
const RECORDED = new Set('created updated modified booked ordered added registered paid due'.split(' '));
const PLACES = new Set('city town address street location place country region state village place venue room hall'.split(' '));
