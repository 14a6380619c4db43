import { entries, isRecord, type Json, nameOf, namesOf, unwrap } from './postgres-json.ts';

/**
 * Why an expression can fail for some row, whatever the table holds; null when it cannot. What names no column is the same
 * for every row and is not examined. Over columns, only operations that PostgreSQL defines for every value of their types are
 * taken: no arithmetic, which overflows, and no cast but to text.
 */
export function failingPart(node: unknown, columns: ReadonlyMap<string, string>): string | null {
  const wrapped = unwrap(node);
  const names = columnsIn(node);
  if (names.length === 0 || wrapped === null || !isRecord(wrapped.body)) return null;
  const { type, body } = wrapped;
  if (type === 'ColumnRef') return null;
  if (type === 'NullTest') return failingPart(body.arg, columns);
  const risky = names.find((name) => RISKY_TYPES.has(columns.get(name) ?? ''));
  if (risky !== undefined) return mayFail(`What is asked of ${risky}, which is of type ${columns.get(risky)},`);
  if (!JOINING.has(type) && mixes(names.map((name) => columns.get(name))))
    return mayFail('A numeric column beside one of double precision is converted to it, which');
  const own = REFUSALS[type];
  if (own === undefined) return mayFail(`What ${names[0]} is used in`);
  const refused = own(body);
  if (refused !== null) return mayFail(refused);
  for (const part of partsOf(type, body)) {
    const failing = failingPart(part, columns);
    if (failing !== null) return failing;
  }
  return null;
}

const mayFail = (what: string): string =>
  `${what} can fail for a row, and then everything that the grantee asks would: compare columns as they are (=, <, LIKE, IN, IS NULL and the like), or keep what is computed in a column of its own`;

/** Of nodes over columns: what of the node itself can fail; null when nothing. Any other node is refused. */
const REFUSALS: Readonly<Record<string, (body: Json) => string | null>> = {
  BoolExpr: () => null,
  BooleanTest: () => null,
  CoalesceExpr: () => null,
  MinMaxExpr: () => null,
  CaseExpr: () => null,
  CaseWhen: () => null,
  List: () => null,
  A_ArrayExpr: () => null,
  A_Expr: refusedOperator,
  FuncCall: ({ funcname }) => {
    const name = namesOf(funcname)?.at(-1) ?? '';
    return TOTAL_FUNCTIONS.has(name) ? null : `${name}() of a column`;
  },
  TypeCast: ({ typeName }) => {
    const name = isRecord(typeName) ? namesOf(typeName.names)?.at(-1) : undefined;
    return name === 'text' ? null : `A cast of a column to ${name ?? 'another type'}`;
  },
};

/** Text that is read when it is used, and shapes that are compared by areas and lengths, which overflow. */
const RISKY_TYPES: ReadonlySet<string> = new Set(['json', 'xml', 'box', 'circle', 'line', 'lseg', 'path', 'point', 'polygon']);

/** What stands below these has nothing to do with what stands beside it. */
const JOINING: ReadonlySet<string> = new Set(['BoolExpr', 'BooleanTest']);

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);
/** Over jsonb, arrays and ranges; `json` is refused before. */
const CONTAINMENT: ReadonlySet<string> = new Set(['@>', '<@', '&&', '->', '->>', '#>', '#>>', '?', '?|', '?&']);
const COMPARING: ReadonlySet<unknown> = new Set([
  'AEXPR_OP',
  'AEXPR_OP_ANY',
  'AEXPR_OP_ALL',
  'AEXPR_IN',
  'AEXPR_DISTINCT',
  'AEXPR_NOT_DISTINCT',
  'AEXPR_NULLIF',
]);
const BETWEEN: ReadonlySet<unknown> = new Set(['AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN', 'AEXPR_BETWEEN_SYM', 'AEXPR_NOT_BETWEEN_SYM']);
const LIKE: ReadonlySet<unknown> = new Set(['AEXPR_LIKE', 'AEXPR_ILIKE']);

function refusedOperator({ kind, name, rexpr }: Json): string | null {
  const operator = namesOf(name)?.at(-1) ?? '';
  if (BETWEEN.has(kind)) return null;
  if (LIKE.has(kind)) return isWholePattern(rexpr) ? null : 'A pattern that is not written out, or ends in the middle of an escape,';
  const isTotal = COMPARING.has(kind) && (COMPARISONS.has(operator) || (kind === 'AEXPR_OP' && CONTAINMENT.has(operator)));
  return isTotal ? null : `${operator} of a column`;
}

/** A backslash at its end is an error, when a row gets that far. */
function isWholePattern(node: unknown): boolean {
  const wrapped = unwrap(node);
  if (wrapped?.type !== 'A_Const' || !isRecord(wrapped.body)) return false;
  const text = isRecord(wrapped.body.sval) ? (wrapped.body.sval.sval ?? '') : null;
  return typeof text === 'string' && /^(?:[^\\]|\\[\s\S])*$/.test(text);
}

/** Defined for every value of each type that they take. */
const TOTAL_FUNCTIONS: ReadonlySet<string> = new Set([
  'lower',
  'upper',
  'char_length',
  'character_length',
  'octet_length',
  'btrim',
  'ltrim',
  'rtrim',
  'left',
  'right',
  'strpos',
  'starts_with',
  'md5',
  'num_nulls',
  'num_nonnulls',
  'cardinality',
  'isfinite',
  'jsonb_typeof',
]);

/** The expressions below a node: not its names. */
const partsOf = (type: string, body: Json): unknown[] =>
  entries(body).flatMap(([name, value]) => {
    if (name === 'funcname' || name === 'typeName' || (type === 'A_Expr' && name === 'name')) return [];
    return Array.isArray(value) ? value : [value];
  });

function columnsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(columnsIn);
  if (!isRecord(value)) return [];
  return entries(value).flatMap(([name, part]) => {
    if (name !== 'ColumnRef') return columnsIn(part);
    const fields = isRecord(part) && Array.isArray(part.fields) ? part.fields : [];
    return [nameOf(fields.at(-1)) ?? ''];
  });
}

const mixes = (types: readonly (string | undefined)[]): boolean =>
  types.some((type) => type?.startsWith('numeric')) && types.some((type) => type === 'double precision' || type === 'real');
