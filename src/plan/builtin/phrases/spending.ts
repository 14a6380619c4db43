import { NUMERIC, text } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import { isKind, moneyOf } from './columns.ts';
import { anyDatedAt, datedAt } from './dates.ts';
import { isDeedOf } from './deeds.ts';
import { after, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { addedUp, broughtIn, movedAt } from './income.ts';
import { type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn } from './query.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';
import { dateNote } from './when.ts';

/** "how much did we invoice", "invoiced amount", "how much did i spend on groceries", "my spending". */
export function spendingAt(ground: Ground, from: number): Read<Measure>[] {
  const asked = after(ground, from, ASKED_HOW_MUCH);
  const total = past(ground, from, new Set(['total', 'the', 'my', 'our', 'overall']));
  const noun = asked === null ? total : null;
  if (noun !== null && ['spending', 'expenditure', 'expenses', 'spendings'].includes(word(ground, noun))) return spent(ground, noun + 1);
  if (asked === null) return [];
  const verb = word(ground, past(ground, asked, new Set(['already', 'actually'])));
  if (verb === 'spend' || verb === 'spent') return [...spent(ground, asked + 1), ...spentOn(ground, asked + 1)];
  // "what did we repair" asks for no amount.
  return word(ground, asked - 3) === 'what' && !BILLED.has(verb) ? [] : invoicedAt(ground, asked);
}

const BILLED = new Set('bill billed invoice invoiced pay paid charge charged earn earned donate donated sell sold'.split(' '));

const ASKED_HOW_MUCH = [
  'how much did we',
  'how much did i',
  'how much have we',
  'how much have i',
  'how much money did we',
  'how much money did i',
  'how much money have i',
  'how much money have we',
  'what did we',
  'what did i',
  'what have i',
  'how much do i',
  'how much do we',
  'how much was',
  'how much has been',
  'how much was i',
  'how much were we',
  'what was',
];

/** "how much did mia spend", "how much money has hamlet brought in": what moved, of whom or what a name tells. */
export function movedByName(ground: Ground, at: number): Read<Measure>[] {
  const aux = after(ground, at, [
    'how much did',
    'how much has',
    'how much have',
    'how much money did',
    'how much money has',
    'how much does',
  ]);
  if (aux === null) return [];
  const start = past(ground, aux, new Set(['the', 'our']));
  // "how much did pupils pay": all of them together.
  const people = tablesAt(ground, start).filter(({ value }) => peopleIn(ground.lexicon).some(({ table }) => table.name === value));
  const all = people.flatMap(({ end }) => {
    const verb = after(ground, end, ['spend', 'pay', 'pay us', 'spend with us']);
    return verb === null ? [] : movedAt(ground, verb);
  });
  if (all.length > 0) return all;
  return valuesAt(ground, start).flatMap(({ value, end, cost, notes }) => {
    const verb = after(ground, end, MOVING);
    if (verb === null) return [];
    return broughtIn(ground).flatMap((money) => {
      const filter = valueFilter(ground, money.things.table, value, false, 'own');
      if (filter === null) return [];
      const to = after(ground, verb, ['in total', 'us', 'with us']) ?? verb;
      return addedUp(ground, found({ ...money, things: narrowed(money.things, filter) }, to, cost + 0.1, [...notes, money.note]));
    });
  });
}

export const MOVING = [
  'spend',
  'spent',
  'paid',
  'pay',
  'bring in',
  'brought in',
  'make',
  'made',
  'earn',
  'earned',
  'generate',
  'generated',
  'raise',
  'raised',
  'collect',
  'collected',
  'take in',
  'give',
  'given',
  'donate',
  'donated',
  'spend with us',
];

/** What a verb asks for where a table keeps what it makes: invoices of "invoice", bills of "bill". */
export function invoicedAt(ground: Ground, at: number): Read<Measure>[] {
  const verb = word(ground, at);
  if (verb.length < 4) return [];
  const tables = ground.lexicon.tables.filter(
    ({ words }) => rootOf(words.at(-1) ?? '') === rootOf(verb) || words.at(-1) === verb || isDeedOf(verb, words.at(-1) ?? ''),
  );
  const [only, ...more] = tables;
  const money = only === undefined ? null : moneyOf(ground, only.table.name);
  if (only === undefined || more.length > 0 || money === null) return [];
  const table = only.table.name;
  const end = word(ground, at + 1) === 'amount' ? at + 2 : at + 1;
  const heads = [found<Things>({ table, filters: [] }, end, 0.1)];
  // "did we invoice Carter": the object without a preposition.
  for (const { value, end: to, cost, notes } of valuesAt(ground, end)) {
    const filter = valueFilter(ground, table, value, false, 'own');
    if (filter !== null) heads.push(found<Things>({ table, filters: [filter] }, to, 0.1 + cost, notes));
  }
  return heads
    .flatMap((head) => modified(ground, head))
    .map((read) => measured(read, 'sum', table, money.name, [`The amount is ${table}.${money.name}.`]));
}

/** "how much did we spend on repairs this year", "how much have we spent this year on repairs", of what has a cost of its own. */
function spentOn(ground: Ground, at: number): Read<Measure>[] {
  const early = anyDatedAt(ground, at).map((read) => ({ end: read.end, period: read }));
  return [{ end: at, period: null }, ...early].flatMap(({ end, period }) => {
    if (word(ground, end) !== 'on') return [];
    return headsAt(ground, end + 1).flatMap((head) => {
      const { table } = head.value;
      const costs = entry(ground, table).columns.filter(
        ({ column, words }) => NUMERIC.has(column.type) && words.some((one) => one === 'cost' || one === 'amount' || one === 'expense'),
      );
      const [cost, ...more] = costs;
      const dated = period === null ? null : datedAt(ground, table, period.value, []);
      if (cost === undefined || more.length > 0 || (period !== null && dated === null)) return [];
      const start = dated === null ? head : { ...head, value: narrowed(head.value, dated) };
      const notes = [
        `Spending is ${table}.${cost.column.name}.`,
        ...(period?.notes ?? []),
        ...(dated === null ? [] : dateNote(ground, table, [])),
      ];
      return modified(ground, { ...start, cost: start.cost + 0.1 }).map((read) => measured(read, 'sum', table, cost.column.name, notes));
    });
  });
}

const OUT = ['expense', 'expenses', 'debit', 'withdrawal', 'purchase', 'payment'];

/** Rows whose kind says that money went out. */
function spent(ground: Ground, end: number): Read<Measure>[] {
  const kinds = ground.lexicon.tables.flatMap((own) => {
    const money = moneyOf(ground, own.table.name);
    if (money === null) return [];
    return own.columns.filter(isKind).flatMap(({ column }) => {
      const stored = (ground.values.of(own.table.name, column.name) ?? []).filter((value) => OUT.includes(value.toLowerCase()));
      return stored.length === 1 ? [{ table: own.table.name, money, column: column.name, stored: stored[0] ?? '' }] : [];
    });
  });
  const [only, ...more] = kinds;
  if (only === undefined || more.length > 0) return [];
  const { table, column, stored, money } = only;
  const filter: Filter = {
    kind: 'test',
    table,
    not: false,
    test: (alias) => ({ kind: 'compare', op: '=', left: columnIn(alias, column), right: text(stored) }),
  };
  return modified(ground, found({ table, filters: [filter] }, end, 0.05)).map((read) =>
    measured(read, 'sum', table, money.name, [`Spending is ${table}.${money.name} where ${column} is ${stored}.`]),
  );
}
