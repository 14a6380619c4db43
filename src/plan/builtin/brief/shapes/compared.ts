import { pluralName, singularName } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { pluralsIn } from './words.ts';

/** "planned vs actual cost per item": two columns of what it is per. */
export function takeCompared(brief: string): string {
  const { head = '', one, other, what = '', per } = COMPARED.exec(brief)?.groups ?? {};
  if (one === undefined || other === undefined || per === undefined) return brief;
  const known = what === '' ? 'cost' : what;
  const things = pluralName(singularName(per)).replaceAll('_', ' ');
  const list = `${things} with name, ${one} ${known}, ${other} ${known}`;
  return /^[^,:;]*$/.test(head) ? list : `${head}, ${list}`;
}

const COMPARED =
  /^(?:(?<head>.+?)(?:,| -|:|;| with) ?)?(?<one>[a-z]+(?:ed|al|al)) (?:vs\.?|versus|against|and) (?<other>[a-z]+(?:ed|al|nt|ent)) (?<what>[a-z]+) (?:per|for each|of each|for every|by) (?<per>[a-z]+(?: [a-z]+)?)$/i;

/** "canoes and kayaks ... which boats are out": both are kinds of what a later word names. */
export function takeKinds(brief: string): string {
  const [all, one = '', other = ''] = /\b([a-z]+s) (?:and|or) ([a-z]+s)\b(?: by the [a-z]+)?/i.exec(brief) ?? [];
  if (all === undefined) return brief;
  const at = brief.indexOf(all);
  const kinds = [one, other].map((noun) => singularName(noun.toLowerCase()));
  const broader = pluralsIn(brief.slice(at + all.length)).find((noun) => kinds.every((kind) => broaderOf(kind).has(singularName(noun))));
  if (broader === undefined) return brief;
  return `${brief.slice(0, at)}${broader} (${kinds.join(', ')})${brief.slice(at + all.length)}`;
}
