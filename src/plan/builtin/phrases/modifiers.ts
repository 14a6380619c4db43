import type { Expr } from '../../plan.ts';
import { momentAt } from '../moments.ts';
import { peopleIn } from '../people.ts';
import { FUNCTION_WORDS } from '../words.ts';
import { actedAt } from './actors.ts';
import { comparedAt } from './amounts.ts';
import { byNumberAt } from './by-number.ts';
import { dateOf, isKind } from './columns.ts';
import { countAt, oftenAt, orMoreAt } from './counts.ts';
import { anyDatedAt, datedAt, datedBy } from './dates.ts';
import { deedOf, isDeed, isDeedOf, isDone, isLinkVerb, isOfAny, PAST_FORMS, tradedBy, verbForm } from './deeds.ts';
import { after, columnsAt, entry, found, type Ground, once, past, type Read, tablesAt, word } from './ground.ts';
import { averageAt, flagOfHaving, keyAt, lacking, lapsesAt, overdueAt } from './had.ts';
import { lateAt } from './lateness.ts';
import { headsAt, traitsAt } from './noun-phrase.ts';
import { apposed, columnValueAt, exceptAt, flagClauseAt, onlyAt, situatedAt, stockAt, textAt } from './own-columns.ts';
import { listFilter, placedAt } from './places.ts';
import { columnIn, compare, distance } from './query.ts';
import { reportsAt } from './roles.ts';
import { ahead, BEING, ended, missing, nowAt, stateOf, stayingAt } from './states.ts';
import { agoAt, heldAt, lastingAt } from './stretch.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { usesOf } from './uses.ts';
import { Ambiguous, valueFilter, valueListAt, valuesAt } from './values.ts';
import { columnDatedAt, dateNote, doneBefore, happenedAt, tellsOf } from './when.ts';

/** "the open tickets from Spain": things of one table, with all that is said of them before and after the noun. */
export const thingsAt = once((ground: Ground, at: number): Read<Things>[] => {
  return headsAt(ground, at).flatMap((head) => modified(ground, head));
});

/** Things with every run of what may be said of them after the noun, from none to as much as there is. */
export function modified(ground: Ground, head: Read<Things>, depth = 0): Read<Things>[] {
  if (depth > MODIFIERS_MAX) return [head];
  const more = modifiersAt(ground, head.end, head.value.table)
    .filter(({ value }) => !isOfRelated(head.value, value) && !head.value.filters.some((one) => isSame(one, value)))
    .flatMap(({ value, end, cost, notes }) => {
      const spent = head.cost + cost + farOf(ground, head.value.table, value);
      return modified(ground, found(narrowed(head.value, value), end, spent, [...head.notes, ...notes]), depth + 1);
    });
  return [head, ...more];
}

/** Of two that a value may be said of, those that it belongs to more nearly are meant. */
export function farOf(ground: Ground, table: string, filter: Filter): number {
  if (filter.kind === 'or' || filter.kind === 'all') return Math.max(0, ...filter.filters.map((one) => farOf(ground, table, one)));
  // What somebody has is nearer by its own key than by what was done with it; what they take or teach is not told apart so.
  if (filter.kind === 'related' && !ground.tokens.some(({ lower }) => OWNING.has(lower))) return 0;
  const to = filter.kind === 'test' ? filter.table : filter.things.table;
  const way = to === table ? null : distance(ground, table, to);
  return way === null || way.toOne ? 0 : FAR * way.steps;
}

const FAR = 0.1;

const OWNING = new Set(['own', 'owns', 'owned', 'has', 'have', 'having', 'with']);

/** "still open now" says the same twice. */
function isSame(one: Filter, other: Filter): boolean {
  if (one.kind !== 'test' || other.kind !== 'test' || one.table !== other.table || one.not !== other.not) return false;
  try {
    return JSON.stringify(one.test('')) === JSON.stringify(other.test(''));
  } catch (error) {
    if (error instanceof Ambiguous) return false;
    throw error;
  }
}

/** "drivers without trips this month": when, of the trips. */
export const isOfRelated = ({ filters }: Things, filter: Filter): boolean =>
  filters.at(-1)?.kind === 'related' && filter.kind === 'test' && filter.dated === true;

