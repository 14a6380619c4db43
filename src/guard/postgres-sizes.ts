import { isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';

/** Characters or elements that one call may make when its size can be read off the text. */
const MAX_ELEMENTS = 10_000_000;
/** Rows of one generate_series() whose ends can be read; those of one without an end are endless. */
const MAX_SERIES = 100_000_000;
/** How far into an argument to look: enough for honest arithmetic, too little for a stack to notice. */
export const MAX_LOOK = 20;

/** Why this call is too large, when that shows without running it; otherwise null. */
export const oversizedCall = (name: string, args: unknown): string | null => {
  const measure = Object.hasOwn(MEASURES, name) ? MEASURES[name as keyof typeof MEASURES] : undefined;
  if (!Array.isArray(args)) return null;
  if (name === 'generate_series' && seriesLength(args) > MAX_SERIES) {
    return `generate_series() would make more than ${MAX_SERIES.toLocaleString('en-US')} rows`;
  }
  if (measure === undefined) return null;
  return measure(args) > MAX_ELEMENTS ? `${name}() would make a value of more than ${MAX_ELEMENTS.toLocaleString('en-US')} elements` : null;
};

const MEASURES = {
  repeat: (args) => textLength(args[0], 0) * (numberOf(args[1], 0) ?? 0),
  lpad: (args) => numberOf(args[1], 0) ?? 0,
  rpad: (args) => numberOf(args[1], 0) ?? 0,
  array_fill: (args) => filledOf(args[1]),
  format: (args) => {
    const text = textOf(args[0], 0) ?? '';
    const widths = [...text.matchAll(/%[^%a-zA-Z]*/g)].flatMap(([spec]) => (spec.match(/\d+/g) ?? []).map(Number));
    const starred = text.includes('*') ? args.slice(1).map((arg) => Math.abs(numberOf(arg, 0) ?? 0)) : [];
    return Math.max(0, ...widths, ...starred);
  },
} as const satisfies Record<string, (args: readonly unknown[]) => number>;

/** Elements of array_fill(), by its dimensions: `ARRAY[2, 3]`, or `'{2,3}'`. */
export const filledOf = (dimensions: unknown): number => {
  const text = textOf(dimensions, 0);
  const sizes = text === null ? elementsOf(dimensions).map((size) => numberOf(size, 0)) : (text.match(/\d+/g) ?? []).map(Number);
  return sizes.reduce<number>((product, size) => product * (size ?? 1), 1);
};

/** Rows that generate_series() makes of constants; 0 when only running can tell. */
export const seriesLength = (args: readonly unknown[]): number => {
  const [from, to, step] = args;
  const texts = [from, to].map((end) => textOf(end, 0)?.trim().toLowerCase() ?? null);
  if (texts.some((text) => text !== null && /^[+-]?inf(inity)?$/.test(text))) return Number.POSITIVE_INFINITY;
  const numbers = [numberOf(from, 0), numberOf(to, 0)];
  const [first, last] =
    numbers[0] === null || numbers[1] === null ? texts.map((text) => (text === null ? Number.NaN : Date.parse(text))) : numbers;
  const by = step === undefined ? 1 : (numberOf(step, 0) ?? intervalMs(textOf(step, 0)));
  if (typeof first !== 'number' || typeof last !== 'number' || by === null || by === 0) return 0;
  const count = (last - first) / by + 1;
  return Number.isNaN(count) ? 0 : Math.max(0, count);
};

/** `1 day`, `15 minutes`; null for what takes more than a look. */
const intervalMs = (text: string | null): number | null => {
  const [, count = '', unit = ''] = /^\s*([+-]?[\d.]+)\s*([a-z]+?)s?\s*$/i.exec(text ?? '') ?? [];
  const ms = Object.hasOwn(UNITS_MS, unit.toLowerCase()) ? UNITS_MS[unit.toLowerCase() as keyof typeof UNITS_MS] : undefined;
  return ms === undefined ? null : Number(count) * ms;
};

const UNITS_MS = {
  microsecond: 0.001,
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_592_000_000,
  year: 31_536_000_000,
} as const;

/** The value of a constant or of arithmetic over constants; null when only running can tell. */
export const numberOf = (value: unknown, look: number): number | null => {
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return null;
  const { body } = wrapped;
  if (wrapped.type === 'A_Const') return constantOf(body);
  if (wrapped.type === 'TypeCast') return numberOf(body.arg, look + 1);
  if (wrapped.type === 'NamedArgExpr') return numberOf(body.arg, look + 1);
  if (wrapped.type !== 'A_Expr') return null;
  const operator = namesOf(body.name)?.at(-1) ?? '';
  const right = numberOf(body.rexpr, look + 1);
  const left = body.lexpr === undefined ? 0 : numberOf(body.lexpr, look + 1);
  const apply = Object.hasOwn(ARITHMETIC, operator) ? ARITHMETIC[operator as keyof typeof ARITHMETIC] : undefined;
  if (apply === undefined || left === null || right === null) return null;
  const result = apply(left, right);
  return Number.isNaN(result) ? null : result;
};

const ARITHMETIC = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
  '<<': (left, right) => left * 2 ** right,
} as const satisfies Record<string, (left: number, right: number) => number>;

const constantOf = (body: Json): number | null => {
  const part = [body.ival, body.fval, body.sval].find(isRecord);
  if (part === undefined) return null;
  // PostgreSQL's JSON leaves a zero out.
  const value = Number(String(part.ival ?? part.fval ?? part.sval ?? 0).replace(/(?<=[\da-f])_(?=[\da-f])/gi, ''));
  return Number.isNaN(value) ? null : value;
};

export const textOf = (value: unknown, look: number): string | null => {
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return null;
  if (wrapped.type === 'TypeCast' || wrapped.type === 'NamedArgExpr') return textOf(wrapped.body.arg, look + 1);
  const text = wrapped.type === 'A_Const' && isRecord(wrapped.body.sval) ? wrapped.body.sval.sval : null;
  return typeof text === 'string' ? text : null;
};

/** A lower bound of a text's length; 1 when nothing is known of it. */
export const textLength = (value: unknown, look: number): number => {
  const text = textOf(value, 0);
  if (text !== null) return text.length;
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return 1;
  const { body } = wrapped;
  if (wrapped.type === 'TypeCast') return textLength(body.arg, look + 1);
  if (wrapped.type === 'A_Expr' && namesOf(body.name)?.at(-1) === '||') {
    return textLength(body.lexpr, look + 1) + textLength(body.rexpr, look + 1);
  }
  if (wrapped.type !== 'FuncCall' || !Array.isArray(body.args)) return 1;
  const name = namesOf(body.funcname)?.at(-1);
  const [first, second] = body.args;
  if (name === 'repeat') return textLength(first, look + 1) * (numberOf(second, 0) ?? 1);
  return name === 'lpad' || name === 'rpad' ? (numberOf(second, 0) ?? 1) : 1;
};

export const elementsOf = (value: unknown): readonly unknown[] => {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) return [];
  if (wrapped.type === 'TypeCast') return elementsOf(wrapped.body.arg);
  const elements = wrapped.type === 'A_ArrayExpr' ? wrapped.body.elements : [];
  return Array.isArray(elements) ? elements : [];
};
