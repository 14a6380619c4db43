import type { Draft } from '../draft.ts';

/** "lessons, and which horse was used": which of them it was is told by the key from each time, and is no state of the horse. */
export function takeUsed(draft: Draft, brief: string): void {
  for (const [, one = '', verb = ''] of brief.matchAll(
    /\bwhich ([a-z]+)s? (?:was|were|is|are|has been|have been|they|we|i)? ?([a-z]+)\b/gi,
  )) {
    for (const table of draft.tables.values()) {
      const column = [`is_${verb}`, verb].map((name) => table.columns.get(name.toLowerCase())).find((found) => found?.type === 'boolean');
      const isTold = [...draft.tables.values()].some(({ references }) => [...references.values()].includes(table.name));
      if (column !== undefined && isTold && table.name.startsWith(one.toLowerCase())) table.columns.delete(column.name);
    }
  }
}
