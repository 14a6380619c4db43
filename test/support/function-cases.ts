import type { Expr, FunctionName } from '../../src/plan/plan.ts';

const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const whole = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const exact = (value: number): Expr => ({ kind: 'literal', value, type: 'decimal' });
const float = (value: number): Expr => ({ kind: 'literal', value, type: 'float' });
const day = (value: string): Expr => ({ kind: 'literal', value, type: 'date' });
const moment = (value: string): Expr => ({ kind: 'literal', value, type: 'timestamp' });
const span = (value: string): Expr => ({ kind: 'literal', value, type: 'interval' });
const json = (value: unknown): Expr => ({ kind: 'literal', value: JSON.stringify(value), type: 'json' });
const list = (...items: Expr[]): Expr => ({ kind: 'array', items });
const nothing: Expr = { kind: 'cast', arg: { kind: 'literal', value: null, type: 'null' }, type: 'text' };

const leapDay = moment('2024-02-29 13:45:30.25');

/** For every scalar function: arguments and what comes of them, as text; null is no value. Checked on real engines. */
export const FUNCTION_CASES: Record<FunctionName, readonly (readonly [args: readonly Expr[], result: string | RegExp | null])[]> = {
  lower: [[[text('ÄbC')], 'äbc']],
  upper: [[[text('äbc')], 'ÄBC']],
  initcap: [[[text('new york city')], 'New York City']],
  trim: [
    [[text('  a b ')], 'a b'],
    [[text('xxaxx'), text('x')], 'a'],
  ],
  ltrim: [[[text('  a ')], 'a ']],
  rtrim: [[[text(' a  ')], ' a']],
  length: [[[text('Zürich')], '6']],
  concat: [[[text('a'), nothing, whole(1)], 'a1']],
  concat_ws: [[[text('-'), text('a'), nothing, text('b')], 'a-b']],
  substring: [
    [[text('Zürich'), whole(2)], 'ürich'],
    [[text('Zürich'), whole(2), whole(3)], 'üri'],
    [[text('abc'), whole(0), whole(2)], 'a'],
  ],
  left: [
    [[text('Zürich'), whole(2)], 'Zü'],
    [[text('abc'), whole(-1)], 'ab'],
  ],
  right: [
    [[text('Zürich'), whole(2)], 'ch'],
    [[text('abc'), whole(-1)], 'bc'],
  ],
  lpad: [[[text('7'), whole(3), text('0')], '007']],
  rpad: [[[text('ab'), whole(4), text('.')], 'ab..']],
  replace: [[[text('a.b.c'), text('.'), text('-')], 'a-b-c']],
  regexp_replace: [
    [[text('a1b2'), text('[0-9]'), text('#')], 'a#b2'],
    [[text('a1b2'), text('[0-9]'), text('#'), text('g')], 'a#b#'],
  ],
  reverse: [[[text('äb')], 'bä']],
  repeat: [[[text('ab'), whole(2)], 'abab']],
  position: [
    [[text('Zürich'), text('ri')], '3'],
    [[text('abc'), text('x')], '0'],
  ],
  starts_with: [[[text('abc'), text('ab')], 'true']],
  split_part: [
    [[text('a,b,c'), text(','), whole(2)], 'b'],
    [[text('a,b'), text(','), whole(5)], ''],
  ],
  to_char: [
    [[leapDay, text('YYYY-MM-DD HH24:MI:SS')], '2024-02-29 13:45:30'],
    [[day('2024-02-05'), text('YYYY-MM')], '2024-02'],
  ],
  abs: [[[exact(-1.5)], '1.5']],
  round: [
    [[exact(2.345), whole(2)], '2.35'],
    [[exact(-0.5)], '-1'],
    [[float(2.345), whole(2)], '2.35'],
  ],
  trunc: [
    [[exact(-2.789), whole(1)], '-2.7'],
    [[exact(2.9)], '2'],
  ],
  floor: [[[exact(-1.5)], '-2']],
  ceil: [[[exact(-1.5)], '-1']],
  sign: [[[exact(-1.5)], '-1']],
  power: [[[whole(2), whole(10)], '1024']],
  sqrt: [[[whole(9)], '3']],
  exp: [[[whole(0)], '1']],
  ln: [[[whole(1)], '0']],
  log10: [[[whole(1000)], /^(3|2\.9{10,}\d*)$/]],
  greatest: [[[whole(1), whole(3), whole(2)], '3']],
  least: [[[whole(1), whole(3), whole(2)], '1']],
  random: [[[], /^0(\.\d+)?|\d\.\d+e-\d+$/]],
  coalesce: [[[nothing, text('b')], 'b']],
  nullif: [
    [[whole(1), whole(1)], null],
    [[whole(1), whole(2)], '1'],
  ],
  year: [[[leapDay], '2024']],
  isoyear: [[[day('2023-01-01')], '2022']],
  quarter: [[[leapDay], '1']],
  month: [[[leapDay], '2']],
  week: [[[day('2023-01-01')], '52']],
  day: [[[leapDay], '29']],
  dayofyear: [[[leapDay], '60']],
  weekday: [[[day('2024-03-03')], '0']],
  isoweekday: [[[day('2024-03-03')], '7']],
  hour: [[[leapDay], '13']],
  minute: [[[leapDay], '45']],
  second: [[[leapDay], /^30\.250*$/]],
  epoch: [[[moment('1970-01-02 00:00:00')], /^86400(\.0+)?$/]],
  date_trunc: [
    [[text('month'), leapDay], /^2024-02-01 00:00:00(\.0+)?(\+00)?$/],
    [[text('week'), leapDay], /^2024-02-26 00:00:00(\.0+)?(\+00)?$/],
  ],
  age: [[[day('2024-03-01'), day('2023-03-01')], /1 year/]],
  make_date: [[[whole(2024), whole(2), whole(29)], '2024-02-29']],
  to_date: [[[text('29.02.2024'), text('DD.MM.YYYY')], '2024-02-29']],
  to_timestamp: [[[whole(86400)], /^1970-01-02 00:00:00(\.0+)?(\+00)?$/]],
  at_time_zone: [[[moment('2024-07-01 12:00:00'), text('Europe/Berlin')], /^2024-07-01 10:00:00(\.0+)?(\+00)?$/]],
  today: [[[], /^\d{4}-\d\d-\d\d$/]],
  now: [[[], /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/]],
  json_get: [[[json({ a: { b: 1 } }), text('a')], /^\{"b": ?1\}$/]],
  json_text: [
    [[json({ a: 'x' }), text('a')], 'x'],
    [[json([5, 6]), whole(1)], '6'],
  ],
  json_array_length: [[[json([5, 6])], '2']],
  json_type: [[[json({})], 'object']],
  json_contains: [[[json({ a: 1, b: 2 }), json({ a: 1 })], 'true']],
  json_has: [[[json({ a: 1 }), text('a')], 'true']],
  text_match: [
    [[text('The billing services were down.'), text('billing service')], 'true'],
    [[text('The billing services were down.'), text('billing -service')], 'false'],
    [[text('The billing services were down.'), text('the')], 'false'],
  ],
  text_rank: [
    [[text('tea'), text('tea')], /^0\.06/],
    [[text('coffee'), text('tea')], '0'],
  ],
  array_length: [[[list(whole(1), whole(2))], '2']],
  array_position: [
    [[list(text('a'), text('b')), text('b')], '2'],
    [[list(text('a')), text('z')], null],
  ],
  array_contains: [[[list(whole(1), whole(2)), list(whole(2))], 'true']],
  array_overlaps: [[[list(whole(1), whole(2)), list(whole(3))], 'false']],
  array_to_string: [[[list(text('a'), text('b')), text('+')], 'a+b']],
  string_to_array: [[[text('a,b'), text(',')], /^\{a,b\}|\['a','b'\]$/]],
};

/** An interval's parts; engines without the type leave them out. */
export const SPAN_CASES: readonly (readonly [FunctionName, Expr, string])[] = [
  ['day', span('3 days 4 hours'), '3'],
  ['epoch', span('1 hour'), '3600.000000'],
];
