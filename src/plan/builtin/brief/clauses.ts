import { isPlural, pluralName, singularName } from '../english/inflect.ts';
import { asideOf } from './asides.ts';
import { sortOf } from './nouns.ts';
import { lastOf, many, pluralsIn } from './phrases.ts';
import { FINITE, isVerb, predicatesOf, readPredicate } from './predicates.ts';
import { listed } from './told-list.ts';
import { deedOf } from './verbs.ts';

/**
 * A brief whose sentences no form took, with each of them taken apart: its subject, and what each of its verbs says of that.
 * "An appointment is with one therapist and includes treatments" → "appointments belong to a therapist. appointments and
 * treatments, many-to-many". What it cannot take apart stays as it is.
 */
export function inClauses(text: string): { readonly text: string; readonly context: string } {
  const plain = text
    .replaceAll(/\b(?:for|to|from|with|of|at|in|on) (?:us|me|them)\b(?! [a-z]+s\b)|\b(?:us|me)\b(?= [a-z]+s\b)/gi, ' ')
    .replaceAll(/,? each (?=with |having )/gi, ' ')
    .replaceAll(/\b(?:the )?([a-z]+s) (?:sold|used|bought|ordered|borrowed|involved|needed|played)(?=[,.;)]|$| and )/gi, 'many $1')
    .replaceAll(/ (?:which|that) (?:say|show|record|tell)s? (?:which|what|who) ([a-z]+) [a-z]+ (?:which|what) ([a-z]+)/gi, ' with $1, $2')
    .replaceAll(/,? from when (?:to|until|till) when\b/gi, ', start date, end date')
    .replaceAll(
      /\b(?:which|what) ([a-z]+) (?:has|uses|got|took|borrowed|owns|drives|holds) (?:which|what) ([a-z]+)\b/gi,
      (_, one: string, other: string) => `a table between ${pluralName(one)} and ${pluralName(other)}`,
    )
    .replaceAll(/\bwho did it,? (?:and )?when\b/gi, 'done by, date done')
    .replaceAll(/ - /g, ': ')
    // "A courier company has drivers, vans and parcels": where these are, when nothing else is said of it.
    .replace(/^an? (?:[a-z]+ )?([a-z]+) has (?=[a-z]+s(?:,| and) )/i, (all, whole: string) =>
      new RegExp(`\\b${whole}`, 'gi').exec(text.slice(all.length)) === null ? '' : all,
    )
    .replaceAll(/((?:where|who) (?:it|they) (?:was|were) ([a-z]+)), (?:and )?when(?=[,.;)]|$)/gi, '$1, date $2')
    .replaceAll(
      /,? and (?=(?:an?|each|every|one) [a-z]+(?: [a-z]+)? (?:can|may|has|have|is|belongs|[a-z]+s (?:many|several|one))\b)/gi,
      '. ',
    )
    .replaceAll(/\b(?:for|on) an? (date|day) from-to\b/gi, 'with date, start time and end time')
    .replaceAll(/\b(is|are|was|were|has|have)nt\b/gi, "$1n't")
    .replaceAll(/, (?=(?:i|we) (?:want|need|would like) to (?:see|know) )/gi, '. ')
    .replaceAll(/\b(?:weekly|monthly|daily|yearly) (?=[a-z]+s\b)/gi, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[,.;])/g, '');
  const made: string[] = [];
  const whole = plain
    .replace(/^(?:an? )?[a-z -]+? (?:platform|app|site|system|place|school|shop|website) where (?=[a-z]+s [a-z]+ )/i, '')
    .replaceAll(/\b([a-z]+s) (?:made up of|consisting of|composed of) ([a-z]+s)\b/gi, (_, one: string, parts: string) => {
      made.push(`${parts} belong to a ${singularName(one)}`);
      return one;
    });
  const things = thingsOf(plain);
  const parted = whole.replaceAll(/, (?:and )?(?=([a-z]+s) ([a-z]+) )/gi, (comma: string, subject: string, verb: string, at: number) => {
    const before =
      whole
        .slice(0, at)
        .split(/[.;:]\s/)
        .at(-1) ?? '';
    const isClause =
      !before.includes('(') &&
      things.has(singularName(subject.toLowerCase())) &&
      ((!FINITE.test(verb) && !/ed$/i.test(verb) && deedOf(verb) !== null) || /^are$/i.test(verb));
    return isClause && before.split(' ').some((word, place) => place > 0 && deedOf(word) !== null) ? '. ' : comma;
  });
  const sentences = parted.split(/(?<=[^.\s])\.\s+|;\s*|\n+/).map((sentence) => sentence.trim());
  let context = '';
  const last: string[] = [];
  const events: string[] = [];
  const told = sentences.flatMap((sentence, at) => {
    if (at === 0 && isCaption(sentence, sentences.slice(1).join(' '))) {
      context = sentence;
      return [];
    }
    const said = apart(sentence, things, last.at(-1) ?? '', events.at(-1) ?? '');
    const deed = said
      .at(-1)
      ?.split(' ')
      .flatMap((word, place) => (place > 0 ? (deedOf(word)?.noun ?? []) : []))[0];
    if (deed !== undefined && !/ (?:with|belong)\b/.test(said.at(-1) ?? '')) events.push(deed);
    last.push(
      ...pluralsIn(said.join(' ')),
      ...(deed === undefined || / (?:with|belong)\b/.test(said.at(-1)?.split(deed)[0] ?? '') ? [] : [deed]),
    );
    return said;
  });
  return { text: apartOnce([...told, ...made]).join('. '), context };
}

