import type { Found } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import type { Draft } from './draft.ts';

/** Of "soybean production statistics" the longest beginning that is stored; a name may hold a verb: "Chess Set". */
export function storedPart(draft: Draft, at: number, full: Found<RawValue>): Found<RawValue> {
  const { reader } = draft;
  const first = reader.tokens[at];
  if (full.what.quoted || !first) return full;
  for (let end = Math.min(full.next + VERB_AND_REST, reader.tokens.length); end > at; end--) {
    const last = reader.tokens[end - 1] ?? first;
    const text = reader.question.text.slice(first.start, last.end);
    if (reader.columnsHolding(draft.table, text).length > 0) return { what: { text, quoted: false }, next: end };
  }
  return full;
}

/** How many words of a stored name may follow one at which a name usually ends. */
const VERB_AND_REST = 2;
