import { isAllowedFunction, TABLE_FUNCTIONS } from './clickhouse-functions.ts';
import type { Node } from './clickhouse-parser.ts';
import { STATE } from './clickhouse-words.ts';
import type { GuardScope } from './guard.ts';

/** Which tables a statement may name. */
export interface Names {
  /** Of bare names. */
  readonly home: string;
  readonly relations: GuardScope['relations'];
  /** Where tables of other databases may be named too; null where it is not known. */
  readonly schema: GuardScope['schema'];
  /** Told of a table of another database while it is not known whether there is one. */
  readonly onOther: () => void;
}

type Ctes = ReadonlySet<string>;

const NONE: Ctes = new Set();

/** Why the tree holds something that may not run; null when all of it may. What is not known is refused. */
export function refuseTree(roots: readonly Node[], names: Names): string | null {
  for (const root of roots) {
    const reason = refuse(root, NONE, names);
    if (reason !== null) return reason;
  }
  return null;
}

/** Why a table may not be named; null when it may. */
export function refuseTable(name: string, ctes: ReadonlySet<string>, { home, relations, schema, onOther }: Names): string | null {
  const parts = name.split('.');
  const [first = '', second] = parts;
  if (second === undefined) return relations === null || relations.has(first) || ctes.has(first) ? null : notHere(name);
  if (parts.length === 2 && first === home) return relations === null || relations.has(second) ? null : notHere(name);
  // A name of one part may hold a dot itself, which is not told from two parts: it has to be one of the tables either way.
  const isThere = schema?.tables.some(({ place }) => place !== undefined && `${place.schema}.${place.name}` === name);
  if (isThere) return null;
  if (schema === null) onOther();
  return notHere(name);
}

const notHere = (name: string): string => `${name} is not a table of this database`;

function refuse(node: Node, ctes: Ctes, names: Names): string | null {
  if (!KINDS.has(node.kind)) return REASONS[node.kind] ?? `${node.kind} is not allowed here`;
  switch (node.kind) {
    case 'SelectWithUnionQuery':
      if (node.children.length !== 1) return 'FORMAT, SETTINGS and INTO OUTFILE are not allowed: the service chooses how rows are sent';
      return each(node.children, ctes, names);
    case 'SelectQuery':
      return refuseSelect(node, ctes, names);
    case 'TableIdentifier':
      return refuseTable(node.name, ctes, names);
    case 'TableExpression':
      return refuseSource(node, ctes, names);
    case 'Function':
      return refuseFunction(node, ctes, names);
    default:
      return each(node.children, ctes, names);
  }
}

function each(nodes: readonly Node[], ctes: Ctes, names: Names): string | null {
  for (const node of nodes) {
    const reason = refuse(node, ctes, names);
    if (reason !== null) return reason;
  }
  return null;
}

/** A name of WITH counts from the next one on, and in its own body only as what it was before: a table, unless it is recursive. */
function refuseSelect({ children }: Node, outer: Ctes, names: Names): string | null {
  let ctes = outer;
  for (const [index, child] of children.entries()) {
    const isWith = index === 0 && child.children.some(({ kind }) => kind === 'WithElement');
    // Where two lists stand side by side, the first is that of WITH.
    const other = index === 0 && children[1]?.kind === 'ExpressionList' ? child.children.find(isOfAnother(names)) : undefined;
    if (other) return notHere(other.name);
    if (!isWith) {
      const reason = refuse(child, ctes, names);
      if (reason !== null) return reason;
      continue;
    }
    for (const element of child.children) {
      const inside = element.isRecursive ? new Set([...ctes, element.name]) : ctes;
      const reason = element.kind === 'WithElement' ? each(element.children, inside, names) : refuse(element, ctes, names);
      if (reason !== null) return reason;
      if (element.kind === 'WithElement') ctes = new Set([...ctes, element.name]);
    }
  }
  return null;
}

/** `WITH default.x AS f … FROM f`: the engine takes no such name for a table; should it, `default` shows files as tables. */
const isOfAnother =
  ({ home }: Names) =>
  ({ kind, name }: Node): boolean => {
    const [first = '', second] = name.split('.');
    return kind === 'Identifier' && second !== undefined && first !== home && DATABASES.has(first.toLowerCase());
  };

const DATABASES: ReadonlySet<string> = new Set(['default', 'system', 'information_schema']);