/** Two things are linked once, however often that is said. */
function apartOnce(said: readonly string[]): string[] {
  const pairs = new Set<string>();
  return said.filter((sentence) => {
    const [, one = '', other = ''] = /^(?:a table between )?([a-z ]+?) and ([a-z ]+?)(?:, many-to-many)?$/i.exec(sentence) ?? [];
    const isLink = /many-to-many$|^a table between /.test(sentence);
    const pair = [one, other].sort().join();
    if (sentence === '' || (isLink && pairs.has(pair))) return false;
    if (isLink) pairs.add(pair);
    return true;
  });
}

/** "Babysitting circle for 14 families." before what is kept of these: all that it names comes again. */
function isCaption(sentence: string, rest: string): boolean {
  const who = /^(?:i|we)(?:'m|'re| am| are| run| own| manage| have| operate| rent out| teach) /i.test(sentence);
  if (rest === '' || /[,(:]/.test(sentence) || /^(?:an?|each|every) /i.test(sentence)) return false;
  if (/^(?:an? |the |my |our )?(?:database|app|system|tool) for (?:an?|my|our|the) /i.test(sentence) && pluralsIn(sentence).length === 0)
    return true;
  if (!who && (/ (?:with|has|have) /i.test(sentence) || sentence.split(' ').length > CAPTION_MAX)) return false;
  // "I keep bees and sell candles; I want …"
  if (
    /^(?:i|we) [a-z]+ /i.test(sentence) &&
    !/\b(?:with|has|have|want|need|track|store|record|lend|rent)\b/i.test(sentence) &&
    /^(?:i|we|for each|for every)\b/i.test(rest)
  )
    return true;
  const named = pluralsIn(sentence);
  return (
    (named.length > 0 || !/\b(?:track|keep|store|record)\b/i.test(sentence)) &&
    named.every((word) => new RegExp(`\\b(?:${word}|${singularName(word)})\\b`, 'i').test(rest))
  );
}

const CAPTION_MAX = 9;
/** The nouns of things that the brief has many of, or speaks of one by one: stems in the singular. */
function thingsOf(text: string): ReadonlySet<string> {
  const subjects = [
    ...text.matchAll(
      /(?:^|[.;:,]\s+|\band )(?:an?|each|every|one) ([a-z][\w-]*(?: [a-z][\w-]*)?) (?:has|have|is|can|may|belongs|gets|needs|takes)\b/gi,
    ),
  ];
  const people = [...text.matchAll(/\b(?:an?|each|every|the) ([a-z]+) [a-z]+s\b/gi)]
    .map(([, word = '']) => word.toLowerCase())
    .filter((word) => ['person', 'staff'].includes(sortOf(word)));
  return new Set(
    [...pluralsIn(text), ...people, ...subjects.map(([, words = '']) => words.split(' ').at(-1) ?? '')].map((word) =>
      singularName(word.toLowerCase()),
    ),
  );
}

/** A sentence as what it says of its subject; a list as its things, and what is said of each of them. */
function apart(told: string, things: ReadonlySet<string>, last: string, event: string): string[] {
  // "Our hostel has rooms": where the things are.
  const sentence = told.replace(/^(?:our|my|the) (?:[a-z]+ )?([a-z]+) has (?=[a-z]+s\b)/i, (all, whole: string) =>
    things.has(whole.toLowerCase()) ? all : '',
  );
  if (/^(?:an?|my|our|the) [\w' -]{1,40}? (?:needs?|wants?|has) to /i.test(sentence)) return listed(sentence, things);
  const aside = asideOf(sentence, things, last, event);
  if (aside !== null) return aside;
  const either = /^([a-z]+s|people) or ([a-z]+s|people) ([a-z]+ .+)$/i.exec(sentence);
  if (either !== null) {
    const both = [either[1], either[2]].flatMap((one, at) =>
      apart(`${one} ${at === 0 ? either[3] : either[3]?.replace(/ with .*$/i, '')}`, things, last, event),
    );
    if (both.every((one) => one !== sentence && !one.includes(' or '))) return both;
  }
  for (const words of [1, 2, 3]) {
    const [, det = '', subject = '', rest = ''] =
      new RegExp(`^((?:(?:each|every|an?|one|the|all|our|my) )?)([a-z][\\w-]*(?: [a-z][\\w-]*){${words - 1}}) (.+)$`, 'i').exec(sentence) ??
      [];
    const noun = subject.split(' ').at(-1)?.toLowerCase() ?? '';
    if (!things.has(singularName(noun)) || (!isPlural(noun) && det === '') || !isVerb(rest.split(' ')[0] ?? '', noun)) continue;
    const about = many(subject);
    const predicates = predicatesOf(rest, noun);
    const said = predicates.map((predicate, at) => readPredicate(about, predicate, things, lastOf(predicates[at - 1] ?? '')));
    return said.some((one) => one === null) ? [sentence] : withMore(withAnother(said.flatMap((one) => one ?? [])));
  }
  return listed(sentence, things);
}

/** "done by one translator and checked by another one": two of the same, the second by what it does. */
function withAnother(said: readonly string[]): string[] {
  return said.map((one, at) => {
    const [, about = '', done = ''] = /^(.+) by another (.*)$/.exec(one) ?? [];
    const of = said
      .slice(0, at)
      .findLast((before) => before.startsWith(`${about} belong to a `))
      ?.split(' ')
      .at(-1);
    return about === '' || of === undefined ? one : `${about} with ${done.replace(/ed$/, 'er')} ${of}`;
  });
}

/** "a price for each of them" is known of each row between the two. */
function withMore(said: readonly string[]): string[] {
  const link = said.find((one) => / and .*, many-to-many$/.test(one));
  const each = said.find((one) => FOR_EACH.test(one));
  const [, one = '', other = ''] = /^(.+?) and (.+), many-to-many$/.exec(link ?? '') ?? [];
  if (link === undefined || each === undefined) return [...said];
  const more = each.replace(/^.*? with (?:an? |the )?/, '').replace(FOR_EACH, '');
  return [...said.filter((text) => text !== link && text !== each), `a table between ${one} and ${other} with ${more}`];
}
const FOR_EACH = / for each(?: (?:one|of (?:them|these)|[a-z]+))?$/i;
