import { isPlural, isUncountable, singularName, snakeCase } from '../../english/inflect.ts';
import { isEntity, MASS } from '../entity.ts';
import { FILLER, isNameLike, tableName } from '../names.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf } from '../outline/kind.ts';
import { typeOfName } from '../type-of-name.ts';

/** "scores" → "score", but "points" stay what they are. */
export const countOf = (fact: string): string => {
  const one = singularName(snakeCase(fact));
  return (typeOfName(one) === 'text' ? fact : one).replaceAll('_', ' ');
};

/** As a table is called; empty where the words are no name. */
export const nameOf = (words: string): string => {
  const bare = words.replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();
  return isNameLike(bare) && singularName(snakeCase(bare)) !== '' ? tableName(bare) : '';
};

/** Whether words name several of something, of which a list may follow: "results", "bell ringers", "attendance". */
export function isMany(words: string): boolean {
  const noun = words.replace(/^(?:their|the|my|our|all|some|different) /, '');
  const last = noun.split(' ').at(-1) ?? '';
  if (nameOf(noun) === '' || !/^[a-z][a-z-]*(?: [a-z-]+){0,2}$/.test(noun) || CLAUSE.test(noun) || PREPOSITION.test(noun)) return false;
  if (
    noun
      .split(' ')
      .slice(0, -1)
      .some((word) => isPlural(word) && !/ss$/.test(word) && !isUncountable(word) && isPerson(word))
  )
    return false;
  return MASS.has(last) || (isPlural(last) && !isUncountable(last));
}

/** Whether they name things to keep rather than what is known of others: "canoes", but not "prices". */
export const isListed = (words: string): boolean => {
  const noun = words.replace(/^(?:their|the|my|our|all|some|different) /, '');
  return isMany(words) && (MASS.has(noun.split(' ').at(-1) ?? '') || (isEntity(noun) && (isPerson(noun) || !isKnownOf(noun))));
};

/** Whether words name one thing to know: "price", "date of birth", "paid or not". */
export const isFact = (words: string): boolean =>
  !/ with /.test(words) &&
  /^[a-z][a-z'-]*(?:[ /][a-z'-]+){0,3}$/.test(words) &&
  !CLAUSE.test(words.replace(/^(?:whether|if) (?:it|they|it's)?/, '')) &&
  !/^(?:per|each|every) /.test(words);

/** The items of a list. */
export function itemsOf(text: string): { text: string; and: boolean }[] {
  const items: { text: string; and: boolean }[] = [];
  let [current, depth, and] = ['', 0, false];
  const end = () => {
    const said = current.trim().replace(/^(?:and|also|plus) /, '');
    if (said !== '' && !/^(?:etc\.?|so on|so forth|more|others?)$/.test(said))
      items.push({ text: said, and: and || /^\s*(?:and|plus) /.test(current) });
    current = '';
  };
  for (const part of text.split(/(\(|\)|,|\s+(?:and|&|plus|as well as)\s+)/)) {
    depth += part === '(' ? 1 : part === ')' ? -1 : 0;
    const joins = /^\s+(?:and|&|plus|as well as)\s+$/.test(part);
    // "and when" goes on with the clause before it.
    if (depth === 0 && (part === ',' || joins)) {
      end();
      and = joins;
    } else current += part;
  }
  end();
  return items;
}

export const ARTICLE = /^(?:and |also |plus )?(?:an?|the|my|our|all|some|its|his|her) (?=\S)/;

export const WITH = /^([a-z][a-z' -]*?) (?:with|having|including) (?:(?:an?|the|their|its) )?(.+)$/;

export const CLAUSE =
  /\b(?:who|whom|which|what|when|where|how|why|that|they|we|i|it|he|she|is|are|was|were|has|have|had|did|do|does|can|if|whether)\b/;

export const PREPOSITION = /\b(?:of|for|in|at|on|to|from|by|per|with|as|into|over|under)\b/;
