import type { Expr } from '../../plan.ts';
import { DATED, escapeLike, NUMERIC, text } from '../expressions.ts';
import { isAlike, rootOf } from '../lexicon.ts';
import { tells } from '../moment-columns.ts';
import { momentAt } from '../moments.ts';
import { peopleIn } from '../people.ts';
import { stem } from '../stem.ts';
import { FUNCTION_WORDS, LINK_VERBS } from '../words.ts';
import { comparedAt, numeric } from './amounts.ts';
import { columnOf, dateOf, isKind } from './columns.ts';
import { countAt, timesAt } from './counts.ts';
import { anyDatedAt, datedAt, datedBy } from './dates.ts';
import { after, columnsAt, entry, found, type Ground, once, past, type Read, word } from './ground.ts';
import { headsAt } from './noun-phrase.ts';
import { inRole, listFilter, placedAt } from './places.ts';
import { columnIn, compare, distance, number } from './query.ts';
import { reportsAt } from './roles.ts';
import { BEING, missing, nowAt, starsAt, stateOf, stayingAt } from './states.ts';
import { lastingAt } from './stretch.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { usesOf } from './uses.ts';
import { Ambiguous, valueFilter, valueListAt, valuesAt } from './values.ts';

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
  const at = past(ground, ground.tokens[from]?.kind === 'comma' ? from + 1 : from, FILLERS);
  const relative = RELATIVES.has(word(ground, at)) ? at + 1 : after(ground, at, ['and who', 'and that', 'and which']);
  const nobody = after(ground, relative ?? at, NOBODY);
  if (nobody !== null) return undoneAt(ground, nobody, table);
  const unheld = after(ground, at, UNHELD);
  if (unheld !== null)
    return possessions(ground, unheld, table, true).flatMap((read) =>
      ['for', 'of', 'on'].includes(word(ground, read.end)) ? [{ ...read, end: read.end + 1 }] : [],
    );
  const ours = relative === null ? null : pronounAt(ground, relative);
  if (ours !== null) return doneByUs(ground, ours, table);
  if (relative !== null) return saidOf(ground, relative, table);
  const lasting = LASTING.has(word(ground, at - 1))
    ? valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, false, 'own'))
    : [];
  return [...lasting, ...nowAt(ground, from, table), ...apposed(ground, at, table), ...direct(ground, at, table)];
});

/** "clients we have no email for": the noun and its preposition follow. */
const UNHELD = ['we have no', 'we do not have', 'we have got no', 'i have no', 'i do not have', 'we lack'];

const NOBODY = [
  ...['nobody', 'no one', 'nobody has', 'no one has', 'nobody ever', 'no one ever', 'nobody has ever', 'no one has ever'],
  ...['we never', 'we have never', 'i never', 'i have never', 'we never ever'],
];

/** "dishes nobody ordered": none of what the verb names belongs to them. */
function undoneAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const handed = past(ground, at, BEING);
  const free = ['assigned', 'allocated'].includes(word(ground, handed)) ? missing(ground, table, 'assigned', true) : null;
  if (free !== null) return [found(free, after(ground, handed + 1, ['to', 'to it', 'to them', 'to yet', 'yet']) ?? handed + 1, 0.05)];
  const uses = usesOf(ground, table, word(ground, at));
  if (uses === null) return [];
  return modified(ground, found<Things>({ table: uses, filters: [] }, at + 1), 2).map((read) =>
    found<Filter>({ kind: 'related', things: read.value, not: true }, read.end, 0.1 + read.cost, read.notes),
  );
}

/** "we", "i", "they", as whom a question speaks of. */
export const pronounAt = (ground: Ground, at: number): number | null => (PRONOUNS.has(word(ground, at)) ? at + 1 : null);
const PRONOUNS = new Set(['we', 'i', 'they', 'you', 'people']);

/** What we did to things: "deliver last month", "have open", "make in May". */
export function doneByUs(ground: Ground, from: number, table: string): Read<Filter>[] {
  const at = past(ground, from, new Set(['have', 'had', 'currently', 'still', 'already', 'actually', 'ever']));
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
      else if (isDone(verb) && state === undefined) {
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

const PAST_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['pay', ['paid']],
  ['send', ['sent']],
  ['sell', ['sold']],
  ['buy', ['bought']],
  ['lose', ['lost']],
  ['win', ['won']],
  ['ship', ['shipped']],
  ['cancel', ['cancelled', 'canceled']],
  ['close', ['closed']],
]);

