import { isPlural, pluralName, singularName, snakeCase } from '../english/inflect.ts';
import { broaderOf } from '../english/related-words.ts';
import { sortOf } from './nouns.ts';
import { hasUsual, usualColumns } from './usual.ts';
import { isAmongKin } from './usual-owners.ts';

/**
 * "volunteer shifts", "dog grooming appointments": what happens to somebody or something that has a table of its own, in the words of a
 * brief. Undefined where the first noun is none of which people keep rows, or both are one thing ("job applications").
 */
export function partsOfCompound(words: string): string | undefined {
  const said = words
    .toLowerCase()
    .replaceAll(/[^a-z ]+/g, ' ')
    .trim()
    .split(/\s+/);
  const event = said.at(-1) ?? '';
  const before = said.slice(0, -1).filter((word) => !/^[a-z]{3,}ing$/.test(word));
  const happens = isPlural(event) && ['event', 'follow-up'].includes(sortOf(event));
  if (!happens || before.length !== 1 || said.length > WORDS_MAX) return undefined;
  const thing = pluralName(singularName(before[0] ?? ''));
  // "plumber appointments" are of whoever the plumber comes to; "plumber visits" could be at one's own house.
  if (isServing(singularName(thing)) && VISITED.test(event))
    return event === 'visits' ? undefined : `${thing}, ${servedBy(singularName(thing))}, ${event}`;
  const isKept =
    ['person', 'staff'].includes(sortOf(thing)) || (sortOf(thing) === 'thing' && (hasUsual(thing) || isAmongKin(event, thing)));
  const isSame = String(usualColumns(thing)) === String(usualColumns(event));
  return !isKept || isSame || (hasUsual(snakeCase(said.join(' '))) && !hasUsual(event)) ? undefined : `${thing}, ${event}`;
}

const VISITED = /^(?:appointments|bookings|visits)$/;

/** Whether somebody works for customers. */
const isServing = (noun: string): boolean =>
  ['worker', 'skilled worker', 'professional', 'expert', 'artist', 'performer', 'guardian'].some((word) => broaderOf(noun).has(word));

const servedBy = (noun: string): string => {
  if (/^vet(?:erinarian)?$/.test(noun)) return 'owners, pets';
  return MEDICAL.some((word) => noun === word || broaderOf(noun).has(word)) ? 'patients' : 'customers';
};

const MEDICAL = ['health professional', 'medical practitioner', 'therapist'];
const WORDS_MAX = 3;
