/** A question that asks for what is not so, as the one that asks for what is: "who doesn't eat gluten" as "who does eat gluten". Null for any other. */
export function positiveOf(said: string): string | null {
  const likes = said.replace(/\b(does|do|did)(?:n['’]t| not)((?: [\p{L}'’-]+){0,3}?) (?:like|enjoy|love)\b/iu, '$1$2 dislike');
  const own = likes.replace(/\b(do|does|did|is|are|was|were|has|have|had|can|could|should|would|will|must)(?:n['’]t| not)\b/i, '$1');
  const positive = own
    .replace(/\bca(?:n['’]t|nnot)\b/i, 'can')
    .replace(/\bwon['’]t\b/i, 'will')
    .replace(/ (?:not|never)(?= [\p{L}]+)/iu, '');
  return positive === said ? null : positive;
}

/** What says that something is not so. */
export const saysNot = (content: string): boolean => NOT.test(content);

const NOT =
  /\b(?:not|no|never|without|cannot|nobody|none|neither|nor|dislikes?|disliked|hates?|hated|avoids?|avoided|refuses?|refused|allergic|unable|except|free of|stopped|quit|gave up)\b|n['’]t\b/i;

/** What denies what its verb says: "does not eat gluten" is no answer to who eats it. */
export const denies = (content: string): boolean => DENIES.test(content);

const DENIES =
  /\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must)(?:n['’]t| not)\b|\b(?:cannot|never|no longer)\b/i;