/** Verbs of having and doing, which say no more than that there was something. */
const isDone = (verb: string): boolean => DONE.has(verb);
const DONE = new Set(
  'have had get got make made do did receive received see saw take took handle handled record recorded log logged run ran issue issued create created add added place placed file filed hold held'.split(
    ' ',
  ),
);

const isKindColumn = (ground: Ground, table: string, column: string): boolean =>
  entry(ground, table).columns.some((own) => own.column.name === column && isKind(own));

const FILLERS = new Set(['currently', 'still', 'also', 'already', 'ever', 'there']);
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
  const be = BEING.has(word(ground, at - 1)) || BEING.has(word(ground, at - 2)) || BEING.has(word(ground, at - 3));
  const states = stateOf(ground, at, not).flatMap(({ value, end, cost, notes }) => {
    const filter = value(table);
    return filter === null ? [] : [found(filter, end, cost, notes)];
  });
  // "not resolved", where a day says so, is also said of what was closed since.
  const undated = not ? missing(ground, table, word(ground, at), true) : null;
  const undone = undated?.kind === 'test' && undated.column === undefined && be ? [found<Filter>(undated, at + 1, 0.05)] : [];
  const values =
    (be || not) && undone.length === 0 ? valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, not, 'own')) : [];
  const prepositions = be ? placedAt(ground, at, table, not) : [];
  const plain = not ? [] : direct(ground, at, table);
  const flags = [...flagClauseAt(ground, at, table, not), ...(not ? [] : stayingAt(ground, at, table))];
  const deeds = [...(not ? deedsAt(ground, at, table, true) : []), ...stateOfOther(ground, at, table, not)];
  const kept = be ? keptStatesAt(ground, at, table, not) : [];
  const have =
    HAVING.has(word(ground, at)) || HAVING.has(word(ground, at - 1))
      ? possessions(ground, HAVING.has(word(ground, at)) ? at + 1 : at, table, not)
      : [];
  return [...(undone.length > 0 ? undone : states), ...values, ...prepositions, ...plain, ...have, ...flags, ...deeds, ...kept];
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

/** "allow pets", of a flag that is called "pets_allowed". */
function flagClauseAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  return entry(ground, table).columns.flatMap(({ column, words: own }) => {
    const words = own.filter((one) => one !== 'is').map(rootOf);
    // "on the menu", of `on_menu`.
    const article = ['the', 'a', 'our', 'is', 'are'].includes(word(ground, at + 1)) ? 1 : 0;
    const said = words.map((_, offset) => rootOf(stem(word(ground, at + offset + (offset > 0 ? article : 0)))));
    if (column.type !== 'boolean' || words.length < 2 || !words.every((one) => said.includes(one))) return [];
    const value: Expr = { kind: 'literal', value: !not, type: 'boolean' };
    return [
      found<Filter>(
        { kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, column.name), value) },
        at + words.length + article,
        0.05,
      ),
    ];
  });
}

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
  const having = after(ground, at, ['with', 'having']);
  const holding = textAt(ground, at, table);
  const lacking = after(ground, at, ['without', 'with no', 'having no', 'without any']);
  return [
    ...states,
    ...holding,
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
    ...comparedAt(ground, at, table),
    ...exceptAt(ground, at, table),
    ...ofThingsAt(ground, at, table),
    ...lastingAt(ground, at, table),
    ...reportsAt(ground, at, table),
  ];
}

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

/** "finished jobs this year": what was done to them is said before them, and the time is that of it. */
function doneBefore(ground: Ground, at: number): string[] {
  const start = Math.max(0, at - DONE_FAR);
  return ground.tokens
    .slice(start, at)
    .filter(({ kind, lower }) => kind === 'word' && /^(?:[a-z]{3,}ed|paid|sent|sold|done|lost|won|left)$/.test(lower))
    .map(({ lower }) => lower)
    .reverse();
}
const DONE_FAR = 4;

