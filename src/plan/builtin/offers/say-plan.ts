import pluralize from 'pluralize';
import type { Expr, Query, Select } from '../../plan.ts';
import type { TableEntry } from '../linking/entries.ts';
import type { Lexicon } from '../linking/lexicon.ts';

/** A plan of a plain kind as a sentence that asks for it; null for any other. Whether it reads so has to be tried. */
export function sayPlan(plan: Query, lexicon: Lexicon): string | null {
  if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.offset !== undefined) return null;
  const tables = new Map<string, TableEntry>();
  for (const source of [plan.from, ...(plan.joins ?? []).map((join) => join.source)]) {
    const entry = source.kind === 'table' && !tables.has(source.as) ? lexicon.byName.get(source.table) : undefined;
    if (source.kind !== 'table' || entry === undefined) return null;
    tables.set(source.as, entry);
  }
  try {
    return sentenceOf(plan, { tables, lexicon });
  } catch (error) {
    if (error instanceof Unsaid) return null;
    throw error;
  }
}

class Unsaid extends Error {}

const unsaid = (): never => {
  throw new Unsaid();
};

interface Said {
  readonly tables: ReadonlyMap<string, TableEntry>;
  readonly lexicon: Lexicon;
}

const plural = ({ words }: TableEntry): string => pluralize(words.join(' '));
const singular = ({ words }: TableEntry): string => pluralize.singular(words.join(' '));

type ColumnExpr = Expr & { kind: 'column' };

const columnOf = (expr: Expr): ColumnExpr => (expr.kind === 'column' ? expr : unsaid());
/** A column as people say it: "order date" of `ord_dt`. */
function nameOf(expr: Expr, said: Said): string {
  const { column } = columnOf(expr);
  return (
    tableOf(expr, said)
      .columns.find((own) => own.column.name === column)
      ?.words.join(' ') ?? unsaid()
  );
}
const tableOf = (expr: Expr, { tables }: Said): TableEntry => tables.get(columnOf(expr).table) ?? unsaid();

function sentenceOf(plan: Select, said: Said): string {
  const [first] = plan.columns;
  if (first === undefined || plan.having !== undefined || plan.distinctOn !== undefined) return unsaid();
  const measures = plan.columns.filter(({ expr }) => expr.kind === 'aggregate');
  const [measure, ...others] = measures;
  const ranked = plan.limit === undefined ? undefined : plan.orderBy?.[0];
  if ((plan.orderBy?.length ?? 0) > 1 || others.length > 0) return unsaid();
  const from = plan.from?.kind === 'table' ? (said.tables.get(plan.from.as) ?? unsaid()) : unsaid();
  if (plan.groupBy !== undefined) return groupedSentence(plan, { measure: measure?.expr, ranked }, said);
  if (measure !== undefined) {
    if (plan.columns.length > 1 || ranked !== undefined) return unsaid();
    const of = measuredOf(measure.expr, from, said);
    return `${of.words}${conditionsOf(plan, of.things, said)}`;
  }
  const things = tableOf(first.expr, said);
  if (!plan.columns.every(({ expr }) => tableOf(expr, said) === things)) return unsaid();
  const shown = plan.columns.map(({ expr }) => columnOf(expr).column);
  const isLabel = things.label.length === shown.length && shown.every((column) => things.label.includes(column));
  const all = shown.length === things.table.columns.length;
  const what = isLabel || all ? '' : `${plan.columns.map(({ expr }) => nameOf(expr, said)).join(' and ')} of `;
  const conditions = conditionsOf(plan, things, said);
  const [order] = plan.orderBy ?? [];
  const sorted = order === undefined ? '' : ` sorted by ${nameOf(order.expr, said)}${order.direction === 'desc' ? ' descending' : ''}`;
  if (ranked === undefined) return `${what || 'list '}${plural(things)}${conditions}${sorted}`;
  const many = plan.limit === 1 ? singular(things) : `${plan.limit} ${plural(things)}`;
  return `${what}${what === '' ? '' : 'the '}${many} with the ${ranked.direction === 'desc' ? 'highest' : 'lowest'} ${nameOf(ranked.expr, said)}${conditions}`;
}

