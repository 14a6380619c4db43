import { isIPv4, isIPv6 } from 'node:net';
import { encodeJson } from '../../lib/encode-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import { parseType } from './values.ts';

/** What `JSON.stringify` writes for a column of a native type, or why the column cannot hold the value: the engine itself would cut or wrap many of them in silence. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [key: string]: Cell } | Refused;

export class Refused {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

const refuse = (why: string): Refused => new Refused(why);

export type CellWriter = (value: unknown) => Cell;

export function cellWriter(nativeType: string): CellWriter {
  const { name, args } = parseType(nativeType);
  if (name === 'Nullable') {
    const inner = cellWriter(args[0] ?? '');
    return (value) => (value === null || value === undefined ? null : inner(value));
  }
  if (name === 'LowCardinality') return cellWriter(args[0] ?? '');
  const write = writerOf(name, args);
  return (value) => (value === null || value === undefined ? refuse('the column always has a value') : write(value));
}

function writerOf(name: string, args: readonly string[]): CellWriter {
  const int = /^(U?)Int(8|16|32|64|128|256)$/.exec(name);
  if (int) return wholeNumber(int[1] === 'U', Number(int[2]));
  if (name === 'Decimal') return decimal(Number(args[0]), Number(args[1] ?? 0));
  if (name === 'FixedString') return bytesOfText(Number(args[0]));
  if (name === 'Array') return list(cellWriter(args[0] ?? ''));
  if (name === 'Tuple') return tuple(args.map(elementOf));
  if (name === 'JSON') return document;
  if (name === 'Map') return record(cellWriter(args[0] ?? ''), cellWriter(args[1] ?? ''));
  return WRITERS[name] ?? (() => refuse(`a column of type ${name} takes no values by insert`));
}

/** A number as it is written, whichever way it came; null for what is none. */
function numeral(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = value instanceof Verbatim ? value.json : value;
  return typeof text === 'string' && NUMERAL.test(text) ? text : null;
}

const NUMERAL = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** Written so already, as most are. */
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Without an exponent, and without zeros that only fill. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text;
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const left = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const right = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  const trimmed = right.replace(/0+$/, '');
  return `${sign}${left.replace(/^0+(?=\d)/, '')}${trimmed === '' ? '' : `.${trimmed}`}`;
}

function wholeNumber(isUnsigned: boolean, bits: number): CellWriter {
  const max = 2n ** BigInt(isUnsigned ? bits : bits - 1) - 1n;
  const min = isUnsigned ? 0n : -max - 1n;
  const isWide = bits >= 64;
  return (value) => {
    // Most are, and a column of 64 bits holds all of them.
    if (isWide && typeof value === 'number' && Number.isSafeInteger(value) && (value >= 0 || !isUnsigned)) return value;
    const text = numeral(value);
    if (text === null) return refuse('it is no number');
    const whole = plain(text);
    if (whole.includes('.')) return refuse('it has a fraction, and the column holds whole numbers');
    const number = BigInt(whole);
    return number < min || number > max ? refuse(`the column holds whole numbers from ${min} to ${max}`) : whole;
  };
}

function decimal(precision: number, scale: number): CellWriter {
  return (value) => {
    const text = numeral(value);
    if (text === null) return refuse('it is no number');
    const written = plain(text);
    const point = written.indexOf('.');
    const first = written.startsWith('-') ? 1 : 0;
    const whole = (point < 0 ? written.length : point) - first;
    if (point >= 0 && written.length - point - 1 > scale) return refuse(`the column holds ${scale} digits after the point`);
    if (whole > precision - scale && !(whole === 1 && written[first] === '0'))
      return refuse(`the column holds ${precision - scale} digits before the point`);
    return written;
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CANONICAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d+)?)?(Z|[+-](?:0\d|1[0-5]):?[0-5]\d)?)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Days that the engine's types hold (manual, "Date32", "DateTime64"). */
function isDay(text: string, from = 1900, to = 2299): boolean {
  return DAY.test(text) && isInCalendar(text, from, to);
}

/** @param text begins as `DAY` does */
function isInCalendar(text: string, from: number, to: number): boolean {
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 7), numberAt(text, 8, 10)];
  if (year < from || year > to) return false;
  // Every month has these, and most dates are of them.
  if (month >= 1 && month <= 12 && day >= 1 && day <= 28) return true;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}

const ZERO = 0x30;

const day =
  (from: number, to: number): CellWriter =>
  (value) =>
    isText(value) && isDay(value, from, to) ? value : refuse(`it is no day from ${from} to ${to}, as 2026-05-31`);

const moment =
  (digits: number, from: number, to: number): CellWriter =>
  (value) => {
    // As most moments are written, and as it would be written here.
    if (isText(value) && CANONICAL.test(value) && isInCalendar(value, from, to)) return value;
    const found = isText(value) ? MOMENT.exec(value) : null;
    if (!found || !isDay(found[1] ?? '', from, to)) return refuse(`it is no moment from ${from} to ${to}, as 2026-05-31T12:00:00Z`);
    if ((found[5] ?? '').replace(/0+$/, '').length > digits + 1) return refuse(`the column holds ${digits} digits of a second`);
    return found[2] === undefined
      ? `${found[1]}T00:00:00Z`
      : `${found[1]}T${found[2]}:${found[3]}:${found[4] ?? '00'}${found[5] ?? ''}${offset(found[6])}`;
  };

