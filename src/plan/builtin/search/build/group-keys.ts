import type { Expr } from '../../../plan.ts';
import type { Mention } from '../../linking/mention.ts';
import type { Item, Sketch } from '../sketch.ts';
import { type Context, col, entryOf, shown, tableOf } from './build-context.ts';

/** "How many customers have more than 2 orders?": the groups that are counted, each by its key; null when rows are. */
export function countedGroups({ sketch, choice, lexicon, root }: Context): Sketch | null {
  const [only, ...more] = sketch.items;
  if (only?.aggregate !== 'count' || only.of === null || only.of === 'all' || more.length > 0) return null;
  if (sketch.having.length === 0 || sketch.groups.length > 0 || sketch.orders.length > 0 || sketch.limit !== null) return null;
  if (only.of.kind === 'attribute') return { ...sketch, distinct: false, items: [{ of: only.of }] };
  const table = choice.table(only.of);
  const [key, ...rest] = lexicon.byName.get(table)?.table.primaryKey ?? [];
  if (table !== root || key === undefined || rest.length > 0) return null;
  return { ...sketch, distinct: false, items: [], groups: [only.of] };
}

/** Whether each group is a single row of the root, by its key or by its name, so that there is nothing to count. */
export function isKeyed(context: Context, keys: readonly Expr[]): boolean {
  const { sketch, root, subject } = context;
  const { table, label } = entryOf(context, root);
  const has = (name: string) => keys.some((expr) => expr.kind === 'column' && expr.table === root && expr.column === name);
  const rows = [...sketch.items, ...sketch.having].every((one) => !('aggregate' in one) || one.of === null);
  const names = label.length > 0 && label.every(has) && (subject === root || rows);
  return names || (table.primaryKey.length > 0 && table.primaryKey.every(has));
}

export const counts = ({ having, orders, items }: Sketch) =>
  having.some(({ aggregate }) => aggregate === 'count') ||
  orders.some(({ by }) => by === 'count') ||
  items.some(({ aggregate }) => aggregate === 'count');

/** A group by an entity is a group by its key, so that two of the same name stay apart. */
export function groupKeys(context: Context, mention: Mention): Expr[] {
  if (mention.kind === 'attribute') return shown(context, mention).map(({ expr }) => expr);
  const { table } = entryOf(context, context.choice.table(mention));
  return table.primaryKey.map((column) => col(table.name, column));
}

/** With no group named: the rows of the table that the shown columns come from. */
export function subjectKeys(context: Context, plain: readonly Item[]): Expr[] {
  const { sketch, joins } = context;
  const owners = new Set(plain.flatMap(({ of }) => (of === null || of === 'all' ? [] : [tableOf(context, of)])));
  const [owner, ...more] = owners;
  if (owner === undefined || more.length > 0) return [];
  // "who" says no noun, and asks for people as "which members" does.
  const unsaid = plain.every(({ of }) => of !== null && of !== 'all' && of.at === undefined);
  const subject = context.subject ?? (unsaid && sketch.orders.length === 0 ? owner : null);
  const countedOnes = new Set(
    [...sketch.items, ...sketch.having, ...sketch.orders].flatMap(({ of }) =>
      of !== null && of !== 'all' && of.kind === 'entity' ? [tableOf(context, of)] : [],
    ),
  );
  const ownRows = countedOnes.size === 0 && joins.length === 0;
  const own =
    subject === owner &&
    !ownRows &&
    !(countedOnes.has(owner) && countedOnes.size === 1 && plain.every(({ of }) => of !== null && of !== 'all' && of.kind === 'attribute'));
  return own ? entryOf(context, owner).table.primaryKey.map((column) => col(owner, column)) : [];
}