function refuseSource({ children }: Node, ctes: Ctes, names: Names): string | null {
  for (const child of children) {
    if (child.kind === 'Function') {
      if (!TABLE_FUNCTIONS.has(child.name)) return `${child.name}() is not an allowed table function`;
      const reason = each(child.children, ctes, names);
      if (reason !== null) return reason;
      continue;
    }
    const reason = refuse(child, ctes, names);
    if (reason !== null) return reason;
  }
  return null;
}

function refuseFunction({ name, children }: Node, ctes: Ctes, names: Names): string | null {
  if (IN.test(name)) {
    // A bare name on the right may be a table.
    const set = children[0]?.children[1];
    const reason = set?.kind === 'Identifier' ? refuseTable(set.name, ctes, names) : null;
    if (reason !== null) return reason;
  } else if (TYPED.test(name) || LAST_TYPED.test(name)) {
    const given = children[0]?.children ?? [];
    const reason = refuseType(LAST_TYPED.test(name) ? given.slice(-1) : given.slice(1));
    if (reason !== null) return reason;
  }
  if (NAMED_AGGREGATE.test(name)) {
    const reason = refuseNamedAggregate(children[0]?.children[0]);
    if (reason !== null) return reason;
  }
  if (!IN.test(name) && !isAllowedFunction(name) && !OPERATORS.has(name)) return `${name}() is not an allowed function`;
  return each(children, ctes, names);
}

/**
 * A type may be given as a text, which the tree shows as such, or be calculated, which is not known here. Bytes that are cast to
 * a state of an aggregate go to code of the engine that trusts them.
 */
function refuseType(types: readonly Node[]): string | null {
  for (const { kind, name } of types) {
    if (kind === 'Literal' && STATE.test(name)) return 'A state of an aggregate is no type that a statement may name';
  }
  return types[0]?.kind === 'Literal' && TEXT.test(types[0].name) ? null : 'A type stands in the statement as a text';
}

/** Whole: what follows a bracket inside of it may have been taken for an alias. */
const TEXT = /^'(?:[^'\\]|\\.)*'$/s;

/** Functions whose second value is the name of a type. */
const TYPED = /^_?(accurate)?cast(or(null|default))?$|^reinterpret$|^(dynamic|variant)element$|^defaultvalueoftypename$/i;

/** Its last value is. */
const LAST_TYPED = /^jsonextract(caseinsensitive)?$/i;

/** Their first value is the name of an aggregate, with its parameters. */
const NAMED_AGGREGATE = /^arrayreduce(inranges)?$/i;

function refuseNamedAggregate(given: Node | undefined): string | null {
  const name = given?.kind === 'Literal' ? /^'(\w+)(?:\(.*\))?'$/s.exec(given.name)?.[1] : undefined;
  if (name === undefined) return 'The aggregate of arrayReduce() stands in the statement as a text';
  return isAllowedFunction(name) ? null : `${name}() is not an allowed function`;
}

const IN = /^(global)?(not)?(null)?in(ignoreset)?$/i;

/** Functions that the parser makes of the language itself. */
const OPERATORS: ReadonlySet<string> = new Set([
  'lambda',
  'exists',
  'array',
  'tuple',
  'map',
  'CAST',
  'cast',
  'grouping',
  'arrayJoin',
  'countDistinct',
]);

const KINDS: ReadonlySet<string> = new Set([
  ...['SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'SelectQuery', 'ExpressionList', 'Subquery', 'WithElement'],
  ...['TablesInSelectQuery', 'TablesInSelectQueryElement', 'TableExpression', 'TableIdentifier', 'TableJoin', 'ArrayJoin', 'SampleRatio'],
  ...['Function', 'Identifier', 'Literal', 'Asterisk', 'QualifiedAsterisk', 'OrderByElement', 'InterpolateElement'],
  ...['WindowDefinition', 'WindowListElement', 'ColumnsRegexpMatcher', 'ColumnsListMatcher', 'QualifiedColumnsRegexpMatcher'],
  ...['QualifiedColumnsListMatcher', 'ColumnsTransformerList', 'ColumnsExceptTransformer', 'ColumnsReplaceTransformer'],
  ...['ColumnsReplaceTransformer::Replacement', 'Assignment', 'DeleteQuery', 'UpdateQuery', 'InsertQuery'],
]);

const REASONS: Readonly<Record<string, string>> = {
  Set: 'SETTINGS are not allowed: the service sets them',
  ColumnsApplyTransformer: 'APPLY is not allowed: name the columns',
  QueryParameter: 'A name cannot be a bound value',
};
