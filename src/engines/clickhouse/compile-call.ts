import { functionNamed } from '../../plan/functions.ts';
import type { FunctionName } from '../../plan/plan.ts';
import type { Call } from './call.ts';
import { asText } from './compile-cast.ts';
import { formatted, readDate } from './compile-format.ts';
import { age, dateTrunc, epoch, momentPart, second } from './compile-moment.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { refused } from './refuse.ts';
import { PARTS } from './result-types.ts';
import { asNullable, isDecimal, isFloat, isInt, WIDE_DECIMAL } from './shape.ts';

type Build = (to: Expressions, expr: Call, names: Level) => string;

/** A scalar function: spelled by the function table, or built here where ClickHouse means something else by the same name. */
export function call(to: Expressions, expr: Call, names: Level): string {
  const build = BUILT[expr.fn];
  if (build) return build(to, expr, names);
  if (PARTS.has(expr.fn)) return momentPart(to, expr, names);
  const spelling = functionNamed(expr.fn).clickhouse;
  if (spelling === null) throw refused(expr.fn);
  const args = expr.args.map((arg) => to.render(arg, names));
  return spelling.replaceAll(/\{(\*|\d)\}/g, (_, which: string) => (which === '*' ? args.join(', ') : (args[Number(which)] ?? '')));
}

const arg = (to: Expressions, expr: Call, names: Level, at: number): string => {
  const given = expr.args[at];
  return given ? to.render(given, names) : '';
};

const unified =
  (fn: string): Build =>
  (to, expr, names) =>
    `${fn}(${to.unified(expr.args, names).join(', ')})`;

/** A float is rounded as the decimal that its text says, halves away from zero; ClickHouse rounds a float's halves to even. */
const rounded =
  (fn: 'round' | 'trunc'): Build =>
  (to, expr, names) => {
    const [value, digits] = expr.args;
    if (!value) return 'NULL';
    const shape = to.shape(value, names);
    const exact = isDecimal(shape)
      ? to.render(value, names)
      : isFloat(shape) || isInt(shape)
        ? to.as(value, WIDE_DECIMAL, names)
        : to.render(value, names);
    if (!digits) return `${fn}(${exact})`;
    if (digits.kind !== 'literal') throw refused(`${fn} to a number of digits that is not a constant`);
    return `${fn}(${exact}, ${Number(digits.value)})`;
  };

/** Characters from `start`, which may lie before the text; PostgreSQL counts those that are not there too. */
const substring: Build = (to, expr, names) => {
  const [, start, length] = expr.args;
  const text = arg(to, expr, names, 0);
  const from = arg(to, expr, names, 1);
  if (start?.kind === 'literal' && Number(start.value) >= 1) {
    if (!length) return `substringUTF8(${text}, ${from})`;
    const taken = arg(to, expr, names, 2);
    return `substringUTF8(${text}, ${from}, ${length.kind === 'literal' ? taken : `greatest(${taken}, 0)`})`;
  }
  if (!length) return `substringUTF8(${text}, greatest(${from}, 1))`;
  return `substringUTF8(${text}, greatest(${from}, 1), greatest(${from} + ${arg(to, expr, names, 2)} - greatest(${from}, 1), 0))`;
};

const end =
  (fn: 'leftUTF8' | 'rightUTF8'): Build =>
  (to, expr, names) => {
    const count = expr.args[1];
    const [text, taken] = [arg(to, expr, names, 0), arg(to, expr, names, 1)];
    if (count?.kind === 'literal' && Number(count.value) >= 0) return `${fn}(${text}, ${taken})`;
    // A negative count leaves out that many at the other end.
    return `${fn}(${text}, greatest(if(${taken} < 0, toInt64(lengthUTF8(${text})) + ${taken}, ${taken}), 0))`;
  };

const json = (to: Expressions, expr: Call, names: Level, at = 0): string => {
  const given = expr.args[at];
  if (!given) return "''";
  const shape = to.shape(given, names);
  return shape.type === 'json' && shape.base !== 'String' ? `toJSONString(${to.render(given, names)})` : to.render(given, names);
};

/** Keys are names, or positions from 0; ClickHouse counts from 1, and from the end alike. */
function jsonKey(to: Expressions, expr: Call, names: Level): string {
  const key = expr.args[1];
  if (!key) return "''";
  const text = to.render(key, names);
  if (to.shape(key, names).type !== 'integer') return text;
  return `if(${text} < 0, ${text}, ${text} + 1)`;
}

const jsonText: Build = (to, expr, names) => {
  const [from, key] = [json(to, expr, names), jsonKey(to, expr, names)];
  return `multiIf(JSONType(${from}, ${key}) = 'String', JSONExtractString(${from}, ${key}), JSONType(${from}, ${key}) = 'Null', NULL, nullIf(JSONExtractRaw(${from}, ${key}), ''))`;
};

