import type { ColumnEntry } from './entries.ts';
import { NUMERIC } from './expressions.ts';

type Dimension = 'time' | 'length' | 'weight' | 'volume' | 'area';

/** What a unit measures, and how large it is beside the others of its dimension. */
export interface Unit {
  readonly of: Dimension;
  readonly size: number;
}

/** Words for each unit by its size: seconds, metres, kilograms, litres and square metres are one. */
const SIZES: Readonly<Record<Dimension, readonly (readonly [number, string])[]>> = {
  time: [
    [0.001, 'ms millisecond milliseconds'],
    [1, 's sec secs second seconds'],
    [60, 'min mins minute minutes'],
    [3600, 'h hr hrs hour hours'],
    [86_400, 'day days night nights'],
    [604_800, 'week weeks'],
  ],
  length: [
    [0.001, 'mm millimetre millimetres millimeter millimeters'],
    [0.01, 'cm centimetre centimetres centimeter centimeters'],
    [0.0254, 'in inch inches'],
    [0.3048, 'ft foot feet'],
    [0.9144, 'yd yard yards'],
    [1, 'm metre metres meter meters'],
    [1000, 'km kms kilometre kilometres kilometer kilometers'],
    [1609.344, 'mi mile miles'],
  ],
  weight: [
    [0.001, 'g gram grams gramme grammes'],
    [0.028_349_5, 'oz ounce ounces'],
    [0.453_592_37, 'lb lbs pound pounds'],
    [1, 'kg kgs kilo kilos kilogram kilograms'],
    [1000, 't ton tons tonne tonnes'],
  ],
  volume: [
    [0.001, 'ml millilitre millilitres milliliter milliliters'],
    [0.01, 'cl centilitre centilitres'],
    [0.568_261_25, 'pint pints'],
    [1, 'l litre litres liter liters'],
    [100, 'hl hectolitre hectolitres'],
  ],
  area: [
    [1, 'sqm m2'],
    [4046.86, 'acre acres'],
    [10_000, 'ha hectare hectares'],
  ],
};

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(SIZES).flatMap(([of, units]) =>
    units.flatMap(([size, words]) => words.split(' ').map((word) => [word, { of: of as Dimension, size }] as const)),
  ),
);

/** The unit that a word after a number is; "in" is hardly ever an inch there. */
export const unitNamed = (word: string): Unit | undefined => (word === 'in' ? undefined : UNITS.get(word));

/** "minutes", "length in m", "run time (min)": what the comment of a column says that it counts in. */
const COUNTED_IN = /^(?:in )?([a-z0-9]+)$|\bin ([a-z0-9]+)$|\(([a-z0-9]+)\)$/i;

/** In what a column of numbers counts, by the end of its name or by its comment; a price per litre counts no litres. */
export function unitIn({ column, words }: ColumnEntry): Unit | undefined {
  if (!NUMERIC.has(column.type) || words.includes('per') || words.some((word) => RATES.has(word))) return undefined;
  const named = UNITS.get(words.at(-1) ?? '');
  if (named !== undefined) return named;
  const said = COUNTED_IN.exec((column.comment ?? '').trim());
  return UNITS.get((said?.[1] ?? said?.[2] ?? said?.[3] ?? '').toLowerCase());
}

const RATES = new Set('price rate cost fee charge pay wage fare amount salary'.split(' '));

/** A number of one unit in another of the same dimension. */
export const inUnit = (value: number, from: Unit, to: Unit): number => Number(((value * from.size) / to.size).toPrecision(10));
