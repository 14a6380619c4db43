import { LIMITS } from '../contract/limits.ts';
import { isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';
import { elementsOf, MAX_LOOK, numberOf, seriesLength, textLength, textOf } from './postgres-sizes.ts';

/**
 * Why one statement would hold a processor for long, when that shows without running it; otherwise null. Only for what
 * PostgreSQL does without looking for a cancel: it ends such a statement neither at its time limit nor when asked to.
 */
export const unstoppableWork = (statement: unknown): string | null => {
  const found: Found = {
    ctes: 0,
    expanded: 0,
    relations: 0,
    equalities: 0,
    longest: 1,
    members: 1,
    series: 1,
    gathers: false,
    paths: false,
    polygons: false,
    pairs: [],
  };
  gather(found, statement);
  if (found.ctes > CTES_MAX) return `WITH has ${found.ctes} queries in this statement; at most ${CTES_MAX} are accepted`;
  if (found.expanded > EXPANDED_CTES_MAX) return `NOT MATERIALIZED is accepted for at most ${EXPANDED_CTES_MAX} queries of a statement`;
  if (found.relations > RELATIONS_MAX)
    return `The statement names tables ${found.relations} times; at most ${RELATIONS_MAX} times are accepted`;
  if (found.equalities > EQUALITIES_MAX)
    return `The statement equates columns ${found.equalities} times; at most ${EQUALITIES_MAX} times are accepted`;
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
/** The planner holds each against all the others at every join: five hundred of two small tables kept it busy for more than six seconds. */
const EQUALITIES_MAX = 200;
/** Characters of one argument times those of the other: some tenths of a second. */
const CHARACTER_PAIRS_MAX = 100_000_000;
/** Elements of one side times those of the other, each compared by a call. */
const ELEMENT_PAIRS_MAX = 10_000_000;
/** Corners of one polygon times those of the other: their distance is looked for between all sides, some tenths of a second. */
const CORNER_PAIRS_MAX = 1_000_000;
/** Characters that one call may look at of the functions whose work grows by the square of one argument's. */
const SQUARED_MAX: Readonly<Record<string, number>> = {
  // They sort long runs of marks by pairs, and one character may stand for two marks: at this length a second at the most.
  normalize: 5_000,
  is_normalized: 5_000,
  // Each word is joined to the query of all those before it.
  phraseto_tsquery: 100_000,
  plainto_tsquery: 100_000,
  websearch_to_tsquery: 100_000,
};

/** No text that is written out is longer, so what is longer was made by a call. */
const LITERAL_MAX = LIMITS.sqlMaxLength;

interface Found {
  ctes: number;
  expanded: number;
  relations: number;
  /** Of what names columns on both sides. */
  equalities: number;
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
  /** Whether a polygon is. */
  polygons: boolean;
  readonly pairs: Pair[];
}

interface Pair {
  readonly name: string;
  readonly kind: 'characters' | 'elements' | 'paths' | 'polygons' | 'pattern' | 'squared';
  readonly left: unknown;
  readonly right: unknown;
}

const CHARACTER_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['translate', 'btrim', 'ltrim', 'rtrim', 'position', 'strpos', 'replace', 'split_part', 'string_to_array', 'string_to_table'],
  // For each part of the format the rest of the text is measured.
  ...['to_date', 'to_timestamp', 'to_number'],
]);
const ELEMENT_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['arrayoverlap', 'arraycontains', 'arraycontained', 'jsonb_contains', 'jsonb_contained', 'jsonb_exists_any', 'jsonb_exists_all'],
]);
const GATHERING: ReadonlySet<string> = new Set(
  'array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict'.split(' '),
);
/** They look for each word of a query among those of a vector, and for each pair of these at all of their places. */
const RANKING_FUNCTIONS: ReadonlySet<string> = new Set(['ts_rank', 'ts_rank_cd']);
/** Of arrays, documents and polygons. */
const ELEMENT_OPERATORS: ReadonlySet<string> = new Set(['&&', '@>', '<@', '~=', '?|', '?&']);
/** LIKE, ILIKE and their opposites: what follows a `%` is held against every place of the text. */
const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['~~', '!~~', '~~*', '!~~*']);
const PATH_OPERATORS: ReadonlySet<string> = new Set(['<->', '?#']);
const PATH_MAKERS: ReadonlySet<string> = new Set(['path', 'popen', 'pclose']);
const MADE_BY: ReadonlySet<string> = new Set(['repeat', 'lpad', 'rpad', 'format', 'array_fill']);

