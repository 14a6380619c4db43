import { DATED } from './expressions.ts';
import type { Lexicon } from './lexicon.ts';
import type { Attribute } from './sketch.ts';
import { wordTable } from './word-table.ts';

/** The dates that a verb speaks of: "hired" of hire_date, "shipped" of shipped_on. Null where none is called so. */
export function happened(verb: string, lexicon: Lexicon): Attribute | null {
  const base = BASES[verb] ?? baseOf(verb);
  if (base === null) return null;
  const candidates = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column, words }) =>
      DATED.has(column.type) && words.some((word) => word === verb || baseOf(word) === base || isBase(word, base))
        ? [{ table: table.name, columns: [column.name], cost: 0.1 }]
        : [],
    ),
  );
  return candidates.length === 0 ? null : { kind: 'attribute', words: `date ${verb}`, candidates };
}

/** "shipped" → ship; null for what is no past form. */
function baseOf(verb: string): string | null {
  const cut = /^([a-z]{2,}?)(?:ed|d)$/.exec(verb)?.[1];
  if (cut === undefined || !verb.endsWith('ed')) return null;
  return cut.replace(/([bdgmnprt])\1$/, '$1').replace(/i$/, 'y');
}

const isBase = (word: string, base: string): boolean => word === base || word === `${base}e`;

const BASES = wordTable<string>({
  born: 'birth',
  died: 'death',
  sold: 'sale',
  paid: 'payment',
  bought: 'purchase',
  sent: 'sent',
  began: 'start',
  left: 'leave',
});
