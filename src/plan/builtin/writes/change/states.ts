import type { Column, Table } from '../../../schema.ts';
import { dayAhead } from '../../english/dates/day-ahead.ts';
import { snakeCase } from '../../english/inflect.ts';
import { formsOf } from '../../english/irregular.ts';
import { wordTable } from '../../english/word-table.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { becoming, DATED } from './become.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { type Change, type Form, lastOf, type Place, rowsAt, type Setting, STATUS, stateAt, stateOf, storedState } from './place.ts';
import { textOf } from './spans.ts';
import { whose } from './told-rows.ts';
import { regular } from './verb.ts';

/** "close all resolved tickets", "cancel appointment 12": the state that the verb leads to, as it is stored. */
export const finish: Form = (place) => {
  const { reader, table, at, end } = place;
  const off = reader.lower(at) === 'call' && reader.lower(at + 1) === 'off';
  const verb = off ? 'cancel' : reader.lower(at);
  // "write off the open debts": kept as written off
  const away = words('off up out down back').has(reader.lower(at + 1)) && !off ? reader.lower(at + 1) : null;
  const forms = [...formsOf(verb), ...regular(verb)].map((form) => `${form} ${away}`);
  const states = away !== null ? forms : (STATES[verb] ?? (VERBS_OF_STATES.has(verb) || UNDONE.test(verb) ? regular(verb) : undefined));
  const found =
    states === undefined
      ? null
      : (stateOf(reader, table, states) ?? (away === null ? null : newState(table, `${formsOf(verb).at(-1)} ${away}`)));
  // "close it as of today" is when it is closed anyway, where that is a day.
  const today = ['as of today', 'from today', 'today', 'as from today', 'right now', 'now'].map((said) => said.split(' '));
  const last = today.find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  const until = last === undefined || found === null || !DATED.has(found.column.type) ? end : end - last.length;
  const from = off || away !== null ? at + 2 : at + 1;
  const rows = found === null ? null : (rowsAt(place, from, until) ?? whose(place, from, until));
  const set = rows === null ? null : found;
  return rows === null || set === null ? null : { table, rows, set, assumptions: [`"${reader.lower(at)}" read as ${set.column.name}`] };
};

/** "written off", which no row is yet: of the one column of states. */
function newState(table: Table, state: string): Setting | null {
  const [column, ...more] = table.columns.filter(({ name, type }) => type === 'text' && STATUS.test(snakeCase(name)));
  return column === undefined || more.length > 0 ? null : { column, value: { kind: 'literal', value: state, type: 'text' } };
}

/** "mark invoice 5 as paid", "set all open tickets to closed", "put the gym membership on autopay". */
export const become: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!BECOME.has(reader.lower(at))) return null;
  const to =
    lastOf(reader, at, end, STATE_MARK) ?? (/^(?:put|move)$/.test(reader.lower(at)) ? lastOf(reader, at, end, words('in into')) : null);
  const rows = to === null ? null : rowsAt(place, at + 1, to);
  const set = to === null || rows === null ? null : (stateAt(place, to + 1) ?? storedState(place, to));
  return rows === null || set === null
    ? straight(place)
    : { table, rows, set, assumptions: [`"${textOf(reader, (to ?? at) + 1, end)}" read as ${set.column.name}`] };
};

/** "make Mr Bains active again", "give Gemma chair 4": what becomes of a row, right after it. */
function straight(place: Place): Change | null {
  const { reader, at } = place;
  const end = /^(?:again|now)$/.test(reader.lower(place.end - 1)) ? place.end - 1 : place.end;
  const given = reader.lower(at) === 'give';
  for (let cut = at + 2; (given || /^(?:make|mark)$/.test(reader.lower(at))) && cut < end; cut++) {
    const rows = rowsAt(place, at + 1, cut);
    const set = rows?.identified ? becoming({ ...place, end }, cut) : null;
    if (rows !== null && set !== null && given === (set.by === 'name'))
      return { table: place.table, rows, set, assumptions: [`"${textOf(reader, cut, end)}" read as ${set.column.name}`] };
  }
  return null;
}

