import { isRecord, type Json } from '../../guard/postgres-json.ts';
import type { CastType, Expr } from '../plan.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { bodyIf, constText, listOf, namesIn, textOf } from './tree.ts';
import { readTypeName, type TypeName, typeCalled } from './type-name.ts';

export const integer = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
export const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });

/** A bare constant. */
export function readConstant(body: Json): Expr {
  if (body.isnull === true) return { kind: 'literal', value: null, type: 'null' };
  // PostgreSQL's tree leaves zero, false and the empty text out.
  if (isRecord(body.ival)) return integer(Number(body.ival.ival ?? 0));
  if (isRecord(body.fval)) return number(textOf(body.fval.fval));
  if (isRecord(body.boolval)) return { kind: 'literal', value: body.boolval.boolval === true, type: 'boolean' };
  if (isRecord(body.sval)) return text(textOf(body.sval.sval));
  throw unsupported('a bit string');
}

/** CAST(x AS type), x::type and typed constants such as DATE '2020-01-01'. */
export function readCast(body: Json, place: Place): Expr {
  const name = bodyIf({ TypeName: body.typeName }, 'TypeName') ?? {};
  const constant = constText(body.arg);
  if (constant !== null && isOwnType(name, place)) return text(constant);
  const type = readTypeName(name);
  if (type.isArray) return castArray(body.arg, type, place);
  const literal = constant === null ? null : literalOf(constant, type);
  const made: Expr = literal ?? castTo(place.lower.expr(body.arg, place), type);
  place.statement.types.set(made, type.type);
  return made;
}

const castTo = (arg: Expr, { type, precision, scale, length, fields }: TypeName): Expr => {
  if (fields !== undefined) throw unsupported('an interval of given fields, when it is no constant');
  return {
    kind: 'cast',
    arg,
    type,
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(length === undefined ? {} : { length }),
  };
};

/** Whole numbers beyond 2^63 are decimals to PostgreSQL too. More digits than a double has stay text. */
function number(written: string): Expr {
  const digits = written.replaceAll('_', '');
  const value = Number(digits);
  const whole = /^\d+$/.test(digits);
  if (whole && Number.isSafeInteger(value)) return integer(value);
  if (whole && BigInt(digits) < 2n ** 63n) return { kind: 'literal', value: digits, type: 'integer' };
  const exact = Number.isFinite(value) && digits.replace(/e.*$/i, '').replace(/\D/g, '').length <= 15;
  return { kind: 'literal', value: exact ? value : digits, type: 'decimal' };
}

/** An enum or domain that a column has: the text says the same, and the engine reads it as the column's type. */
function isOwnType(name: Json, { schema }: Place): boolean {
  const [last = '', schemaName = 'public'] = [...namesIn(name.names)].reverse();
  if (schemaName !== 'public' || typeCalled(last) !== null || listOf(name.arrayBounds).length > 0) return false;
  return schema.tables.some((table) => table.columns.some(({ nativeType }) => bare(nativeType) === last));
}

const bare = (nativeType: string): string => nativeType.replace(/^public\./, '').replace(/^"(.*)"$/, '$1');

function castArray(arg: unknown, type: TypeName, place: Place): Expr {
  const elements = bodyIf(arg, 'A_ArrayExpr');
  const items =
    elements === null
      ? (arrayItems(constText(arg) ?? '') ?? []).map(text)
      : listOf(elements.elements).map((item) => place.lower.expr(item, place));
  if (items.length === 0) throw unsupported('a cast to an array', 'A cast to an array takes ARRAY[…] with at least one value');
  return { kind: 'array', items: items.map((item) => castTo(item, type)) };
}

