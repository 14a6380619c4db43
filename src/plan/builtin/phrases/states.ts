import type { Expr } from '../../plan.ts';
import { endOf, isAhead } from '../ending.ts';
import { DATED, NUMERIC } from '../expressions.ts';
import { rootOf, type TableEntry } from '../lexicon.ts';
import { tells } from '../moment-columns.ts';
import { stem } from '../stem.ts';
import { dateOf, isKind } from './columns.ts';
import { countAt } from './counts.ts';
import { emptyStateAt } from './empty-means.ts';
import { after, entry, found, type Ground, once, type Read, word } from './ground.ts';
import { amount, columnIn, compare } from './query.ts';
import { agoTest, agoUnit } from './stretch.ts';
import type { Filter } from './things.ts';
import { valuesAt } from './values.ts';

type State = (table: string) => Filter | null;

/** "unassigned", "unpaid", "not resolved", "overdue": a state that no column stores as a word, but a column tells by what it lacks. */
export const stateAt = (ground: Ground, at: number): Read<State>[] => {
  const not = word(ground, at) === 'not' || word(ground, at) === 'never';
  return not ? stateOf(ground, at + 1, true) : stateOf(ground, at, false);
};

/** The same where it is denied before. What a table stores as a word is that word; another table may, or a longer name, and then both are read. */
export const stateOf = once((ground: Ground, at: number, not: boolean): Read<State>[] => {
  const stored = new Set(valuesAt(ground, at).flatMap(({ value }) => value.places.flatMap((place) => (place.whole ? [place.table] : []))));
  return [...emptyStateAt(ground, at, not), ...statesOf(ground, at, not)].map((read) => ({
    ...read,
    value: (table) => (stored.has(table) ? null : read.value(table)),
  }));
});

function statesOf(ground: Ground, at: number, not: boolean): Read<State>[] {
  const verb = word(ground, at);
  const end = at + 1;
  if (['upcoming', 'future'].includes(verb)) return not ? [] : [found<State>((table) => ahead(ground, table), end, 0.05)];
  if (verb === 'overdue') return not ? [] : [found<State>((table) => overdue(ground, table), end, 0.1)];
  if (PRESENT.has(verb) || GONE.has(verb))
    return not
      ? []
      : [
          found<State>(
            (table) => (verb === 'inactive' ? flagged(ground, table, 'active', false) : null) ?? ended(ground, table, GONE.has(verb)),
            end,
            0.1,
          ),
        ];
  if (verb === 'open') return not ? [] : [found<State>((table) => unfinished(ground, table), end, 0.1)];
  const bare = /^un[a-z]{4,}ed$|^unpaid$|^unsold$|^unsent$/.test(verb) ? verb.slice(2) : null;
  if (bare !== null) return not ? [] : [found<State>((table) => missing(ground, table, bare, true), end, 0.05)];
  if (!/^(?:[a-z]{3,}ed|paid|sent|sold|left|quit)$/.test(verb)) return [];
  return [found<State>((table) => missing(ground, table, verb, not) ?? (not ? null : always(ground, table, verb)), end, 0.1)];
}

/** "reported" of repairs that each have a day on which they were. */
function always(ground: Ground, table: string, verb: string): Filter | null {
  const told = entry(ground, table).columns.some(
    ({ column, words }) => !column.nullable && DATED.has(column.type) && words.some((own) => own === verb),
  );
  return told ? { kind: 'all', filters: [] } : null;
}

/** "open repairs": what has not been closed, where no column says more of its state. */
function unfinished(ground: Ground, table: string): Filter | null {
  if (entry(ground, table).columns.some((own) => isKind(own) && own.words.some((one) => one === 'status' || one === 'state'))) return null;
  const closed = ['closed', 'resolved', 'finished', 'completed'].flatMap((verb) => missing(ground, table, verb, true) ?? []);
  const [only, ...more] = new Map(closed.map((one) => [JSON.stringify(one.kind === 'test' ? one.test('') : one), one])).values();
  return only === undefined || more.length > 0 ? null : only;
}

