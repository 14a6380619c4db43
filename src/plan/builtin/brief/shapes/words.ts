import { isPlural } from '../../english/inflect.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';

/** Things that are named in a text as many: each plural noun that is no attribute, with the word before it where both are one name. */
export function pluralsIn(text: string): string[] {
  return (text.toLowerCase().match(/[a-z][a-z-]+/g) ?? []).filter(
    (word) => word.length > 2 && isPlural(word) && !NO_THINGS.test(word) && (isPerson(word) || !isKnownOf(word)),
  );
}

/** Of whom or what a clause says "they": the people that were named before, otherwise the things. */
export function antecedent(before: string): string | null {
  const sentence = before.slice(before.search(/[^.:;]*$/));
  for (const text of [sentence, before]) {
    const named = pluralsIn(text);
    const found = named.findLast((word) => isPerson(word) || kindOf(word) === 'group') ?? named[0];
    if (found !== undefined) return found;
  }
  return null;
}

const NO_THINGS =
  /^(?:this|its|his|hers|has|was|does|is|are|were|as|us|yes|plus|less|always|things|lots|others|years|months|weeks|days|hours|minutes|times)$/;
