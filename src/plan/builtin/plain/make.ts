import type { Expr, OrderItem, Query, Select } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import { all, DATED, NUMERIC, Unfit, unfit } from '../expressions.ts';
import { type Edge, findPath, type JoinGraph } from '../joins.ts';
import type { Lexicon, TableEntry } from '../lexicon.ts';
import { lengthOf } from '../phrases/stretch.ts';
import type { Group, Measure, Sentence, Test } from './sentence.ts';

/** What a plan is made in. */
export interface Place {
  readonly lexicon: Lexicon;
  readonly graph: JoinGraph;
}

/** The plan of a sentence; null where it names what cannot be related or compared so. */
export function planOf(sentence: Sentence, place: Place): Query | null {
  try {
    return made(sentence, place);
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

const at = (table: string, column: string): Expr => ({ kind: 'column', table, column });
const entryOf = (table: string, { lexicon }: Place): TableEntry => lexicon.byName.get(table) ?? unfit();
const columnOf = (table: string, name: string, place: Place): Column =>
  entryOf(table, place).columns.find(({ column }) => column.name === name)?.column ?? unfit();
const shown = (table: string, columns: readonly string[]) => columns.map((column) => ({ expr: at(table, column), as: column }));

function made({ things, what, tests }: Sentence, place: Place): Select {
  const entry = entryOf(things, place);
  const where = tests.length === 0 ? {} : { where: all(tests.map((test) => tested(test, things, things, place))) };
  const base = { kind: 'select' as const, from: { kind: 'table' as const, table: things, as: things }, ...where };
  switch (what.kind) {
    case 'list':
      return { ...base, columns: shown(things, labelOf(entry)) };
    case 'columns':
      return { ...base, ...(what.distinct ? { distinct: true } : {}), columns: shown(things, what.columns) };
    case 'extreme':
      return {
        ...base,
        columns: shown(things, labelOf(entry)),
        orderBy: [ordered(at(things, what.column), what.highest)],
        limit: what.many,
      };
    case 'percentage': {
      const count = (filter?: Expr): Expr => ({ kind: 'aggregate', fn: 'count', arg: { kind: 'star' }, ...(filter ? { filter } : {}) });
      const part: Expr = { kind: 'arithmetic', op: '*', left: { kind: 'literal', value: 100, type: 'integer' }, right: count(base.where) };
      const whole: Expr = { kind: 'call', fn: 'nullif', args: [count(), { kind: 'literal', value: 0, type: 'integer' }] };
      const of = what.of.length === 0 ? {} : { where: all(what.of.map((test) => tested(test, things, things, place))) };
      const { from, kind } = base;
      return { kind, from, ...of, columns: [{ expr: { kind: 'arithmetic', op: '/', left: part, right: whole }, as: 'percentage' }] };
    }
    case 'measure': {
      const measure = measured(what.measure, things, place);
      if (what.by === null) return { ...base, columns: [measure] };
      const { joins, keys, columns } = grouped(what.by, things, place);
      return { ...base, ...joins, columns: [...columns, measure], groupBy: keys };
    }
    case 'top': {
      const measure = measured(what.measure, things, place);
      const { joins, keys, columns } = grouped(what.by, things, place);
      const columnsToo = what.many === 1 ? columns : [...columns, measure];
      return { ...base, ...joins, columns: columnsToo, groupBy: keys, orderBy: [ordered(measure.expr, what.highest)], limit: what.many };
    }
  }
}

const labelOf = ({ label, table }: TableEntry): readonly string[] => (label.length > 0 ? label : table.columns.map(({ name }) => name));

const ordered = (expr: Expr, highest: boolean): OrderItem =>
  highest ? { expr, direction: 'desc', nulls: 'last' } : { expr, direction: 'asc', nulls: 'last' };

function measured(measure: Measure, things: string, place: Place): { expr: Expr; as: string } {
  if (measure.kind === 'count') return { expr: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } }, as: 'count' };
  if (measure.kind === 'between') {
    const [start, end] = [columnOf(things, measure.from, place), columnOf(things, measure.to, place)];
    if (!DATED.has(start.type) || start.type !== end.type) return unfit();
    const length = lengthOf({ table: things, start, end }, things, measure.unit);
    return { expr: { kind: 'aggregate', fn: 'avg', arg: length }, as: `average_${measure.unit}s` };
  }
  const arg = [measure.column, ...(measure.times === null ? [] : [measure.times])].map((name) => {
    const { type } = columnOf(things, name, place);
    return NUMERIC.has(type) || (measure.times === null && DATED.has(type) && ['min', 'max'].includes(measure.kind))
      ? at(things, name)
      : unfit();
  });
  const [only, by] = arg;
  if (only === undefined) return unfit();
  const worth: Expr = by === undefined ? only : { kind: 'arithmetic', op: '*', left: only, right: by };
  return { expr: { kind: 'aggregate', fn: measure.kind, arg: worth }, as: `${measure.kind}_${measure.column}` };
}

