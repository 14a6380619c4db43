import type { ValueIndex } from '../../planner.ts';
import type { Schema } from '../../schema.ts';
import { tokenize } from '../english/tokens.ts';
import { lexiconOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import type { Reader } from '../search/state.ts';

export interface Known {
  readonly schema: Schema;
  readonly values: ValueIndex;
  readonly now: Date;
}

export interface Parts {
  /** Without its opener and closing marks. */
  readonly text: string;
  /** "not", "except": what follows is taken out. */
  readonly not: boolean;
}

export function partsOf(fragment: string): Parts | null {
  let text = fragment
    .trim()
    .replace(/[?!.;]+$/, '')
    .replace(/^[,\s]+/, '');
  for (let again = true; again; ) {
    const lower = text.toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ');
    const { length } = withoutOpener(`${lower} `);
    again = length > 0;
    if (again)
      text = text
        .split(/[\s,]+/)
        .slice(length)
        .join(' ');
  }
  text = text.replace(/^(?:how many|which ones|which|what)(?:\s+(?:are|were|is|was))?(?:\s+there)?\s+/i, '');
  text = text.replace(/^(?:please|can you|could you)\s+/i, '').replace(/\s+(?:please|instead|then|as well|too|only)$/i, '');
  const not = /^(?:not|except(?: for)?|excluding|without|exclude|but not|other than)\s+/i.exec(text);
  if (not) text = text.slice(not[0].length);
  text = text
    .replace(/^(?:the\s+)?(?:ones|those|them)\s+(?:that are|which are|who are|that were)?\s*/i, '')
    .replace(/\s+(?:ones|one|of them)$/i, '');
  return text === '' ? null : { text: text.trim(), not: not !== null };
}

export const readerOf = (text: string, { schema, values, now }: Known): Reader => {
  const tokens = tokenize(text);
  return { tokens, links: createLinks(tokens, lexiconOf(schema), values), now };
};

const OPENERS: readonly { readonly pattern: RegExp; readonly kind: 'and' | 'about' | 'only' | 'same' }[] = [
  { pattern: /^(?:and |but |ok |okay |so )?(?:what|how) about /, kind: 'about' },
  { pattern: /^(?:and |but |now )?(?:(?:do )?the )?same(?: thing| question)?(?: again)?(?: but)?(?: |$)/, kind: 'same' },
  { pattern: /^(?:and |but |now )?(?:only|just) /, kind: 'only' },
  { pattern: /^(?:and|but|or|then|now|also)(?: now| then| also)? /, kind: 'and' },
];

export function withoutOpener(said: string): { body: string; opened: (typeof OPENERS)[number]['kind'] | null; length: number } {
  for (const { pattern, kind } of OPENERS) {
    const found = pattern.exec(said);
    if (found) return { body: said.slice(found[0].length), opened: kind, length: found[0].trim().split(' ').length };
  }
  return { body: said, opened: null, length: 0 };
}

/** The most that a name costs which is surely, or probably, meant. */
export const SURE = 0.3;
export const PROBABLE = 0.9;
