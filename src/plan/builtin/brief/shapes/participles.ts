import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { splitList } from '../list.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf } from '../outline/kind.ts';
import { FINAL, isPast, lemmaOf } from '../outline/verb.ts';
import { OWNED } from './shared.ts';
import { pluralsIn } from './words.ts';

/**
 * "songs played in each show", "badges earned by each scout", "exhibits donated by donors, stored in rooms": things, and what they are of.
 * Where others may have the same, it is a table between the two; what is made, given or brought by somebody is his alone.
 */
export function takeParticiples(brief: string, bonds: Bond[]): string {
  const told = takeFacts(brief, bonds).replaceAll(
    SAID,
    (all: string, counted: string | undefined, noun: string, said: string, more: string | undefined, at: number, whole: string) => {
      const things = noun.toLowerCase();
      const before = whole.slice(0, at).toLowerCase();
      const parts = [...said.toLowerCase().matchAll(DONE)].map(([, verb, by = '', each, of = '']) => ({
        plain: verb === undefined ? '' : isPast(verb) ? lemmaOf(verb) : null,
        by,
        each: each !== undefined || by === 'per',
        one: pluralName(singularName(of)),
        several: isPlural(of),
      }));
      const isRead = parts.every(
        ({ plain, each, one, several }) =>
          plain !== null &&
          (plain !== '' || (each && isNamed(before, one))) &&
          !HANDED.test(plain) &&
          one !== things &&
          isThing(one) &&
          (isNamed(before, one) || (several && !each) || (each && isPerson(one))),
      );
      if (!isThing(things) || !isRead) return all;
      // "lamps used in each show with channel": what is known of the two.
      const facts = more === undefined ? [] : splitList(more);
      const isPair =
        counted === undefined &&
        facts.length > 0 &&
        !isDeed(things) &&
        parts.some(({ each }) => each) &&
        facts.every((fact) => !isPlural(fact));
      for (const { plain, by, each, one } of parts) {
        const alone = !isPair && (!each || plain === '' || (by === 'by' && OWNED.test(plain ?? '')));
        if (counted === undefined && alone) bonds.push({ kind: 'of', many: things, one });
        else bonds.push({ kind: 'each', one, other: things, know: isPair ? facts : counted === undefined ? [] : ['quantity'] });
      }
      const listed = (counted !== undefined || isPair) && isNamed(before, things) ? [] : [things];
      // What follows is said of the things.
      const named = [...new Set(parts.map(({ one }) => one).filter((one) => !isNamed(before, one))), ...listed].join(', ');
      return more === undefined || isPair ? named : `${named} with ${more}`;
    },
  );
  return takeUsed(takeWhich(takeGiven(told, bonds), bonds), bonds);
}

/** "jobs with hours and parts used", "appointments, products sold": what came into each time. */
function takeUsed(brief: string, bonds: Bond[]): string {
  return brief.replaceAll(USED, (all: string, joint: string, noun: string, verb: string, at: number, whole: string) => {
    const things = noun.toLowerCase();
    const plain = isPast(verb.toLowerCase()) ? lemmaOf(verb) : null;
    const event = pluralsIn(brief.slice(0, at)).findLast((word) => isDeed(word) && word !== things);
    if (plain === null || HANDED.test(plain) || FINAL.has(plain) || !isThing(things)) return all;
    // "swarms found with place and date"
    if (/^ with /.test(whole.slice(at + all.length))) return `${joint}${things}`;
    if (event === undefined || isDeed(things)) return all;
    bonds.push({ kind: 'each', one: event, other: things, know: ['quantity'] });
    return isNamed(brief.slice(0, at).toLowerCase(), things) ? '' : `${joint}${things}`;
  });
}

/** "arrival time of each bird", after races: what is known of the two. */
function takeFacts(brief: string, bonds: Bond[]): string {
  return brief.replaceAll(FACT, (all: string, fact: string, of: string, to: string | undefined, at: number) => {
    const before = brief.slice(0, at).toLowerCase();
    const one = pluralName(singularName(of.toLowerCase()));
    const event = to === undefined ? pluralsIn(before).findLast(isDeed) : pluralName(singularName(to.toLowerCase()));
    if (!isKnownOf(fact) || event === undefined || event === one || ![one, event].every((noun) => isNamed(before, noun))) return all;
    bonds.push({ kind: 'each', one: event, other: one, know: [fact.toLowerCase()] });
    return '';
  });
}

