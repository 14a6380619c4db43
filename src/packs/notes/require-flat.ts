import { LIMITS } from '../../contract/limits.ts';
import { unreadable } from '../unreadable.ts';

/**
 * The reader of Markdown calls itself for each list or quotation inside another, with all of the text that is in it.
 * @throws Fault source_unreadable by line
 */
export function requireFlat(text: string, file: string): void {
  const found = NESTED.exec(text);
  if (!found) return;
  const row = text.slice(0, found.index).split('\n').length;
  throw unreadable(`Lists and quotations stand inside each other more than ${LIMITS.importNoteDepthMax} times.`, { file, row });
}

/** On one line, or by its indentation, of which each level of a list takes two characters at least. */
const MARK = '[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))';
/** A line of dashes or stars alone is a rule. */
const RULE = '[ \\t]*([-*])(?:[ \\t]*\\1)*[ \\t]*$';
const NESTED = new RegExp(
  `^(?!${RULE})(?:(?:${MARK}){${LIMITS.importNoteDepthMax + 1}}|[ \\t>]{${LIMITS.importNoteDepthMax * 8},}(?:[-*+]|\\d{1,9}[.)])[ \\t])`,
  'm',
);
