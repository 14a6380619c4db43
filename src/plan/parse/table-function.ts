import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Source, TableFunctionName } from '../plan.ts';
import { type Place, planAlias, type SqlType } from './place.ts';
import { unsupported } from './refuse.ts';
import { sqlTypeOf } from './sql-type.ts';
import { listOf, systemName } from './tree.ts';

type FunctionSource = Extract<Source, { kind: 'function' }>;

/** A call in FROM. `alias` and `column` are what the text calls it and its column, null where it says nothing. */
export function readTableFunction(
  call: Json,
  { alias, column }: { alias: string | null; column: string | null },
  place: Place,
): { source: FunctionSource; type: SqlType | undefined } {
  const name = systemName(call.funcname, 'the function');
  const found = tableFunctionCalled(name);
  if (found === null)
    throw unsupported(`the function ${name}() in FROM`, `The function ${name}() is not known in FROM; known there: ${KNOWN}`);
  const args = listOf(call.args).map((arg, at) => stepOf(place.lower.expr(arg, place), name, at));
  const [min, max] = found.args;
  if (args.length < min || args.length > max) throw unsupported(`${name}() with ${args.length} arguments`);
  const as = planAlias(alias ?? name, place);
  const made: readonly Expr[] = found.from === 'string_to_table' ? [{ kind: 'call', fn: 'string_to_array', args }] : args;
  const type = found.fn === 'generate_series' ? seriesType(sqlTypeOf(args[0], place.statement)) : found.type;
  return { source: { kind: 'function', fn: found.fn, args: [...made], column: column ?? found.column ?? alias ?? name, as }, type };
}

interface TableFunction {
  readonly fn: TableFunctionName;
  readonly args: readonly [min: number, max: number];
  /** The column's own name, where PostgreSQL gives it one. */
  readonly column?: string;
  readonly type?: SqlType;
  readonly from?: 'string_to_table';
}

export const tableFunctionCalled = (name: string): TableFunction | null =>
  Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name as keyof typeof FUNCTIONS] : null;

const FUNCTIONS = {
  generate_series: { fn: 'generate_series', args: [2, 3] },
  unnest: { fn: 'unnest', args: [1, 1] },
  string_to_table: { fn: 'unnest', args: [2, 2], from: 'string_to_table', type: 'text' },
  json_array_elements: { fn: 'json_array_elements', args: [1, 1], column: 'value', type: 'json' },
  jsonb_array_elements: { fn: 'json_array_elements', args: [1, 1], column: 'value', type: 'json' },
  json_array_elements_text: { fn: 'json_array_elements_text', args: [1, 1], column: 'value', type: 'text' },
  jsonb_array_elements_text: { fn: 'json_array_elements_text', args: [1, 1], column: 'value', type: 'text' },
  json_object_keys: { fn: 'json_object_keys', args: [1, 1], type: 'text' },
  jsonb_object_keys: { fn: 'json_object_keys', args: [1, 1], type: 'text' },
} as const satisfies Record<string, TableFunction>;

const KNOWN = Object.keys(FUNCTIONS).join(', ');

/** A bare text as the step of a series is an interval: a series has no steps of text. */
const stepOf = (arg: Expr, name: string, at: number): Expr =>
  name === 'generate_series' && at === 2 && arg.kind === 'literal' && arg.type === 'text' ? { ...arg, type: 'interval' } : arg;

/** A series over dates is one of timestamps. */
const seriesType = (first: SqlType | undefined): SqlType | undefined => (first === 'date' ? 'timestamp' : first);