/** Whether the column that a participle tells of is empty: "assigned" of `agent_id`, "paid" of `paid_on`. */
export function missing(ground: Ground, table: string, participle: string, empty: boolean): Filter | null {
  const { columns } = entry(ground, table);
  const nullable = columns.filter(({ column }) => column.nullable);
  const dated = nullable.filter(
    ({ column, words }) =>
      DATED.has(column.type) && words.some((own) => tells(participle, own) || own === participle || isDealt(participle, own)),
  );
  const handed = ASSIGNED.has(participle) ? nullable.filter(({ reference }) => reference) : [];
  const own = participle === 'managed' ? handed.filter(({ words }) => words.includes('manager')) : handed;
  const [only, ...more] = dated.length > 0 ? dated : own;
  if (only === undefined) return flagged(ground, table, participle, !empty);
  if (more.length > 0) return null;
  const { name } = only.column;
  // What ends on a day has not ended before it.
  if (participle === 'ended' && isAhead(only)) return ended(ground, table, !empty);
  // "uninsured", where a day says until when: those whose day is past are as well.
  if (only.words.some((own) => ['until', 'expire', 'expiry', 'expiration'].includes(own))) return null;
  return { kind: 'test', table, not: !empty, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, name) }) };
}

/** "sorted" of what is resolved. */
const isDealt = (participle: string, own: string): boolean => DEALT.has(participle) && DONE_WITH.has(rootOf(own));
const DEALT = new Set(['sorted', 'fixed', 'solved', 'handled', 'settled', 'dealt']);
const DONE_WITH = new Set(['resolved', 'closed', 'completed', 'finished'].map(rootOf));

/** "unpaid", where a flag is called "paid". */
function flagged(ground: Ground, table: string, participle: string, set: boolean): Filter | null {
  const flags = entry(ground, table).columns.filter(
    ({ column, words, bare }) =>
      column.type === 'boolean' && [words, bare].some((name) => name.filter((one) => one !== 'is').join(' ') === stem(participle)),
  );
  const [only, ...more] = flags;
  if (only === undefined || more.length > 0) return null;
  const value: Expr = { kind: 'literal', value: set, type: 'boolean' };
  return { kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, only.column.name), value) };
}

const PRESENT = new Set(['active', 'current', 'ongoing', 'present']);
const GONE = new Set(['inactive', 'former', 'ex', 'past']);

/** "active members": whose one date of ending is empty, where no column says more of their state. */
export function ended(ground: Ground, table: string, gone: boolean): Filter | null {
  const only = endOf(entry(ground, table));
  if (only === null) return null;
  const { name, type, nullable } = only.column;
  const test = (alias: string): Expr => {
    const open: Expr = { kind: 'isNull', arg: columnIn(alias, name) };
    if (!isAhead(only)) return open;
    const now: Expr = { kind: 'call', fn: type === 'date' ? 'today' : 'now', args: [] };
    const lasting = compare('>=', columnIn(alias, name), now);
    return nullable ? { kind: 'or', args: [open, lasting] } : lasting;
  };
  return { kind: 'test', table, not: gone, test };
}

/** "who still work here", "clients who have left us": of people, and of those that we work for. */
export function stayingAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const works = after(ground, at, WORKING);
  const served = SERVED.has(entry(ground, table).words.at(-1) ?? '');
  const stay = works !== null && served ? null : (works ?? after(ground, at, STAYING));
  const quit = served ? null : after(ground, at, QUITTING);
  const left = stay === null ? (quit ?? after(ground, at, LEAVING)) : null;
  const end = stay ?? left;
  if (not && stay === null) return [];
  const since = stay === null || not ? null : servingAt(ground, stay, table);
  if (since !== null) return [since];
  const filter = end === null ? null : ended(ground, table, not || stay === null);
  return end === null || filter === null ? [] : [found(filter, end, 0.05)];
}

/** What holds of rows that have not ended. */
export const nowFilter = (ground: Ground, table: string): Filter | null => ended(ground, table, false);

/** "at the moment", of rows that say until when they hold. */
export function nowAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const end = after(ground, at, NOW);
  const filter = end === null ? null : ended(ground, table, false);
  return end === null || filter === null ? [] : [found(filter, end, 0)];
}

