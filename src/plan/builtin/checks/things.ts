import type { Expr } from '../../plan.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { stem } from '../english/stem.ts';
import { conjuncts, DATED } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, sourcesOf } from './checked.ts';

/** What is shown or counted in place of the things that were asked for. */
export const THING_CHECKS: readonly PlanCheck[] = [
  daysForThings,
  numberOfOne,
  groupsForRows,
  whoBesides,
  daysForPeople,
  rowsForThings,
  shareOfOthers,
];

/** "what was lent out last week" are things, and no days on which it was done. */
function daysForThings({ said, plan, lexicon }: Checked): string | null {
  const [only, ...more] = plan.kind === 'select' ? plan.columns : [];
  if (
    plan.kind !== 'select' ||
    only === undefined ||
    more.length > 0 ||
    !/^ (?:and )?(?:what|which|show|list|who|any|are|do|have) /.test(said)
  )
    return null;
  const own = ownColumn(only.expr, plan, lexicon)?.own;
  if (own === undefined || !DATED.has(own.column.type) || / (?:dates?|days?|times?|when) /.test(said)) return null;
  const tested = conjuncts(plan.where).some((test) => JSON.stringify(test).includes(`"column":${JSON.stringify(own.column.name)}`));
  return tested ? 'It is unclear what is to be shown of them.' : null;
}

/** "the number for Ada Berg" is one by which to call her, and no count. */
function numberOfOne({ said, plan, lexicon }: Checked): string | null {
  const [only, ...more] = plan.kind === 'select' ? plan.columns : [];
  if (plan.kind !== 'select' || only?.expr.kind !== 'aggregate' || only.expr.fn !== 'count' || more.length > 0) return null;
  const name = / number (?:for|of) ([a-z]+) /.exec(said)?.[1];
  if (name === undefined || plan.from?.kind !== 'table') return null;
  const words = lexicon.byName.get(plan.from.table)?.words ?? [];
  const isNamed = conjuncts(plan.where).some(
    (test) => test.kind === 'compare' && test.right.kind === 'literal' && String(test.right.value).toLowerCase().startsWith(name),
  );
  return isNamed && !words.includes(stem(name)) ? 'It is unclear which number is asked for.' : null;
}

/** "our 4 biggest weddings" are four of these, and no days with weddings. */
function groupsForRows({ said, plan, lexicon }: Checked): string | null {
  const noun = / (?:biggest|largest|smallest|longest|shortest|busiest) ([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select' || plan.limit === undefined || plan.from?.kind !== 'table') return null;
  const entry = lexicon.byName.get(plan.from.table);
  if (entry?.words.at(-1) !== stem(noun)) return null;
  const groups = plan.groupBy ?? [];
  const isOther =
    groups.length > 0 &&
    groups.every((group) => {
      const own = ownColumn(group, plan, lexicon);
      return own?.entry === entry && !entry.label.includes(own.own.column.name) && !entry.table.primaryKey.includes(own.own.column.name);
    });
  return isOther ? `It is unclear by what the ${noun} are told.` : null;
}

/** "what walks are on tomorrow and who with" asks for somebody besides. */
function whoBesides({ said, plan, lexicon }: Checked): string | null {
  if (!/ and (?:who|whom|whose) /.test(said) || plan.kind !== 'select') return null;
  const people = new Set(peopleIn(lexicon).map(({ table }) => table.name));
  const isSomebody = plan.columns.some(({ expr }) => {
    const own = ownColumn(expr, plan, lexicon);
    return own === undefined || people.has(own.entry.table.name) || own.own.words.some((word) => isPersonNoun(word) && !own.own.reference);
  });
  return isSomebody || selectsIn(plan).length > 1 ? null : 'It is unclear who is asked for besides.';
}

/** "how many visitors" are not days with visitors. */
function daysForPeople({ said, plan, lexicon }: Checked): string | null {
  const [only, ...more] = plan.kind === 'select' ? plan.columns : [];
  if (
    plan.kind !== 'select' ||
    plan.from?.kind !== 'table' ||
    more.length > 0 ||
    only?.expr.kind !== 'aggregate' ||
    only.expr.fn !== 'count'
  )
    return null;
  const noun = stem(/ how many ([a-z]+) /.exec(said)?.[1] ?? '');
  const words = lexicon.byName.get(plan.from.table)?.words ?? [];
  const last = words.at(-1) ?? '';
  return isPersonNoun(noun) && words.includes(noun) && noun !== last && SPANS.has(last) && !said.includes(` ${last}`)
    ? `It is unclear how many ${noun}s each ${last} has.`
    : null;
}
const SPANS = new Set('day week month count total stat number figure'.split(' '));

/** "how many learners does a tutor have" are no lessons with them: each is counted once, where rows between the two are no pairs of both. */
function rowsForThings({ said, plan, lexicon }: Checked): string | null {
  const plural = / (?:how many|number of) ([a-z]+) /.exec(said)?.[1] ?? '';
  const noun = stem(plural);
  const named = lexicon.tables.filter(({ words }) => words.length === 1 && words[0] === noun);
  const selects = selectsIn(plan);
  const used = new Set(selects.flatMap((one) => [...sourcesOf(one).values()]));
  if (named.length === 0 || named.some(({ table }) => used.has(table.name))) return null;
  const counted = selects.filter(({ columns }) =>
    columns.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg.kind === 'star'),
  );
  const isBetween = counted.some(({ from }) => {
    const entry = from?.kind === 'table' ? lexicon.byName.get(from.table) : undefined;
    const table = entry?.table;
    // "how many stall days" are days.
    if (entry?.words.includes(noun) === true) return false;
    const keys = table?.foreignKeys ?? [];
    const isPair = [table?.primaryKey ?? [], ...(table?.uniques ?? [])].some(
      (unique) => unique.length > 1 && unique.every((column) => keys.some(({ columns }) => columns.includes(column))),
    );
    return !isPair && keys.some((key) => named.some(({ table: { name } }) => name === key.table));
  });
  return isBetween ? `It is unclear how often each of the ${plural} is counted.` : null;
}

/** "what share of calves are heifers", of rows whose status is "calf": none of these has another status. */
function shareOfOthers({ plan }: Checked): string | null {
  return selectsIn(plan).some(({ columns, where }) => {
    const tests = conjuncts(where).flatMap(equalTo);
    const parts = columns.flatMap(({ expr }) => filtersIn(expr)).flatMap(equalTo);
    return parts.some((part) => tests.some((test) => test.column === part.column && test.value !== part.value));
  })
    ? 'It is unclear what the share is of.'
    : null;
}

const equalTo = (test: Expr): { readonly column: string; readonly value: string }[] =>
  test.kind === 'compare' && test.op === '=' && test.left.kind === 'column' && test.right.kind === 'literal'
    ? [{ column: `${test.left.table}.${test.left.column}`, value: String(test.right.value) }]
    : [];

/** What counts and sums of an expression are of alone. */
function filtersIn(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'aggregate':
      return conjuncts(expr.filter);
    case 'arithmetic':
      return [expr.left, expr.right].flatMap(filtersIn);
    case 'call':
      return expr.args.flatMap(filtersIn);
    case 'cast':
      return filtersIn(expr.arg);
    default:
      return [];
  }
}
