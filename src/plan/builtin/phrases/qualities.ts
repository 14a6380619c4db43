import type { ColumnEntry } from '../linking/entries.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { type Unit, unitIn } from '../linking/units.ts';
import { entry, type Ground } from './ground.ts';

export type Quality = 'weight' | 'length' | 'height' | 'depth' | 'width' | 'speed' | 'size' | 'price';

/** What columns that hold a quality are called, and the units that tell of it. */
const QUALITIES: Readonly<Record<Quality, { readonly names: string; readonly units: readonly Unit['of'][] }>> = {
  weight: { names: 'weight mass', units: ['weight'] },
  length: {
    names: 'distance length mileage duration runtime word page',
    units: ['length', 'time'],
  },
  height: { names: 'height altitude elevation alt', units: [] },
  depth: { names: 'depth', units: [] },
  width: { names: 'width beam', units: [] },
  speed: { names: 'speed', units: [] },
  size: { names: 'size area capacity', units: ['area'] },
  price: { names: 'price cost fee', units: [] },
};

/** The one column of numbers that holds a quality, in units of the kind that was said; of one table. */
export function measuredBy(ground: Ground, table: string, quality: Quality | null, said?: Unit): ColumnEntry | null {
  const numbers = entry(ground, table).columns.filter(({ column, reference }) => NUMERIC.has(column.type) && !reference);
  const named =
    quality === null ? [] : numbers.filter(({ words }) => words.some((own) => QUALITIES[quality].names.split(' ').includes(own)));
  const ofUnit = numbers.filter((own) => {
    const unit = unitIn(own);
    if (unit === undefined || (quality !== null && own.words.some((one) => one in QUALITIES && one !== quality))) return false;
    if (said !== undefined) return unit.of === said.of;
    return quality !== null && QUALITIES[quality].units.includes(unit.of);
  });
  const suits = (own: ColumnEntry) => said === undefined || (unitIn(own)?.of ?? said.of) === said.of;
  // Of several, what is called so in such a unit; else what is called so, or what is counted so.
  const both = named.filter((own) => ofUnit.includes(own));
  const either = [named.filter(suits), [...ofUnit, ...nameless(numbers, said)]];
  for (const columns of [both, ...either]) {
    const [only, ...more] = new Set(columns);
    if (only !== undefined) return more.length === 0 ? only : null;
  }
  return null;
}

/** "over 20 kg" of a weight that does not say in what it counts. */
const nameless = (numbers: readonly ColumnEntry[], said: Unit | undefined): readonly ColumnEntry[] =>
  said === undefined
    ? []
    : numbers.filter((own) => unitIn(own) === undefined && own.words.some((one) => NAMES[said.of].split(' ').includes(one)));

const NAMES: Readonly<Record<Unit['of'], string>> = {
  weight: 'weight mass',
  length: 'distance length mileage height depth width',
  time: 'duration length runtime time',
  volume: 'volume',
  area: 'area size',
};
