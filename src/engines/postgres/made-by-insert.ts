import { quoteText } from './server.ts';

/**
 * Which columns an insert made, and so may widen, is kept in the column's comment: it commits with the DDL, follows the
 * column through renames, goes with it when it is dropped, is part of a dump, and needs no table that databases made
 * earlier would lack. Introspection leaves these comments out, so nobody sees them.
 */
export const MADE_BY_INSERT = 'svc:made-by-insert';
/** The same for a column that no row had a value for: it is text until the first value comes. */
export const MADE_WITHOUT_VALUE = `${MADE_BY_INSERT}:no-value`;

export const isMadeByInsert = (comment: string | null): boolean => comment === MADE_BY_INSERT || comment === MADE_WITHOUT_VALUE;

/** The comment of a column with such a type, as SQL. What holds every value is never widened, and needs none. */
export function madeComment(type: string, hasValue: boolean): string {
  if (!hasValue) return quoteText(MADE_WITHOUT_VALUE);
  return type === 'text' || type === 'jsonb' ? 'NULL' : quoteText(MADE_BY_INSERT);
}
