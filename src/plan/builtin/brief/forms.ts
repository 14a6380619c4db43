/** A thing without what counts or points at it: "each of the many books" is books. */
export const bare = (words: string): string => words.replace(DETERMINERS, '').trim();

/** A case-blind pattern in which NOUN stands for the words of a thing, and MORE, at its end, for what else to know: `more`. */
export const pattern = (source: string): RegExp => new RegExp(source.replace('MORE', MORE).replaceAll('NOUN', NOUN), 'i');

const DETERMINERS =
  /^(?:(?:each|every|an?|the|all|one|many|several|multiple|some|different|other|new|own|their|its|exactly one|one or more)\s+)+(?=\S)/i;
const NOUN =
  "(?!(?:has|have|with|and|or|is|are)\\b)[a-z][\\w'-]*(?: (?!(?:and|or|with|to|by|in|on|at|for|from|of|per|is|are)\\b)[a-z][\\w'-]*){0,2}?";
const MORE =
  '(?:(?:,?\\s+(?:with|and (?:(?:may|can|must) )?(?:has|have|with)|which (?:has|have)|storing|recording)\\s+|\\s*:\\s*|\\s*\\()(?<more>.+))?$';
