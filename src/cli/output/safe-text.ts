/**
 * Text of somebody else's on its way to a terminal: control characters, which could move the cursor or write to the
 * clipboard, and marks that turn the direction of reading, become visible escapes. Line ends and tabs stay.
 */
export const safeText = (text: string): string => text.replace(CONTROLS, escaped);

/** The same for one cell of a table, which has one line. */
export const safeCell = (text: string): string => text.replace(CONTROLS_AND_LINES, (mark) => NAMED[mark] ?? escaped(mark));

/** JSON stays JSON of the same meaning: its own escapes are used. */
export const safeJson = (json: string): string => json.replace(CONTROLS, unicodeEscape);

const CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_C}]/gu;
const CONTROLS_AND_LINES = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '', '\t': ' ' };

const hex = (mark: string): string => (mark.codePointAt(0) ?? 0).toString(16);
const unicodeEscape = (mark: string): string => `\\u${hex(mark).padStart(4, '0')}`;
const escaped = (mark: string): string => (mark === '\r' ? '' : unicodeEscape(mark));
