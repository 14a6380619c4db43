import { LIMITS } from '../contract/limits.ts';
import { expandedParts } from './postgres-expansion.ts';
import { growthOf } from './postgres-growth.ts';
import { isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';
import { comparesSequences, type PathUse, pathsOf } from './postgres-jsonpath.ts';
import { cornersOf, countOf, GATHERING, isArray, sizeOf } from './postgres-measures.ts';
import { rowsFrom, rowsOfQuery } from './postgres-rows.ts';
import { elementsOf, numberOf, seriesLength, textOf } from './postgres-sizes.ts';

/**
 * Why one statement would hold a processor for long, when that shows without running it; otherwise null. Only for what
 * PostgreSQL does without looking for a cancel: it ends such a statement neither at its time limit nor when asked to.
 */
export const unstoppableWork = (statement: unknown): string | null => judgeWork(statement).refusal;

/** The same, and whether it may hang on the sizes of bound values. */
export const judgeWork = (statement: unknown): { readonly refusal: string | null; readonly measures: boolean } => {
  const found: Found = {
    ctes: 0,
    expanded: 0,
    relations: 0,
    equalities: 0,
    sortedAggregates: 0,
    longest: 1,
    members: 1,
    made: 0,
    series: 1,
    named: new Map(),
    selects: [],
    gathers: false,
    paths: false,
    polygons: false,
    measures: false,
    growth: null,
    pairs: [],
  };
  gather(found, statement);
  if (found.growth === null && expandedParts(statement) > EXPANDED_PARTS_MAX) found.growth = EXPANDED;
  return { refusal: refusalOf(found), measures: found.measures || found.pairs.length > 0 };
};

const refusalOf = (found: Found): string | null => {
  if (found.growth !== null) return found.growth;
  for (const select of found.selects) found.series = Math.max(found.series, rowsFrom(select, found.named));
  if (found.ctes > CTES_MAX) return `WITH has ${found.ctes} queries in this statement; at most ${CTES_MAX} are accepted`;
  if (found.expanded > EXPANDED_CTES_MAX) return `NOT MATERIALIZED is accepted for at most ${EXPANDED_CTES_MAX} queries of a statement`;
  if (found.relations > RELATIONS_MAX)
    return `The statement names tables and functions to read from ${found.relations} times; at most ${RELATIONS_MAX} times are accepted`;
  if (found.equalities > EQUALITIES_MAX)
    return `The statement equates columns ${found.equalities} times; at most ${EQUALITIES_MAX} times are accepted`;
  if (found.sortedAggregates > SORTED_AGGREGATES_MAX)
    return `The statement has ${found.sortedAggregates} aggregates with DISTINCT or ORDER BY; at most ${SORTED_AGGREGATES_MAX} are accepted`;
  if (found.made > MADE_MAX)
    return `The statement would make values of more than ${MADE_MAX.toLocaleString('en-US')} characters and elements together; make fewer`;
  // What is done before PostgreSQL looks for a cancel is the work of all calls of an expression, one after the other.
  const shares = new Map<Pair['kind'], number>();
  for (const pair of found.pairs) {
    const { share, refusal } = judgePair(pair, found);
    const total = (shares.get(pair.kind) ?? 0) + share;
    if (total > 1) return refusal;
    shares.set(pair.kind, total);
  }
  return null;
};

/** What is written out while a statement is read and planned, without a look for a cancel: some tenths of a second, and as many megabytes. */
const EXPANDED_PARTS_MAX = 500_000;
const EXPANDED =
  'The statement says parts of itself again so often, in BETWEEN, IN or columns of subqueries, that it could not be stopped; say them once, in a WITH … AS MATERIALIZED';
/** The planner takes the square of their number and more: 1,500 in a chain kept it busy for a minute. */
const CTES_MAX = 100;
/** Each is planned again wherever it is named, so a chain of them grows as a power. */
const EXPANDED_CTES_MAX = 2;
const RELATIONS_MAX = 300;
/** The planner holds each against all the others at every join: five hundred of two small tables kept it busy for more than six seconds. */
const EQUALITIES_MAX = 200;
/** The planner looks for an order that suits most of them, in more than the square of their number: 1,500 kept it busy for more than fifteen seconds. */
const SORTED_AGGREGATES_MAX = 200;
/** Characters of one argument times those of the other: some tenths of a second. */
const CHARACTER_PAIRS_MAX = 100_000_000;
/** Elements of one side times those of the other, each compared by a call. */
const ELEMENT_PAIRS_MAX = 10_000_000;
/** Corners of one polygon times those of the other: their distance is looked for between all sides, some tenths of a second. */
const CORNER_PAIRS_MAX = 1_000_000;
/** Characters of a text times the fragments that are asked for: each is looked for among all places of the words, a second at the most. */
const FRAGMENT_PAIRS_MAX = 500_000_000;
/** Characters that one call may look at of the functions whose work grows by the square of one argument's. */
const SQUARED_MAX: Readonly<Record<string, number>> = {
  // They sort long runs of marks by pairs, and one character may stand for two marks: at this length a second at the most.
  normalize: 5_000,
  is_normalized: 5_000,
  // Each word is joined to the query of all those before it.
  phraseto_tsquery: 100_000,
  plainto_tsquery: 100_000,
  websearch_to_tsquery: 100_000,
  // A cast looks for no cancel: at 100,000 words it takes more than fifteen seconds.
  tsquery: LIMITS.sqlMaxLength,
  // Each fragment is held against all those chosen before: at this length a second.
  ts_headline: 500_000,
};

/** Characters and elements of all values of which the text tells how large they are made. */
const MADE_MAX = 50_000_000;
/** What a recursion that puts texts or arrays together may make of them. */
const GROWN = 20_000;

/** No text that is written out is longer, so what is longer was made by a call. */
const LITERAL_MAX = LIMITS.sqlMaxLength;

interface Found {
  ctes: number;
  expanded: number;
  relations: number;
  /** Of what names columns on both sides. */
  equalities: number;
  /** With DISTINCT or an ORDER BY of their own. */
  sortedAggregates: number;
  /** Characters of the longest text, or elements of the largest array, that this statement holds or a call of it makes. */
  longest: number;
  /** Elements of its longest list that is written out. */
  members: number;
  /** Characters and elements of all that is made of a size that can be read. */
  made: number;
  /** The most rows that may be gathered, as far as lengths of series tell. */
  series: number;
  /** Rows of the queries of a WITH, by their names. */
  readonly named: Map<string, number>;
  /** What has a FROM. */
  readonly selects: Json[];
  /** Whether rows are gathered into one value somewhere, so that a series' rows may be a value's size. */
  gathers: boolean;
  /** Whether a path is made anywhere. */
  paths: boolean;
  /** Whether a polygon is. */
  polygons: boolean;
  /** Of values of a recursion, or of the statement itself. */
  growth: string | null;
  /** Whether something is made of a size that an argument tells. */
  measures: boolean;
  readonly pairs: Pair[];
}

interface Pair {
  readonly name: string;
  readonly kind: 'characters' | 'fragments' | 'elements' | 'sequences' | 'paths' | 'polygons' | 'pattern' | 'squared';
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
/** They look for each word of a query among those of a vector, and for each pair of these at all of their places. */
const RANKING_FUNCTIONS: ReadonlySet<string> = new Set(['ts_rank', 'ts_rank_cd']);
const PATH_FUNCTION = /^jsonb_path_/;
/** Of documents and paths; the second also of texts and words to look for. */
const JSON_PATH_OPERATORS: ReadonlySet<string> = new Set(['@?', '@@']);
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
    if (isRecord(body)) {
      NOTES[type]?.(found, body, value);
      // A branch of UNION stands there without a wrapper, as WITH does.
      if (Array.isArray(body.fromClause)) found.selects.push(body);
      if (body.recursive === true) found.growth ??= growthIn(body);
      if (body.recursive === true && joinsColumns(body)) {
        found.longest = Math.max(found.longest, GROWN);
        found.members = Math.max(found.members, GROWN);
      }
    }
    gather(found, body);
  }
};

