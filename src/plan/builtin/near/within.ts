import type { ValueIndex } from '../../planner.ts';
import { isEnglish } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { GRAMMAR } from '../linking/link-related.ts';

export interface StoredMark {
  readonly table: string;
  readonly column: string;
  readonly stored: string | number | null;
  readonly end: number;
  readonly cost: number;
}

const WORDS_MAX = 4;
const VALUES_MAX = 2000;
/** Of one phrase; of more it tells nothing. */
const COLUMNS_MAX = 2;
/** Of a name that several have, before each of them alone; of any other text. */
const NAMES = 0.32;
const TEXT = 0.45;

interface Texts {
  readonly table: string;
  readonly column: string;
  readonly isName: boolean;
  readonly values: readonly string[];
}

/** Texts that have words in them: "parts with tube in the name", "stories about the bridge", "everything on mill avenue". */
export function withinTexts(values: ValueIndex, { byName }: Lexicon): (tokens: readonly Token[], at: number) => StoredMark[] {
  const texts = values.entries.map(
    ({ table, column, values: all }): Texts => ({
      table,
      column,
      isName: byName.get(table)?.label.includes(column) === true,
      values: all
        .slice(0, VALUES_MAX)
        .flatMap((one) => (one.includes('@') ? [] : [` ${one.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`])),
    }),
  );
  const known = new Map<string, StoredMark[]>();
  const find = (words: string, end: number): StoredMark[] => {
    const isSingle = !words.includes(' ');
    const found = texts.flatMap(({ table, column, isName, values: all }): StoredMark[] => {
      const count = all.filter((one) => one.includes(` ${words}`)).length;
      const isOne = count === 0 || (isName && count === 1);
      // Of a text that is no name a word of the language tells nothing.
      return isOne || (!isName && isSingle && isEnglish(words)) ? [] : [{ table, column, stored: words, end, cost: isName ? NAMES : TEXT }];
    });
    return found.length > COLUMNS_MAX ? [] : found;
  };
  return (tokens, at) => {
    for (let length = Math.min(WORDS_MAX, tokens.length - at); length > 0; length -= 1) {
      const said = tokens.slice(at, at + length);
      if (said.some(({ kind }) => kind !== 'word') || ![said[0], said.at(-1)].every((one) => one !== undefined && isContent(one.lower)))
        continue;
      for (const words of new Set([said.map(({ lower }) => lower).join(' '), said.map(({ lower }) => stem(lower)).join(' ')])) {
        const found = known.get(words) ?? find(words, at + length);
        if (known.size < VALUES_MAX) known.set(words, found);
        if (found.length > 0) return found.map((one) => ({ ...one, end: at + length }));
      }
    }
    return [];
  };
}

const isContent = (word: string): boolean => word.length > 2 && !GRAMMAR.has(word) && !FUNCTION_WORDS.has(word);
