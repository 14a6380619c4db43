import { isPlural } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf } from '../outline/kind.ts';
import { deedsOf, isPast, lemmaOf } from '../outline/verb.ts';
import { pluralsIn } from './words.ts';

/** "members suggest films and rate them from 1 to 5": what each of two verbs says is done, by whom and to what. */
export function takeActs(brief: string, bonds: Bond[]): string {
  const { before = '', people = '', first = '', things = '', second = '', limits } = TWICE.exec(brief)?.groups ?? {};
  const [one, other] = [first, second].map(lemmaOf).map((verb) => (verb === null ? null : deedsOf(verb)));
  const isThing = isPlural(things) && !isKnownOf(things) && !isPerson(things);
  if (!one || !other || one === other || !isThing || !isPerson(people) || !isPlural(people)) return takeDone(brief);
  for (const many of [one, other]) for (const side of [people, things]) bonds.push({ kind: 'of', many, one: side });
  // Where nothing else was named, what stands before says whose they are.
  const start = pluralsIn(before).every((word) => word === things.toLowerCase()) ? '' : before;
  if (limits !== undefined) bonds.push({ kind: 'know', thing: other, column: `rating from ${limits}` });
  const end = brief.slice((TWICE.exec(brief)?.[0] ?? '').length);
  return takeDone(`${start}${people}, ${things}, ${one} (date), ${other} (date)${end}`);
}

/** "leases with yearly rent, and if the rent was paid": of a fact that was named, whether something is done with it. */
const takeDone = (brief: string): string =>
  brief.replace(DONE, (all: string, fact: string, done: string, at: number) =>
    isPast(done.toLowerCase()) && new RegExp(`\\b${fact}\\b`, 'i').test(brief.slice(0, at)) ? `, ${fact} ${done} (boolean)` : all,
  );

const TWICE =
  /^(?<before>(?:.*(?:[,:;.] |\bwhere ))?)(?<people>[a-z]+) (?:can |may )?(?<first>[a-z]+) (?:the |our )?(?<things>[a-z]+) and (?:can )?(?<second>[a-z]+) (?:them|it)(?: (?:from )?(?<limits>\d+ to \d+))?(?=[,.;]|$)/i;
const DONE =
  /(?:,? and|,) (?:if|whether) (?:the|their|its|his|her) ([a-z]+) (?:was|is|were|are|has been|have been|got) ([a-z]+)(?=[,.;]|$| and )/i;
