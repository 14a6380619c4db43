import type { Expr } from '../../../plan.ts';
import type { Table } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import { basesOf } from '../../english/irregular.ts';
import type { WriteReader } from '../write-reader.ts';
import { words } from '../write-words.ts';
import { DATED, dayOf } from './become.ts';
import { type Change, type Place, type Setting, stateOf } from './place.ts';
import { textOf } from './spans.ts';
import { joined, oneRow, whose } from './told-rows.ts';
import { participlesOf, type Verb } from './verb.ts';

/** "was paid today", "came back", "has left", "paid for Rosa": a state, and the day on which it was reached. */
export function happened(place: Place, verb: Verb): Change | null {
  for (const reached of statesAt(place, verb)) {
    const change = reachedBy(place, verb, reached);
    if (change !== null) return change;
    // "paid by card today", "paid today by card"
    for (const { from, next, set } of waysOf(place, reached)) {
      const [end, after] = next === place.end ? [from, reached.next] : [place.end, from === reached.next ? next : null];
      const plain = after === null ? null : reachedBy({ ...place, end }, verb, { ...reached, next: after });
      if (plain !== null) return { ...plain, also: [...(plain.also ?? []), set] };
    }
  }
  return null;
}

interface Reached {
  readonly states: readonly string[];
  /** The token after the words that tell it. */
  readonly next: number;
}

/** "by card", "in cash": how it was done, where a column keeps that of this deed alone. */
function waysOf({ reader, table, end }: Place, { states, next }: Reached): { from: number; next: number; set: Setting }[] {
  return reader.tokens.flatMap((_, from) => {
    if (from < next || from >= end - 1 || !WAYS.has(reader.lower(from))) return [];
    for (let last = end; last > from + 1; last--) {
      const text = textOf(reader, from + 1, last);
      const [column, ...more] = (text === null ? [] : reader.columnsHolding(table, text)).filter(
        ({ name, type }) => type === 'text' && states.some((state) => isWayOf(state, snakeCase(name))),
      );
      if (text === null || column === undefined || more.length > 0) continue;
      return [{ from, next: last, set: { column, value: { kind: 'literal', value: reader.stored(table, column, text), type: 'text' } } }];
    }
    return [];
  });
}

/** "paid_by", "pay_method" and "payment_type" of what was paid. */
const isWayOf = (state: string, name: string): boolean =>
  [state, ...basesOf(state).flatMap((base) => [base, `${base}ment`])].some((word) =>
    new RegExp(`^${word}_(?:by|with|how|via|method|type|mode)$`).test(name),
  );

function reachedBy(place: Place, verb: Verb, { states, next }: Reached): Change | null {
  const { reader, table, at, end } = place;
  // The longest day that stands at the end.
  for (let cut = next; cut <= end; cut++) {
    const stop = reader.tokens[cut - 1]?.text === ',' ? cut - 1 : cut;
    const state = stateOf(reader, table, states);
    const dated = cut < end;
    // "the claim was settled today" is when it was closed.
    const day = dayOf(place, states, cut) ?? (dated && state !== null && isOver(states, state) ? dayOf(place, OVER, cut) : null);
    // A day that is said has to be kept, and nothing else may be.
    const set = [day === null || (!dated && state !== null && state.column !== day.column) ? null : day, state].filter(
      (each) => each !== null,
    );
    const distinct = set.filter(({ column }, i) => set.findIndex((other) => other.column === column) === i);
    if (distinct.length === 0 || (dated && day === null && !(state !== null && isToday(place, cut) && keepsNoDay(table, state)))) continue;
    const who = oneRow(place, at, verb.at) ?? whose(place, at, verb.at);
    const rows = stop === next ? who : joined(who, oneRow(place, reader.skip(next, FOR), stop, true));
    const kept = distinct.some(({ column }) => DATED.has(column.type));
    // "Ada finished her course": the one that she has not finished yet
    if (rows === null || (!rows.identified && !kept && !(rows.named && rows.owner !== null && !rows.several))) continue;
    const open: Expr[] = rows.identified
      ? []
      : distinct.flatMap(({ column, value }): Expr[] => {
          const left = { kind: 'column' as const, table: table.name, column: column.name };
          if (DATED.has(column.type)) return [{ kind: 'isNull', arg: left }];
          return kept ? [] : [{ kind: 'compare', op: '<>', left, right: value }];
        });
    // "her fee today" is the day that is filled, and says nothing of which rows.
    const filled = open.flatMap((each) => (each.kind === 'isNull' ? [JSON.stringify(each.arg)] : []));
    if (filled.some((one) => JSON.stringify(rows.conditions).includes(one))) continue;
    const [first, ...more] = distinct as [Setting, ...Setting[]];
    return {
      table,
      rows: { ...rows, conditions: [...rows.conditions, ...open] },
      set: first,
      also: more,
      one: rows.owner,
      assumptions: [],
    };
  }
  return null;
}

