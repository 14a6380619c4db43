import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { usualColumns } from '../usual.ts';
import type { Doubt } from './doubt.ts';
import { ownOf, tableOf, tablesOf } from './standing.ts';

const isSaid = (brief: string, name: string): boolean => brief.includes(singularName(name.split('_').at(-1) ?? '').slice(0, STEM));
const STEM = 5;

/** "props like masks, swords": an example of what is kept is a row, and no part of a name. */
const example: Doubt = (draft, brief) => {
  const names = [...draft.tables.values()].flatMap(({ name, columns }) => [name, ...columns.keys()]).map((name) => name.split('_'));
  if (names.some((words) => words.length > 1 && words.includes('like'))) return 'like';
  for (const [, noun = '', first = ''] of brief.matchAll(
    /\b([a-z]+s),? (?:like(?= [a-z]+(?: [a-z]+)?(?:,| and | or ))|such as|e\.g\.|for example|for instance) ([a-z]+)/g,
  ))
    if (names.some((words) => words.map(singularName).includes(singularName(first))) && singularName(noun) !== singularName(first))
      return first;
  return null;
};

/** "which songs are asked for most": whether it was so is a state only where the brief says that it may be so or not. */
const noState: Doubt = (draft, brief) => {
  if (/\b(?:whether|if|not|yes|no|did|still|already|has been|is|are|was|were|done|open|which ones)\b|[?/]/.test(brief.replaceAll(MOST, '')))
    return null;
  for (const { columns } of draft.tables.values())
    for (const { name, type } of columns.values()) if (type === 'boolean' && name.startsWith('is_') && !brief.includes(name)) return name;
  return null;
};
const MOST = /\b(?:which|what) [a-z]+ (?:gets?|are|is) [^,.;]* (?:most|least|best|more|often)\b/g;

/** What people do with a thing again and again is a row each time, with the day and whoever it was. */
const again: Doubt = (draft, brief) => {
  const [, verb = ''] = /\bwhen (?:i|we|they) (?!last\b)([a-z]+) (?:it|them)?\b.*\bwho\b/.exec(brief) ?? [];
  return verb !== '' && draft.tables.size === 1 ? verb : null;
};

/** "milk sales from our goats, regular customers": what is done and named first has a table. */
const firstDeed: Doubt = (draft, brief) => {
  const [, words = ''] = /^(?:(?:my|our|the) )?((?:[a-z]+ )?[a-z]+s) (?:from|of|to|for|at|in|by) /.exec(brief) ?? [];
  const noun = singularName(words.split(' ').at(-1) ?? '');
  if (words === '' || !isPlural(words.split(' ').at(-1) ?? '') || !isDeed(pluralName(noun))) return null;
  return [...draft.tables.values()].some(({ name, columns }) => [name, ...columns.keys()].some((said) => said.includes(noun)))
    ? null
    : words;
};

/** "i teach physics and latin": what is taught is no table, nor is a number of nights. */
const subjectTable: Doubt = (draft, brief) =>
  taught(brief).find((noun) => draft.tables.has(pluralName(noun))) ??
  tablesOf(draft).find(
    ({ name }) =>
      /^(?:maths?|nights|days|hours|minutes|weeks|months|years|miles|km|kilometres|kilometers)$/.test(name) ||
      (!isEntity(name) && broaderOf(singularName(name)).has('discipline')),
  )?.name ??
  null;

const taught = (brief: string): string[] =>
  (/\b(?:i|we) (?:teach|give|tutor|offer) ([a-z]+(?:, [a-z]+)*,? and [a-z]+)/.exec(brief)?.[1] ?? '')
    .split(/,? and |, /)
    .filter((noun) => noun !== '');

