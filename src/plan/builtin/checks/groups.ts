import { stem } from '../english/stem.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { unitNamed } from '../linking/units.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn } from './checked.ts';

export const GROUP_CHECKS: readonly PlanCheck[] = [byKind, ofAnyOne, ofAllForEach, oneInGroup, byAmount, byUnit];

/** "incidents by kind" are no list of incidents; nor are customers in the order of the types of what belongs to them. */
function byKind({ said, plan }: Checked): string | null {
  const kind = / (?:by|per|each|every) (?:the )?(kinds?|types?|sorts?|categor(?:y|ies)) (?!of )/.exec(said)?.[1];
  if (kind === undefined || plan.kind !== 'select' || plan.groupBy !== undefined || plan.distinctOn !== undefined) return null;
  const ordered = plan.orderBy !== undefined && (plan.joins ?? []).length === 0;
  return ordered || plan.from?.kind === 'derived' ? null : `It is unclear what "${kind}" asks for.`;
}

/** "how much does each client owe" is an amount for each of them, and none of them all. */
function ofAllForEach({ said, plan, lexicon }: Checked): string | null {
  const noun = / (?:each|every) (?:one of our |of our |of the )?([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select' || plan.groupBy !== undefined || plan.from?.kind !== 'table') return null;
  const things = lexicon.tables.some(({ words }) => words.at(-1) === stem(noun));
  const all = plan.columns.every(({ expr }) => expr.kind === 'aggregate' && (expr.fn === 'sum' || expr.fn === 'count'));
  return things && all ? `It is unclear what "each ${noun}" asks for.` : null;
}

/** "how many parts does a show have" are not all the parts that there are. */
function ofAnyOne({ said, plan }: Checked): string | null {
  const noun = /^ how many [a-z ]+? (?:does|do|did) (?:an?|one|each|every|one of our|each of our) ([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select' || plan.groupBy !== undefined) return null;
  const [only, ...more] = plan.columns;
  const all = only?.expr.kind === 'aggregate' && more.length === 0 && plan.from?.kind === 'table';
  return all ? `It is unclear what "${noun}" asks for.` : null;
}

/** "average words per article by section": the words of one article are no average of the articles in its section. */
function oneInGroup({ plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan)) {
    const groups = (select.groupBy ?? []).flatMap((expr) => ownColumn(expr, select, lexicon) ?? []);
    for (const { expr } of select.columns) {
      const entry = expr.kind === 'aggregate' && expr.fn === 'avg' ? ownColumn(expr.arg, select, lexicon)?.entry : undefined;
      if (entry === undefined) continue;
      const { primaryKey } = entry.table;
      const own = groups.flatMap((group) => (group.entry === entry ? [group.own.column.name] : []));
      const further = own.some((column) => !primaryKey.includes(column) && !entry.label.includes(column));
      if (further && primaryKey.length > 0 && primaryKey.every((column) => own.includes(column)))
        return `Each ${entry.words.join(' ')} would be a group.`;
    }
  }
  return null;
}

/** "number of plays per hall and the budget of all of them" makes no groups of equal budgets. */
function byAmount({ said, plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan))
    for (const key of select.groupBy ?? []) {
      const { entry, own } = ownColumn(key, select, lexicon) ?? {};
      if (entry === undefined || own === undefined || own.column.type === 'boolean') continue;
      if (own.reference || entry.table.primaryKey.includes(own.column.name) || !NUMERIC.has(own.column.type)) continue;
      const isAsked = own.words.some((word) => new RegExp(` (?:by|per|each|every|which|what) (?:[a-z]+ ){0,2}${word}s? `).test(said));
      if (!isAsked && own.words.some((word) => AMOUNTS.has(word))) return `It is unclear what is asked of the ${own.words.join(' ')}.`;
    }
  return null;
}
/** "average fare per mile" is one amount by another, and no group of each number of miles. */
function byUnit({ said, plan, lexicon }: Checked): string | null {
  const unit = / per ([a-z]+) /.exec(said)?.[1];
  if (unit === undefined || unitNamed(unit) === undefined) return null;
  return selectsIn(plan).some((select) =>
    (select.groupBy ?? []).some((key) => {
      const own = ownColumn(key, select, lexicon)?.own;
      return own !== undefined && NUMERIC.has(own.column.type) && own.words.at(-1) === stem(unit);
    }),
  )
    ? `It is unclear what is measured per ${unit}.`
    : null;
}

const AMOUNTS: ReadonlySet<string> = new Set(
  'budget price cost amount total fee salary hour minute weight quantity value worth'.split(' '),
);