/** "running right now", of what has a day on which it starts, and ends on another or never. */
export function runningAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const running = after(ground, at, RUNNING);
  const end = running === null ? null : after(ground, running, NOW);
  const own = entry(ground, table);
  const until = endOf(own);
  const [start, ...more] = own.columns.filter(({ column, words }) => DATED.has(column.type) && words.some((one) => STARTS.has(one)));
  const lasting = end === null || until === null || !isAhead(until) ? null : ended(ground, table, false);
  if (end === null || start === undefined || more.length > 0 || lasting === null) return [];
  const now: Expr = { kind: 'call', fn: start.column.type === 'date' ? 'today' : 'now', args: [] };
  const begun: Filter = { kind: 'test', table, not: false, test: (alias) => compare('<=', columnIn(alias, start.column.name), now) };
  return [found<Filter>({ kind: 'all', filters: [begun, lasting] }, end, 0.05)];
}

const RUNNING = ['running', 'going on', 'under way', 'underway', 'on', 'active', 'open', 'live'];
const STARTS = new Set(['start', 'starts', 'started', 'begin', 'begins', 'began', 'from', 'open', 'opens']);

export const NOW = ['right now', 'currently', 'at the moment', 'now', 'these days', 'at present', 'presently', 'today'];

/** "here for more than 10 years", "with us for at least 6 months": whoever began so long ago, and has not left. */
function servingAt(ground: Ground, at: number, table: string): Read<Filter> | null {
  const counted = word(ground, at) === 'for' ? countAt(ground, at + 1) : null;
  const unit = counted === null ? null : agoUnit(ground, counted.end);
  const dated = dateOf(ground, table, ['joined', 'hired']);
  if (counted === null || unit === null || dated === null || !isServing(ground, table, dated.column.name)) return null;
  const began: Filter = { kind: 'test', table, not: false, test: agoTest(ground, dated.column.name, counted, unit) };
  const staying = ended(ground, table, false);
  return found<Filter>({ kind: 'all', filters: staying === null ? [began] : [began, staying] }, counted.end + 1, 0.05);
}

/** Whether a day is called as that on which somebody came to be one of us. */
export const isServing = (ground: Ground, table: string, name: string): boolean =>
  entry(ground, table).columns.some(({ column, words }) => column.name === name && SERVING.test(`${name} ${words.join(' ')}`));
const SERVING = /hire|join|enrol|sign|regist|start|employ|member|since/i;
const WORKING = [
  ...['here', 'for us', 'with us', 'for the company', 'at the company'].flatMap((place) =>
    ['work', 'works', 'working', 'employed', 'teach', 'teaches', 'teaching', 'drive', 'drives', 'coach', 'coaches'].map(
      (verb) => `${verb} ${place}`,
    ),
  ),
  ...['employed', 'on the team', 'on staff'],
];
const STAYING = ['here', 'with us', 'around', 'in the company', 'at the company'];
/** People whom we work for, rather than they for us. */
export const SERVED = new Set(
  'client customer buyer patient tenant member guest student subscriber patron donor supplier contractor visitor'.split(' '),
);
/** Whether people of a table are those whom we work for: a crew member is none. */
export const isServed = ({ words }: TableEntry): boolean =>
  SERVED.has(words.at(-1) ?? '') && !words.slice(0, -1).some((one) => ['crew', 'staff', 'team', 'board', 'committee'].includes(one));
const QUITTING = [
  ...['left', 'leave', 'quit'].flatMap((verb) => ['the company', 'the firm', 'the team', 'the job'].map((from) => `${verb} ${from}`)),
  ...['no longer work here', 'no longer working here', 'no longer work for us'],
];
const OUT_OF_USE = [
  'out of use',
  'out of service',
  'out of action',
  'out of order',
  'no longer in use',
  'closed down',
  'shut down',
  'shut',
];
const LEAVING = [
  ...['left', 'leave', 'quit'].flatMap((verb) => [`${verb} us`, `${verb} here`]),
  'no longer with us',
  'no longer here',
  ...OUT_OF_USE,
];

/** What is still to come. */
export function ahead(ground: Ground, table: string): Filter | null {
  const dated = dateOf(ground, table, [], true);
  if (dated === null) return null;
  const { name, type } = dated.column;
  const now: Expr = { kind: 'call', fn: type === 'date' ? 'today' : 'now', args: [] };
  return { kind: 'test', table, not: false, test: (alias) => ({ kind: 'compare', op: '>=', left: columnIn(alias, name), right: now }) };
}

