import type { Query } from '../../../plan.ts';
import { Unfit, unfit } from '../../linking/expressions.ts';
import type { JoinGraph } from '../../linking/joins.ts';
import type { Lexicon } from '../../linking/lexicon.ts';
import type { Attribute, Entity } from '../../linking/mention.ts';
import type { Condition, Sketch } from '../sketch.ts';
import type { Assignment } from './assign.ts';
import { createBuilder } from './builder.ts';

/**
 * The query of a sketch under a choice of tables and columns. Conditions that no single row can meet ask for what two sets of
 * rows share ("both", "in 2009 and in 2010") or for what one has and the other has not ("but not in 2010"). Null when the
 * choice makes no sense.
 */
export function buildQuery(given: Sketch, choice: Assignment, lexicon: Lexicon, graph: JoinGraph): { plan: Query; cost: number } | null {
  try {
    const sketch = withoutLoneFilter(given);
    const builder = createBuilder(sketch, choice, lexicon, graph);
    const conditions = eitherOf(sketch.conditions, choice);
    const apart = divide({ ...sketch, conditions }, choice, builder, lexicon);
    if (apart === null) return builder.finish(conditions);
    if (apart.op === 'or') {
      const { plan, cost } = builder.finish([...apart.common, { kind: 'or', args: [...apart.one, ...apart.two] }]);
      return { plan, cost: cost + 0.2 };
    }
    if (sketch.items.some(({ aggregate }) => aggregate !== undefined)) return unfit();
    const left = builder.finish([...apart.common, ...apart.one]);
    const right = builder.finish([...apart.common, ...apart.two]);
    const { orderBy, limit, ...rows } = right.plan;
    if (limit !== undefined) return unfit();
    if (apart.op === 'except' && orderBy !== undefined) return unfit();
    return { plan: { kind: 'set', op: apart.op, left: left.plan, right: rows }, cost: left.cost };
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

/** The rows of the one number that is asked for are the rows of the question. */
function withoutLoneFilter(sketch: Sketch): Sketch {
  const [one, ...more] = sketch.items.filter(({ aggregate }) => aggregate !== undefined);
  if (one?.only === undefined || more.length > 0) return sketch;
  const { only, ...item } = one;
  const known = sketch.conditions.some((of) => of.kind === 'value' && only.kind === 'value' && of.value.text === only.value.text);
  return {
    ...sketch,
    items: sketch.items.map((other) => (other === one ? item : other)),
    conditions: known ? sketch.conditions : [...sketch.conditions, only],
  };
}

type Builder = ReturnType<typeof createBuilder>;

interface Division {
  readonly op: 'intersect' | 'except' | 'or';
  readonly common: readonly Condition[];
  readonly one: readonly Condition[];
  readonly two: readonly Condition[];
}

function divide(sketch: Sketch, choice: Assignment, builder: Builder, lexicon: Lexicon): Division | null {
  const { conditions, both } = sketch;
  if (both !== null) return { op: 'intersect', common: conditions, one: both[0], two: both[1] };
  for (const condition of conditions) {
    const others = conditions.filter((other) => other !== condition);
    if (condition.kind === 'except') return { op: 'except', common: [], one: others, two: condition.conditions };
    // "cities without a branch of over 100 members": the branches themselves are shown by their city.
    if (condition.kind === 'has' && condition.not && choice.table(condition.entity) === builder.root && condition.conditions.length > 0)
      return { op: 'except', common: [], one: others, two: condition.conditions };
  }
  return spared(sketch, choice, lexicon) ?? opposites(sketch, choice, builder);
}

/** "countries that never held a friendly": a country is not held by one row alone, so that none of its rows may be one. */
function spared(
  { conditions, items, subject, orders, having, groups, limit }: Sketch,
  choice: Assignment,
  lexicon: Lexicon,
): Division | null {
  const [only, ...more] = items;
  if (only === undefined || more.length > 0 || only.aggregate !== undefined || only.of === null || only.of === 'all') return null;
  if (only.of.kind === 'entity' || only.of.owner !== undefined || / of /.test(only.of.words) || limit !== null) return null;
  if (orders.length + having.length + groups.length > 0) return null;
  const { table, columns } = choice.columns(only.of);
  if (tellsApart(lexicon, table, columns) || (subject !== null && (choice.table(subject) !== table || follows(subject, only.of))))
    return null;
  const denials = conditions.flatMap((condition) => {
    const said = affirmed(condition);
    const test = testOf(condition, choice);
    const own = test !== null && test.table === table && (columns.includes(test.column) || tellsApart(lexicon, table, [test.column]));
    return said === null || own ? [] : [{ condition, said }];
  });
  const [denial, ...others] = denials;
  if (denial === undefined || others.length > 0) return null;
  return { op: 'except', common: conditions.filter((of) => of !== denial.condition), one: [], two: [denial.said] };
}

/** "the heights of mountains": each mountain's, though it is not said that they are theirs. */
const follows = ({ at }: Entity, { at: before, words }: Attribute) =>
  at !== undefined && before !== undefined && at - before - words.split(' ').length <= 2;

/** Whether each row has columns of its own, by which it is known. */
function tellsApart(lexicon: Lexicon, table: string, columns: readonly string[]): boolean {
  const entry = lexicon.byName.get(table);
  const known = entry === undefined ? [] : [entry.label, entry.table.primaryKey, ...entry.table.uniques];
  return known.flat().some((column) => columns.includes(column));
}

/** What a condition denies; null when it denies nothing. */
function affirmed(of: Condition): Condition | null {
  if (of.kind === 'value') return of.not ? { ...of, not: false } : null;
  return of.kind === 'has' && of.not ? { ...of, not: false } : null;
}

/**
 * "schools founded before 1890 and schools founded after 1900", "in Fall 2009 and in Spring 2010": no row is both. Said of
 * rows that are named or counted each for itself, "from Paris and Rome" is either.
 */
function opposites({ conditions, items }: Sketch, choice: Assignment, builder: Builder): Division | null {
  for (const [second, two] of conditions.entries()) {
    for (const [first, one] of conditions.slice(0, second).entries()) {
      if (isVacuous(one, two, choice)) return unfit();
      const table = exclude(one, two, choice);
      if (table === null) continue;
      const singly = items.some(({ aggregate }) => aggregate !== undefined) || builder.names(items);
      if (singly && second === first + 1 && builder.holdsOne(table))
        return { op: 'or', common: conditions.filter((of) => of !== one && of !== two), one: [one], two: [two] };
      return { op: 'intersect', common: conditions.slice(0, first), one: conditions.slice(first, second), two: conditions.slice(second) };
    }
  }
  return null;
}

/** "in Fall 2009 or in Spring 2010": the "or" is between the two, not between 2009 and Spring. */
function eitherOf(conditions: readonly Condition[], choice: Assignment): readonly Condition[] {
  for (const [at, or] of conditions.entries()) {
    const [last, second, ...more] = or.kind === 'or' ? or.args : [];
    if (last === undefined || second === undefined || more.length > 0) continue;
    const start = conditions.slice(0, at).findIndex((of) => sameColumn(of, second, choice));
    if (start < 0) continue;
    const one = [...conditions.slice(start, at), last];
    const end = at + one.length;
    const two = [second, ...conditions.slice(at + 1, end)];
    const either: Condition = {
      kind: 'or',
      args: [
        { kind: 'all', args: one },
        { kind: 'all', args: two },
      ],
    };
    return [...conditions.slice(0, start), either, ...conditions.slice(end)];
  }
  return conditions;
}

function sameColumn(one: Condition, two: Condition, choice: Assignment): boolean {
  const [a, b] = [testOf(one, choice), testOf(two, choice)];
  return a !== null && b !== null && a.table === b.table && a.column === b.column && a.op === '=' && b.op === '=';
}

/** The table of the column of which two conditions ask what cannot be at once; null when they can. */
function exclude(one: Condition, two: Condition, choice: Assignment): string | null {
  const [a, b] = [testOf(one, choice), testOf(two, choice)];
  if (a === null || b === null || a.column !== b.column || a.table !== b.table) return null;
  if (a.op === '=' && b.op === '=') return a.value !== b.value ? a.table : null;
  const [low, high] = a.op.startsWith('<') ? [a, b] : [b, a];
  const ends = low.op !== '<>' && high.op.startsWith('>') && low.op.startsWith('<');
  return ends && typeof low.value === 'number' && typeof high.value === 'number' && low.value <= high.value ? a.table : null;
}

/** "in Fall but not in Spring" denies nothing of the same row. */
function isVacuous(one: Condition, two: Condition, choice: Assignment): boolean {
  const [a, b] = [testOf(one, choice), testOf(two, choice)];
  return a !== null && b !== null && a.table === b.table && a.column === b.column && a.op === '=' && b.op === '<>';
}

/** The column, operator and value of a plain test. */
function testOf(of: Condition, choice: Assignment): { table: string; column: string; op: string; value: string | number } | null {
  if (of.kind === 'value') {
    const hit = choice.hit(of.value);
    return hit === null ? null : { table: hit.table, column: hit.column, op: of.not ? '<>' : '=', value: hit.stored };
  }
  if (of.kind !== 'compare') return null;
  const { table, columns } = choice.columns(of.left);
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0) return null;
  const stored = of.value.hits.find((hit) => hit.table === table && hit.column === column)?.stored;
  return { table, column, op: of.op, value: of.value.number ?? stored ?? of.value.text };
}