/** "about robots", "with bank in their name": words that a name of theirs holds. */
function textAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const about = after(ground, at, ['about', 'mentioning', 'regarding', 'on the subject of', 'that mention', 'containing the word']);
  const opened = about ?? after(ground, at, ['with', 'containing', 'with the word', 'that contain', 'that have', 'who have', 'having']);
  const said = opened === null ? undefined : ground.tokens[opened];
  if (opened === null || said === undefined || !['word', 'quoted'].includes(said.kind) || FUNCTION_WORDS.has(said.lower)) return [];
  const within = after(ground, opened + 1, ['in the', 'in their', 'in its', 'in']);
  const { label } = entry(ground, table);
  const named =
    within === null
      ? []
      : columnsAt(ground, within, [table]).flatMap(({ value: { columns }, end, cost }) =>
          columns.every((column) => columnOf(ground, table, column).type === 'text') ? [{ columns, end, cost }] : [],
        );
  const [only] = label;
  // What the schema or its values know is no word to look for.
  const known = valuesAt(ground, opened).length > 0 || ground.links.attributes(opened).length + ground.links.entities(opened).length > 0;
  const topic =
    about !== null && !known && only !== undefined && label.length === 1 ? [{ columns: [only], end: opened + 1, cost: 0.2 }] : [];
  return [...named, ...topic].flatMap(({ columns, end, cost }) => {
    const part = said.kind === 'quoted' ? said.text : stem(said.lower);
    const tests = (alias: string): Expr[] =>
      columns.map((column) => ({ kind: 'match', op: 'ilike', left: columnIn(alias, column), right: text(`%${escapeLike(part)}%`) }));
    const test = (alias: string): Expr => {
      const [one, ...more] = tests(alias);
      return one !== undefined && more.length === 0 ? one : { kind: 'or', args: tests(alias) };
    };
    return [
      found<Filter>({ kind: 'test', table, not: false, test }, end, 0.1 + cost, [
        `Looked for '${part}' in ${table}.${columns.join(', ')}.`,
      ]),
    ];
  });
}

/** The column that was taken to say when, where a table has several and nothing said which. */
export function dateNote(ground: Ground, table: string, verbs: readonly string[]): string[] {
  const dated = dateOf(ground, table, verbs);
  return dated?.assumed === true ? [`The date is that of ${table}.${dated.column.name}.`] : [];
}

/** "signed up in 2026", "due in the next 30 days", "hired before 2020". */
function happenedAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const verb = word(ground, at);
  if (!/^[a-z]{3,}$/.test(verb) || BEING.has(verb)) return [];
  const particle = ['up', 'out', 'in', 'on', 'off', 'over'].includes(word(ground, at + 1)) ? [at + 2, at + 1] : [at + 1];
  return particle.flatMap((next) =>
    anyDatedAt(ground, next).flatMap(({ value, end, cost, notes }) => {
      const told = dateOf(ground, table, [verb]);
      const joined = told !== null && !told.assumed && JOINING.has(verb) && isPerson(ground, table);
      const meant = told !== null && (joined || tellsOf(ground, table, verb, told.column.name) || PLAIN_VERBS.has(verb));
      const filter = meant ? datedAt(ground, table, value, [verb]) : null;
      // "joined", of a day of hiring, is farther.
      const other = told !== null && !PLAIN_VERBS.has(verb) && !namesOf(ground, table, told.column.name).some((one) => tells(verb, one));
      return filter === null
        ? []
        : [found(filter, end, cost + (other ? 0.1 : 0), [...notes, ...(PLAIN_VERBS.has(verb) ? dateNote(ground, table, [verb]) : [])])];
    }),
  );
}

const JOINING = new Set(['signed', 'joined', 'registered']);
const isPerson = (ground: Ground, table: string): boolean => peopleIn(ground.lexicon).some((one) => one.table.name === table);

const namesOf = (ground: Ground, table: string, column: string): readonly string[] =>
  entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? [];