const NOTES: Readonly<Record<string, (found: Found, body: Json, node: Json) => void>> = {
  CommonTableExpr: (found, body) => {
    found.ctes += 1;
    if (body.ctematerialized === 'CTEMaterializeNever') found.expanded += 1;
    found.named.set(String(body.ctename), rowsOfQuery(body.ctequery, found.named));
  },
  JoinExpr: (found, body) => {
    // Of a natural one how many it equates is for the tables to say.
    if (Array.isArray(body.usingClause)) found.equalities += body.usingClause.length;
    else if (body.isNatural === true) found.equalities += 1;
  },
  JsonFuncExpr: (found, body) => {
    for (const use of pathsOf(body)) notePath(found, 'JSON_QUERY()', use);
  },
  JsonTable: (found, body) => {
    for (const use of pathsOf(body)) notePath(found, 'JSON_TABLE()', use);
  },
  RangeVar: (found) => {
    found.relations += 1;
  },
  RangeFunction: (found) => {
    found.relations += 1;
  },
  TypeCast: (found, body) => {
    const type = isRecord(body.typeName) ? namesOf(body.typeName.names)?.at(-1) : undefined;
    found.made += filledUpTo(type, body.typeName);
    if (type === 'tsquery') found.pairs.push({ name: type, kind: 'squared', left: body.arg, right: undefined });
    if (type === 'path') found.paths = true;
    if (type === 'polygon') found.polygons = true;
  },
  SubLink: (found, body) => {
    if (body.subLinkType === 'ARRAY_SUBLINK') found.gathers = true;
  },
  FuncCall: (found, body, node) => {
    const name = namesOf(body.funcname)?.at(-1) ?? '';
    const args = Array.isArray(body.args) ? body.args : [];
    if (MADE_BY.has(name) || name === 'generate_series') found.measures = true;
    if (MADE_BY.has(name)) {
      const size = sizeOf(node, 1, 0);
      found.longest = Math.max(found.longest, size);
      found.made += size;
    }
    if (body.agg_distinct === true || Array.isArray(body.agg_order)) found.sortedAggregates += 1;
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
    // A configuration may come first.
    if (name === 'ts_headline' && args.length > 2)
      for (const document of args.slice(0, 2))
        found.pairs.push({ name: 'ts_headline()', kind: 'fragments', left: document, right: args.at(-1) });
    if (name === 'ts_headline')
      for (const at of [1, 2]) found.pairs.push({ name: 'ts_headline()', kind: 'characters', left: args[at - 1], right: args[at] });
    if (PATH_FUNCTION.test(name)) notePath(found, `${name}()`, { document: args[0], path: args[1], variables: args.slice(2, 3) });
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
    if (JSON_PATH_OPERATORS.has(name) && (name === '@?' || textOf(body.rexpr, 0)?.includes('$') === true))
      notePath(found, name, { document: body.lexpr, path: body.rexpr, variables: [] });
    if (PATTERN_OPERATORS.has(name)) found.pairs.push({ ...pair, name: 'LIKE', kind: 'pattern' });
    if (PATH_OPERATORS.has(name)) found.pairs.push({ ...pair, kind: 'paths' });
    if (name === '<->') found.pairs.push({ ...pair, kind: 'polygons' });
    if (ELEMENT_OPERATORS.has(name) || (name === '-' && isArray(body.rexpr))) found.pairs.push({ ...pair, kind: 'elements' });
  },
};

