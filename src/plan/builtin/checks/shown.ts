import { isPersonNoun } from '../english/person-noun.ts';
import { broaderOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { conjuncts, DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import { adjectiveShown } from './adjectives.ts';
import { type Checked, columnOf, ownColumn, type PlanCheck, selectsIn } from './checked.ts';

export const SHOWN_CHECKS: readonly PlanCheck[] = [
  emptyNever,
  whoBeside,
  kindsLeftOver,
  columnForNoun,
  kindForMost,
  adjectiveShown,
  thingsForWho,
  nobodyForWho,
  firstOfAll,
  dayForDeed,
  peopleOfColumn,
  onlyItsName,
  countedByItsNumber,
  bareKey,
  amountListed,
  valueForTheirs,
  kindsForThings,
];

/** "overdue invoices, with who they are for" also asks whose they are. */
function whoBeside({ said, plan, lexicon }: Checked): string | null {
  const asked = /[^ ] (?:with|and|plus) (?:for )?whom? (?!(?:has|have|had|with)\b)/.test(said);
  if (!asked || plan.kind !== 'select') return null;
  const tables = new Set(plan.columns.flatMap(({ expr }) => ownColumn(expr, plan, lexicon)?.entry.table.name ?? []));
  // "how many volunteers do we have and who was the last to join": people beside a number.
  const people =
    plan.columns.some(({ expr }) => expr.kind === 'scalarQuery') && peopleIn(lexicon).some(({ table }) => tables.has(table.name));
  return tables.size < 2 && !people && plan.from?.kind === 'table' ? 'It is unclear who is asked for beside them.' : null;
}

/** "types without a deposit" where every row holds one: a test that no row or each row passes. */
function emptyNever({ plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan)) {
    // A row that is joined from the left may be missing as a whole.
    const inner = [select.from, ...(select.joins ?? []).flatMap(({ type, source }) => (type === 'inner' ? [source] : []))];
    const tables = new Map(inner.flatMap((source) => (source?.kind === 'table' ? [[source.as, source.table] as const] : [])));
    if ((select.joins ?? []).some(({ type }) => type !== 'inner' && type !== 'left')) continue;
    for (const test of conjuncts(select.where)) {
      const empty = test.kind === 'not' ? test.arg : test;
      if (empty.kind !== 'isNull' || empty.arg.kind !== 'column') continue;
      const { table, column } = empty.arg;
      const own = columnOf(lexicon, tables.get(table), column);
      if (own?.column.nullable === false) return `Every row has a ${own.words.join(' ')}.`;
    }
  }
  return null;
}

/** "urgent repairs that are not done": kinds of urgency that are left when others are taken away are no repairs. */
function kindsLeftOver({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'set' || plan.op !== 'except' || plan.left.kind !== 'select') return null;
  const { from, columns } = plan.left;
  const entry = from?.kind === 'table' ? lexicon.byName.get(from.table) : undefined;
  if (entry === undefined) return null;
  const other = columns.some(({ expr }) => {
    if (expr.kind !== 'column' || from?.kind !== 'table' || expr.table !== from.as) return false;
    const own = entry.columns.find(({ column }) => column.name === expr.column);
    // Amounts that are left when amounts are taken away are no rows either.
    if (own !== undefined && NUMERIC.has(own.column.type) && !entry.table.primaryKey.includes(expr.column) && !own.reference) return true;
    const named = own?.words.some((word) => said.split(' ').some((one) => stem(one) === word)) ?? true;
    return !named && !entry.label.includes(expr.column) && !entry.table.primaryKey.includes(expr.column);
  });
  return other ? 'It is unclear what is listed.' : null;
}

/** "deliveries" are rows of that table and no `delivered_on`, "vaccinations" no `vaccine`. */
function columnForNoun({ tokens, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.groupBy !== undefined || plan.from?.kind !== 'table') return null;
  const { from, columns } = plan;
  const entry = lexicon.byName.get(from.table);
  const [only, ...others] = columns;
  if (entry === undefined || only?.expr.kind !== 'column' || others.length > 0 || only.expr.table !== from.as) return null;
  const { column } = only.expr;
  const own = entry.columns.find((one) => one.column.name === column);
  const noun = entry.words.at(-1) ?? '';
  if (own === undefined || entry.table.primaryKey.includes(column) || sameWords(own.words, entry.words)) return null;
  // "which car" is no `car_class`.
  const more = entry.label.includes(column) ? own.words : own.words.filter((word) => word !== noun);
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => stem(lower));
  const named = more.some((word) => words.includes(word) || (DATED.has(own.column.type) && words.includes('when')));
  const rooted = own.words.some((word) => rootOf(word).slice(0, 6) === rootOf(noun).slice(0, 6));
  return words.includes(noun) && !named && rooted ? `It is unclear what of ${from.table} is asked for.` : null;
}

