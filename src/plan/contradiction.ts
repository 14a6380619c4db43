import type { Expr, Plan, Query, Select, SetOperation } from './plan.ts';

/**
 * Why no row can meet the plan's conditions, in words; null when nothing says so. "After 2020 and before 2010" is a slip
 * of the tongue, and "no rows" would be a misleading answer to it.
 */
export function contradictionIn(plan: Plan): string | null {
  for (const where of wheres(plan)) {
    const found = excluded(where);
    if (found !== null) return found;
  }
  for (const query of queries(plan)) {
    const found = query.kind === 'set' ? leftOver(query) : joinedAndAbsent(query);
    if (found !== null) return found;
  }
  return null;
}

/** Every query of the plan, itself included. */
function* queries(part: unknown): Generator<Query> {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part && (part.kind === 'select' || part.kind === 'set')) yield part as Query;
  for (const inner of Object.values(part)) yield* queries(inner);
}

/** What is left of rows after all of the same are taken away: none. */
function leftOver({ op, left, right }: SetOperation): string | null {
  if (op !== 'except' || left.kind !== 'select' || right.kind !== 'select') return null;
  const narrows = ['where', 'having', 'limit', 'offset', 'joins', 'groupBy'] as const;
  const same = JSON.stringify([left.columns, left.from]) === JSON.stringify([right.columns, right.from]);
  return same && narrows.every((part) => right[part] === undefined) ? 'Everything is taken away from itself, which leaves nothing.' : null;
}

/** Rows that have one of a table by a join, and none of it by the same keys. */
function joinedAndAbsent({ joins, where }: Select): string | null {
  if (joins === undefined || where === undefined) return null;
  const absent = conjuncts(where).flatMap((test) => (test.kind === 'not' && test.arg.kind === 'exists' ? [test.arg.query] : []));
  for (const query of absent) {
    if (query.kind !== 'select' || query.from?.kind !== 'table' || query.joins !== undefined || query.where === undefined) continue;
    const { table } = query.from;
    const keys = new Set(conjuncts(query.where).map(sidesOf));
    const joined = joins.some(
      ({ type, source, on }) =>
        type === 'inner' &&
        source.kind === 'table' &&
        source.table === table &&
        on !== undefined &&
        keys.size === conjuncts(on).length &&
        conjuncts(on).every((pair) => keys.has(sidesOf(pair))),
    );
    if (joined) return `They cannot have ${table.replaceAll('_', ' ')} and have none at once.`;
  }
  return null;
}

const sidesOf = (expr: Expr): string =>
  expr.kind === 'compare' ? [expr.op, ...[JSON.stringify(expr.left), JSON.stringify(expr.right)].sort()].join() : JSON.stringify(expr);

/** Every WHERE of the plan, those of its subqueries too. */
function* wheres(part: unknown): Generator<Expr> {
  if (typeof part !== 'object' || part === null) return;
  if ('where' in part && part.where !== undefined) yield part.where as Expr;
  for (const inner of Object.values(part)) yield* wheres(inner);
}

interface Bound {
  readonly value: number | string;
  readonly open: boolean;
  /** As it is said: "before 2010-01-01". */
  readonly said: string;
}

interface Bounds {
  low: Bound | null;
  high: Bound | null;
}

function excluded(where: Expr): string | null {
  const columns = new Map<string, Bounds>();
  const empty = new Set(
    conjuncts(where).flatMap((test) => (test.kind === 'isNull' && test.arg.kind === 'column' ? [keyOf(test.arg)] : [])),
  );
  for (const choice of conjuncts(where)) {
    // One of several values, and another one at once.
    const values = choice.kind === 'or' ? choice.args.flatMap(boundsOf) : [];
    const [first] = values;
    if (first === undefined || choice.kind !== 'or' || values.length < choice.args.length) continue;
    const isOne = values.every(([, key, side]) => key === first[1] && side === 'both');
    const other = conjuncts(where)
      .flatMap(boundsOf)
      .find(([, key, side, { value }]) => isOne && key === first[1] && side === 'both' && values.every((one) => one[3].value !== value));
    if (other !== undefined) return `${other[0]} cannot be ${other[3].said} and ${values.map((one) => one[3].said).join(' or ')} at once.`;
  }
  for (const [name, key, side, bound] of conjuncts(where).flatMap(boundsOf)) {
    if (empty.has(key)) return `${name} cannot be empty and ${bound.said} at once.`;
    const known = columns.get(key) ?? { low: null, high: null };
    columns.set(key, known);
    if (side !== 'high' && (known.low === null || compare(bound, known.low) > 0)) known.low = bound;
    if (side !== 'low' && (known.high === null || compare(bound, known.high) < 0)) known.high = bound;
    const { low, high } = known;
    if (low === null || high === null || typeof low.value !== typeof high.value) continue;
    const order = compare(low, high);
    if (order > 0 || (order === 0 && (low.open || high.open))) return `${name} cannot be ${low.said} and ${high.said} at once.`;
  }
  return null;
}

const conjuncts = (expr: Expr): readonly Expr[] => (expr.kind === 'and' ? expr.args.flatMap(conjuncts) : [expr]);

type Side = 'low' | 'high' | 'both';

function boundsOf(expr: Expr): [name: string, key: string, side: Side, bound: Bound][] {
  if (expr.kind === 'between') {
    return [
      ...boundsOf({ kind: 'compare', op: '>=', left: expr.arg, right: expr.low }),
      ...boundsOf({ kind: 'compare', op: '<=', left: expr.arg, right: expr.high }),
    ];
  }
  if (expr.kind !== 'compare' || expr.left.kind !== 'column' || expr.right.kind !== 'literal') return [];
  const rule = SIDES[expr.op];
  const { value, type } = expr.right;
  const isMoment = type === 'date' || type === 'timestamp';
  if (!rule || value === null || typeof value === 'boolean') return [];
  // Text is ordered by the engine's own rules: only that it cannot be two things is certain.
  if (typeof value === 'string' && !isMoment && rule.side !== 'both') return [];
  const comparable = isMoment ? (String(value).length === 10 ? `${value} 00:00:00` : String(value).replace('T', ' ')) : value;
  const said = `${isMoment ? rule.moment : rule.number}${String(value).replace(/[ T]00:00:00$/, '')}`;
  return [[expr.left.column.replaceAll('_', ' '), keyOf(expr.left), rule.side, { value: comparable, open: rule.open, said }]];
}

const keyOf = ({ table, column }: Extract<Expr, { kind: 'column' }>): string => `${table}.${column}`;

const compare = (a: Bound, b: Bound): number => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

interface Rule {
  readonly side: Side;
  readonly open: boolean;
  readonly moment: string;
  readonly number: string;
}

const SIDES: Partial<Record<Extract<Expr, { kind: 'compare' }>['op'], Rule>> = {
  '=': { side: 'both', open: false, moment: '', number: '' },
  '>': { side: 'low', open: true, moment: 'after ', number: 'above ' },
  '>=': { side: 'low', open: false, moment: 'from ', number: 'at least ' },
  '<': { side: 'high', open: true, moment: 'before ', number: 'below ' },
  '<=': { side: 'high', open: false, moment: 'until ', number: 'at most ' },
};
