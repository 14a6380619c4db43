import type { Expr } from '../../plan.ts';
import { wordTable } from '../word-table.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { linkedRows, measureOf, textOf } from './linked-rows.ts';
import {
  ARTICLES,
  allOf,
  type Change,
  type Form,
  lastOf,
  NUMERIC,
  type Place,
  pointing,
  rowsAt,
  stateAt,
  stateOf,
  valueFor,
  wholeColumn,
} from './place.ts';

/** "assign ticket 4 to Lily Miller": the key that points at where that row is kept. */
const assign: Form = (place) => {
  const { reader, table, at, end } = place;
  const put = /^(?:put|move)$/.test(reader.lower(at));
  if (!put && !ASSIGN.has(reader.lower(at))) return null;
  const to = lastOf(reader, at, end, put ? PUT_ON : TO);
  const said = to === null ? null : rowsAt(place, at + 1, to);
  const later = to !== null && reader.tableAt(reader.skip(to + 1, TABLE_LEADS))?.what === table;
  const before = said !== null && (said.named || said.identified || !later) ? said : null;
  // "assign Lily Miller to ticket 4", "put Halina on shift 47"
  const turned = to !== null && before === null && (put || /assign$/.test(reader.lower(at)));
  const rows = turned ? rowsAt(place, to + 1, end) : before;
  const found = to === null || rows === null ? [] : turned ? pointing(reader, table, at + 1, to) : pointing(reader, table, to + 1, end);
  const [one, ...more] = found;
  return rows === null || one === undefined || more.length > 0 ? null : { table, rows, set: one, assumptions: [] };
};

/** "let Gordon Blake teach the Drama Club": the one key of the latter that points at the former. */
const letDo: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!/^(?:let|have)$/.test(reader.lower(at))) return null;
  for (let verb = at + 2; verb < end - 1; verb++) {
    const [one, ...more] = pointing(reader, table, at + 1, verb);
    const rows = one === undefined || more.length > 0 ? null : rowsAt(place, reader.skip(verb + 1, words('on at in with to')), end);
    if (one !== undefined && rows?.identified)
      return { table, rows, set: one, assumptions: [`"${reader.lower(verb)}" read as ${one.column.name}`] };
  }
  return null;
};

/** "assign Ada as mentor of Bo", "assign dr Khoury to Pip as regular vet", "make Ada the skipper of the Gull": the key of that name. */
function inRole(place: Place): Change | null {
  const { reader, table, at, end } = place;
  const made = reader.lower(at) === 'make' ? lastOf(reader, at + 2, end, words('the')) : null;
  const mark = made ?? (ASSIGN.has(reader.lower(at)) || BECOME.has(reader.lower(at)) ? lastOf(reader, at, end, words('as')) : null);
  if (mark === null) return null;
  const from = reader.skip(mark + 1, ARTICLES);
  for (const column of table.columns.filter(({ name }) => table.foreignKeys.some(({ columns }) => columns[0] === name))) {
    const role = column.name.replace(/_id$/, '').split('_');
    if (!role.every((word, i) => reader.lower(from + i) === word)) continue;
    const next = from + role.length;
    const to = next === end ? lastOf(reader, at, mark, TO) : null;
    const of = words('of for to on').has(reader.lower(next)) ? next + 1 : null;
    const [who, rows] =
      to !== null
        ? [pointing(reader, table, at + 1, to, column), rowsAt(place, to + 1, mark)]
        : [of === null ? [] : pointing(reader, table, at + 1, mark, column), of === null ? null : rowsAt(place, of, end)];
    const [one, ...more] = who.filter((found) => found.column === column);
    if (one !== undefined && more.length === 0 && rows?.identified) return { table, rows, set: one, assumptions: [] };
  }
  return null;
}