/** "which site do we go to the most" asks for one of them, and for no `site_type`; "which class is the most popular" for no day. */
function kindForMost({ said, tokens, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.groupBy?.length !== 1) return null;
  const [key] = plan.groupBy;
  const found = key === undefined ? undefined : ownColumn(key, plan, lexicon);
  const noun = stem(/ (?:which|what) (?:of (?:our|the) )?([a-z]+) /.exec(said)?.[1] ?? '');
  if (found === undefined || noun === '') return null;
  const { own, entry } = found;
  const things = [entry.table.name, ...entry.table.foreignKeys.map(({ table }) => table)].map((name) => lexicon.byName.get(name));
  const kind = own.words.includes(noun) && things.some((one) => one?.words.at(-1) === noun);
  const day = DATED.has(own.column.type) && plan.limit !== undefined && !DAYS.has(noun);
  if (!kind && !day) return null;
  const spoken = new Set(tokens.map(({ lower }) => stem(lower)));
  const more = own.words.filter((word) => word !== noun);
  const names =
    [...entry.label, ...entry.table.primaryKey].includes(own.column.name) ||
    more.every((word) => NAMING.has(word) || CODES.has(word) || word === 'id');
  return names || more.some((word) => spoken.has(word)) ? null : `It is unclear which ${noun} is asked for.`;
}

/** What asks for a day, or no noun at all. */
const DAYS = new Set('day date month week year time hour weekday season is was were are be do did has had have one'.split(' '));

const sameWords = (a: readonly string[], b: readonly string[]) => a.join(' ') === b.join(' ');

/** "who leads a section" asks for people, and sections are none. */
function thingsForWho({ said, plan, lexicon }: Checked): string | null {
  const noun = /^ who (?!is|are|was|were|else)[a-z]+ (?:an?|any|the) ([a-z]+) $/.exec(said)?.[1];
  const counted = / (?:than|least|most|exactly) (?:[a-z0-9]+ )?([a-z]+s) $/.exec(said)?.[1];
  const groups = plan.kind === 'select' && plan.having !== undefined && plan.columns.map(({ expr }) => ownColumn(expr, plan, lexicon));
  // "who signed up for more than 2 classes" asks for no classes.
  if (
    counted !== undefined &&
    / who /.test(said.slice(0, 9)) &&
    groups !== false &&
    groups.every((found) => found !== undefined && !peopleIn(lexicon).includes(found.entry) && found.entry.words.at(-1) === stem(counted))
  )
    return `It is unclear who has so many ${counted}.`;
  if (noun === undefined || plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.joins !== undefined) return null;
  const entry = lexicon.byName.get(plan.from.table);
  return entry !== undefined && entry.words.at(-1) === stem(noun) && !peopleIn(lexicon).includes(entry)
    ? `It is unclear who of ${plan.from.table} is asked for.`
    : null;
}

/** "who drove the most km" is somebody, and no plan that members have. */
function nobodyForWho({ said, plan, lexicon }: Checked): string | null {
  if (!/^ (?:and )?who /.test(said) || plan.kind !== 'select') return null;
  const shown = plan.columns.map(({ expr }) => ownColumn(expr, plan, lexicon));
  const somebody = shown.some(
    (found) =>
      found === undefined ||
      peopleIn(lexicon).includes(found.entry) ||
      [...found.own.words, found.entry.words.at(-1) ?? ''].some((word) => word === 'by' || isSomebody(word)),
  );
  return shown.length === 0 || somebody ? null : 'It is unclear who is asked for.';
}

/** "which car was used most often in each class" is one of every class, and no single row. */
function firstOfAll({ said, plan }: Checked): string | null {
  const each =
    / (?:in|of|for|from|within|by|at) (?:each|every) /.test(said) && / (?:most|least|fewest|first|last|best|worst|[a-z]+est) /.test(said);
  return each && plan.kind === 'select' && plan.limit === 1 ? 'It asks for the first of each group, which is not read.' : null;
}

/** A person, or people who do something together. */
const isSomebody = (noun: string): boolean =>
  !NAMING.has(noun) && (isPersonNoun(noun) || ['organization', 'social group'].some((kind) => broaderOf(noun).has(kind)));
const NAMING = new Set(['name', 'title', 'plan', 'number', 'key']);

/** "what happened on october 13" asks what it was, and has said the day. */
function dayForDeed({ said, plan, lexicon }: Checked): string | null {
  if (!/^ what [a-z]+ed /.test(said) || plan.kind !== 'select') return null;
  const [only, ...more] = plan.columns;
  const found = only === undefined || more.length > 0 ? undefined : ownColumn(only.expr, plan, lexicon);
  return found !== undefined && DATED.has(found.own.column.type) ? `It is unclear what of ${found.entry.table.name} is asked for.` : null;
}

/** "how many people work here" is no number of contact persons. */
function peopleOfColumn({ said, plan, lexicon }: Checked): string | null {
  if (!/ people /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      const shown = expr.kind === 'aggregate' ? expr.arg : expr;
      const found = ownColumn(shown, select, lexicon);
      const other = found?.own.words.some((word) => word !== 'person' && word !== 'people' && said.includes(` ${word} `));
      if (found?.own.words.includes('person') === true && found.own.words.length > 1 && !other) return 'It is unclear who "people" are.';
    }
  return null;
}

