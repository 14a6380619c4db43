import { LIMITS } from '../contract/limits.ts';
import { entries, isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';
import { elementsOf, MAX_LOOK, numberOf, seriesLength, textLength, textOf } from './postgres-sizes.ts';

/**
 * Why one statement would hold a processor for long, when that shows without running it; otherwise null. Only for what
 * PostgreSQL does without looking for a cancel: it ends such a statement neither at its time limit nor when asked to.
 */
export const unstoppableWork = (statement: unknown): string | null => {
  const found: Found = { ctes: 0, expanded: 0, relations: 0, longest: 1, members: 1, series: 1, gathers: false, paths: false, pairs: [] };
  gather(found, statement);
  if (found.ctes > CTES_MAX) return `WITH has ${found.ctes} queries in this statement; at most ${CTES_MAX} are accepted`;
  if (found.expanded > EXPANDED_CTES_MAX) return `NOT MATERIALIZED is accepted for at most ${EXPANDED_CTES_MAX} queries of a statement`;
  if (found.relations > RELATIONS_MAX)
    return `The statement names tables ${found.relations} times; at most ${RELATIONS_MAX} times are accepted`;
  for (const pair of found.pairs) {
    const refusal = judgePair(pair, found);
    if (refusal !== null) return refusal;
  }
  return null;
};

/** The planner takes the square of their number and more: 1,500 in a chain kept it busy for a minute. */
const CTES_MAX = 100;
/** Each is planned again wherever it is named, so a chain of them grows as a power. */
const EXPANDED_CTES_MAX = 2;
const RELATIONS_MAX = 300;
/** Characters of one argument times those of the other: some tenths of a second. */
const CHARACTER_PAIRS_MAX = 100_000_000;
/** Elements of one side times those of the other, each compared by a call. */
const ELEMENT_PAIRS_MAX = 10_000_000;
/** Characters that one call of normalize() may look at: it sorts long runs of marks by the square. */
const NORMALIZED_MAX = 1_000_000;

/** No text that is written out is longer, so what is longer was made by a call. */
const LITERAL_MAX = LIMITS.sqlMaxLength;

interface Found {
  ctes: number;
  expanded: number;
  relations: number;
  /** Characters of the longest text, or elements of the largest array, that this statement holds or a call of it makes. */
  longest: number;
  /** Elements of its longest list that is written out. */
  members: number;
  /** The most rows of one generate_series(). */
  series: number;
  /** Whether rows are gathered into one value somewhere, so that a series' rows may be a value's size. */
  gathers: boolean;
  /** Whether a path is made anywhere. */
  paths: boolean;
  readonly pairs: Pair[];
}

interface Pair {
  readonly name: string;
  readonly kind: 'characters' | 'elements' | 'normalize' | 'paths';
  readonly left: unknown;
  readonly right: unknown;
}

const CHARACTER_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['translate', 'btrim', 'ltrim', 'rtrim', 'position', 'strpos', 'replace', 'split_part', 'string_to_array', 'string_to_table'],
]);
const ELEMENT_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['arrayoverlap', 'arraycontains', 'arraycontained', 'jsonb_contains', 'jsonb_contained'],
]);
const GATHERING: ReadonlySet<string> = new Set(
  'array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict'.split(' '),
);
/** Of arrays, documents and polygons. */
const ELEMENT_OPERATORS: ReadonlySet<string> = new Set(['&&', '@>', '<@', '~=', '?|', '?&']);
const PATH_OPERATORS: ReadonlySet<string> = new Set(['<->', '?#']);
const PATH_MAKERS: ReadonlySet<string> = new Set(['path', 'popen', 'pclose']);
const MADE_BY: ReadonlySet<string> = new Set(['repeat', 'lpad', 'rpad', 'format', 'array_fill']);

const gather = (found: Found, value: unknown): void => {
  if (Array.isArray(value)) {
    for (const item of value) gather(found, item);
    return;
  }
  if (!isRecord(value)) return;
  for (const [type, body] of entries(value)) {
    if (isRecord(body)) NOTES[type]?.(found, body, value);
    gather(found, body);
  }
};