/** The items of '{a,"b, c"}' when there are any and none of them is nested or NULL; else null. */
export function arrayItems(written: string): string[] | null {
  if (!written.startsWith('{') || !written.endsWith('}')) return null;
  const body = written.slice(1, -1);
  const items: string[] = [];
  for (let at = 0; ; ) {
    ITEM.lastIndex = at;
    const [whole, quoted, bare = '', end] = ITEM.exec(body) ?? [];
    const item = bare.trim();
    if (whole === undefined || (quoted === undefined && (item === '' || /^null$/i.test(item)))) return null;
    items.push(quoted?.replaceAll(/\\(.)/gs, '$1') ?? item);
    at += whole.length;
    if (end !== ',') return items;
  }
}

/** With what ends it (PostgreSQL manual, 8.15.6). No two parts of it can take the same text, so that it is read in one go. */
const ITEM = /(?:\s*"((?:[^"\\]|\\.)*)"\s*|([^{}",\\]*))(,|$)/sy;

const SHAPES: Readonly<Partial<Record<CastType, RegExp>>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  timestamp: /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/,
  time: /^\d\d:\d\d(:\d\d(\.\d{1,6})?)?$/,
  integer: /^-?\d{1,9}$/,
  boolean: /^(true|false|t|f)$/i,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

/** A typed constant; null where only a cast at run time can read the text. */
function literalOf(written: string, { type, fields, precision, length, zoned }: TypeName): Expr | null {
  if (type === 'text' && length === undefined) return text(written);
  if (type === 'interval') return { kind: 'literal', value: intervalText(written, fields), type };
  if (type === 'decimal')
    return precision === undefined && /^\d{1,15}(\.\d+)?$/.test(written) ? { kind: 'literal', value: written, type } : null;
  if (type === 'bigint') return null;
  const word = Object.hasOwn(WORDS, written.trim().toLowerCase()) ? WORDS[written.trim().toLowerCase() as keyof typeof WORDS] : null;
  if (word !== null && (type === 'date' || type === 'timestamp')) return word(type);
  if (zoned && OFFSET.test(written)) return instant(written);
  if (!SHAPES[type]?.test(written)) return null;
  if (type === 'integer') return integer(Number(written));
  if (type === 'boolean') return { kind: 'literal', value: /^t/i.test(written), type };
  return { kind: 'literal', value: written, type };
}

const OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?\s?(Z|[+-]\d\d(:?\d\d)?)$/;

/** A moment with its offset, said in UTC: the plan's moments have none. */
function instant(written: string): Expr | null {
  const time = Date.parse(written.replace(/\s(?=[Z+-])/, '').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(time) ? null : { kind: 'literal', value: new Date(time).toISOString().replace('Z', ''), type: 'timestamp' };
}

const UNIT_MASKS: Readonly<Record<number, string>> = {
  4: 'years',
  2: 'months',
  8: 'days',
  1024: 'hours',
  2048: 'minutes',
  4096: 'seconds',
};

/** INTERVAL '3' MONTH counts in the field that stands behind it. */
function intervalText(written: string, fields: number | undefined): string {
  if (fields === undefined) return written;
  const unit = UNIT_MASKS[fields];
  if (unit === undefined || !/^\s*-?\d+(\.\d+)?\s*$/.test(written))
    throw unsupported('an interval of several fields', "Write an interval such as INTERVAL '1 year 2 months'");
  return `${written.trim()} ${unit}`;
}

const today: Expr = { kind: 'call', fn: 'today', args: [] };
const day =
  (days: number) =>
  (type: 'date' | 'timestamp'): Expr => {
    const date: Expr = days === 0 ? today : { kind: 'arithmetic', op: days > 0 ? '+' : '-', left: today, right: integer(1) };
    return type === 'date' ? date : { kind: 'cast', arg: date, type };
  };

const WORDS = {
  today: day(0),
  tomorrow: day(1),
  yesterday: day(-1),
  now: (type) => (type === 'date' ? today : { kind: 'call', fn: 'now', args: [] }),
} as const satisfies Record<string, (type: 'date' | 'timestamp') => Expr>;
