/**
 * What the comment of a table calls its rows, the first name first: "products we bake" are products, "matters (cases) we handle" matters and cases,
 * "lawyers and other fee earners" both, and "one costume or accessory with its own tag" is a costume.
 */
export function namesInComment(comment: string | null): readonly string[] {
  // "call-outs" are call outs.
  const words = (comment ?? '').replaceAll(/(?<=[a-z])-(?=[a-z])/gi, ' ');
  const said = words.replace(/^(?:a |the )?(?:list|register|catalogue?|table|directory) of /i, '').replace(OPENING, '');
  const first = phraseIn(said);
  if (first === null) return [];
  const rest = said.slice(first.length);
  const other = /^ ?\((?:also |or |aka |i\.e\. |called |known as )*([a-z][a-z ]*)\)/i.exec(rest)?.[1] ?? SECOND.exec(rest)?.[1];
  const second = other === undefined ? null : phraseIn(other);
  return second === null ? [first] : [first, second];
}

const phraseIn = (said: string): string | null => (ROW.test(said) ? null : (PHRASE.exec(said)?.[0] ?? null));

/** "one per order", "a line of an order" and "one row per sale" name none. */
const ROW = /^(?:an?|one|each|every|row|record|line|entry|item)\b/i;
const OPENING = /^(?:(?:all|our|the|my) )*(?:(?:an?|one|each|every|single) (?!(?:per|for|of|row|record|line|entry|item)\b))?/i;
const SECOND = /^(?:,? (?:and|or) other| aka|, also called|, called| \/|\/) ?([a-z][a-z ]*)/i;
const ENDS = 'we|i|they|that|which|who|whom|with|of|for|in|at|on|from|by|to|per|and|or|where|when|is|are|as';
const PHRASE = new RegExp(`^[a-z]+(?: (?!(?:${ENDS})\\b)[a-z]+){0,2}(?=$| (?:${ENDS})\\b|[ ]?[(/,;.:])`, 'i');
