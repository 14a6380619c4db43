import { readClause } from './clause.ts';
import { isEntity, isSome } from './entity.ts';
import { type Head, readHead } from './head.ts';
import { groupThings, type Item, readListed, WITH } from './list.ts';
import { isNameLike } from './names.ts';
import { typeOfName } from './type-of-name.ts';

/** Whether the head is the name of the whole, and its list are the things in it. */
export function isWhole(head: Head, items: readonly Item[]): boolean {
  const things = groupThings(items);
  const [first = ''] = things;
  if (THEIR.test(first)) return false;
  if (WITH.test(first) || hasColumns(first, false)) return true;
  const some = things.some((thing) => isEntity(thing) || hasColumns(thing, true) || WITH.test(thing) || readClause(thing) !== null);
  return some && (areThings(things) || (head.whole && isThing(first)));
}

/** Whether words name things of which there are many: alone, with what to know of each, or by what they are between. */
export function isThing(words: string): boolean {
  const text = words.replace(THEIR, '');
  if (isNameLike(text)) return isSome(text, true) && !/^(?:notes?|details)$/i.test(text);
  if (WITH.test(text)) return readHead(readListed(text)?.head ?? '').several;
  return hasColumns(text, true) || readClause(text) !== null;
}

/** Whether a list names things: all of it, or most, and the rest what goes on there: "rooms, guests, cleaning". */
export function areThings(list: readonly string[]): boolean {
  const others = list.filter((words) => !isThing(words));
  return others.length === 0 || (list.length - others.length > 1 && others.length === 1 && others.every(isGoingOn));
}

const isGoingOn = (words: string): boolean =>
  /^(?:[a-z]+(?:ing|ance|work|ment)|sleep|inventory|laundry|payroll)$/i.test(words) && typeOfName(words) === 'text';

/** "a shop with products with name and price": the first thing is one of the parts of what stands before it. */
export function holdsParts(text: string): boolean {
  const listed = readListed(text);
  return listed !== null && !readHead(listed.head).several && isWhole(readHead(listed.head), listed.items);
}

/** "contacts (name, email)" has columns; "price (decimal)" and, of tasks, "status (open, closed)" have a note. */
export function hasColumns(item: string, ofMany: boolean): boolean {
  const [, noun = '', inside = ''] = /^([\w '-]+?)\s*\((.+)\)$/.exec(item) ?? [];
  if (noun === '' || CHOICE.test(inside) || KIND.test(noun) || (NOTE.test(inside) && !(isSome(noun, true) && inside.includes(','))))
    return false;
  return ofMany ? isSome(noun, true) && (inside.includes(',') || isEntity(noun)) : true;
}

/** "their grades" are of those that were named before. */
export const THEIR = /^(?:their|its|his|her)\s+/i;

/** "dog, cat or other" */
const CHOICE = /^(?!.*\b(?:one of|either|or not)\b)(?:.*, )?(?:[\w-]+,? )?or [\w-]+$/i;
/** What stands in brackets after these are its values. */
const KIND = /(?:^|\s)(?:species|status|type|kind|series|gender|breed|genre)$/i;
const NOTE =
  /^(?:\d|required|unique|optional|mandatory|not null|int|integer|bigint|number|numeric|decimal|money|float|text|string|boolean|bool|date|datetime|timestamp|time|uuid|json)\b/i;
