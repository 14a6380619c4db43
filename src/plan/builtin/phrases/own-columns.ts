import type { Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import { escapeLike, NUMERIC, text } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { numeric } from './amounts.ts';
import { columnOf } from './columns.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { inRole, listFilter } from './places.ts';
import { columnIn, compare, distance, number } from './query.ts';
import type { Filter } from './things.ts';
import { valueListAt } from './value-lists.ts';
import { valueFilter, valuesAt } from './values.ts';

/** "allow pets", of a flag that is called "pets_allowed". */
export function flagClauseAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  return entry(ground, table).columns.flatMap(({ column, words: own }) => {
    const words = own.filter((one) => one !== 'is').map(rootOf);
    // "on the menu", of `on_menu`.
    const article = ['the', 'a', 'our', 'is', 'are'].includes(word(ground, at + 1)) ? 1 : 0;
    const said = words.map((_, offset) => rootOf(stem(word(ground, at + offset + (offset > 0 ? article : 0)))));
    if (column.type !== 'boolean' || words.length < 2 || !words.every((one) => said.includes(one))) return [];
    const value: Expr = { kind: 'literal', value: !not, type: 'boolean' };
    return [
      found<Filter>(
        { kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, column.name), value) },
        at + words.length + article,
        0.05,
      ),
    ];
  });
}

/** "about robots", "with bank in their name": words that a name of theirs holds. */
export function textAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const about = after(ground, at, ['about', 'mentioning', 'regarding', 'on the subject of', 'that mention', 'containing the word']);
  const opened = about ?? after(ground, at, ['with', 'containing', 'with the word', 'that contain', 'that have', 'who have', 'having']);
  const said = opened === null ? undefined : ground.tokens[opened];
  if (opened === null || said === undefined || !['word', 'quoted'].includes(said.kind) || FUNCTION_WORDS.has(said.lower)) return [];
  const within = after(ground, opened + 1, ['in the', 'in their', 'in its', 'in']);
  const { label } = entry(ground, table);
  const named =
    within === null
      ? []
      : columnsAt(ground, within, [table]).flatMap(({ value: { columns }, end, cost }) =>
          columns.every((column) => columnOf(ground, table, column).type === 'text') ? [{ columns, end, cost }] : [],
        );
  const [only] = label;
  // What the schema or its values know is no word to look for.
  const known = valuesAt(ground, opened).length > 0 || ground.links.attributes(opened).length + ground.links.entities(opened).length > 0;
  const topic =
    about !== null && !known && only !== undefined && label.length === 1 ? [{ columns: [only], end: opened + 1, cost: 0.2 }] : [];
  return [...named, ...topic].flatMap(({ columns, end, cost }) => {
    const part = said.kind === 'quoted' ? said.text : stem(said.lower);
    const tests = (alias: string): Expr[] =>
      columns.map((column) => ({ kind: 'match', op: 'ilike', left: columnIn(alias, column), right: text(`%${escapeLike(part)}%`) }));
    const test = (alias: string): Expr => {
      const [one, ...more] = tests(alias);
      return one !== undefined && more.length === 0 ? one : { kind: 'or', args: tests(alias) };
    };
    return [
      found<Filter>({ kind: 'test', table, not: false, test }, end, 0.1 + cost, [
        `Looked for '${part}' in ${table}.${columns.join(', ')}.`,
      ]),
    ];
  });
}

/** "living in Millbrook", "enrolled in Geometry", "paid with PayPal", "handled by Ann": a verb that only relates. */
export function situatedAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const verb = word(ground, at);
  if (!PREPOSITIONS.has(word(ground, at + 1))) return [];
  // "products sold in Furniture" are not all products that are in Furniture.
  const placed = ['in', 'at', 'of', 'under', 'as', 'for'].includes(word(ground, at + 1));
  const plain = TRADED.has(verb) ? !placed : SITUATED.has(verb) || (verb === 'paid' && !placed && word(ground, at + 1) !== 'by');
  return valueListAt(ground, at + 2).flatMap((read) => {
    // "specialize in surgery", of a specialization.
    const named = read.value.values.every(({ places }) =>
      places.some((place) => place.table === table && wordsLike(ground, place.table, place.column, verb)),
    );
    const filters = plain || named ? listFilter(ground, table, inRole(ground, word(ground, at + 1), read), false, 'any') : [];
    // "hours taught by Ann" are none of what her pupils bought.
    return word(ground, at + 1) !== 'by' || named
      ? filters
      : filters.filter(({ value }) => value.kind !== 'test' || (distance(ground, table, value.table)?.steps ?? 0) <= 1);
  });
}

const wordsLike = (ground: Ground, table: string, column: string, verb: string): boolean =>
  verb.length > 4 &&
  (entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? []).some((own) => own.slice(0, 5) === verb.slice(0, 5));

const SITUATED = new Set(
  `living based located situated residing live lives lived enrolled working work works employed registered listed filed stored kept held
  taught written made produced supplied provided handled managed owned run led hosted booked prescribed treated seen
  reviewed assigned issued given performed done created submitted logged reported requested placed involving related belonging
  carried driven operated going headed heading bound coming sent traveling departing arriving play plays playing played`.split(/\s+/),
);

const TRADED = new Set(['sold', 'bought', 'purchased', 'ordered']);

const PREPOSITIONS = new Set('in at by with from to for on via through under as of'.split(' '));

