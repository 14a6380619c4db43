import { isPlural, singularName, snakeCase } from '../english/inflect.ts';
import { isSome } from './entity.ts';
import { stripLead } from './lead.ts';
import { happens, sortOf } from './nouns.ts';
import { bareOf, DETERMINED, grouped, lastOf, many, OF_THEIRS, pluralsIn } from './phrases.ts';

/** "crops planted in each field with planting date, invoices to the parents": the things, and what each is of. */
export function listed(sentence: string, things: ReadonlySet<string>): string[] {
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
    /^(?!.* with )[a-z]+(?: [a-z]+){0,3}$/i.test(first) &&
    !isPlural(lastOf(first)) &&
    rest.some((item) => things.has(singularName(lastOf(bareOf(item)))))
  )
    items.shift();
  for (const item of items) {
    const [, thing = '', of = '', list] = OF_OTHERS.exec(item) ?? [];
    const [, done = '', clause = '', own = ''] = WHO_DID.exec(item) ?? [];
    const told = TOLD_OF_LAST.exec(item);
    // Looked for only where it is needed: a brief may name hundreds of things.
    const people = WHO_CAME.test(item) ? named.map(bareOf).find((one) => ['person', 'staff'].includes(sortOf(snakeCase(one)))) : undefined;
    const noun = told?.[1] ?? told?.[2];
    const last = named.at(-1);
    const [, owner = '', theirs = ''] = OF_THEIRS.exec(item) ?? [];
    const [, spentBy = '', spentOn = '', rate] = SPENT.exec(item) ?? [];
    const event = named.at(-1);
    if (/^who did it(?: (?:and )?when)?$/i.test(item) && last !== undefined) {
      more.push(`${many(bareOf(last))} with done by${/when$/i.test(item) ? ', date done' : ''}`);
      continue;
    }
    if (event !== undefined && people !== undefined) more.push(`attendance linking ${bareOf(event)} and ${people}`);
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
    } else if (
      thing !== '' &&
      (things.has(singularName(lastOf(thing))) || !isPlural(lastOf(thing)) || /^each /i.test(of)) &&
      isSome(lastOf(thing), true)
    ) {
      const ones = of
        .split(/ (?:by|in|at|on|for|with|to|from|of) /i)
        .map((one) => one.replace(/^(?:each|every|an?|the|my|our|other)(?: (?:two|three|four|five|\d+))? /i, ''));
      if (!ones.every((one) => things.has(singularName(lastOf(one))) || deedless(one))) return [sentence];
      named.push(thing.replace(DETERMINED, ''));
      for (const one of ones) more.push(`${many(thing)} belong to a ${singularName(snakeCase(one)).replaceAll('_', ' ')}`);
      if (list !== undefined) more.push(`${many(thing)} with ${list}`);
      else if (/times$/i.test(thing)) more.push(`${many(thing)} with time`);
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

const deedless = (words: string): boolean => /^(?:each|every|an?|the) /i.test(words);
const OF_OTHERS =
  /^((?:the |my |our |their |all |its )?[a-z][\w-]*(?: (?![a-z]+(?:ed|en|nt|wn) )[a-z][\w-]*)?)(?: [a-z]+(?:ed|en|nt|wn))? (?:to|of|for|from|on|in|at|by|against) ((?:(?:the|each|every|an?|my|our|other)(?: (?:two|three|four|five|\d+))? )?[a-z][\w-]*(?: (?:by|in|at|on|for|to|from|of) (?:(?:the|each|every|an?) )?[a-z][\w-]*)?)(?: with (.+)| \((.+)\))?$/i;
const WHO_CAME = /^who (?:was there|were there|came|attended|was present|showed up|comes|played|took part)$/i;
const SPENT = /^(?:the )?(?:time|hours) (?:spent|worked)(?: by (?:the )?([a-z]+s))? on (?:the |each )?([a-z]+?s?)(?: with (.+))?$/i;
const WHO_DID =
  /^((?:the |my |our |all )?[a-z][\w-]*s) (?:who|that|which|we|i) ((?:was |were |is |are |have |has |we |i )?[a-z]+(?: [a-z]+){0,2}?)( with .+| \(.+\))?$/i;
const TOLD_OF_LAST =
  /^(?:what|which) ([a-z]+) (?:i|we|they) [a-z]+(?: them)?$|^what (?:was|is|we|i) (?:done|did|do)$|^(?:the )?([a-z]+) (?:i|we) gave(?: them)?$/i;
