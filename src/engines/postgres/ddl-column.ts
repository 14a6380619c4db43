import type { ColumnCheck, ColumnDefault, NewColumn } from '../../contract/create-schema.ts';
import { Fault } from '../../fault.ts';
import { identifier, textLiteral } from './quote.ts';

/**
 * The line that defines a column; Postgres names its check. `nativeType` stands in place of its own type where it has to
 * be that of another column. Fault `compile_failed`, with `params.reason`.
 */
export function columnLine(table: string, column: NewColumn, nativeType: string | null = null): string {
  const where = `${table}.${column.name}`;
  return [
    identifier(column.name),
    nativeType ?? typeOf(column.type),
    ...(column.default ? [`DEFAULT ${defaultValue(column.default, column, where)}`] : []),
    ...(column.nullable ? [] : ['NOT NULL']),
    ...(column.unique ? ['UNIQUE'] : []),
    ...(column.check ? [`CHECK (${condition(column.check, column, where)})`] : []),
  ].join(' ');
}

const TYPES = {
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamptz',
  time: 'time',
  uuid: 'uuid',
  json: 'jsonb',
} as const satisfies Record<NewColumn['type'], string>;

export const typeOf = (type: NewColumn['type']): string => TYPES[type];

/** The same types as introspection names them. */
export const TYPE_NAMES: Readonly<Record<NewColumn['type'], string>> = {
  ...TYPES,
  timestamp: 'timestamp with time zone',
  time: 'time without time zone',
};

const NUMERIC: readonly NewColumn['type'][] = ['integer', 'decimal', 'float'];
const CLOCK: Partial<Record<NewColumn['type'], string>> = { date: 'current_date', timestamp: 'now()', time: 'localtime' };

function condition(check: ColumnCheck, { name, type }: NewColumn, where: string): string {
  const column = identifier(name);
  if (check.kind === 'oneOf') {
    if (type !== 'text') throw broken(`${where} is one of several texts and has to be text, not ${type}`);
    return `${column} IN (${check.values.map(textLiteral).join(', ')})`;
  }
  if (check.kind === 'range' ? !NUMERIC.includes(type) : type !== 'text') {
    throw broken(`${where} has a ${check.kind} and cannot be ${type}`);
  }
  const { min, max } = check;
  if (min !== undefined && max !== undefined && min > max) throw broken(`${where} has to be at least ${min} and at most ${max}`);
  const measured = check.kind === 'range' ? column : `char_length(${column})`;
  const { above, below } = check.kind === 'range' ? check : {};
  const parts = [
    ...(min === undefined ? [] : [`${measured} >= ${min}`]),
    ...(above === undefined ? [] : [`${measured} > ${above}`]),
    ...(max === undefined ? [] : [`${measured} <= ${max}`]),
    ...(below === undefined ? [] : [`${measured} < ${below}`]),
  ];
  if (parts.length === 0) throw broken(`${where} has a ${check.kind} without limits`);
  return parts.join(' AND ');
}

function defaultValue(given: ColumnDefault, column: NewColumn, where: string): string {
  const { type } = column;
  if (given.kind === 'now') {
    const clock = CLOCK[type];
    if (clock === undefined) throw broken(`${where} is ${type} and cannot be filled in with the current time`);
    return clock;
  }
  const { value } = given;
  if (!allows(column.check, value)) throw broken(`${where} may not hold its own default`);
  if (typeof value === 'boolean' && type === 'boolean') return String(value);
  if (typeof value === 'number' && NUMERIC.includes(type) && (type !== 'integer' || Number.isSafeInteger(value))) return String(value);
  if (typeof value === 'string' && type === 'text') return textLiteral(value);
  throw broken(`${where} is ${type}, which its default is not`);
}

function allows(check: ColumnCheck | undefined, value: string | number | boolean): boolean {
  if (!check) return true;
  if (check.kind === 'oneOf') return check.values.some((each) => each === value);
  const measured = typeof value === 'string' ? [...value].length : Number(value);
  if (check.kind === 'range' && (measured <= (check.above ?? -Infinity) || measured >= (check.below ?? Infinity))) return false;
  return measured >= (check.min ?? -Infinity) && measured <= (check.max ?? Infinity);
}

export const broken = (reason: string): Fault => new Fault('compile_failed', { params: { reason } });
