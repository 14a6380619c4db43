import { stem } from '../english/stem.ts';
import { DATED } from '../linking/expressions.ts';
import { type Checked, ownColumn, type PlanCheck } from './checked.ts';

export const GROUP_CHECKS: readonly PlanCheck[] = [perItself, byKind, ofAnyOne, rankedByRows];

/** "average amount per booking" of bookings is one average, and none for each day on which some were booked. */
function perItself({ said, plan, lexicon }: Checked): string | null {
  const noun = / (?:per|for each|for every) ([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select') return null;
  const other = (plan.groupBy ?? []).some((key) => {
    const found = ownColumn(key, plan, lexicon);
    return (
      found !== undefined &&
      DATED.has(found.own.column.type) &&
      !found.own.words.includes(stem(noun)) &&
      found.entry.words.at(-1) === stem(noun)
    );
  });
  return other ? `It is unclear what "per ${noun}" asks for.` : null;
}

/** "incidents by kind" are no list of incidents; nor are customers in the order of the types of what belongs to them. */
function byKind({ said, plan }: Checked): string | null {
  const kind = / (?:by|per|each|every) (?:the )?(kinds?|types?|sorts?|categor(?:y|ies)) (?!of )/.exec(said)?.[1];
  if (kind === undefined || plan.kind !== 'select' || plan.groupBy !== undefined || plan.distinctOn !== undefined) return null;
  const ordered = plan.orderBy !== undefined && (plan.joins ?? []).length === 0;
  return ordered || plan.from?.kind === 'derived' ? null : `It is unclear what "${kind}" asks for.`;
}

/** "how many parts does a show have" are not all the parts that there are. */
function ofAnyOne({ said, plan }: Checked): string | null {
  const noun = /^ how many [a-z ]+? (?:does|do|did) (?:an?|one|each|every|one of our|each of our) ([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select' || plan.groupBy !== undefined) return null;
  const [only, ...more] = plan.columns;
  const all = only?.expr.kind === 'aggregate' && more.length === 0 && plan.from?.kind === 'table';
  return all ? `It is unclear what "${noun}" asks for.` : null;
}

/** "top 3 glazes by quantity": each has many rows that say one, and comes once. */
function rankedByRows({ said, plan, lexicon }: Checked): string | null {
  if (!said.includes(' by ') || plan.kind !== 'select' || plan.limit === undefined || plan.groupBy !== undefined) return null;
  const [order] = plan.orderBy ?? [];
  const by = order === undefined ? undefined : ownColumn(order.expr, plan, lexicon)?.entry.table;
  const { from } = plan;
  const many = from?.kind === 'table' && by !== undefined && by.foreignKeys.some((key) => key.table === from.table);
  return many && by.name !== from.table ? 'It is unclear what it is ranked by.' : null;
}
