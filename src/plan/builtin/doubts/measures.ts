import { stem } from '../english/stem.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { columnsIn, type Doubt, entryOf, isAttribute, isSaid, type Judged } from './judged.ts';

export const MEASURES_DOUBTS: readonly Doubt[] = [unsaidSelf, headless, mostInAll, rankedByOthers, totalNumber];

/** "Which employees report to Ann?" where rows of one kind relate to each other, and the plan does not. */
function unsaidSelf({ said, candidate: { plan }, lexicon }: Judged): string | null {
  const spoken = new Set(said.split(' ').flatMap((word) => [stem(word), rootOf(stem(word))]));
  const text = JSON.stringify(plan);
  for (const { table, columns } of lexicon.tables) {
    if (!table.foreignKeys.some((key) => key.table === table.name)) continue;
    const selves = table.foreignKeys.filter((key) => key.table === table.name).flatMap((key) => key.columns);
    for (const { column, words } of columns) {
      const [verb] = words;
      if (!selves.includes(column.name) || verb === undefined || verb === 'parent' || table.name.includes(verb)) continue;
      const isSaidVerb = spoken.has(verb) || spoken.has(rootOf(verb));
      const related = isSaidVerb && text.includes(`"table":"${table.name}"`) && !text.includes(`"column":"${column.name}"`);
      if (related) return `How they relate to each other by "${column.name}" is not read.`;
    }
  }
  return null;
}

/** "units" is no price, though the price is one of a unit; a stock's value is no stock. */
function headless({ said, words, candidate: { sketch, plan }, lexicon }: Judged): string | null {
  const used = columnsIn([plan]);
  const measured = [...sketch.items.map(({ of }) => of), ...sketch.orders.map(({ of }) => of)].filter(isAttribute);
  for (const { words: spoken, candidates } of measured) {
    for (const { table, columns } of candidates) {
      const [name] = columns;
      if (name === undefined || !used.has(`${table}.${name}`)) continue;
      const own = lexicon.byName.get(table)?.columns ?? [];
      const entry = own.find(({ column }) => column.name === name);
      if (entry === undefined || !NUMBERS.has(entry.column.type)) continue;
      const priced = own.some((other) => other.words.some((word) => PRICES.has(word)));
      if (/ (?:value|worth)s?$/.test(` ${spoken}`) && priced && !entry.words.some((word) => PRICES.has(word) || WORTHS.has(word)))
        return `It is unclear what "${spoken}" is worked out from.`;
      if (/ units? /.test(` ${spoken} `) && entry.words.some((word) => PRICES.has(word)) && ![...PRICES].some((word) => words.has(word)))
        return `It is unclear what "${spoken}" counts.`;
    }
  }
  return / (?:stock|inventory) (?:value|worth) /.test(said) && ![...used].some((name) => /price|cost|value|worth/i.test(name))
    ? 'It is unclear what the value is worked out from.'
    : null;
}

const NUMBERS = new Set(['integer', 'decimal', 'float']);

const PRICES = new Set(['price', 'cost', 'fee']);

const WORTHS = new Set(['value', 'worth', 'amount', 'total']);

/** "the country with the most capacity" has it in all of its rows; the row with the most is one of them. */
function mostInAll({ said, select, lexicon }: Judged): string | null {
  if (select.limit === undefined || select.groupBy !== undefined) return null;
  const [by] = select.orderBy ?? [];
  if (by?.expr.kind !== 'column' || !NUMERIC.has(entryOf(lexicon, by.expr)?.column.type ?? 'text')) return null;
  const many = / (?:most|least|fewest) (?!expensive|costly|popular|recent|common)| (?:top|bottom) (?:\d+|[a-z]+) [a-z ]+ by /.test(said);
  const telling = select.columns.some(({ expr }) => {
    const own = expr.kind === 'column' && select.from?.kind === 'table' ? lexicon.byName.get(select.from.table) : undefined;
    return expr.kind === 'column' && own !== undefined && (own.label.includes(expr.column) || own.table.primaryKey.includes(expr.column));
  });
  return many && !telling ? 'It is unclear whether the most of one row or of all rows together is asked for.' : null;
}

/** "the oldest teams" by the birth dates of their players: what is ranked by is of rows of which each has several. */
function rankedByOthers({ words, select, lexicon, graph }: Judged): string | null {
  if (select.limit === undefined || select.groupBy !== undefined || select.from?.kind !== 'table') return null;
  const shown = new Set(select.columns.flatMap(({ expr }) => (expr.kind === 'column' ? [expr.table] : [])));
  const other = (select.orderBy ?? []).flatMap(({ expr }) => (expr.kind === 'column' && !shown.has(expr.table) ? [expr.table] : []));
  const several = other.some((table) => {
    const named = lexicon.byName.get(table)?.words.some((word) => isSaid(word, words)) ?? true;
    return !named && [...shown].some((one) => graph.edges.get(one)?.some(({ to, toOne }) => to === table && !toOne) === true);
  });
  return several ? 'It is unclear what it is ranked by.' : null;
}

/** "the total number of products in orders": so many products, or so many of each. */
function totalNumber({ said, select, lexicon }: Judged): string | null {
  if (!/ total (?:number|amount|quantity|count) of /.test(said)) return null;
  const [only] = select.columns;
  if (only?.expr.kind !== 'aggregate' || only.expr.fn !== 'count') return null;
  const kept = (select.joins ?? []).some(
    ({ source }) =>
      source.kind === 'table' &&
      lexicon.byName.get(source.table)?.columns.some(({ words, reference }) => !reference && words.some((word) => QUANTITIES.has(word))) ===
        true,
  );
  return kept ? 'It is unclear whether kinds or pieces are counted.' : null;
}

const QUANTITIES = new Set(['quantity', 'qty', 'amount', 'units']);
