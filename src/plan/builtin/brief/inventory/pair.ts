import { pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import { isPerson, isStaff } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { lemmaOf, nounOfDeed } from '../outline/verb.ts';
import type { Entry, Pair } from './entry.ts';

/** Reads a clause that asks which of the things before it stand together; null for any other item, and where it is open which are meant. */
export function readPair(item: string, entries: readonly Entry[]): Pair | null {
  const [, which = '', placed = ''] = WHERE.exec(item) ?? [];
  if (which !== '') {
    const one = entryOf(which, entries);
    const [other, ...more] = entries.filter(({ name }) => name !== one);
    const tail = readTail(placed);
    if (one === null || other === undefined || more.length > 0 || tail === null) return null;
    return { one, other: other.name, verb: '', particle: '', facts: tail.facts };
  }
  const [, needed = '', needing = ''] = NEEDS.exec(item) ?? [];
  if (needed !== '') {
    const [one, other] = [entryOf(needing, entries), entryOf(needed, entries)];
    return one === null || other === null || one === other ? null : { one, other, verb: '', particle: '', facts: [] };
  }
  const [, who = '', doing = '', what = '', rest = ''] = BOTH.exec(item) ?? [];
  if (what !== '') {
    // "who was guest in which episode"
    const as = doing
      .split(' ')
      .map((word) => entryOf(word, entries))
      .find((name) => name !== null && isPerson(name));
    const one = /^who$/.test(who) ? (as ?? somebody(entries)) : entryOf(who.replace(/^(?:which|what) /, ''), entries);
    const other = entryOf(what, entries);
    const tail = readTail(rest);
    if (one === null || other === null || one === other || tail === null) return null;
    const isDirect = doing !== '' && !PREPOSITION.test(doing.trim().split(' ').at(-1) ?? '');
    const { verb, particle } = verbIn(doing, tail.particle);
    // What somebody does to a thing he does on a day: "who earned which badge" leaves it open.
    const isOpen = isDirect && isPerson(one) && tail.facts.length === 0 && !LASTING.test(verb) && nounOfDeed(verb, particle) === null;
    if (isOpen && !entries.some(({ name }) => isDeed(name) && name !== one)) return null;
    return { one, other, verb, particle, facts: tail.facts, isDirect };
  }
  if (!CAME.test(item)) return null;
  const [one, other] = [somebody(entries), entries.findLast(({ name }) => isDeed(name) || OCCASIONS.has(kindOf(name)))?.name ?? null];
  return one === null || other === null || one === other ? null : { one, other, verb: 'attend', particle: '', facts: [] };
}

/** Who is meant where nobody is named: the only people of the list, or the only ones who are not at work there. */
function somebody(entries: readonly Entry[]): string | null {
  const people = entries.map(({ name }) => name).filter((name) => isPerson(name) || kindOf(name) === 'person');
  const served = people.filter((name) => !isStaff(name));
  const [one, ...more] = people.length === 1 ? people : served;
  return one === undefined || more.length > 0 ? null : one;
}

/** The one entry that goes by these words. */
export function entryOf(words: string, entries: readonly Entry[]): string | null {
  const name = pluralName(singularName(snakeCase(words)));
  const found = entries.filter((entry) => entry.name === name || entry.name.endsWith(`_${name}`));
  return found.length === 1 ? (found[0]?.name ?? null) : null;
}

function verbIn(doing: string, particle: string): { verb: string; particle: string } {
  const words = doing.split(' ').filter((word) => word !== '' && !HELPS.test(word));
  const said = words.find((word) => lemmaOf(word) !== null && !PREPOSITION.test(word)) ?? '';
  const own = words.find((word) => PARTICLE.test(word)) ?? '';
  const has = /\b(?:has|have|had)\b/.test(doing) ? 'have' : '';
  return { verb: lemmaOf(said) ?? has, particle: particle || own };
}

/** What a clause tells besides: when, since when, with how many. */
function readTail(rest: string): { particle: string; facts: string[] } | null {
  let text = rest.trim();
  const [, particle = ''] = /^(out|back|up|home|over|in)\b/.exec(text) ?? [];
  text = text.slice(particle.length).replace(/^,?(?: and)? ?/, '');
  if (text === '') return { particle, facts: [] };
  if (/^(?:when|on (?:which|what) (?:day|date)|at what time)$/.test(text)) return { particle, facts: ['date'] };
  if (/^(?:since|from) when$/.test(text)) return { particle, facts: ['start date', 'end date'] };
  if (/^(?:until|till|to|by) when$/.test(text)) return { particle, facts: ['end date'] };
  if (/^from when (?:to|until|till) when$/.test(text)) return { particle, facts: ['start date', 'end date'] };
  const [, fact = ''] = /^with (?:an?|the|their|its)?\s*([a-z]+(?: [a-z]+)?)$/.exec(text) ?? [];
  return fact === '' ? null : { particle, facts: [fact] };
}

const BOTH =
  /^(who|(?:which|what) [a-z-]+(?: [a-z-]+)??) ((?:[a-z]+ ){0,4}?)(?:which|what) ([a-z-]+(?: (?!when|since|until|with|out|back|in\b|on\b|at\b|and\b)[a-z-]+)??)((?:,? (?:and )?(?:when|since when|from when.*|until when|with .+|out|back|home|on (?:which|what) (?:day|date))){0,2})$/;
/** "which threads a pattern needs" */
const NEEDS = /^(?:which|what) ([a-z]+s) (?:an?|each|every|the) ([a-z]+) (?:[a-z]+s|needed|used|has|had|took|got)$/;
const WHERE = /^(?:which|what) ([a-z]+(?: [a-z]+)?) (?:is|are|was|were|went|lives?|stands?|goes|stays?|hangs?) where(.*)$/;
/** Who took part in what was named last. */
export const CAME =
  /^who (?:(?:was|were|is) (?:there|present|in it|on it|with us|along)|came(?: along)?|comes|attended|showed up|took part|takes part|participated|joined|went(?: along)?|rode along|played|signed up)(?: (?:to|in|at|for|on) (?:it|each|them|which))?$/;
/** What goes on. */
const LASTING = /^(?:|be|have|own|hold|keep|speak|know|like|play|sing|need|use|do|own|lead|run|belong)$/;
const HELPS = /^(?:is|are|was|were|has|have|had|been|be|did|does|do|can|will|to|currently|now|ever)$/;
const PREPOSITION = /^(?:in|on|at|to|for|into|from|with|of|by|over|under|out|back|up|home)$/;
const PARTICLE = /^(?:out|back|up|home|over)$/;
const OCCASIONS: ReadonlySet<string> = new Set(['event', 'contest', 'show']);
