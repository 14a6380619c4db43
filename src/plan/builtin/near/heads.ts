import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { NUMERIC } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { MONEY_WORD } from './cues.ts';
import type { Mark } from './mark.ts';

/** Of the last word of a name. */
const HEADED = 0.2;
/** A name as it is said is no farther than this. */
export const EXACT = 0.1;

/** Numbers of other things that have a word for a name: "price" of a list price, where sales have a price. */
export function headed({ tables }: Lexicon, word: string, spans: readonly { readonly mark: Mark }[]): Mark[] {
  const isNumber = (mark: Mark) =>
    mark.kind === 'column' &&
    tables.some(
      ({ table, columns }) =>
        table.name === mark.table && columns.some(({ column }) => column.name === mark.column && NUMERIC.has(column.type)),
    );
  if (!spans.some(({ mark }) => mark.cost <= EXACT && isNumber(mark))) return [];
  return tables.flatMap(({ table, columns }) =>
    spans.some(({ mark }) => mark.table === table.name)
      ? []
      : columns.flatMap(({ column, words }): Mark[] =>
          NUMERIC.has(column.type) && words.length === 2 && words.at(-1) === stem(word)
            ? [{ kind: 'column', table: table.name, column: column.name, cost: HEADED }]
            : [],
        ),
  );
}

/** "orders" of `trade_orders`, beside `order_lines`: the one table that is called so, whatever stands before it. Sales may be what they come to. */
export function headCost({ tables, byName }: Lexicon, table: string, { lower }: Token, cost: number): number {
  const head = byName.get(table)?.words.at(-1);
  if (cost <= HEADED || head !== stem(lower) || MONEY_WORD.test(lower)) return cost;
  return tables.filter(({ words }) => words.at(-1) === head).length > 1 ? cost : HEADED;
}
