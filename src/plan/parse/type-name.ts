import type { Json } from '../../guard/postgres-json.ts';
import type { CastType } from '../plan.ts';
import { unsupported } from './refuse.ts';
import { constInteger, listOf, systemName } from './tree.ts';

export interface TypeName {
  readonly type: CastType;
  readonly isArray: boolean;
  /** Its texts may name an offset from UTC. */
  readonly zoned: boolean;
  readonly precision?: number;
  readonly scale?: number;
  readonly length?: number;
  /** Of an interval: which fields its text counts in, as PostgreSQL's mask. */
  readonly fields?: number;
}

/** A type as SQL spells it → the plan's. */
export function readTypeName(body: Json): TypeName {
  const name = systemName(body.names, 'the type');
  const type = typeCalled(name);
  if (type === null || body.setof === true || body.pct_type === true) {
    throw unsupported(`the type ${name}`, `The type ${name} is not supported; known types: ${KNOWN.join(', ')}`);
  }
  const sizes = listOf(body.typmods).map(constInteger);
  const bounds = listOf(body.arrayBounds).length;
  if (bounds > 1) throw unsupported('an array of arrays');
  return { type, isArray: bounds === 1, zoned: name === 'timestamptz', ...modifiers(type, sizes, name) };
}

/** The plan's type that this name of PostgreSQL's means; null for one that the plan has not. */
export const typeCalled = (name: string): CastType | null => (Object.hasOwn(TYPES, name) ? TYPES[name as keyof typeof TYPES] : null);

const TYPES = {
  int2: 'integer',
  int4: 'integer',
  int8: 'bigint',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'bigint',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  time: 'time',
  interval: 'interval',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
} as const satisfies Record<string, CastType>;

const KNOWN = [
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'text',
  'varchar',
  'boolean',
  'date',
  'timestamp',
  'time',
  'interval',
  'uuid',
  'json',
];

type Modifiers = Pick<TypeName, 'precision' | 'scale' | 'length' | 'fields'>;

function modifiers(type: CastType, sizes: readonly (number | null)[], name: string): Modifiers {
  const [first, second, ...more] = sizes;
  if (first === undefined) return {};
  const sized = first !== null && second !== null && more.length === 0;
  if (sized && type === 'decimal') return second === undefined ? { precision: first, scale: 0 } : { precision: first, scale: second };
  if (sized && type === 'text' && second === undefined) return { length: first };
  if (sized && type === 'interval' && second === undefined) return { fields: first };
  throw unsupported(`the type ${name} with a size`);
}
