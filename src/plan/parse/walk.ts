import type { Query } from '../plan.ts';

/** Whether an aggregate or window function stands in a part itself, not in a query inside it. */
export function summarises(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(summarises);
  if (typeof part !== 'object' || part === null) return false;
  const kind = 'kind' in part ? part.kind : undefined;
  if (kind === 'aggregate' || kind === 'window') return true;
  return kind !== 'select' && kind !== 'set' && Object.values(part).some(summarises);
}

/** The sources that an expression's columns are of. */
export function tablesIn(part: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(part)) for (const each of part) tablesIn(each, found);
  else if (typeof part === 'object' && part !== null) {
    if ('kind' in part && part.kind === 'column' && 'table' in part) found.add(String(part.table));
    for (const each of Object.values(part)) tablesIn(each, found);
  }
  return found;
}

/** Whether a part reads one of these queries of WITH. */
export function readsCte(part: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(part)) return part.some((each) => readsCte(each, names));
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && part.kind === 'cte' && 'name' in part && names.has(String(part.name))) return true;
  return Object.values(part).some((each) => readsCte(each, names));
}

/** The same expression with every outermost query in it made anew. */
export function mapQueries<T>(part: T, change: (query: Query) => Query): T {
  return mapped(part, change) as T;
}

function mapped(part: unknown, change: (query: Query) => Query): unknown {
  if (Array.isArray(part)) return part.map((each) => mapped(each, change));
  if (typeof part !== 'object' || part === null) return part;
  if ('kind' in part && (part.kind === 'select' || part.kind === 'set')) return change(part as Query);
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, mapped(each, change)]));
}
