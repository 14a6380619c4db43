import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf } from '../outline/kind.ts';
import { isPast, lemmaOf } from '../outline/verb.ts';
import { OWNED } from './shared.ts';

/**
 * "songs played in each show", "badges earned by each scout", "exhibits donated by donors, stored in rooms": things, and what they are of.
 * Where others may have the same, it is a table between the two; what is made, given or brought by somebody is his alone.
 */
export function takeParticiples(brief: string, bonds: Bond[]): string {
  return brief.replaceAll(SAID, (all: string, counted: string | undefined, noun: string, said: string, at: number) => {
    const things = noun.toLowerCase();
    const before = brief.slice(0, at).toLowerCase();
    const parts = [...said.toLowerCase().matchAll(DONE)].map(([, verb = '', by = '', each, of = '']) => ({
      plain: isPast(verb) ? lemmaOf(verb) : null,
      by,
      each: each !== undefined,
      whole: pluralName(singularName(of)),
      several: isPlural(of),
    }));
    const isRead = parts.every(
      ({ plain, each, whole, several }) =>
        plain !== null &&
        !HANDED.test(plain) &&
        whole !== things &&
        isThing(whole) &&
        (isNamed(before, whole) || (several && !each) || (each && isPerson(whole))),
    );
    if (!isThing(things) || !isRead) return all;
    for (const { plain, by, each, whole } of parts) {
      if (counted === undefined && (!each || (by === 'by' && OWNED.test(plain ?? ''))))
        bonds.push({ kind: 'of', many: things, one: whole });
      else bonds.push({ kind: 'each', one: whole, other: things, know: counted === undefined ? [] : ['quantity'] });
    }
    const listed = counted !== undefined && isNamed(before, things) ? [] : [things];
    // What follows is said of the things.
    return [...new Set(parts.map(({ whole }) => whole).filter((whole) => !isNamed(before, whole))), ...listed].join(', ');
  });
}

const isThing = (noun: string): boolean => isPlural(noun) && (isPerson(noun) || !isKnownOf(noun));
const isNamed = (text: string, noun: string): boolean => new RegExp(`\\b${noun}\\b`).test(text);

/** What is handed over is told by rows of its own. */
const HANDED = /^(?:lend|loan|borrow|rent|hire|let|book|order|reserve)$/;
const PART =
  '(?:(?:that |which )?(?:we|i|they) |(?:that|which) (?:are|were|was|is|get) )?([a-z]+) (by|in|on|at|during|for|from|to|with|into) (?:(each|every) |(?:the|our|my|other|several|various) )?([a-z]+)';
const DONE = new RegExp(PART, 'gi');
const PLAIN = PART.replaceAll(/\((?=[a-z[])/g, '(?:');
const SAID = new RegExp(`\\b(how many )?([a-z]+s)((?:(?:, and|,| and)? ${PLAIN})+)(?=[,.;]|$| and | with )`, 'gi');
