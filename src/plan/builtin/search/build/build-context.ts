import type { AggregateName, Expr, Select } from '../../../plan.ts';
import type { Column } from '../../../schema.ts';
import type { Unit } from '../../english/dates/calendar.ts';
import type { TableEntry } from '../../linking/entries.ts';
import { DATED, NUMERIC, type Shown, unfit } from '../../linking/expressions.ts';
import type { Edge, JoinGraph } from '../../linking/joins.ts';
import type { Lexicon } from '../../linking/lexicon.ts';
import { lineWorth } from '../../linking/line-worth.ts';
import type { Attribute, Mention } from '../../linking/mention.ts';
import type { Condition, Item, Sketch } from '../sketch.ts';
import type { Assignment } from './assign.ts';
import { joinTree } from './join-tree.ts';

/** What the parts of one query under construction share: the choices made, the tables joined so far, the cost run up. */
export interface Context {
  readonly sketch: Sketch;
  readonly choice: Assignment;
  readonly graph: JoinGraph;
  readonly lexicon: Lexicon;
  readonly root: string;
  readonly subject: string | null;
  joins: readonly Edge[];
  /** Cost of the build, beside that of the choices. */
  extra: number;
  /** The query of another sketch under the same choices, from `home`. */
  nested(sketch: Sketch, conditions: readonly Condition[], home: string): Select;
}

export const charge = (context: Context, cost: number): void => {
  context.extra += cost;
};

export const col = (table: string, column: string): Expr => ({ kind: 'column', table, column });

export const entryOf = ({ lexicon }: Context, table: string): TableEntry => lexicon.byName.get(table) ?? unfit();

export const columnOf = (context: Context, table: string, column: string): Column =>
  entryOf(context, table).table.columns.find(({ name }) => name === column) ?? unfit();

export const tableOf = ({ choice }: Context, mention: Mention): string =>
  mention.kind === 'entity' ? choice.table(mention) : choice.columns(mention).table;

/** What a mention shows: its columns, or for an entity what names a row. */
export function shown(context: Context, mention: Mention): Shown[] {
  const { choice } = context;
  if (mention.kind === 'attribute') {
    const { table, columns } = choice.columns(mention);
    if (mention.worth !== undefined) return unfit();
    if (mention.bucket !== undefined) return [bucketed(context, table, columns, mention.bucket)];
    return columns.map((column) => ({ expr: col(table, column), as: column }));
  }
  const { table, label } = entryOf(context, choice.table(mention));
  if (label.length > 0) return label.map((column) => ({ expr: col(table.name, column), as: column }));
  charge(context, 0.5);
  const key = table.primaryKey.length > 0 ? table.primaryKey : unfit();
  return key.map((column) => ({ expr: col(table.name, column), as: column }));
}

/** The start of the month that a moment falls in; of years, their number. */
function bucketed(context: Context, table: string, [name, ...more]: readonly string[], bucket: Unit): Shown {
  if (name === undefined || more.length > 0) return unfit();
  const { type } = columnOf(context, table, name);
  if (!DATED.has(type)) return bucket === 'year' && NUMERIC.has(type) ? { expr: col(table, name), as: name } : unfit();
  if (bucket === 'year') return { expr: { kind: 'call', fn: 'year', args: [col(table, name)] }, as: 'year' };
  return {
    expr: { kind: 'call', fn: 'date_trunc', args: [{ kind: 'literal', value: bucket, type: 'text' }, col(table, name)] },
    as: bucket,
  };
}

export function single(context: Context, mention: Mention): { expr: Expr; table: string; column: Column } {
  const [first, ...more] = shown(context, mention);
  if (first === undefined || more.length > 0 || first.expr.kind !== 'column') return unfit();
  return { expr: first.expr, table: first.expr.table, column: columnOf(context, first.expr.table, first.expr.column) };
}

/** Keys are numbers of no quantity. */
export const isKey = (context: Context, table: string, column: Column) =>
  entryOf(context, table).table.primaryKey.includes(column.name) ||
  entryOf(context, table).columns.some((one) => one.column === column && one.reference);

