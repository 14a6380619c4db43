import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, FunctionName } from '../plan.ts';
import { integer, text } from './constant.ts';
import { follow } from './json.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { searchedIn } from './text-search.ts';
import { bodyIf, constInteger, constText, listOf } from './tree.ts';

/** Functions whose arguments stand otherwise in the plan, or that the plan says by other means. */
export const readSpecialCall = (name: keyof typeof CALLS, body: Json, place: Place): Expr => {
  const nodes = listOf(body.args);
  const read = CALLS[name];
  const [min, max] = read.args;
  if (nodes.length < min || nodes.length > max) throw unsupported(`${name}() with ${nodes.length} arguments`);
  return read.make(nodes, place);
};

export const isSpecialCall = (name: string): name is keyof typeof CALLS => Object.hasOwn(CALLS, name);

interface Special {
  readonly args: readonly [min: number, max: number];
  readonly make: (nodes: readonly unknown[], place: Place) => Expr;
}

const call = (fn: FunctionName, ...args: Expr[]): Expr => ({ kind: 'call', fn, args });
const sum = (left: Expr, right: Expr): Expr => ({ kind: 'arithmetic', op: '+', left, right });
const joinText = (left: Expr, right: Expr): Expr => ({ kind: 'arithmetic', op: '||', left, right });
const quotient = (left: Expr, right: Expr): Expr => ({ kind: 'arithmetic', op: '/', left, right });

/** Lowers each argument and hands them on; `pad` is never read where `args` bounds the count. */
const over =
  (make: (args: readonly Expr[], place: Place) => Expr) =>
  (nodes: readonly unknown[], place: Place): Expr =>
    make(
      nodes.map((node) => place.lower.expr(node, place)),
      place,
    );

const at = (args: readonly Expr[], index: number): Expr => {
  const arg = args[index];
  if (arg === undefined) throw unsupported('a call with too few arguments');
  return arg;
};

const part: Special = {
  args: [2, 2],
  make: ([unit, moment], place) => {
    const arg = place.lower.expr(moment, place);
    const made = datePart(constText(unit), arg);
    // PostgreSQL gives no whole number here, which its slash would tell from one.
    place.statement.types.set(made, 'decimal');
    return made;
  },
};

const elementCount: Special = {
  args: [2, 2],
  make: ([array, dimension], place) => {
    if (constInteger(dimension) !== 1) throw unsupported('an array dimension other than 1');
    // Of an empty array PostgreSQL says NULL here.
    return call('nullif', call('array_length', place.lower.expr(array, place)), integer(0));
  },
};

const jsonPath = (last: 'json_get' | 'json_text'): Special => ({
  args: [2, 20],
  make: ([json, ...path], place) => {
    const keys = path.map(constText).filter((key) => key !== null);
    if (keys.length !== path.length) throw unsupported('a JSON path that is not written out');
    return follow(place.lower.expr(json, place), keys, last);
  },
});

