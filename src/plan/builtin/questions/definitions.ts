/**
 * A question with what it defines put in its place: "the total revenue … Note that revenue refers to the sum of price" asks
 * for the sum of price. The text as it is where it defines nothing, or something that is more than a name or one aggregate.
 */
export function withDefinitions(text: string): string {
  const aside = ASIDE.exec(text);
  if (aside !== null) return replaced(text, aside, aside[1] ?? '', aside[2] ?? '', aside[1] ?? '');
  const found = SENTENCE.exec(text);
  return found === null ? text : replaced(text, found, found[1] ?? '', found[2] ?? '', '');
}

/** "total revenue (based on sale price)", "revenue (i.e. sum of price)". */
const ASIDE = /\b([a-z]+)\s+\((?:based on|i\.?e\.?,?|meaning|defined as|that is,?|using)\s+(?:the\s+)?([a-z_ ]{3,40})\)/i;

/** "Note that revenue refers to the sum of price in the sales table." */
const SENTENCE =
  /[.?!;]\s+(?:(?:please\s+)?(?:note|assume|consider|remember|recall)\s*(?:that|:)?\s+)?(?:the\s+)?["'“]?([a-z][a-z ]{1,30}?)["'”]?\s+(?:refers?\s+to|(?:is|are)\s+defined\s+as|(?:is|are)\s+calculated\s+as|means?|stands?\s+for|=)\s+(?:the\s+)?([a-z_ ]{3,60})[.?!\s]*$/i;

const MEASURES: readonly [RegExp, string][] = [
  [/^(?:sum|total)\s+(?:of\s+)?/i, 'total'],
  [/^(?:average|mean)\s+(?:of\s+)?/i, 'average'],
  [/^(?:number|count)\s+of\s+/i, 'number of'],
];

function replaced(text: string, { index, 0: whole }: RegExpExecArray, name: string, meaning: string, left: string): string {
  const plain = meaning.replace(/\s+(?:in|from|of)\s+the\s+[a-z_ ]+\s+tables?\s*$/i, '').trim();
  const measure = MEASURES.find(([opened]) => opened.test(plain));
  const of = (measure === undefined ? plain : plain.replace(measure[0], '')).replace(/^(?:the|all)\s+/i, '');
  if (of === '' || of.split(' ').length > 4 || RELATES.test(of)) return text;
  const rest = `${text.slice(0, index)}${left === '' ? '' : left}${text.slice(index + whole.length)}`;
  const spoken = new RegExp(`\\b(?:(total|overall|average|mean)\\s+)?(?:${escaped(name)})\\b`, 'gi');
  if (!spoken.test(rest)) return text;
  return rest.replaceAll(spoken, (_said, own: string | undefined) => {
    const said = measure?.[1] ?? own;
    return said === undefined ? of : `${said} ${of}`;
  });
}

/** A definition that says how things relate is no name. */
const RELATES = /\b(?:that|which|who|where|when|divided|minus|plus|times|multiplied|by|and|or|over|between|per)\b/i;

const escaped = (name: string) =>
  name
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
