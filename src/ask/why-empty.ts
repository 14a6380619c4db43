import pluralize from 'pluralize';
import type { Rows } from '../engines/engine.ts';
import { approximateNumber } from '../lib/exact-number.ts';
import type { Expr, Query, Select } from '../plan/plan.ts';
import type { ValueIndex } from '../plan/planner.ts';
import { nearest } from '../plan/scope.ts';
import { type Predicate, sayCondition } from './say-condition.ts';

/** A read that found nothing, and how to ask about it. */
export interface Empty {
  readonly plan: Query;
  readonly values: ValueIndex;
  /** Runs one more read of the same request. */
  readonly read: (plan: Query) => Promise<Rows>;
}

/** More conditions make the sentence longer than it helps. */
const CONDITIONS_MAX = 6;

/** No rows; or one, of sums and counts over nothing. */
export function isEmpty(plan: Query, { rows }: Rows): boolean {
  const [first, second] = rows;
  if (first === undefined) return true;
  if (second !== undefined || plan.kind !== 'select' || plan.groupBy !== undefined) return false;
  return (
    plan.columns.every(({ expr }) => expr.kind === 'aggregate') && first.every((value) => value === null || approximateNumber(value) === 0)
  );
}

/**
 * Which condition left nothing, with the stored values nearest to what was asked for; or that each is met, but not all
 * at once. Counts the rows that meet each by itself, in one read. Null when that tells nothing.
 */
export async function whyEmpty({ plan, values, read }: Empty): Promise<string | null> {
  if (plan.kind !== 'select' || plan.from === undefined) return null;
  if (plan.where === undefined) return takesAll(plan) ? `There are no ${rowsName(plan)}.` : null;
  const conditions = conjuncts(plan.where);
  if (conditions.length > CONDITIONS_MAX) return null;
  const { rows } = await read(countsOf(plan, plan.from, conditions));
  const [all = 0, both = 0, ...met] = (rows[0] ?? []).map(Number);
  const name = rowsName(plan);
  if (all === 0)
    return name !== null
      ? `There are no ${name}.`
      : plan.joins
        ? 'There are no rows that belong together to look in.'
        : 'There are no rows to look in.';
  const tables = tablesOf(plan);
  const unmet = conditions.filter((_, at) => met[at] === 0);
  const otherwise = conditions.length === 1 ? WHOLE : REST;
  if (unmet.length > 0) return unmet.map((condition) => sayUnmet(condition, { name, tables, values, otherwise })).join(' ');
  if (both > 0) return null;
  return sayApart(conditions, met, name);
}

/** One row: how many there are, how many meet all conditions, and how many each of them. */
function countsOf({ with: ctes, joins }: Select, from: NonNullable<Select['from']>, conditions: readonly Expr[]): Select {
  const count = (filter?: Expr): Expr => ({ kind: 'aggregate', fn: 'count', arg: { kind: 'star' }, ...(filter && { filter }) });
  return {
    kind: 'select',
    ...(ctes && { with: ctes }),
    columns: [count(), count({ kind: 'and', args: [...conditions] }), ...conditions.map(count)].map((expr, at) => ({
      expr,
      as: `n${at}`,
    })),
    from,
    ...(joins && { joins }),
  };
}

const conjuncts = (expr: Expr): readonly Expr[] => (expr.kind === 'and' ? expr.args.flatMap(conjuncts) : [expr]);

/** The stored table that each source stands for. */
const tablesOf = ({ from, joins = [] }: Select): ReadonlyMap<string, string> =>
  new Map(
    [from, ...joins.map(({ source }) => source)].flatMap((source) =>
      source?.kind === 'table' ? [[source.as, source.table] as const] : [],
    ),
  );

/** Whether every row of one table is asked for. */
const takesAll = (plan: Select): boolean =>
  rowsName(plan) !== null && plan.having === undefined && plan.offset === undefined && plan.limit !== 0 && isPlain(plan);

const isPlain = ({ groupBy, columns }: Select): boolean => groupBy === undefined && columns.every(({ expr }) => expr.kind === 'column');

/** What the rows are called: "coffee beans"; null where they are of several tables, or of none that is stored. */
function rowsName({ from, joins, with: ctes }: Select): string | null {
  if (from?.kind !== 'table' || joins?.length || ctes) return null;
  return PLAIN_NAME.test(from.table) ? pluralize.plural(from.table.replaceAll('_', ' ')) : `rows of ${from.table}`;
}

const PLAIN_NAME = /^[a-z]+(?:_[a-z]+)*$/;

interface Unmet {
  readonly name: string | null;
  readonly tables: ReadonlyMap<string, string>;
  readonly values: ValueIndex;
  /** What is said of a condition that has no words. */
  readonly otherwise: Predicate;
}

function sayUnmet(condition: Expr, { name, tables, values, otherwise }: Unmet): string {
  const said = sayCondition(condition) ?? otherwise;
  const whole = name === null ? `No row ${said.one}` : `No ${name} ${said.many}`;
  const every = condition.kind === 'isNull' ? sayCondition({ kind: 'not', arg: condition }) : null;
  // Two negations would have to be read twice.
  const sentence = every === null ? `${whole}.` : name === null ? `Every row ${every.one}.` : `All ${name} ${every.many}.`;
  if (condition.kind !== 'compare' || condition.op !== '=') return sentence;
  const { left, right } = condition;
  const table = left.kind === 'column' ? tables.get(left.table) : undefined;
  if (left.kind !== 'column' || table === undefined || right.kind !== 'literal' || typeof right.value !== 'string') return sentence;
  const alike = nearest(right.value, values.of(table, left.column) ?? []);
  return alike.length === 0 ? sentence : `${sentence} Nearest stored: ${alike.join(', ')}.`;
}

/** Each condition is met, and no row meets all of them. */
function sayApart(conditions: readonly Expr[], counts: readonly number[], name: string | null): string {
  const parts = conditions.map((condition, at) => {
    const count = counts[at] ?? 0;
    return `${count.toLocaleString('en-US')} ${(sayCondition(condition) ?? REST)[count === 1 ? 'one' : 'many']}`;
  });
  return `Of the ${name ?? 'rows'}, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}; none ${parts.length === 2 ? 'does both' : 'does all of it'}.`;
}

const WHOLE: Predicate = { many: 'meet what the question asks for', one: 'meets what the question asks for' };
const REST: Predicate = { many: 'meet what the rest of the question asks for', one: 'meets what the rest of the question asks for' };
