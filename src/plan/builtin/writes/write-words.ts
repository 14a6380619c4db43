/** The words of a list that is written with spaces. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const ARTICLES = words('a an the my our this that new all its their');
export const NAMED = words('named called titled entitled number no id #');
/** What may stand before the verb of an instruction. */
export const POLITE = words('please can could would you i want to like need now hi hello hey kindly let us help me and then');
