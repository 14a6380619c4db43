import { isPlural } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import { pluralsIn } from './words.ts';

/** "chess club with members, their rating": a group or a place of business holds the things and is none; what is theirs is known of them. */
export function takeSetting(brief: string, bonds: Bond[]): string {
  const [, name = '', first = ''] = SETTING.exec(brief) ?? [];
  const held = name !== '' && isSetting(name) && isPlural(first) && isEntity(first) && !isKnownOf(first);
  const text = held ? brief.replace(/ (?:with|has|have) /i, ': ') : brief;
  return text.replaceAll(THEIRS, (all: string, things: string, known: string, other: string | undefined, at: number, whole: string) => {
    const [, next = ''] = NEXT.exec(whole.slice(at + all.length)) ?? [];
    const [thing] = pluralsIn(things);
    if (thing === undefined || isPlural(known) || !isKnownOf(known) || (next !== '' && !isPlural(next))) return all;
    // "their age and races" names races too, but "their position and goals" are both known of them.
    const apart = other !== undefined && (isDeed(other) || isPerson(other));
    for (const column of other === undefined || apart ? [known] : [known, other]) bonds.push({ kind: 'know', thing, column });
    return apart ? `${things} and ${other}` : things;
  });
}

function isSetting(noun: string): boolean {
  const name = noun.toLowerCase();
  if (isPlural(name)) return false;
  return (
    name === 'practice' || kindOf(name) === 'group' || (kindOf(name) === 'place' && PREMISES.some((word) => broaderOf(name).has(word)))
  );
}

const PREMISES = ['institution', 'establishment', 'shop', 'workplace'];
const SETTING =
  /^(?:(?:my|our|an?|the|small|little|local) )*(?:[a-z]+ ){0,2}?([a-z]+) (?:with|has|have) (?:the |many |several )?([a-z]+)(?=[,.;(]| )/i;
const NEXT = /^(?:, and |, | and )(?:the )?([a-z]+)/i;
/** "members, their rating" */
const THEIRS = /\b([a-z]+s),? (?:and |with )?their ([a-z]+)(?: and (?!the )([a-z]+)(?=[,.;]|$))?(?=[,.;]|$| and )/gi;
