import type { Json } from '../../guard/postgres-json.ts';
import { type Expr, type Frame, type FrameBound, WINDOW_FUNCTIONS, type WindowName } from '../plan.ts';
import { argumentsOf, isAggregate, knownAggregate } from './aggregate.ts';
import { readOrder } from './order.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { listOf, recordOf } from './tree.ts';

type Window = Extract<Expr, { kind: 'window' }>;
type Over = Pick<Window, 'partitionBy' | 'orderBy' | 'frame'>;

export const isWindowFunction = (name: string): name is WindowName => (WINDOW_FUNCTIONS as readonly string[]).includes(name);

/** A call with OVER. */
export function readWindow(name: string, body: Json, place: Place): Window {
  if (body.agg_distinct === true) throw unsupported('DISTINCT in a window function');
  if (body.agg_order !== undefined) throw unsupported('ORDER BY inside a window function');
  if (body.ignore_nulls !== undefined) throw unsupported('IGNORE NULLS');
  const over = readOver(recordOf(body.over), place, 0);
  const filter = body.agg_filter === undefined ? {} : { filter: place.lower.expr(body.agg_filter, place) };
  if (isWindowFunction(name)) {
    const args = listOf(body.args).map((arg) => place.lower.expr(arg, place));
    return { kind: 'window', fn: name, args, ...filter, ...over };
  }
  if (!isAggregate(name))
    throw unsupported(
      `the function ${name}() with OVER`,
      `${name}() is no window function; known: ${WINDOW_FUNCTIONS.join(', ')} and aggregates`,
    );
  const fn = knownAggregate(name);
  const { arg, option } = argumentsOf(fn, body, place);
  return { kind: 'window', fn, args: option === null ? [arg] : [arg, option], ...filter, ...over };
}

const NAMES_MAX = 20;

/** OVER (…), OVER name, and OVER (name …), which adds to the named window. */
function readOver(body: Json, place: Place, depth: number): Over {
  const reference = body.name ?? body.refname;
  if (depth > NAMES_MAX) throw unsupported('windows named after each other');
  const base = typeof reference === 'string' ? named(reference, place, depth) : {};
  if (body.name !== undefined && depth === 0) return base;
  const partitionBy = listOf(body.partitionClause).map((node) => place.lower.expr(node, place));
  const orderBy = readOrder(listOf(body.orderClause), (node) => place.lower.expr(node, place));
  const frame = readFrame(body, place);
  return {
    ...base,
    ...(partitionBy.length > 0 ? { partitionBy } : {}),
    ...(orderBy.length > 0 ? { orderBy } : {}),
    ...(frame === null ? {} : { frame }),
  };
}

function named(name: string, place: Place, depth: number): Over {
  const body = place.windows.get(name);
  if (body === undefined) throw unsupported(`the window ${name}`, `There is no WINDOW ${name}`);
  const { name: _own, ...definition } = body;
  return readOver(definition, place, depth + 1);
}

/** PostgreSQL's bits of a frame. */
const BIT = {
  given: 0x1,
  range: 0x2,
  rows: 0x4,
  startUnboundedPreceding: 0x20,
  startUnboundedFollowing: 0x80,
  endUnboundedFollowing: 0x100,
  startCurrentRow: 0x200,
  endCurrentRow: 0x400,
  startPreceding: 0x800,
  endPreceding: 0x1000,
  startFollowing: 0x2000,
  endFollowing: 0x4000,
  exclude: 0x8000 | 0x10000 | 0x20000,
} as const;

function readFrame(body: Json, place: Place): Frame | null {
  const options = Number(body.frameOptions ?? 0);
  const has = (bit: number): boolean => (options & bit) !== 0;
  if (!has(BIT.given)) return null;
  if (has(BIT.exclude)) throw unsupported('EXCLUDE in a window frame');
  const offset = (node: unknown): Expr => place.lower.expr(node, place);
  const start: FrameBound = has(BIT.startUnboundedPreceding)
    ? { kind: 'unboundedPreceding' }
    : has(BIT.startPreceding)
      ? { kind: 'preceding', offset: offset(body.startOffset) }
      : has(BIT.startFollowing)
        ? { kind: 'following', offset: offset(body.startOffset) }
        : { kind: 'currentRow' };
  const end: FrameBound = has(BIT.endUnboundedFollowing)
    ? { kind: 'unboundedFollowing' }
    : has(BIT.endPreceding)
      ? { kind: 'preceding', offset: offset(body.endOffset) }
      : has(BIT.endFollowing)
        ? { kind: 'following', offset: offset(body.endOffset) }
        : { kind: 'currentRow' };
  return { unit: has(BIT.rows) ? 'rows' : has(BIT.range) ? 'range' : 'groups', start, end };
}