const MODIFIERS_MAX = 4;

/** One condition on rows of a table that starts at a position. */
export const modifiersAt = once((ground: Ground, from: number, table: string): Read<Filter>[] => {
  const start = ground.tokens[from]?.kind === 'comma' ? from + 1 : from;
  const at = past(ground, after(ground, start, ASIDES) ?? start, FILLERS);
  const relative = RELATIVES.has(word(ground, at))
    ? at + 1
    : after(ground, at, ['and who', 'and that', 'and which', ...(word(ground, at + 1) === 'never' ? ['but'] : [])]);
  const nobody = after(ground, relative ?? at, NOBODY);
  if (nobody !== null) return undoneAt(ground, nobody, table);
  const unheld = after(ground, at, UNHELD);
  if (unheld !== null)
    return possessions(ground, unheld, table, true).flatMap((read) =>
      ['for', 'of', 'on'].includes(word(ground, read.end)) ? [{ ...read, end: read.end + 1 }] : [],
    );
  const whose = after(ground, at, ['whose']);
  if (whose !== null) return lapsing(ground, whose, table);
  const ours = relative === null ? null : pronounAt(ground, relative);
  if (ours !== null) return doneByUs(ground, ours, table);
  // "sites we gave up"
  const bare = ['we', 'i'].includes(word(ground, at)) ? doneByUs(ground, at + 1, table) : [];
  if (bare.length > 0) return bare.map((read) => ({ ...read, cost: read.cost + 0.05 }));
  // "trips ines guided", "that jon has done"
  const acted = actedAt(ground, relative ?? at, table, true).map((read) => ({ ...read, cost: read.cost + 0.1 }));
  if (relative !== null) return [...acted, ...saidOf(ground, relative, table)];
  const lasting = LASTING.has(word(ground, at - 1))
    ? valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, false, 'own'))
    : [];
  return [...lasting, ...acted, ...nowAt(ground, from, table), ...apposed(ground, at, table), ...direct(ground, at, table)];
});

/** Said between a noun and what is said of it; all rows are on the books. */
const ASIDES = [
  ...['so far', 'until now', 'on file', 'on record'],
  ...['books', 'system', 'database', 'records'].flatMap((kept) => ['in our', 'in the', 'on our', 'on the'].map((at) => `${at} ${kept}`)),
];

/** "licence has expired", "the mot run out", by the day on which it does. */
const lapsing = (ground: Ground, at: number, table: string): Read<Filter>[] =>
  entry(ground, table).columns.flatMap((own) => lapsesAt(ground, at, table, own));

/** "clients we have no email for": the noun and its preposition follow. */
const UNHELD = ['we have no', 'we do not have', 'we have got no', 'i have no', 'i do not have', 'we lack'];

const NOBODY = [
  ...['nobody', 'no one', 'nobody has', 'no one has', 'nobody ever', 'no one ever', 'nobody has ever', 'no one has ever'],
  ...['we', 'i'].flatMap((who) =>
    ['never', 'have never', 'never ever', 'have not', 'did not', 'have not yet'].map((not) => `${who} ${not}`),
  ),
];

/** "dishes nobody ordered": none of what the verb names belongs to them. */
function undoneAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const handed = past(ground, at, BEING);
  const free = ['assigned', 'allocated'].includes(word(ground, handed)) ? missing(ground, table, 'assigned', true) : null;
  if (free !== null) return [found(free, after(ground, handed + 1, ['to', 'to it', 'to them', 'to yet', 'yet']) ?? handed + 1, 0.05)];
  const uses = usesOf(ground, table, word(ground, at)) ?? doersOf(ground, table, word(ground, at));
  if (uses === null) return [];
  return modified(ground, found<Things>({ table: uses, filters: [] }, at + 1), 2).map((read) =>
    found<Filter>({ kind: 'related', things: read.value, not: true }, read.end, 0.1 + read.cost, read.notes),
  );
}

