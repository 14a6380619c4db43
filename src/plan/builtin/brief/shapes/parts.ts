import { dictionary } from '../../english/dictionary.ts';
import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import { isPersonNoun } from '../../english/person-noun.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf } from '../outline/kind.ts';
import { deedsOf, FINAL, lemmaOf, nounOfDeed, participleOf } from '../outline/verb.ts';
import { antecedent, pluralsIn } from './words.ts';

/** What is between two, of each, or asked about each: "matches between two players and the score of each leg". */
export function takeParts(brief: string, bonds: Bond[]): string {
  const text = brief.replace(WALKS, (all: string, verb: string, thing: string) => {
    const plain = lemmaOf(verb);
    if (plain === null) return all;
    const deeds = deedsOf(plain);
    for (const one of [many(thing), 'members']) bonds.push({ kind: 'of', many: deeds, one });
    return `members, ${many(thing)}, ${deeds} with date`;
  });
  return text
    .replaceAll(FROM_WHOM, (all: string, things: string, people: string, more: string | undefined) => {
      if (!isPerson(people) || isPerson(things) || !isPlural(people) || isKnownOf(things)) return all;
      bonds.push({ kind: 'of', many: things, one: people });
      return more === undefined ? `${things}, ${people}` : `${people}, ${things} with`;
    })
    .replaceAll(AMONG, (all: string, deed: string, at: number, whole: string) => {
      const side = antecedent(whole.slice(0, at));
      if (side === null) return all;
      bonds.push({ kind: 'two', deed, side });
      return `${deed} (date, result)`;
    })
    .replace(EACH_TIME, (all: string, verb: string, done: string, at: number, whole: string) => {
      const [things] = pluralsIn(whole.slice(0, at));
      const [plain, act] = [lemmaOf(done), lemmaOf(verb)];
      if (things === undefined || plain === null || act === null) return all;
      const deeds = nounOfDeed(plain) ?? (dictionary()?.entry(plain, 'noun') ? pluralName(plain) : deedsOf(plain));
      bonds.push({ kind: 'of', many: deeds, one: things });
      return `, ${deeds} (date, ${doerBy(act) ?? `${participleOf(act)} by`})`;
    })
    .replace(HOW_OFTEN, (all: string, ...ends: (string | number)[]) => {
      const [thing] = pluralsIn(brief);
      if (thing === undefined) return all;
      for (const end of ends.slice(0, 2)) bonds.push({ kind: 'know', thing, column: `times ${end}` });
      return '';
    })
    .replaceAll(EATEN, (_, verb: string, known: string) => {
      const deeds = /^(?:ate|eat)$/i.test(verb) ? 'meals' : 'drinks';
      bonds.push({ kind: 'know', thing: deeds, column: `${known} (decimal)` });
      return deeds;
    })
    .replace(GETS, (_, people: string, thing: string) => {
      bonds.push({ kind: 'of', many: many(thing), one: people });
      return `${people}, ${many(thing)} with`;
    })
    .replaceAll(
      LENDS,
      (all: string, start: string, verb: string, thing: string, to: string, what: string | undefined, more: string | undefined) => {
        const plain = lemmaOf(verb);
        if (plain === null) return all;
        const deeds = deedsOf(plain);
        const sides = [thing, to, ...(what === undefined ? [] : [what])].map(many);
        for (const one of sides) bonds.push({ kind: 'of', many: deeds, one });
        const others = sides.slice(1).map((side) => ` ${capital(side)} have a name.`);
        return `${start}${capital(deeds)} have ${more ?? 'start date and end date'}.${others.join('')}`;
      },
    )
    .replaceAll(BETWEEN, (_, deed: string, side: string) => {
      bonds.push({ kind: 'two', deed, side });
      return deed;
    })
    .replaceAll(OF_EACH, (all: string, known: string, noun: string, at: number) => {
      const named = pluralsIn(brief.slice(0, at));
      const whole = named.findLast((word) => isDeed(word)) ?? named.at(-1);
      const parts = many(noun);
      if (whole === undefined) return all;
      bonds.push({ kind: 'know', thing: parts, column: known });
      if (named.includes(parts)) return '';
      bonds.push({ kind: 'of', many: parts, one: whole });
      return `, ${parts}`;
    })
    .replaceAll(SEEN_AT, (all: string, noun: string, at: number) => {
      const named = pluralsIn(brief.slice(0, at));
      const of = named.at(-1);
      if (of === undefined) return all;
      const deeds = many(noun);
      if (!named.includes(deeds)) bonds.push({ kind: 'of', many: deeds, one: of });
      return named.includes(deeds) ? '' : `, ${deeds} with date and notes`;
    })
    .replaceAll(WHO_WHERE, (all: string, verb: string, at: number) => {
      const named = pluralsIn(brief.slice(0, at));
      const plain = lemmaOf(verb);
      if (plain === null || named.length === 0) return all;
      const deeds = plain === 'play' ? 'performances' : deedsOf(plain);
      for (const one of named.slice(-2)) bonds.push({ kind: 'of', many: deeds, one });
      return `, ${deeds} with starts at and ends at`;
    })
    .replaceAll(EXPIRING, (all: string, noun: string, verb: string) => {
      const plain = lemmaOf(verb);
      if (plain === null || !FINAL.has(plain)) return all;
      bonds.push({ kind: 'know', thing: noun, column: `${plain === 'expire' ? 'expires' : participleOf(plain)} on` });
      return noun;
    })
    .replaceAll(EACH_HAS, (all: string, whose: string | undefined, noun: string, at: number) => {
      const of = whose === undefined || whose === 'one' ? pluralsIn(brief.slice(0, at))[0] : whose;
      if (of === undefined || pluralsIn(noun).length === 0) return all;
      bonds.push({ kind: 'of', many: noun, one: of });
      return `, ${noun}`;
    });
}

