import { dictionary } from '../dictionary.ts';
import { isPlural, pluralName, singularName, snakeCase } from '../inflect.ts';
import { isEntity, isSome } from './entity.ts';
import { stripLead } from './lead.ts';
import { splitItems, WITH } from './list.ts';
import { happens, sortOf } from './nouns.ts';
import { deedOf } from './verbs.ts';

/**
 * A brief whose sentences no form took, with each of them taken apart: its subject, and what each of its verbs says of that.
 * "An appointment is with one therapist and includes treatments" → "appointments belong to a therapist. appointments and
 * treatments, many-to-many". What it cannot take apart stays as it is.
 */
export function inClauses(text: string): string {
  const plain = text
    .replaceAll(/\b(?:for|to|from|with|of|at|in|on) (?:us|me|them)\b(?! [a-z]+s\b)|\b(?:us|me)\b(?= [a-z]+s\b)/gi, ' ')
    .replaceAll(/,? each (?=with |having )/gi, ' ')
    .replaceAll(/ (?:which|that) (?:say|show|record|tell)s? (?:which|what|who) ([a-z]+) [a-z]+ (?:which|what) ([a-z]+)/gi, ' with $1, $2')
    .replaceAll(/,? from when (?:to|until|till) when\b/gi, ', start date, end date')
    .replaceAll(/ - /g, ': ')
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
      !before.includes('(') && things.has(singularName(subject.toLowerCase())) && !FINITE.test(verb) && deedOf(verb) !== null;
    return isClause && before.split(' ').some((word, place) => place > 0 && deedOf(word) !== null) ? '. ' : comma;
  });
  const sentences = parted.split(/(?<=[^.\s])\.\s+|;\s*|\n+/).map((sentence) => sentence.trim());
  const last: string[] = [];
  const told = sentences.flatMap((sentence, at) => {
    if (at === 0 && isCaption(sentence, sentences.slice(1).join(' '))) return [];
    const said = apart(sentence, things, last.at(-1) ?? '');
    const deed = said
      .at(-1)
      ?.split(' ')
      .flatMap((word, place) => (place > 0 ? (deedOf(word)?.noun ?? []) : []))[0];
    last.push(
      ...pluralsIn(said.join(' ')),
      ...(deed === undefined || / (?:with|belong)\b/.test(said.at(-1)?.split(deed)[0] ?? '') ? [] : [deed]),
    );
    return said;
  });
  return apartOnce([...told, ...made]).join('. ');
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
  const named = pluralsIn(sentence);
  return (
    (named.length > 0 || !/\b(?:track|keep|store|record)\b/i.test(sentence)) &&
    named.every((word) => new RegExp(`\\b(?:${word}|${singularName(word)})\\b`, 'i').test(rest))
  );
}