interface Grouping {
  readonly measure: Expr | undefined;
  readonly ranked: NonNullable<Select['orderBy']>[number] | undefined;
}

function groupedSentence(plan: Select, { measure, ranked }: Grouping, said: Said): string {
  const shown = plan.columns.filter(({ expr }) => expr.kind === 'column');
  const [key] = shown;
  if (key === undefined) return unsaid();
  const group = tableOf(key.expr, said);
  if (!shown.every(({ expr }) => tableOf(expr, said) === group)) return unsaid();
  const named = shown.every(({ expr }) => group.label.includes(columnOf(expr).column));
  const by = named && said.tables.size > 1 ? singular(group) : shown.length === 1 ? nameOf(key.expr, said) : unsaid();
  const worked = measure ?? ranked?.expr ?? unsaid();
  const counted = [...said.tables.values()].filter((entry) => entry !== group);
  const [things, ...more] = counted.length === 0 ? [group] : counted;
  if (things === undefined || more.length > 0) return unsaid();
  const of = measuredOf(worked, things, said);
  const conditions = conditionsOf(plan, of.things, said);
  if (ranked === undefined) return `${of.words} by ${by}${conditions}`;
  if (plan.limit !== 1) return `top ${plan.limit} ${pluralize(by)} by ${of.words}${conditions}`;
  return `which ${by} has the ${ranked.direction === 'desc' ? 'highest' : 'lowest'} ${of.words}${conditions}`;
}

function measuredOf(expr: Expr, from: TableEntry, said: Said): { words: string; things: TableEntry } {
  if (expr.kind !== 'aggregate' || expr.filter !== undefined) return unsaid();
  if (expr.fn === 'count') {
    const things = expr.arg.kind === 'star' ? from : tableOf(expr.arg, said);
    const isKey = expr.arg.kind === 'star' || things.table.primaryKey.includes(columnOf(expr.arg).column);
    return isKey ? { words: `number of ${plural(things)}`, things } : unsaid();
  }
  const word = AGGREGATES[expr.fn] ?? unsaid();
  const things = tableOf(expr.arg, said);
  return { words: `${word} ${nameOf(expr.arg, said)} of ${plural(things)}`, things };
}

const AGGREGATES: Readonly<Record<string, string>> = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest' };

function conditionsOf({ where }: Select, things: TableEntry, said: Said): string {
  const parts = where === undefined ? [] : where.kind === 'and' ? where.args : [where];
  return parts.map((part) => ` ${conditionOf(part, things, said)}`).join('');
}

function conditionOf(part: Expr, things: TableEntry, said: Said): string {
  if (part.kind === 'exists') return `with ${relatedIn(part.query, said)}`;
  if (part.kind === 'not' && part.arg.kind === 'exists') return `without ${relatedIn(part.arg.query, said)}`;
  if (part.kind !== 'compare' || part.right.kind !== 'literal' || !['string', 'number'].includes(typeof part.right.value)) return unsaid();
  const entry = tableOf(part.left, said);
  const compared = COMPARISONS[part.op] ?? unsaid();
  const value = typeof part.right.value === 'string' ? `"${part.right.value}"` : String(part.right.value);
  const test = `whose ${nameOf(part.left, said)} is ${compared}${value}`;
  return entry === things ? test : `with ${plural(entry)} ${test}`;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '=': '',
  '<>': 'not ',
  '>': 'more than ',
  '<': 'less than ',
  '>=': 'at least ',
  '<=': 'at most ',
};

function relatedIn(query: Query, { lexicon }: Said): string {
  if (query.kind !== 'select' || query.from?.kind !== 'table' || (query.joins ?? []).length > 0) return unsaid();
  const entry = lexicon.byName.get(query.from.table) ?? unsaid();
  const tests = query.where?.kind === 'and' ? query.where.args : query.where === undefined ? [] : [query.where];
  const own = tests.filter((test) => test.kind !== 'compare' || test.right.kind !== 'column');
  const inner: Said = { lexicon, tables: new Map([[query.from.as, entry]]) };
  return `${plural(entry)}${own.map((test) => ` ${conditionOf(test, entry, inner)}`).join('')}`;
}