/** "cars nobody drives": the only people who have one by a key of theirs. */
function doersOf(ground: Ground, table: string, verb: string): string | null {
  const people = peopleIn(ground.lexicon).filter((own) => own.table.foreignKeys.some((key) => key.table === table));
  const [only, ...more] = people;
  return only === undefined || more.length > 0 || !isLinkVerb(verb) ? null : only.table.name;
}

/** "we", "i", "they", as whom a question speaks of. */
export const pronounAt = (ground: Ground, at: number): number | null => (PRONOUNS.has(word(ground, at)) ? at + 1 : null);

const PRONOUNS = new Set(['we', 'i', 'they', 'you', 'people']);

/** What we did to things: "deliver last month", "have open", "make in May". */
export function doneByUs(ground: Ground, from: number, table: string): Read<Filter>[] {
  const at = past(ground, from, new Set(['have', 'had', 'currently', 'still', 'already', 'actually', 'ever']));
  const stopped = after(ground, at, STOPPED);
  const gone = stopped === null ? null : ended(ground, table, true);
  if (stopped !== null && gone !== null) return [found(gone, stopped, 0.1)];
  const verb = word(ground, at);
  const forms = [
    ...new Set([
      verb,
      ...(PAST_FORMS.get(verb) ?? []),
      `${verb}ed`,
      `${verb}d`,
      verb.replace(/([bdgklmnprt])$/, '$1$1ed'),
      verb.replace(/y$/, 'ied'),
    ]),
  ];
  const stored = forms.flatMap((form) =>
    ground.values.find(form).filter((hit) => hit.table === table && isKindColumn(ground, table, hit.column)),
  );
  const [state, ...states] = stored;
  const told = forms.flatMap((form) => {
    const dated = dateOf(ground, table, [form]);
    return dated !== null && !dated.assumed && tellsOf(ground, table, form, dated.column.name) ? [dated.column] : [];
  });
  const [column] = told;
  const reads: Read<Filter>[] = [];
  const then = [at + 1, at + 2].slice(0, ['out', 'up', 'in', 'on', 'off', 'for'].includes(word(ground, at + 1)) ? 2 : 1);
  for (const end of then) {
    for (const { value, end: to, cost, notes } of anyDatedAt(ground, end)) {
      if (column !== undefined) reads.push(found(datedBy(table, column, value), to, cost, notes));
      else if ((isDone(verb) || (verb === 'sell' && isDeed(ground, table))) && state === undefined) {
        const filter = datedAt(ground, table, value, []);
        if (filter !== null) reads.push(found(filter, to, cost, [...notes, ...dateNote(ground, table, [])]));
      }
    }
    if (column?.nullable === true && state === undefined)
      reads.push(
        found<Filter>(
          { kind: 'test', table, not: true, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column.name) }) },
          end,
          0.1,
        ),
      );
  }
  if (state !== undefined && states.length === 0) {
    const test = (alias: string): Expr =>
      compare('=', columnIn(alias, state.column), { kind: 'literal', value: state.stored, type: 'text' });
    if (column === undefined) reads.push(found<Filter>({ kind: 'test', table, not: false, column: state.column, test }, at + 1, 0.1));
  }
  // "that we have in Spain", "we made for Ann"
  if (isDone(verb) || word(ground, from) !== word(ground, at))
    reads.push(...direct(ground, isDone(verb) ? at + 1 : at, table), ...nowAt(ground, isDone(verb) ? at + 1 : at, table));
  return reads;
}

const isKindColumn = (ground: Ground, table: string, column: string): boolean =>
  entry(ground, table).columns.some((own) => own.column.name === column && isKind(own));

/** "products we stopped making", "sites we gave up". */
const STOPPED = [
  ...['stopped', 'no longer'].flatMap((stop) =>
    ['making', 'selling', 'using', 'doing', 'offering', 'make', 'sell', 'use', 'do', 'offer', 'have', 'keep', 'run'].map(
      (verb) => `${stop} ${verb}`,
    ),
  ),
  ...['gave up', 'given up', 'got rid of', 'closed', 'closed down', 'shut', 'shut down', 'dropped', 'discontinued'],
];

const FILLERS = new Set(['currently', 'still', 'also', 'already', 'ever', 'there', 'really', 'actually']);

const LASTING = new Set(['still', 'currently', 'already']);

