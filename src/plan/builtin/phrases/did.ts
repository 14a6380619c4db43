import type { Expr } from '../../plan.ts';
import { momentAt } from '../english/dates/moments.ts';
import { verbsOf } from '../english/irregular.ts';
import { OWED } from '../english/words.ts';
import { rootOf } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import { isKind, isKindColumn } from './columns.ts';
import { oftenAt } from './counts.ts';
import { datedAt } from './dates.ts';
import { deedOf, isDeedOf, isLinkVerb, isOfAny, tradedBy, verbForm } from './deeds.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { ARTICLES, headsAt } from './noun-phrase.ts';
import { listFilter } from './places.ts';
import { columnIn, distance, FAR } from './query.ts';
import { BEING, missing } from './states.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { usesOf } from './uses.ts';
import { valueListAt } from './value-lists.ts';
import { valuesAt } from './values.ts';

/** Things with what is said of them after the noun. `modifiers.ts` reads that and has these read in turn, and so hands itself in. */
type Modified = (ground: Ground, head: Read<Things>, depth: number) => Read<Things>[];

/** "dishes nobody ordered": none of what the verb names belongs to them. */
export function undoneAt(ground: Ground, at: number, table: string, modified: Modified): Read<Filter>[] {
  const handed = past(ground, at, BEING);
  const somebody = ['nobody', 'one'].some((one) => [word(ground, at - 1), word(ground, at - 2), word(ground, at - 3)].includes(one));
  const kept = usesOf(ground, table, word(ground, at));
  const given = after(ground, handed, [
    'assigned',
    'allocated',
    ...(somebody && (kept === null || word(ground, at) !== 'signed') ? TAKEN_ON : []),
  ]);
  const free = given === null ? null : missing(ground, table, 'assigned', true);
  if (given !== null && free !== null)
    return [found(free, after(ground, given, ['to', 'to it', 'to them', 'to yet', 'yet']) ?? given, 0.05)];
  const vacant = somebody ? vacantAt(ground, handed, table) : null;
  if (vacant !== null) return [vacant];
  const uses = kept ?? doersOf(ground, table, word(ground, at));
  // What people did has people in it: the parts of a job do not say that somebody took it.
  if (uses === null || (somebody && LOOSE.has(word(ground, at)))) return [];
  const end = after(ground, at + 1, ['up for', 'up to', 'for', 'up']) ?? at + 1;
  return modified(ground, found<Things>({ table: uses, filters: [] }, end), 2)
    .filter(({ value }) => !value.filters.some(isDenial))
    .map((read) => found<Filter>({ kind: 'related', things: read.value, not: true }, read.end, 0.1 + read.cost, read.notes));
}

/** "nobody is working on", "nobody caught": the key to people of which the verb is, or the only one, that may be empty. */
function vacantAt(ground: Ground, at: number, table: string): Read<Filter> | null {
  const people = new Set(peopleIn(ground.lexicon).map((own) => own.table.name));
  const { columns, table: own } = entry(ground, table);
  const keys = columns.filter(
    ({ column }) => column.nullable && own.foreignKeys.some((key) => people.has(key.table) && key.columns.join() === column.name),
  );
  const verbs = verbsOf(word(ground, at));
  const named = keys.filter(({ words }) =>
    words.some((one) => verbs.some((verb) => one === word(ground, at) || rootOf(one) === rootOf(verb))),
  );
  const working = after(ground, at, WORKING);
  const [only, ...more] = named.length > 0 ? named : working === null ? [] : keys;
  if (only === undefined || more.length > 0) return null;
  const { name } = only.column;
  const test = (alias: string): Expr => ({ kind: 'isNull', arg: columnIn(alias, name) });
  return found<Filter>({ kind: 'test', table, not: false, test }, working ?? at + 1, 0.05);
}

/** Of work, that it is somebody's. */
const WORKING =
  'working,works,worked,on,doing,does,handling,handles,working on,works on,worked on,dealing with,looking after,looks after,in charge of'.split(
    ',',
  );

/** "nobody took out, leave out the lost ones": what is left out is none of what nobody did. */
const isDenial = (filter: Filter): boolean =>
  (filter.kind === 'test' && filter.dated !== true && filter.not) || (filter.kind === 'related' && filter.not);

/** Of work, that somebody will do it. */
const TAKEN_ON = ['taken', 'taken on', 'claimed', 'accepted', 'picked up', 'signed up for'];

const LOOSE = new Set(['taken', 'took', 'done', 'picked', 'chosen', 'needed']);

/** "cars nobody drives": the only people who have one by a key of theirs. */
function doersOf(ground: Ground, table: string, verb: string): string | null {
  const people = peopleIn(ground.lexicon).filter((own) => own.table.foreignKeys.some((key) => key.table === table));
  const [only, ...more] = people;
  return only === undefined || more.length > 0 || !isLinkVerb(verb) ? null : only.table.name;
}