/** "make Tom Moss a gold member": what one column stores as a kind. */
function ofKind(place: Place): Change | null {
  const { reader, table, at, end } = place;
  if (!/^(?:make|turn)$/.test(reader.lower(at))) return null;
  const mark = lastOf(reader, at + 2, end, words('a an'));
  const noun = reader.tableAt(end - 1)?.what === table ? end - 1 : end;
  const text = mark === null ? null : textOf(reader, mark + 1, noun);
  if (mark === null || text === null || mark + 1 >= noun) return null;
  const [column, ...more] = reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
  const rows = column === undefined || more.length > 0 ? null : rowsAt(place, at + 1, mark);
  if (column === undefined || rows === null || !rows.identified) return null;
  const value: Expr = { kind: 'literal', value: reader.stored(table, column, text), type: 'text' };
  return { table, rows, set: { column, value }, assumptions: [`"${text}" read as ${column.name}`] };
}

/** "remove Mina's email", "clear Hugo's mentor": a column that may be empty. */
function blank(place: Place): Change | null {
  const { reader, table, at, end } = place;
  if (!/^(?:delete|remove|erase|clear)$/.test(reader.lower(at))) return null;
  const owner = reader.tokens.findIndex((token, i) => i > at && i < end && /['’]s$/.test(token.text));
  const column = owner < 0 ? null : wholeColumn(reader, table, owner + 1, end);
  const rows = column === null || !column.nullable ? null : rowsAt(place, at + 1, owner + 1);
  if (column === null || rows === null || !rows.identified) return null;
  return { table, rows, set: { column, value: { kind: 'literal', value: null, type: 'null' } }, assumptions: [] };
}

/** "close all resolved tickets", "cancel appointment 12": the state that the verb leads to, as it is stored. */
const finish: Form = (place) => {
  const { reader, table, at, end } = place;
  const off = reader.lower(at) === 'call' && reader.lower(at + 1) === 'off';
  const verb = off ? 'cancel' : reader.lower(at);
  const states = STATES[verb] ?? (VERBS_OF_STATES.has(verb) ? participlesOf(verb) : undefined);
  const found = states === undefined ? null : stateOf(reader, table, states);
  // "close it as of today" is when it is closed anyway, where that is a day.
  const today = ['as of today', 'from today', 'today', 'as from today', 'right now', 'now'].map((said) => said.split(' '));
  const last = today.find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  const until = last === undefined || found === null || !DATED.has(found.column.type) ? end : end - last.length;
  const rows = found === null ? null : rowsAt(place, off ? at + 2 : at + 1, until);
  const set = rows === null ? null : found;
  return rows === null || set === null ? null : { table, rows, set, assumptions: [`"${reader.lower(at)}" read as ${set.column.name}`] };
};

/** "mark invoice 5 as paid", "set all open tickets to closed", "put the gym membership on autopay". */
const become: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!BECOME.has(reader.lower(at))) return null;
  const to =
    lastOf(reader, at, end, STATE_MARK) ?? (/^(?:put|move)$/.test(reader.lower(at)) ? lastOf(reader, at, end, words('in into')) : null);
  const rows = to === null ? null : rowsAt(place, at + 1, to);
  const set = to === null || rows === null ? null : stateAt(place, to + 1);
  return rows === null || set === null
    ? straight(place)
    : { table, rows, set, assumptions: [`"${textOf(reader, (to ?? at) + 1, end)}" read as ${set.column.name}`] };
};

/** "make Mr Bains active again": the state right after its row. */
function straight(place: Place): Change | null {
  const { reader, at } = place;
  const end = /^(?:again|now)$/.test(reader.lower(place.end - 1)) ? place.end - 1 : place.end;
  for (let cut = at + 2; /^(?:make|mark)$/.test(reader.lower(at)) && cut < end; cut++) {
    const rows = rowsAt(place, at + 1, cut);
    const set = rows?.identified ? stateAt({ ...place, end }, cut) : null;
    if (rows !== null && set !== null)
      return { table: place.table, rows, set, assumptions: [`"${textOf(reader, cut, end)}" read as ${set.column.name}`] };
  }
  return null;
}