const RELATIVES = new Set(['who', 'that', 'which', 'where']);

/** What follows "that", "who", or the subject of a question: "are open", "have a subscription", "signed up in 2026". */
export const saidOf = once((ground: Ground, from: number, table: string): Read<Filter>[] => {
  let at = past(ground, from, AUXILIARIES);
  let not = false;
  if (word(ground, at) === 'not' || word(ground, at) === 'never') {
    not = true;
    at = past(ground, at + 1, AUXILIARIES);
  }
  at = past(ground, at, FILLERS);
  // "got paid late" is "was paid late".
  const got = GOT.has(word(ground, at)) && DONE_TO.test(word(ground, at + 1));
  if (got) at += 1;
  const be = got || BEING.has(word(ground, at - 1)) || BEING.has(word(ground, at - 2)) || BEING.has(word(ground, at - 3));
  const states = stateOf(ground, at, not).flatMap(({ value, end, cost, notes }) => {
    const filter = value(table);
    return filter === null ? [] : [found(filter, end, cost, notes)];
  });
  // "not resolved", where a day says so, is also said of what was closed since.
  const undated = not ? missing(ground, table, word(ground, at), true) : null;
  const undone = undated?.kind === 'test' && undated.column === undefined && be ? [found<Filter>(undated, at + 1, 0.05)] : [];
  // "pupils who passed", of a state that is stored so
  const told = /^(?:[a-z]{3,}ed|left|quit|won|lost)$/.test(word(ground, at)) && RELATIVES.has(word(ground, from - 1));
  const values =
    (be || not || told) && undone.length === 0
      ? valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, not, 'own'))
      : [];
  // "trips planned for May", of a state of theirs
  const stated =
    !told && !be && !not && /^(?:[a-z]{3,}ed|open)$/.test(word(ground, at)) && tablesAt(ground, at - 1).some(({ end }) => end === at)
      ? valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
          const filter = valueFilter(ground, table, value, false, 'own');
          const own = filter?.kind === 'test' && filter.table === table && isKindColumn(ground, table, filter.column ?? '');
          return own && filter !== null ? [found(filter, end, cost + 0.05, notes)] : [];
        })
      : [];
  const prepositions = be ? placedAt(ground, at, table, not) : [];
  const plain = not ? [] : direct(ground, at, table);
  const flags = [...flagClauseAt(ground, at, table, not), ...stayingAt(ground, at, table, not)];
  const deeds = [
    ...(not ? deedsAt(ground, at, table, true) : []),
    ...stateOfOther(ground, at, table, not),
    ...dealtAt(ground, at, table, not),
  ];
  const kept = be ? keptStatesAt(ground, at, table, not) : [];
  const have =
    HAVING.has(word(ground, at)) || HAVING.has(word(ground, at - 1))
      ? possessions(ground, HAVING.has(word(ground, at)) ? at + 1 : at, table, not)
      : [];
  return [
    ...(undone.length > 0 ? undone : states),
    ...values,
    ...stated,
    ...(be && !not ? traitsAt(ground, at, table) : []),
    ...prepositions,
    ...plain,
    ...have,
    ...flags,
    ...deeds,
    ...kept,
  ];
});

