import type { Expr, Plan } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import type { Column, Table } from '../../schema.ts';
import { wordTable } from '../word-table.ts';
import { Declined, WriteReader } from '../write-reader.ts';
import { POLITE, words } from '../write-words.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { happenedNow } from './happened-now.ts';
import { type LinkedRows, linkedRows, measureOf, parentRow, textOf } from './linked-rows.ts';

/**
 * Updates and deletes whose rows are said by what is stored: "assign ticket 4 to Lily Miller", "close all resolved tickets",
 * "delete all Uber transactions under $10". Each form says where the rows stand and where what becomes of them; a plan only
 * when one table alone takes every word. Null when no form fits.
 */
export function changeByLinking(question: Question): Outcome | null {
  const reader = new WriteReader(question);
  const tokens = reader.tokens.filter(
    ({ kind, text }, at) => !(kind === 'mark' && /^[.!]+$/.test(text) && at === reader.tokens.length - 1),
  );
  const end = tokens.length;
  let at = 0;
  while (at < end && POLITE.has(reader.lower(at))) at++;
  const found: Change[] = [];
  for (const table of question.schema.tables.filter(({ kind }) => kind === 'table')) {
    for (const form of FORMS) {
      const change = attempt(() => form({ reader, table, at, end, orders: VERBS_OF_STATES }));
      if (change !== null) {
        found.push(change);
        break;
      }
    }
  }
  // The table that is named means more than one in which a value is stored too.
  const named = found.filter(({ rows }) => rows.named);
  const [one, ...more] = named.length > 0 ? named : found;
  if (one === undefined || more.length > 0) return null;
  return { kind: 'plan', plan: planOf(one), confidence: CONFIDENCE, assumptions: [...one.rows.notes, ...one.assumptions] };
}

const CONFIDENCE = 0.9;

interface Place {
  readonly reader: WriteReader;
  readonly table: Table;
  /** The verb, and the end of the sentence. */
  readonly at: number;
  readonly end: number;
  /** Verbs that may stand for a state of that name. */
  readonly orders: ReadonlySet<string>;
}

interface Change {
  readonly table: Table;
  readonly rows: LinkedRows;
  /** Null deletes them. */
  readonly set: { readonly column: Column; readonly value: Expr } | null;
  readonly assumptions: readonly string[];
}

type Form = (place: Place) => Change | null;

function attempt(form: () => Change | null): Change | null {
  try {
    return form();
  } catch (problem) {
    if (problem instanceof Declined) return null;
    throw problem;
  }
}

function planOf({ table, rows, set }: Change): Plan {
  const [only, ...more] = rows.conditions;
  const where: { where?: Expr } =
    only === undefined ? {} : { where: more.length === 0 ? only : { kind: 'and', args: [...rows.conditions] } };
  if (set === null) return { kind: 'delete', table: table.name, ...where };
  return { kind: 'update', table: table.name, set: [{ column: set.column.name, value: set.value }], ...where };
}

/** Rows that say which they are: some condition, or "all"; without the table's name, one row by its own. */
function rowsAt({ reader, table }: Place, from: number, end: number): LinkedRows | null {
  const rows = from < end ? linkedRows(reader, table, from, end) : null;
  if (rows === null || (!rows.named && !rows.identified)) return null;
  return rows.conditions.length > 0 || rows.everything ? rows : null;
}

