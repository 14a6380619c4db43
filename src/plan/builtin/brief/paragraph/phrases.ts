import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { sortOf } from '../nouns.ts';
import { isVerb } from '../predicates.ts';

/** "vehicles and their owners", "children and their parents": the latter is whom the former are of. */
export const leads = (name: string, owner: string): boolean =>
  /(?:^|_)(?:owners|parents|guardians|teachers|managers|coaches|doctors|landlords|authors|artists|makers|suppliers)$/.test(name) ||
  (['person', 'staff'].includes(sortOf(name)) &&
    !['person', 'staff'].includes(sortOf(owner)) &&
    !/(?:^|_)(?:families|households|companies|teams|clubs)$/.test(owner));

export const plural = (words: string): string => pluralName(singularName(snakeCase(words)));

/** A thing without what counts it and what is said of it: "the appointments they make". */
export const plainThing = (words: string): string =>
  words
    .replace(
      /^(?:(?:an?|the|my|our|their|its|all|each|every|one|about|around|some|several|many|various|different|\d+|list of|kind of|of) )+/i,
      '',
    )
    .replace(/^[a-z]+(?:'s|s') /i, '')
    .replace(/ (?:that|which|who|whom|where|on the|in the|at the|in our|for our|for my|of our|in my) .*$/i, '')
    .replace(/ (?:we|i|they|he|she|it|you)(?: (?:also|all|can))? [a-z]+(?: (?:to|for|at|on|with|in|from))?$/i, '')
    .replace(/ (?:that|which)? ?[a-z]+(?:ed|en) (?:in|on|at|by|from) .*$/i, '')
    .replace(/ (?:used|needed|involved|required|included)$/i, '')
    .trim();

/** Predicates of one subject: "has a date and is given by a teacher". */
export function predicatesIn(rest: string): string[] {
  return rest
    .split(
      /,? (?:and|but) (?=(?:[a-z]+ed|done|made|given|sold|sent|lent|run|held) (?:on|by|at|in|from|to) )|, (?=(?:is|are|was|were|has|have|can|may|belongs?|[a-z]+ed (?:on|by|at|in|from|to)|done|made|given|held|sold) )|,? (?:and|but) (?=(?:(?:is|are|was|were|has|have|can|may|also|then|belongs?|contains?|includes?|goes|takes|lasts?|consists?|costs?|needs?) ))/i,
    )
    .map((one) => one.trim());
}

/** What follows a verb, by the prepositions that stand before each part. */
export function phrasesIn(text: string): { readonly preposition: string; readonly words: string }[] {
  if (text === '') return [];
  const parts = text.split(
    /(?:,? and |,? | )?\b(for|to|from|by|at|in|on|per|between|of|into|during|with|against|about|under|using) (?=(?:an?|the|one|its|their|our|my|each|every|several|many|more than|different|two|other|another|us|me|[a-z]+s\b|[a-z]+ ?))/i,
  );
  const phrases: { preposition: string; words: string }[] = [];
  const first = (parts[0] ?? '').replace(/[,\s]+$/, '').trim();
  if (first !== '') phrases.push({ preposition: '', words: first });
  for (let at = 1; at < parts.length; at += 2) {
    const [preposition = '', words = ''] = [parts[at]?.toLowerCase(), (parts[at + 1] ?? '').replace(/[,\s]+$/, '').trim()];
    const before = phrases.at(-1);
    // "a number of minutes", "a list with a date at the end": inside of what is known.
    if (preposition === 'of' && before !== undefined) before.words += ` of ${words}`;
    else if (before?.preposition === 'with' && (/^(?:in|per|on)$/.test(preposition) || !/^(?:an?|one|the) /.test(words)))
      before.words += ` ${preposition} ${words}`;
    else if (words !== '') phrases.push({ preposition, words });
  }
  return phrases;
}

