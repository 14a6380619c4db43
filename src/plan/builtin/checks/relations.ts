import type { Expr, Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import type { TableEntry } from '../linking/entries.ts';
import { conjuncts } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { pairingsOf, saysRole } from '../linking/pairs.ts';
import { peopleIn } from '../linking/people.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, sourcesOf, usedIn } from './checked.ts';

export const RELATION_CHECKS: readonly PlanCheck[] = [
  attended,
  flagUnused,
  keyOfRole,
  alwaysOne,
  bothOfOne,
  eitherOfTwo,
  worksUnder,
  anybody,
  keyBySize,
  onePerName,
];

/** "who referred more than one member" counts those who lead to them, and is no size of a key. */
function keyBySize({ plan, lexicon }: Checked): string | null {
  const isSize = (select: Select) => (expr: Expr) =>
    expr.kind === 'compare' &&
    ['<', '>', '<=', '>='].includes(expr.op) &&
    expr.right.kind === 'literal' &&
    ownColumn(expr.left, select, lexicon)?.own.reference === true;
  return selectsIn(plan).some((select) => select.where !== undefined && conjuncts(select.where).some(isSize(select)))
    ? 'It is unclear how many there should be.'
    : null;
}

/** "who is in charge of more than 2 walkers" is no name that more than 2 walkers have. */
function onePerName({ said, plan, lexicon }: Checked): string | null {
  // "which surnames are there more than once".
  if (/names? /.test(said)) return null;
  if (plan.kind !== 'select' || plan.having === undefined || plan.groupBy === undefined || (plan.joins ?? []).length > 0) return null;
  const keys = plan.groupBy.flatMap((expr) => ownColumn(expr, plan, lexicon) ?? []);
  const isNames =
    keys.length === plan.groupBy.length &&
    keys.every(({ entry, own }) => peopleIn(lexicon).includes(entry) && entry.label.includes(own.column.name));
  return isNames ? 'It is unclear of what there should be so many.' : null;
}

/** "who hasnt had a delivery": of several people that a delivery is of, it is open who has one. */
function anybody({ said, plan, lexicon }: Checked): string | null {
  if (
    !/^ who (?:has |have |had |did )?(?:not |never )?(?:had|have|has|got|get|gotten|received|receive) (?:no |any |an? |more |fewer |at )/.test(
      said,
    )
  )
    return null;
  if (plan.kind !== 'select' || plan.from?.kind !== 'table') return null;
  const people = peopleIn(lexicon).map(({ table }) => table.name);
  if (!people.includes(plan.from.table)) return null;
  const own = plan.from.table;
  const of = [...selectsIn(plan)].flatMap((select) => [...sourcesOf(select).values()]).filter((table) => !people.includes(table));
  const several = of.some((table) => {
    const keys = lexicon.byName.get(table)?.table.foreignKeys.map((key) => key.table) ?? [];
    const further = keys.flatMap((key) => lexicon.byName.get(key)?.table.foreignKeys.map((one) => one.table) ?? []);
    // Who drives has no delivery.
    const nouns = lexicon.byName.get(own)?.words ?? [];
    const roles = lexicon.byName
      .get(table)
      ?.columns.filter(
        ({ column, reference }) =>
          reference && lexicon.byName.get(table)?.table.foreignKeys.some((key) => key.table === own && key.columns.includes(column.name)),
      );
    if (roles !== undefined && roles.length > 0 && !roles.some(({ words }) => words.some((one) => nouns.includes(one)))) return true;
    return [...keys, ...further].includes(own) && [...keys, ...further].some((one) => one !== own && people.includes(one));
  });
  return several ? 'It is unclear who is meant.' : null;
}

/** "rehearsals that Ada attended": a list of who was to be there says by its status who was. */
function attended({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:attend|attends|attended|attending|came to|come to|showed up|show up|turned up) /.test(said)) return null;
  const text = JSON.stringify(plan);
  const untold = lexicon.tables.some(
    ({ table, words, columns }) =>
      words.some((word) => /^attend/.test(word)) &&
      text.includes(`"table":"${table.name}"`) &&
      columns.some((own) => own.words.includes('status') && !text.includes(`"column":"${own.column.name}"`)),
  );
  return untold ? 'It is unclear which status counts as attended.' : null;
}

/** "who attended the class": a flag of that name says so, and no key that relates the two. */
function flagUnused({ tokens, plan, lexicon }: Checked): string | null {
  const used = usedIn(plan, lexicon);
  const unused = tokens.find(
    ({ lower }) =>
      /ed$/.test(lower) &&
      !used.has(stem(lower)) &&
      lexicon.tables.some(({ columns }) =>
        columns.some(({ column, words }) => column.type === 'boolean' && words.filter((one) => one !== 'is').join(' ') === stem(lower)),
      ),
  );
  return unused === undefined ? null : `It is unclear what "${unused.text}" asks for.`;
}

