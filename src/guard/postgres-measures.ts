import { isRecord, namesOf, unwrap } from './postgres-json.ts';
import { elementsOf, filledOf, MAX_LOOK, numberOf, textLength, textOf } from './postgres-sizes.ts';

/** They gather rows into one value. */
export const GATHERING: ReadonlySet<string> = new Set(
  'array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict'.split(' '),
);

/** Characters of a value: read off the text where it can be, else `unknown`, the longest that the statement makes. */
export const sizeOf = (value: unknown, unknown: number, look: number): number => {
  const text = textOf(value, 0);
  if (text !== null) return text.length;
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return 1;
  const { type, body } = wrapped;
  if (type === 'A_Const') return 1;
  if (type === 'TypeCast' || type === 'NamedArgExpr' || type === 'CollateClause') return sizeOf(body.arg, unknown, look + 1);
  if (type === 'A_Expr') return sizeOf(body.lexpr, unknown, look + 1) + sizeOf(body.rexpr, unknown, look + 1);
  if (type !== 'FuncCall') return unknown;
  const known = textLength(value, 0);
  const args = Array.isArray(body.args) ? body.args : [];
  const name = namesOf(body.funcname)?.at(-1) ?? '';
  if (name === 'array_fill') return filledOf(args[1]);
  if (name === 'format' || GATHERING.has(name)) return Math.max(known, unknown);
  return Math.max(known, ...args.map((arg) => sizeOf(arg, unknown, look + 1)));
};

/** Elements of an array, or members of a document. */
export const countOf = (value: unknown, unknown: number, look: number): number => {
  const text = textOf(value, 0);
  if (text !== null) return text.split(',').length;
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return 1;
  const { type, body } = wrapped;
  if (type === 'A_ArrayExpr') return elementsOf(value).length;
  if (type === 'A_Const') return 1;
  if (type === 'TypeCast') return countOf(body.arg, unknown, look + 1);
  if (type === 'FuncCall' && namesOf(body.funcname)?.at(-1) === 'polygon' && Array.isArray(body.args)) return cornersOf(body.args);
  return type === 'FuncCall' ? Math.max(1, sizeOf(value, unknown, look)) : unknown;
};

/** Of polygon(): a number that only running tells may be any. A circle alone has twelve, a box four. */
export const cornersOf = (args: readonly unknown[]): number =>
  args.length === 2 ? (numberOf(args[0], 0) ?? Number.POSITIVE_INFINITY) : 12;

/** A document from which the elements of an array are taken away; of numbers the right side is none. */
export const isArray = (value: unknown): boolean => {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) return false;
  const { type, body } = wrapped;
  if (type === 'TypeCast') return isRecord(body.typeName) && body.typeName.arrayBounds !== undefined;
  if (type === 'SubLink') return body.subLinkType === 'ARRAY_SUBLINK' || isArray(onlyColumnOf(body.subselect));
  if (type === 'FuncCall') return ARRAY_MAKERS.has(namesOf(body.funcname)?.at(-1) ?? '');
  return type === 'A_ArrayExpr';
};

const ARRAY_MAKERS: ReadonlySet<string> = new Set(['array_agg', 'array_fill', 'string_to_array', 'regexp_split_to_array']);

function onlyColumnOf(select: unknown): unknown {
  const body = unwrap(select)?.body;
  const [target] = isRecord(body) && Array.isArray(body.targetList) ? body.targetList : [];
  const column = unwrap(target)?.body;
  return isRecord(column) ? column.val : undefined;
}
