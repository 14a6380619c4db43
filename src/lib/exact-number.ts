/**
 * A number where a double holds the digits exactly, the text where it does not: 15 significant decimal digits always
 * survive (IEEE 754). Zeros that only fill a fraction, as in an average's 23.5000000000000000, are no digits of it.
 */
export function exactNumber(text: string): number | string {
  if (text.length > 15 && digitsOf(text).length > 15) return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

function digitsOf(text: string): string {
  const plain = text.includes('.') && !/e/i.test(text) ? text.replace(/\.?0+$/, '') : text;
  return plain.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
}
