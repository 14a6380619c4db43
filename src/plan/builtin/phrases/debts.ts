import type { Expr, Query } from '../../plan.ts';
import { peopleIn } from '../linking/people.ts';
import { moneyOf } from './columns.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, once, past, type Read, word } from './ground.ts';
import { byThing } from './group.ts';
import { groupedQuery } from './groups.ts';
import { linesOf, moneyIn } from './income.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, distance, type Scope } from './query.ts';
import { listQuery } from './shown.ts';
import { missing } from './states.ts';
import { SERVED } from './staying.ts';
import { narrowed, type Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/** What is asked for, and not paid yet. */
interface Debt {
  readonly things: Things;
  readonly worth: (scope: Scope) => Expr;
  /** The column that holds the amount. */
  readonly money: string;
}

/**
 * Rows with an amount that say when, or whether, they were paid, or the lines with an amount of such rows; with two such
 * tables, which one is meant is open.
 */
function debtIn(ground: Ground, table: string): Debt | null {
  const unpaid = missing(ground, table, 'paid', true);
  if (unpaid === null) return null;
  const money = moneyOf(ground, table);
  if (money !== null)
    return { things: { table, filters: [unpaid] }, worth: (scope) => columnIn(scope.reach(table), money.name), money: money.name };
  const [line, ...more] = linesOf(ground, entry(ground, table)).flatMap((own) => moneyIn(ground, own, false) ?? []);
  if (line === undefined || more.length > 0) return null;
  return { things: { table: line.things.table, filters: [unpaid] }, worth: line.worth, money: line.column };
}

const debtsOf = once((ground: Ground, _at: number): Debt[] =>
  ground.lexicon.tables.flatMap(({ table }) => debtIn(ground, table.name) ?? []),
);

function onlyDebt(ground: Ground): Debt | null {
  const [only, ...more] = debtsOf(ground, 0);
  return only === undefined || more.length > 0 ? null : only;
}

/** "how much money is still owed for lessons", "what do customers owe us", "how much is outstanding". */
export function owedAt(ground: Ground, at: number): Read<Measure>[] {
  const still = new Set(['still', 'currently', 'is', 'are', 'do', 'does']);
  const asked = after(ground, at, ['how much', 'how much money', 'what', 'total', 'the total', 'total amount', 'the total amount']);
  if (asked === null) return [];
  const subject = past(ground, asked, still);
  const whom = after(ground, subject, ['we', 'people', 'they', 'everybody', 'everyone']);
  const persons = headsAt(ground, past(ground, subject, new Set(['our', 'the', 'all']))).filter(
    ({ value: { table: name, filters } }) => filters.length === 0 && peopleIn(ground.lexicon).some(({ table }) => table.name === name),
  );
  const starts = [subject, ...(whom === null ? [] : [whom]), ...persons.map(({ end }) => end)].map((one) => past(ground, one, still));
  const named = valuesAt(ground, past(ground, subject, new Set(['our', 'the'])));
  const debt = onlyDebt(ground);
  const byName = named.flatMap(({ value, end, cost, notes }) => {
    const owed = after(ground, past(ground, end, still), ['owe', 'owes', 'owe us', 'owes us', 'still owe us']);
    const whose = debt === null || owed === null ? null : valueFilter(ground, debt.things.table, value, false, 'any');
    return debt === null || owed === null || whose === null
      ? []
      : [summed(found(narrowed(debt.things, whose), owed, cost + 0.1, notes), debt)];
  });
  const ofAll = starts.flatMap((start) => {
    const owed = after(ground, start, OWED);
    if (owed === null) return [];
    const from = after(ground, owed, ['for', 'on', 'for our', 'for the', 'on the', 'from', 'in']);
    const of = from === null ? [] : headsAt(ground, from).flatMap((head) => ofHead(ground, head));
    const total = after(ground, owed, ['in total', 'altogether', 'overall']) ?? owed;
    const plain = debt === null ? [] : [{ debt, read: found(debt.things, total, 0.1) }];
    return [...plain, ...of].flatMap(({ debt: one, read }) => modified(ground, read).map((things) => summed(things, one)));
  });
  return [...byName, ...ofAll];
}

function ofHead(ground: Ground, head: Read<Things>): { debt: Debt; read: Read<Things> }[] {
  const debt = debtIn(ground, head.value.table);
  if (debt === null) return [];
  const filters = debt.things.table === head.value.table ? head.value.filters : head.value.filters.length === 0 ? [] : null;
  return filters === null ? [] : [{ debt, read: { ...head, value: narrowed(debt.things, ...filters) } }];
}

const summed = ({ value: things, end, cost, notes }: Read<Things>, { worth, money }: Debt): Read<Measure> => ({
  value: { things, value: (scope: Scope): Expr => ({ kind: 'aggregate', fn: 'sum', arg: worth(scope) }), as: `total_${money}` },
  end,
  cost,
  notes: [...notes, `What is owed is ${things.table}.${money} of what is not paid.`],
});

const OWED = ['owe us', 'owe', 'owed', 'owed to us', 'outstanding', 'unpaid', 'to be paid', 'owing', 'owed us', 'are owed', 'not paid yet'];

const OWING = /^ow(?:e|es|ing)$/;

/** "who owes us money", "who owes us the most", "which customers still owe us something", "how much does each customer owe". */
export const debtors: Form = (ground, from) => {
  if (!ground.tokens.some(({ lower }) => OWING.test(lower))) return [];
  const debt = onlyDebt(ground);
  if (debt === null) return [];
  const who = word(ground, from) === 'who' ? from + 1 : null;
  const each = after(ground, from, ['how much does each', 'how much does every', 'what does each', 'what does every']);
  const near = peopleIn(ground.lexicon).filter(({ table }) => distance(ground, debt.things.table, table.name)?.toOne === true);
  // Whoever is served owes, rather than whoever serves.
  const served = near.filter(({ words }) => SERVED.has(words.at(-1) ?? ''));
  const people = served.length > 0 ? served : near;
  const subjects: Read<Things>[] =
    who === null
      ? headsAt(ground, each ?? from).flatMap((head) => modified(ground, head, 2))
      : people.length === 1
        ? people.map(({ table }) => found<Things>({ table: table.name, filters: [] }, who, 0.05))
        : [];
  return subjects.flatMap(({ value, end, cost, notes }): Read<() => Query>[] => {
    if (distance(ground, debt.things.table, value.table)?.toOne !== true || value.table === debt.things.table) return [];
    const start = past(ground, end, new Set(['still', 'currently', 'that', 'who']));
    const owes = after(ground, start, ['owes us', 'owe us', 'owes', 'owe', 'is owing']);
    if (owes === null) return [];
    const told = [...notes, `What is owed is ${debt.things.table}.${debt.money} of what is not paid.`];
    const most = after(ground, owes, ['the most', 'most', 'the most money']);
    const any = after(ground, owes, ['money', 'something', 'anything', 'any money', 'for something']) ?? owes;
    if (most !== null || each !== null) {
      const measure = summed(found({ ...debt.things, filters: [...debt.things.filters, ...value.filters] }, most ?? owes), debt).value;
      const limit = each === null ? { limit: 1 } : {};
      return [found(() => groupedQuery(ground, measure, [byThing(ground, value.table)], limit), most ?? owes, cost, told)];
    }
    const owing = narrowed(value, { kind: 'related', things: debt.things, not: false });
    return [found(() => listQuery(ground, owing), any, cost + 0.05, told)];
  });
};