/** "theatre camp: kids with allergies, campers": two words for the same people. */
const samePeople: Doubt = (draft, brief) => {
  const [, head = '', first = ''] =
    /^(?:(?:my|our|the) )?((?:[a-z]+ )?[a-z]+s): (?:the |our |my )?([a-z]+s|children|people)\b/.exec(brief) ?? [];
  if (new RegExp(`^(?:my |our |the )?[a-z]+ ${first}: ${first}\\b`).test(brief) && ![...draft.tables.keys()].includes(first)) return head;
  const [whole, part] = [tableOf(draft, head), tableOf(draft, first)];
  if (whole === undefined || part === undefined || whole === part) return null;
  return kindOf(whole.name) === kindOf(part.name) && !isDeed(whole.name) ? head : null;
};

/** A row that a question made ("what they pay") holds no facts of another, and is not of several things at once. */
const askedRow: Doubt = (draft, brief) => {
  for (const table of tablesOf(draft)) {
    if (!isDeed(table.name) || isSaid(brief, table.name)) continue;
    const usual = usualColumns(table.name).map((item) => snakeCase(item.replace(/ \(.*/, '')));
    const odd = ownOf(table).find((name) => /^(?:frequency|how_often|interval|schedule)$/.test(name) && !usual.includes(name));
    if (odd !== undefined) return odd;
    const things = [...table.references.values()].filter((to) => !isPerson(to) && !isDeed(to) && ['thing', 'machine'].includes(kindOf(to)));
    if (things.length > 1 && /\b(?:it|them)\b/.test(brief)) return table.name;
  }
  return null;
};

/** "ponies and hay": two things of which one became a fact of the other. */
const oneOfTwo: Doubt = (draft, brief) => {
  const [, one = '', other = ''] = /^(?:[a-z]+ ){0,2}([a-z]+s) and (?:(?:my|our|the|their) )?([a-z]+)$/.exec(brief) ?? [];
  const isNamed = (noun: string) => [...draft.tables.keys()].some((name) => name.includes(singularName(noun)));
  if (isPlural(one) && isPlural(other) && isEntity(one) && isEntity(other) && !(isNamed(one) && isNamed(other)))
    return `${one} and ${other}`;
  const [only, ...more] = draft.tables.values();
  return other !== '' && only !== undefined && more.length === 0 && only.columns.has(other) ? `${one} and ${other}` : null;
};

/** "i deliver masks with a link": what is said of what somebody hands over is of that, and not of his doing so. */
const ofTheThing: Doubt = (draft, brief) => {
  for (const [, verb = '', noun = '', first = ''] of brief.matchAll(
    /\b(?:i|we) ([a-z]+) (?:the |an? |my |our )?([a-z]+) with (?:an? |the |their )?([a-z]+)/g,
  )) {
    const table = tableOf(draft, noun);
    const deed = tablesOf(draft).find(
      (other) => other !== table && isDeed(other.name) && [...other.references.values()].includes(table?.name ?? ''),
    );
    if (
      table !== undefined &&
      deed !== undefined &&
      !isSaid(brief.replaceAll(verb, ''), deed.name) &&
      ![...table.columns.keys()].some((name) => name.startsWith(first))
    )
      return noun;
  }
  return null;
};

/** "daily kwh", "rent paid per month": of each day another amount, which one column of a thing cannot hold. */
const perTime: Doubt = (draft, brief) => {
  for (const table of tablesOf(draft))
    for (const name of ownOf(table))
      if (!isDeed(table.name) && /^(?:daily|weekly|monthly|yearly)_/.test(name) && !RATES.test(name)) return name;
  const [, what = ''] =
    /, (?:and )?([a-z]+ (?:paid|used|made|sold|earned|spent)) (?:per|each|every) (?:day|week|month|year)\b/.exec(brief) ?? [];
  return what !== '' && draft.tables.size > 1 && ![...draft.tables.keys()].some((name) => name.startsWith(what.split(' ')[0] ?? ''))
    ? what
    : null;
};
const RATES =
  /_(?:rates?|prices?|fees?|rents?|costs?|wages?|salary|charges?|limits?|dos(?:e|age)|hours|amount|budget|allowance|premium|payment|target|goal)$/;

/** "ewes, rams, lambs with weight": nothing says how several things belong together, of which only the last is told. */
const onlyLast: Doubt = (draft, brief) => {
  const tables = [...draft.tables.values()];
  return tables.length > 2 && tables.every(({ references }) => references.size === 0) && !/[;(]/.test(brief) && / with [^.]*$/.test(brief)
    ? (tables[0]?.name ?? null)
    : null;
};

/** "masks, fabrics, lamps": in a row of things each is one, and no text of the one before it. */
const amongThings: Doubt = (draft, brief) => {
  for (const [, one = '', middle = '', next = ''] of brief.matchAll(/(?:^|[:,] )(?=([a-z]+s), ([a-z]+s), (?:and )?([a-z]+s)(?=[,.]|$))/g)) {
    if (![one, middle, next].every((noun) => isPlural(noun))) continue;
    if (tableOf(draft, middle) !== undefined || tableOf(draft, one) === undefined || tableOf(draft, next) === undefined) continue;
    return middle;
  }
  for (const [, one = '', other = ''] of brief.matchAll(/, ([a-z]+s), ([a-z]+s), (?:and )/g)) {
    const holder = tablesOf(draft).find(({ columns }) => columns.get(other)?.type === 'text');
    if (isPlural(one) && isPlural(other) && holder !== undefined) return other;
  }
  return null;
};

/** "cakes with tiers, flavour": a plural among the facts of a thing may be a fact as well as a row. */
const amongFacts: Doubt = (draft, brief) => {
  for (const [, noun = '', list = ''] of brief.matchAll(/\b([a-z]+s) with ([^.;:()]+)/g)) {
    const holder = tableOf(draft, noun);
    // What stands after the last of a list is no fact of it.
    const own = list.replace(/( and [a-z ]+),.*$/, '$1');
    const items = own.split(/,? and |, /).map((item) => snakeCase(item.trim()));
    const isFact = (item: string) => holder?.columns.has(item) === true && !holder.references.has(item);
    const odd = items.find((item) => {
      const table = draft.tables.get(item);
      if (table === undefined || holder === undefined || isPerson(item) || isDeed(item)) return false;
      const isMiddle = items.slice(items.indexOf(item) + 1).some(isFact);
      const isBare = ownOf(table).every(
        (name) => /^(?:name|notes|result|date)$/.test(name) || (isMiddle && !brief.includes(name.replaceAll('_', ' '))),
      );
      return isBare && (table.references.size === 0 || [...table.references.values()].includes(holder.name));
    });
    if (odd !== undefined && items.some(isFact)) return odd;
  }
  return null;
};

/** "ushers, actors, masks they make": which of the two do it is not said. */
const whichOfTwo: Doubt = (_, brief) => {
  const [, one = '', other = ''] = /\b([a-z]+s|children), ([a-z]+s|children), (?:the )?[a-z]+s (?:that |which )?they\b/.exec(brief) ?? [];
  return one !== '' && isPerson(one) && isPerson(other) ? 'they' : null;
};

/** "requests, and which plays get asked for most": what is counted says which of them it was. */
const mostOf: Doubt = (draft, brief) => {
  const [all = '', noun = ''] =
    /\b(?:which|what) ([a-z]+s) (?:gets?|are|is|were) ([a-z]+ed|sold|chosen|lent)\b[^,.;]* (?:most|least|best|more often)\b/.exec(brief) ??
    [];
  const table = noun === '' ? undefined : tableOf(draft, noun);
  if (table === undefined) return null;
  const isCounted = tablesOf(draft).some(
    ({ name, references }) => name !== table.name && isDeed(name) && [...references.values()].includes(table.name),
  );
  return isCounted ? null : all;
};

export const toldDoubts: readonly Doubt[] = [
  example,
  noState,
  again,
  firstDeed,
  subjectTable,
  samePeople,
  askedRow,
  oneOfTwo,
  ofTheThing,
  perTime,
  onlyLast,
  amongThings,
  amongFacts,
  whichOfTwo,
  mostOf,
];
