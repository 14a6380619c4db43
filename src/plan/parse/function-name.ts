import type { Fault } from '../../fault.ts';
import { functionNamed } from '../functions.ts';
import { type Expr, FUNCTIONS, type FunctionName } from '../plan.ts';
import { nearest } from '../scope.ts';
import type { Place, SqlType } from './place.ts';
import { unsupported } from './refuse.ts';
import { SPECIAL_NAMES } from './special-call.ts';
import { sqlTypeOf } from './sql-type.ts';

/** The plan's function that PostgreSQL calls this, with the same arguments; null when there is none. */
export function functionNameFor(name: string): FunctionName | null {
  if (Object.hasOwn(SPELLINGS, name)) return SPELLINGS[name as keyof typeof SPELLINGS];
  return SAME_NAME.has(name) ? (name as FunctionName) : null;
}

const SPELLINGS = {
  btrim: 'trim',
  char_length: 'length',
  character_length: 'length',
  strpos: 'position',
  substr: 'substring',
  ceiling: 'ceil',
  pow: 'power',
  dpow: 'power',
  cardinality: 'array_length',
  transaction_timestamp: 'now',
  json_typeof: 'json_type',
  jsonb_typeof: 'json_type',
  jsonb_array_length: 'json_array_length',
  jsonb_exists: 'json_has',
} as const satisfies Record<string, FunctionName>;

/** Names of the plan's own that PostgreSQL has not, or has for something else. */
const OWN_NAMES: ReadonlySet<FunctionName> = new Set([
  'trim',
  'log10',
  'year',
  'isoyear',
  'quarter',
  'month',
  'week',
  'day',
  'dayofyear',
  'weekday',
  'isoweekday',
  'hour',
  'minute',
  'second',
  'epoch',
  'at_time_zone',
  'today',
  'greatest',
  'least',
  'coalesce',
  'nullif',
  'json_get',
  'json_text',
  'json_type',
  'json_contains',
  'json_has',
  'text_match',
  'text_rank',
  'array_length',
  'array_contains',
  'array_overlaps',
]);

const SAME_NAME: ReadonlySet<string> = new Set(FUNCTIONS.filter((name) => !OWN_NAMES.has(name)));

const CALLABLE: readonly string[] = [...new Set([...SAME_NAME, ...Object.keys(SPELLINGS), ...SPECIAL_NAMES])].sort();

/** Names what was called and what could be: functions over the first argument's type, where that shows. */
export function unknownFunction(name: string, first: Expr | undefined, { statement }: Place): Fault {
  const type = first?.kind === 'literal' && first.type === 'text' ? 'text' : sqlTypeOf(first, statement);
  const family = type === undefined ? undefined : FAMILIES[type];
  const fitting =
    family === undefined ? [] : [...SAME_NAME].filter((each) => functionNamed(each as FunctionName).args[0] === family.argument);
  const alike = nearest(name, CALLABLE);
  const hints = [
    ...(alike.length > 0 ? [`near it: ${alike.join(', ')}`] : []),
    ...(family !== undefined ? [`known ${family.word} functions: ${fitting.join(', ')}`] : [`known functions: ${CALLABLE.join(', ')}`]),
  ];
  return unsupported(`the function ${name}()`, `The function ${name}() is not known; ${hints.join('; ')}`);
}

interface Family {
  readonly argument: string;
  readonly word: string;
}
const NUMBERS: Family = { argument: 'number', word: 'number' };
const MOMENTS: Family = { argument: 'moment', word: 'date and time' };

const FAMILIES: Readonly<Partial<Record<SqlType, Family>>> = {
  text: { argument: 'text', word: 'text' },
  integer: NUMBERS,
  bigint: NUMBERS,
  decimal: NUMBERS,
  float: NUMBERS,
  date: MOMENTS,
  timestamp: MOMENTS,
  json: { argument: 'json', word: 'JSON' },
  array: { argument: 'array', word: 'array' },
};