function grouped(
  { table, column }: Group,
  things: string,
  place: Place,
): { joins: Partial<Select>; keys: Expr[]; columns: Select['columns'] } {
  const edges = table === things ? [] : wayTo(things, table, place);
  // Each of the things is counted once.
  if (edges.some(({ toOne }) => !toOne)) return unfit();
  const entry = entryOf(table, place);
  const joins = edges.map((edge) => ({
    type: 'inner' as const,
    source: { kind: 'table' as const, table: edge.to, as: edge.to },
    on: all(edge.on.map((pair) => equal(at(edge.from, pair.from), at(edge.to, pair.to)))),
  }));
  const label = column === null ? labelOf(entry) : [column];
  const keys = column === null ? [...new Set([...entry.table.primaryKey, ...label])] : label;
  return { joins: joins.length === 0 ? {} : { joins }, keys: keys.map((key) => at(table, key)), columns: shown(table, label) };
}

const equal = (left: Expr, right: Expr): Expr => ({ kind: 'compare', op: '=', left, right });

function wayTo(from: string, to: string, { graph }: Place): readonly Edge[] {
  const path = findPath(graph, [from], to);
  return path === null || path.ambiguous || path.edges.length === 0 ? unfit() : path.edges;
}

function tested(test: Test, table: string, alias: string, place: Place): Expr {
  if (test.kind === 'related') return related(test, table, alias, place);
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
          ? { kind: 'literal', value: test.than, type: Number.isInteger(test.than) ? 'integer' : 'decimal' }
          : NUMERIC.has(columnOf(table, test.than.column, place).type)
            ? at(alias, test.than.column)
            : unfit();
      return { kind: 'compare', op: test.op, left: own, right };
    }
    case 'when': {
      if (!DATED.has(column.type)) return unfit();
      const bound = (op: '>=' | '<', value: string | null): Expr[] =>
        value === null ? [] : [{ kind: 'compare', op, left: own, right: { kind: 'literal', value, type: column.type } }];
      return all([...bound('>=', test.since), ...bound('<', test.until)]);
    }
  }
}

/** Whether a row has some of another table, by the keys between them. */
function related(
  { table: target, tests, not, over }: Extract<Test, { kind: 'related' }>,
  table: string,
  alias: string,
  place: Place,
): Expr {
  const edges = wayTo(table, target, place);
  const [first, ...more] = edges;
  if (first === undefined) return unfit();
  const named = (name: string) => `${name}_of_${alias}`;
  const joins = more.map((edge) => ({
    type: 'inner' as const,
    source: { kind: 'table' as const, table: edge.to, as: named(edge.to) },
    on: all(edge.on.map((pair) => equal(at(named(edge.from), pair.from), at(named(edge.to), pair.to)))),
  }));
  const keys = first.on.map((pair) => equal(at(named(first.to), pair.to), at(alias, pair.from)));
  const query: Select = {
    kind: 'select',
    columns: [
      {
        expr: over === null ? { kind: 'literal', value: 1, type: 'integer' } : { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } },
        as: 'found',
      },
    ],
    from: { kind: 'table', table: first.to, as: named(first.to) },
    ...(joins.length === 0 ? {} : { joins }),
    where: all([...keys, ...tests.map((test) => tested(test, target, named(target), place))]),
  };
  if (over !== null)
    return { kind: 'compare', op: '>', left: { kind: 'scalarQuery', query }, right: { kind: 'literal', value: over, type: 'integer' } };
  const exists: Expr = { kind: 'exists', query };
  return not ? { kind: 'not', arg: exists } : exists;
}