/** "with a due date in March", "whose license expires this year": a date by its name. */
function columnDatedAt(ground: Ground, from: number, table: string): Read<Filter>[] {
  const at = past(ground, from, new Set(['with', 'whose', 'a', 'an', 'the', 'having']));
  return columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    if (column === undefined || more.length > 0 || cost > 0.25) return [];
    const own = columnOf(ground, table, column);
    if (!DATED.has(own.type)) return [];
    return anyDatedAt(ground, past(ground, end, BEING)).map((moment) =>
      found(datedBy(table, own, moment.value), moment.end, cost + moment.cost, moment.notes),
    );
  });
}

/** "living in Millbrook", "enrolled in Geometry", "paid with PayPal", "handled by Ann": a verb that only relates. */
function situatedAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const verb = word(ground, at);
  if (!PREPOSITIONS.has(word(ground, at + 1))) return [];
  // "products sold in Furniture" are not all products that are in Furniture.
  const placed = ['in', 'at', 'of', 'under', 'as', 'for'].includes(word(ground, at + 1));
  const plain = TRADED.has(verb) ? !placed : SITUATED.has(verb) || (verb === 'paid' && !placed && word(ground, at + 1) !== 'by');
  return valueListAt(ground, at + 2).flatMap((read) => {
    // "specialize in surgery", of a specialization.
    const named = read.value.values.every(({ places }) =>
      places.some((place) => place.table === table && wordsLike(ground, place.table, place.column, verb)),
    );
    return plain || named ? listFilter(ground, table, inRole(ground, word(ground, at + 1), read), false, 'any') : [];
  });
}

const wordsLike = (ground: Ground, table: string, column: string, verb: string): boolean =>
  verb.length > 4 &&
  (entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? []).some((own) => own.slice(0, 5) === verb.slice(0, 5));

const SITUATED = new Set(
  `living based located situated residing live lives lived enrolled working work works employed registered listed filed stored kept held
  taught written made produced supplied provided handled managed owned run led hosted booked prescribed treated seen
  reviewed assigned issued given performed done created submitted logged reported requested placed involving related belonging
  carried driven operated going headed heading bound coming sent traveling departing arriving play plays playing played`.split(/\s+/),
);
const TRADED = new Set(['sold', 'bought', 'purchased', 'ordered']);
const PREPOSITIONS = new Set('in at by with from to for on via through under as of'.split(' '));

/** "ordered more than 3 times", "never ordered anything", "ordered something last month": what a table of that name keeps. */
export function deedsAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const deed = deedOf(ground, at, table);
  // "has not paid", of bills that are paid or not: a bill of theirs is no sign that they did.
  if (deed === null || (not && missing(ground, deed.value, verbForm(word(ground, at)), true) !== null)) return [];
  const things: Things = { table: deed.value, filters: [] };
  const counted = countAt(ground, deed.end);
  const times = counted === null ? null : timesAt(ground, counted.end - 1);
  // Of two that have such rows, those that have them more nearly are meant.
  const far = 0.1 * ((distance(ground, table, deed.value)?.steps ?? 1) - 1);
  if (counted !== null && times !== null && !not)
    return [found<Filter>({ kind: 'related', things, not: false, count: { op: counted.op, value: counted.value } }, times, 0.1 + far)];
  const any = after(ground, deed.end, ['anything', 'something', 'a thing', 'any', 'at all']) ?? deed.end;
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

const verbForm = (verb: string): string => PAST_FORMS.get(verb)?.[0] ?? verb;

/** Where a verb is kept: "booked" in bookings, "checked in" in check_ins, or in the one table below that has a date of it. */
export function deedOf(ground: Ground, at: number, table: string): Read<string> | null {
  const verb = word(ground, at);
  const particle = word(ground, at + 1);
  if (!/^[a-z]{3,}$/.test(verb)) return null;
  const below = (own: { table: { name: string } }): boolean => {
    const way = own.table.name === table ? null : distance(ground, table, own.table.name);
    return way !== null && !way.toOne && way.steps <= 2;
  };
  const forms = [verb, ...(PAST_FORMS.get(verb) ?? [])];
  const named = ground.lexicon.tables.filter((own) => isDeedOf(verb, own.words.at(-1) ?? '') && !peopleIn(ground.lexicon).includes(own));
  const parted = ground.lexicon.tables.filter(
    ({ words }) => words.length === 2 && rootOf(words[0] ?? '') === rootOf(verb) && [particle, `${particle}s`].includes(words[1] ?? ''),
  );
  const kept = parted.length > 0 ? parted : named;
  const end = parted.length > 0 ? at + 2 : at + 1;
  const dated = ground.lexicon.tables.filter(
    (own) =>
      below(own) &&
      own.columns.some(({ column, words }) => DATED.has(column.type) && words.some((one) => forms.some((form) => tells(form, one)))),
  );
  const [only, ...more] = kept.length > 0 ? kept : dated;
  return only === undefined || more.length > 0 || !below(only) ? null : found(only.table.name, end);
}

