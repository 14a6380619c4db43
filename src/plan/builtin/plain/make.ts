import type { Expr, OrderItem, Query, Select } from '../../plan.ts';
import { all, named, Unfit, unfit } from '../linking/expressions.ts';
import { count, fieldGroup, grouped, measured, numberOf } from './measures.ts';
import { at, codesOf, columnOf, entryOf, joinsTo, labelOf, type Place, whole } from './place.ts';
import type { Field, Order, Sentence, What } from './sentence.ts';
import { tested } from './tested.ts';

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
      const by = fieldGroup(what.column, things);
      if (by.column === null || by.span !== undefined) return unfit();
      const { name } = columnOf(by.table, by.column, place);
      const fields = what.shown ?? [];
      const columns = fields.length === 0 ? label() : shown(fields, things, place).columns;
      const joins = joinsTo(
        [...fields, by].map((one) => fieldGroup(one, things).table),
        things,
        place,
        'left',
      );
      return { ...base, ...joins, columns, orderBy: [ordered(at(by.table, name), what.highest)], limit: what.many };
    }
    case 'percentage':
      return percentage(what, base, things, place);
    case 'measure':
      return measure(what, base, things, place);
    case 'top': {
      const found = measured(what.measure, things, place);
      const { keys, columns } = grouped(what.by, place);
      const all = what.many === 1 ? columns : [...columns, found];
      return {
        ...base,
        ...joinsTo([what.by.table, ...found.tables], things, place, 'inner'),
        columns: all.map(({ expr, as }) => ({ expr, as })),
        groupBy: keys,
        orderBy: [ordered(found.expr, what.highest)],
        limit: what.many,
      };
    }
    case 'mean': {
      const sum = what.sum === null ? null : numberOf(what.sum, things, place);
      const each: Expr = sum === null ? count() : { kind: 'aggregate', fn: 'sum', arg: sum.expr };
      const query: Select = {
        ...base,
        ...joinsTo([what.per.table, ...(sum === null ? [] : [sum.table])], things, place, 'inner'),
        columns: [{ expr: each, as: 'each' }],
        groupBy: grouped(what.per, place).keys,
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
    ...joinsTo(tables, things, place, 'inner'),
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
function shown(fields: readonly Field[], things: string, place: Place): Pick<Select, 'columns' | 'joins'> {
  const groups = fields.map((one) => fieldGroup(one, things));
  return {
    ...joinsTo(
      groups.map(({ table }) => table),
      things,
      place,
      'left',
    ),
    columns: named(groups.flatMap((one) => grouped(one, place).columns)),
  };
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
