import { DATED } from './expressions.ts';
import type { Lexicon } from './lexicon.ts';
import type { Attribute } from './mention.ts';
import { tells } from './moment-columns.ts';

/** The dates that a verb speaks of: "hired" of hire_date, "shipped" of shipped_on. Null where none is called so. */
export function happened(verb: string, lexicon: Lexicon): Attribute | null {
  if (!/(?:ed|sold|paid|sent|bought|born)$/.test(verb)) return null;
  const candidates = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column, words }) =>
      DATED.has(column.type) && words.some((word) => tells(verb, word)) ? [{ table: table.name, columns: [column.name], cost: 0.1 }] : [],
    ),
  );
  return candidates.length === 0 ? null : { kind: 'attribute', words: `date ${verb}`, candidates };
}
