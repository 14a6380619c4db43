import { stem } from '../english/stem.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { peopleIn } from '../linking/people.ts';
import type { Place } from '../plain/place.ts';
import { isMoney, isMoneyWord } from './amounts.ts';
import { isHappening } from './dates.ts';
import type { Part } from './meaning.ts';
import { hasOne, isDated, isEnd, isUnknown, oneKeyAway } from './state.ts';
import { stockTest } from './stock.ts';
import { doersOf } from './text-groups.ts';

export interface Subject {
  readonly table: string;
  /** How far it is from what was said. */
  readonly far: number;
}

const LATER = 0.25;
const ELSE = 0.5;
const OWN = 0.4;
const BETWEEN = 0.45;
const DIFFERENT = 0.2;
/** Where one of those that are said has one of each of the others. */
const ASIDE = 0.9;
const BETWEEN_MAX = 4;
/** Words that ask for something that is counted or added up. */
const MEASURING: ReadonlySet<string> = new Set([
  'count',
  'amount',
  'average',
  'unit',
  'most',
  'least',
  'more',
  'less',
  'percentage',
  'each',
  'by',
  'when',
  'where',
]);

/** What a question may be about: a table that it names, whose column or value it names, or, of what is counted or added up, one that has one of each of these. */
export function subjectsOf(parts: readonly Part[], about: Place): Subject[] {
  const isGroup = (at: number) => ['each', 'by'].includes(parts[at - 1]?.cue?.kind ?? '');
  const named = parts.flatMap((part, at) => (part.mark !== null && !isGroup(at) && namesTable(part, about) ? [part.mark.table] : []));
  const held = [
    ...doersOf(parts, about.lexicon),
    ...parts.flatMap(({ mark }, at) => (mark === null || (mark.kind === 'table' && !isGroup(at)) ? [] : [mark.table])),
  ];
  const isSold = parts.some((part) => isUnknown(part) && SELLING.test(part.words));
  // What was sold is in the tables of sales, and what happened in none of what shall be, unless that is named.
  const beside = ({ table }: Subject): number => {
    const words = about.lexicon.byName.get(table)?.words ?? [];
    return (
      (isSold && !words.some((word) => SALES.has(word)) ? ELSEWHERE : 0) +
      (!named.includes(table) && words.some((word) => PLANS.has(word)) ? PLANNED : 0)
    );
  };
  return tablesOf(parts, [...new Set(named)], held, about).map((one) => ({ ...one, far: one.far + beside(one) }));
}

function tablesOf(parts: readonly Part[], named: readonly string[], held: readonly string[], about: Place): Subject[] {
  const said = [...new Set([...named, ...held])];
  const isMeasured = parts.some(({ cue }) => cue !== null && MEASURING.has(cue.kind));
  // "how many different songs did we play in may" is told by what was played.
  const isDifferent = parts.some(({ different }) => different) && parts.some(({ period }) => period !== null);
  const all = said.map((table, at) => ({
    table,
    far: named.includes(table)
      ? LATER * at
      : named.length === 0
        ? isMeasured
          ? OWN
          : ELSE
        : isMeasured && named.every((one) => isOneOf(table, one, about))
          ? isDifferent
            ? DIFFERENT
            : BETWEEN
          : 2 * ELSE,
  }));
  const stock = parts.find(({ cue }) => cue?.kind === 'short' || cue?.kind === 'gone')?.cue?.kind;
  // "what are we running short of".
  if (said.length === 0 && (stock === 'short' || stock === 'gone'))
    return about.lexicon.tables.flatMap((entry) => (stockTest(entry, stock) === null ? [] : [{ table: entry.table.name, far: OWN }]));
  if (said.length === 0 && parts.some((part) => isUnknown(part) && isMoneyWord(part)))
    return about.lexicon.tables
      .flatMap((entry) => (movesMoney(entry, about) ? [{ table: entry.table.name, far: ELSE }] : []))
      .slice(0, BETWEEN_MAX);
  if (said.length === 0 || !isMeasured) return all;
  const between = neighbours(said, about).filter((table) => !said.includes(table) && said.every((one) => isOneOf(table, one, about)));
  const isWhole = said.length > 1 && said.some((table) => said.every((one) => one === table || isOneOf(table, one, about)));
  const far = isWhole ? ASIDE : isDifferent ? DIFFERENT : BETWEEN;
  return [...all, ...between.slice(0, BETWEEN_MAX).map((table, at) => ({ table, far: far + 0.05 * at }))];
}

/** "how much did we make in may": what has an amount, and the day on which it happened or one of what has. */
function movesMoney(entry: TableEntry, about: Place): boolean {
  const { columns, table, words } = entry;
  const isDay = (one: TableEntry) =>
    one.columns.some((column) => isDated(column) && isHappening(column) && !isEnd(column)) && !peopleIn(about.lexicon).includes(one);
  const is = (column: ColumnEntry) => isMoney(column) && !column.words.some((word) => KEPT.has(word));
  return (
    (table.foreignKeys.length > 0 || isDay(entry)) &&
    !words.includes('refund') &&
    columns.some(is) &&
    [entry, ...oneKeyAway({ things: entry, about }, true)].some(isDay)
  );
}
/** Of what something costs or shall come to, which moves nothing. */
const KEPT = new Set(['purchase', 'cost', 'salary', 'wage', 'goal', 'target', 'limit']);

const SELLING = /^(?:sell|sells|sold|selling|buy|buys|bought)$/;
const SALES = new Set('sale order invoice purchase transaction receipt'.split(' '));
const ELSEWHERE = 0.1;
const PLANS = new Set('budget plan forecast estimate quote target goal quota'.split(' '));
const PLANNED = 0.15;

/** "priority tickets" are tickets. */
const namesTable = ({ mark, words, end, from }: Part, { lexicon }: Place): boolean =>
  mark?.kind === 'table' ||
  (mark?.kind === 'column' && end > from + 1 && lexicon.byName.get(mark.table)?.words.at(-1) === stem(words.split(' ').at(-1) ?? ''));

const isOneOf = (table: string, of: string, about: Place): boolean => {
  const things = about.lexicon.byName.get(table);
  return things !== undefined && hasOne({ things, about }, of);
};

/** Tables whose rows refer to one of some tables, the nearest first, two keys away at most. */
function neighbours(tables: readonly string[], { graph }: Place): string[] {
  const found: string[] = [];
  let last = tables;
  for (let step = 0; step < 2; step += 1) {
    last = last.flatMap((table) => (graph.edges.get(table) ?? []).flatMap(({ to, toOne }) => (toOne ? [] : [to])));
    found.push(...last);
  }
  return [...new Set(found)];
}
