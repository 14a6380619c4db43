import * as chrono from 'chrono-node/en';
import type { Expr } from '../../plan.ts';
import type { Column } from '../../schema.ts';

/** A value as it was written, before it is known which column takes it. */
export interface RawValue {
  readonly text: string;
  readonly quoted: boolean;
}

/** What was written, as a literal of the column's type; null when it cannot be one. */
export function literalFor({ text, quoted }: RawValue, column: Column, now: Date): Extract<Expr, { kind: 'literal' }> | null {
  const clean = text.trim();
  if (!quoted && /^(?:null|nothing|empty|none|unknown)$/i.test(clean) && column.type !== 'text')
    return { kind: 'literal', value: null, type: 'null' };
  switch (column.type) {
    case 'text':
      return { kind: 'literal', value: text, type: 'text' };
    case 'integer':
    case 'decimal':
    case 'float':
      return numeric(clean, column.type);
    case 'boolean':
      if (/^(?:true|yes|on)$/i.test(clean)) return { kind: 'literal', value: true, type: 'boolean' };
      return /^(?:false|no|off)$/i.test(clean) ? { kind: 'literal', value: false, type: 'boolean' } : null;
    case 'date':
    case 'timestamp': {
      const moment = readMoment(clean, now);
      if (!moment) return null;
      return { kind: 'literal', value: column.type === 'date' ? moment.slice(0, 10) : moment, type: column.type };
    }
    case 'time':
      return /^\d{1,2}:\d{2}(:\d{2})?$/.test(clean)
        ? { kind: 'literal', value: clean.padStart(clean.length === 4 ? 5 : clean.length, '0'), type: 'time' }
        : null;
    case 'uuid':
    case 'json':
    case 'other':
      return { kind: 'literal', value: clean, type: column.type === 'other' ? 'text' : column.type };
    default:
      return null;
  }
}

/** `YYYY-MM-DD HH:MM:SS` of a date that says its day and whose year is said or plain from "today". */
function readMoment(text: string, now: Date): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]} ${(iso[4] ?? '00:00').padEnd(8, ':00')}`;
  // "the end of january 2027"
  const edge = /^(?:the )?(end|start|beginning) of ([a-z]+,? \d{4})$/i.exec(text);
  if (edge) {
    const first = readMoment(`1 ${edge[2]}`, now);
    if (first === null || edge[1]?.toLowerCase() !== 'end') return first;
    return `${new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).toISOString().slice(0, 10)} 00:00:00`;
  }
  const relative = /^(?:today|now|tomorrow|yesterday)\b/i.test(text);
  const result = wholeDate(text, now);
  if (!result || (!relative && !(result.start.isCertain('year') && result.start.isCertain('month') && result.start.isCertain('day'))))
    return null;
  if (/^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/.test(text) && ambiguousDay(text)) return null;
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', size = 2): string =>
    String(result.start.get(name) ?? 0).padStart(size, '0');
  const time = result.start.isCertain('hour') ? `${part('hour')}:${part('minute')}:${part('second')}` : '00:00:00';
  return `${part('year', 4)}-${part('month')}-${part('day')} ${time}`;
}

/** 3/4/2020 is March to some and April to others. */
function ambiguousDay(text: string): boolean {
  const [first, second] = text.split(/[/.]/).map(Number);
  return first !== undefined && second !== undefined && first <= 12 && second <= 12 && first !== second;
}

function wholeDate(text: string, now: Date): chrono.ParsedResult | null {
  const [result] = chrono.parse(text, { instant: now, timezone: 'UTC' });
  return result && !result.end && result.text.length === text.trim().length ? result : null;
}

function numeric(text: string, type: 'integer' | 'decimal' | 'float'): Extract<Expr, { kind: 'literal' }> | null {
  const digits = text.replace(/^([+-]?)[$€£]/, '$1').replace(/\s*(?:€|eur|euros?|usd|dollars?|pounds?|gbp)$/i, '');
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(digits)) return null;
  const plain = digits.replaceAll(',', '');
  const value = Number(plain);
  if (type === 'integer' && !/^[+-]?\d+$/.test(plain)) return null;
  if (!Number.isSafeInteger(Math.trunc(value))) return { kind: 'literal', value: plain, type };
  return { kind: 'literal', value, type };
}
