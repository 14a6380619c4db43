import type { Expr, Query } from '../../plan.ts';
import { DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { dateOf, isKind } from './columns.ts';
import { formsOf, isDeedOf, isDone, isLinkVerb } from './deeds.ts';
import { ANYTHING, US } from './did.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { modified, thingsAt } from './modifiers.ts';
import { namedAt } from './named.ts';
import { headsAt } from './noun-phrase.ts';
import { listFilter } from './places.ts';
import { columnIn, createScope, select } from './query.ts';
import { shownOf } from './shown.ts';
import { stretchOf } from './stretch.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { valueListAt } from './value-lists.ts';
import { valueFilter, valuesAt } from './values.ts';
import { dateNote } from './when.ts';

const ASKED = ['when was', 'when is', 'when will', 'when did', 'what date was', 'what date is', 'date of', 'what was the date of'].flatMap(
  (ask) => ['', ' the', ' our', ' my'].map((whose) => `${ask}${whose}`),
);
const SIDES: readonly { readonly words: readonly string[]; readonly fn: 'min' | 'max'; readonly op: '<=' | '>=' | null }[] = [
  { words: ['last', 'latest', 'most recent', 'very last'], fn: 'max', op: '<=' },
  { words: ['next', 'upcoming'], fn: 'min', op: '>=' },
  { words: ['first', 'very first', 'earliest'], fn: 'min', op: null },
];

/** "when is our next lesson", "when was the last inspection of hive 3": the day of one of some things, by where it lies from now. */
export const occasions: Form = (ground, at) => {
  const until = after(ground, at, UNTIL);
  const since = after(ground, at, SINCE);
  const start = until ?? since ?? after(ground, at, ASKED);
  if (start === null) return [];
  return SIDES.flatMap(({ words, fn, op }) => {
    const from = after(ground, past(ground, start, OURS), words);
    const meant = until === null && since === null ? true : op === (until === null ? '<=' : '>=');
    if (from === null || !meant) return [];
    const days = until === null && since === null ? null : until === null ? 'since' : 'until';
    return thingsAt(ground, from).flatMap((things) => dayOf(ground, things, fn, op, [], days));
  });
};

const OURS = new Set(['the', 'our', 'my']);
const COUNTED = ['how many days', 'how long'];
const UNTIL = COUNTED.flatMap((ask) =>
  ['', ' is it', ' do we have', ' are left', ' are there'].flatMap((more) => ['until', 'till', 'to'].map((to) => `${ask}${more} ${to}`)),
);
const SINCE = COUNTED.flatMap((ask) =>
  ['since', 'is it since', 'has it been since', 'ago was', 'is it since'].map((more) => `${ask} ${more}`),
);

/** "how many days until the roof fund is due", "how long until the fair starts": from today to a day of what a name tells. */
export const daysTo: Form = (ground, at) => {
  const until = after(ground, at, UNTIL);
  if (until === null) return [];
  return namedAt(ground, until).flatMap(({ value: things, end, cost, notes }) => {
    const is = past(ground, end, new Set(['is', 'has', 'to', 'be']));
    const verb = word(ground, is);
    const names = DUE.has(verb) ? [...DUE] : [...formsOf(verb), ...(ENDING.has(verb) ? ENDING : [])];
    const told = entry(ground, things.table).columns.filter(
      ({ column, words }) => DATED.has(column.type) && words.some((own) => names.some((name) => own === name || tells(name, own))),
    );
    const [only, ...more] = told;
    if (verb === '' || only === undefined || more.length > 0) return [];
    const make = (): Query => {
      const scope = createScope(ground, things.table);
      const day = columnIn(scope.as, only.column.name);
      const left: Expr = only.column.type === 'date' ? day : { kind: 'cast', type: 'date', arg: day };
      const days: Expr = { kind: 'arithmetic', op: '-', left, right: { kind: 'call', fn: 'today', args: [] } };
      return select(scope, things, { columns: [...shownOf(ground, things.table, scope), { expr: days, as: 'days' }] });
    };
    return [found(make, is + 1, cost + 0.1, notes)];
  });
};
const DUE = new Set(['due', 'target', 'deadline', 'promised']);
const ENDING = new Set(['ends', 'end', 'closes', 'finishes', 'over', 'expires', 'expiry']);

/** "when did we last sail the heron", "when did ada last book something", "when was the heron last repaired": the day of the latest such deed. */
export const lastDone: Form = (ground, at) => {
  const since = after(ground, at, SINCE);
  const days = since === null ? null : 'since';
  const ours = since === null ? after(ground, at, WE_LAST) : after(ground, since, ['we last', 'i last']);
  if (ours !== null) return deedsAt(ground, ours).flatMap((deed) => latestOf(ground, deed, ours, days));
  const time = after(ground, at, ['when was the last time', 'when was the last time that']);
  const asked = time ?? since ?? after(ground, at, ['when did', 'when was', 'when were', 'when has', 'when have']);
  if (asked === null) return [];
  return valuesAt(ground, past(ground, asked, OURS)).flatMap(({ value, end, cost, notes }) => {
    const was = since === null ? end : past(ground, end, new Set(['was', 'were', 'has', 'been']));
    const verb = time === null ? after(ground, was, ['last', 'most recently', 'last been']) : end;
    if (verb === null) return [];
    return deedsAt(ground, verb).flatMap((deed) => {
      const who = valueFilter(ground, deed.value.table, value, false, 'own');
      const theirs = { ...deed, cost: deed.cost + cost, notes: [...deed.notes, ...notes] };
      return who === null ? [] : latestOf(ground, { ...theirs, value: narrowed(deed.value, who) }, verb, days);
    });
  });
};

const WE_LAST = ['we', 'i'].flatMap((who) => [`when did ${who} last`, `when have ${who} last`, `when was the last time ${who}`]);

/** Rows of what a verb did: "send a bill" those of the thing, "repair" those of the one table that the verb or a day of it names. */
function deedsAt(ground: Ground, at: number): Read<Things>[] {
  const verb = word(ground, at);
  if (!/^[a-z]{3,}$/.test(verb)) return [];
  const forms = formsOf(verb);
  const isNamed = (table: string) => forms.some((form) => isDeedOf(form, entry(ground, table).words.at(-1) ?? ''));
  const isDated = (table: string) =>
    entry(ground, table).columns.some(
      ({ column, words }) => DATED.has(column.type) && words.some((own) => forms.some((form) => own === form || tells(form, own))),
    );
  // What is kept as a state as well may be that, whatever became of it since.
  const isState = (table: string) =>
    entry(ground, table).columns.some(
      (own) =>
        isKind(own) && forms.some((form) => ground.values.find(form).some((hit) => hit.table === table && hit.column === own.column.name)),
    );
  const start = past(ground, at + 1, new Set(['a', 'an', 'any', 'some']));
  const objects =
    start === at + 1
      ? []
      : headsAt(ground, start).filter(({ value: { table } }) => isDone(verb) || isLinkVerb(verb) || isNamed(table) || isDated(table));
  const tables = ground.lexicon.tables.map(({ table }) => table.name);
  const named = tables.filter(isNamed);
  const [only, ...more] = named.length > 0 ? named : tables.filter(isDated);
  const end = after(ground, at + 1, [...ANYTHING, ...US, 'up', 'out', 'in']) ?? at + 1;
  const plain = only === undefined || more.length > 0 ? [] : [found<Things>({ table: only, filters: [] }, end, 0.05)];
  // "sail the heron": what it was done to.
  const done = plain.flatMap((deed) =>
    valueListAt(ground, deed.end).flatMap((read) =>
      listFilter(ground, deed.value.table, read, false, 'own').map(({ value, end: to, cost, notes }) =>
        found(narrowed(deed.value, value), to, cost + deed.cost, notes),
      ),
    ),
  );
  return [...objects, ...plain, ...done].filter(({ value: { table } }) => !isState(table));
}

const latestOf = (ground: Ground, deed: Read<Things>, verb: number, days: 'since' | null): Read<() => Query>[] =>
  modified(ground, deed).flatMap((things) => {
    const verbs = formsOf(word(ground, verb));
    // A repair is reported and done: which of the days is meant is not known.
    const dated = dateOf(ground, things.value.table, verbs);
    return dated?.assumed === false || (dated !== null && isLending(ground, things.value.table, dated.column.name))
      ? dayOf(ground, things, 'max', '<=', verbs, days)
      : [];
  });

/** What goes out and comes back was lent, hired or rented on the day on which it went. */
const isLending = (ground: Ground, table: string, column: string): boolean => {
  const stretch = stretchOf(ground, table, 'take');
  const words = entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? [];
  return stretch?.start.name === column && words.some((one) => OUT.has(one));
};
const OUT = new Set(['out', 'borrowed', 'lent', 'loaned', 'collected', 'picked', 'pickup', 'start', 'started']);

function dayOf(
  ground: Ground,
  { value: things, end, cost, notes }: Read<Things>,
  fn: 'min' | 'max',
  op: '<=' | '>=' | null,
  verbs: readonly string[],
  days: 'until' | 'since' | null,
): Read<() => Query>[] {
  const dated = dateOf(ground, things.table, verbs);
  if (dated === null) return [];
  const { name, type } = dated.column;
  const now: Expr = { kind: 'call', fn: type === 'date' ? 'today' : 'now', args: [] };
  const side: Filter[] =
    op === null
      ? []
      : [
          {
            kind: 'test',
            table: things.table,
            not: false,
            test: (alias) => ({ kind: 'compare', op, left: columnIn(alias, name), right: now }),
          },
        ];
  const make = (): Query => {
    const scope = createScope(ground, things.table);
    const day: Expr = { kind: 'aggregate', fn, arg: columnIn(scope.as, name) };
    const date: Expr = type === 'date' ? day : { kind: 'cast', type: 'date', arg: day };
    const today: Expr = { kind: 'call', fn: 'today', args: [] };
    const [left, right] = days === 'until' ? [date, today] : [today, date];
    const column = days === null ? { expr: day, as: name } : { expr: { kind: 'arithmetic', op: '-', left, right } as const, as: 'days' };
    return select(scope, narrowed(things, ...side), { columns: [column] });
  };
  // Where a name follows there is a plainer form.
  return [found(make, end, cost + 0.15, [...notes, ...dateNote(ground, things.table, verbs)])];
}