/** "booked" of bookings, "vaccinated" of vaccinations. */
const isDeedOf = (verb: string, noun: string): boolean =>
  noun.length > 2 &&
  (rootOf(noun) === rootOf(verb) ||
    noun === `${verb}ment` ||
    (/ated$/.test(verb) && noun === verb.replace(/ed$/, 'ion')) ||
    noun === verb.replace(/e?d$/, 'al') ||
    noun === verb.replace(/ed$/, 'al'));

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

/** "a book", of loans each of which is of one. */
const isOfAny = (ground: Ground, deed: string, { table, filters }: Things): boolean =>
  filters.length === 0 &&
  entry(ground, deed).table.foreignKeys.some(
    (key) => key.table === table && key.columns.every((column) => !columnOf(ground, deed, column).nullable),
  );

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
    const counted = countAt(ground, end);
    const times = counted === null ? null : timesAt(ground, counted.end - 1);
    if (counted !== null && times !== null)
      return not
        ? []
        : [
            found<Filter>(
              { kind: 'related', things, not: false, count: { op: counted.op, value: counted.value } },
              times,
              cost + 0.1,
              notes,
            ),
          ];
    return modified(ground, found(things, end), 2).map((read) =>
      found<Filter>({ kind: 'related', things: read.value, not }, read.end, cost + read.cost + 0.1, [...notes, ...read.notes]),
    );
  });
}

/** "in stock", "out of stock": whether there is any of it. */
function stockAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const inStock = after(ground, at, ['in stock', 'on hand']);
  const out = after(ground, at, [
    'out of stock',
    'sold out',
    'not in stock',
    'we are out of',
    'we ran out of',
    'we have run out of',
    'we have none of',
    'that ran out',
  ]);
  const end = out ?? inStock;
  if (end === null) return [];
  const kept = entry(ground, table).columns.filter(({ column, words }) => NUMERIC.has(column.type) && words.some((own) => STOCK.has(own)));
  const [only, ...more] = kept;
  if (only === undefined || more.length > 0) return [];
  const { name } = only.column;
  return [
    found<Filter>(
      { kind: 'test', table, not: false, test: (alias) => compare(out === null ? '>' : '=', columnIn(alias, name), number(0)) },
      end,
      0.05,
    ),
  ];
}

const STOCK = new Set(['stock', 'inventory', 'hand']);

/** "in grade 10", "with rating 5", "with 5 stars", "in room 104": a column with its value. */
function columnValueAt(ground: Ground, from: number, table: string): Read<Filter>[] {
  const opened = ['in', 'with', 'at', 'on', 'for', 'of', 'from'].includes(word(ground, from));
  if (!opened) return [];
  const at = past(ground, from + 1, new Set(['a', 'an', 'the']));
  const stars = starsAt(ground, at, table);
  const named = columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    const token = ground.tokens[past(ground, end, new Set(['of', 'is', '=']))];
    const next = past(ground, end, new Set(['of', 'is', '='])) + 1;
    if (column === undefined || more.length > 0 || token === undefined || cost > 0.25) return [];
    const { type } = columnOf(ground, table, column);
    if (token.number !== null && NUMERIC.has(type))
      return [numeric(table, column, { tests: [{ op: '=', value: token.number }], money: false, compared: false, end: next }, cost)];
    const stored =
      type === 'text' && token.number !== null
        ? ground.values.find(token.text).find((hit) => hit.table === table && hit.column === column)
        : undefined;
    if (stored === undefined) return [];
    return [
      found<Filter>(
        {
          kind: 'test',
          table,
          column,
          not: false,
          test: (alias) => compare('=', columnIn(alias, column), { kind: 'literal', value: stored.stored, type: 'text' }),
        },
        next,
        cost,
      ),
    ];
  });
  return [...stars, ...named];
}

