import { isPlural, pluralName, snakeCase } from '../english/inflect.ts';
import { isEntity } from './entity.ts';
import { splitItems, WITH } from './list.ts';
import { happens } from './nouns.ts';

/** The plural nouns of a text that name things to keep. */
export const pluralsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z][a-z-]{2,}/g) ?? []).filter((word) => isPlural(word) && isEntity(word));

export const many = (words: string): string =>
  pluralName(snakeCase(words.replace(/^(?:each|every|an?|one|the|all|our|my) /i, ''))).replaceAll('_', ' ');

export const lastOf = (words: string): string => words.split(' ').at(-1)?.toLowerCase() ?? '';
/** A thing without its list. */
export const bareOf = (item: string): string => item.replace(/ (?:with|\().*$/i, '').replace(DETERMINED, '');
export const DETERMINED = /^(?:the|my|our|their|all|an?) /i;

/** Items with what to know of them: a list after "with" ends with what "and" stands before. */
export function grouped(list: string): string[] {
  const groups: string[] = [];
  let open = false;
  for (const { text, and } of splitItems(list)) {
    if (open && !/^the [a-z]+s\b/i.test(text) && !(isEntity(text) && happens(snakeCase(text))))
      groups.push(`${groups.pop() ?? ''}, ${text}`);
    else groups.push(text);
    open = open && groups.at(-1) !== text ? !and : WITH.test(text) && !OF_THEIRS.test(text);
  }
  return groups;
}

/** "clients with their dogs": what is said of these ends with it. */
export const OF_THEIRS =
  /^(?:the |my |our |its )?([a-z][\w-]*(?: [a-z][\w-]*)?) with (?:their|its|the) ([a-z]+s)(?: (?:who|that|which) [a-z]+(?: [a-z]+)?)?$/i;
