import type { Expr, Join, Query, Source } from '../../plan/plan.ts';
import { spanOf } from './compile-interval.ts';
import type { Expressions } from './expressions.ts';
import { type Level, visit } from './level.ts';
import { LEVEL } from './precedence.ts';
import { identifier, tableSql } from './quote.ts';
import { refused } from './refuse.ts';
import { asNullable, commonBase, INSTANT } from './shape.ts';

/** A source of FROM or JOIN; `scope` is the level around the query. */
export function source(to: Expressions, given: Source, level: Level, scope: Level): string {
  const alias = identifier(level.sources.get(given.as)?.alias ?? given.as);
  switch (given.kind) {
    case 'table': {
      const name = tableSql(to.typing.schema, given.table);
      return alias === name ? alias : `${name} AS ${alias}`;
    }
    case 'cte': {
      const name = identifier(level.ctes.get(given.name)?.name ?? given.name);
      return alias === name ? name : `${name} AS ${alias}`;
    }
    case 'derived':
      if (given.lateral) throw refused('a source that depends on the row of another (LATERAL)');
      return `${to.subquery(given.query, scope)} AS ${alias}`;
    case 'values': {
      const bases = given.columns.map((_, i) => commonBase(given.rows.flatMap((row) => (row[i] ? [to.shape(row[i], scope)] : []))));
      const rows = given.rows.map(
        (row) =>
          `SELECT ${row.map((value, i) => `${to.as(value, bases[i] ?? null, scope)} AS ${identifier(given.columns[i] ?? '')}`).join(', ')}`,
      );
      return `(\n  ${rows.join('\n  UNION ALL ')}\n) AS ${alias}`;
    }
    case 'function':
      return `(SELECT arrayJoin(${series(to, given, scope)}) AS ${identifier(given.column)}) AS ${alias}`;
  }
}

export function join(to: Expressions, { type, source: joined, on }: Join, before: readonly Source[], level: Level, scope: Level): string {
  const table = source(to, joined, level, scope);
  if (!on) return `CROSS JOIN ${table}`;
  const parts = on.kind === 'and' ? on.args : [on];
  const keys = parts.filter((each) => isKey(each, joined.as, level) && !(type !== 'inner' && hasConstant(each, [...before, joined])));
  // A join that keeps rows without a match needs an equality of both sides: this one always holds.
  const always = keys.length > 0 || type === 'inner' ? [] : [`ignore(${allOf(before[0], level)}) = ignore(${allOf(joined, level)})`];
  const alone = parts.length + always.length === 1;
  const written = parts.map((each) => {
    const condition = to.condition(each, level, alone ? LEVEL.or : LEVEL.not);
    // A condition that is NULL whatever the row would count as true here.
    return tablesOf(each).size === 0 ? `ifNull(${condition}, false)` : condition;
  });
  return `${JOINS[type]} ${table} ON ${[...always, ...written].join(' AND ')}`;
}

const JOINS = { inner: 'JOIN', left: 'LEFT JOIN', right: 'RIGHT JOIN', full: 'FULL JOIN', cross: 'CROSS JOIN' } as const;

function isKey(expr: Expr, joined: string, level: Level): boolean {
  if (expr.kind !== 'compare' || expr.op !== '=') return false;
  const [left, right] = [tablesOf(expr.left), tablesOf(expr.right)];
  const isOne = (side: ReadonlySet<string>): boolean => side.size === 1 && side.has(joined);
  const isOther = (side: ReadonlySet<string>): boolean =>
    side.size > 0 && !side.has(joined) && [...side].every((each) => level.sources.has(each));
  return (isOne(left) && isOther(right)) || (isOne(right) && isOther(left));
}

/** A column that is the same in every row is no key to ClickHouse. */
function hasConstant(expr: Expr, sources: readonly Source[]): boolean {
  let found = false;
  visit(expr, (node) => {
    if (!('kind' in node && node.kind === 'column' && 'table' in node && 'column' in node)) return;
    const { table, column } = node;
    const of = sources.find(({ as }) => as === table);
    if (of?.kind !== 'derived' || of.query.kind !== 'select') return;
    const shown = of.query.columns.find(({ as }) => as === column);
    found ||= shown !== undefined && tablesOf(shown.expr).size === 0;
  });
  return found;
}

function tablesOf(expr: Expr): ReadonlySet<string> {
  const tables = new Set<string>();
  visit(expr, (node) => {
    if ('kind' in node && node.kind === 'column' && 'table' in node) tables.add(String(node.table));
  });
  return tables;
}

/** A column of the source; of a derived one all, since some may be constants, which are no keys. */
function allOf(of: Source | undefined, level: Level): string {
  const relation = of && level.sources.get(of.as);
  const names = [...(relation?.columns.keys() ?? [])].slice(0, of?.kind === 'table' ? 1 : MOST_COLUMNS);
  if (!relation || names.length === 0) throw refused('a join with nothing to join by');
  return names.map((name) => `${identifier(relation.alias)}.${identifier(name)}`).join(', ');
}

const MOST_COLUMNS = 50;

/** Rows of a function of constants; what depends on another source's row is not to be had. */
function series(to: Expressions, { fn, args }: Extract<Source, { kind: 'function' }>, scope: Level): string {
  if (args.some((arg) => tablesOf(arg).size > 0)) throw refused(`${fn} of another source's columns`);
  const [first, last, step] = args;
  if (fn === 'unnest') return first ? to.render(first, scope) : '[]';
  if (fn === 'json_array_elements' || fn === 'json_array_elements_text')
    return `JSONExtractArrayRaw(${first ? to.render(first, scope) : "''"})`;
  if (fn === 'json_object_keys') return `JSONExtractKeys(${first ? to.render(first, scope) : "''"})`;
  if (!first || !last) throw refused('a series without an end');
  if (to.shape(first, scope).type === 'integer') {
    const by = step ? to.render(step, scope) : '1';
    return `range(${to.as(first, 'Int64', scope)}, ${to.as(last, 'Int64', scope)} + if(${by} > 0, 1, -1), ${by})`;
  }
  const span = step?.kind === 'literal' ? spanOf(String(step.value)) : [];
  const [only] = span;
  if (span.length !== 1 || !only || only.count < 1) throw refused('a series of times whose step is not one constant unit');
  const [from, until] = [to.as(first, INSTANT, scope), to.as(last, INSTANT, scope)];
  const unit = only.unit.toLowerCase();
  const steps = `toInt64(floor(age('${unit}', ${from}, ${until}) / ${only.count})) + 1`;
  return `arrayMap(n -> ${from} + toInterval${only.unit}(n * ${only.count}), range(greatest(${steps}, 0)))`;
}

/** The types that the columns of a set operation are written as; null for those that meet as they are. */
export function setTargets(to: Expressions, left: Query, right: Query, scope: Level, recursive: boolean): (string | null)[] {
  const [first, second] = [left, right].map((each) => [...to.typing.ofQuery(each, scope).values()]);
  return (first ?? []).map((shape, i) => {
    const other = second?.[i] ?? shape;
    const base = commonBase([shape, other]);
    // What a recursive query starts with decides what may come of it.
    if (recursive) return asNullable(base ?? (/^U?Int/.test(shape.base) ? 'Int64' : shape.base || 'String'), true);
    return base === null ? null : asNullable(base, shape.nullable || other.nullable);
  });
}