const CAPTION_MAX = 9;
const pluralsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z][a-z-]{2,}/g) ?? []).filter((word) => isPlural(word) && isEntity(word));

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
function apart(told: string, things: ReadonlySet<string>, last: string): string[] {
  // "Our hostel has rooms": where the things are.
  const sentence = told.replace(/^(?:our|my|the) ([a-z]+) has (?=[a-z]+s\b)/i, (all, whole: string) =>
    things.has(whole.toLowerCase()) ? all : '',
  );
  if (/^(?:an?|my|our|the) [\w' -]{1,40}? (?:needs?|wants?|has) to /i.test(sentence)) return listed(sentence, things);
  const [, handed = '', noted = ''] = HANDED.exec(sentence) ?? [];
  if (noted !== '') return [`${many(handed)} with ${noted}`];
  const [, verb = '', list = ''] = IF_DONE.exec(sentence) ?? [];
  const deed = verb === '' ? null : (deedOf(verb)?.noun ?? null);
  if (deed !== null && last !== '')
    return [
      `${deed} with ${list.replaceAll(/\b(?:their|the|his|her) /gi, '').replaceAll(' and ', ', ')}`,
      `${deed} belong to a ${singularName(last)}`,
    ];
  const wished = /^(?:(?:and|so|at the end of the [a-z]+|then|also),? )?(?:i|we)\b/i.test(sentence) ? wishes(sentence, things, last) : null;
  if (wished !== null) return wished;
  const either = /^([a-z]+s|people) or ([a-z]+s|people) ([a-z]+ .+)$/i.exec(sentence);
  if (either !== null) {
    const both = [either[1], either[2]].flatMap((one, at) =>
      apart(`${one} ${at === 0 ? either[3] : either[3]?.replace(/ with .*$/i, '')}`, things, last),
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
    const said = predicates.map((predicate, at) => read(about, predicate, things, lastOf(predicates[at - 1] ?? '')));
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

/** "I send invoices to the customers, so I must know which jobs are invoiced": what comes of it, where each part says something that is kept. */
function wishes(sentence: string, things: ReadonlySet<string>, last: string): string[] | null {
  const parts = sentence
    .replace(/^(?:(?:and|so|at the end of the [a-z]+|then|also),? )?(?:i|we) (?:also )?/i, '')
    .split(/,? (?:and|so|but) (?:(?:i|we) )?|, (?:i|we) /i);
  const said = parts.map((part) => {
    const [, sent = '', to = ''] =
      /^(?:send|write|give|issue|make) (?:the |out )?([a-z]+s)(?: to (?:the |our |my )?([a-z]+s))?$/i.exec(part) ?? [];
    if (sent !== '') return to === '' ? [sent] : [`${sent} belong to a ${singularName(to)}`];
    const paid = /^pay (?:the |our |my )?([a-z]+s)$/i.exec(part)?.[1];
    if (paid !== undefined && things.has(singularName(paid))) return [`payments belong to a ${singularName(paid)}`];
    const [, of = last, state = ''] =
      /^(?:(?:must|want to|need to|have to|would like to|like to) )?(?:know|see) (?:which|what|which ones|who)(?: ([a-z]+s))? (?:is|are|was|were|has|have)(?: been)?(?: already| still)? ([a-z]+(?:ed|id|en|nt))$/i.exec(
        part,
      ) ?? [];
    if (state !== '' && (of === last || things.has(singularName(of)))) return [`${of} with whether it is ${state}`];
    const [, taken = '', one = '', other = ''] =
      /^(?:take|accept|get|receive) ([a-z]+s) (?:in|by|via) ([a-z ]+?) or (?:in |by )?([a-z ]+)$/i.exec(part) ?? [];
    if (taken !== '') return [`${taken} with date, amount, method (${one} or ${other})`];
    const event = MEETS[/^(?:all )?([a-z]+) (?:every|each|once|twice|on|monthly|weekly)/i.exec(part)?.[1]?.toLowerCase() ?? ''];
    if (event !== undefined) return [event];
    if (
      /^(?:want to |need to |would like to )?(?:note|know|record|see|track) who (?:was there|came|attended|was present|showed up|comes)$/i.test(
        part,
      ) &&
      last !== ''
    )
      return [`attendance linking ${EVENT} and ${last}`];
    const [, planned = ''] =
      /^(?:(?:want|need|would like|like) to )?plan (?:which|what) ([a-z]+) (?:i|we|they) [a-z]+ (?:on|at) (?:which|what) (?:day|date)$/i.exec(
        part,
      ) ?? [];
    if (planned !== '') return [`${planned} plans with date`, `${planned} plans belong to a ${planned}`];
    return /^(?:what|which|who) (?:is|are)(?:n't|nt| not)(?: yet)?$/i.test(part) ? [] : null;
  });
  if (said.some((one) => one === null)) return null;
  const made = said.flatMap((one) => one ?? []);
  const event = made.find((one) => Object.values(MEETS).includes(one));
  return made.every((one) => !one.includes(EVENT)) || event !== undefined ? made.map((one) => one.replace(EVENT, event ?? '')) : null;
}

const EVENT = '(event)';
/** What people come together for, by its verb. */
const MEETS: Readonly<Record<string, string>> = {
  rehearse: 'rehearsals',
  meet: 'meetings',
  train: 'trainings',
  practise: 'rehearsals',
  practice: 'rehearsals',
  play: 'games',
};

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

/** "crops planted in each field with planting date, invoices to the parents": the things, and what each is of. */
function listed(sentence: string, things: ReadonlySet<string>): string[] {
  const body = stripLead(sentence);
  if (/^(?:i|we|at|if|nobody|when|and|in|it|there|one|every) /i.test(body)) return [sentence];
  const colon = /^([^:(]{3,60}): (.+)$/.exec(body);
  if (colon !== null && pluralsIn(colon[1] ?? '').every((word) => !things.has(word)))
    return things.has(singularName(/^[a-z]+/i.exec(colon[2] ?? '')?.[0]?.toLowerCase() ?? ''))
      ? listed(colon[2] ?? '', things)
      : [sentence];
  const items = grouped(body);
  const more: string[] = [];
  const named: string[] = [];
  // "dog grooming salon, clients, appointments": where that is, before what is kept there.
  const [first = '', ...rest] = items;
  if (
    rest.length > 1 &&
    /^[a-z]+(?: [a-z]+){0,3}$/i.test(first) &&
    !isPlural(lastOf(first)) &&
    rest.some((item) => things.has(singularName(lastOf(bareOf(item)))))
  )
    items.shift();
  for (const item of items) {
    const [, thing = '', of = '', list] = OF_OTHERS.exec(item) ?? [];
    const [, done = '', clause = '', own = ''] = WHO_DID.exec(item) ?? [];
    const told = TOLD_OF_LAST.exec(item);
    const people = named.map(bareOf).find((one) => ['person', 'staff'].includes(sortOf(snakeCase(one))));
    const noun = told?.[1] ?? told?.[2];
    const last = named.at(-1);
    const [, owner = '', theirs = ''] = OF_THEIRS.exec(item) ?? [];
    const [, spentBy = '', spentOn = '', rate] = SPENT.exec(item) ?? [];
    const event = named.at(-1);
    if (WHO_CAME.test(item) && event !== undefined && people !== undefined) more.push(`attendance linking ${bareOf(event)} and ${people}`);
    else if (spentOn !== '') {
      more.push(
        `time entries with date, hours${rate === undefined ? '' : `, ${rate}`}`,
        `time entries belong to a ${singularName(spentOn)}`,
      );
      if (spentBy !== '') more.push(`time entries belong to a ${singularName(spentBy)}`);
    } else if (owner !== '' && things.has(singularName(lastOf(owner)))) {
      named.push(owner);
      more.push(
        happens(snakeCase(owner)) || / with (?:the|its) /i.test(item)
          ? `${owner} and ${theirs}, many-to-many`
          : `${theirs} belong to a ${singularName(snakeCase(owner)).replaceAll('_', ' ')}`,
      );
    } else if (thing !== '' && (things.has(singularName(lastOf(thing))) || !isPlural(lastOf(thing))) && isSome(lastOf(thing), true)) {
      const ones = of
        .split(/ (?:by|in|at|on|for|with|to|from|of) /i)
        .map((one) => one.replace(/^(?:each|every|an?|the|my|our)(?: (?:two|three|four|five|\d+))? /i, ''));
      if (!ones.every((one) => things.has(singularName(lastOf(one))) || deedless(one))) return [sentence];
      named.push(thing.replace(DETERMINED, ''));
      for (const one of ones) more.push(`${many(thing)} belong to a ${singularName(snakeCase(one)).replaceAll('_', ' ')}`);
      if (list !== undefined) more.push(`${many(thing)} with ${list}`);
    } else if (
      done !== '' &&
      things.has(singularName(lastOf(done))) &&
      !clause.split(' ').some((word) => things.has(singularName(word.toLowerCase())))
    ) {
      named.push(`${done.replace(DETERMINED, '')}${own}`);
    } else if (/^their [a-z]+s$/i.test(item) && last !== undefined && things.has(singularName(lastOf(item)))) {
      named.push(lastOf(item));
      more.push(`${lastOf(item)} belong to a ${singularName(snakeCase(bareOf(last))).replaceAll('_', ' ')}`);
    } else if (/^(?:when|their when) (?:they|it)?(?: ?expires?)?$|^their when$/i.test(item) && last !== undefined)
      more.push(`${many(bareOf(last))} with expiry date`);
    else if (/^(?:their )?how much .*(?:earn|paid|spen|owe|cost|money)/i.test(item) && last !== undefined)
      more.push(`${many(bareOf(last))} with amount`);
    else if (told !== null && last !== undefined) more.push(`${many(bareOf(last))} with date and ${noun ?? 'description'}`);
    else named.push(item.replace(/^its /i, ''));
  }
  return more.length === 0 && named.join() === grouped(body).join()
    ? [sentence]
    : [named.filter((one) => bareOf(one) === one).join(', '), ...named.filter((one) => bareOf(one) !== one), ...more];
}

/** Items with what to know of them: a list after "with" ends with what "and" stands before. */
function grouped(list: string): string[] {
  const groups: string[] = [];
  let open = false;
  for (const { text, and } of splitItems(list)) {
    if (open && !/^the [a-z]+s\b/i.test(text) && !(isEntity(text) && happens(snakeCase(text))))
      groups.push(`${groups.pop() ?? ''}, ${text}`);
    else groups.push(text);
    open = open && groups.at(-1) !== text ? !and : WITH.test(text) && !OF_THEIRS.test(text);
  }
  return groups;
}

const OF_THEIRS =
  /^(?:the |my |our |its )?([a-z][\w-]*(?: [a-z][\w-]*)?) with (?:their|its|the) ([a-z]+s)(?: (?:who|that|which) [a-z]+(?: [a-z]+)?)?$/i;
/** A thing without its list. */
const bareOf = (item: string): string => item.replace(/ (?:with|\().*$/i, '').replace(DETERMINED, '');
const lastOf = (words: string): string => words.split(' ').at(-1)?.toLowerCase() ?? '';
const deedless = (words: string): boolean => /^(?:each|every|an?|the) /i.test(words);
const DETERMINED = /^(?:the|my|our|their|all|an?) /i;
const OF_OTHERS =
  /^((?:the |my |our |their |all |its )?[a-z][\w-]*(?: (?![a-z]+(?:ed|en|nt|wn) )[a-z][\w-]*)?)(?: [a-z]+(?:ed|en|nt|wn))? (?:to|of|for|from|on|in|at|by) ((?:(?:the|each|every|an?|my|our)(?: (?:two|three|four|five|\d+))? )?[a-z][\w-]*(?: (?:by|in|at|on|for|to|from|of) (?:(?:the|each|every|an?) )?[a-z][\w-]*)?)(?: with (.+)| \((.+)\))?$/i;
const WHO_CAME = /^who (?:was there|were there|came|attended|was present|showed up|comes|played|took part)$/i;
const SPENT = /^(?:the )?(?:time|hours) (?:spent|worked)(?: by (?:the )?([a-z]+s))? on (?:the |each )?([a-z]+?s?)(?: with (.+))?$/i;
const WHO_DID =
  /^((?:the |my |our |all )?[a-z][\w-]*s) (?:who|that|which|we|i) ((?:was |were |is |are |have |has |we |i )?[a-z]+(?: [a-z]+){0,2})$/i;
const TOLD_OF_LAST =
  /^(?:what|which) ([a-z]+) (?:i|we|they) [a-z]+(?: them)?$|^what (?:was|is|we|i) (?:done|did|do)$|^(?:the )?([a-z]+) (?:i|we) gave(?: them)?$/i;
/** "Someone hands in an item (description, colour)": whoever it is, the thing is kept. */
const HANDED =
  /^(?:someone|somebody|people|we|i|they|you|a person) (?:can |may )?[a-z]+(?: in| up| out| off)? (?:an?|the|our|my) ([a-z][\w-]*(?: [a-z][\w-]*)?)(?: \((.+)\)| with (.+))$/i;

/** "is given by an instructor, has a date and costs 5" is said three times of its subject. */
function predicatesOf(rest: string, noun: string): string[] {
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
function read(about: string, predicate: string, things: ReadonlySet<string>, before = ''): string[] | null {
  const states = STATES.exec(predicate)?.[1];
  if (states !== undefined && !/\b(?:by|in|at|on|for|with|to|from|of|than)\b/.test(states)) return [`${about}: status (${states})`];
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

const many = (words: string): string =>
  pluralName(snakeCase(words.replace(/^(?:each|every|an?|one|the|all|our|my) /i, ''))).replaceAll('_', ' ');

/** "If somebody picks it up we note their name and the date" */
const IF_DONE =
  /^(?:if|when|once) (?:somebody|someone|anyone|they|people|a person) ([a-z]+)(?: (?:it|them|one))?(?: (?:up|out|back|in))?,? (?:i|we) (?:note|record|write down|log|store|keep) (.+)$/i;

/** Whether a word can be the verb of the subject: one that stands in the form of it, and is no noun alone. */
function isVerb(word: string, subject: string): boolean {
  if (FINITE.test(word)) return true;
  const plain = isPlural(subject) ? word : word.replace(/(?:ie)?s$/, (ending) => (ending === 'ies' ? 'y' : ''));
  if (plain === word && !isPlural(subject)) return false;
  const met = [plain, plain.replace(/e$/, ''), `${plain.replace(/es$/, '')}`].flatMap(
    (lemma) => dictionary()?.entry(lemma.toLowerCase(), 'verb') ?? [],
  );
  return met.length > 0 || deedOf(word) !== null;
}

const FINITE = /^(?:has|have|is|are|was|were|can|may|must|will|should|belongs?|gets?|needs?|takes|includes?|contains?|consists?)$/i;
const STATES =
  /^(?:is|are|can be|may be|must be|will be|is always|are always)(?: either| one of)? ((?:[a-z-]+(?: [a-z-]+)?, )*[a-z-]+(?: [a-z-]+)?,? or [a-z-]+(?: [a-z-]+)?)$/i;
const HAS =
  /^(?:(?:can|may|must|will|should|also|always) )*(?:has|have|includes?|contains?|consists? of|is made up of|are made up of|needs?(?! to\b)|gets?|records?|comes? with|stores?|keeps?|carr(?:y|ies)|knows?) (.+)$/i;
const PLACED =
  /^(?:(?:can|may|must|will|should|always) )*(?:is|are|was|were|be|takes? place|happens?|comes?|goes|go|belongs?)(?: (?:always |usually )?([a-z]+(?:ed|en|t|ne|wn|de|ld|rn|ught|ut)))? ((?:by|in|at|on|for|with|to|from|of|under|into|between) .+)$/i;
