/** A JSON array, with arrays in it or not, of words that have no quotes, each put in quotes; the text as a whole, for its speed. */
export function quoteElements(json: string): string {
  if (json === '[]') return json;
  let quoted = `"${json.replaceAll(',', '","')}"`;
  while (quoted.includes('"[')) quoted = quoted.replaceAll('"[', '["');
  while (quoted.includes(']"')) quoted = quoted.replaceAll(']"', '"]');
  return quoted;
}

/** A JSON array of numbers, null and the names of what is no number, with each number as text. */
export const numbersAsText = (json: string): string => quoteElements(json).replaceAll('"null"', 'null').replaceAll('""', '"');
