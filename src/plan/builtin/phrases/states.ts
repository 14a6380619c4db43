import type { Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { endOf, isAhead } from '../linking/ending.ts';
import { DATED } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { dateOf, isKind } from './columns.ts';
import { emptyStateAt } from './empty-means.ts';
import { entry, found, type Ground, once, type Read, word } from './ground.ts';
import { overdue } from './overdue.ts';
import { columnIn, compare } from './query.ts';
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
export function flagged(ground: Ground, table: string, participle: string, set: boolean): Filter | null {
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

/** What is still to come. */
export function ahead(ground: Ground, table: string): Filter | null {
  const dated = dateOf(ground, table, [], true);
  if (dated === null) return null;
  const { name, type } = dated.column;
  const now: Expr = { kind: 'call', fn: type === 'date' ? 'today' : 'now', args: [] };
  return { kind: 'test', table, not: false, test: (alias) => ({ kind: 'compare', op: '>=', left: columnIn(alias, name), right: now }) };
}

const ASSIGNED = new Set(['assigned', 'allocated']);

/** Forms of "to be". */
export const BEING: ReadonlySet<string> = new Set('is are was were be been being am'.split(' '));
