import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import { wordTable } from '../../english/word-table.ts';
import { columnPer, PRICE } from '../measure-columns.ts';
import type { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { priceNow } from './become.ts';
import { type Step, stepAt, stepped } from './by-amount.ts';
import { type LinkedRows, linkedRows } from './linked-rows.ts';
import { allOf, type Change, type Form, lastOf, NUMERIC, type Place, rowsAt, wholeColumn } from './place.ts';
import { textOf } from './spans.ts';
import { measureOf } from './state-links.ts';

/** "increase the rent of flat 4 by 10 %", "raise all open invoices by 5%": of the column that is named, or the one that measures. */
export const shift: Form = (place) => {
  const { reader, table, at, end } = place;
  // "put Dev's rate up by 2"
  const turn = /^(?:put|move|bring)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('up down')) : null;
  const sign = turn === null ? SHIFT[reader.lower(at)] : reader.lower(turn) === 'up' ? 1 : -1;
  const by = sign === undefined ? null : lastOf(reader, at, end, words('by'));
  const step = by === null ? null : stepAt(reader, by + 1);
  if (sign === undefined || by === null || step === null || step.next !== end) return null;
  const until = turn !== null && turn < by ? turn : by;
  const owner = reader.tokens.findIndex((token, i) => i > at && i < until && /['’]s$/.test(token.text));
  const of = allOf(reader, at, until, FOR)[0];
  const named = owner > 0 ? wholeColumn(reader, table, owner + 1, until) : of === undefined ? null : wholeColumn(reader, table, at + 1, of);
  if (owner > 0 && named === null) return null;
  const column = named ?? measureOf(table);
  const [rowsFrom, rowsEnd] = owner > 0 ? [at + 1, owner + 1] : [named !== null && of !== undefined ? of + 1 : at + 1, until];
  const rows = column === null ? null : (rowsAt(place, rowsFrom, rowsEnd) ?? (named === null ? null : allAlike(place, rowsFrom, rowsEnd)));
  const next = column === null || !NUMERIC.has(column.type) ? null : stepped(table, column, sign, step);
  if (column === null || rows === null || next === null) return null;
  return { table, rows, set: { column, value: next }, assumptions: named === null ? [`what changes read as ${column.name}`] : [] };
};

/** "give Ada a raise of 5 %", "give everyone in sales a 3% raise": of the one column of what she earns. */
export const raise: Form = (place) => {
  const { reader, at, end } = place;
  const of = reader.lower(at) === 'give' ? lastOf(reader, at + 2, end, words('raise rise increase')) : null;
  const before = of === null ? undefined : [of - 1, of - 2].find((from) => from > at + 1 && stepAt(reader, from)?.next === of);
  const step = of === null ? null : stepAt(reader, before ?? of + 2);
  if (
    of === null ||
    step === null ||
    (before === undefined ? !/^(?:of|by)$/.test(reader.lower(of + 1)) || step.next !== end : of + 1 !== end)
  )
    return null;
  const article = (before ?? of) - 1;
  return priced(place, [at + 1, /^an?$/.test(reader.lower(article)) ? article : article + 1], 1, step, { columns: PAID });
};

/** "put 10% on all kitchen prices", "take $5 off the daily rate of every van", "give all regulars 5% off": the column is named, or is the one of what they cost. */
export const shiftOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const given = reader.lower(at) === 'give' && reader.lower(end - 1) === 'off';
  const sign = /^(?:put|add)$/.test(reader.lower(at)) ? 1 : given || /^(?:take|knock)$/.test(reader.lower(at)) ? -1 : 0;
  const before = given ? [end - 2, end - 3].find((from) => stepAt(reader, from)?.next === end - 1) : at + 1;
  const step = before === undefined ? null : stepAt(reader, before);
  if (sign === 0 || before === undefined || step === null) return null;
  if (!given && !(sign > 0 ? words('on onto to') : words('off from')).has(reader.lower(step.next))) return null;
  const [from, stop] = given ? [at + 1, before] : [step.next + 1, end];
  // "add 200 to the goal" is of what is there.
  if (sign > 0 && !step.percent && !FOR.has(reader.lower(step.next + 2)) && allOf(reader, from, stop, FOR).length === 0) return null;
  // "5% off" of what one always gets is that from now on.
  const discounts = table.columns.filter(({ name, type }) => NUMERIC.has(type) && DISCOUNT.test(snakeCase(name)));
  if (sign > 0 || discounts.length === 0) return priced(place, [from, stop], sign, step, { columns: PRICE });
  const [column, ...more] = discounts;
  const rows = more.length > 0 || !step.percent || pricesOf(table, PRICE).length > 0 ? null : allAlike(place, from, stop);
  if (column === undefined || rows === null) return null;
  const value: Expr = { kind: 'literal', value: step.by, type: Number.isInteger(step.by) ? 'integer' : 'decimal' };
  return { table, rows, set: { column, value }, assumptions: [`what is off read as ${column.name}`] };
};

/** "make all the cakes 5% dearer", "all desserts 50 cents more", "the vans go up $5 a day", "give the cooks 1 euro more an hour". */
export const dearer: Form = (place) => {
  const { reader, at } = place;
  const now = SINCE.find((said) => said.every((word, i) => reader.lower(place.end - said.length + i) === word));
  const end = place.end - (now?.length ?? 0);
  const verbs = /^(?:make|charge|give|pay)$/.test(reader.lower(at));
  for (let from = at + 1; from < end; from++) {
    const step = stepAt(reader, from);
    const rest = step === null ? null : afterStep(reader, step.next, end);
    const verb = GOES.find((words) => words.every((word, i) => reader.lower(from - words.length + i) === word));
    const moves = verb !== undefined && verb.length > 1;
    if (step === null || rest === null || (moves ? rest.turn !== '' : !MORE.test(rest.turn))) continue;
    const down = verb?.includes('down') === true || CHEAPER.test(rest.turn);
    // "5 more" may be of anything; what is dear has a price.
    const isPrice = step.money || step.percent || rest.unit !== null || /expensive|dearer|cheaper/.test(rest.turn);
    const columns = /^(?:give|pay)$/.test(reader.lower(at)) || /^(?:gets?|earns?)$/.test(verb?.[0] ?? '') ? PAID : PRICE;
    const change = priced(place, [verbs ? at + 1 : at, from - (verb?.length ?? 0)], down ? -1 : 1, step, { columns, unit: rest.unit });
    if (change !== null && (isPrice || change.assumptions.length === 0)) return change;
  }
  return null;
};

/** "all rolls are 1.60 from now on", "the scones cost $2 now": a new price of all of a kind. */
export const costsNow: Form = (place) => {
  const { reader, table, at } = place;
  const now = SINCE.find((said) => said.every((word, i) => reader.lower(place.end - said.length + i) === word));
  const end = place.end - (now?.length ?? 0);
  const verb = now === undefined ? null : lastOf(reader, at + 1, end, words('is are cost costs'));
  const found = verb === null ? null : priceNow({ ...place, end }, verb + 1);
  const rows = verb === null || found === null ? null : allAlike(place, at, verb);
  return rows === null || found === null ? null : { table, rows, set: found, assumptions: [`what it costs read as ${found.column.name}`] };
};

/** What follows a step to the end: "more", "an hour", "more expensive each". */
function afterStep(reader: WriteReader, from: number, end: number): { readonly turn: string; readonly unit: string | null } | null {
  const per = allOf(reader, from, end, words('a an per each every'))[0] ?? end;
  const unit = per < end - 1 ? reader.lower(per + 1) : null;
  const after = unit === null ? Math.min(per + 1, end) : per + 2;
  const turn = [textOf(reader, from, per), textOf(reader, after, end)].filter((said) => said !== null && said !== '').join(' ');
  return from > end ? null : { turn: turn.toLowerCase(), unit };
}

interface Priced {
  /** What the one column of a price or of pay is called. */
  readonly columns: RegExp;
  /** What it is a price of, as it is said: "an hour". */
  readonly unit?: string | null;
}

/** The rows of a stretch with their price, which goes up or down: it is named before them, after them, or is the only one. */
function priced(
  place: Place,
  [from, end]: readonly [number, number],
  sign: number,
  step: Step,
  { columns, unit = null }: Priced,
): Change | null {
  const { reader, table } = place;
  const made = (column: Column | null | undefined, rows: LinkedRows | null, named: boolean): Change | null => {
    if (column == null || rows === null || !NUMERIC.has(column.type) || (unit !== null && !isPer(table, column, unit))) return null;
    const value = stepped(table, column, sign, step);
    const assumptions = named ? [] : [`what changes read as ${column.name}`];
    return value === null ? null : { table, rows, set: { column, value }, assumptions };
  };
  for (const of of allOf(reader, from + 1, end, FOR)) {
    const change = made(wholeColumn(reader, table, from, of), allAlike(place, of + 1, end), true);
    if (change !== null) return change;
  }
  for (let cut = from + 1; cut < end; cut++) {
    const column = wholeColumn(reader, table, cut, end);
    const change = column === null ? null : made(column, allAlike(place, from, cut, true), true);
    if (change !== null) return change;
  }
  const [column, ...more] = pricesOf(table, columns);
  if (column === undefined || more.length > 0) return null;
  // "junior labour" of "what we charge per hour of labour": words of the column's own.
  const own = new Set([...nameWords(column.name), ...nameWords(column.comment ?? '')]);
  let last = end;
  while (last > from + 1 && reader.tokens[last - 1]?.words.every((word) => own.has(word)) === true) last--;
  return made(column, allAlike(place, from, end) ?? (last === end ? null : allAlike(place, from, last, true)), false);
}

const pricesOf = (table: Table, columns: RegExp): readonly Column[] =>
  table.columns.filter(({ name, type }) => NUMERIC.has(type) && columns.test(snakeCase(name)) && !DISCOUNT.test(snakeCase(name)));

/** Whether a price is one for each of a unit, by its name or its comment. */
const isPer = (table: Table, column: Column, unit: string): boolean =>
  columnPer(table, unit) === column || nameWords(column.comment ?? '').includes(unit);

/** One row, or all of a kind: "all studios", "everything from Kaito", "the apprentices"; before the word for their price "kitchen" does. */
function allAlike({ reader, table }: Place, from: number, end: number, kind = false): LinkedRows | null {
  const rows = from < end ? linkedRows(reader, table, from, end) : null;
  const bare = kind && !/^(?:the|an?|this|that)$/.test(reader.lower(from));
  return rows !== null && rows.conditions.length > 0 && (rows.everything || rows.identified || rows.several || bare) ? rows : null;
}

/** "add 200 to the Japan trip goal": of the column that holds what is there. */
export const addTo: Form = (place) => {
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

/** "put 120 minutes of labour on job 7": the one number whose name has all of these words. */
export const putOn: Form = (place) => {
  const { reader, table, at, end } = place;
  const amount = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[at + 1]?.text ?? '')?.[1];
  if (!/^(?:put|enter|log|record)$/.test(reader.lower(at)) || amount === undefined) return null;
  for (const on of allOf(reader, at + 3, end, words('on against for'))) {
    const said = reader.tokens.slice(at + 2, on).filter(({ lower }) => !/^(?:of|the|in)$/.test(lower));
    const [column, ...more] = table.columns.filter(
      ({ name, type }) => NUMERIC.has(type) && said.every((token) => token.words.every((word) => nameWords(name).includes(word))),
    );
    // "log 3 hours for Ada" is a row of what she worked, where such are kept.
    const kept = reader.question.schema.tables.some(
      (other) =>
        other.foreignKeys.some((key) => key.table === table.name) &&
        other.columns.some(
          ({ name, type }) => NUMERIC.has(type) && said.some(({ words }) => words.some((word) => nameWords(name).includes(word))),
        ),
    );
    const rows = said.length === 0 || column === undefined || more.length > 0 || kept ? null : rowsAt(place, on + 1, end);
    if (column === undefined || !rows?.identified) continue;
    const number = Number(amount.replaceAll(',', ''));
    const value: Expr = { kind: 'literal', value: number, type: Number.isInteger(number) ? 'integer' : 'decimal' };
    return { table, rows, set: { column, value }, assumptions: [`${textOf(reader, at + 1, on)} read as ${column.name}`] };
  }
  return null;
};

const FOR = words('for of on in where');
const SHIFT = wordTable<number>({ increase: 1, raise: 1, bump: 1, decrease: -1, lower: -1, reduce: -1 });
const HELD = /^(?:saved|balance|stock|quantity|qty|points|current)(?:_|$)|_(?:balance|stock|quantity|points)$/;
const DISCOUNT = /(?:^|_)discount(?:_|$)/;
const MORE = /^(?:more(?: expensive| costly)?|less(?: expensive| costly)?|dearer|cheaper|higher|lower)$/;
const CHEAPER = /^(?:less|cheaper|lower)/;
const GOES = ['go', 'goes', 'went', 'are', 'is']
  .flatMap((verb) => ['up by', 'down by', 'up', 'down'].map((way) => `${verb} ${way}`))
  .concat('up by', 'down by', 'cost', 'costs', 'get', 'gets', 'earn', 'earns')
  .map((said) => said.split(' '));
const SINCE = ['from now on', 'as of today', 'from today', 'as of now', 'now'].map((said) => said.split(' '));
const PAID = /(?:^|_)(?:salary|wage|wages|pay|hourly_rate)(?:_|$)/;
