import { pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { wordTable } from '../../english/word-table.ts';
import type { Bond } from '../bonds.ts';
import { splitList } from '../list.ts';
import { isPerson } from '../nouns.ts';
import { lemmaOf } from '../outline/verb.ts';
import { typeOfName } from '../type-of-name.ts';
import { antecedent, pluralsIn } from './words.ts';

/** "translators and the languages they speak", "employees, their skills with a level": things that each of several has, and others too. */
export function takeShared(brief: string, bonds: Bond[]): string {
  let text = takeSeveral(brief, bonds)
    .replaceAll(MARKED, (_, marks: string, things: string, at: number, whole: string) => {
      bonds.push({ kind: 'each', one: things, other: marks, know: [] });
      return new RegExp(`\\b${things}\\b`, 'i').test(whole.slice(0, at)) ? marks : `${things}, ${marks}`;
    })
    .replace(JOINED, (all: string, noun: string, verb: string, at: number, whole: string) => {
      const whose = pluralsIn(whole.slice(0, at)).findLast(isPerson) ?? antecedent(whole.slice(0, at));
      const plain = lemmaOf(verb);
      const one = pluralName(singularName(noun.toLowerCase()));
      if (whose === null || whose === one || plain === null || !new RegExp(`\\b${one}\\b`, 'i').test(whole.slice(0, at))) return all;
      const deeds = JOININGS[plain];
      if (deeds === undefined) return all;
      for (const side of [whose, one]) bonds.push({ kind: 'of', many: deeds, one: side });
      return `, ${deeds} (date, status)`;
    });
  text = text.replaceAll(THEIR, (all: string, noun: string, attributes: string | undefined, at: number) => {
    const whose = antecedent(text.slice(0, at));
    if (whose === null || !isShared(noun)) return all;
    const know =
      attributes === undefined
        ? []
        : splitList(attributes.replaceAll(/(?:from )?(\d+)(?: ?[-–] ?| to )(\d+)/g, '($1-$2)')).map((item) =>
            item.replace(/^(?:an?|the|their) /, ''),
          );
    bonds.push({ kind: 'each', one: whose, other: noun, know });
    return noun;
  });
  // "routes with grade, and which ones each member has climbed"
  text = text.replace(WHICH_ONES, (all: string, who: string, _verb: string, at: number) => {
    const things = pluralsIn(text.slice(text.slice(0, at).lastIndexOf(':') + 1, at)).find((word) => !isPerson(word));
    const people = pluralName(singularName(who.toLowerCase()));
    if (things === undefined || !isPerson(people)) return all;
    bonds.push({ kind: 'each', one: people, other: things, know: ['date'] });
    return new RegExp(`\\b${people}\\b`).test(text) ? '' : `; ${people}`;
  });
  return text.replaceAll(THEY_DO, (all: string, noun: string, verb: string, when: string | undefined, at: number) => {
    const whose = antecedent(text.slice(0, at));
    const plain = lemmaOf(verb);
    if (whose === null || plain === null || whose === noun || typeOfName(snakeCase(noun)) !== 'text') return all;
    bonds.push(
      OWNED.test(plain)
        ? { kind: 'of', many: noun, one: whose }
        : { kind: 'each', one: whose, other: noun, know: when === undefined ? [] : [/how/i.test(when) ? 'progress' : 'date'] },
    );
    return `, ${noun}`;
  });
}

/** "A reservation is for one performance and can have several seats." */
function takeSeveral(brief: string, bonds: Bond[]): string {
  return brief.replaceAll(SEVERAL, (all: string, before: string, subject: string, of: string | undefined, many: string) => {
    const listed = brief.slice(0, brief.indexOf(all)).toLowerCase();
    if (!new RegExp(`\\b${many.toLowerCase()}\\b`).test(listed)) return all;
    if (of !== undefined) bonds.push({ kind: 'of', many: subject, one: of });
    bonds.push({ kind: 'each', one: subject, other: many, know: [] });
    return before;
  });
}

/** Whether others have the same: abilities, languages, tastes, allergies. */
export const isShared = (noun: string): boolean => {
  const kinds = broaderOf(singularName(noun.split(' ').at(-1) ?? ''));
  return ABILITIES.some((word) => kinds.has(word));
};

const ABILITIES = ['ability', 'fitness', 'trait', 'asset', 'pastime', 'auditory communication', 'sensitivity', 'state of mind', 'talent'];
const THEIR =
  /\btheir ([a-z]+s)(?: with (?:an? )?([a-z]+(?: [a-z]+)?(?: from \d+ to \d+| (?:from )?\d+ ?[-–] ?\d+)?(?:(?:,| and) [a-z]+(?: [a-z]+)?)*?))?(?=,|\.|;|$| and )/gi;
const THEY_DO =
  /(?:,? and|,|,? with|;) (?:the )?([a-z-]+s(?: [a-z]+s)?|(?!the\b|and\b)[a-z-]+ [a-z]+s) (?:that |which )?(?:they|each of them) (?:can |could |have |has |had |like to )?([a-z]+)(?: on)?( and when| and how far they (?:got|are))?(?=[,.;]|$| \(| and | with )/gi;
const WHICH_ONES = /(?:,|,? and) which (?:ones|of them) (?:each|every) ([a-z]+) (?:has |have )?([a-z]+)(?=[,.;]|$)/i;
const SEVERAL =
  /((?:^|[.;] ?))(?:an?|each|every) ([a-z]+)(?: is (?:for|of|at|in) (?:one|an?|exactly one) ([a-z]+) and)? (?:can |may |could )?(?:have|has|hold|cover|covers|contain|contains|include|includes|be for|book|is for) (?:several|many|multiple|more than one|one or more) ([a-z]+s)\.?(?= |$)/gi;
/** "labels on issues", "tags on posts" */
const MARKED = /(?<=^|[,:;] ?|and |with )((?:tag|label|keyword|hashtag)s) on (?:the )?([a-z]+s)(?=[,.;]|$| and )/gi;
/** "which course they signed up for" */
const JOINED =
  /(?:,| and|, and) (?:which|what) ([a-z]+) (?:they|(?:each|every)(?: one)?(?: of them)?|[a-z]+) (?:have |has |had |are |is |were |was )?([a-z]+)(?: up)?(?: (?:for|in|to|on|at))?(?=[,.;]|$)/i;
/** What somebody takes part in, by what tells of it. */
const JOININGS = wordTable<string>({
  sign: 'sign ups',
  enrol: 'enrollments',
  enroll: 'enrollments',
  register: 'registrations',
  subscribe: 'subscriptions',
  attend: 'attendances',
  join: 'participations',
  book: 'bookings',
});
/** What is made or had by one alone. */
export const OWNED =
  /^(?:own|have|keep|make|write|report|order|buy|rent|hire|sell|file|submit|raise|place|produce|supply|sell|lay|send|book|paint|record|breed|bring|issue|log|create|build|need|want|receive|get|pay|owe|lose|leave|grow|give|donate|catch|cause|run)$/;