/** How much of what is bearable the pair takes, and how it is refused where that, with what was before it, is too much. */
const judgePair = ({ name, kind, left, right }: Pair, found: Found): { share: number; refusal: string } => {
  if (kind === 'paths') {
    // Of what a name stands for the text says nothing, but without a path anywhere it is none: no table has one.
    const isPaths = found.paths && mayBePath(left) && mayBePath(right);
    const refusal = `path ${name} path compares every segment with every other and cannot be stopped; compare points or boxes instead`;
    return { share: isPaths ? Number.POSITIVE_INFINITY : 0, refusal };
  }
  if (kind === 'squared') {
    const most = SQUARED_MAX[name] ?? 0;
    return {
      share: (sizeOf(left, unknownSize('characters', found), 0) / most) ** 2,
      refusal: `${name}() takes at most ${most.toLocaleString('en-US')} characters here`,
    };
  }
  if (kind === 'fragments') {
    const size = sizeOf(left, unknownSize('characters', found), 0);
    return {
      share: (size * Math.min(size, fragmentsOf(right))) / FRAGMENT_PAIRS_MAX,
      refusal: 'ts_headline() would look for too many fragments in so long a text and could not be stopped; set MaxFragments to fewer',
    };
  }
  const most = PAIRS_MAX[kind];
  const refusal = `${name} would compare more than ${most.toLocaleString('en-US')} pairs and could not be stopped; make one side shorter`;
  // Of points, boxes and words it is one comparison.
  if (kind === 'polygons' && !found.polygons) return { share: 0, refusal };
  const unknown = unknownSize(kind, found);
  const measure = kind === 'characters' || kind === 'pattern' ? sizeOf : countOf;
  return { share: (measure(left, unknown, 0) * measure(right, unknown, 0)) / most, refusal };
};

