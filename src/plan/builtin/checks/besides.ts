import type { Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { endOf } from '../linking/ending.ts';
import { conjuncts } from '../linking/expressions.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, sourcesOf } from './checked.ts';

/** What is said besides the things that are listed or counted, and is not in the plan as it is said. */
export const BESIDES_CHECKS: readonly PlanCheck[] = [shownWithThem, valueForOwnColumn, salesForPieces, severalNow];

/** "cars with the instructor that has them" shows whom, and not by which number he is known. */
function shownWithThem({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.groupBy !== undefined || plan.from?.kind !== 'table') return null;
  const noun = / with (?:the|their|its) ([a-z]+)(?: (?:that|who|which|they|it|on|for|of)\b| $)/.exec(said)?.[1];
  const keys = lexicon.byName.get(plan.from.table)?.table.foreignKeys ?? [];
  const named = noun === undefined ? undefined : keys.find(({ table }) => lexicon.byName.get(table)?.words.at(-1) === stem(noun));
  if (named === undefined || !plan.columns.every(({ expr }) => expr.kind === 'column')) return null;
  const isShown = plan.columns.some(({ expr }) => ownColumn(expr, plan, lexicon)?.entry.table.name === named.table);
  return isShown ? null : `It is unclear what of the ${noun} is to be shown.`;
}

/** "what is owed without the insurers", of invoices that have an insurer: no value of that name somewhere else is meant. */
function valueForOwnColumn({ plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.from?.kind !== 'table') return null;
  const own = lexicon.byName.get(plan.from.table);
  const others = selectsIn(plan).filter((select) => select !== plan);
  for (const select of others)
    for (const test of conjuncts(select.where)) {
      if (test.kind !== 'compare' || test.right.kind !== 'literal' || typeof test.right.value !== 'string') continue;
      const word = stem(test.right.value.toLowerCase());
      if (own?.columns.some(({ words }) => words.length === 1 && words[0] === word) === true)
        return `It is unclear whether "${word}" is the ${word} of the ${own.words.join(' ')}.`;
    }
  return null;
}

/** "what sells better, paperbacks or hardbacks" is told by what was sold, and not by in how many sales it was. */
function salesForPieces({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:sells?|sold|selling) /.test(said) || / (?:sales|orders|times) /.test(said)) return null;
  for (const select of selectsIn(plan)) {
    const counted = [...select.columns.map(({ expr }) => expr), ...(select.orderBy ?? []).map(({ expr }) => expr)].flatMap(keyCounted);
    const sources = [...sourcesOf(select).values()];
    const isOver = counted.some((alias) => {
      const of = sourcesOf(select).get(alias);
      return sources.some((table) => lexicon.byName.get(table)?.table.foreignKeys.some((key) => key.table === of) === true);
    });
    if (isOver) return 'It is unclear whether sales are counted or what was sold in them.';
  }
  return null;
}

/** The source whose rows are counted once each. */
const keyCounted = (expr: Expr): readonly string[] =>
  expr.kind === 'aggregate' && expr.fn === 'count' && expr.distinct === true && expr.arg.kind === 'column' ? [expr.arg.table] : [];

/** "customers with more than one unit" have them now, where rows between the two say until when they hold. */
function severalNow({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:with|has|have|rents?|who has) (?:got )?(?:more than|at least|\d+ or more|two or more|three or more) /.test(said)) return null;
  if (/ (?:ever|had|were|was|did|last|since|so far|total|this (?:year|month|week)|in \d{4}) /.test(said)) return null;
  for (const select of selectsIn(plan)) {
    const isCounted = select.having !== undefined || select.columns.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
    if (!isCounted) continue;
    for (const table of sourcesOf(select).values()) {
      const entry = lexicon.byName.get(table);
      const end = entry === undefined || entry.table.foreignKeys.length < 2 ? null : endOf(entry);
      if (end !== null && !JSON.stringify(plan).includes(`"column":"${end.column.name}"`))
        return `It is unclear whether ${entry?.words.join(' ')} rows that are over count.`;
    }
  }
  return null;
}