/** "change Ada's phone number to 555", "change the category of transaction 8 to Hobbies", "set priority to high for all open tickets". */
const change: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!CHANGE.has(reader.lower(at))) return null;
  for (const to of allOf(reader, at, end, TO)) {
    const owner = reader.tokens.findIndex((token, i) => i > at && i < to && /['’]s$/.test(token.text));
    const tail = allOf(reader, to + 1, end, FOR);
    const said: readonly [columnAt: number, columnEnd: number, rowsFrom: number, rowsEnd: number, valueEnd: number][] = [
      ...(owner < 0
        ? []
        : ([[owner + 1, to, at + 1, owner + 1, end]] as const).map((each) => [...each] as [number, number, number, number, number])),
      ...allOf(reader, at, to, FOR).map((of): [number, number, number, number, number] => [at + 1, of, of + 1, to, end]),
      ...tail.map((of): [number, number, number, number, number] => [at + 1, to, of + 1, end, of]),
    ];
    for (const [columnFrom, columnEnd, rowsFrom, rowsEnd, valueEnd] of said) {
      const column = wholeColumn(reader, table, columnFrom, columnEnd);
      const rows = column === null ? null : rowsAt(place, rowsFrom, rowsEnd);
      const value = column === null || rows === null ? null : valueFor(reader, table, column, to + 1, valueEnd);
      if (column !== null && rows !== null && value !== null) return { table, rows, set: { column, value }, assumptions: [] };
    }
  }
  return null;
};

/** "increase the rent of flat 4 by 10 %", "raise all open invoices by 5%": of the column that is named, or the one that measures. */
const shift: Form = (place) => {
  const { reader, table, at, end } = place;
  // "put Dev's rate up by 2"
  const turn = /^(?:put|move|bring)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('up down')) : null;
  const sign = turn === null ? SHIFT[reader.lower(at)] : reader.lower(turn) === 'up' ? 1 : -1;
  const by = sign === undefined ? null : lastOf(reader, at, end, words('by'));
  const amount = by === null ? null : /^[$€£]?(\d[\d,]*(?:\.\d+)?)(%?)$/.exec(reader.tokens[by + 1]?.text ?? '');
  if (sign === undefined || by === null || !amount?.[1]) return null;
  const percent = amount[2] === '%' || /^(?:percent|%)$/.test(reader.lower(by + 2));
  if (by + 2 + (percent && amount[2] !== '%' ? 1 : 0) !== end) return null;
  const until = turn !== null && turn < by ? turn : by;
  const owner = reader.tokens.findIndex((token, i) => i > at && i < until && /['’]s$/.test(token.text));
  const of = allOf(reader, at, until, FOR)[0];
  const named = owner > 0 ? wholeColumn(reader, table, owner + 1, until) : of === undefined ? null : wholeColumn(reader, table, at + 1, of);
  if (owner > 0 && named === null) return null;
  const column = named ?? measureOf(table);
  const [rowsFrom, rowsEnd] = owner > 0 ? [at + 1, owner + 1] : [named !== null && of !== undefined ? of + 1 : at + 1, until];
  const rows = column === null ? null : rowsAt(place, rowsFrom, rowsEnd);
  if (column === null || rows === null || !NUMERIC.has(column.type) || (percent && column.type === 'integer')) return null;
  const number = Number(amount[1].replaceAll(',', ''));
  const value = percent ? Number((1 + (sign * number) / 100).toFixed(10)) : number;
  const right: Expr = { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  const next: Expr = { kind: 'arithmetic', op: percent ? '*' : sign > 0 ? '+' : '-', left, right };
  return { table, rows, set: { column, value: next }, assumptions: named === null ? [`what changes read as ${column.name}`] : [] };
};

/** "put 10% on all kitchen prices", "take 5% off every oak table price": the column comes last. */
const shiftOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const sign = /^(?:put|add)$/.test(reader.lower(at)) ? 1 : reader.lower(at) === 'take' ? -1 : 0;
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  const on = at + (reader.lower(at + 1).endsWith('%') ? 2 : /^(?:percent|%)$/.test(reader.lower(at + 2)) ? 3 : end);
  if (sign === 0 || percent === undefined || !(sign > 0 ? words('on onto to') : words('off from')).has(reader.lower(on))) return null;
  const column = wholeColumn(reader, table, end - 1, end);
  const rows = column === null || !NUMERIC.has(column.type) ? null : linkedRows(reader, table, on + 1, end - 1);
  if (column === null || rows === null || rows.conditions.length === 0 || !(rows.everything || rows.identified)) return null;
  const right: Expr = { kind: 'literal', value: Number((1 + (sign * Number(percent)) / 100).toFixed(10)), type: 'decimal' };
  return {
    table,
    rows,
    set: { column, value: { kind: 'arithmetic', op: '*', left: { kind: 'column', table: table.name, column: column.name }, right } },
    assumptions: [],
  };
};

/** "add 200 to the Japan trip goal": of the column that holds what is there. */
const addTo: Form = (place) => {
  const { reader, table, at, end } = place;
  const amount = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  if (!/^(?:add|put|deposit)$/.test(reader.lower(at)) || amount === undefined || !/^(?:to|into)$/.test(reader.lower(at + 2))) return null;
  const held = table.columns.filter(({ name, type }) => NUMERIC.has(type) && HELD.test(name));
  const rows = held.length === 1 ? rowsAt(place, at + 3, end) : null;
  const [column] = held;
  if (rows === null || column === undefined || !rows.identified) return null;
  const number = Number(amount.replaceAll(',', ''));
  const right: Expr = { kind: 'literal', value: number, type: Number.isInteger(number) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  const value: Expr = { kind: 'arithmetic', op: '+', left, right };
  return { table, rows, set: { column, value }, assumptions: [`what is added to read as ${column.name}`] };
};

/** "make Globex a vip", "unsubscribe Ada from the newsletter", "take the gym off autopay": a yes-or-no column by its name. */
const flagged: Form = (place) => {
  const { reader, table, at, end } = place;
  const on = FLAG_ON[reader.lower(at)];
  if (on === undefined) return null;
  for (let from = at + 2; from < end; from++) {
    const flag = flagAt(new Draft(reader, table, 'update', -1), from);
    if (flag === null || reader.skip(flag.next, words('list')) !== end) continue;
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
const reschedule: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!/^(?:reschedule|postpone|move)$/.test(reader.lower(at))) return null;
  const to = lastOf(reader, at, end, TO);
  const rows = to === null ? null : rowsAt(place, at + 1, to);
  const planned = table.columns.filter(({ name, type }) => (type === 'date' || type === 'timestamp') && PLANNED.test(name));
  const [column, ...more] = planned;
  if (to === null || rows === null || !rows.identified || column === undefined || more.length > 0) return null;
  const text = textOf(reader, to + 1, end) ?? '';
  if (column.type === 'timestamp' && !/\d:\d\d|\d ?[ap]m\b/i.test(text)) return null;
  const value = reader.fit({ text, quoted: false }, table, column);
  return value.kind === 'literal' && value.value !== null ? { table, rows, set: { column, value }, assumptions: [] } : null;
};

/** "delete all Uber transactions under $10" */
const remove: Form = (place) => {
  const { reader, table, at, end } = place;
  const off = /^(?:take|cross|strike)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('off from')) : null;
  if (off !== null) return offList(place, off);
  const from = DELETE.has(reader.lower(at))
    ? at + 1
    : reader.lower(at) === 'get' && reader.lower(at + 1) === 'rid' && reader.lower(at + 2) === 'of'
      ? at + 3
      : null;
  if (from === null) return null;
  const rows = rowsAt(place, from, end);
  if (rows !== null && rows.conditions.length > 0) return { table, rows, set: null, assumptions: [] };
  // "delete complaint 19, it was a joke": why says nothing of which.
  const comma = reader.tokens.findIndex(({ text }, at) => at > from && at < end && text === ',');
  const why = comma < 0 ? '' : (textOf(reader, comma + 1, end) ?? '');
  const one = REASON.test(why) && !/\d/.test(why) ? rowsAt(place, from, comma) : null;
  if (one === null || !one.named || !one.identified) return null;
  return { table, rows: one, set: null, assumptions: [`"${why}" read as the reason`] };
};

/** "take Ada and Bo off the donor list": the rows of that table. */
function offList(place: Place, off: number): Change | null {
  const { reader, table, at, end } = place;
  const mention = reader.tableAt(reader.skip(off + 1, ARTICLES));
  if (mention?.what !== table || reader.skip(mention.next, words('list table register books')) !== end) return null;
  const rows = linkedRows(reader, table, at + 1, off);
  return rows?.identified ? { table, rows: { ...rows, named: true }, set: null, assumptions: [] } : null;
}

/** "put 120 minutes of labour on job 7": the one number whose name has all of these words. */
const putOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const amount = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  if (!/^(?:put|enter|log|record)$/.test(reader.lower(at)) || amount === undefined) return null;
  for (const on of allOf(reader, at + 3, end, words('on against for'))) {
    const said = reader.tokens.slice(at + 2, on).filter(({ lower }) => !/^(?:of|the|in)$/.test(lower));
    const [column, ...more] = table.columns.filter(
      ({ name, type }) => NUMERIC.has(type) && said.every((token) => token.words.every((word) => nameWords(name).includes(word))),
    );
    const rows = said.length === 0 || column === undefined || more.length > 0 ? null : rowsAt(place, on + 1, end);
    if (column === undefined || !rows?.identified) continue;
    const number = Number(amount.replaceAll(',', ''));
    const value: Expr = { kind: 'literal', value: number, type: Number.isInteger(number) ? 'integer' : 'decimal' };
    return { table, rows, set: { column, value }, assumptions: [`${textOf(reader, at + 1, on)} read as ${column.name}`] };
  }
  return null;
};

export const ORDERS: readonly Form[] = [
  inRole,
  assign,
  letDo,
  finish,
  become,
  flagged,
  ofKind,
  reschedule,
  change,
  shift,
  shiftOn,
  addTo,
  putOn,
  blank,
  remove,
];

const DATED: ReadonlySet<string> = new Set(['date', 'timestamp']);
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
const FLAG_WORDS = words('a an the as to on off up for from of not no');
const PLANNED = /^(?:scheduled|starts?|due|planned|appointment|event|visit|date)(?:_|$)|_(?:date|time)$/;
const TO = words('to');
const TABLE_LEADS = words('the a an my our all every each');
const PUT_ON = words('on onto to into');
const FOR = words('for of on in where');
const STATE_MARK = words('as to on');
const ASSIGN = words('assign reassign give hand transfer move');
const BECOME = words('mark set flag make put move switch turn');
const CHANGE = words('change set update correct fix edit modify move extend');
const DELETE = words('delete remove erase scrap bin discard');
/** How it is told why a row goes: "it was a joke", "entered twice". */
const REASON =
  /^(?:it|it's|its|he|she|they|we|that|this|was|were|no longer|not|because|since|entered|added|made|typed|by|wrong|duplicate|already|a|an)\b(?!.*\b(?:and|but|except|also|then|delete|remove)\b)/i;
const SHIFT = wordTable<number>({ increase: 1, raise: 1, bump: 1, decrease: -1, lower: -1, reduce: -1 });
const HELD = /^(?:saved|balance|stock|quantity|qty|points|current)(?:_|$)|_(?:balance|stock|quantity|points)$/;

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

/** "retire" → retired; "ship" → shipped. */
const participlesOf = (verb: string): readonly string[] => [
  verb.endsWith('e') ? `${verb}d` : `${verb}ed`,
  `${verb}${verb.at(-1) ?? ''}ed`,
  verb.replace(/y$/, 'ied'),
];