/** Verbs that say no more than that there was something. */
const PLAIN_VERBS = new Set('made had happened happening received came dated logged created added entered recorded'.split(' '));

/** Whether the date was chosen for the verb, rather than for want of another. */
export const tellsOf = (ground: Ground, table: string, verb: string, column: string): boolean => {
  const dated = entry(ground, table).columns.filter(({ column: own }) => DATED.has(own.type)).length;
  const byVerb = dateOf(ground, table, [verb]);
  const byNone = dateOf(ground, table, ['\u0000']);
  if (byVerb?.column.name !== column) return false;
  if (byVerb.assumed) return false;
  if (byNone === null) return true;
  return dated > 1
    ? byNone?.column.name !== column || byNone.assumed
    : entry(ground, table).columns.some(
        (own) =>
          own.column.name === column && own.words.some((one) => verb.startsWith(one.slice(0, 4)) || one.startsWith(verb.slice(0, 4))),
      );
};

/** ", Acme" or "acme" right after a noun is not read; what stands between is a preposition. */
const apposed = (ground: Ground, at: number, table: string): Read<Filter>[] => {
  const named = after(ground, at, ['called', 'named']);
  if (named === null) return [];
  const label = entry(ground, table).label.map((column) => `${table}.${column}`);
  return valuesAt(ground, named).flatMap(({ value, end, cost, notes }) => {
    const filter = valueFilter(ground, table, value, false, 'own', label);
    return filter === null ? [] : [found(filter, end, cost, notes)];
  });
};

/** "a comment", "more than 5 open tickets", "no phone number": other things that belong to these, or a column that says something. */
export const possessions = once((ground: Ground, from: number, table: string, not: boolean): Read<Filter>[] => {
  const nobody = after(ground, from, ['nobody', 'no one']);
  if (nobody !== null) return undoneAt(ground, nobody, table);
  const no = after(ground, from, ['no', 'not any', 'zero', 'not a single']);
  const denied = not || no !== null;
  const start = past(ground, no ?? from, ARTICLES);
  const counted = no === null ? countAt(ground, from) : null;
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
      const filter: Filter =
        counted === null
          ? { kind: 'related', things: read.value, not: denied }
          : { kind: 'related', things: read.value, not: false, count: { op: counted.op, value: counted.value } };
      return counted !== null && denied ? [] : [found(filter, read.end, read.cost, read.notes)];
    });
  // "without a foreman" is the same by the key that may be empty.
  const empty = keys.filter(
    ({ end }) => !things.some((one) => one.end === end && one.value.kind === 'related' && one.value.things.filters.length === 0),
  );
  return [...columns, ...(denied ? [] : worth), ...overdueAt(ground, start, table, denied), ...empty, ...flags, ...values, ...things];
});

/** "an average rating below 3", "a total amount over 500", of what belongs to them. */
function averageAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const fn = ['average', 'avg', 'mean'].includes(word(ground, at)) ? 'avg' : word(ground, at) === 'total' ? 'sum' : null;
  if (fn === null) return [];
  const below = ground.lexicon.tables.flatMap((own) => {
    const way = own.table.name === table ? null : distance(ground, table, own.table.name);
    return way !== null && !way.toOne && way.steps === 1 ? [own.table.name] : [];
  });
  return below.flatMap((kept) =>
    columnsAt(ground, at + 1, [kept]).flatMap(({ value: { columns }, end, cost }) => {
      const [column, ...more] = columns;
      const counted = countAt(ground, past(ground, end, BEING));
      const own = entry(ground, kept).columns.find((one) => one.column.name === column);
      if (column === undefined || more.length > 0 || counted === null || own === undefined || !NUMERIC.has(own.column.type)) return [];
      if (own.reference || cost > 0.15) return [];
      const count = { op: counted.op, value: counted.value, of: { fn, column } as const };
      const unit = after(ground, counted.end, ['stars', 'dollars', 'euros', 'points']) ?? counted.end;
      return [found<Filter>({ kind: 'related', things: { table: kept, filters: [] }, not: false, count }, unit, 0.05 + cost)];
    }),
  );
}

