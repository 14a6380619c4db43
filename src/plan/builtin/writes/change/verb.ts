import { dictionary } from '../../english/dictionary.ts';
import { formsOf, verbsOf } from '../../english/irregular.ts';
import type { WriteReader } from '../write-reader.ts';
import { words } from '../write-words.ts';

/** How a verb says what becomes of a row; `other` verbs say nothing by themselves. */
export type VerbKind = 'be' | 'have' | 'move' | 'measure' | 'hold' | 'join' | 'leave' | 'other';

export interface Verb {
  readonly kind: VerbKind;
  readonly word: string;
  /** Where its words begin, and the token after them, "now" and "not" among them. */
  readonly at: number;
  readonly from: number;
  readonly denied: boolean;
}

/** The verb that begins at a token: "is now", "does not run", "goes up to", "looks after". */
export function verbAt(reader: WriteReader, at: number): Verb | null {
  const start = reader.skip(at, NOW);
  const denied = NOT.has(reader.lower(start)) || (/^(?:does|do|did)$/.test(reader.lower(start)) && reader.lower(start + 1) === 'not');
  const will = !denied && /^(?:will|shall)$/.test(reader.lower(start)) && reader.lower(start + 1) !== 'not';
  const first = denied ? reader.skip(start, HELPERS) : will ? start + 1 : start;
  // "will be led by Ada"
  const led = will && reader.lower(first) === 'be' && reader.lower(first + 2) === 'by';
  if (led) return { kind: 'be', word: 'is', at, from: first + 1, denied };
  for (const [phrase, kind] of PHRASES) {
    if (!phrase.every((part, i) => reader.lower(first + i) === part)) continue;
    const next = first + phrase.length;
    const after = kind === 'be' || kind === 'have' ? reader.skip(next, DENIALS) : next;
    return {
      kind,
      word: phrase[0] ?? '',
      at,
      from: reader.skip(after, NOW),
      denied: denied || BE_NOT.test(phrase.join(' ')) || after > next,
    };
  }
  const word = reader.lower(first);
  if (!denied && first === at && !isVerb(word)) return null;
  return word === '' ? null : { kind: 'other', word, at, from: reader.skip(first + 1, NOW), denied };
}

/** "costs", "sings", "retired", "drove": a form that a verb has and its base has not. */
export function isVerb(word: string): boolean {
  const english = dictionary();
  if (word === 'goes') return true;
  return verbsOf(word).some((base) => base !== word && (english === null || (english.entry(base, 'verb')?.met ?? 0) > 0));
}

/** Forms in which a state is kept: "returned", of "returns", "return" and "returned". */
export const participlesOf = (word: string): readonly string[] => {
  return [...new Set([word, ...verbsOf(word).flatMap((base) => [...formsOf(base), ...regular(base), base])])];
};

/** "retire" → retired; "ship" → shipped. */
export const regular = (verb: string): readonly string[] => [
  verb.endsWith('e') ? `${verb}d` : `${verb}ed`,
  `${verb}${verb.at(-1) ?? ''}ed`,
  verb.replace(/y$/, 'ied'),
];

const NOW = words('now just also currently');
const NOT = words("doesn't doesnt don't dont isn't isnt aren't arent hasn't hasnt no");
const HELPERS = words("doesn't doesnt don't dont does do did not no longer");
const DENIALS = words('not no longer never');
const BE_NOT = /^(?:isn|aren|hasn)/;
const KINDS: Readonly<Record<Exclude<VerbKind, 'other'>, string>> = {
  be: "is|are|was|were|isn't|isnt|aren't|arent|became|becomes|has been|have been|has become|has just been|got|turned",
  have: "has|have|had|has got|got|gets|get|now has|hasn't|hasnt",
  move:
    'lives in|moved to|moves to|moves over to|moved over to|is moving to|is moving over to|has moved to|changed to|changes to|has changed to|switched to|switches to|has switched to|went to|goes to|goes into|went into|moved into|' +
    'transferred to|transfers to|is transferred to|upgraded to|upgrades to|downgraded to|downgrades to|moved on to',
  measure:
    'goes up to|goes down to|went up to|went down to|has gone up to|costs|cost|increased to|rose to|dropped to|is up to|is down to|earns|charges|pays|is paid',
  hold: 'belongs to|goes with|reports to|looks after|takes|takes over|runs|leads|teaches|drives|handles|manages|covers|does|owns|uses|works for|works at|works with|is with|is at|is in|is on',
  join: 'joins|joined|has joined',
  leave: 'leaves|left|quit|quits|resigned|has left|died|dies',
};
const PHRASES: readonly (readonly [readonly string[], VerbKind])[] = Object.entries(KINDS)
  .flatMap(([kind, said]) => said.split('|').map((phrase): [string[], VerbKind] => [phrase.split(' '), kind as VerbKind]))
  .sort(([a], [b]) => b.length - a.length);
