/** Carries the sentence that says what to add; thrown inside the designer alone. */
export class Unclear extends Error {}

export const EXAMPLE = 'For example: "track coffee beans with roaster, price and rating".';

export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
