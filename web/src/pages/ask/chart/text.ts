/** Of a line and of points in a plane. */
export const PLANE_HEIGHT = 240;
/** Of a letter, at the size of the labels. */
export const LETTER_PX = 7.5;

const FORMAT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
export const formatted = (value: number): string => FORMAT.format(value);

export const shortened = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, Math.max(letters - 1, 1))}…` : text;

/** Without a time that is midnight. */
export const dayOf = (label: string): string => label.replace(/[T ]00:00:00(?:\.0+)?(?:Z|\+00)?$/, '');

/** How wide the longest of these is drawn. */
export const widest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, text.length), 0) * LETTER_PX;
