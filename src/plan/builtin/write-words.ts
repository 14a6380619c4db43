/** The words of a list that is written with spaces. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const ARTICLES = words('a an the my our this that new all its their');
export const NAMED = words('named called titled entitled number no id #');
