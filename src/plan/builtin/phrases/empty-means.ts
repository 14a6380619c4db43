import { FUNCTION_WORDS } from '../english/words.ts';
import { found, type Ground, past, type Read, word } from './ground.ts';
import { columnIn } from './query.ts';
import type { Filter } from './things.ts';

/** "open", of bills whose `paid_on` is described as "NULL = open": rows in which the column is empty, of each table that says so. */
export function emptyStateAt(ground: Ground, at: number, not: boolean): Read<(table: string) => Filter | null>[] {
  const meant = meaningsOf(ground).flatMap((one) => {
    const end = endOf(ground, at, one.words);
    return end === null ? [] : [{ ...one, end }];
  });
  return [...new Set(meant.map(({ end }) => end))].map((end) =>
    found(
      (table: string): Filter | null => {
        const [only, ...more] = meant.filter((one) => one.table === table && one.end === end);
        if (only === undefined || more.length > 0) return null;
        return {
          kind: 'test',
          table,
          not: not !== (only.full === true),
          test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, only.column) }),
        };
      },
      end,
      0.05,
    ),
  );
}

function endOf(ground: Ground, from: number, words: readonly string[]): number | null {
  let at = from;
  for (const one of words) {
    at = at === from ? at : past(ground, at, ARTICLES);
    if (word(ground, at) !== one) return null;
    at += 1;
  }
  return at;
}

interface Meaning {
  readonly table: string;
  readonly column: string;
  readonly words: readonly string[];
  /** It is said of the rows that have a value. */
  readonly full?: boolean;
}

const known = new WeakMap<Ground['lexicon'], readonly Meaning[]>();

function meaningsOf({ lexicon }: Ground): readonly Meaning[] {
  const before = known.get(lexicon);
  if (before !== undefined) return before;
  const nouns = new Set(lexicon.tables.flatMap(({ words, called }) => [...words, ...called.flat()]));
  const meanings = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column }): Meaning[] => {
      const said = column.nullable ? SAID.exec(column.comment ?? '')?.[1]?.toLowerCase() : undefined;
      const words = said?.split(/\s+/).filter((one) => !FILLERS.has(one) && !nouns.has(one)) ?? [];
      const told = words.filter((one) => !FUNCTION_WORDS.has(one) || one === 'out');
      // "empty = not marked": the rest are.
      const denied = /^not ([a-z]{3,}ed)$/.exec(said ?? '')?.[1];
      if (denied !== undefined) return [{ table: table.name, column: column.name, words: [denied], full: true }];
      return told.length !== 1 || words.length > 2 || words.some((one) => DENYING.has(one))
        ? []
        : [{ table: table.name, column: column.name, words }];
    }),
  );
  known.set(lexicon, meanings);
  return meanings;
}

const SAID = /\b(?:null|empty|blank) (?:= |means |if |while |until )?([a-z][a-z -]*?)(?=[;,.()]|$)/i;
const ARTICLES = new Set(['the', 'a', 'an', 'our']);
const FILLERS = new Set('still yet it is are the a an has been currently so far our'.split(' '));
const DENYING = new Set(['not', 'no', 'or', 'never', 'unless', 'and']);