/** The subject of a sentence, which a verb follows. */
export function subjectOf(text: string, isKnown: (noun: string) => boolean): { det: string; noun: string; rest: string } | null {
  const [, pronoun = '', said = ''] = /^(it|they|he|she|this|these) (.+)$/i.exec(text) ?? [];
  if (pronoun !== '') return { det: '', noun: pronoun, rest: said };
  for (const words of [1, 2, 3]) {
    const [, det = '', noun = '', rest = ''] =
      new RegExp(
        `^((?:each|every|an?|one|the|all|our|my|some|their|any) )?([a-z][\\w-]*(?: [a-z][\\w-]*){${words - 1}}),? (?!and |or )(.+)$`,
        'i',
      ).exec(text) ?? [];
    const last = noun.split(' ').at(-1) ?? '';
    const verb = rest.split(' ')[0] ?? '';
    if (noun === '' || (det === '' && !isPlural(last) && !/^(?:people|staff)$/i.test(last))) continue;
    const isKnownWith = /^with (?!.*\bwhether\b).+ (?:is|are|can|may) /i.test(rest);
    if (!isVerb(verb, last) && !isKnownWith && !/^(?:also|always|usually|often|sometimes|then)$/i.test(verb)) continue;
    if (words === 1 && det !== '' && !isKnown(noun) && /^[a-z]+s$/.test(verb) && !isVerb(verb, last)) continue;
    return { det: det.trim(), noun, rest };
  }
  return null;
}

/** What is known of a thing, as against a thing or a clause. */
export const COLUMN =
  /^(?!who (?:was|were|came|comes|attended|showed)\b)(?:(?:whether|if|how|when|what|who|which|the |its |their |an? )|[a-z-]+(?: [a-z-]+){0,2}(?: \(.*\))?$)/i;
export const FOR_EACH =
  /^(?:for|of|about|from|on|in|at) (?:each|every|all|any|the|an?) (?:of (?:the|these|our|my) )?((?:[a-z][\w-]* ){0,2}?[a-z][\w-]*?)(?: (?:that|which) (?:an?|the|each) ([a-z]+) [a-z]+| (?:in|at|on|of) (?:an?|the|each|every) ([a-z]+))?(?: : |: ?|, ?| (?=(?:we|i|you|there|it|they|an?) ))(.+)$/i;
export const LIST_LEAD =
  /^(?:(?:we|i|you)(?:'d| would)?(?: also| just| only| always)? (?:(?:want|need|like|have|wish)(?: to)? )?(?:(?:know|note|record|store|keep|write down|track|log|save|see|have|register|remember|list)(?: track of| down)? )?(?:the )?|(?:it|they) (?:has|have) |there (?:is|are|can be|may be|will be) |(?:we|i) (?:also )?(?:need|want) )/i;
export const WITH =
  /^([\w' -]+?) (?:with|having|including|who has|that has|who have|that have|which have|which has) (?:(?:a|an|the|its|their) )?(.+)$/i;
export const HAS =
  /^(?:has|have|had|includes?|contains?|consists? of|comprises?|(?:is|are) made up of|needs?(?! to\b)|comes? with|carr(?:y|ies)|gets?|with) (.+)$/i;
export const COUNTED =
  /^(?:(?:can|also) )?(?:one or more|more than one|at least one|several|many|multiple|different|various|any number of|lots of|zero or more)(?: of)? /i;
export const NAMED =
  /^(?!(?:it|they|them|who|what|which|that|this|and|or|we|i|us|me)\b)[a-z][\w'-]*(?: (?!(?:and|or|to|by|we|i|they|it|is|are|was|were|has|have|for|which|that|who|when|if)\b)[a-z][\w'-]*){0,2}$/i;
export const PREPOSITION = /^(?:for|to|from|by|at|in|on|between|of|into|with|about|under) /i;
/** Verbs whose object comes about by them. */
export const MAKES = /^(?:report|file|raise|request|sign|log|note)s?$/i;
/** One is in one place. */
export const STAYS = /^(?:stays?|lives?|works?|sits?|kept|stored|stands?|grows?|belongs?|located|parked|housed)$/i;