const BUILT: Partial<Record<FunctionName, Build>> = {
  concat: (to, expr, names) => {
    const parts = expr.args.map((each) =>
      to.shape(each, names).nullable ? `ifNull(${asText(to, each, names, ['t', 'f'])}, '')` : asText(to, each, names, ['t', 'f']),
    );
    return parts.length === 1 ? `toString(${parts[0]})` : `concat(${parts.join(', ')})`;
  },
  concat_ws: (to, expr, names) => {
    const [separator, ...rest] = expr.args;
    const parts = rest.map((each) => `CAST(${asText(to, each, names, ['t', 'f'])} AS Nullable(String))`);
    return `arrayStringConcat(arrayFilter(part -> part IS NOT NULL, [${parts.join(', ')}]), ${separator ? to.render(separator, names) : "''"})`;
  },
  substring,
  left: end('leftUTF8'),
  right: end('rightUTF8'),
  repeat: (to, expr, names) => `repeat(${arg(to, expr, names, 0)}, greatest(${arg(to, expr, names, 1)}, 0))`,
  regexp_replace: (to, expr, names) => {
    const flags = expr.args[3];
    if (flags && flags.kind !== 'literal') throw refused('flags of a regular expression that are not a constant');
    const all = String(flags?.value ?? '').includes('g');
    const pattern = arg(to, expr, names, 1);
    const folded = String(flags?.value ?? '').includes('i') ? `concat('(?i)', ${pattern})` : pattern;
    return `${all ? 'replaceRegexpAll' : 'replaceRegexpOne'}(${arg(to, expr, names, 0)}, ${folded}, ${arg(to, expr, names, 2)})`;
  },
  split_part: (to, expr, names) => {
    const count = expr.args[2];
    if (count?.kind === 'literal' && Number(count.value) === 0) throw refused('the part 0 of a text');
    return `splitByString(${arg(to, expr, names, 1)}, ${arg(to, expr, names, 0)})[${arg(to, expr, names, 2)}]`;
  },
  to_char: formatted,
  to_date: readDate,
  round: rounded('round'),
  trunc: rounded('trunc'),
  abs: (to, expr, names) => {
    const [value] = expr.args;
    return value && isInt(to.shape(value, names)) ? `toInt64(abs(${arg(to, expr, names, 0)}))` : `abs(${arg(to, expr, names, 0)})`;
  },
  floor: (to, expr, names) => whole('floor', to, expr, names),
  ceil: (to, expr, names) => whole('ceiling', to, expr, names),
  power: (to, expr, names) => `pow(toFloat64(${arg(to, expr, names, 0)}), toFloat64(${arg(to, expr, names, 1)}))`,
  greatest: unified('greatest'),
  least: unified('least'),
  coalesce: unified('coalesce'),
  nullif: (to, expr, names) => {
    const [left, right] = expr.args;
    if (!left || !right) return 'NULL';
    return `nullIf(${to.render(left, names)}, ${to.compared(right, left, names)})`;
  },
  second,
  epoch,
  age,
  date_trunc: dateTrunc,
  to_timestamp: (to, expr, names) => `fromUnixTimestamp64Micro(toInt64(${to.as(expr.args[0] ?? expr, WIDE_DECIMAL, names)} * 1000000))`,
  json_get: (to, expr, names) => `nullIf(JSONExtractRaw(${json(to, expr, names)}, ${jsonKey(to, expr, names)}), '')`,
  json_text: jsonText,
  json_array_length: (to, expr, names) => `JSONLength(${json(to, expr, names)})`,
  json_type: (to, expr, names) =>
    `transform(toString(JSONType(${json(to, expr, names)})), ['Int64', 'UInt64', 'Double', 'Bool'], ['number', 'number', 'number', 'boolean'], lower(toString(JSONType(${json(to, expr, names)}))))`,
  json_has: (to, expr, names) => `JSONHas(${json(to, expr, names)}, ${arg(to, expr, names, 1)})`,
  array_to_string: (to, expr, names) =>
    `arrayStringConcat(arrayMap(each -> toString(each), ${arg(to, expr, names, 0)}), ${arg(to, expr, names, 1)})`,
  string_to_array: (to, expr, names) => `splitByString(${arg(to, expr, names, 1)}, ${arg(to, expr, names, 0)})`,
};

/** A whole number is its own floor, and keeps its type. */
function whole(fn: string, to: Expressions, expr: Call, names: Level): string {
  const [value] = expr.args;
  if (!value) return 'NULL';
  const shape = to.shape(value, names);
  return isInt(shape) ? `CAST(${to.render(value, names)} AS ${asNullable('Int64', shape.nullable)})` : `${fn}(${to.render(value, names)})`;
}
