import type { Expr, Select } from '../../plan.ts';
import { all, DATED, escapeLike, NUMERIC, unfit } from '../linking/expressions.ts';
import { count } from './measures.ts';
import { at, columnOf, entryOf, equal, type Place, wayTo, whole } from './place.ts';
import type { Related, Test } from './sentence.ts';

/** Whether a row passes a test. */
export function tested(test: Test, table: string, alias: string, place: Place): Expr {
  if (test.kind === 'related') return related(test, table, alias, place);
  if (test.kind === 'either') return { kind: 'or', args: test.tests.map((one) => tested(one, table, alias, place)) };
  if (test.kind === 'self') return self(test, table, alias, place);
  const column = columnOf(table, test.column, place);
  const own = at(alias, test.column);
  switch (test.kind) {
    case 'is': {
      const equals = test.values.map((value) =>
        equal(own, { kind: 'literal', value, type: typeof value === 'string' ? 'text' : 'integer' }),
      );
      if (test.values.some((value) => (typeof value === 'string') !== (column.type === 'text'))) return unfit();
      const isOne: Expr = equals.length === 1 && equals[0] !== undefined ? equals[0] : { kind: 'or', args: equals };
      return test.not ? { kind: 'not', arg: isOne } : isOne;
    }
    case 'empty':
      return test.not ? { kind: 'not', arg: { kind: 'isNull', arg: own } } : { kind: 'isNull', arg: own };
    case 'flag':
      return column.type === 'boolean' ? equal(own, { kind: 'literal', value: test.is, type: 'boolean' }) : unfit();
    case 'compare': {
      if (!NUMERIC.has(column.type)) return unfit();
      const right: Expr =
        typeof test.than === 'number'
          ? number(test.than)
          : NUMERIC.has(columnOf(table, test.than.column, place).type)
            ? at(alias, test.than.column)
            : unfit();
      return { kind: 'compare', op: test.op, left: own, right };
    }
    case 'has':
      if (column.type !== 'text') return unfit();
      return { kind: 'match', op: 'ilike', left: own, right: { kind: 'literal', value: `%${escapeLike(test.words)}%`, type: 'text' } };
    case 'after':
      if (!DATED.has(column.type) || columnOf(table, test.than, place).type !== column.type) return unfit();
      return { kind: 'compare', op: '>', left: own, right: at(alias, test.than) };
    case 'when': {
      if (!DATED.has(column.type)) return unfit();
      const bound = (op: '>=' | '<', value: string | null): Expr[] =>
        value === null ? [] : [{ kind: 'compare', op, left: own, right: { kind: 'literal', value, type: column.type } }];
      return all([...bound('>=', test.since), ...bound('<', test.until)]);
    }
  }
}

export const number = (value: number): Expr => ({ kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' });

/** Whether a row has some of another table, by the keys between them. */
function related({ table: target, tests, not, over, under, total }: Related, table: string, alias: string, place: Place): Expr {
  const edges = wayTo(table, target, place);
  const [first, ...more] = edges;
  if (first === undefined || (not && (over !== null || under !== undefined || total !== undefined))) return unfit();
  const named = (name: string) => `${name}_of_${alias}`;
  const joins = more.map((edge) => ({
    type: 'inner' as const,
    source: { kind: 'table' as const, table: edge.to, as: named(edge.to) },
    on: all(edge.on.map((pair) => equal(at(named(edge.from), pair.from), at(named(edge.to), pair.to)))),
  }));
  const keys = first.on.map((pair) => equal(at(named(first.to), pair.to), at(alias, pair.from)));
  const query = (expr: Expr): Select => ({
    kind: 'select',
    columns: [{ expr, as: 'found' }],
    from: { kind: 'table', table: first.to, as: named(first.to) },
    ...(joins.length === 0 ? {} : { joins }),
    where: all([...keys, ...tests.map((test) => tested(test, target, named(target), place))]),
  });
  const compare = (op: '>' | '<', than: number): Expr => ({
    kind: 'compare',
    op,
    left: { kind: 'scalarQuery', query: query(count()) },
    right: whole(than),
  });
  if (total !== undefined) {
    if (!NUMERIC.has(columnOf(target, total.column, place).type)) return unfit();
    const sum: Expr = { kind: 'aggregate', fn: 'sum', arg: at(named(target), total.column) };
    return { kind: 'compare', op: total.op, left: { kind: 'scalarQuery', query: query(sum) }, right: number(total.than) };
  }
  if (over !== null) return compare('>', over);
  if (under !== undefined) return compare('<', under);
  const exists: Expr = { kind: 'exists', query: query(whole(1)) };
  return not ? { kind: 'not', arg: exists } : exists;
}

/** Whether a row is of one that passes, or one that passes is of the row, by a key of the table to itself. */
function self(test: Extract<Test, { kind: 'self' }>, table: string, alias: string, place: Place): Expr {
  const key = entryOf(table, place).table.foreignKeys.find((one) => one.table === table && one.columns[0] === test.column);
  const [reference] = key?.references ?? [];
  if (key === undefined || key.columns.length > 1 || reference === undefined) return unfit();
  const other = `${table}_of_${alias}`;
  const [own, its] = test.to ? [test.column, reference] : [reference, test.column];
  const query = (expr: Expr): Select => ({
    kind: 'select',
    columns: [{ expr, as: 'found' }],
    from: { kind: 'table', table, as: other },
    where: all([equal(at(other, its), at(alias, own)), ...test.tests.map((one) => tested(one, table, other, place))]),
  });
  if (test.over === undefined) return { kind: 'exists', query: query(whole(1)) };
  return { kind: 'compare', op: '>', left: { kind: 'scalarQuery', query: query(count()) }, right: whole(test.over) };
}
