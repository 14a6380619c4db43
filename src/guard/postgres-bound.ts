import { isRecord } from './postgres-json.ts';

/** Bound values as the engine gets them, in their order. */
export type BoundTexts = readonly (string | null)[];

/** Values up to this length and number are small: whether a statement is refused with them is known beforehand. */
const SMALL = 1_000;
/** A larger number, in a list or a format too, one without an end, or one as PostgreSQL 16 also reads it: 0xFFFF, 1_000. */
const LARGE_NUMBER = /\d{4}|\de\+?\d|inf|0[xob]|\d_\d/i;

export const areSmall = (texts: BoundTexts): boolean =>
  texts.every((text) => text === null || (text.length <= SMALL && !LARGE_NUMBER.test(text)));

/** The most that small values may be: a number that is as long as it says, and a list. */
export const largestSmall = (count: number): readonly BoundTexts[] =>
  [String(SMALL).padStart(SMALL), Array.from({ length: SMALL / 2 }, () => '1').join(',')].map((text) =>
    Array.from({ length: count }, () => text),
  );

/** The tree with each `$n` as the untyped constant that its value is to the engine. What is not a part of it stays the same object. */
export function withBound(value: unknown, texts: BoundTexts): unknown {
  if (Array.isArray(value)) return value.map((item) => withBound(item, texts));
  if (!isRecord(value)) return value;
  const parameter = value.ParamRef;
  if (isRecord(parameter) && typeof parameter.number === 'number') {
    const text = texts[parameter.number - 1] ?? null;
    return { A_Const: text === null ? { isnull: true } : { sval: { sval: text } } };
  }
  const copy: Record<string, unknown> = {};
  for (const name in value) copy[name] = withBound(value[name], texts);
  return copy;
}
