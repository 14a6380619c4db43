import type { Expr, Select } from '../../plan.ts';
import { basesOf } from '../english/irregular.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { isAmount } from '../linking/pieces.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, sourcesOf } from './checked.ts';

/** A column that the words speak of is not in the plan, which tells the same of other columns or of whole rows. */
export const SAID_COLUMN_CHECKS: readonly PlanCheck[] = [priceSummed, rowsForPieces, otherDeed, unsaidPresence, unsaidOwning, secondCount];

const PRICES: ReadonlySet<string> = new Set(['price', 'rate', 'fare']);

/** What was made of "2 towels at 5 each" is 10: prices of lines with a number of pieces add up to nothing. */
function priceSummed({ said, plan, lexicon }: Checked): string | null {
  if (/ (?:prices?|rates?|fares?) /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      const summed = expr.kind === 'aggregate' && expr.fn === 'sum' ? ownColumn(expr.arg, select, lexicon) : undefined;
      if (summed === undefined || !PRICES.has(summed.own.words.at(-1) ?? '')) continue;
      const { entry, own } = summed;
      const pieces = entry.columns.find((one) => one !== own && one.column.type === 'integer' && isAmount(entry, one));
      if (pieces !== undefined) return `It is unclear how many pieces the ${own.words.join(' ')} is for.`;
    }
  return null;
}

/** "do we sell more rye bread or more rolls" of daily sales with a number sold: that many were sold, however many rows there are. */
function rowsForPieces({ said, tokens, plan, lexicon }: Checked): string | null {
  if (MONEY.test(said)) return null;
  for (const select of selectsIn(plan)) {
    if (!select.columns.some(({ expr }) => expr.kind === 'aggregate' && (expr.fn === 'sum' || expr.arg.kind === 'star'))) continue;
    const [counted] = sourcesOf(select).values();
    const entry = lexicon.byName.get(counted ?? '');
    const done = (word: string) => basesOf(word).find((base) => base !== word);
    const number = entry?.columns.find(
      ({ column, words }) =>
        NUMERIC.has(column.type) &&
        words.some((word) => {
          const base = done(word);
          return base !== undefined && tokens.some(({ lower }) => lower === base || lower === word);
        }),
    );
    if (number !== undefined && !isUsed(plan, number)) return `It is unclear whether rows are counted or their ${number.words.join(' ')}.`;
  }
  return null;
}

const MONEY = / (?:how much|money|revenue|turnover|takings|income|sales|worth|earned?|total) /;

const isUsed = (plan: Checked['plan'], { column }: ColumnEntry): boolean =>
  JSON.stringify(plan).includes(`"column":${JSON.stringify(column.name)}`);

/** "statues made after 1900" by the day on which they were bought, where the year in which each was made is kept. */
function otherDeed({ said, plan, lexicon }: Checked): string | null {
  const deed =
    / ([a-z]{3,}) (?:in|on|before|after|since|until|between) (?:the )?(?:[0-9]|january|february|march|april|may|june|july|august|september|october|november|december)/.exec(
      said,
    )?.[1];
  if (deed === undefined || (!/ed$/.test(deed) && basesOf(deed).every((base) => base === deed))) return null;
  const roots = new Set([deed, ...basesOf(deed)].map((word) => rootOf(word)));
  const tells = ({ words }: ColumnEntry) => words.some((word) => [word, ...basesOf(word)].some((one) => roots.has(rootOf(one))));
  for (const select of selectsIn(plan)) {
    const used = testedDates(select, lexicon);
    for (const { entry, own } of used) {
      const other = entry.columns.find((one) => one !== own && isWhen(one) && tells(one));
      if (other !== undefined && !tells(own) && !isUsed(plan, other)) return `It is unclear whether the ${other.words.join(' ')} is meant.`;
      // "made after 1900, oldest first" is in the order of the same years.
      const order = (select.orderBy ?? []).flatMap(({ expr }) => ownColumn(expr, select, lexicon) ?? [])[0];
      if (
        tells(own) &&
        order !== undefined &&
        isWhen(order.own) &&
        order.own !== own &&
        / (?:oldest|newest|latest|earliest) first /.test(said)
      )
        return `It is unclear whether the ${own.words.join(' ')} is meant.`;
    }
  }
  return null;
}

const isWhen = ({ column, words }: ColumnEntry): boolean =>
  DATED.has(column.type) || (column.type === 'integer' && words.some((word) => word === 'year'));

function testedDates(select: Select, lexicon: Checked['lexicon']): { entry: TableEntry; own: ColumnEntry }[] {
  const found: { entry: TableEntry; own: ColumnEntry }[] = [];
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'compare') {
      const { left } = part as Extract<Expr, { kind: 'compare' }>;
      const told = ownColumn(left, select, lexicon);
      if (told !== undefined && isWhen(told.own)) found.push(told);
    }
    for (const inner of Object.values(part)) look(inner);
  };
  look(select.where);
  return found;
}

const PRESENT: ReadonlySet<string> = new Set(
  ['came', 'come', 'attended', 'present', 'showed', 'appeared', 'turned'].map((word) => rootOf(word)),
);

/** "how many guests actually turn up" counts those who came, where rows say whether somebody did. */
function unsaidPresence({ said, plan, lexicon }: Checked): string | null {
  const coming = / ((?:turn|turns|turned|show|shows|showed) up|actually (?:come|came|attend|attended)) /.exec(said)?.[1];
  if (coming === undefined) return null;
  for (const select of selectsIn(plan))
    for (const table of sourcesOf(select).values()) {
      const flag = lexicon.byName
        .get(table)
        ?.columns.find(({ column, words }) => column.type === 'boolean' && words.some((word) => PRESENT.has(rootOf(word))));
      if (flag !== undefined && !isUsed(plan, flag)) return `It is unclear whether "${coming}" asks for the ${flag.words.join(' ')} ones.`;
    }
  return null;
}

/** "how many fields do we rent" are not all fields, where rows say which are owned. */
function unsaidOwning({ said, plan, lexicon }: Checked): string | null {
  const verb = / (?:we|i) (own|rent|lease|rented|owned|leased) /.exec(said)?.[1];
  if (verb === undefined) return null;
  for (const select of selectsIn(plan))
    for (const table of sourcesOf(select).values()) {
      const flag = lexicon.byName
        .get(table)
        ?.columns.find(({ column, words }) => column.type === 'boolean' && words.some((word) => OWNED.has(rootOf(word))));
      if (flag !== undefined && !isUsed(plan, flag))
        return `It is unclear whether "${verb}" asks for those that are ${flag.words.join(' ')}.`;
    }
  return null;
}
const OWNED: ReadonlySet<string> = new Set(['own', 'owned', 'rent', 'rented', 'lease', 'leased'].map((word) => rootOf(word)));

/** "and how many of them did we keep" asks for a second number. */
function secondCount({ said, plan }: Checked): string | null {
  if (!/ and how many of (?:them|those|these) /.test(said)) return null;
  const numbers = plan.kind === 'select' ? JSON.stringify(plan).split('"kind":"aggregate"').length - 1 : 2;
  return numbers < 2 ? 'It is unclear how many of them are asked for.' : null;
}
