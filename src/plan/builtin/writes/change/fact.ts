import type { Expr } from '../../../plan.ts';
import { snakeCase } from '../../english/inflect.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { type Becoming, becoming, DATED, dayOf, measured } from './become.ts';
import {
  type Change,
  type Form,
  lastOf,
  oppositeOf,
  type Place,
  pointing,
  rowsAt,
  type Setting,
  stateOf,
  storedState,
  valueFor,
} from './place.ts';
import { textOf } from './spans.ts';
import { joined, oneRow, whose } from './told-rows.ts';
import { participlesOf, type Verb, verbAt } from './verb.ts';

/**
 * What is told of rows: who or what, a verb, and what becomes of them. "Ada moved to Bremen", "the gull costs 12 an hour now",
 * "Knots is with Tom", "invoice 5 was paid today", "Tom paid for the gull", "Tom is no longer active".
 */
export const fact: Form = (whole) => {
  const { reader, at } = whole;
  const end = withoutNow(whole);
  const place = { ...whole, end };
  for (let from = at + 1; from < end; from++) {
    const verb = verbAt(reader, from);
    if (verb === null || verb.from > end) continue;
    const made = verb.denied
      ? ended(place, verb)
      : (happened(place, verb) ?? happened(whole, verb) ?? became(place, verb, end < whole.end) ?? held(place, verb, end < whole.end));
    if (made !== null) return made;
  }
  return null;
};

