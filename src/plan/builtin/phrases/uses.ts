import { DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { peopleIn } from '../linking/people.ts';
import { wholeOf } from './columns.ts';
import { isDeedOf } from './deeds.ts';
import { entry, type Ground } from './ground.ts';
import { distance } from './query.ts';

const USING = new Set([
  'sold',
  'used',
  'took',
  'taken',
  'chose',
  'chosen',
  'picked',
  'needed',
  'takes',
  'uses',
  'buys',
  'orders',
  'wants',
  'needs',
  'rents',
  'performed',
  'played',
  'sung',
  'staged',
  'booked',
  'rented',
  'bought',
  'buy',
  'ordered',
  'hired',
  'borrowed',
  'done',
]);

const hasDayOf = (ground: Ground, table: string, verb: string): boolean =>
  entry(ground, table).columns.some(({ column, words }) => DATED.has(column.type) && words.some((own) => own === verb || tells(verb, own)));

/** Rows that say when, or that relate two, tell of a use; those of another thing, as the products of a category, do not. */
export const isUse = (ground: Ground, table: string): boolean => {
  const { columns } = entry(ground, table);
  if (peopleIn(ground.lexicon).some((one) => one.table.name === table)) return false;
  return columns.some(({ column }) => DATED.has(column.type)) || columns.filter(({ reference }) => reference).length > 1;
};

/** "downloaded" of rows each of which is a number of downloads: the column that holds it. */
export function tallyOf(ground: Ground, table: string, verb: string): string | null {
  const [only, ...more] = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.length === 1 && isDeedOf(verb, words[0] ?? ''),
  );
  return only === undefined || more.length > 0 ? null : only.column.name;
}

/** The lines of loans or hires say how popular a thing is, and its repairs do not. How many pieces a line is of would count as well. */
function dealtIn(ground: Ground, near: readonly string[]): readonly string[] {
  const lines = near.filter((name) => wholeOf(ground, name) !== null);
  const [only, ...more] = lines;
  const pieces = only !== undefined && entry(ground, only).columns.some(({ words }) => words.some((one) => PIECES.has(one)));
  return only === undefined || more.length > 0 || pieces ? near : [only];
}

export const PIECES = new Set(['quantity', 'qty', 'units']);

/** Tables called by a verb that a thing has rows in by way of one other. */
const deedsBelow = (ground: Ground, table: string, verb: string): string[] =>
  ground.lexicon.tables.flatMap(({ table: { name }, words }) => {
    const way = isDeedOf(verb, words.at(-1) ?? '') ? distance(ground, name, table) : null;
    return way?.toOne === true && way.steps > 0 && way.steps <= 2 && isUse(ground, name) ? [name] : [];
  });

/** What is looked for first: uses of the thing itself, also such as are called by another verb. */
const NEAR = { depth: 0, loosely: true };

/** Where uses of a thing are kept: the one table that belongs to it, or the one that the verb names. */
export function usesOf(ground: Ground, table: string, verb: string | null, { depth, loosely } = NEAR): string | null {
  const near = (ground.graph.edges.get(table) ?? []).filter(({ toOne }) => !toOne).map(({ to }) => to);
  const named =
    verb === null
      ? dealtIn(ground, near)
      : near.filter((name) =>
          entry(ground, name).words.some((one) => rootOf(one).slice(0, 5) === rootOf(verb).slice(0, 5) || `${one}d` === verb),
        );
  // "borrowed", of loans of the copies of a book.
  const far = verb === null || named.length > 0 ? [] : deedsBelow(ground, table, verb);
  if (far.length === 1) return far[0] ?? null;
  // "borrowed" of the day that a loan was.
  const tallied = verb === null || named.length > 0 ? named : near.filter((name) => tallyOf(ground, name, verb) !== null);
  const said = tallied.length > 0 || verb === null ? tallied : near.filter((name) => hasDayOf(ground, name, verb));
  // "the most borrowed author", by loans of books of theirs; whether one who sells best sold more or for more is open.
  const theirs = (named: boolean) =>
    verb === null || verb === 'sold' || depth > 0
      ? []
      : near.flatMap((name) => usesOf(ground, name, verb, { depth: depth + 1, loosely: !named }) ?? []);
  // What is sold or used is in whatever keeps it, "order items" as well as "sales"; where there are loans, its repairs do not say who borrowed it.
  const called = verb === null ? [] : ground.lexicon.tables.filter(({ words }) => isDeedOf(verb, words.at(-1) ?? ''));
  const isOf = (name: string) => called.length === 0 || called.some((own) => distance(ground, name, own.table.name)?.toOne === true);
  const using = () => {
    const all = loosely && verb !== null && USING.has(verb) ? near.filter((name) => isUse(ground, name) && isOf(name)) : [];
    // What is sold is in the lines of orders, and not in its reviews.
    const lines = all.filter((name) => wholeOf(ground, name) !== null);
    return verb === 'sold' && lines.length === 1 ? lines : all;
  };
  const kept = [() => said, () => theirs(true), using, () => (loosely ? theirs(false) : [])];
  const uses = kept.reduce<readonly string[]>((found, next) => (found.length > 0 ? found : next()), []);
  const [only, ...more] = new Set(uses);
  return only === undefined || more.length > 0 ? null : only;
}