/** "has missed a shift", "cancelled a lesson": rows of another table about them, in the state that the verb is stored as. */
function stateOfOther(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
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
function dealtAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
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

const GOT = new Set(['got', 'get', 'gets', 'gotten', 'getting']);
const DONE_TO = /^(?:[a-z]{3,}ed|paid|sent|sold|lost|bought|taken|given|done|broken|stolen|withdrawn|written)$/;

const AUXILIARIES = new Set(
  'is are was were be been being am do does did has have had still currently already actually ever yet'.split(' '),
);

const HAVING = new Set(
  'have has had having used use uses using get got gets received contain contains contained include includes included own owns take takes took'.split(
    ' ',
  ),
);

/** Without a verb: "from Spain", "in October", "with a comment", "over $500", "due next week", "reporting to Ann". */
function direct(ground: Ground, at: number, table: string): Read<Filter>[] {
  const done = doneBefore(ground, at);
  const periods = anyDatedAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const filter = datedAt(ground, table, value, done);
    return filter === null ? [] : [found(filter, end, cost, [...notes, ...dateNote(ground, table, done)])];
  });
  // "articles in review", "cases on hold": values that begin as a condition does.
  const states = FUNCTION_WORDS.has(word(ground, at))
    ? valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
        const filter = end > at + 1 ? valueFilter(ground, table, value, false, 'own') : null;
        return filter === null ? [] : [found(filter, end, cost, notes)];
      })
    : [];
  const soon = after(ground, at, COMING);
  const coming = soon === null ? null : ahead(ground, table);
  const having = after(ground, at, ['with', 'having']);
  const holding = textAt(ground, at, table);
  const lacking = after(ground, at, ['without', 'with no', 'having no', 'without any']);
  return [
    ...states,
    ...holding,
    ...(soon === null || coming === null ? [] : [found(coming, soon, 0.05)]),
    ...periods,
    ...happenedAt(ground, at, table),
    ...columnDatedAt(ground, at, table),
    ...situatedAt(ground, at, table),
    ...deedsAt(ground, at, table, false),
    ...stockAt(ground, at, table),
    ...columnValueAt(ground, at, table),
    ...placedAt(ground, at, table, false),
    ...(having === null ? [] : possessions(ground, having, table, false)),
    ...(lacking === null ? [] : possessions(ground, lacking, table, true)),
    ...byNumberAt(ground, at, table),
    ...comparedAt(ground, at, table),
    ...exceptAt(ground, at, table),
    ...onlyAt(ground, at, table),
    ...ofThingsAt(ground, at, table),
    ...lastingAt(ground, at, table),
    ...heldAt(ground, at, table),
    ...agoAt(ground, at, table, done),
    ...lateAt(ground, at, table),
    ...reportsAt(ground, at, table),
  ];
}

const COMING = ['coming up', 'still coming up', 'still to come', 'to come', 'yet to come', 'lined up', 'ahead', 'ahead of us'];

/** "tickets from customers in Spain": what each row belongs to, narrowed by columns of its own. */
function ofThingsAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  if (!OF_THINGS.has(word(ground, at))) return [];
  return headsAt(ground, at + 1).flatMap((head) => {
    const way = distance(ground, table, head.value.table);
    if (way === null || !way.toOne || way.steps === 0) return [];
    const isOwn = (filter: Filter): boolean =>
      filter.kind === 'test'
        ? filter.table === head.value.table && filter.dated !== true
        : filter.kind === 'or' && filter.filters.every(isOwn);
    return modified(ground, head, 3).flatMap(({ value: { filters }, end, cost, notes }) =>
      filters.length > 0 && filters.every(isOwn) ? [found<Filter>({ kind: 'all', filters }, end, cost + 0.05, notes)] : [],
    );
  });
}

const OF_THINGS = new Set(['from', 'by', 'of', 'for', 'to', 'at', 'with']);

/** "ordered more than 3 times", "never ordered anything", "ordered something last month": what a table of that name keeps. */
export function deedsAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const traded = tradedBy(ground, at, table);
  if (traded.length > 0)
    return traded.flatMap((lines) =>
      [...objectsAt(ground, at + 1, lines, table)]
        .flatMap((one) => modified(ground, one, 2))
        .map((read) => found<Filter>({ kind: 'related', things: read.value, not }, read.end, 0.1 + read.cost, read.notes)),
    );
  const deed = deedOf(ground, at, table);
  // "has not paid", of bills that are paid or not: a bill of theirs is no sign that they did.
  const named = deed !== null && isDeedOf(word(ground, at), entry(ground, deed.value).words.at(-1) ?? '');
  const open = deed === null || !not || named ? null : missing(ground, deed.value, verbForm(word(ground, at)), true);
  if (deed !== null && open !== null) return undoneOf(ground, deed, open);
  if (deed === null) return [];
  const things: Things = { table: deed.value, filters: [] };
  const often = oftenAt(ground, deed.end);
  // Of two that have such rows, those that have them more nearly are meant.
  const far = 0.1 * ((distance(ground, table, deed.value)?.steps ?? 1) - 1);
  if (often !== null && !not)
    return [found<Filter>({ kind: 'related', things, not: false, count: { op: often.op, value: often.value } }, often.end, 0.1 + far)];
  const any = after(ground, deed.end, ANYTHING) ?? deed.end;
  const placed = ['in', 'for', 'at', 'to'].includes(word(ground, deed.end))
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