const offset = (text: string | undefined): string =>
  text === undefined ? 'Z' : /^[+-]\d{4}$/.test(text) ? `${text.slice(0, 3)}:${text.slice(3)}` : text;

const text: CellWriter = (value) => (isText(value) ? value : value instanceof Verbatim ? value.json : encodeJson(value));

/** It is filled with zeros where it is shorter. */
const bytesOfText =
  (bytes: number): CellWriter =>
  (value) =>
    isText(value) && Buffer.byteLength(value) <= bytes ? value : refuse(`it is no text of at most ${bytes} bytes`);

const list =
  (item: CellWriter): CellWriter =>
  (value) => {
    if (!Array.isArray(value)) return refuse('it is no array');
    const cells = value.map(item);
    const at = cells.findIndex((cell) => cell instanceof Refused);
    return at < 0 ? cells : refuse(`its item ${at}: ${(cells[at] as Refused).why}`);
  };

const record =
  (key: CellWriter, item: CellWriter): CellWriter =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Verbatim) return refuse('it is no object');
    const cells: [string, Cell][] = [];
    for (const [name, each] of Object.entries(value)) {
      const [written, cell] = [key(name), item(each)];
      for (const one of [written, cell]) if (one instanceof Refused) return refuse(`its "${name}": ${one.why}`);
      cells.push([String(written), cell]);
    }
    return Object.fromEntries(cells);
  };

interface Element {
  /** Null where the tuple's parts have no names. */
  readonly name: string | null;
  readonly write: CellWriter;
}

/** `a Int32`, `` `two words` String `` or `Int32`. */
function elementOf(arg: string): Element {
  const [, quoted, plain, type] = /^(?:`((?:[^`\\]|\\.)*)`|([A-Za-z_]\w*))\s+(\S.*)$/s.exec(arg) ?? [];
  return { name: quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain ?? null, write: cellWriter(type ?? arg) };
}

/** Its parts in their order, or where they have names an object, as which the engine reads those. */
function tuple(elements: readonly Element[]): CellWriter {
  const names = elements.map(({ name }, at) => name ?? String(at + 1));
  const areNamed = elements.every(({ name }) => name !== null);
  const shape = areNamed ? `an object with ${names.join(', ')}` : `an array of ${elements.length}`;
  return (value) => {
    let parts: readonly unknown[];
    if (Array.isArray(value)) {
      if (value.length !== elements.length) return refuse(`it has ${value.length} parts, and the column holds ${elements.length}`);
      parts = value;
    } else if (areNamed && isObject(value)) {
      const unknown = Object.keys(value).find((name) => !names.includes(name));
      if (unknown !== undefined) return refuse(`it has a "${unknown}", and the column holds ${names.join(', ')}`);
      parts = names.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined));
    } else return refuse(`it is not ${shape}`);
    const cells = elements.map(({ write }, at) => write(parts[at]));
    const at = cells.findIndex((cell) => cell instanceof Refused);
    if (at >= 0) return refuse(`its "${names[at]}": ${(cells[at] as Refused).why}`);
    return areNamed ? Object.fromEntries(names.map((name, place) => [name, cells[place] ?? null])) : cells;
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Verbatim);

/** The engine's JSON is an object; it reads a point in a name as a path, and more digits than a double holds would become text. */
const document: CellWriter = (value) => {
  if (!isObject(value)) return refuse('it is no object, and the column holds JSON objects');
  const flaw = flawIn(value);
  return flaw === null ? (value as { readonly [key: string]: Cell }) : refuse(flaw);
};

function flawIn(value: unknown): string | null {
  if (value instanceof Verbatim)
    return typeof value.toJSON() === 'number' ? null : `${value.json} has more digits than the column keeps: send it as text`;
  if (Array.isArray(value)) return value.reduce<string | null>((found, item) => found ?? flawIn(item), null);
  if (!isObject(value)) return null;
  for (const [name, field] of Object.entries(value)) {
    if (name.includes('.')) return `the column reads the point in "${name}" as a path: send an object within an object`;
    const flaw = flawIn(field);
    if (flaw !== null) return flaw;
  }
  return null;
}

const float: CellWriter = (value) => {
  if (isText(value) && /^-?(NaN|Infinity)$/.test(value)) return value === 'NaN' ? 'nan' : value.startsWith('-') ? '-inf' : 'inf';
  return numeral(value) ?? refuse('it is no number');
};

const WRITERS: Readonly<Record<string, CellWriter>> = {
  String: text,
  Bool: (value) =>
    typeof value === 'boolean'
      ? value
      : isText(value) && /^(true|false)$/i.test(value)
        ? value.toLowerCase() === 'true'
        : refuse('it is neither true nor false'),
  Float32: float,
  Float64: float,
  Date: day(1970, 2148),
  Date32: day(1900, 2299),
  DateTime: moment(0, 1970, 2105),
  DateTime64: moment(6, 1900, 2261),
  UUID: (value) => (isText(value) && UUID.test(value) ? value : refuse('it is no UUID')),
  IPv4: (value) => (isText(value) && isIPv4(value) ? value : refuse('it is no IPv4 address')),
  IPv6: (value) => (isText(value) && (isIPv6(value) || isIPv4(value)) ? value : refuse('it is no IPv6 address')),
  Enum8: (value) => (isText(value) ? value : refuse('it is no text')),
  Enum16: (value) => (isText(value) ? value : refuse('it is no text')),
};