/** "who works for rosa lind" answered with "Rosa Lind": the name that was said is no answer. */
function onlyItsName({ said, plan, lexicon }: Checked): string | null {
  if (!/^ (?:who|which|what) /.test(said) || plan.kind !== 'select' || plan.from?.kind !== 'table' || (plan.joins ?? []).length > 0)
    return null;
  const { from } = plan;
  const tests = conjuncts(plan.where);
  const fixed = new Set(
    tests.flatMap((test) =>
      test.kind === 'compare' && test.op === '=' && test.left.kind === 'column' && test.right.kind === 'literal' ? [test.left.column] : [],
    ),
  );
  const label = lexicon.byName.get(from.table)?.label ?? [];
  // Who does something for Rosa is another Rosa at best, also where her first name was said alone.
  const other = /^ who (?!is |are |was |were |s )/.test(said) && fixed.size > 0 && [...fixed].every((column) => label.includes(column));
  const named = other || (label.length > 0 && label.every((column) => fixed.has(column)));
  const shown = plan.columns.every(
    ({ expr }) => expr.kind === 'column' && (fixed.has(expr.column) || (other && label.includes(expr.column))),
  );
  return named && shown && tests.length === fixed.size ? 'Only the name that was said would be the answer.' : null;
}

/** "litres brewed this year" asks for their sum rather than for a list of numbers. */
function amountListed({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.groupBy !== undefined || plan.limit !== undefined || LISTING.test(said)) return null;
  const [only, ...more] = plan.columns;
  const shown = only === undefined || more.length > 0 ? undefined : ownColumn(only.expr, plan, lexicon);
  if (shown === undefined || !NUMERIC.has(shown.own.column.type) || shown.own.reference) return null;
  if (shown.entry.table.primaryKey.includes(shown.own.column.name)) return null;
  const dated = conjuncts(plan.where).some(
    (test) => test.kind === 'compare' && test.op !== '=' && DATED.has(ownColumn(test.left, plan, lexicon)?.own.column.type ?? 'text'),
  );
  return dated ? `It is unclear whether ${shown.own.words.join(' ')} is listed or added up.` : null;
}

const LISTING =
  /^ (?:(?:please|can you|could you) )?(?:what|which|list|show|give|display|find|get|tell|see|print|name|all|every|each|any|do|does|did|is|are|was|were|when|how)\b/;

/** "which part costs the most" is no part number by how many parts have it. */
function countedByItsNumber({ plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.from?.kind !== 'table' || (plan.joins ?? []).length > 0 || plan.groupBy?.length !== 1) return null;
  const entry = lexicon.byName.get(plan.from.table);
  const [key] = plan.groupBy;
  const found = key === undefined ? undefined : ownColumn(key, plan, lexicon);
  const words = found?.own.words ?? [];
  const numbered = words.length > 1 && CODES.has(words.at(-1) ?? '') && words.slice(0, -1).every((word) => entry?.words.includes(word));
  return numbered ? `It is unclear what of ${plan.from.table} is counted.` : null;
}

/** "the shows they came from" are called by their names: the number of a row elsewhere is no answer, unless it is asked for. */
function bareKey({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || / (?:ids?|numbers?|codes?|keys?|no|identifiers?|everything|details|all columns) /.test(said)) return null;
  const shown = plan.columns.flatMap(({ expr }) => ownColumn(expr, plan, lexicon) ?? []);
  // A row that is shown whole has its keys.
  if (shown.length > 4) return null;
  const bare = shown.find(
    ({ own, entry }) => own.reference && own.column.type === 'integer' && !entry.table.primaryKey.includes(own.column.name),
  );
  return bare !== undefined && bare.entry.columns.length > shown.length
    ? `It is unclear what of ${bare.entry.words.join(' ')} is asked for.`
    : null;
}

const CODES = new Set(['number', 'code', 'no', 'sku', 'reference']);

const KINDS = new Set(['kind', 'type', 'category', 'species', 'genre', 'breed', 'style', 'variety']);

/** "hives never inspected" are hives, and not those of their types of which none was. */
function kindsForThings({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'set' || plan.op !== 'except' || plan.left.kind !== 'select') return null;
  const { left } = plan;
  const [only, ...more] = left.columns.map(({ expr }) => ownColumn(expr, left, lexicon));
  const kind = only?.own.words.at(-1) ?? '';
  return more.length === 0 && KINDS.has(kind) && only?.own.words.length !== 1 && !said.includes(` ${kind}`)
    ? 'It is unclear what is listed.'
    : null;
}

/** "staff with their manager" are not those whose role it is to be one. */
function valueForTheirs({ said, plan }: Checked): string | null {
  const [, theirs = ''] = / with (?:their|its|his|her) ([a-z]+) /.exec(said) ?? [];
  if (theirs === '') return null;
  const valued = selectsIn(plan).some((select) =>
    conjuncts(select.where).some(
      (test) =>
        test.kind === 'compare' &&
        test.op === '=' &&
        test.right.kind === 'literal' &&
        typeof test.right.value === 'string' &&
        stem(test.right.value.toLowerCase()) === stem(theirs),
    ),
  );
  return valued ? `It is unclear whose ${theirs} is meant.` : null;
}
