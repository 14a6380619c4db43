/** A value of a row as it is, as text: documents are their JSON, NULL is nothing. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value, wideAsText) : String(value);
}

/** A value of a row to be read by a person. */
export const valueText = (value: unknown): string => (value === null || value === undefined ? '–' : visible(plainText(value)));

/** JSON has no bigint of its own, and the client gives whole numbers that a double does not hold as one. */
const wideAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/**
 * Stored text with what would hide or reorder a part of it spelled out: control characters (escape sequences of terminals
 * begin with one) and the marks that turn the direction of writing (U+202A–202E, U+2066–2069).
 */
export const visible = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
