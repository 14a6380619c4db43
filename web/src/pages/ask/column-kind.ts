import type { ResultSet } from '../../../../src/client/index.ts';

type Kind = 'number' | 'time' | 'other';

/** What the values of a column are, by the names that PostgreSQL and ClickHouse have for types. */
export function kindOf({ type }: ResultSet['columns'][number]): Kind {
  const bare = type.toLowerCase().replace(/^(?:(?:nullable|lowcardinality)\()+/, '');
  if (/\[\]|range|^interval/.test(bare)) return 'other';
  if (/^(?:u?int|float|bfloat|numeric|decimal|smallint|bigint|real|double)/.test(bare)) return 'number';
  return /^(?:date|timestamp)/.test(bare) ? 'time' : 'other';
}

/** The client gives numbers that a double does not hold as a bigint or as text with all their digits. */
export const numberOf = (value: unknown): number =>
  value === null || value === undefined || value === '' ? Number.NaN : Number(value as number | bigint | string);