/** "dogs that Dr. Calder saw" are those of her visits, and not those whose regular vet she is. */
function keyOfRole({ tokens, plan, lexicon }: Checked): string | null {
  if (!tokens.some(({ lower }) => DEEDS.has(lower))) return null;
  for (const select of selectsIn(plan))
    for (const { entry, column, to } of keysOf(select, lexicon)) {
      const own = entry.columns.find((one) => one.column.name === column)?.words ?? [];
      const target = lexicon.byName.get(to)?.words ?? [];
      const words = own.filter((word) => word !== 'id' && !target.includes(word) && !entry.words.includes(word));
      const paired = pairingsOf(lexicon).some((one) => one.of === entry.table.name && one.column === column);
      if (words.length > 0 && !paired && !saysRole({ words }, tokens) && isRelatedByRows(lexicon, entry.table.name, to))
        return 'More than one table relates the two, and none of them is named.';
    }
  return null;
}

const DEEDS = new Set(
  'see sees saw seen treat treats treated examine examines examined handle handled visit visited met serve served help helped teach taught do did done worked work perform performed'.split(
    ' ',
  ),
);

/** "vehicles that have never been to an incident" are none of the rows each of which is of one. */
function alwaysOne({ plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where)) {
      if (test.kind !== 'not' || test.arg.kind !== 'exists' || test.arg.query.kind !== 'select') continue;
      const { from, joins, where } = test.arg.query;
      const [tie, ...more] = conjuncts(where);
      if (from?.kind !== 'table' || joins !== undefined || more.length > 0 || tie?.kind !== 'compare') continue;
      const outer = [tie.left, tie.right].flatMap((side) => ownColumn(side, select, lexicon) ?? []);
      const sure = outer.some(({ entry, own }) =>
        entry.table.foreignKeys.some((key) => key.table === from.table && key.columns.join() === own.column.name && !own.column.nullable),
      );
      if (sure) return 'None of them can be without.';
    }
  return null;
}

/** The keys by which tables of a select are tied together. */
function keysOf(select: Select, lexicon: Lexicon): { entry: TableEntry; column: string; to: string }[] {
  const sources = sourcesOf(select);
  const pairs = [...(select.joins ?? []).flatMap(({ on }) => conjuncts(on)), ...conjuncts(select.where)];
  return pairs.flatMap((pair) => {
    if (pair.kind !== 'compare' || pair.op !== '=' || pair.left.kind !== 'column' || pair.right.kind !== 'column') return [];
    return [pair.left, pair.right].flatMap(({ table, column }) => {
      const entry = lexicon.byName.get(sources.get(table) ?? table);
      const key = entry?.table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column);
      return entry === undefined || key === undefined ? [] : [{ entry, column, to: key.table }];
    });
  });
}

/** Whether rows of a third table belong to one of each. */
const isRelatedByRows = (lexicon: Lexicon, one: string, two: string): boolean =>
  lexicon.tables.some(({ table }) => {
    const ends = table.foreignKeys.map((key) => key.table);
    return table.name !== one && table.name !== two && ends.includes(one) && ends.includes(two);
  });

/** "seen by both Ann and Bo" is said of two rows, where each has one of them. */
function bothOfOne({ said, plan }: Checked): string | null {
  if (!said.includes(' both ')) return null;
  for (const select of selectsIn(plan)) {
    const told = conjuncts(select.where).flatMap((test) => {
      const is = (test.kind === 'compare' && test.op === '=') || test.kind === 'match';
      return is && test.left.kind === 'column' && test.right.kind === 'literal' ? [`${test.left.table}.${test.left.column}`] : [];
    });
    if (new Set(told).size < told.length) return 'It is unclear what the two have in common.';
  }
  return null;
}

/** "owners who have a dog and a cat" have one of each. */
function eitherOfTwo({ said, plan }: Checked): string | null {
  if (!/ (?:have|has|had|having|with|own|owns|owned|bought|ordered|took|takes) (?:both )?an? [^,]+? and an? /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where))
      if (test.kind === 'or' && test.args.every(isRelated)) return 'It is unclear whether both or one of the two are asked for.';
  return null;
}

const isRelated = (expr: Expr): boolean => expr.kind === 'exists' || (expr.kind === 'compare' && expr.op === '=');

/** "who works under Rosa" is whoever reports to her, and not Rosa. */
function worksUnder({ said, plan }: Checked): string | null {
  if (!/ (?:work|works|working|worked) under [a-z]/.test(said)) return null;
  const twice = [...selectsIn(plan)].flatMap((select) => [...sourcesOf(select).values()]);
  return new Set(twice).size === twice.length ? 'It is unclear who is above whom.' : null;
}