/** "win" → "winner". */
const doerBy = (verb: string): string | undefined => [`${verb}er`, `${verb}r`, `${verb}${verb.at(-1) ?? ''}er`].find(isPersonNoun);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const many = (noun: string): string => pluralName(singularName(noun.toLowerCase()));

/** "who walks the dog when - in our family" */
const WALKS = /^who ([a-z]+s) (?:the|our|my) ([a-z]+),? (?:and )?when\b(?:[ ,-]*(?:in|at) (?:our|my|the) [a-z]+(?: of [a-z]+)?)?$/i;
/** "jobs from clients with source language", "artworks by artists" */
const FROM_WHOM =
  /(?<!\b(?:on|of|about|for|to) )\b([a-z]+s) (?:from (?=[a-z]+s with\b)|by (?=[a-z]+s(?:$|[,.;]| and | with ))(?![a-z]+s,? (?:and )?(?:which|what|where|who|that|they)\b))([a-z]+s)\b(,? with\b)?/gi;
/** "who won each time we played" */
const EACH_TIME = /(?:,| and|, and) who ([a-z]+) (?:each|every) time(?: that)? (?:i|we|they) ([a-z]+)(?=[,.;]|$| and )/i;
/** "the games they play against each other" */
const AMONG =
  /(?:\bthe )?\b([a-z]+s) (?:that |which )?(?:they|[a-z]+s) [a-z]+ (?:against|with|between|among) (?:each other|one another)\b/gi;
const HOW_OFTEN =
  /,? (?:with|and) how (?:often|many times) (?:i|we|they) [a-z]+ (?:each|it|them|every)(?: one| [a-z]+)? ([a-z]+) or ([a-z]+)(?=[,.;]|$)/i;
const EATEN = /\bwhat (?:i|we) (ate|eat|drank|drink) with ([a-z]+)(?=[,.;]|$| and )/gi;
/** "subscribers get a box with series" */
const GETS = /(?<=^|: )([a-z]+s) (?:get|receive) an? ([a-z]+) with\b/i;
/** "We lend artworks to other museums for exhibitions, with a from date." */
const LENDS =
  /((?:^|\. ))(?:we|i) (lend|rent|hire|loan|sell|let)(?: out)? ([a-z]+s) to (?:other |our |some )?([a-z]+s)(?: for ([a-z]+s))?(?:,? with (?:an? )?([^.]+))?(?:\.|$)/gi;
const BETWEEN = /\b([a-z]+s) between (?:two|2|both|pairs of) ([a-z]+s)\b/gi;
const OF_EACH = /(?:,| and|, and) the ([a-z]+) (?:of|after|for|in|from) (?:each|every) ([a-z]+)(?=[,.;]|$| and )/gi;
const SEEN_AT = /(?:,| and|, and) what (?:i|we|they) [a-z]+ (?:at|on|during|in) (?:each|every|an?) ([a-z]+)(?=[,.;]|$| and )/gi;
const WHO_WHERE = /(?:,| and|, and) who ([a-z]+) where(?:,? (?:and )?when)?(?=[,.;]|$)/gi;
const EXPIRING = /\b([a-z]+s) (?:which|that) ([a-z]+)(?=[,.;]|$)/gi;
const EACH_HAS = /(?:;|,) each(?: (?!of\b)([a-z]+)| of them)? has ([a-z]+s)(?=[,.;]|$| and | with )/gi;
