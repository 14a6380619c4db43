import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { isTradeNoun } from '../english/words.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import { NUMERIC } from './expressions.ts';
import type { Lexicon } from './lexicon.ts';
/** What may be added up: no key, no price and no bound of what may be. */
export const isAmount = ({ table }: TableEntry, { column, words, reference }: ColumnEntry): boolean =>
  NUMERIC.has(column.type) && !reference && !table.primaryKey.includes(column.name) && !words.some((one) => BOUNDS.has(one));

const BOUNDS = new Set(
  'price cost rate fee per max maximum min minimum limit capacity target reorder level average avg stock height altitude depth year'.split(
    ' ',
  ),
);

export const isPlural = (said: string): boolean => /[^s]s$/.test(said);

/** Rows of which each stands for several pieces: what "tickets" of ticket sales with a quantity are. */
export function piecesIn(lexicon: Lexicon, table: string, tokens: readonly Token[]): ColumnEntry | null {
  const own = lexicon.byName.get(table);
  const [piece, noun, ...more] = own?.words ?? [];
  if (own === undefined || piece === undefined || noun === undefined || more.length > 0 || !isTradeNoun(noun)) return null;
  const said = new Set(tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => stem(lower)));
  if (!said.has(piece) || tokens.some(({ lower }) => isPlural(lower) && stem(lower) === noun)) return null;
  const [quantity, ...others] = own.columns.filter(
    (one) => isAmount(own, one) && one.column.type === 'integer' && one.words.length === 1 && PIECES.has(one.words[0] ?? ''),
  );
  return quantity === undefined || others.length > 0 ? null : quantity;
}
const PIECES = new Set(['quantity', 'qty', 'piece', 'unit']);
