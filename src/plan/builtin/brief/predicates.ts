import { dictionary } from '../english/dictionary.ts';
import { isPlural, singularName, snakeCase } from '../english/inflect.ts';
import { isEntity } from './entity.ts';
import { splitItems } from './list.ts';
import { happens, sortOf } from './nouns.ts';
import { grouped, lastOf, many, pluralsIn } from './phrases.ts';
import { deedOf } from './verbs.ts';

/** "is given by an instructor, has a date and costs 5" is said three times of its subject. */
export function predicatesOf(rest: string, noun: string): string[] {
  if (STATES.test(rest)) return [rest];
  const found: string[] = [];
  let depth = 0;
  let current = '';
  const parts = rest.split(/(\(|\)|, and |, | and )/);
  parts.forEach((part, at) => {
    if (part === '(') depth++;
    if (part === ')') depth--;
    const next = parts[at + 1]?.replace(/^(?:it|they|each|he|she|also|then|later) /i, '') ?? '';
    const [word = '', after = ''] = next.split(' ');
    const passive =
      /(?:ed|en|nt)$/.test(word) &&
      /^(?:|by|to|in|at|from|with|on)$/.test(after) &&
      /^(?:is|are|was|were) [a-z]+(?:ed|en|t|ne|wn|ld|de)\b/.test(rest);
    if (
      depth === 0 &&
      /^(?:, and |, | and )$/.test(part) &&
      (FINITE.test(word) || passive || (isVerb(word, noun) && after !== '' && after !== 'or' && pluralsIn(word).length === 0))
    ) {
      found.push(current);
      current = '';
      parts[at + 1] = passive ? `is ${next}` : next;
    } else current += part;
  });
  return [...found, current].map((one) => one.trim()).filter((one) => one !== '');
}

/** What one predicate says, in the words of the other readers; null where it says nothing that these know. */
export function readPredicate(about: string, predicate: string, things: ReadonlySet<string>, before = ''): string[] | null {
  const states = STATES.exec(predicate)?.[1];
  if (states !== undefined && !/^(?:by|in|at|on|for|with|to|from|of|than)\b/.test(states)) return [`${about}: status (${states})`];
  const list = HAS.exec(predicate)?.[1];
  if (list !== undefined) return readList(about, list, things);
  const [, done = '', placed] = PLACED.exec(predicate) ?? [];
  if (placed !== undefined) return readPlaces(about, done, placed, things);
  const flag = /^(?:is|are|was|were|can be) ([a-z]+(?:ed|en|nt))$/i.exec(predicate)?.[1];
  if (flag !== undefined) return [`${about} with whether it is ${flag}`];
  const [, verb = '', preposition = '', object = ''] =
    /^(?:(?:can|may|must|will|should|also|often|usually) )*([a-z]+)((?: (?:up|out))?(?: (?:in|on|for|to|at|from|into|with))?) (.+)$/i.exec(
      predicate,
    ) ?? [];
  const [, count = '', what = '', when = '', kind = '', more = '', inside = ''] =
    /^((?:(?:an?|the|many|several|some|one or more|different|various|their|more than one|multiple) )*)([a-z][\w-]*(?: [a-z][\w-]*)?)(?: (?:for|on|at) (?:an?|the) (?:certain |given |specific )?((?:[a-z]+ )?(?:date|day|time)))?(?: of (?:an?|the) (?:certain|given|specific|particular) ([a-z]+(?: [a-z]+)?))?(?: with (.+)| \((.+)\))?$/i.exec(
      /^(?:those|them|these)(?: (?:that|which) .*)?$/i.test(object) ? before : object,
    ) ?? [];
  if (verb === '' || what === '' || !things.has(singularName(lastOf(what)))) return null;
  const own = [when, kind, more, ATTRIBUTE.test(inside) ? inside : ''].filter((one) => one !== '').join(', ');
  const tail = own === '' ? '' : ` with ${own}`;
  const several = /many|several|one or more|more than one|different|multiple/i.test(count);
  if (several && deedOf(verb)?.kind === 'of-subject' && !happens(snakeCase(many(what))))
    return [`${about} and ${many(what)}, many-to-many`];
  if (deedOf(verb) !== null) return [`${about} ${baseOf(verb)}${preposition} ${many(what)}${tail}`];
  return [`a table between ${about} and ${many(what)}${tail}`];
}

/** Things in brackets that are known of something, rather than examples of it. */
const ATTRIBUTE = /\b(?:name|date|price|number|title|email|phone|amount|size|time|year|status|description)\b/i;
const baseOf = (verb: string): string => (deedOf(verb.replace(/s$/, '')) === null ? verb.replace(/es$/, '') : verb.replace(/s$/, ''));

