import type { Expr, Query, Select } from '../../plan.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { stem } from '../english/stem.ts';
import { conjuncts } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, sourcesOf } from './checked.ts';

/** "kids going to the winter camp who have paid" have paid for that camp, and not for any: both are said of the same row. */
function paidElsewhere({ said, plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan)) {
    const related = conjuncts(select.where).flatMap(relatedIn);
    for (const state of related) {
      const { from } = state;
      if (from?.kind !== 'table' || state.joins !== undefined) continue;
      const noun = lexicon.byName.get(from.table)?.words.at(-1) ?? '';
      const told = statesOf(state);
      // "who have paid their fees" says of what.
      if (told.length === 0 || said.split(' ').some((word) => stem(word) === noun)) continue;
      const words = told.flatMap((expr) => ownColumn(expr, state, lexicon)?.own.words[0] ?? []);
      const others = related.filter((other) => other !== state && statesOf(other).length === 0);
      const same = others.some((other) =>
        [...sourcesOf(other).values()].some((table) =>
          lexicon.byName.get(table)?.columns.some((own) => words.includes(own.words[0] ?? '')),
        ),
      );
      if (same) return `It is unclear of which of them "${words.join(' ')}" is said.`;
    }
  }
  return null;
}

/** The rows that a test asks for, whether there are any or none. */
function relatedIn(test: Expr): Select[] {
  const query: Query | undefined =
    test.kind === 'exists' ? test.query : test.kind === 'not' && test.arg.kind === 'exists' ? test.arg.query : undefined;
  return query?.kind === 'select' ? [query] : [];
}

/** Columns of rows that are tested for a flag or for being empty alone. */
function statesOf({ where }: Select): Expr[] {
  const tests = conjuncts(where).filter((test) => test.kind !== 'compare' || test.right.kind !== 'column');
  const told = tests.map((test) => {
    const plain = test.kind === 'not' ? test.arg : test;
    if (plain.kind === 'isNull') return plain.arg;
    return plain.kind === 'compare' && plain.right.kind === 'literal' && typeof plain.right.value === 'boolean' ? plain.left : null;
  });
  return told.every((one) => one !== null) ? told.flatMap((one) => one ?? []) : [];
}

/** "top 5 boats by weight landed": a boat with two heavy landings would be two of the five, and what it landed is not added up. */
function topOfRows({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.limit === undefined || plan.limit < 2 || plan.groupBy !== undefined || plan.distinctOn !== undefined)
    return null;
  if (!/ by [a-z]/.test(said)) return null;
  const [order] = plan.orderBy ?? [];
  const ranked = order === undefined ? undefined : ownColumn(order.expr, plan, lexicon)?.entry;
  // "boats of the top 5 landings by weight" asks for those of each.
  if (stem(/ [0-9]+ ([a-z]+) /.exec(said)?.[1] ?? '') === ranked?.words.at(-1)) return null;
  const shown = plan.columns.map(({ expr }) => ownColumn(expr, plan, lexicon)?.entry);
  const isMany = (of: (typeof shown)[number]): boolean =>
    of !== undefined && of !== ranked && ranked?.table.foreignKeys.some((key) => key.table === of.table.name) === true;
  return shown.length > 0 && shown.every(isMany)
    ? `It is unclear whether each of ${ranked?.table.name ?? 'them'} is ranked or all together.`
    : null;
}

/** "how many cubs do we have" and "list the cubs" ask for children, and for no groups whose members are cubs. */
function groupsForPeople({ said, plan, lexicon }: Checked): string | null {
  const noun = stem(/ (?:how many|list|show me|show|which) (?:all |the |our )*([a-z]+) /.exec(said)?.[1] ?? '');
  if (noun === '' || !isPersonNoun(noun) || plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.joins !== undefined) return null;
  const { table } = plan.from;
  const entry = lexicon.byName.get(table);
  const isKind = conjuncts(plan.where).some((test) => test.kind === 'compare' && test.op === '=' && test.right.kind === 'literal');
  if (!isKind || entry === undefined || entry.words.includes(noun) || peopleIn(lexicon).includes(entry)) return null;
  // "how many junior squads" are squads.
  if (said.split(' ').some((word) => stem(word) === entry.words.at(-1))) return null;
  const members = peopleIn(lexicon).some((one) => one.table.foreignKeys.some((key) => key.table === table));
  return members ? `It is unclear whether ${table} or those who belong to them are meant.` : null;
}

export const SAME_ROW_CHECKS: readonly PlanCheck[] = [paidElsewhere, topOfRows, groupsForPeople];
