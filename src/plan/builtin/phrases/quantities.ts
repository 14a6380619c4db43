import { stem } from '../english/stem.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { NUMERIC } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { isAmount, isPlural, piecesIn } from '../linking/pieces.ts';
import { after, found, type Ground, once, past, type Read, word } from './ground.ts';
import { type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/** "how many litres of fuel", "how many metres of shelf", "how much honey", "how many words": what a column of such amounts adds up to. */
export const quantitiesAt = once((ground: Ground, at: number): Read<Measure>[] => {
  const many = after(ground, at, ['how many', 'total', 'the total', 'total number of', 'the total number of', 'number of']);
  const much = after(ground, at, ['how much', 'how much of the', 'how much of our']);
  return [
    ...(many === null ? [] : [...inUnitsAt(ground, many), ...inCountsAt(ground, many)].flatMap((read) => [read, ...takenUp(ground, read)])),
    ...(much === null ? [] : substancesAt(ground, much)),
  ];
});

/** The same without "how many", where what stands beside it shows that it adds up: "the most honey", "tickets by channel". */
export const amountsAt = once((ground: Ground, at: number): Read<Measure>[] => [
  ...inUnitsAt(ground, at),
  ...inCountsAt(ground, at),
  ...substancesAt(ground, at),
]);

/** "how many metres of shelf do all collections take up": rows of the table itself, of which the verb says no more. */
function takenUp(ground: Ground, read: Read<Measure>): Read<Measure>[] {
  const aux = after(ground, read.end, ['do', 'does', 'did']);
  if (aux === null) return [];
  return headsAt(ground, aux).flatMap((head) => {
    const verb = after(ground, head.end, EXTENT);
    if (verb === null || head.value.table !== read.value.things.table) return [];
    const things = narrowed(read.value.things, ...head.value.filters);
    return modified(ground, found(things, verb, read.cost + head.cost, [...read.notes, ...head.notes])).map((one) => ({
      ...one,
      value: { ...read.value, things: one.value },
    }));
  });
}
const EXTENT = 'take up,takes up,occupy,cover,fill,use,weigh,hold,contain,have,amount to,add up to,come to,need,make up,measure'.split(',');

/** "litres of fuel", "kilos": the unit that a column has in its name. */
function inUnitsAt(ground: Ground, at: number): Read<Measure>[] {
  const unit = UNITS.get(word(ground, at));
  if (unit === undefined) return [];
  const of = after(ground, at + 1, ['of', 'of the', 'of our', 'worth of']);
  return ground.lexicon.tables.flatMap((own) => {
    const [column, ...more] = own.columns.filter((one) => isAmount(own, one) && !isOfPiece(own, one) && unitOf(one) === unit);
    if (column === undefined || more.length > 0) return [];
    const bare = [found<Things>({ table: own.table.name, filters: [] }, at + 1, 0.1)];
    const heads = of === null ? bare : substanceOf(ground, of, own, column);
    return summed(ground, heads, column);
  });
}

/** "words", "jars", "tickets": a whole number that is called so, or the pieces that each row of what was done with them stands for. */
function inCountsAt(ground: Ground, at: number): Read<Measure>[] {
  const noun = stem(word(ground, at));
  if (!isPlural(word(ground, at)) || noun.length < 3) return [];
  return ground.lexicon.tables.flatMap((own) => {
    const [column, ...more] = own.columns.filter((one) => isNumberOf(one, noun) && one.column.type === 'integer' && isAmount(own, one));
    const known = more.length === 0 ? column : undefined;
    if (known === undefined && own.words[0] !== noun) return [];
    const pieces = known ?? piecesIn(ground.lexicon, own.table.name, ground.tokens);
    if (pieces === null) return [];
    const sold = pieces.words.at(-1) === 'sold' ? after(ground, at + 1, SOLD) : null;
    const ends = sold === null ? [at + 1] : [sold, at + 1];
    return summed(
      ground,
      ends.map((end) => found<Things>({ table: own.table.name, filters: [] }, end, 0.05)),
      pieces,
    );
  });
}

const SOLD = ['sold', 'were sold', 'have been sold', 'did we sell', 'did i sell', 'did they sell', 'have we sold', 'we sold', 'i sold'];

/** `word_count`, `tickets_sold`. */
const isNumberOf = ({ words }: ColumnEntry, noun: string): boolean => words.length === 2 && words[0] === noun && COUNTS.has(words[1] ?? '');
const COUNTS = new Set(['count', 'number', 'qty', 'quantity', 'sold']);

/** "honey", "spring honey": rows of the one table of it that says how much there was, by weight or by volume. */
const substancesAt = (ground: Ground, from: number): Read<Measure>[] => {
  const at = past(ground, from, DETERMINERS);
  return substancesIn(ground.lexicon).flatMap(({ own, column }) => summed(ground, substanceOf(ground, at, own, column, true), column));
};

const substances = new WeakMap<Lexicon, readonly { own: TableEntry; column: ColumnEntry }[]>();

/** The tables that say of something how much there was, each with its column. */
function substancesIn(lexicon: Lexicon): readonly { own: TableEntry; column: ColumnEntry }[] {
  const known = substances.get(lexicon);
  if (known !== undefined) return known;
  const found = lexicon.tables.flatMap((own) => {
    const [column, ...more] = own.columns.filter((one) => isAmount(own, one) && !isOfPiece(own, one) && SUBSTANTIAL.has(unitOf(one) ?? ''));
    return column === undefined || more.length > 0 ? [] : [{ own, column }];
  });
  substances.set(lexicon, found);
  return found;
}

const DETERMINERS = new Set(['the', 'our', 'all', 'my']);

/** What there is so much of: what the table or the column is called, one of its kinds, or both. */
function substanceOf(ground: Ground, at: number, own: TableEntry, column: ColumnEntry, named = false): Read<Things>[] {
  const { name: table } = own.table;
  const said = named ? [] : headsAt(ground, at).filter(({ value }) => value.table === table);
  const plain = isSubstance(own, column, word(ground, at)) ? [found<Things>({ table, filters: [] }, at + 1, 0.05)] : [];
  const kinds = valuesAt(ground, at).flatMap((first) => {
    const filters = [first, ...orAt(ground, first.end)].map(({ value }) => {
      const places = value.places.filter((place) => place.table === table);
      return places.length === 0 ? null : valueFilter(ground, table, { ...value, places }, false, 'own');
    });
    const end = [first, ...orAt(ground, first.end)].at(-1)?.end ?? first.end;
    const after = isSubstance(own, column, word(ground, end)) ? end + 1 : null;
    if (filters.some((filter) => filter === null) || (named && after === null)) return [];
    const [only, ...more] = filters as Filter[];
    const filter: Filter = only !== undefined && more.length === 0 ? only : { kind: 'or', filters: filters as Filter[] };
    return [found<Things>(narrowed({ table, filters: [] }, filter), after ?? end, first.cost + 0.05, first.notes)];
  });
  return [...said, ...plain, ...kinds];
}

const orAt = (ground: Ground, at: number) => {
  const or = after(ground, at, ground.comparing ? ['or', 'and', 'vs', 'versus'] : ['or', 'and']);
  return or === null ? [] : valuesAt(ground, or).slice(0, 1);
};

/** "honey" of honey harvests, "fuel" of fuel sales, "shelf" of `shelf_metres`. */
const isSubstance = ({ words, called, columns }: TableEntry, column: ColumnEntry, said: string): boolean => {
  const noun = stem(said);
  if (noun.length < 3 || isPlural(said)) return false;
  const isIn = (name: readonly string[]) => name.includes(noun);
  return isIn(words) || called.some(isIn) || columns.some((one) => (one === column || one.column.type === 'text') && isIn(one.words));
};

const summed = (ground: Ground, heads: readonly Read<Things>[], { column }: ColumnEntry): Read<Measure>[] =>
  heads
    .flatMap((head) => modified(ground, head))
    .map((read) => measured(read, 'sum', read.value.table, column.name, [`The sum is of ${read.value.table}.${column.name}.`]));

/** How much there is in each piece, of which there are so many: grams of a jar. */
const isOfPiece = ({ columns }: TableEntry, { column, words }: ColumnEntry): boolean =>
  columns.some((other) => other.column.name !== column.name && NUMERIC.has(other.column.type) && words.includes(other.words.join(' ')));
/** The unit that a column counts in, by its name or by a comment that says nothing else. */
const unitOf = ({ column, words }: ColumnEntry): string | undefined => {
  const said = UNITS.get((column.comment ?? '').trim().toLowerCase().replace(/^in /, ''));
  return words.map((one) => UNITS.get(one)).find((one) => one !== undefined) ?? said;
};

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kg: 'kg kilo kilos kilogram kilograms kilogramme kilogrammes',
    g: 'gram grams gramme grammes',
    t: 'ton tons tonne tonnes',
    lb: 'lb lbs pound-weight',
    l: 'litre litres liter liters ltr',
    ml: 'ml millilitre millilitres',
    hl: 'hl hectolitre hectolitres',
    m: 'metre metres meter meters',
    km: 'km kms kilometre kilometres kilometer kilometers',
    mi: 'mile miles',
    ha: 'hectare hectares',
    acre: 'acre acres',
    kwh: 'kwh',
  }).flatMap(([unit, names]) => [unit, ...names.split(' ')].map((name) => [name, unit] as const)),
);
/** By weight or by volume. */
const SUBSTANTIAL = new Set(['kg', 'g', 't', 'lb', 'l', 'ml', 'hl']);
