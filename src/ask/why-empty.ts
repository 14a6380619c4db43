import type { Rows } from '../engines/engine.ts';
import { approximateNumber } from '../lib/exact-number.ts';
import type { Expr, Query, Select } from '../plan/plan.ts';
import type { ValueIndex } from '../plan/planner.ts';
import { nearest } from '../plan/scope.ts';

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
  if (plan.kind !== 'select' || plan.where === undefined || plan.from === undefined) return null;
  const conditions = conjuncts(plan.where);
  if (conditions.length > CONDITIONS_MAX) return null;
  const { rows } = await read(countsOf(plan, plan.from, conditions));
  const [all = 0, both = 0, ...met] = (rows[0] ?? []).map(Number);
  if (all === 0) return plan.joins === undefined ? 'There are no rows to look in.' : 'There are no rows that belong together to look in.';
  const tables = tablesOf(plan);
  const unmet = conditions.filter((_, at) => met[at] === 0);
  if (unmet.length > 0) return unmet.map((condition) => sayUnmet(condition, tables, values)).join(' ');
  if (both > 0) return null;
  const counts = conditions.map((condition, at) => `${say(condition)}: ${(met[at] ?? 0).toLocaleString('en-US')}`);
  return `Rows that meet each condition alone, ${counts.join('; ')}; none meets all of them.`;
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

function sayUnmet(condition: Expr, tables: ReadonlyMap<string, string>, values: ValueIndex): string {
  const sentence = `No row has ${say(condition)}.`;
  if (condition.kind !== 'compare' || condition.op !== '=') return sentence;
  const { left, right } = condition;
  const table = left.kind === 'column' ? tables.get(left.table) : undefined;
  if (left.kind !== 'column' || table === undefined || right.kind !== 'literal' || typeof right.value !== 'string') return sentence;
  const alike = nearest(right.value, values.of(table, left.column) ?? []);
  return alike.length === 0 ? sentence : `${sentence} Nearest stored: ${alike.join(', ')}.`;
}

const COMPARED = { '=': '=', '<>': 'other than', '<': 'under', '<=': 'at most', '>': 'over', '>=': 'at least' } as const;

/** A condition in words where it is a plain one: "price over 100". */
function say(condition: Expr): string {
  switch (condition.kind) {
    case 'compare': {
      const words = condition.op in COMPARED ? COMPARED[condition.op as keyof typeof COMPARED] : null;
      const [left, right] = [operand(condition.left), operand(condition.right)];
      return words !== null && left !== null && right !== null ? `${left} ${words} ${right}` : OTHER;
    }
    case 'match': {
      const [left, right] = [operand(condition.left), operand(condition.right)];
      return left !== null && right !== null ? `${left} like ${right}` : OTHER;
    }
    case 'between': {
      const parts = [condition.arg, condition.low, condition.high].map(operand);
      return parts.every((part) => part !== null) ? `${parts[0]} between ${parts[1]} and ${parts[2]}` : OTHER;
    }
    case 'in': {
      const [column, ...list] = [condition.arg, ...condition.list].map(operand);
      return column && list.every((part) => part !== null) ? `${column} among ${list.join(', ')}` : OTHER;
    }
    case 'isNull': {
      const column = operand(condition.arg);
      return column === null ? OTHER : `no ${column}`;
    }
    case 'not': {
      const column = condition.arg.kind === 'isNull' ? operand(condition.arg.arg) : null;
      return column === null ? OTHER : `a ${column}`;
    }
    default:
      return OTHER;
  }
}

const OTHER = 'what the rest of the question asks for';

function operand(expr: Expr): string | null {
  if (expr.kind === 'column') return expr.column.replaceAll('_', ' ');
  // Texts are compared without case by way of lower().
  if (expr.kind === 'call' && expr.fn === 'lower' && expr.args[0]) return operand(expr.args[0]);
  if (expr.kind !== 'literal') return null;
  return typeof expr.value === 'string' ? `'${expr.value}'` : String(expr.value);
}
