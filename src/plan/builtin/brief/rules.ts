import type { ColumnCheck, ColumnDefault } from '../../../contract/create-schema.ts';
import type { NewColumn } from './new-table.ts';

type ColumnType = NewColumn['type'];

/** The limits that a remark names: "from 1 to 5", "at least 18", "out of 10", "up to 280 characters". Null when it names none. */
export function limitsIn(remark: string): Extract<ColumnCheck, { kind: 'range' | 'length' }> | null {
  const text = remark.trim().replace(/(?<=\d)\s+(?:stars?|points?|years?|kg|km|cm|percent|%)$/i, '');
  const length = new RegExp(`^(.*?)\\s*${N}\\s+(?:characters|chars|letters)(?: long)?$`, 'i').exec(text);
  if (length) return lengthOf((length[1] ?? '').trim(), Number(length[2]));
  const [, low, high] = BETWEEN.exec(text) ?? [];
  if (low !== undefined && high !== undefined) return Number(low) <= Number(high) ? range(Number(low), Number(high)) : null;
  const [, scale] = SCALE.exec(text) ?? [];
  if (scale !== undefined) return range(0, Number(scale));
  const [, most] = MOST.exec(text) ?? [];
  if (most !== undefined) return range(undefined, Number(most));
  const [, least] = LEAST.exec(text) ?? [];
  if (least !== undefined) return range(Number(least), undefined);
  return NOT_NEGATIVE.test(text) ? range(0, undefined) : null;
}

/**
 * The values that a bracket lists, when the column can hold no others: "open, closed or cancelled". A list that is
 * introduced as examples, or stands beside a name that is open by nature, such as a genre, is a remark alone.
 */
export function choicesIn(bracket: string, name: string): string[] | null {
  const closed = /\bor\b|\/|\|/i.test(bracket) || /^(?:either|one of)\b/i.test(bracket) || STATES.test(name);
  if (!closed || /\b(?:etc|for example|such as|like|including|and so on|others)\b|\.\.\.|…/i.test(bracket)) return null;
  const values = bracket
    .replace(/^(?:either|one of)\s+/i, '')
    .split(/[,;/|]|\s+(?:or|and)\s+/i)
    .map((value) =>
      value
        .trim()
        .replace(/^(?:or|and)\s+/i, '')
        .replaceAll(/^["']|["']$/g, ''),
    )
    .filter((value) => value !== '');
  const plain = values.every((value) => /^[\p{L}][\p{L}\p{N}'+-]*(?: [\p{L}\p{N}'+-]+){0,2}$/u.test(value));
  return plain && values.length >= 2 && values.length <= 20 && new Set(values).size === values.length ? values : null;
}

/** The check, when a column of this type can have it. */
export function checkFor(type: ColumnType, limits: ReturnType<typeof limitsIn>, choices: string[] | null): ColumnCheck | null {
  if (choices) return type === 'text' ? { kind: 'oneOf', values: choices } : null;
  if (!limits) return null;
  const fits = limits.kind === 'length' ? type === 'text' : type === 'integer' || type === 'decimal' || type === 'float';
  return fits ? limits : null;
}

/** What "default open" or "defaults to 0" means for a column of this type; null when it cannot hold that. */
export function defaultFor(type: ColumnType, said: string, check: ColumnCheck | null): ColumnDefault | null {
  const text = said.trim().replaceAll(/^["']|["']$/g, '');
  const clock = type === 'date' || type === 'timestamp' || type === 'time';
  if (clock) return /^(?:now|today|(?:the )?current (?:time|date|day))$/i.test(text) ? { kind: 'now' } : null;
  if (type === 'boolean') {
    if (/^(?:true|yes|on)$/i.test(text)) return { kind: 'value', value: true };
    return /^(?:false|no|off)$/i.test(text) ? { kind: 'value', value: false } : null;
  }
  if (type === 'text') {
    if (check?.kind === 'oneOf') {
      const value = check.values.find((each) => each.toLowerCase() === text.toLowerCase());
      return value === undefined ? null : { kind: 'value', value };
    }
    return check === null ? { kind: 'value', value: text } : null;
  }
  const value = text.toLowerCase() === 'zero' ? 0 : Number(text);
  if (!/^-?\d+(?:\.\d+)?$|^zero$/i.test(text) || (type === 'integer' && !Number.isSafeInteger(value))) return null;
  const outside = check?.kind === 'range' && (value < (check.min ?? -Infinity) || value > (check.max ?? Infinity));
  return outside || !['integer', 'decimal', 'float'].includes(type) ? null : { kind: 'value', value };
}

/** "price in euros" is a price, and the euros are a remark; null for anything else. */
export function currencyOf(words: string): { words: string; remark: string } | null {
  const [, what, unit] = CURRENCY.exec(words) ?? [];
  return what === undefined || unit === undefined ? null : { words: what, remark: `in ${unit}` };
}

function lengthOf(how: string, count: number): Extract<ColumnCheck, { kind: 'length' }> | null {
  if (!Number.isInteger(count) || count < 1) return null;
  if (/^(?:at least|min(?:imum)?(?: of)?|no less than)$/i.test(how)) return { kind: 'length', min: count };
  if (/^(?:at most|up to|max(?:imum)?(?: of)?|no more than)$/i.test(how)) return { kind: 'length', max: count };
  return how === '' || /^exactly$/i.test(how) ? { kind: 'length', min: count, max: count } : null;
}

const range = (min: number | undefined, max: number | undefined): Extract<ColumnCheck, { kind: 'range' }> => ({
  kind: 'range',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

const N = '(-?\\d+(?:\\.\\d+)?)';
const BETWEEN = new RegExp(`^(?:(?:from|between|of|on a scale (?:of|from)) )?${N}\\s*(?:to|and|through|-|–)\\s*${N}$`, 'i');
const SCALE = new RegExp(`^(?:out of|on a scale of) ${N}$`, 'i');
const MOST = new RegExp(`^(?:up to|at most|no more than|not more than|<=?|≤|max(?:imum)?(?: of)?) ${N}$`, 'i');
const LEAST = new RegExp(`^(?:at least|no less than|not less than|>=?|≥|min(?:imum)?(?: of)?) ${N}$`, 'i');
const NOT_NEGATIVE = /^(?:non-?negative|not negative|never negative|positive)$/i;
const STATES =
  /(?:^|_)(?:status|state|stage|phase|priority|severity|urgency|size|gender|sex|role|condition|tier|level|difficulty|frequency|visibility|outcome|result)$/;
const CURRENCY =
  /^(.+?) in ((?:us |american )?dollars?|euros?|eur|usd|gbp|chf|jpy|(?:british )?pounds(?: sterling)?|swiss francs|francs|yen|cents|rupees|pesos|kron(?:er|or))$/i;