export const ANYTHING = 'anything,something,a thing,any,at all,anything at all,anyone,anybody,someone,somebody'.split(',');

/** "has not paid", "hasn't paid for their bookings": those with some of which it was not done. */
function undoneOf(ground: Ground, deed: Read<string>, open: Filter): Read<Filter>[] {
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
function keptStatesAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
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

/** "a comment", "more than 5 open tickets", "no phone number": other things that belong to these, or a column that says something. */
export const possessions = once((ground: Ground, from: number, table: string, not: boolean): Read<Filter>[] => {
  const nobody = after(ground, from, ['nobody', 'no one']);
  if (nobody !== null) return undoneAt(ground, nobody, table);
  const no = after(ground, from, ['no', 'not any', 'zero', 'not a single']);
  const denied = not || no !== null;
  const start = past(ground, no ?? from, ARTICLES);
  const counted = no === null ? (countAt(ground, from) ?? bareCountAt(ground, from)) : null;
  const columns =
    counted !== null || ['their', 'its'].includes(word(ground, start - 1))
      ? []
      : columnsAt(ground, start, [table]).flatMap(({ value, end, cost }) => lacking(ground, value, end, cost, denied));
  const keys = counted !== null || THEIRS.has(word(ground, start - 1)) ? [] : keyAt(ground, start, table, denied);
  const worth = averageAt(ground, start, table);
  const flags = counted !== null ? [] : flagOfHaving(ground, start, table, denied);
  const values =
    no !== null || (denied && keys.length > 0)
      ? []
      : valueListAt(ground, start).flatMap((read) => listFilter(ground, table, read, denied, 'any'));
  const things = headsAt(ground, counted?.end ?? start)
    .flatMap((head) => modified(ground, head, 2))
    .flatMap((read) => {
      // "nurses with their wards" asks for both.
      if (read.value.table === table || ['their', 'its'].includes(word(ground, start - 1))) return [];
      if (distance(ground, table, read.value.table) === null) return [];
      if (counted === null) return [{ ...read, value: { kind: 'related' as const, things: read.value, not: denied } }];
      // "with 2 dogs or more"
      const more = counted.op === null ? orMoreAt(ground, read.end) : { op: counted.op, end: read.end };
      if (denied || more === null) return [];
      const count = { op: more.op, value: counted.value };
      return [found<Filter>({ kind: 'related', things: read.value, not: false, count }, more.end, read.cost, read.notes)];
    });
  // "without a foreman" is the same by the key that may be empty.
  const empty = keys.filter(
    ({ end }) => !things.some((one) => one.end === end && one.value.kind === 'related' && one.value.things.filters.length === 0),
  );
  const kept = [...columns, ...things].flatMap((read) => {
    const end = after(ground, read.end, RECORDED);
    return end === null || counted !== null || valuesAt(ground, read.end).length > 0 ? [] : [{ ...read, end }];
  });
  return [
    ...columns,
    ...kept,
    ...(denied ? [] : worth),
    ...overdueAt(ground, start, table, denied),
    ...(denied || counted !== null ? [] : lapsing(ground, past(ground, start, THE), table)),
    ...empty,
    ...flags,
    ...values,
    ...things,
  ];
});

/** "with no phone entered", which says no more than that there is none. */
const RECORDED = 'entered,recorded,listed,on file,on record,stored,known,saved,noted,filled in,put in,in the system'.split(',');

/** "2", of "2 dogs or more". */
function bareCountAt(ground: Ground, at: number): { op: null; value: number; end: number } | null {
  const token = ground.tokens[at];
  return token === undefined || token.number === null || token.kind === 'quoted' ? null : { op: null, value: token.number, end: at + 1 };
}

const ARTICLES = new Set('a an any the some their its single'.split(' '));

const THE = new Set(['the', 'an', 'a']);
const THEIRS = new Set(['their', 'its']);