const CALLS = {
  extract: part,
  date_part: part,
  date_trunc: {
    args: [2, 2],
    make: ([unit, moment], place) => call('date_trunc', text(unitOf(constText(unit))), place.lower.expr(moment, place)),
  },
  timezone: { args: [2, 2], make: over((args) => call('at_time_zone', at(args, 1), at(args, 0))) },
  age: { args: [1, 2], make: over((args) => (args.length === 1 ? call('age', call('today'), at(args, 0)) : call('age', ...args))) },
  mod: { args: [2, 2], make: over((args) => ({ kind: 'arithmetic', op: '%', left: at(args, 0), right: at(args, 1) })) },
  div: { args: [2, 2], make: over((args) => call('trunc', quotient(at(args, 0), at(args, 1)))) },
  log: {
    args: [1, 2],
    make: over((args) => (args.length === 1 ? call('log10', at(args, 0)) : quotient(call('ln', at(args, 1)), call('ln', at(args, 0))))),
  },
  log10: { args: [1, 1], make: over((args) => call('log10', ...args)) },
  cbrt: { args: [1, 1], make: over((args) => call('power', at(args, 0), quotient(integer(1), integer(3)))) },
  pi: { args: [0, 0], make: () => ({ kind: 'literal', value: Math.PI, type: 'float' }) },
  substring: {
    args: [2, 3],
    make: over((args) => {
      const second = at(args, 1);
      if (second.kind === 'literal' && second.type === 'text') throw unsupported('SUBSTRING with a pattern');
      return call('substring', ...args);
    }),
  },
  overlay: {
    args: [3, 4],
    make: over((args) => {
      const [whole, placed, from] = [at(args, 0), at(args, 1), at(args, 2)];
      const after = sum(from, args[3] ?? call('length', placed));
      return joinText(joinText(call('substring', whole, integer(1), sum(from, integer(-1))), placed), call('substring', whole, after));
    }),
  },
  regexp_like: {
    args: [2, 3],
    make: (nodes, place) => {
      const flags = nodes[2] === undefined ? '' : constText(nodes[2]);
      if (flags !== '' && flags !== 'i') throw unsupported('regexp_like() with these flags');
      const [left, right] = [place.lower.expr(nodes[0], place), place.lower.expr(nodes[1], place)];
      return { kind: 'match', op: flags === 'i' ? 'iregex' : 'regex', left, right };
    },
  },
  position: { args: [2, 2], make: over((args) => call('position', ...args)) },
  array_length: elementCount,
  array_upper: elementCount,
  array_append: { args: [2, 2], make: over((args) => joinText(at(args, 0), { kind: 'array', items: [at(args, 1)] })) },
  array_cat: { args: [2, 2], make: over((args) => joinText(at(args, 0), at(args, 1))) },
  json_extract_path: jsonPath('json_get'),
  jsonb_extract_path: jsonPath('json_get'),
  json_extract_path_text: jsonPath('json_text'),
  jsonb_extract_path_text: jsonPath('json_text'),
  ts_rank: { args: [2, 2], make: (nodes, place) => call('text_rank', ...searchedIn(nodes, place)) },
  make_interval: { args: [1, 7], make: makeInterval },
} as const satisfies Record<string, Special>;

export const SPECIAL_NAMES: readonly string[] = Object.keys(CALLS);

const PARTS: Readonly<Record<string, FunctionName>> = {
  year: 'year',
  isoyear: 'isoyear',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
  doy: 'dayofyear',
  dow: 'weekday',
  isodow: 'isoweekday',
  hour: 'hour',
  minute: 'minute',
  second: 'second',
  epoch: 'epoch',
};

function datePart(unit: string | null, arg: Expr): Expr {
  const word = unitOf(unit);
  const fn = Object.hasOwn(PARTS, word) ? PARTS[word] : undefined;
  if (fn !== undefined) return call(fn, arg);
  const year = call('year', arg);
  if (word === 'decade') return call('floor', quotient(year, integer(10)));
  if (word === 'century') return call('ceil', quotient(year, integer(100)));
  throw unsupported(`EXTRACT(${word})`, `EXTRACT takes one of ${[...Object.keys(PARTS), 'decade', 'century'].join(', ')}`);
}

/** `MONTHS` and `mon` are units too. */
function unitOf(written: string | null): string {
  if (written === null) throw unsupported('a unit of time that is not written out');
  const word = written.trim().toLowerCase();
  return UNITS[word] ?? (word === 'centuries' ? 'century' : word.length > 3 ? word.replace(/s$/, '') : word);
}

const UNITS: Readonly<Record<string, string>> = {
  mon: 'month',
  mons: 'month',
  yr: 'year',
  yrs: 'year',
  hr: 'hour',
  hrs: 'hour',
  min: 'minute',
  mins: 'minute',
  sec: 'second',
  secs: 'second',
};

const INTERVAL_PARTS = ['years', 'months', 'weeks', 'days', 'hours', 'mins', 'secs'];

/** `make_interval(days => n)` is n times one day. */
function makeInterval(nodes: readonly unknown[], place: Place): Expr {
  const terms = nodes.map((node, index): Expr => {
    const named = bodyIf(node, 'NamedArgExpr');
    const name = named === null ? INTERVAL_PARTS[index] : String(named.name);
    if (name === undefined || !INTERVAL_PARTS.includes(name)) throw unsupported('make_interval() with these arguments');
    const one: Expr = { kind: 'literal', value: `1 ${name.replace(/s$/, '')}`, type: 'interval' };
    return { kind: 'arithmetic', op: '*', left: place.lower.expr(named?.arg ?? node, place), right: one };
  });
  return terms.reduce(sum);
}