/** "assign ticket 4 to Lily Miller": the key that points at where that row is kept. */
const assign: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!ASSIGN.has(reader.lower(at))) return null;
  const to = lastOf(reader, at, end, TO);
  const before = to === null ? null : rowsAt(place, at + 1, to);
  // "assign Lily Miller to ticket 4"
  const turned = to !== null && before === null && /assign$/.test(reader.lower(at));
  const rows = turned ? rowsAt(place, to + 1, end) : before;
  const found = to === null || rows === null ? [] : turned ? pointing(reader, table, at + 1, to) : pointing(reader, table, to + 1, end);
  const [one, ...more] = found;
  return rows === null || one === undefined || more.length > 0 ? null : { table, rows, set: one, assumptions: [] };
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
  const verb = reader.lower(at);
  const states = STATES[verb] ?? (place.orders.has(verb) ? participlesOf(verb) : undefined);
  const rows = states === undefined ? null : rowsAt(place, at + 1, end);
  const set = rows === null || states === undefined ? null : stateOf(reader, table, states);
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
    ? null
    : { table, rows, set, assumptions: [`"${textOf(reader, (to ?? at) + 1, end)}" read as ${set.column.name}`] };
};

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
  const sign = SHIFT[reader.lower(at)];
  const by = sign === undefined ? null : lastOf(reader, at, end, words('by'));
  const amount = by === null ? null : /^[$€£]?(\d[\d,]*(?:\.\d+)?)(%?)$/.exec(reader.tokens[by + 1]?.text ?? '');
  if (sign === undefined || by === null || !amount?.[1]) return null;
  const percent = amount[2] === '%' || /^(?:percent|%)$/.test(reader.lower(by + 2));
  if (by + 2 + (percent && amount[2] !== '%' ? 1 : 0) !== end) return null;
  const of = allOf(reader, at, by, FOR)[0];
  const named = of === undefined ? null : wholeColumn(reader, table, at + 1, of);
  const column = named ?? measureOf(table);
  const rows = column === null ? null : rowsAt(place, named !== null && of !== undefined ? of + 1 : at + 1, by);
  if (column === null || rows === null || !NUMERIC.has(column.type) || (percent && column.type === 'integer')) return null;
  const number = Number(amount[1].replaceAll(',', ''));
  const value = percent ? Number((1 + (sign * number) / 100).toFixed(10)) : number;
  const right: Expr = { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  const next: Expr = { kind: 'arithmetic', op: percent ? '*' : sign > 0 ? '+' : '-', left, right };
  return { table, rows, set: { column, value: next }, assumptions: named === null ? [`what changes read as ${column.name}`] : [] };
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

/** "dr Mia Allen moved to room B2", "Netflix went up to 17.99": told of one row by its name. */
const told: Form = (place) => {
  const { reader, table, at, end } = place;
  for (let verb = at + 1; verb < end - 1; verb++) {
    const phrase = TOLD.find(({ said }) => said.every((word, i) => reader.lower(verb + i) === word));
    if (phrase === undefined) continue;
    const rows = rowsAt(place, at, verb);
    if (rows === null || !rows.identified) return null;
    const from = verb + phrase.said.length;
    if (phrase.kind === 'measure') {
      const column = measureOf(table);
      const value = column === null ? null : valueFor(reader, table, column, from, end);
      return column === null || value === null
        ? null
        : { table, rows, set: { column, value }, assumptions: [`"${phrase.said.join(' ')}" read as ${column.name}`] };
    }
    const stored = phrase.said[0] === 'moved' || phrase.said[0] === 'switched' ? stateAt(place, from) : null;
    if (stored !== null) return { table, rows, set: stored, assumptions: [`"${textOf(reader, from, end)}" read as ${stored.column.name}`] };
    const mention = reader.columnAt(from, table);
    const value = mention === null ? null : valueFor(reader, table, mention.what, mention.next, end);
    return mention === null || value === null ? null : { table, rows, set: { column: mention.what, value }, assumptions: [] };
  }
  return null;
};

/** "make Globex a vip", "unsubscribe Ada from the newsletter", "take the gym off autopay": a yes-or-no column by its name. */
const flagged: Form = (place) => {
  const { reader, table, at, end } = place;
  const on = FLAG_ON[reader.lower(at)];
  if (on === undefined) return null;
  for (let from = at + 2; from < end; from++) {
    const flag = flagAt(new Draft(reader, table, 'update', -1), from);
    if (flag === null || flag.next !== end) continue;
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

/** "invoice F-2025-002 was paid today": told of one row, as a state or the day of it. */
const happened: Form = (place) => {
  const { reader, table, at, end } = place;
  const verb = allOf(reader, at, end, words('was has got is')).at(-1);
  if (verb === undefined) return null;
  const state = reader.lower(verb + 1) === 'been' || reader.lower(verb + 1) === 'now' ? verb + 2 : verb + 1;
  const rows = rowsAt(place, at, verb);
  if (rows === null || !rows.identified) return null;
  const set = stateOf(reader, table, [reader.lower(state)]);
  if (set === null) return null;
  if (state + 1 === end) return { table, rows, set, assumptions: [] };
  const text = textOf(reader, reader.lower(state + 1) === 'on' ? state + 2 : state + 1, end) ?? '';
  if (set.column.type !== 'date' && set.column.type !== 'timestamp') return null;
  if (text.toLowerCase() === 'today') return { table, rows, set, assumptions: [] };
  const value = reader.fit({ text, quoted: false }, table, set.column);
  return value.kind === 'literal' && value.value !== null ? { table, rows, set: { column: set.column, value }, assumptions: [] } : null;
};

/** "delete all Uber transactions under $10" */
const remove: Form = (place) => {
  const { reader, table, at, end } = place;
  const from = DELETE.has(reader.lower(at))
    ? at + 1
    : reader.lower(at) === 'get' && reader.lower(at + 1) === 'rid' && reader.lower(at + 2) === 'of'
      ? at + 3
      : null;
  const rows = from === null ? null : rowsAt(place, from, end);
  return rows === null || rows.conditions.length === 0 ? null : { table, rows, set: null, assumptions: [] };
};

const FORMS: readonly Form[] = [
  inRole,
  assign,
  finish,
  become,
  flagged,
  ofKind,
  reschedule,
  change,
  shift,
  addTo,
  told,
  happened,
  blank,
  remove,
];

/** The keys of the table that point at the row said from `from` up to `end`. */
function pointing(reader: WriteReader, table: Table, from: number, end: number, only?: Column): { column: Column; value: Expr }[] {
  return table.foreignKeys.flatMap((key) => {
    const meant = only !== undefined && key.columns[0] === only.name;
    const row = only !== undefined && !meant ? null : parentRow(reader, key, from, end, meant);
    const column = table.columns.find(({ name }) => name === key.columns[0]);
    if (row === null || row.next !== end || column === undefined) return [];
    if (row.what.kind === 'key') return [{ column, value: row.what.value }];
    return row.what.row ? [{ column, value: { kind: 'scalarQuery', query: row.what.query } as const }] : [];
  });
}

/** The column where one of these is stored as a state, else a yes-or-no column of that name. */
function stateOf(reader: WriteReader, table: Table, states: readonly string[]): { column: Column; value: Expr } | null {
  for (const state of states) {
    const holding = reader.columnsHolding(table, state).filter(({ name }) => STATUS.test(name));
    const [column, ...more] = holding;
    if (column !== undefined && more.length === 0)
      return { column, value: { kind: 'literal', value: reader.stored(table, column, state), type: 'text' } };
  }
  const flags = table.columns.filter(({ name, type }) => type === 'boolean' && states.includes(name.replace(/^(?:is|was|has)_/, '')));
  const [flag, ...more] = flags;
  if (flag !== undefined && more.length === 0) return { column: flag, value: { kind: 'literal', value: true, type: 'boolean' } };
  if (flag !== undefined) return null;
  const [opposite] = states.flatMap((state) => oppositeOf(table, state) ?? []);
  return opposite ?? happenedNow(reader, table, states);
}

/** "inactive" of a flag that is called active, and the other way round. */
function oppositeOf(table: Table, said: string): { column: Column; value: Expr } | null {
  const flags = table.columns.filter(({ name, type }) => {
    const own = name.replace(/^is_/, '');
    return type === 'boolean' && ['in', 'un'].some((prefix) => said === `${prefix}${own}` || own === `${prefix}${said}`);
  });
  const [column, ...more] = flags;
  return column === undefined || more.length > 0 ? null : { column, value: { kind: 'literal', value: false, type: 'boolean' } };
}

/** "retire" → retired; "ship" → shipped. */
const participlesOf = (verb: string): readonly string[] => [
  verb.endsWith('e') ? `${verb}d` : `${verb}ed`,
  `${verb}${verb.at(-1) ?? ''}ed`,
  verb.replace(/y$/, 'ied'),
];

/** What stands from `from` to the end as a state: stored in one column, a yes-or-no column's name, or a row that one points at. */
function stateAt({ reader, table, end }: Place, from: number): { column: Column; value: Expr } | null {
  const start = reader.skip(from, ARTICLES);
  const text = textOf(reader, start, end);
  if (text === null || start >= end) return null;
  const turned = start === end - 1 ? oppositeOf(table, reader.lower(start)) : null;
  if (turned !== null) return turned;
  const flag = flagAt(new Draft(reader, table, 'update', -1), start);
  if (flag !== null && flag.next === end) return { column: flag.what, value: { kind: 'literal', value: true, type: 'boolean' } };
  const holding = reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
  const states = holding.filter(({ name }) => STATUS.test(name));
  const [column, ...more] = states.length > 0 ? states : holding;
  if (column !== undefined && more.length === 0)
    return { column, value: { kind: 'literal', value: reader.stored(table, column, text), type: 'text' } };
  const rows = holding.length === 0 ? pointing(reader, table, start, end) : [];
  if (rows.length > 0) return rows.length === 1 ? (rows[0] ?? null) : null;
  return start === end - 1 ? happenedNow(reader, table, [text.toLowerCase()]) : null;
}

/** The column that a whole stretch names: "the phone number", "category". */
function wholeColumn(reader: WriteReader, table: Table, from: number, end: number): Column | null {
  const start = reader.skip(from, ARTICLES);
  const mention = reader.columnAt(start, table);
  const next =
    mention !== null && /^(?:number|value|column|field|name)$/.test(reader.lower(mention.next)) ? mention.next + 1 : mention?.next;
  return mention !== null && next === end ? mention.what : null;
}

/** What a stretch says as a value of the column, or as the row that it points at. */
function valueFor(reader: WriteReader, table: Table, column: Column, from: number, end: number): Expr | null {
  const start = reader.skip(from, words('the a an be'));
  const row = pointing(reader, table, start, end, column)[0];
  if (row !== undefined) return row.value;
  const key = table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  const unit = NUMERIC.has(column.type) && end - start === 2 && column.name.split('_').includes(reader.lower(end - 1)) ? 1 : 0;
  const text = textOf(reader, start, end - unit);
  if (text === null || start >= end || key) return null;
  const quoted = reader.tokens[start]?.kind === 'quoted' && end === start + 1;
  // "to Canada and delete the rest" is more than a value.
  if (!quoted && (allOf(reader, start, end, TURNS).length > 0 || (column.type === 'text' && end - start > VALUE_MAX))) return null;
  const raw = { text: quoted ? (reader.tokens[start]?.text ?? text) : text, quoted };
  const value = reader.fit(raw, table, column);
  return value.kind === 'literal' && value.type === 'text' ? { ...value, value: reader.stored(table, column, raw.text) } : value;
}

const lastOf = (reader: WriteReader, from: number, end: number, set: ReadonlySet<string>): number | null =>
  allOf(reader, from, end, set).at(-1) ?? null;

const allOf = (reader: WriteReader, from: number, end: number, set: ReadonlySet<string>): number[] =>
  reader.tokens.flatMap((_, at) => (at > from - 1 && at < end && set.has(reader.lower(at)) ? [at] : []));

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
const VALUE_MAX = 6;
const TO = words('to');
const FOR = words('for of on in where');
const STATE_MARK = words('as to on');
const TURNS = words('and then where for but unless except also');
const ARTICLES = words('a an the my our its their his her');
const ASSIGN = words('assign reassign give hand transfer move');
const BECOME = words('mark set flag make put move switch turn');
const CHANGE = words('change set update correct fix edit modify move extend');
const DELETE = words('delete remove erase');
const SHIFT = wordTable<number>({ increase: 1, raise: 1, bump: 1, decrease: -1, lower: -1, reduce: -1 });
const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const STATUS = /(?:^|_)(?:status|state|stage)$/;
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

const TOLD: readonly { readonly said: readonly string[]; readonly kind: 'measure' | 'column' }[] = [
  ...['went up to', 'went down to', 'now costs', 'costs now', 'is now', 'increased to', 'rose to', 'dropped to'].map((said) => ({
    said: said.split(' '),
    kind: 'measure' as const,
  })),
  ...['moved to', 'changed to', 'switched to'].map((said) => ({ said: said.split(' '), kind: 'column' as const })),
];

/** Whether the words may tell a change of one row: "Netflix went up to 17.99". */
export const tellsChange = (text: string): boolean => TOLD_TEXT.test(text) || HAPPENED_TEXT.test(text);
const HAPPENED_TEXT =
  /^(?!how|what|which|who|when|where|why|show|list|find|is|are|did|does|do\b)(?:the |my )?[a-z]+ (?=[^ ]*\d)[^ ?]+ (?:was|has been|is now|got) [a-z]+ed?(?: (?:today|yesterday|on [^?]+))?$|^(?!how|what|which|who|when|where|why|show|list|find|is|are|did|does|do\b)(?:the |my )?[a-z]+ (?=[^ ]*\d)[^ ?]+ (?:was|has been|got) (?:paid|sent|sold|done|held|lost|won|kept|met|built|made|given|taken)(?: (?:today|yesterday|on [^?]+))?$/i;
const TOLD_TEXT =
  /^(?!how|what|which|who|when|where|why|show|list|find|is|are|did|does|do\b)[^?]+ (?:went (?:up|down) to|now costs|is now|moved to|switched to|rose to|dropped to) [^?]+$/i;