const NOTES: Readonly<Record<string, (found: Found, body: Json, node: Json) => void>> = {
  CommonTableExpr: (found, body) => {
    found.ctes += 1;
    if (body.ctematerialized === 'CTEMaterializeNever') found.expanded += 1;
  },
  RangeVar: (found) => {
    found.relations += 1;
  },
  TypeCast: (found, body) => {
    if (isRecord(body.typeName) && namesOf(body.typeName.names)?.at(-1) === 'path') found.paths = true;
  },
  SubLink: (found, body) => {
    if (body.subLinkType === 'ARRAY_SUBLINK') found.gathers = true;
  },
  FuncCall: (found, body, node) => {
    const name = namesOf(body.funcname)?.at(-1) ?? '';
    const args = Array.isArray(body.args) ? body.args : [];
    if (MADE_BY.has(name)) found.longest = Math.max(found.longest, sizeOf(node, 1, 0));
    if (name === 'generate_series') found.series = Math.max(found.series, seriesLength(args));
    if (PATH_MAKERS.has(name)) found.paths = true;
    if (GATHERING.has(name)) found.gathers = true;
    if (CHARACTER_FUNCTIONS.has(name)) found.pairs.push({ name: `${name}()`, kind: 'characters', left: args[0], right: args[1] });
    if (ELEMENT_FUNCTIONS.has(name)) found.pairs.push({ name: `${name}()`, kind: 'elements', left: args[0], right: args[1] });
    if (name === 'normalize' || name === 'is_normalized')
      found.pairs.push({ name: `${name}()`, kind: 'normalize', left: args[0], right: undefined });
  },
  A_Const: (found, _body, node) => {
    const text = textOf(node, 0) ?? '';
    found.longest = Math.max(found.longest, text.length);
    if (text.includes(',')) found.members = Math.max(found.members, text.split(',').length);
  },
  A_ArrayExpr: (found, _body, node) => {
    found.members = Math.max(found.members, elementsOf(node).length);
  },
  A_Expr: (found, body) => {
    const name = namesOf(body.name)?.at(-1) ?? '';
    const pair = { name, left: body.lexpr, right: body.rexpr };
    if (PATH_OPERATORS.has(name)) found.pairs.push({ ...pair, kind: 'paths' });
    if (ELEMENT_OPERATORS.has(name) || (name === '-' && isArray(body.rexpr))) found.pairs.push({ ...pair, kind: 'elements' });
  },
};

const judgePair = ({ name, kind, left, right }: Pair, found: Found): string | null => {
  if (kind === 'paths') {
    // Of what a name stands for the text says nothing, but without a path anywhere it is none: no table has one.
    if (!found.paths || !(mayBePath(left) && mayBePath(right))) return null;
    return `path ${name} path compares every segment with every other and cannot be stopped; compare points or boxes instead`;
  }
  if (kind === 'normalize') {
    if (sizeOf(left, found.longest, 0) <= NORMALIZED_MAX) return null;
    return `${name} takes at most ${NORMALIZED_MAX.toLocaleString('en-US')} characters here`;
  }
  const unknown =
    kind === 'characters'
      ? found.longest
      : Math.max(found.members, found.longest > LITERAL_MAX ? found.longest : 1, found.gathers ? found.series : 1);
  const measure = kind === 'characters' ? sizeOf : countOf;
  const most = kind === 'characters' ? CHARACTER_PAIRS_MAX : ELEMENT_PAIRS_MAX;
  if (measure(left, unknown, 0) * measure(right, unknown, 0) <= most) return null;
  return `${name} would compare more than ${most.toLocaleString('en-US')} pairs and could not be stopped; make one side shorter`;
};

/** Characters of a value: read off the text where it can be, else `unknown`, the longest that the statement makes. */
const sizeOf = (value: unknown, unknown: number, look: number): number => {
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
  if (name === 'array_fill') return elementsOf(args[1]).reduce<number>((product, size) => product * (numberOf(size, 0) ?? 1), 1);
  if (name === 'format') return Math.max(known, unknown);
  return Math.max(known, ...args.map((arg) => sizeOf(arg, unknown, look + 1)));
};

/** Elements of an array, or members of a document. */
const countOf = (value: unknown, unknown: number, look: number): number => {
  const text = textOf(value, 0);
  if (text !== null) return text.split(',').length;
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return 1;
  const { type, body } = wrapped;
  if (type === 'A_ArrayExpr') return elementsOf(value).length;
  if (type === 'A_Const') return 1;
  if (type === 'TypeCast') return countOf(body.arg, unknown, look + 1);
  if (type === 'FuncCall' && namesOf(body.funcname)?.at(-1) === 'polygon' && Array.isArray(body.args) && body.args.length === 2) {
    return numberOf(body.args[0], 0) ?? unknown;
  }
  return type === 'FuncCall' ? Math.max(1, sizeOf(value, unknown, look)) : unknown;
};

/** A document from which the elements of an array are taken away; of numbers the right side is none. */
const isArray = (value: unknown): boolean => {
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

const mayBePath = (value: unknown): boolean => {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) return false;
  const { type, body } = wrapped;
  if (type === 'TypeCast' && isRecord(body.typeName)) return namesOf(body.typeName.names)?.at(-1) === 'path';
  return type !== 'FuncCall' || PATH_MAKERS.has(namesOf(body.funcname)?.at(-1) ?? '');
};
