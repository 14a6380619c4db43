import { isPlural, pluralName, singularName, snakeCase } from '../english/inflect.ts';
import { isEntity } from './entity.ts';
import { sortOf } from './nouns.ts';
import { isDoneBy } from './said-verb.ts';
import { usualColumns } from './usual.ts';
import { deedOf } from './verbs.ts';

/** A brief that would be understood, made of the things that this one names: "parking garage: spots (number), cars (make, model)". */
export function sayInstead(brief: string): string {
  const things = thingsIn(brief);
  if (things.length === 0) return 'coffee beans (name, roaster, price, rating)';
  return things.map((thing) => `${thing} (${columnsOf(thing, things)})`).join(', ');
}

/** The plural nouns of the brief, in its order. */
export function thingsIn(brief: string): string[] {
  const words =
    brief
      .toLowerCase()
      .replaceAll(/\([^)]*\)/g, ' ')
      .match(/[a-z][a-z-]{2,}/g) ?? [];
  const named = words.filter(
    (word) =>
      isPlural(word) && isEntity(word) && !NOT_THINGS.test(word) && !deedAlone(word, words) && !isDoneBy(wordBefore(brief, word), word),
  );
  return [...new Set(named.map((word) => pluralName(singularName(snakeCase(word))).replaceAll('_', ' ')))].slice(0, THINGS_MAX);
}

/** What to know of each, with the things that happen to others pointing at them. */
function columnsOf(thing: string, all: readonly string[]): string {
  const usual = usualColumns(snakeCase(thing))
    .map((item) => item.replace(/ \(.*/, ''))
    .slice(0, COLUMNS_MAX);
  const standing = all.filter((other) => other !== thing && ['thing', 'titled', 'person'].includes(sortOf(other)));
  const of =
    sortOf(snakeCase(thing)) === 'event'
      ? standing.slice(0, COLUMNS_MAX).map((other) => singularName(snakeCase(other)).replaceAll('_', ' '))
      : [];
  const columns = [...new Set([...of, ...usual])];
  return (columns.length > 1 ? columns : [...columns, 'notes']).join(', ');
}

/** "books" of "she books rooms" is no thing; of "books and members" it is. */
const deedAlone = (word: string, words: readonly string[]): boolean =>
  deedOf(word) !== null && /^(?:an?|each|every|one|who|that|he|she|it)$/.test(words[words.indexOf(word) - 2] ?? '');

const wordBefore = (brief: string, word: string): string =>
  new RegExp(`([a-z']+)[ ]+${word}(?![a-z])`, 'i').exec(brief)?.[1]?.toLowerCase() ?? '';

const THINGS_MAX = 6;
const COLUMNS_MAX = 3;
const NOT_THINGS =
  /^(?:have|they|them|these|those|are|were|there|[a-z]+ics|things|details|columns|fields|tables|databases|rows|records|lists|entries|apps|systems|types|kinds|sorts|names|others|lots|needs|wants|ones|basics|purposes|thanks|belongs|contains|includes|consists|appears|works|does|has|gets|makes|keeps|stores|tracks|shows|triggers|means|says|this|always|options|values|its|hers|ours|theirs|yours|(?:who|what|when|where|how|every(?:one|body)|some(?:one|body)|any(?:one|body)|no(?:body)?)s|times|kilos|grams|miles|saas)$/;
