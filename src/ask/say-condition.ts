import pluralize from 'pluralize';
import type { Expr } from '../plan/plan.ts';
import { MONTHS } from './say-value.ts';

/** What rows that meet a condition do: of several, and of one of them. */
export interface Predicate {
  readonly many: string;
  readonly one: string;
}

/** A plain condition as a person says it: "have a price over 100", "are due on or after 9 November 2026". Null for any other. */
export function sayCondition(condition: Expr): Predicate | null {
  const said = (SAID[condition.kind] as ((condition: Expr) => Said | null) | undefined)?.(condition) ?? null;
  if (said === null) return null;
  if (said.flag !== undefined) return sayFlag(said.column, said.flag);
  const { column, rest } = said;
  // "Due date" is what is due, and no thing that anybody has.
  if (DUE.test(column) && said.isMoment) return { many: `are due ${rest}`, one: `is due ${rest}` };
  const thing = `${said.article ?? articleOf(column)}${column.replaceAll('_', ' ')}${rest === '' ? '' : ` ${rest}`}`;
  return { many: `have ${thing}`, one: `has ${thing}` };
}

interface Said {
  readonly column: string;
  /** What follows the column's name. */
  readonly rest: string;
  readonly isMoment?: boolean;
  readonly article?: string;
  /** Of a yes or no, which. */
  readonly flag?: boolean;
}

/** "are done", "have no pets", "have newsletter set to yes". */
function sayFlag(column: string, flag: boolean): Predicate {
  const words = column.toLowerCase().split('_');
  const [first = '', ...more] = words;
  const rest = more.join(' ');
  const not = flag ? '' : 'not ';
  if (['is', 'are', 'was'].includes(first) && rest !== '') return { many: `are ${not}${rest}`, one: `is ${not}${rest}` };
  if (first === 'has' && rest !== '') return { many: `have ${flag ? '' : 'no '}${rest}`, one: `has ${flag ? '' : 'no '}${rest}` };
  if (more.length === 0 && STATE.test(first)) return { many: `are ${not}${first}`, one: `is ${not}${first}` };
  const set = `${words.join(' ')} set to ${flag ? 'yes' : 'no'}`;
  return { many: `have ${set}`, one: `has ${set}` };
}

/** Adjectives and participles, of which a row is said to be. */
const STATE = /^(?:[a-z]{2,}(?:ed|able|ible|ive|ful)|paid|sent|sold|done|open|lost|won|billable|urgent|public|private|hidden|ready|free)$/;

type Of<Kind extends Expr['kind']> = Extract<Expr, { kind: Kind }>;

const SAID: { readonly [Kind in Expr['kind']]?: (condition: Of<Kind>) => Said | null } = {
  compare({ op, left, right }) {
    const [column, value] = [columnOf(left), saidValue(right)];
    if (column === null || value === null) return null;
    // Of a yes or no there is no more or less.
    if (value.kind === 'boolean') return op === '=' ? { column, rest: '', flag: value.text === 'true' } : null;
    const words = WORDS[value.kind][op as keyof (typeof WORDS)['value']];
    if (words === undefined) return null;
    const rest = words === '' ? value.text : `${words} ${value.text}`;
    const isMoment = isMomentary(value.kind) && op !== '<>';
    return { column, rest, isMoment, ...(words === '' ? { article: 'the ' } : {}) };
  },
  between({ arg, low, high }) {
    const [column, from, to] = [columnOf(arg), saidValue(low), saidValue(high)];
    if (column === null || from === null || to === null) return null;
    const isMoment = isMomentary(from.kind) && isMomentary(to.kind);
    return { column, rest: `${isMoment ? 'from' : 'between'} ${from.text} ${isMoment ? 'to' : 'and'} ${to.text}`, isMoment };
  },
  match({ op, left, right }) {
    const [column, pattern] = [columnOf(left), textOf(right)];
    const parts = op === 'like' || op === 'ilike' ? /^(%?)([^%_\\]+)(%?)$/.exec(pattern ?? '') : null;
    if (column === null || parts === null) return null;
    const [, before = '', text = '', after = ''] = parts;
    return { column, rest: `${PLACES[`${before}x${after}`] ?? 'like'} "${text}"` };
  },
  in({ arg, list }) {
    const [column, values] = [columnOf(arg), list.map(saidValue)];
    if (column === null || values.some((value) => value === null || value.kind !== 'value')) return null;
    const texts = values.map((value) => value?.text ?? '');
    return { column, rest: texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`, article: 'the ' };
  },
  isNull({ arg }) {
    const column = columnOf(arg);
    return column === null ? null : { column, rest: '', article: 'no ' };
  },
  not({ arg }) {
    const column = arg.kind === 'isNull' ? columnOf(arg.arg) : null;
    return column === null ? null : { column, rest: '' };
  },
};

const WORDS = {
  value: { '=': '', '<>': 'other than', '<': 'under', '<=': 'of at most', '>': 'over', '>=': 'of at least' },
  day: { '=': 'on', '<>': 'other than', '<': 'before', '<=': 'on or before', '>': 'after', '>=': 'on or after' },
  time: { '=': 'at', '<>': 'other than', '<': 'before', '<=': 'at or before', '>': 'after', '>=': 'at or after' },
} as const;
const isMomentary = (kind: SaidValue['kind']): boolean => kind === 'day' || kind === 'time';
const PLACES: Readonly<Record<string, string>> = { '%x%': 'containing', 'x%': 'starting with', '%x': 'ending with', x: 'like' };
const DUE = /^due(?:_(?:date|day|on|by|at))?$/;

const articleOf = (column: string): string =>
  pluralize.isPlural(column) && !pluralize.isSingular(column) ? '' : /^[aeio]/i.test(column) ? 'an ' : 'a ';

/** Texts are compared without case by way of lower(). */
function columnOf(expr: Expr): string | null {
  if (expr.kind === 'column') return expr.column;
  return expr.kind === 'call' && expr.fn === 'lower' && expr.args[0] ? columnOf(expr.args[0]) : null;
}

function textOf(expr: Expr): string | null {
  if (expr.kind === 'call' && expr.fn === 'lower' && expr.args[0]) return textOf(expr.args[0]);
  return expr.kind === 'literal' && typeof expr.value === 'string' ? expr.value : null;
}

interface SaidValue {
  readonly text: string;
  readonly kind: 'value' | 'day' | 'time' | 'boolean';
}

function saidValue(expr: Expr): SaidValue | null {
  const text = textOf(expr);
  if (text !== null)
    return (expr.kind === 'literal' && MOMENTS.has(expr.type) ? momentOf(text) : null) ?? { text: `"${text}"`, kind: 'value' };
  if (expr.kind !== 'literal' || expr.value === null) return null;
  return { text: String(expr.value), kind: typeof expr.value === 'boolean' ? 'boolean' : 'value' };
}

const MOMENTS: ReadonlySet<string> = new Set(['date', 'timestamp']);

/** "9 November 2026", of a date or of the first moment of one; "9 November 2026, 14:30" of others. Null for other zones than UTC. */
function momentOf(text: string): SaidValue | null {
  const [, year = '', month = '', day = '', time = '00:00'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::00(?:\.0+)?)?(?:Z|\+00(?::?00)?)?)?$/.exec(text) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return null;
  const date = `${Number(day)} ${name} ${Number(year)}`;
  return time === '00:00' ? { text: date, kind: 'day' } : { text: `${date}, ${time}`, kind: 'time' };
}