/** What each has: things that are kept are pointed at, or are many; the rest is known of it. */
function readList(about: string, list: string, things: ReadonlySet<string>): string[] {
  const told: string[] = [];
  const known: string[] = [];
  for (const item of grouped(list)) {
    const [, per = '', of = ''] = /^(.+?) per ([a-z][\w-]*)$/i.exec(item) ?? [];
    const text =
      of !== '' && things.has(singularName(of.toLowerCase())) ? per.replace(/^([a-z]+) of ([a-z]+)$/i, '$2 amount (in $1)') : item;
    if (text !== item) told.push(`${about} belong to a ${of}`);
    const [, det = '', noun = '', used = '', own = '', inside = ''] = ITEM.exec(text) ?? [];
    const last = lastOf(noun);
    const plural = isPlural(last) && isEntity(last);
    const role = /^the ([a-z]+) (?:who|that|which) (?:was |is )?([a-z]+)(?: (?:it|them))?$/i.exec(text);
    if (role !== null && things.has(singularName(role[1] ?? ''))) known.push(`${role[2]} ${role[1]}`);
    else if (plural && used !== '') told.push(`a table between ${about} and ${many(noun)}${own === '' ? '' : ` with ${own}`}`);
    else if (plural && own !== '')
      told.push(`${many(noun)} with ${own}`, `${many(noun)} belong to a ${singularName(snakeCase(about)).replaceAll('_', ' ')}`);
    else if (plural && inside === '' && SOME.test(det))
      told.push(happens(snakeCase(many(noun))) ? `${about} have many ${noun}` : `${about} and ${many(noun)}, many-to-many`);
    else if (!plural && inside !== '' && !/\bor\b|\d/.test(inside) && splitItems(inside).length > 1 && det !== '' && !STATE.test(noun))
      known.push(...splitItems(inside).map((each) => `${noun} ${each.text}`));
    else if (!plural && inside === '' && own === '' && things.has(singularName(last)) && /^(?:an?|one|exactly one) $/i.test(det))
      told.push(`${about} belong to a ${noun}`);
    else known.push(text);
  }
  return [...(known.length === 0 ? [] : [`${about} with ${known.join(', ')}`]), ...told];
}

const SOME = /one or more|more than one|at least one|several|many|multiple|some|different/i;
const STATE = /(?:status|state|type|kind|part|level|size|priority|category)$/i;
const ITEM =
  /^((?:(?:one or more|more than one|at least one|several|many|multiple|some|different|an?|one|exactly one|the|its|their) )*)([a-z][\w-]*(?: (?!used|needed|given|taken|done|sold|made|ordered|included)[a-z][\w-]*)?)( (?:used|needed|given|taken|done|sold|made|ordered|included))?(?: with (.+)| \((.*)\))?$/i;

/** "by an instructor to a student on a date": one key for each, and what is a day or an hour is known of it. */
function readPlaces(about: string, done: string, words: string, things: ReadonlySet<string>): string[] | null {
  const told = words
    .split(PREPOSITION)
    .filter((place) => place !== '')
    .map((place) => {
      const [, det = '', noun = ''] = PLACE.exec(place) ?? [];
      const last = lastOf(noun);
      if (noun === '') return null;
      // "checked by another one"
      if (/^another/i.test(det) && last === 'one') return ANOTHER;
      if (/^(?:date|time|day|moment|price|place)$/.test(last)) return `${about} with ${noun}`;
      if (!isPlural(last)) {
        const kept = things.has(last) || ['person', 'staff'].includes(sortOf(last)) || /^(?:an?|one|exactly one) $/i.test(det);
        return kept ? `${about} belong to a ${noun}` : null;
      }
      if (!things.has(singularName(last))) return null;
      return happens(snakeCase(about)) && !SOME.test(det)
        ? `${about} belong to a ${singularName(last)}`
        : `${about} and ${many(noun)}, many-to-many`;
    });
  if (told.length === 0 || told.some((one) => one === null)) return null;
  return told.flatMap((one) => (one === ANOTHER ? [`${about} ${ANOTHER} ${done}`] : (one ?? [])));
}

const ANOTHER = 'by another';
const PREPOSITION =
  /(?:^| )(?:by|in|at|on|for|with|to|from|of|under|into|between|and) (?=(?:an?|one|exactly one|the|its|his|her|their|many|several|one or more|different|another|only one|[a-z]+s\b))/i;
const PLACE =
  /^((?:an?|one|exactly one|only one|the|its|his|her|their|many|several|one or more|different|various|another) )?([a-z][\w-]*(?: [a-z][\w-]*)?)$/i;

/** Whether a word can be the verb of the subject: one that stands in the form of it, and is no noun alone. */
export function isVerb(word: string, subject: string): boolean {
  if (FINITE.test(word)) return true;
  const plain = isPlural(subject) ? word : word.replace(/(?:ie)?s$/, (ending) => (ending === 'ies' ? 'y' : ''));
  if (plain === word && !isPlural(subject)) return false;
  const met = [plain, plain.replace(/e$/, ''), `${plain.replace(/es$/, '')}`].flatMap(
    (lemma) => dictionary()?.entry(lemma.toLowerCase(), 'verb') ?? [],
  );
  return met.length > 0 || deedOf(word) !== null;
}

export const FINITE = /^(?:has|have|is|are|was|were|can|may|must|will|should|belongs?|gets?|needs?|takes|includes?|contains?|consists?)$/i;
const STATES =
  /^(?:is|are|can be|may be|must be|will be|is always|are always)(?: either| one of)? ((?:[a-z-]+(?: [a-z-]+){0,2}, )*[a-z-]+(?: [a-z-]+){0,2},? or [a-z-]+(?: [a-z-]+){0,2})$/i;
const HAS =
  /^(?:(?:can|may|must|will|should|also|always) )*(?:has|have|includes?|contains?|consists? of|is made up of|are made up of|needs?(?! to\b)|gets?|records?|comes? with|stores?|keeps?|carr(?:y|ies)|knows?) (.+)$/i;
const PLACED =
  /^(?:(?:can|may|must|will|should|always) )*(?:is|are|was|were|be|takes? place|happens?|comes?|goes|go|belongs?)(?: (?:always |usually )?([a-z]+(?:ed|en|t|ne|wn|de|ld|rn|ught|ut)))? ((?:by|in|at|on|for|with|to|from|of|under|into|between) .+)$/i;