/** A count of an entity's rows, each once even where joins repeat them. */
export function countOf(context: Context, of: Mention | null, distinct: boolean, implied = false): Shown {
  const star: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
  if (of === null) return { expr: star, as: 'count' };
  if (of.kind === 'attribute') {
    const { expr, column, table } = single(context, of);
    const quantity = NUMERIC.has(column.type) && !isKey(context, table, column);
    if (implied && (quantity || DATED.has(column.type))) charge(context, 1);
    return { expr: { kind: 'aggregate', fn: 'count', arg: expr, ...(distinct ? { distinct } : {}) }, as: `count_${column.name}` };
  }
  const { root, joins, graph, choice } = context;
  const table = choice.table(of);
  if (isTally(entryOf(context, table))) charge(context, 1);
  const repeated = joins.length > 0 && joinTree(table, [root, ...joins.map(({ to }) => to)], graph, () => undefined).multiplied;
  if ((!repeated || linked(joins, table)) && !distinct) return { expr: star, as: 'count' };
  const [only, ...more] = entryOf(context, table).table.primaryKey;
  if (only === undefined || more.length > 0) return { expr: star, as: 'count' };
  return { expr: { kind: 'aggregate', fn: 'count', arg: col(table, only), distinct: true }, as: 'count' };
}

/** A table of counts: its rows are not the things that its name speaks of, as in degrees(year, campus, degrees). */
const isTally = ({ words, columns }: TableEntry): boolean =>
  columns.some((entry) => NUMERIC.has(entry.column.type) && !entry.reference && entry.words.join(' ') === words.join(' '));

/** Rows are only repeated by the table between two that have many of each other: each row there is one of what is counted. */
function linked(joins: readonly Edge[], table: string): boolean {
  const last = joins.find(({ to }) => to === table);
  const [between, ...more] = joins.filter(({ toOne }) => !toOne);
  return last?.toOne === true && between?.to === last.from && more.length === 0;
}

export function aggregated(context: Context, { aggregate, distinct, implied, assumed, of }: Item & { aggregate: AggregateName }): Shown {
  if (of === 'all') return unfit();
  if (aggregate === 'count') return countOf(context, of, distinct === true, implied);
  if (of === null) return unfit();
  if (of.kind === 'attribute' && of.worth !== undefined) return worthShown(context, of, aggregate);
  const { expr, column, table } = single(context, of);
  if ((aggregate === 'avg' || aggregate === 'sum') && (!NUMERIC.has(column.type) || isKey(context, table, column))) return unfit();
  if (assumed === true && !addsUp(entryOf(context, table), column)) return unfit();
  if (column.type === 'text') charge(context, 0.6);
  return {
    expr: { kind: 'aggregate', fn: aggregate, arg: expr, ...(distinct === true ? { distinct } : {}) },
    as: `${aggregate}_${column.name}`,
  };
}

/** Prices, ages and rates of several rows together say nothing. */
const addsUp = ({ columns }: TableEntry, column: Column): boolean =>
  columns.find((one) => one.column === column)?.words.some((word) => RATES.has(word)) === false;

const RATES = new Set(
  `price rate percentage age score rating rank level year height width depth temperature latitude longitude average median mean
  ratio gpa grade speed discount number code minimum maximum limit share index position`.split(/\s+/),
);

/** What sales come to, each row once: joined with more than one row of another table it would be counted more often. */
function worthShown(context: Context, of: Attribute, aggregate: AggregateName): Shown {
  const { root, joins, graph, choice } = context;
  const { table, columns } = choice.columns(of);
  if (joinTree(table, [root, ...joins.map(({ to }) => to)], graph, () => undefined).multiplied) return unfit();
  const [first, second] = columns;
  if (first === undefined) return unfit();
  const arg = second === undefined ? col(table, first) : lineWorth(entryOf(context, table), table, first, second);
  return { expr: { kind: 'aggregate', fn: aggregate, arg }, as: of.words.replaceAll(' ', '_') };
}
