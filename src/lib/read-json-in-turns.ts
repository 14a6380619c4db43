import type { LongArray } from './json-survey.ts';

/**
 * `read`, for the text of a large object whose long arrays are known: they are read in pieces, with a turn for others after each.
 * @param text what `surveyJson` looked at
 * @param read reads JSON text. @throws SyntaxError, as `read` does
 */
export async function readJsonInTurns(
  text: string,
  arrays: readonly LongArray[],
  { read, pace }: { read: (text: string) => unknown; pace: () => Promise<void> | null },
): Promise<unknown> {
  // Nobody can have put it into the text.
  const mark = `${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))}:`;
  const contents: unknown[][] = [];
  const outside: string[] = [];
  let end = 0;
  for (const [index, { from, to, cuts }] of arrays.entries()) {
    outside.push(text.slice(end, from), `"${mark}${index}"`);
    end = to;
    const items: unknown[] = [];
    let start = from;
    for (const cut of [...cuts, to]) {
      const piece = text.slice(start, cut);
      // As an array of its own it would be an empty one, where the whole has a comma too many.
      if (piece.trim() === '') throw new SyntaxError('An element is missing.');
      for (const item of read(`[${piece}]`) as unknown[]) items.push(item);
      start = cut + 1;
      await pace();
    }
    contents.push(items);
  }
  const whole = read(outside.join('') + text.slice(end));
  if (typeof whole !== 'object' || whole === null) return whole;
  for (const value of Object.values(whole) as unknown[]) {
    const [first] = Array.isArray(value) ? value : [];
    if (typeof first !== 'string' || !first.startsWith(mark)) continue;
    const items = contents[Number(first.slice(mark.length))] ?? [];
    (value as unknown[]).length = 0;
    for (const item of items) (value as unknown[]).push(item);
  }
  return whole;
}