/** "with an overdue inspection": a day of theirs that is past. */
function overdueAt(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  if (denied || !['overdue', 'expired'].includes(word(ground, at))) return [];
  return columnsAt(ground, at + 1, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    if (column === undefined || more.length > 0 || cost > 0.4 || !DATED.has(columnOf(ground, table, column).type)) return [];
    const test = (alias: string): Expr => compare('<', columnIn(alias, column), { kind: 'call', fn: 'today', args: [] });
    return [
      found<Filter>({ kind: 'test', table, not: false, test, dated: true }, end, 0.05 + cost, [`Overdue is a ${column} before today.`]),
    ];
  });
}

/** "a site manager", "no foreman": the key of a row that may have none. */
function keyAt(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  return entry(ground, table).columns.flatMap(({ column, words, reference }) => {
    const name = words.filter((one) => one !== 'id');
    const said = name.every((one, offset) => stem(word(ground, at + offset)) === one);
    const plural = word(ground, at + name.length - 1) !== name.at(-1);
    if (!reference || !column.nullable || name.length === 0 || !said || (plural && !denied)) return [];
    // "a destination port in Norway" says more of it.
    const next = ground.tokens[at + name.length];
    if (next !== undefined && next.kind === 'word' && !['and', 'or', 'yet', 'assigned'].includes(next.lower)) return [];
    return [
      found<Filter>(
        { kind: 'test', table, not: !denied, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column.name) }) },
        at + name.length,
        0.02,
      ),
    ];
  });
}

/** "with pets", of a flag that is called "has_pets". */
function flagOfHaving(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  return entry(ground, table).columns.flatMap(({ column, words: [first, ...name] }) => {
    const said = name.every((one, offset) => isAlike(stem(word(ground, at + offset)), one));
    if (column.type !== 'boolean' || !['has', 'have'].includes(first ?? '') || name.length === 0 || !said) return [];
    const value: Expr = { kind: 'literal', value: !denied, type: 'boolean' };
    return [
      found<Filter>(
        { kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, column.name), value) },
        at + name.length,
      ),
    ];
  });
}

const ARTICLES = new Set('a an any the some their its single'.split(' '));
const THEIRS = new Set(['their', 'its']);

function lacking(
  ground: Ground,
  { table, columns }: { table: string; columns: readonly string[] },
  end: number,
  cost: number,
  denied: boolean,
): Read<Filter>[] {
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0) return [];
  const own = columnOf(ground, table, column);
  // "without a deposit", where none is stored as a zero.
  if (!own.nullable)
    return !NUMERIC.has(own.type) || cost > 0.1
      ? []
      : [
          found<Filter>(
            { kind: 'test', table, not: false, test: (alias) => compare(denied ? '=' : '>', columnIn(alias, column), number(0)) },
            end,
            cost + 0.05,
          ),
        ];
  return [
    found<Filter>({ kind: 'test', table, not: !denied, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column) }) }, end, cost),
  ];
}

/** "except rent", "not counting Spain", "that wasn't rent". */
function exceptAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const start = after(ground, at, [
    'except',
    'except for',
    'excluding',
    'not counting',
    'not including',
    'other than',
    'apart from',
    'besides',
    'not in',
    'not from',
    'outside',
    'outside of',
  ]);
  return start === null ? [] : valueListAt(ground, start).flatMap((read) => listFilter(ground, table, read, true, 'own'));
}

export const isLinkVerb = (verb: string): boolean => LINK_VERBS.has(verb) || PLAIN_DEEDS.has(verb);
const PLAIN_DEEDS = new Set(
  'see saw seen get got do did done handle make made write wrote have had look looks after bring brought manage teach taught sell sold treat treated serve log logged books booked orders drives owns places uses brings pays sends reports gives attends teaches handles manages visits writes makes takes treats buys sells drove score scored scores won wins play played plays joined attended booked'.split(
    ' ',
  ),
);