/** "which members went to each callout": a table between the two. */
function takeWhich(brief: string, bonds: Bond[]): string {
  return brief.replace(WHICH, (all: string, one: string, verb: string, to: string, at: number) => {
    const before = brief.slice(0, at).toLowerCase();
    const sides = [to, one].map((side) => pluralName(singularName(side.toLowerCase())));
    const [whole = '', other = ''] = sides;
    if (lemmaOf(verb) === null || whole === other || !sides.every((side) => isNamed(before, side))) return all;
    bonds.push({ kind: 'each', one: whole, other, know: [] });
    return '';
  });
}

/** "scores each taster gave each wine": rows of both. */
function takeGiven(brief: string, bonds: Bond[]): string {
  return brief.replace(GIVEN, (all: string, joint: string, noun: string, by: string, to: string, at: number) => {
    const before = brief.slice(0, at).toLowerCase();
    const sides = [by, to].map((side) => pluralName(singularName(side.toLowerCase())));
    if (!sides.every((side) => isNamed(before, side)) || new Set(sides).size < sides.length) return all;
    const rows = pluralName(singularName(noun.toLowerCase()));
    for (const one of sides) bonds.push({ kind: 'of', many: rows, one });
    return isKnownOf(noun) ? `${joint}${rows} (${singularName(noun.toLowerCase())})` : `${joint}${rows}`;
  });
}

const isThing = (noun: string): boolean => isPlural(noun) && (isPerson(noun) || noun === 'materials' || !isKnownOf(noun));
const isNamed = (text: string, noun: string): boolean => new RegExp(`\\b${noun}\\b`).test(text);

/** What is handed over is told by rows of its own. */
const HANDED = /^(?:lend|loan|borrow|rent|hire|let|book|order|reserve)$/;
const PART =
  '(?:(?:(?:that |which )?(?:we|i|they) |(?:that|which) (?:are|were|was|is|get) )?([a-z]+) |(?=[a-z]+ (?:each|every) ))(by|in|on|at|of|during|for|from|to|with|into|per) (?:(each|every) |(?:the|our|my|other|several|various) )?([a-z]+)';
const DONE = new RegExp(PART, 'gi');
const PLAIN = PART.replaceAll(/\((?=[a-z[])/g, '(?:');
const SAID = new RegExp(
  `\\b(?<!\\b(?:which|what|whose) )(how many )?([a-z]+s)((?:(?:, and|,| and)? ${PLAIN})+)(?: with (?:an? |the )?([a-z]+(?: [a-z]+)?(?: and (?:an? |the )?[a-z]+(?: [a-z]+)?)?)(?=[,.;]|$)|(?=[,.;]|$| and | with ))`,
  'gi',
);
const USED = /((?:,|,? and|,? with|:) )([a-z]+s) ([a-z]+)(?=[,.;]|$| and | with )/gi;
const GIVEN =
  /((?:,|,? and|:) )(?:the )?([a-z]+) (?:that |which )?(?:each|every) ([a-z]+) [a-z]+(?: (?:to|for|at|in|on|with))? (?:each|every|the|which) ([a-z]+)(?=[,.;]|$| and )/i;
const WHICH =
  /(?:,|,? and) (?:which|what) ([a-z]+) (?:(?:is|are|was|were|has|have) )?([a-z]+)(?: (?:up|out))?(?: (?:to|for|at|in|on|with|by|from))? (?:each|every|an?) ([a-z]+)(?=[,.;]|$)/i;
const FACT =
  /(?:,|,? and|, and) (?:the )?([a-z]+(?: [a-z]+)?) of (?:each|every) ([a-z]+)(?: (?:in|at|on|for|during) (?:each|every|an?) ([a-z]+))?(?=[,.;]|$| and )/gi;