/** The states that the words of a verb may lead to, and the token after them. */
function statesAt({ reader }: Place, verb: Verb): Reached[] {
  const said = HAPPENED.find(([phrase]) => phrase.every((word, i) => reader.lower(verb.at + i) === word));
  if (said !== undefined) return [{ states: said[1], next: verb.at + said[0].length }];
  if (verb.kind === 'be' || (verb.kind === 'have' && /^(?:has|have|got)$/.test(verb.word)))
    return verb.from > verb.at ? phrasal(reader, [reader.lower(verb.from)], verb.from + 1) : [];
  if (verb.kind !== 'other' && verb.kind !== 'leave' && verb.word !== 'pays') return [];
  const states = participlesOf(verb.word);
  const what = reader.skip(verb.from, FOR);
  // "returned her deposit" of deposit_returned
  const owned = reader.lower(what) === '' ? [] : [{ states: states.map((state) => `${reader.lower(what)}_${state}`), next: what + 1 }];
  return [...owned, ...phrasal(reader, states, verb.from)];
}

/** "today" of what is so now anyway. */
const isToday = ({ reader, end }: Place, from: number): boolean =>
  /^(?:today|just now|this (?:morning|afternoon|evening))$/i.test(textOf(reader, from, end) ?? '');

/** Whether no day could be meant that a row keeps of a state: of a yes or no, none that is called so; else none that may be empty. */
const keepsNoDay = (table: Table, { column }: Setting): boolean =>
  !table.columns.some(
    ({ name, type, nullable }) =>
      DATED.has(type) && (column.type === 'boolean' ? name.includes(column.name.replace(/^(?:is|was)_/, '')) : nullable),
  );

/** "picked up" is more than picked: kept as `picked_up`, "picked up". */
function phrasal(reader: WriteReader, states: readonly string[], next: number): Reached[] {
  const particle = reader.lower(next);
  if (!PARTICLES.has(particle)) return [{ states, next }];
  return [{ states: states.flatMap((state) => [`${state} ${particle}`, `${state}_${particle}`]), next: next + 1 }];
}

const PARTICLES = words('up off out in back down away over');
const WAYS = words('by in with via');

/** "settled" is when it was closed; "paid" or "picked up" is another day. */
const isOver = (states: readonly string[], { value }: Setting): boolean =>
  [...states, value.kind === 'literal' ? String(value.value).toLowerCase() : ''].some((state) => OVER.includes(state));

/** Names of what has ended, as it is kept. */
const OVER = ['closed', 'finished', 'completed', 'done', 'resolved', 'settled'];
const FOR = words('for the a an his her their its of');
/** Phrases → the states or dates that they tell of. */
const HAPPENED = [
  ['came back', 'returned back came_back'],
  ['is back', 'returned back'],
  ['was brought back', 'returned'],
  ['brought back', 'returned'],
  ['gave back', 'returned'],
  ['was paid back', 'reimbursed refunded repaid'],
  ['has been paid back', 'reimbursed refunded repaid'],
  ['was sent back', 'returned'],
  ['was handed in', 'submitted returned'],
  ['went out', 'shipped sent dispatched lent'],
  ['arrived', 'arrived delivered received'],
  ['came in', 'received arrived'],
  ['moved out', 'moved_out left'],
  ['moved in', 'moved_in'],
  ['goes online', 'published online'],
  ['went online', 'published online'],
  ['is online', 'published online'],
  ['goes live', 'published live launched'],
  ['went live', 'published live launched'],
  ['is live', 'published live launched'],
  ['is out', 'published released'],
  ['came out', 'published released'],
  ['died', 'dead died deceased'],
  ['has left', 'left ended'],
  ['ends', 'ended end ends closes until'],
  ['ended', 'ended end ends left'],
].map(([said = '', states = '']) => [said.split(' '), states.split(' ')] as const);
