import { Verbatim } from '../../src/lib/verbatim.ts';
import type { ResultRow } from './compare.ts';

export interface MatchOptions {
  /** `subset`: further columns in the answer are fine; `exact`: it has as many as the expected rows. */
  readonly mode: 'subset' | 'exact';
  readonly ordered: boolean;
}

/**
 * Whether an answer to an ordinary question says what the expected rows say: columns are assigned by their values, numbers
 * agree within 0.006 or when the answer is rounded to a decimal, a month may be said as its first day or by its name, text
 * is compared without case. Rows agree as a multiset, or in sequence where `ordered`.
 */
export function sameAnswer(expected: readonly ResultRow[], actual: readonly ResultRow[], { mode, ordered }: MatchOptions): boolean {
  if (expected.length !== actual.length) return false;
  if (expected.length === 0) return true;
  const gold = expected.map((row) => row.map(cellOf));
  const answer = actual.map((row) => row.map(cellOf));
  const wanted = gold[0]?.length ?? 0;
  const given = answer[0]?.length ?? 0;
  if (given < wanted || (mode === 'exact' && given !== wanted)) return false;
  const columns = (rows: readonly Cell[][], at: number) => rows.map((row) => [row[at] ?? NULL]);
  const inOneYear = Array.from({ length: wanted }, (_, at) => new Set(gold.flatMap((row) => yearOf(row[at]))).size === 1);
  const fits = inOneYear.map((oneYear, at) =>
    Array.from({ length: given }, (_, from) => from).filter((from) =>
      sameRows(columns(gold, at), columns(answer, from), ordered, [oneYear]),
    ),
  );
  let tried = 0;
  for (const pick of picks(fits)) {
    tried += 1;
    if (tried > PICKS_MAX) return false;
    const turned = answer.map((row) => pick.map((from) => row[from] ?? NULL));
    if (sameRows(gold, turned, ordered, inOneYear)) return true;
  }
  return false;
}

const PICKS_MAX = 5_000;

type Cell =
  | { readonly kind: 'null' }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'day' | 'moment' | 'text'; readonly value: string }
  | { readonly kind: 'span'; readonly seconds: number };

const NULL: Cell = { kind: 'null' };
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const NUMBER = /^[$€£]?\s*([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)\s*[%$€£]?$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:Z|[+-]00(?::?00)?)?$/;
const SPAN = /^(?:(-?\d+) years? ?)?(?:(-?\d+) mons? ?)?(?:(-?\d+) days? ?)?(?:(-?\d+):(\d\d):(\d\d(?:\.\d+)?))?$/;
const DAY_SECONDS = 86_400;

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return NULL;
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (typeof value === 'number' || typeof value === 'bigint') return { kind: 'number', value: Number(value), text: String(value) };
  const said =
    value instanceof Verbatim
      ? value.json
      : value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  const text = said.replace(/\s+/g, ' ').trim();
  if (/^(?:t|true|f|false)$/i.test(text)) return { kind: 'flag', value: /^t/i.test(text) };
  const moment = MOMENT.exec(text);
  if (moment !== null) {
    const [, day = '', minute = '', second = '00'] = moment;
    return minute === '00:00' && second === '00' ? { kind: 'day', value: day } : { kind: 'moment', value: `${day} ${minute}` };
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { kind: 'day', value: text };
  const number = NUMBER.exec(text)?.[1]?.replaceAll(',', '');
  if (number !== undefined && /\d/.test(number)) return { kind: 'number', value: Number(number), text: number };
  const span = text === '' ? null : SPAN.exec(text);
  if (span !== null) return { kind: 'span', seconds: secondsOf(span.slice(1).map((part) => Number(part ?? 0))) };
  return { kind: 'text', value: text.toLowerCase() };
}

function secondsOf([years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0]: readonly number[]): number {
  return (years * 365.25 + months * 30.4375 + days) * DAY_SECONDS + hours * 3600 + minutes * 60 + seconds;
}

const yearOf = (cell: Cell | undefined): string[] => (cell?.kind === 'day' ? [cell.value.slice(0, 4)] : []);

function sameCell(gold: Cell, answer: Cell, oneYear: boolean): boolean {
  if (gold.kind === 'number' && answer.kind === 'number') return sameNumber(gold.value, answer);
  if (gold.kind === 'day' && gold.value.endsWith('-01') && (answer.kind === 'text' || answer.kind === 'number'))
    return saysMonth(gold.value, answer, oneYear);
  if (gold.kind === 'span' && answer.kind === 'span')
    return Math.abs(gold.seconds - answer.seconds) <= Math.max(1, 1e-3 * Math.abs(gold.seconds));
  if (gold.kind === 'number' && answer.kind === 'span')
    return gold.value !== 0 && UNITS_SECONDS.some((unit) => near(answer.seconds / unit, gold.value));
  if (gold.kind !== answer.kind) return false;
  if (gold.kind === 'null') return true;
  return 'value' in gold && 'value' in answer && gold.value === answer.value;
}

/** An interval names its own unit. */
const UNITS_SECONDS = [DAY_SECONDS, 3600, 60];
const near = (one: number, other: number) => Math.abs(one - other) <= 1e-3 * Math.abs(other);

function sameNumber(gold: number, { value, text }: { readonly value: number; readonly text: string }): boolean {
  const gap = Math.abs(gold - value);
  if (gap <= Math.max(0.006, 1e-6 * Math.abs(gold))) return true;
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals >= 1 && gap <= 0.5001 * 10 ** -decimals;
}

function saysMonth(day: string, answer: Cell, oneYear: boolean): boolean {
  const month = Number(day.slice(5, 7));
  if (answer.kind === 'number') return oneYear && answer.value === month;
  if (answer.kind !== 'text') return false;
  const name = MONTHS[month - 1] ?? '';
  const year = day.slice(0, 4);
  const short = name.slice(0, 3);
  return [day.slice(0, 7), `${name} ${year}`, `${short} ${year}`, ...(oneYear ? [name, short] : [])].includes(answer.value);
}

function sameRows(gold: readonly Cell[][], answer: readonly Cell[][], ordered: boolean, inOneYear: readonly boolean[]): boolean {
  const same = (one: readonly Cell[], other: readonly Cell[]) =>
    one.every((cell, at) => sameCell(cell, other[at] ?? NULL, inOneYear[at] ?? false));
  if (ordered) return gold.every((row, at) => same(row, answer[at] ?? []));
  const left = [...answer];
  for (const row of gold) {
    const found = left.findIndex((other) => same(row, other));
    if (found < 0) return false;
    left.splice(found, 1);
  }
  return left.length === 0;
}

/** Every way to give each expected column one of its own. */
function* picks(fits: readonly (readonly number[])[], chosen: readonly number[] = []): Generator<readonly number[]> {
  const options = fits[chosen.length];
  if (options === undefined) yield chosen;
  else for (const option of options) if (!chosen.includes(option)) yield* picks(fits, [...chosen, option]);
}