/** "has missed a shift", "cancelled a lesson": rows of another table about them, in the state that the verb is stored as. */
export function stateOfOther(ground: Ground, at: number, table: string, not: boolean, modified: Modified): Read<Filter>[] {
  if (!/ed$/.test(word(ground, at))) return [];
  return valuesAt(ground, at).flatMap(({ value: { places }, end, cost }) => {
    const start = past(ground, end, ARTICLES);
    if (start === end) return [];
    return headsAt(ground, start).flatMap((head) => {
      const kept = places.filter(
        (place) => place.table === head.value.table && place.whole && isKindColumn(ground, place.table, place.column),
      );
      const [only, ...more] = kept;
      const way = distance(ground, table, head.value.table);
      if (only === undefined || more.length > 0 || way === null || way.toOne) return [];
      const state: Filter = { kind: 'test', table: only.table, column: only.column, test: only.test, not: false };
      const far = FAR * (way.steps - 1);
      return modified(ground, { ...head, value: narrowed(head.value, state) }, 2).map((read) =>
        found<Filter>({ kind: 'related', things: read.value, not }, read.end, cost + read.cost + far + 0.1, read.notes),
      );
    });
  });
}

/** "never booked an ad": by a verb that only relates, of things that belong to them. */
export function dealtAt(ground: Ground, at: number, table: string, not: boolean, modified: Modified): Read<Filter>[] {
  const start = past(ground, at + 1, ARTICLES);
  if (!not || start === at + 1 || !isLinkVerb(word(ground, at)) || deedOf(ground, at, table) !== null) return [];
  return headsAt(ground, start).flatMap((head) => {
    const way = distance(ground, table, head.value.table);
    if (way === null || way.toOne || way.steps > 1) return [];
    return modified(ground, head, 2).map((read) =>
      found<Filter>({ kind: 'related', things: read.value, not }, read.end, read.cost + 0.1, read.notes),
    );
  });
}

/** "ordered more than 3 times", "never ordered anything", "ordered something last month": what a table of that name keeps. */
export function deedsAt(ground: Ground, at: number, table: string, not: boolean, modified: Modified): Read<Filter>[] {
  const traded = tradedBy(ground, at, table);
  if (traded.length > 0)
    return traded.flatMap((lines) =>
      [...anythingOf(ground, at + 1, lines), ...objectsAt(ground, at + 1, lines, table)]
        .flatMap((one) => modified(ground, one, 2))
        .map((read) => found<Filter>({ kind: 'related', things: read.value, not }, read.end, 0.1 + read.cost, read.notes)),
    );
  const deed = deedOf(ground, at, table);
  // "has not paid", of bills that are paid or not: a bill of theirs is no sign that they did.
  const named = deed !== null && isDeedOf(word(ground, at), entry(ground, deed.value).words.at(-1) ?? '');
  const open = deed === null || !not || named ? null : missing(ground, deed.value, verbForm(word(ground, at)), true);
  if (deed !== null && open !== null) return undoneOf(ground, deed, open, modified);
  if (deed === null) return not && word(ground, at - 1) !== 'never' ? unflaggedOf(ground, at, table, modified) : [];
  const things: Things = { table: deed.value, filters: [] };
  const often = oftenAt(ground, deed.end);
  // Of two that have such rows, those that have them more nearly are meant.
  const far = 0.1 * ((distance(ground, table, deed.value)?.steps ?? 1) - 1);
  if (often !== null && !not)
    return [found<Filter>({ kind: 'related', things, not: false, count: { op: often.op, value: often.value } }, often.end, 0.1 + far)];
  const told = after(ground, deed.end, US) ?? deed.end;
  const any = after(ground, told, ANYTHING) ?? told;
  const placed = ['in', 'for', 'at', 'to', 'on'].includes(word(ground, deed.end))
    ? objectsAt(ground, past(ground, deed.end + 1, ARTICLES), deed.value, table)
    : [];
  const objects = any > deed.end ? [] : [...objectsAt(ground, deed.end, deed.value, table), ...placed];
  const read = [found(things, any), ...objects];
  const plain = [
    ...read.flatMap((one) => modified(ground, one, 2)).filter(({ end }) => not || end > deed.end),
    ...(not ? read.flatMap((one) => lately(ground, one)) : []),
  ];
  return plain.map((read) => found<Filter>({ kind: 'related', things: read.value, not }, read.end, 0.1 + far + read.cost, read.notes));
}

/** "never bought anything", of orders. */
const anythingOf = (ground: Ground, at: number, table: string): Read<Things>[] => {
  const end = after(ground, after(ground, at, US) ?? at, ANYTHING);
  return end === null ? [] : [found<Things>({ table, filters: [] }, end)];
};

/** "has not paid", of rows of theirs that have a flag of that name: those with some that is not set. */
function unflaggedOf(ground: Ground, at: number, table: string, modified: Modified): Read<Filter>[] {
  const verb = word(ground, at);
  if (!OWED.has(verb) || missing(ground, table, verb, true) !== null) return [];
  const open = ground.lexicon.tables.flatMap(({ table: { name } }) => {
    const way = name === table ? null : distance(ground, table, name);
    const filter = way === null || way.toOne || way.steps > 1 ? null : missing(ground, name, verb, true);
    return filter === null ? [] : [{ name, filter }];
  });
  const [only, ...more] = open;
  return only === undefined || more.length > 0 ? [] : undoneOf(ground, found(only.name, at + 1), only.filter, modified);
}