const gather = (found: Found, value: unknown): void => {
  if (Array.isArray(value)) {
    for (const item of value) gather(found, item);
    return;
  }
  if (!isRecord(value)) return;
  for (const type in value) {
    const body = value[type];
    if (typeof body !== 'object' || body === null) continue;
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
    const type = isRecord(body.typeName) ? namesOf(body.typeName.names)?.at(-1) : undefined;
    if (type === 'path') found.paths = true;
    if (type === 'polygon') found.polygons = true;
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
    if (name === 'polygon') {
      found.polygons = true;
      found.members = Math.max(found.members, cornersOf(args));
    }
    if (GATHERING.has(name)) found.gathers = true;
    if (CHARACTER_FUNCTIONS.has(name)) found.pairs.push({ name: `${name}()`, kind: 'characters', left: args[0], right: args[1] });
    if (ELEMENT_FUNCTIONS.has(name)) found.pairs.push({ name: `${name}()`, kind: 'elements', left: args[0], right: args[1] });
    // Weights may come first.
    if (RANKING_FUNCTIONS.has(name))
      for (const kind of ['elements', 'characters'] as const)
        for (const at of [1, 2]) found.pairs.push({ name: `${name}()`, kind, left: args[at - 1], right: args[at] });
    if (Object.hasOwn(SQUARED_MAX, name)) for (const arg of args) found.pairs.push({ name, kind: 'squared', left: arg, right: undefined });
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
    if (name === '=' && namesColumn(body.lexpr) && namesColumn(body.rexpr)) found.equalities += partsOf(body.lexpr);
    if (PATTERN_OPERATORS.has(name)) found.pairs.push({ ...pair, name: 'LIKE', kind: 'pattern' });
    if (PATH_OPERATORS.has(name)) found.pairs.push({ ...pair, kind: 'paths' });
    if (name === '<->') found.pairs.push({ ...pair, kind: 'polygons' });
    if (ELEMENT_OPERATORS.has(name) || (name === '-' && isArray(body.rexpr))) found.pairs.push({ ...pair, kind: 'elements' });
  },
};

const judgePair = ({ name, kind, left, right }: Pair, found: Found): string | null => {
  if (kind === 'paths') {
    // Of what a name stands for the text says nothing, but without a path anywhere it is none: no table has one.
    if (!found.paths || !(mayBePath(left) && mayBePath(right))) return null;
    return `path ${name} path compares every segment with every other and cannot be stopped; compare points or boxes instead`;
  }
  // Of points, boxes and words it is one comparison.
  if (kind === 'polygons' && !found.polygons) return null;
  if (kind === 'squared') {
    const most = SQUARED_MAX[name] ?? 0;
    if (sizeOf(left, found.longest, 0) <= most) return null;
    return `${name}() takes at most ${most.toLocaleString('en-US')} characters here`;
  }
  const isText = kind === 'characters' || kind === 'pattern';
  const unknown = unknownSize(kind, found);
  const measure = isText ? sizeOf : countOf;
  const most = isText ? CHARACTER_PAIRS_MAX : kind === 'polygons' ? CORNER_PAIRS_MAX : ELEMENT_PAIRS_MAX;
  if (measure(left, unknown, 0) * measure(right, unknown, 0) <= most) return null;
  return `${name} would compare more than ${most.toLocaleString('en-US')} pairs and could not be stopped; make one side shorter`;
};

/** What a value may measure whose size its text does not tell. */
const unknownSize = (kind: Pair['kind'], found: Found): number => {
  if (kind === 'characters') return found.longest;
  const made = found.longest > LITERAL_MAX ? found.longest : 1;
  return kind === 'pattern' ? made : Math.max(found.members, made, found.gathers ? found.series : 1);
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
  if (type === 'FuncCall' && namesOf(body.funcname)?.at(-1) === 'polygon' && Array.isArray(body.args)) return cornersOf(body.args);
  return type === 'FuncCall' ? Math.max(1, sizeOf(value, unknown, look)) : unknown;
};

/** Of polygon(): a number that only running tells may be any. A circle alone has twelve, a box four. */
const cornersOf = (args: readonly unknown[]): number => (args.length === 2 ? (numberOf(args[0], 0) ?? Number.POSITIVE_INFINITY) : 12);

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

const namesColumn = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(namesColumn);
  if (!isRecord(value)) return false;
  for (const name in value) if (name === 'ColumnRef' || namesColumn(value[name])) return true;
  return false;
};

/** Columns of a row that is compared as one. */
const partsOf = (value: unknown): number => {
  const wrapped = unwrap(value);
  return wrapped?.type === 'RowExpr' && isRecord(wrapped.body) && Array.isArray(wrapped.body.args) ? wrapped.body.args.length : 1;
};

const mayBePath = (value: unknown): boolean => {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) return false;
  const { type, body } = wrapped;
  if (type === 'TypeCast' && isRecord(body.typeName)) return namesOf(body.typeName.names)?.at(-1) === 'path';
  return type !== 'FuncCall' || PATH_MAKERS.has(namesOf(body.funcname)?.at(-1) ?? '');
};
