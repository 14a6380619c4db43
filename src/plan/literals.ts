import { Fault } from '../fault.ts';
import type { Expr } from './plan.ts';
import { baseTypeOf, type Column } from './schema.ts';
import { type ExprType, isMoment, isNumber } from './types.ts';

export type Literal = Extract<Expr, { kind: 'literal' }>;

/** Longest text that one literal may hold. */
const TEXT_MAX_LENGTH = 1_000_000;

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?\s*(Z|[+-]\d{2}(:?\d{2})?)?)?$/i;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/;

/** Checks that a literal's value is one of its own type. Fault `invalid_value` when it is not. */
export function checkLiteral(literal: Literal): void {
  const { value, type } = literal;
  if (value === null) return;
  if (type === 'null' || !fits(value, type)) throw misfit(value, type);
  if (typeof value === 'string' && value.includes('\0')) throw new Fault('invalid_value', { params: { reason: 'text may not hold NUL' } });
  if (typeof value === 'string' && value.length > TEXT_MAX_LENGTH) {
    throw new Fault('invalid_value', { params: { reason: `text is longer than ${TEXT_MAX_LENGTH} characters` } });
  }
}

/** Reads a text literal as `type` when its text is one ('5' as integer), as SQL does with a bare string. */
export function adapt(literal: Literal, type: ExprType, column?: string): Literal {
  if (literal.value === null) return literal;
  if (literal.type === 'text' && type !== 'text' && type !== 'null' && typeof literal.value === 'string') {
    const text = literal.value.trim();
    if (!readsAs(text, type)) throw misfit(literal.value, type, column);
    if (type === 'boolean') return { ...literal, value: /^(t|true|yes|on|1)$/i.test(text), type };
    return { ...literal, value: type === 'integer' ? integer(text) : text, type };
  }
  if (literal.type === 'integer' && (type === 'decimal' || type === 'float')) return { ...literal, type };
  if (literal.type === 'decimal' && type === 'float') return { ...literal, type };
  return literal;
}

/** The literal as a column takes it: a number may become text, a text one of the column's type. Fault `invalid_value`. */
export function assign(literal: Literal, column: Column): Literal {
  const { value } = literal;
  if (value === null) {
    if (!column.nullable) throw new Fault('invalid_value', { params: { column: column.name, reason: `${column.name} cannot be empty` } });
    return literal;
  }
  if (column.type === 'text') {
    const text = typeof value === 'string' ? value : String(value);
    checkLength(text, column);
    if (column.labels && !column.labels.includes(text))
      throw new Fault('invalid_value', {
        params: { column: column.name, reason: `${column.name} is one of ${column.labels.join(', ')}`, allowed: column.labels },
      });
    return { kind: 'literal', value: text, type: 'text' };
  }
  const adapted = adapt(literal, column.type, column.name);
  if (column.type === 'integer') return assignInteger(adapted, column);
  if (!assignable(adapted.type, column.type)) throw misfit(value, column.type, column.name);
  return adapted;
}

/** Whether an expression of one type can be stored in a column of another. */
export function assignable(from: ExprType, to: ExprType): boolean {
  if (from === to || from === 'null' || from === 'other' || to === 'other' || to === 'text') return true;
  if (isNumber(from) && isNumber(to)) return true;
  if (isMoment(from) && isMoment(to)) return true;
  return from === 'text' && (to === 'json' || to === 'array' || to === 'binary');
}

/** Range of a whole-number column by the engine's spelling of its type. */
export function integerRange(nativeType: string): { min: bigint; max: bigint } {
  const bits = /^(smallint|int2|int16)/i.test(nativeType) ? 15n : /^(bigint|int8|int64)/i.test(nativeType) ? 63n : 31n;
  return { min: -(2n ** bits), max: 2n ** bits - 1n };
}

function assignInteger(literal: Literal, column: Column): Literal {
  const whole = typeof literal.value === 'number' ? Number.isInteger(literal.value) : INTEGER.test(String(literal.value));
  if (!isNumber(literal.type) || !whole) throw misfit(literal.value, 'integer', column.name);
  const value = BigInt(String(literal.value).replace(/^\+/, ''));
  const { min, max } = integerRange(baseTypeOf(column));
  if (value < min || value > max) {
    throw new Fault('invalid_value', { params: { column: column.name, reason: `${value} is out of range for ${column.nativeType}` } });
  }
  return { ...literal, type: 'integer' };
}

function checkLength(text: string, column: Column): void {
  const limit = /^(?:character varying|varchar|character|char|bpchar)\s*\((\d+)\)/i.exec(baseTypeOf(column))?.[1];
  if (limit !== undefined && [...text.trimEnd()].length > Number(limit)) {
    throw new Fault('invalid_value', { params: { column: column.name, reason: `${column.name} holds at most ${limit} characters` } });
  }
}

function fits(value: string | number | boolean, type: ExprType): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && INTEGER.test(value);
  if (type === 'decimal' || type === 'float') {
    return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && NUMBER.test(value);
  }
  return typeof value === 'string' && readsAs(value, type);
}

function readsAs(text: string, type: ExprType): boolean {
  switch (type) {
    case 'integer':
      return INTEGER.test(text);
    case 'decimal':
    case 'float':
      return NUMBER.test(text);
    case 'boolean':
      return /^(t|f|true|false|yes|no|on|off|0|1)$/i.test(text);
    case 'date':
      return isDay(text);
    case 'timestamp':
      return TIMESTAMP.test(text) && isDay(text.slice(0, 10));
    case 'time':
      return TIME.test(text);
    case 'uuid':
      return UUID.test(text);
    case 'json':
      return isJson(text);
    default:
      return true;
  }
}

function isDay(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whole numbers beyond 2^53 stay text, so that no digit is lost. */
const integer = (text: string): string | number => (Number.isSafeInteger(Number(text)) ? Number(text) : text.replace(/^\+/, ''));

function misfit(value: unknown, type: ExprType, column?: string): Fault {
  const shown = typeof value === 'string' ? `'${value.length > 60 ? `${value.slice(0, 60)}…` : value}'` : String(value);
  const where = column === undefined ? '' : ` for ${column}`;
  const params = { reason: `${shown} is not a value of type ${type}${where}`, ...(column === undefined ? {} : { column }) };
  return new Fault('invalid_value', { params });
}