/** "in stock", "out of stock": whether there is any of it. */
export function stockAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const inStock = after(ground, at, ['in stock', 'on hand']);
  const out = after(ground, at, [
    'out of stock',
    'sold out',
    'not in stock',
    'we are out of',
    'we ran out of',
    'we have run out of',
    'we have none of',
    'that ran out',
  ]);
  const low = after(ground, at, LOW);
  const end = out ?? inStock ?? low;
  if (end === null) return [];
  const numbers = entry(ground, table).columns.filter(({ column, reference }) => NUMERIC.has(column.type) && !reference);
  const bounds = numbers.filter(({ words }) => words.some((own) => LEAST.has(own)));
  // The quantity of an order's line is none that is in stock.
  const keeps = bounds.length > 0 || entry(ground, table).table.foreignKeys.every((key) => key.table === table);
  const [only, ...more] = numbers.filter(
    (one) => one.words.some((own) => STOCK.has(own) || (keeps && QUANTITY.has(own))) && !bounds.includes(one),
  );
  if (only === undefined || more.length > 0) return [];
  const { name } = only.column;
  if (low !== null) {
    const [bound, ...others] = bounds;
    if (bound === undefined || others.length > 0) return [];
    const least = bound.column.name;
    const test = (alias: string): Expr => compare('<', columnIn(alias, name), columnIn(alias, least));
    return [found<Filter>({ kind: 'test', table, not: false, test }, low, 0.05, [`Low is ${table}.${name} below ${table}.${least}.`])];
  }
  return [
    found<Filter>(
      { kind: 'test', table, not: false, test: (alias) => compare(out === null ? '>' : '=', columnIn(alias, name), number(0)) },
      end,
      0.05,
    ),
  ];
}

const STOCK = new Set(['stock', 'inventory', 'hand', 'available']);
const QUANTITY = new Set(['quantity', 'qty']);
/** Words of what there should be at least. */
const LEAST = new Set(['minimum', 'min', 'reorder', 'threshold']);
/** Of which there is less than there should be. */
const LOW = [
  ...[
    'running low',
    'run low',
    'low',
    'getting low',
    'low in stock',
    'low on stock',
    'running out',
    'almost out of stock',
    'need reordering',
    'needs reordering',
  ],
  ...['below', 'under'].flatMap((under) =>
    ['minimum', 'the minimum', 'their minimum', 'minimum stock', 'reorder level', 'their reorder level', 'the reorder level'].map(
      (least) => `${under} ${least}`,
    ),
  ),
  ...['do i need to', 'do we need to', 'we need to', 'i need to', 'to', 'should we', 'should i', 'we should', 'need to be'].flatMap(
    (need) => ['reorder', 'restock', 'order more of', 'reordered', 'restocked'].map((verb) => `${need} ${verb}`),
  ),
];

/** "in grade 10", "with rating 5", "in room 104": a column with its value. */
export function columnValueAt(ground: Ground, from: number, table: string): Read<Filter>[] {
  const opened = ['in', 'with', 'at', 'on', 'for', 'of', 'from'].includes(word(ground, from));
  if (!opened) return [];
  const at = past(ground, from + 1, new Set(['a', 'an', 'the']));
  const named = columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    const token = ground.tokens[past(ground, end, new Set(['of', 'is', '=']))];
    const next = past(ground, end, new Set(['of', 'is', '='])) + 1;
    if (column === undefined || more.length > 0 || token === undefined || cost > 0.25) return [];
    const { type } = columnOf(ground, table, column);
    if (token.number !== null && NUMERIC.has(type))
      return [numeric(table, column, { tests: [{ op: '=', value: token.number }], money: false, compared: false, end: next }, cost)];
    const stored =
      type === 'text' && token.number !== null
        ? ground.values.find(token.text).find((hit) => hit.table === table && hit.column === column)
        : undefined;
    if (stored === undefined) return [];
    return [
      found<Filter>(
        {
          kind: 'test',
          table,
          column,
          not: false,
          test: (alias) => compare('=', columnIn(alias, column), { kind: 'literal', value: stored.stored, type: 'text' }),
        },
        next,
        cost,
      ),
    ];
  });
  return named;
}

/** ", Acme" or "acme" right after a noun is not read; what stands between is a preposition. */
export const apposed = (ground: Ground, at: number, table: string): Read<Filter>[] => {
  const named = after(ground, at, ['called', 'named']);
  if (named === null) return [];
  const label = entry(ground, table).label.map((column) => `${table}.${column}`);
  return valuesAt(ground, named).flatMap(({ value, end, cost, notes }) => {
    const filter = valueFilter(ground, table, value, false, 'own', label);
    return filter === null ? [] : [found(filter, end, cost, notes)];
  });
};

/** ", only the paid ones", "just done ones". */
export function onlyAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const start = after(ground, at, ['only', 'only the', 'just', 'just the', 'only count', 'just count', 'only those', 'count only']);
  return start === null ? [] : valueListAt(ground, start).flatMap((read) => listFilter(ground, table, read, false, 'own'));
}

/** "except rent", "not counting Spain", "that wasn't rent". */
export function exceptAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const start = after(ground, at, [
    'except',
    'except for',
    'excluding',
    'not counting',
    'not including',
    'other than',
    'apart from',
    'besides',
    'not in',
    'not from',
    'outside',
    'outside of',
    'leave out',
    'leave out the',
    'leaving out',
    'ignoring',
    'ignore',
    'without the',
    'minus the',
    'not the',
  ]);
  return start === null ? [] : valueListAt(ground, start).flatMap((read) => listFilter(ground, table, read, true, 'own'));
}
