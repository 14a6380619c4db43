import type { Expr, Query } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { unfit } from '../linking/expressions.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { columnIn, createScope, distance, type Scope } from './query.ts';
import { shownOf } from './shown.ts';
import type { Things } from './things.ts';

export const query = (make: () => Query, { end, cost, notes }: Pick<Read<unknown>, 'end' | 'cost' | 'notes'>): Read<() => Query> =>
  found(make, end, cost, notes);

export const isPlural = (ground: Ground, at: number): boolean =>
  stem(word(ground, at)) !== word(ground, at) && !/ss$/.test(word(ground, at));

/** Something that is shown of each row besides what names it. */
interface Item {
  readonly shown: (scope: Scope) => readonly { readonly expr: Expr; readonly as: string }[];
  /** Said as what every row has one of anyway, or may have or not. */
  readonly kind: 'own' | 'always' | 'maybe' | 'said';
}

/** "with the customer name", "and their customer", "with client and lawyer", "with client name and amount": columns of each row, and of what it belongs to, beside it. */
export function besides(ground: Ground, things: Read<Things>, make: () => Query): Read<() => Query>[] {
  const start = after(ground, past(ground, things.end, YET), OPENING);
  if (start === null) return [];
  const bare = word(ground, start - 1) === 'with';
  return itemsAt(ground, start, things.value.table).flatMap(({ value: items, end, cost }) => {
    // "with email" and "with a driver" may be said of those that have one; what all have is to be shown.
    const [only, ...more] = items;
    const held = items.every(({ kind }) => kind === 'maybe');
    if (only === undefined || (bare && (held || (more.length === 0 && only.kind === 'own')))) return [];
    return [found(() => withItems(ground, things.value, make(), items), end, cost)];
  });
}

const YET = new Set(['yet']);
const OPENING = [
  ...['with the', 'with their', 'and their', 'including the', 'along with the', 'along with their', 'and the', 'with its', 'with'],
  ...['including', 'including their', 'together with', 'together with the', 'together with their', 'plus', 'plus the'],
];

function itemsAt(ground: Ground, at: number, table: string): Read<readonly Item[]>[] {
  return itemAt(ground, past(ground, at, ARTICLES), table).flatMap((first) => {
    const next = ground.tokens[first.end]?.kind === 'comma' ? first.end + 1 : null;
    const and = after(ground, next ?? first.end, ['and']) ?? next;
    const more = and === null ? [] : itemsAt(ground, and, table);
    return [
      found([first.value], first.end, first.cost),
      ...more.map((rest) => found([first.value, ...rest.value], rest.end, first.cost + rest.cost)),
    ];
  });
}

const ARTICLES = new Set(['the', 'their', 'its', 'a', 'an']);

function itemAt(ground: Ground, at: number, table: string): Read<Item>[] {
  const columnsOf = (of: string, columns: readonly string[], prefix: string) => (scope: Scope) =>
    columns.map((column) => ({ expr: columnIn(scope.reach(of), column), as: `${prefix}${column}` }));
  const own = columnsAt(ground, at, [table])
    .filter(({ cost }) => cost <= 0.25)
    .map(({ value, end, cost }) => {
      const optional = entry(ground, table).columns.some(({ column }) => column.nullable && value.columns.includes(column.name));
      return found<Item>({ kind: optional ? 'maybe' : 'own', shown: columnsOf(table, value.columns, '') }, end, cost);
    });
  const one = (to: string) => {
    const way = to === table ? null : distance(ground, table, to);
    return way?.toOne === true && way.steps > 0;
  };
  const things = tablesAt(ground, at).flatMap(({ value: to, end, cost }) => {
    if (!one(to)) return [];
    const named = after(ground, end, ['name', 'names']);
    const names = (scope: Scope) => shownOf(ground, to, scope).map(({ expr, as }) => ({ expr, as: `${stem(to)}_${as}` }));
    const theirs = columnsAt(ground, end, [to]).map((column) =>
      found<Item>({ kind: 'said', shown: columnsOf(to, column.value.columns, `${stem(to)}_`) }, column.end, cost + column.cost),
    );
    const kind = named !== null ? 'said' : isAlways(ground, table, to) ? 'always' : 'maybe';
    return [found<Item>({ kind, shown: names }, named ?? end, cost), ...theirs];
  });
  if (own.length > 0 || things.length > 0) return [...own, ...things];
  // "plate number", of the one thing that a row belongs to and that has one
  const far = ground.lexicon.tables.filter((other) => one(other.table.name)).map((other) => other.table.name);
  const others = far.flatMap((to) => columnsAt(ground, at, [to]).map((read) => ({ ...read, value: { to, columns: read.value.columns } })));
  const [only, ...more] = others.filter(({ cost }) => cost <= 0.1);
  return only === undefined || more.length > 0
    ? []
    : [found<Item>({ kind: 'said', shown: columnsOf(only.value.to, only.value.columns, '') }, only.end, only.cost + 0.05)];
}

/** Whether each row has one of the other, by a key that is never empty. */
const isAlways = (ground: Ground, table: string, to: string): boolean =>
  entry(ground, table).table.foreignKeys.some(
    (key) =>
      key.table === to &&
      key.columns.every((name) => entry(ground, table).columns.some(({ column }) => column.name === name && !column.nullable)),
  );

function withItems(ground: Ground, things: Things, plan: Query, items: readonly Item[]): Query {
  if (plan.kind !== 'select' || plan.distinct === true) return unfit();
  const scope = createScope(ground, things.table);
  // The joins of the conditions come first and keep their aliases.
  things.filters.forEach((filter) => void scope.where(filter));
  const known = new Set(plan.columns.map(({ as }) => as));
  const more = items.flatMap(({ shown }) => shown(scope)).filter(({ as }) => !known.has(as));
  // What has none is shown all the same.
  const joins = scope.joins().map((join, at) => (at < (plan.joins?.length ?? 0) ? join : { ...join, type: 'left' as const }));
  return { ...plan, columns: [...plan.columns, ...more], ...(joins.length > 0 ? { joins } : {}) };
}