/** "make Globex a vip", "unsubscribe Ada from the newsletter", "take the gym off autopay": a yes-or-no column by its name. */
export const flagged: Form = (place) => {
  const { reader, table, at, end } = place;
  const on = FLAG_ON[reader.lower(at)];
  if (on === undefined) return null;
  for (let from = at + 2; from < end; from++) {
    const draft = new Draft(reader, table, 'update', -1);
    const flag = flagAt(draft, from) ?? placedFlag(place, from);
    if (flag === null || reader.skip(flag.next, FLAGGED) !== end) continue;
    let rowsEnd = from;
    while (rowsEnd > at + 1 && FLAG_WORDS.has(reader.lower(rowsEnd - 1))) rowsEnd--;
    const rows = rowsAt(place, at + 1, rowsEnd);
    if (rows === null || rowsEnd === from) continue;
    const said = reader.tokens.slice(rowsEnd, from).map(({ lower }) => lower);
    const value = said.includes('off') || said.includes('no') || said.includes('not') ? false : on;
    return { table, rows, set: { column: flag.what, value: { kind: 'literal', value, type: 'boolean' } }, assumptions: [] };
  }
  return null;
};

/** "reschedule visit 20 to 2026-12-01 10:00": the one moment at which it is to happen; a day alone says no time of it. */
export const reschedule: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!/^(?:reschedule|postpone|move)$/.test(reader.lower(at))) return null;
  const to = lastOf(reader, at, end, TO);
  const rows = to === null ? null : rowsAt(place, at + 1, to);
  const planned = table.columns.filter(({ name, type }) => (type === 'date' || type === 'timestamp') && PLANNED.test(name));
  const [column, ...more] = planned;
  if (to === null || rows === null || !rows.identified || column === undefined || more.length > 0) return null;
  const text = textOf(reader, to + 1, end) ?? '';
  if (column.type === 'timestamp' && !/\d:\d\d|\d ?[ap]m\b/i.test(text)) return null;
  // "to 2 december": the next such day
  const day = column.type === 'date' ? dayAhead(text, reader.question.now, column) : null;
  const value = reader.fit({ text: day ?? text, quoted: false }, table, column);
  return value.kind === 'literal' && value.value !== null ? { table, rows, set: { column, value }, assumptions: [] } : null;
};

/** "on the menu", "off the market" of on_menu, in_market. */
function placedFlag({ reader, table, end }: Place, from: number): Found<Column> | null {
  const before = /^(?:the|my|our)$/.test(reader.lower(from - 1)) ? reader.lower(from - 2) : reader.lower(from - 1);
  const said = reader.tokens.slice(from, end).flatMap((token) => token.words);
  const [column, ...more] = table.columns.filter(({ name, type }) => {
    const [place = '', ...rest] = nameWords(snakeCase(name).replace(/^is_/, ''));
    return type === 'boolean' && /^(?:on|in)$/.test(place) && rest.join() === said.join() && (before === 'off' || before === place);
  });
  return column === undefined || more.length > 0 ? null : { what: column, next: end };
}

const UNDONE = /^un(?:block|lock|ban|freeze|publish|archive|suspend|pause|hide|flag|pin)$/;
const FLAG_ON = wordTable<boolean>({
  make: true,
  mark: true,
  subscribe: true,
  sign: true,
  turn: true,
  switch: true,
  put: true,
  unsubscribe: false,
  take: false,
  set: true,
});
/** What somebody is called who is a premium one, and where that is noted. */
const FLAGGED = words('list member customer client user subscriber guest account');
const FLAG_WORDS = words('a an the as to on off in up back for from of not no');
const PLANNED = /^(?:scheduled|starts?|due|planned|appointment|event|visit|date)(?:_|$)|_(?:date|time)$/;
const TO = words('to');
const STATE_MARK = words('as to on');
const BECOME = words('mark set flag make give put move switch turn');
const VERBS_OF_STATES = words(
  'retire ship deliver void settle lock unlock freeze expire refund return pay post send accept decline block ban schedule start stop fulfill dispatch release',
);
/** Verbs → the states that they lead to. */
const STATES = wordTable<readonly string[]>({
  cancel: ['cancelled', 'canceled'],
  close: ['closed'],
  reopen: ['open', 'reopened'],
  resolve: ['resolved'],
  complete: ['completed', 'complete', 'done'],
  finish: ['finished', 'completed', 'done'],
  approve: ['approved'],
  reject: ['rejected'],
  confirm: ['confirmed'],
  archive: ['archived'],
  activate: ['active', 'activated'],
  reactivate: ['active', 'activated'],
  deactivate: ['inactive', 'deactivated'],
  pause: ['paused'],
  suspend: ['suspended'],
  publish: ['published'],
});