const ASSIGNED = new Set(['assigned', 'allocated']);

/** A due day that is past, where nothing says that it was met. A table with a state of that name says it itself. */
function overdue(ground: Ground, table: string): Filter | null {
  const { columns } = entry(ground, table);
  const due = columns.filter(({ column, words }) => DATED.has(column.type) && words.includes('due'));
  const [only, ...more] = due;
  const tellsMet = ({ words }: { words: readonly string[] }) => words.some((own) => MET.has(own) || MET.has(rootOf(own)));
  const telling = columns.filter(
    (own) => tellsMet(own) && (own.column.type === 'boolean' || (DATED.has(own.column.type) && own.column.nullable)),
  );
  // What was lent is due back, whether or not it was paid for; what is due otherwise of two that may be done is not known.
  const back = telling.filter(({ words }) => words.some((own) => RETURNED.has(own)));
  const paid = telling.filter(({ words }) => words.some((own) => PAID.has(own)));
  if (paid.length > 0 && back.length === 0 && paid.length < telling.length) return null;
  const open = back.length > 0 ? back : telling;
  const met = open.filter(({ column }) => column.type !== 'boolean');
  const flags = open.filter(({ column }) => column.type === 'boolean');
  if (only === undefined || more.length > 0 || met.length > 1 || flags.length > 1) return null;
  // Where only a word, an amount or rows of another table say whether it was met, which of them do is not known.
  if (met.length === 0 && flags.length === 0) {
    // What else was done or not may be what was due.
    if (columns.some(({ column, words }) => column.type === 'boolean' && words.some((own) => /[a-z]{2}ed$/.test(own)))) return null;
    if (
      columns.some(
        ({ column, words }) => words.includes('status') || words.includes('state') || (NUMERIC.has(column.type) && tellsMet({ words })),
      )
    )
      return null;
    const meets = ground.lexicon.tables.some((other) => tellsMet(other) && other.table.foreignKeys.some((key) => key.table === table));
    if (meets) return null;
  }
  const test = (alias: string): Expr => {
    const past: Expr = {
      kind: 'compare',
      op: '<',
      left: columnIn(alias, only.column.name),
      right: { kind: 'call', fn: 'today', args: [] },
    };
    const unmet: Expr[] = [
      ...met.map(({ column }): Expr => ({ kind: 'isNull', arg: columnIn(alias, column.name) })),
      ...flags.map(({ column }) => isNot(columnIn(alias, column.name), column.nullable)),
    ];
    return unmet.length === 0 ? past : { kind: 'and', args: [past, ...unmet] };
  };
  return { kind: 'test', table, not: false, test };
}

const RETURNED = new Set(['returned', 'return', 'back']);
const PAID = new Set(['paid', 'payment', 'settled']);

/** A flag that is not set, or that nobody has set. */
function isNot(flag: Expr, nullable: boolean): Expr {
  const unset = compare('=', flag, { kind: 'literal', value: false, type: 'boolean' });
  return nullable ? { kind: 'or', args: [unset, { kind: 'isNull', arg: flag }] } : unset;
}

export const MET: ReadonlySet<string> = new Set(
  [
    'paid',
    'payment',
    'returned',
    'return',
    'completed',
    'complete',
    'closed',
    'done',
    'settled',
    'resolved',
    'delivered',
    'shipped',
    'submitted',
    'fulfilled',
    'honoured',
    'honored',
    'repaid',
    'received',
  ].flatMap((one) => [one, rootOf(one)]),
);

/** "5 stars", "1 star": of what is rated. */
export function starsAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const value = ground.tokens[at]?.number ?? null;
  const end = value === null ? null : after(ground, at + 1, ['stars', 'star']);
  const rated = entry(ground, table).columns.filter(({ column, words }) => NUMERIC.has(column.type) && words.some((own) => RATED.has(own)));
  const [only, ...more] = rated;
  if (value === null || end === null || only === undefined || more.length > 0) return [];
  const { name } = only.column;
  return [
    found<Filter>({ kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, name), amount(value)) }, end, 0.05),
  ];
}

const RATED = new Set(['rating', 'stars', 'star', 'score', 'satisfaction']);

/** Forms of "to be". */
export const BEING: ReadonlySet<string> = new Set('is are was were be been being am'.split(' '));
