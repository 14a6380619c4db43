import { NUMERIC } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { birthOf, dateOf, moneyOf } from './columns.ts';
import { columnsAt, entry, type Ground, past } from './ground.ts';
import { measuredBy, type Quality } from './qualities.ts';
import { isServing } from './staying.ts';
import { dateNote } from './when.ts';

const BY_DATE: Readonly<Record<string, 'asc' | 'desc'>> = {
  latest: 'desc',
  newest: 'desc',
  'most recent': 'desc',
  last: 'desc',
  recent: 'desc',
  oldest: 'asc',
  youngest: 'desc',
  earliest: 'asc',
  first: 'asc',
  next: 'asc',
  upcoming: 'asc',
  'longest serving': 'asc',
  'longest standing': 'asc',
};

const BY_MONEY: Readonly<Record<string, 'asc' | 'desc'>> = {
  biggest: 'desc',
  largest: 'desc',
  highest: 'desc',
  'most expensive': 'desc',
  priciest: 'desc',
  smallest: 'asc',
  lowest: 'asc',
  cheapest: 'asc',
  'least expensive': 'asc',
  costliest: 'desc',
};

const BY_QUALITY: Readonly<Record<string, { readonly of: Quality; readonly direction: 'asc' | 'desc' }>> = {
  heaviest: { of: 'weight', direction: 'desc' },
  lightest: { of: 'weight', direction: 'asc' },
  longest: { of: 'length', direction: 'desc' },
  shortest: { of: 'length', direction: 'asc' },
  fastest: { of: 'speed', direction: 'desc' },
  slowest: { of: 'speed', direction: 'asc' },
  tallest: { of: 'height', direction: 'desc' },
  deepest: { of: 'depth', direction: 'desc' },
  widest: { of: 'width', direction: 'desc' },
};

const BY_WAGE: Readonly<Record<string, 'asc' | 'desc'>> = { 'highest paid': 'desc', 'best paid': 'desc', 'lowest paid': 'asc' };

/** The one column of numbers whose name has one of some words. */
function numberOf(ground: Ground, table: string, names: readonly string[]): string | null {
  const columns = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.some((own) => names.includes(own)),
  );
  const [only, ...more] = columns;
  return only === undefined || more.length > 0 ? null : only.column.name;
}

/** By what column a superlative ranks rows of a table, and which way; null where no single column says it. */
export function rankedBy(
  ground: Ground,
  table: string,
  said: string,
): { column: string; direction: 'asc' | 'desc'; notes: readonly string[] } | null {
  const birth = ['oldest', 'youngest', 'eldest'].includes(said) ? birthOf(ground, table) : null;
  if (birth !== null) return { column: birth.name, direction: said === 'youngest' ? 'desc' : 'asc', notes: [] };
  const quality = BY_QUALITY[said];
  const wage = BY_WAGE[said];
  if (quality !== undefined || wage !== undefined) {
    const named =
      quality === undefined ? numberOf(ground, table, ['salary', 'wage', 'pay']) : measuredBy(ground, table, quality.of)?.column.name;
    const direction = quality?.direction ?? wage ?? 'desc';
    return named == null ? null : { column: named, direction, notes: [`The number is ${table}.${named}.`] };
  }
  const priced = BY_MONEY[said];
  if (priced !== undefined) {
    const extent = SIZED.has(said) ? numberOf(ground, table, EXTENTS) : null;
    if (extent !== null) return { column: extent, direction: priced, notes: [`The size is ${table}.${extent}.`] };
    const money = moneyOf(ground, table)?.name ?? (SIZED.has(said) ? numberOf(ground, table, SIZES) : null);
    return money === null ? null : { column: money, direction: priced, notes: [`The amount is ${table}.${money}.`] };
  }
  const serves = said === 'longest serving' || said === 'longest standing';
  const dated = said === 'youngest' ? null : (dateOf(ground, table, serves ? ['joined', 'hired'] : [])?.column ?? null);
  if (serves) return dated === null || !isServing(ground, table, dated.name) ? null : { column: dated.name, direction: 'asc', notes: [] };
  const began = ['oldest', 'newest'].includes(said) && !isPerson(ground, table) ? numberOf(ground, table, FOUNDED) : null;
  if (began !== null) return { column: began, direction: said === 'oldest' ? 'asc' : 'desc', notes: [] };
  // What is due next says nothing of how new a thing is.
  if (
    AGED.has(said) &&
    entry(ground, table).columns.some((own) => own.column.name === dated?.name && own.words.some((one) => AHEAD.has(one)))
  )
    return null;
  // The oldest of people is nobody's first day.
  if (dated === null || (said === 'oldest' && isServing(ground, table, dated.name))) return null;
  return { column: dated.name, direction: BY_DATE[said] ?? 'desc', notes: dateNote(ground, table, []) };
}

/** "biggest member by monthly fee", "largest hall by seats". */
export function rankedByNamed(
  ground: Ground,
  table: string,
  said: string,
  at: number,
): { column: string; direction: 'asc' | 'desc'; notes: readonly string[]; end: number } | null {
  const direction = BY_MONEY[said];
  const [named] = columnsAt(ground, past(ground, at, new Set(['the', 'their', 'its'])), [table]).filter(({ cost }) => cost <= 0.25);
  const [column, ...more] = named?.value.columns ?? [];
  const own = entry(ground, table).columns.find((one) => one.column.name === column);
  if (direction === undefined || named === undefined || column === undefined || more.length > 0) return null;
  return own === undefined || own.reference || !NUMERIC.has(own.column.type) ? null : { column, direction, notes: [], end: named.end };
}

const AGED = new Set(['oldest', 'newest', 'youngest']);
const AHEAD = new Set(['next', 'due', 'until', 'expiry', 'expires']);
const FOUNDED = ['founded', 'built', 'established', 'year'];

const isPerson = (ground: Ground, table: string): boolean => peopleIn(ground.lexicon).some((one) => one.table.name === table);

export const SUPERLATIVES = [BY_DATE, BY_MONEY, BY_QUALITY, BY_WAGE].flatMap((words) => Object.keys(words));

const SIZED = new Set(['biggest', 'largest', 'smallest']);

/** How big a thing is, whatever it costs. */
const EXTENTS = ['size', 'area', 'hectare', 'hectares', 'acre', 'acres', 'sqm', 'sqft', 'acreage'];

const SIZES = ['capacity', 'population', 'seat', 'seats'];