/** With whom it was done, which says nothing where all of it was with us. */
export const US = ['us', 'from us', 'with us'];
export const ANYTHING =
  'anything,something,a thing,any,at all,anywhere,by anyone,by anybody,to anyone,to anybody,anything at all,anyone,anybody,someone,somebody,for anything,to anything,in anything,for any of them'.split(
    ',',
  );

/** "has not paid", "hasn't paid for their bookings": those with some of which it was not done. */
function undoneOf(ground: Ground, deed: Read<string>, open: Filter, modified: Modified): Read<Filter>[] {
  const things: Things = { table: deed.value, filters: [open] };
  const for_ = after(ground, deed.end, [
    'for their',
    'their',
    'for all their',
    'all their',
    'for',
    'for the',
    'the',
    'for a',
    'a',
    'for any',
  ]);
  const named = for_ === null ? [] : headsAt(ground, for_).filter(({ value }) => value.table === deed.value);
  const reads = [found(things, deed.end), ...named.map((head) => ({ ...head, value: narrowed(head.value, open) }))];
  return reads
    .flatMap((read) => modified(ground, read, 2))
    .map((read) => found<Filter>({ kind: 'related', things: read.value, not: false }, read.end, 0.1 + read.cost, read.notes));
}

/** "in 6 months", "for over a year", of what was not done: not since so long ago. */
function lately(ground: Ground, read: Read<Things>): Read<Things>[] {
  const start = after(ground, read.end, [
    'in',
    'for',
    'in over',
    'for over',
    'in more than',
    'for more than',
    'in at least',
    'for at least',
  ]);
  const counted = start === null ? null : ['a', 'an'].includes(word(ground, start)) ? 1 : (ground.tokens[start]?.number ?? null);
  if (start === null || counted === null || !/^(?:day|week|month|year)s?$/.test(word(ground, start + 1))) return [];
  const words = ['last', String(counted), word(ground, start + 1)].map((one) => ({
    kind: /\d/.test(one) ? ('number' as const) : ('word' as const),
    text: one,
    lower: one,
    number: /\d/.test(one) ? counted : null,
    start: 0,
    end: 0,
  }));
  const moment = momentAt({ tokens: words, now: ground.now }, 0);
  const filter = moment === null ? null : datedAt(ground, read.value.table, { op: '>=', from: moment.value, end: start + 2 }, []);
  return moment === null || filter === null ? [] : [found(narrowed(read.value, filter), start + 2, read.cost + 0.05, read.notes)];
}

/** What was done: "a class", "milk", "Power Spin", of what a row of the deed is for. */
function objectsAt(ground: Ground, from: number, deed: string, table: string): Read<Things>[] {
  const own = (value: string): boolean => {
    const way = distance(ground, deed, value);
    return value !== table && way?.toOne === true && way.steps > 0;
  };
  const heads = headsAt(ground, from).flatMap((head) =>
    own(head.value.table)
      ? [
          found<Things>(
            { table: deed, filters: isOfAny(ground, deed, head.value) ? [] : [{ kind: 'related', things: head.value, not: false }] },
            head.end,
            head.cost,
            head.notes,
          ),
        ]
      : [],
  );
  const values = valueListAt(ground, from).flatMap((read) =>
    listFilter(ground, deed, read, false, 'own').flatMap(({ value, end, cost, notes }) =>
      value.kind === 'test' && value.table === table ? [] : [found<Things>({ table: deed, filters: [value] }, end, cost, notes)],
    ),
  );
  return [...heads, ...values];
}

/** "were absent more than 5 times", "never been late": a state that rows of a table about them keep. */
export function keptStatesAt(ground: Ground, at: number, table: string, not: boolean, modified: Modified): Read<Filter>[] {
  if (deedOf(ground, at, table) !== null) return [];
  return valuesAt(ground, at).flatMap(({ value: { places }, end, cost, notes }) => {
    const kept = places.flatMap((place) => {
      const way = place.table === table ? null : distance(ground, table, place.table);
      const kind = entry(ground, place.table).columns.some((own) => own.column.name === place.column && isKind(own));
      return way !== null && !way.toOne && way.steps === 1 && kind && place.whole ? [place] : [];
    });
    const [only, ...more] = kept;
    if (only === undefined || more.length > 0 || places.some((place) => place.table === table)) return [];
    const things: Things = {
      table: only.table,
      filters: [{ kind: 'test', table: only.table, column: only.column, test: only.test, not: false }],
    };
    const often = oftenAt(ground, end);
    if (often !== null) {
      const count = { op: often.op, value: often.value };
      return not ? [] : [found<Filter>({ kind: 'related', things, not: false, count }, often.end, cost + 0.1, notes)];
    }
    return modified(ground, found(things, end), 2).map((read) =>
      found<Filter>({ kind: 'related', things: read.value, not }, read.end, cost + read.cost + 0.1, [...notes, ...read.notes]),
    );
  });
}
