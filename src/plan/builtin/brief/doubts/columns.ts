import { dictionary } from '../../english/dictionary.ts';
import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import type { NewTable } from '../new-table.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import { isPast, lemmaOf } from '../outline/verb.ts';
import type { Doubt } from './doubt.ts';

/** "projects with yarn and needles", "jobs with crew and vans", "log: water changes, feeding": what stands in a row with a table is one too. */
const besideThings: Doubt = (draft, brief) => {
  for (const table of draft.tables.values()) {
    if (table.links !== undefined) continue;
    for (const { name, type } of table.columns.values()) {
      if (type !== 'text' || table.references.has(name)) continue;
      if (/^(?:crew|staff|personnel|people)$/.test(name) && !isListed(table, brief)) return name;
      if (
        isPlural(name) &&
        isEntity(name) &&
        !isKnownOf(singularName(name)) &&
        kindOf(name) !== 'measure' &&
        !LISTS.test(name) &&
        !isListed(table, brief)
      )
        return name;
    }
    const doings = [...table.columns.values()].filter(({ name, type }) => type === 'text' && !table.references.has(name) && isDoing(name));
    if (doings.length > 1 && !isListed(table, brief)) return doings[0]?.name ?? null;
  }
  return null;
};

const isDoing = (name: string): boolean => isDeed(pluralName(name)) && (/ing$/.test(name) || isPlural(name)) && !isKnownOf(name);

/** Texts that are lists by nature. */
const LISTS =
  /(?:^|_)(?:notes|details|remarks|ingredients|instructions|comments|contents|symptoms|observations|features|accessories|dimensions|materials|allergens|extras|words|lyrics|thoughts|findings|ideas|feelings|effects|news|photos|minutes|species|series|toppings|flavours|flavors|colours|colors|topics|problems|duties|defects|damages|hobbies)$/;

/** What stands in brackets or after a colon is what is known of it. */
const isListed = ({ name }: NewTable, brief: string): boolean => new RegExp(`\\b${name.replaceAll('_', '[ _]')}\\s*\\(`, 'i').test(brief);

/** "projects with yarn and needles": of two things in a row one is no text beside the other's table. */
const halves: Doubt = (draft, brief) => {
  for (const [, before = '', one = '', joined = '', other = ''] of brief.matchAll(
    /(\b(?:with|and)|,) (?:the )?([a-z]+)(,| and) ([a-z]+s)\b(?! with| \()/g,
  )) {
    // "planes with wingspan and motor, flights": the list of the planes has ended.
    if (joined === ',' && (before === 'and' || isPerson(other))) continue;
    if (isPlural(one) || isKnownOf(one) || !draft.tables.has(other) || !STUFF.has(kindOf(one))) continue;
    const holder = [...draft.tables.values()].find(({ columns, references }) => columns.get(one)?.type === 'text' && !references.has(one));
    if (holder !== undefined && [...(draft.tables.get(other)?.references.values() ?? [])].includes(holder.name)) return one;
  }
  return null;
};

const STUFF: ReadonlySet<string> = new Set(['thing', 'goods', 'machine', 'event', 'animal', 'plant', 'vehicle']);

/** "performances with number of visitors": how many they are is a number, and no row for each. */
const numberOf: Doubt = (draft, brief) => {
  for (const [, noun = ''] of brief.matchAll(/\bnumber of ([a-z]+s|people|children)\b/g)) {
    const table = draft.tables.get(noun);
    if (table !== undefined && brief.split(noun).length === 2) return `number of ${noun}`;
  }
  return null;
};

/** A fact that is no noun, no number and no state: "next", "away". */
const noFact: Doubt = (draft) => {
  const words = dictionary();
  if (words === null) return null;
  for (const { columns, references } of draft.tables.values())
    for (const { name, type, check } of columns.values()) {
      if (type !== 'text' || check !== undefined || references.has(name) || name.includes('_')) continue;
      if (/^(?:from|to|start|end|white|black|home|away|first|second|front|back|where|who|why|how|what)$/.test(name)) continue;
      if (
        words.entry(name, 'noun') === null &&
        words.entry(singularName(name), 'noun') === null &&
        (words.entry(name, 'adj') !== null || words.entry(name, 'adv') !== null) &&
        !(isPast(name) && lemmaOf(name) !== null)
      )
        return name;
    }
  return null;
};

/** "when i watered and repotted them": what happens again and again is no day of the thing. */
const whenDone: Doubt = (draft) => {
  for (const { columns } of draft.tables.values()) for (const name of columns.keys()) if (/^when_[a-z]+ed(?:_|$)/.test(name)) return name;
  return null;
};

/** "passengers, seats, payments": what stands in a row of things is one, and no number of another. */
const numbered: Doubt = (draft, brief) => {
  for (const { columns, references } of draft.tables.values())
    for (const { name, type } of columns.values())
      if (
        type === 'integer' &&
        !references.has(name) &&
        isPlural(name) &&
        ['place', 'thing', 'animal'].includes(kindOf(name)) &&
        new RegExp(`\\b[a-z]+s, ${name}, [a-z]+s\\b`).test(brief)
      )
        return name;
  return null;
};

/** "archers, bows, scores": what comes of it stands for itself, and is no fact of what was named before. */
const resultInRow: Doubt = (draft, brief) => {
  for (const { name, columns, links } of draft.tables.values())
    for (const column of columns.keys()) {
      if (links !== undefined || !/(?:^|_)(?:scores?|results?|times?|points|votes|ratings?|minutes?|grades?|marks?)$/.test(column))
        continue;
      const many = pluralName(singularName(column)).replaceAll('_', ' ');
      if (!isDeed(name) && new RegExp(`(?:[a-z]+s,? (?:and )?(?:their )?)${many}\\b`).test(brief)) return many;
    }
  return null;
};

/** "flights with pilot, passengers, launch site": whose a fact after a thing is cannot be told. */
const afterThing: Doubt = (draft, brief) => {
  for (const [, one = '', list = ''] of brief.matchAll(/\b([a-z]+s) with ([^.;:()]+)/g)) {
    const items = list.split(/,? and |, /).map((item) =>
      item
        .trim()
        .replace(/^(?:an?|the|their|its) /, '')
        .replaceAll(' ', '_'),
    );
    for (const [at, item] of items.entries()) {
      const table = at === 0 || !isPlural(item) ? undefined : draft.tables.get(item);
      const next = items[at + 1] ?? '';
      if (table !== undefined && table.name !== one && !isPlural(next) && table.columns.has(next) && !isDeed(table.name)) return next;
    }
  }
  return null;
};

/** "machines that need to be oiled": what is still to be done, and when, is not whether it was. */
const toBeDone: Doubt = (draft, brief) => {
  for (const [all, done = ''] of brief.matchAll(/\b(?:needs?|has|have|due) to be ([a-z]+)/g))
    for (const { columns } of draft.tables.values()) if (columns.has(done) || columns.has(`is_${done}`)) return all;
  return null;
};

export const columnDoubts: readonly Doubt[] = [
  toBeDone,
  besideThings,
  halves,
  resultInRow,
  afterThing,
  whenDone,
  numbered,
  noFact,
  numberOf,
];
