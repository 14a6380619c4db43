import type { Expr } from '../../plan.ts';
import type { TableEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { after, entry, found, type Ground, type Read, word } from './ground.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, number, type Scope } from './query.ts';
import type { Things } from './things.ts';

/** "how many hours of lessons", "total hours keith taught": what the lengths of rows add up to, in the unit that is asked for. */
export function timeSpentAt(ground: Ground, at: number): Read<Measure>[] {
  const start = after(ground, at, ['how many', 'total', 'the total', 'total number of', 'the total number of', 'sum of']);
  const unit = start === null ? undefined : MINUTES.get(word(ground, start));
  if (start === null || unit === undefined) return [];
  const of = after(ground, start + 1, ['of', 'worth of', 'spent on', 'spent in', 'on']);
  return headsOf(ground, of, start + 1).flatMap((head) => {
    const kept = lengthIn(entry(ground, head.value.table));
    if (kept === null) return [];
    const value = (scope: Scope): Expr => {
      const sum: Expr = { kind: 'aggregate', fn: 'sum', arg: columnIn(scope.reach(head.value.table), kept.name) };
      if (kept.minutes === unit) return sum;
      const [op, by] = kept.minutes < unit ? (['/', unit / kept.minutes] as const) : (['*', kept.minutes / unit] as const);
      return { kind: 'arithmetic', op, left: { kind: 'cast', arg: sum, type: 'float' }, right: number(by) };
    };
    const note = `The time is ${head.value.table}.${kept.name}.`;
    return modified(ground, head).map((things) => ({
      ...things,
      value: { things: things.value, value, as: `total_${word(ground, start)}` },
      notes: [...things.notes, note],
    }));
  });
}

/** What is named, or the one kind of rows that have a day and a length. */
function headsOf(ground: Ground, of: number | null, at: number): Read<Things>[] {
  if (of !== null) return headsAt(ground, of);
  const lasting = ground.lexicon.tables.filter((own) => lengthIn(own) !== null && own.columns.some(({ column }) => DATED.has(column.type)));
  const [only, ...more] = lasting;
  return only === undefined || more.length > 0 ? [] : [found<Things>({ table: only.table.name, filters: [] }, at, 0.1)];
}

const MINUTES: ReadonlyMap<string, number> = new Map([
  ['minutes', 1],
  ['mins', 1],
  ['hours', 60],
  ['hrs', 60],
]);
const KEPT: ReadonlyMap<string, number> = new Map([
  ['minute', 1],
  ['min', 1],
  ['hour', 60],
  ['hr', 60],
]);

/** The one column that holds how long a row took, and how many minutes it counts in; a rate per hour is none. */
function lengthIn({ columns }: TableEntry): { name: string; minutes: number } | null {
  const kept = columns.flatMap(({ column, words, reference }) => {
    const unit = words.map((one) => KEPT.get(one)).find((one) => one !== undefined);
    const plain = words.every((one) => KEPT.has(one) || LENGTHS.has(one));
    return unit === undefined || reference || !plain || !NUMERIC.has(column.type) ? [] : [{ name: column.name, minutes: unit }];
  });
  const [only, ...more] = kept;
  return only === undefined || more.length > 0 ? null : only;
}

const LENGTHS = new Set('duration length time long spent taken worked in total'.split(' '));
