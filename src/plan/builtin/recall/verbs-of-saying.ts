/** Verbs of saying, as they follow "did" and as they stand in the past; what carries nothing but that something was said. */
const PLAIN = `
  say said|tell told|ask asked|write wrote|mention mentioned|answer answered|reply replied|report reported|request requested|talk talked|speak spoke|discuss discussed|
  bring-up brought-up|talk-about talked-about|state stated|send sent|explain explained|announce announced`;

/** Those that say how it was meant, which no message has written on it. */
const MEANT = `
  suggest suggested|recommend recommended|propose proposed|promise promised|complain complained|warn warned|offer offered|confirm confirmed|claim claimed|
  apologise apologised|apologize apologized|admit admitted|deny denied|praise praised|thank thanked|joke joked|refuse refused|advise advised`;

const pairs = (words: string): readonly (readonly [string, string])[] =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .map(
      (pair) =>
        pair
          .replaceAll('-', ' ')
          .match(/^(\S+(?: (?:up|about))?) (.+)$/)
          ?.slice(1) ?? [],
    )
    .flatMap(([base, past]) => (base === undefined || past === undefined ? [] : [[base, past] as const]));

const ALL = [...pairs(PLAIN), ...pairs(MEANT)];
/** Longer ones first: "talk about" before "talk". */
const anyOf = (words: readonly string[]): string => `(?:${[...words].sort((one, other) => other.length - one.length).join('|')})`;

export const SAY = anyOf(ALL.map(([base]) => base));
export const SAID = anyOf(ALL.map(([, past]) => past));

/** A verb that says how something was meant: who is said to have complained may have done so, or not. */
export const isMeant = (verb: string): boolean => MEANT_FORMS.has(verb.toLowerCase());
const MEANT_FORMS: ReadonlySet<string> = new Set(pairs(MEANT).flat());
