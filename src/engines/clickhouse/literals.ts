import type { Literal } from '../../plan/literals.ts';
import { INSTANT } from './shape.ts';

/** The type that a literal is bound as. */
export function literalBase({ type, value }: Literal): string {
  if (value === null) return '';
  if (type === 'integer') return isInt64(value) ? 'Int64' : 'Decimal(76, 0)';
  if (type === 'decimal') return decimalBase(String(value));
  return BASES[type] ?? 'String';
}

/** A literal as SQL: NULL, TRUE and FALSE as themselves, every other as a parameter that is bound once per value and type. */
export class Literals {
  readonly params: unknown[] = [];
  private readonly bound = new Map<string, string>();

  text(literal: Literal): string {
    if (literal.value === null) return 'NULL';
    if (typeof literal.value === 'boolean') return literal.value ? 'true' : 'false';
    const base = literalBase(literal);
    return this.bind(base === INSTANT ? instant(String(literal.value)) : literal.value, base);
  }

  bind(value: string | number, base: string): string {
    const text = typeof value === 'number' ? plainNumber(value) : value;
    const key = JSON.stringify([text, base]);
    const known = this.bound.get(key);
    if (known !== undefined) return known;
    this.params.push(base === 'String' ? text : text.trim().replace(/^\+/, ''));
    const sql = `{p${this.params.length}:${base}}`;
    this.bound.set(key, sql);
    return sql;
  }
}

/** Microseconds in UTC, as the session's time zone is. An offset in the text moves the clock; PostgreSQL's own text form is kept. */
function instant(text: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i.exec(text.trim());
  if (!parts) return text;
  const [, day = '', minutes = '00:00', seconds = ':00', fraction = '', zone] = parts;
  if (!zone || /^z$/i.test(zone)) return `${day} ${minutes}${seconds}${fraction.slice(0, 7)}`;
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  const moved = (offset?.[1] === '-' ? 1 : -1) * (Number(offset?.[2] ?? 0) * 60 + Number(offset?.[3] ?? 0));
  const at = new Date(Date.parse(`${day}T${minutes}${seconds}Z`) + moved * 60_000);
  return `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction.slice(0, 7)}`;
}

const plainNumber = (value: number): string => {
  const text = String(value);
  return /e/i.test(text) && Number.isInteger(value) ? BigInt(value).toString() : text;
};

function decimalBase(text: string): string {
  if (/e/i.test(text)) return 'Float64';
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const scale = Math.min(fraction.length, 40);
  return whole.length + scale > 76 ? 'Float64' : `Decimal(76, ${scale})`;
}

function isInt64(value: unknown): boolean {
  const whole = BigInt(String(value).replace(/^\+/, ''));
  return whole >= -(2n ** 63n) && whole < 2n ** 63n;
}

const BASES: Record<string, string> = {
  float: 'Float64',
  text: 'String',
  boolean: 'Bool',
  date: 'Date32',
  timestamp: INSTANT,
  uuid: 'UUID',
};
