/** A number where a double holds the digits exactly, the text where it does not: 15 significant decimal digits always survive (IEEE 754). */
export function exactNumber(text: string): number | string {
  if (text.length > 15 && text.replace(/^-/, '').replace('.', '').replace(/^0+/, '').length > 15) return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
