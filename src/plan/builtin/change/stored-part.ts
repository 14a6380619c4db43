import type { Found } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import type { Draft } from './draft.ts';

/** Of "soybean production statistics" the longest beginning that is stored. */
export function storedPart(draft: Draft, at: number, full: Found<RawValue>): Found<RawValue> {
  const { reader } = draft;
  const first = reader.tokens[at];
  if (full.what.quoted || !first) return full;
  for (let end = full.next; end > at; end--) {
    const last = reader.tokens[end - 1] ?? first;
    const text = reader.question.text.slice(first.start, last.end);
    if (reader.columnsHolding(draft.table, text).length > 0) return { what: { text, quoted: false }, next: end };
  }
  return full;
}
