import type { CompareOp, Expr, OrderItem, Query, Select } from '../../plan.ts';
import { all, named, Unfit, unfit } from '../linking/expressions.ts';
import { count, fieldGroup, grouped, lengthIn, measured, numberOf } from './measures.ts';
import { at, codesOf, columnOf, entryOf, joinsTo, labelOf, type Place, whole } from './place.ts';
import { isStretch } from './say.ts';
import type { Bound, Field, Order, Sentence, What } from './sentence.ts';
import { number, tested } from './tested.ts';

/** The plan of a sentence; null where it names what cannot be related or compared so. */
export function planOf(sentence: Sentence, place: Place): Query | null {
  try {
    return made(sentence, place);
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

type Of<Kind extends What['kind']> = Extract<What, { kind: Kind }>;
type Base = Pick<Select, 'kind' | 'from' | 'where'>;

function made({ things, what, tests }: Sentence, place: Place): Select {
  const where = tests.length === 0 ? {} : { where: all(tests.map((test) => tested(test, things, things, place))) };
  const base: Base = { kind: 'select', from: { kind: 'table', table: things, as: things }, ...where };
  const label = () =>
    [...labelOf(entryOf(things, place)), ...codesOf(entryOf(things, place))].map((column) => ({ expr: at(things, column), as: column }));
  switch (what.kind) {
    case 'list':
      return { ...base, columns: withOrder(label(), what.order, things), ...sorted(what.order, things, place) };
    case 'columns': {
      const distinct = what.distinct ? { distinct: true } : {};
      return { ...base, ...distinct, ...shown(what.columns, things, place), ...sorted(what.order, things, place) };
    }
    case 'extreme': {
      const fields = what.shown ?? [];
      const { by, tables } = ranked(what.column, things, place);
      const { columns, joins } = shown(fields, things, place, tables);
      return {
        ...base,
        ...(joins === undefined ? {} : { joins }),
        columns: fields.length === 0 ? label() : columns,
        orderBy: [ordered(by, what.highest)],
        limit: what.many,
      };
    }
    case 'groups': {
      const { keys, columns, joins } = grouped(what.by, place);
      // What is empty is none of them.
      const known = keys.map((arg): Expr => ({ kind: 'not', arg: { kind: 'isNull', arg } }));
      const where = all([...(base.where === undefined ? [] : [base.where]), ...known]);
      return {
        ...base,
        where,
        ...joinsTo([what.by.table], things, place, 'inner', joins),
        columns,
        groupBy: keys,
        having: bounded(what, things, place),
      };
    }
    case 'percentage':
      return percentage(what, base, things, place);
    case 'measure':
      return measure(what, base, things, place);
    case 'top': {
      const found = measured(what.measure, things, place);
      const { keys, columns, joins } = grouped(what.by, place);
      const all = what.many === 1 ? columns : [...columns, found];
      return {
        ...base,
        ...joinsTo([what.by.table, ...found.tables], things, place, 'inner', joins),
        columns: all.map(({ expr, as }) => ({ expr, as })),
        groupBy: keys,
        orderBy: [ordered(found.expr, what.highest)],
        limit: what.many,
      };
    }
    case 'mean': {
      const sum = what.sum === null ? null : numberOf(what.sum, things, place);
      const each: Expr = sum === null ? count() : { kind: 'aggregate', fn: 'sum', arg: sum.expr };
      const { keys, joins } = grouped(what.per, place);
      const query: Select = {
        ...base,
        ...joinsTo([what.per.table, ...(sum === null ? [] : [sum.table])], things, place, 'inner', joins),
        columns: [{ expr: each, as: 'each' }],
        groupBy: keys,
      };
      const arg = at('found', 'each');
      return {
        kind: 'select',
        columns: [{ expr: { kind: 'aggregate', fn: 'avg', arg }, as: 'average' }],
        from: { kind: 'derived', query, as: 'found' },
      };
    }
  }
}

function measure(what: Of<'measure'>, base: Base, things: string, place: Place): Select {
  const found = [what.measure, ...(what.more ?? [])].map((one) => measured(one, things, place));
  const by = what.by === null ? null : grouped(what.by, place);
  const tables = [...(what.by === null ? [] : [what.by.table]), ...found.flatMap((one) => one.tables)];
  const [first] = found;
  if (first === undefined || (what.highest !== undefined && by === null)) return unfit();
  return {
    ...base,
    ...joinsTo(tables, things, place, 'inner', by?.joins),
    columns: named([...(by?.columns ?? []), ...found].map(({ expr, as }) => ({ expr, as }))),
    ...(by === null ? {} : { groupBy: by.keys }),
    ...(what.highest === undefined ? {} : { orderBy: [ordered(first.expr, what.highest)] }),
  };
}

function percentage(what: Of<'percentage'>, { kind, from, where }: Base, things: string, place: Place): Select {
  const sum = what.sum === undefined ? null : numberOf(what.sum, things, place);
  const of = (filter?: Expr): Expr =>
    sum === null ? count(filter) : { kind: 'aggregate', fn: 'sum', arg: sum.expr, ...(filter === undefined ? {} : { filter }) };
  const part: Expr = { kind: 'arithmetic', op: '*', left: whole(100), right: of(where) };
  const most: Expr = { kind: 'call', fn: 'nullif', args: [of(), whole(0)] };
  const those = what.of.length === 0 ? {} : { where: all(what.of.map((test) => tested(test, things, things, place))) };
  const joins = sum === null ? {} : joinsTo([sum.table], things, place, 'inner');
  return {
    kind,
    from,
    ...joins,
    ...those,
    columns: [{ expr: { kind: 'arithmetic', op: '/', left: part, right: most }, as: 'percentage' }],
  };
}

/** Columns of the things and of what each of them has one of. */
function shown(fields: readonly Field[], things: string, place: Place, beside: readonly string[] = []): Pick<Select, 'columns' | 'joins'> {
  const groups = fields.map((one) => fieldGroup(one, things));
  const read = groups.map((one) => grouped(one, place, 'left'));
  const tables = [...groups.map(({ table }) => table), ...beside];
  return {
    ...joinsTo(
      tables,
      things,
      place,
      'left',
      read.flatMap(({ joins }) => joins),
    ),
    columns: named(read.flatMap(({ columns }) => columns)),
  };
}

/** What rows are ranked by, and the tables that it is of. */
function ranked(column: Of<'extreme'>['column'], things: string, place: Place): { by: Expr; tables: string[] } {
  if (isStretch(column)) return { by: lengthIn(column, things, 'minute', place), tables: [] };
  const field = fieldGroup(column, things);
  if (field.column === null || field.span !== undefined) return unfit();
  return { by: at(field.table, columnOf(field.table, field.column, place).name), tables: [field.table] };
}

/** Whether a group has as many of the things, or comes to as much, as is said. */
function bounded({ over, under, total }: Bound, things: string, place: Place): Expr {
  const compare = (op: CompareOp, left: Expr, than: number): Expr => ({ kind: 'compare', op, left, right: number(than) });
  if (total !== undefined) {
    const sum: Expr = { kind: 'aggregate', fn: 'sum', arg: numberOf(total.column, things, place).expr };
    return compare(total.op, sum, total.than);
  }
  return over !== null ? compare('>', count(), over) : compare('<', count(), under ?? unfit());
}

const sorted = (order: Order | undefined, things: string, place: Place): Pick<Select, 'orderBy'> =>
  order === undefined ? {} : { orderBy: [ordered(at(things, columnOf(things, order.column, place).name), order.highest)] };

/** What rows are put in the order of is shown beside them. */
const withOrder = (columns: Select['columns'], order: Order | undefined, things: string): Select['columns'] =>
  order === undefined || columns.some(({ as }) => as === order.column)
    ? columns
    : [...columns, { expr: at(things, order.column), as: order.column }];

const ordered = (expr: Expr, highest: boolean): OrderItem =>
  highest ? { expr, direction: 'desc', nulls: 'last' } : { expr, direction: 'asc', nulls: 'last' };