const PAIRS_MAX = {
  characters: CHARACTER_PAIRS_MAX,
  pattern: CHARACTER_PAIRS_MAX,
  elements: ELEMENT_PAIRS_MAX,
  sequences: ELEMENT_PAIRS_MAX,
  polygons: CORNER_PAIRS_MAX,
} as const;

/** What options of ts_headline() say, the most where they say it twice, or the query in their place; as many as there are words where only running can tell. */
const fragmentsOf = (options: unknown): number => {
  const text = textOf(options, 0);
  const isQuery = text === null && /tsquery$/.test(namesOf(unwrap(options)?.type === 'FuncCall' ? nameOfCall(options) : [])?.at(-1) ?? '');
  if (isQuery) return 0;
  if (text === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...[...text.matchAll(/maxfragments\W*(\d+)/gi)].map(([, count]) => Number(count)));
};

const nameOfCall = (call: unknown): unknown => {
  const body = unwrap(call)?.body;
  return isRecord(body) ? body.funcname : [];
};

/** What a value may measure whose size its text does not tell. */
const unknownSize = (kind: Pair['kind'], found: Found): number => {
  const gathered = found.gathers ? found.series : 1;
  if (kind === 'characters') return Math.max(found.longest, gathered);
  const made = found.longest > LITERAL_MAX ? found.longest : 1;
  return kind === 'pattern' ? made : Math.max(found.members, made, gathered);
};

/** Each side of a comparison may be all of the document, or of a variable. */
const notePath = (found: Found, name: string, { document, path, variables }: PathUse): void => {
  const text = textOf(path, 0);
  if (text !== null && !comparesSequences(text)) return;
  for (const side of [document, ...variables])
    if (side !== undefined) found.pairs.push({ name, kind: 'sequences', left: document, right: side });
};

const growthIn = ({ ctes }: Json): string | null => {
  for (const item of Array.isArray(ctes) ? ctes : []) {
    const cte = unwrap(item)?.body;
    const growth = isRecord(cte) ? growthOf(cte) : null;
    if (growth !== null) return growth;
  }
  return null;
};

/** Whether columns are put together, as a recursion does that doubles what it has. */
const joinsColumns = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(joinsColumns);
  if (!isRecord(value)) return false;
  const { A_Expr: operation, FuncCall: call } = value;
  if (isRecord(operation) && namesOf(operation.name)?.at(-1) === '||' && namesColumn(operation.lexpr) && namesColumn(operation.rexpr))
    return true;
  if (isRecord(call) && JOINING.has(namesOf(call.funcname)?.at(-1) ?? '') && namesColumn(call.args)) return true;
  return Object.values(value).some(joinsColumns);
};

const JOINING: ReadonlySet<string> = new Set(['concat', 'concat_ws', 'array_cat', 'format', 'repeat', 'jsonb_concat']);

const namesColumn = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(namesColumn);
  if (!isRecord(value)) return false;
  for (const name in value) if (name === 'ColumnRef' || namesColumn(value[name])) return true;
  return false;
};

/** What a cast fills a value up to: `char(n)` with blanks, `bit(n)` with zeros. */
const filledUpTo = (type: string | undefined, typeName: unknown): number =>
  (type === 'bpchar' || type === 'bit') && isRecord(typeName) && Array.isArray(typeName.typmods)
    ? Math.max(0, numberOf(typeName.typmods[0], 0) ?? 0)
    : 0;

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