/** "was paid today", "came back", "has left", "paid for Rosa": a state, and the day on which it was reached. */
function happened(place: Place, verb: Verb): Change | null {
  const { reader, table, at, end } = place;
  for (const { states, next } of statesAt(place, verb)) {
    // The longest day that stands at the end.
    for (let cut = next; cut <= end; cut++) {
      const stop = reader.tokens[cut - 1]?.text === ',' ? cut - 1 : cut;
      const state = stateOf(reader, table, states);
      const dated = cut < end;
      // "the claim was settled today" is when it was closed.
      const day = dayOf(place, states, cut) ?? (dated && state !== null ? dayOf(place, OVER, cut) : null);
      // A day that is said has to be kept, and nothing else may be.
      const set = [day === null || (!dated && state !== null && state.column !== day.column) ? null : day, state].filter(
        (each) => each !== null,
      );
      const distinct = set.filter(({ column }, i) => set.findIndex((other) => other.column === column) === i);
      if (distinct.length === 0 || (dated && day === null)) continue;
      const who = oneRow(place, at, verb.at) ?? whose(place, at, verb.at);
      const rows = stop === next ? who : joined(who, oneRow(place, reader.skip(next, FOR), stop));
      const kept = distinct.some(({ column }) => DATED.has(column.type));
      if (rows === null || (!rows.identified && !kept)) continue;
      const open: Expr[] = rows.identified
        ? []
        : distinct.flatMap(({ column }) =>
            DATED.has(column.type)
              ? [{ kind: 'isNull' as const, arg: { kind: 'column' as const, table: table.name, column: column.name } }]
              : [],
          );
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
  }
  return null;
}

/** The states that the words of a verb may lead to, and the token after them. */
function statesAt({ reader }: Place, verb: Verb): { states: readonly string[]; next: number }[] {
  const said = HAPPENED.find(([phrase]) => phrase.every((word, i) => reader.lower(verb.at + i) === word));
  if (said !== undefined) return [{ states: said[1], next: verb.at + said[0].length }];
  if (verb.kind === 'be' || (verb.kind === 'have' && /^(?:has|have|got)$/.test(verb.word)))
    return verb.from > verb.at ? [{ states: [reader.lower(verb.from)], next: verb.from + 1 }] : [];
  return verb.kind === 'other' || verb.kind === 'leave' ? [{ states: participlesOf(verb.word), next: verb.from }] : [];
}

/** "has 130 guests now", "is a premium member", "moved to Truro", "weighs 5 kg", "sings soprano now". */
function became(place: Place, verb: Verb, lasting: boolean): Change | null {
  const { reader, at } = place;
  const rows = rowsAt(place, at, verb.at);
  // "the match of 5 December": one, and that day may have two.
  const single = rows?.named === true && !rows.several && !rows.everything && rows.conditions.length > 0 && reader.lower(at) === 'the';
  if (rows === null || !(rows.identified || single || (rows.everything && rows.conditions.length > 0))) {
    // "the day rate of the saw is 24 from now on"
    return verb.kind === 'be' || verb.kind === 'measure' || verb.kind === 'move' ? columnBecame(place, verb) : null;
  }
  const whole = newValue(place, verb, lasting);
  // "is on the way with Nico": a state, and the one courier, which courier_id points at and no manager_id.
  const cut = whole === null && rows.identified ? lastOf(reader, verb.from + 1, place.end, words('with by')) : null;
  const [also, ...others] = cut === null ? [] : pointing(reader, place.table, cut + 1, place.end);
  const plain = place.table.foreignKeys.some(({ columns: [name = ''], table }) => name === also?.column.name && isOf(table, name));
  const first = cut === null || others.length > 0 || !plain ? null : newValue({ ...place, end: cut }, verb, lasting);
  const set = whole ?? (first?.by === 'stored' && first.column !== also?.column ? first : null);
  const text = textOf(reader, verb.from, whole === null ? (cut ?? place.end) : place.end);
  return set === null
    ? null
    : {
        table: place.table,
        rows,
        set,
        ...(whole === null && also !== undefined ? { also: [also] } : {}),
        ...(rows.identified || !single ? {} : { one: textOf(reader, at, verb.at) }),
        assumptions: set.by === 'name' ? [] : [`"${text}" read as ${set.column.name}`],
      };
}

/** "courier_id" of couriers. */
const isOf = (table: string, column: string): boolean => nameWords(column.replace(/_id$/, '')).join() === nameWords(table).join();

function newValue(place: Place, verb: Verb, lasting: boolean): Becoming | null {
  const found = becoming(place, verb.from);
  switch (verb.kind) {
    case 'measure':
      return found?.by === 'name' ? found : measured(place, verb.from);
    case 'move':
      return found ?? homeIn(place, verb);
    case 'be':
      return found ?? doneBy(place, verb);
    case 'have':
      return found?.by === 'name' || (lasting && found?.by === 'stored') ? found : null;
    case 'join':
    case 'leave':
      return found?.column.type === 'boolean'
        ? { ...found, value: { kind: 'literal', value: verb.kind === 'join', type: 'boolean' } }
        : verb.kind === 'join'
          ? found
          : null;
    case 'hold': {
      // "is on hold"
      const state = /^(?:is|are)$/.test(verb.word) ? storedState(place, verb.from - 1) : null;
      if (state !== null) return { ...state, by: 'stored' };
      return found?.by === 'key' || found?.by === 'name' || /^(?:belongs|goes|reports|works|is)$/.test(verb.word) ? found : null;
    }
    case 'other': {
      const own = verbColumn(place, verb);
      if (
        found !== null &&
        (found.by === 'stored' || found.by === 'key') &&
        (lasting || nameWords(found.column.name).some((word) => rootOf(word) === rootOf(verb.word)))
      )
        return found;
      // "lost 0.3 kg" is not what it weighs.
      return own ?? (lasting && found?.by === 'name' && found.column.type !== 'text' ? found : null);
    }
  }
}

/** "weighs 5.2 kg", "retires on 3 May": a column that the verb itself names. */
function verbColumn({ reader, table, end }: Place, { word, from }: Verb): Becoming | null {
  const root = rootOf(word);
  const [column, ...more] = table.columns.filter(({ name }) =>
    nameWords(name).some((own) => rootOf(own).startsWith(root) || root === rootOf(own)),
  );
  if (column === undefined || more.length > 0 || root.length < 4) return null;
  const value = valueFor(reader, table, column, from, end);
  return value === null ? null : { column, value, by: 'name' };
}

/** "is driven by Ewa": the one key that points at who does that. */
function doneBy({ reader, table, end }: Place, { from }: Verb): Becoming | null {
  // "looked after by"
  const by = [from + 1, from + 2].find((at) => reader.lower(at) === 'by');
  const [one, ...more] = by !== undefined && /(?:ed|en|t)$/.test(reader.lower(from)) ? pointing(reader, table, by + 1, end) : [];
  return one === undefined || more.length > 0 ? null : { ...one, by: 'key' };
}

/** "moved to Truro": the one column that says where somebody is, though nobody else is there. */
function homeIn({ reader, table, end }: Place, verb: Verb): Becoming | null {
  if (/^(?:the|an?)$/.test(reader.lower(verb.from))) return null;
  const homes =
    /^mov/.test(verb.word) || reader.lower(verb.at + 1) === 'moved'
      ? table.columns.filter(({ name, type }) => type === 'text' && HOME.test(snakeCase(name)))
      : [];
  const [column, ...more] = homes;
  if (column === undefined || more.length > 0) return null;
  const value = valueFor(reader, table, column, verb.from, end);
  return value === null ? null : { column, value, by: 'kind' };
}

/** "the day rate of the saw is 24", "Tom's phone is 0431 55": the column is named before its row or after it. */
function columnBecame(place: Place, { at: verb, from }: Verb): Change | null {
  const { reader, table, at, end } = place;
  const start = reader.skip(at, words('the'));
  for (const of of [...reader.tokens.keys()].filter((i) => i > start && i < verb - 1 && OF.has(reader.lower(i)))) {
    const mention = reader.columnAt(start, table);
    const rows = mention?.next === of ? rowsAt(place, of + 1, verb) : null;
    const value = mention === null || rows === null || !rows.identified ? null : valueFor(reader, table, mention.what, from, end);
    if (mention !== null && rows !== null && value !== null) return { table, rows, set: { column: mention.what, value }, assumptions: [] };
  }
  for (let cut = at + 1; cut < verb; cut++) {
    const mention = reader.columnAt(cut, table);
    const rows = mention?.next === verb ? rowsAt(place, at, cut) : null;
    const value = mention === null || rows === null || !rows.identified ? null : valueFor(reader, table, mention.what, from, end);
    if (mention !== null && rows !== null && value !== null) return { table, rows, set: { column: mention.what, value }, assumptions: [] };
  }
  return null;
}

/** "Francis looks after the Park", "Craig coaches the juniors from now on": the key of the latter that points at who does it. */
function held(place: Place, verb: Verb, lasting: boolean): Change | null {
  const { reader, table, at, end } = place;
  if (verb.kind !== 'hold' && verb.kind !== 'other') return null;
  const rows = rowsAt(place, verb.from, end);
  const [one, ...more] = rows?.identified ? pointing(reader, table, at, verb.at) : [];
  if (rows === null || one === undefined || more.length > 0) return null;
  const named = nameWords(one.column.name).some((word) => rootOf(word) === rootOf(verb.word));
  if (verb.kind === 'other' && !lasting && !named) return null;
  return { table, rows, set: one, assumptions: [`"${textOf(reader, verb.at, verb.from)}" read as ${one.column.name}`] };
}

/** "is no longer active", "does not run any more": a yes-or-no column is false, and what has an end ends today. */
function ended(place: Place, verb: Verb): Change | null {
  const { reader, table, at, end } = place;
  const rows = rowsAt(place, at, verb.at);
  if (!rows?.identified) return null;
  const word = verb.kind === 'other' ? verb.word : reader.lower(verb.from);
  const single = verb.kind === 'other' ? verb.from === end : verb.from + 1 === end;
  const flags = table.columns.filter(
    ({ name, type }) =>
      type === 'boolean' &&
      snakeCase(name)
        .split('_')
        .some((own) => rootOf(own) === rootOf(word) || rootOf(own.replace(/(.)\1ing$/, '$1')) === rootOf(word)),
  );
  const [flag, ...more] = flags;
  const set: Setting | null =
    single && flag !== undefined && more.length === 0
      ? { column: flag, value: { kind: 'literal', value: false, type: 'boolean' } }
      : single && flag === undefined
        ? (stateOf(reader, table, [`in${word}`, `un${word}`]) ?? oppositeOf(table, `in${word}`))
        : null;
  return set === null ? null : { table, rows, set, assumptions: [`"${textOf(reader, verb.at, end)}" read as ${set.column.name}`] };
}

/** The end of the sentence without "now", "again", "from now on". */
function withoutNow({ reader, at, end }: Place): number {
  const last = SINCE_NOW.find((said) => end - said.length > at && said.every((word, i) => reader.lower(end - said.length + i) === word));
  const next = last === undefined ? end : end - last.length;
  return reader.tokens[next - 1]?.text === ',' ? next - 1 : next;
}

const SINCE_NOW = [
  'from now on',
  'as of now',
  'from today on',
  'from today',
  'as of today',
  'any more',
  'any longer',
  'anymore',
  'now',
  'again',
  'these days',
  'at the moment',
].map((said) => said.split(' '));
/** Names of what has ended, as it is kept. */
const OVER = ['closed', 'finished', 'completed', 'done', 'resolved', 'settled'];
const FOR = words('for the a an his her their its of');
const OF = words('of for at');
const HOME = /^(?:(?:home_)?city|town|home_town|hometown|village)$/;
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
  ['went out', 'shipped sent dispatched delivered lent'],
  ['arrived', 'arrived delivered received'],
  ['came in', 'received arrived'],
  ['moved out', 'moved_out left'],
  ['moved in', 'moved_in'],
  ['died', 'dead died deceased'],
  ['has left', 'left ended'],
  ['ends', 'ended end ends closes until'],
  ['ended', 'ended end ends left'],
].map(([said = '', states = '']) => [said.split(' '), states.split(' ')] as const);
