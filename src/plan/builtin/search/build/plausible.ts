import type { Expr, Select } from '../../../plan.ts';
import { stem } from '../../english/stem.ts';
import type { Edge } from '../../linking/joins.ts';
import type { Attribute } from '../../linking/mention.ts';
import { type Context, charge, columnOf, entryOf, shown } from './build-context.ts';

/** What an answer hardly ever is, though a reading may come to it: charged, so that another reading or none wins. */
export function chargeImplausible(context: Context, plan: Omit<Select, 'kind'>, where: readonly Expr[]): void {
  if (showsFlag(context, plan)) charge(context, 1);
  if (saysTwice(context)) charge(context, 1.5);
  if (countsOnes(context, plan)) charge(context, 1);
  const pinned = new Set(where.flatMap((test) => (isPinned(test) ? [JSON.stringify(test.left)] : [])));
  // Whole rows show every column, whatever was asked of them.
  const whole = plan.columns.length > context.sketch.items.length + 1;
  const echoed = !whole && plan.columns.some(({ expr }) => expr.kind === 'column' && pinned.has(JSON.stringify(expr)));
  if (echoed) charge(context, ECHO);
}

/** A flag alone, of "the retired medicines". */
function showsFlag(context: Context, { columns }: Omit<Select, 'kind'>): boolean {
  const [only, ...more] = columns;
  const of = only?.expr.kind === 'aggregate' ? only.expr.arg : only?.expr;
  return more.length === 0 && of?.kind === 'column' && columnOf(context, of.table, of.column).type === 'boolean';
}

/** Ranks things by how many rows each has where that is one: products, each with its category, by the number of those. */
function countsOnes({ root, joins, lexicon }: Context, { groupBy = [], orderBy = [], having }: Omit<Select, 'kind'>): boolean {
  const counted = having === undefined && orderBy.some(({ expr }) => expr.kind === 'aggregate' && expr.arg.kind === 'star');
  if (!counted || joins.length === 0) return false;
  const finest = [root, ...joins.map(({ to }) => to)].find((table) => {
    const back = new Set<Edge>();
    for (let at = table; at !== root; ) {
      const edge = joins.find(({ to }) => to === at);
      if (edge === undefined || edge.toOne) return false;
      back.add(edge);
      at = edge.from;
    }
    return joins.every((edge) => back.has(edge) || edge.toOne);
  });
  const label = finest === undefined ? [] : (lexicon.byName.get(finest)?.label ?? []);
  const grouped = (name: string) => groupBy.some((key) => key.kind === 'column' && key.table === finest && key.column === name);
  return label.length > 0 && label.every(grouped);
}

/** A column of which the question gave the value need not be shown. */
const ECHO = 0.3;

const isPinned = (test: Expr): test is Expr & { kind: 'compare' } =>
  test.kind === 'compare' && test.op === '=' && test.right.kind === 'literal';

/** "the names of cities and the names of counties" are not one column: one of the two was taken for the other's. */
function saysTwice(context: Context): boolean {
  const attributes = context.sketch.items.flatMap(({ of, aggregate }) =>
    aggregate !== undefined || of === null || of === 'all' || of.kind === 'entity' ? [] : [of],
  );
  return attributes.some((one, at) =>
    attributes.slice(0, at).some((other) => {
      const same = JSON.stringify(shown(context, one)) === JSON.stringify(shown(context, other));
      if (!same || isOneName(context, one, other)) return false;
      return wordsOf(one) !== wordsOf(other) || (one.owner !== undefined && one.owner.words !== other.owner?.words);
    }),
  );
}

/** "states or counties" of a column for either. */
function isOneName(context: Context, one: Attribute, other: Attribute): boolean {
  const { table, columns } = context.choice.columns(one);
  const column = entryOf(context, table).columns.find(({ column: { name } }) => name === columns[0]);
  return (
    `${wordsOf(one)} ${wordsOf(other)}`.split(' ').every((word) => column?.words.includes(word) === true) && wordsOf(one) !== wordsOf(other)
  );
}

const wordsOf = ({ words }: Attribute) => words.split(' ').map(stem).join(' ');
