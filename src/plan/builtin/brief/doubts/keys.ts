import { pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { isDeed, isOfDay } from '../deed.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { happens, isPerson, isStaff, lastWord } from '../nouns.ts';
import { reachedFrom } from '../outline/gather.ts';
import { kindOf } from '../outline/kind.ts';
import { isAmongKin } from '../usual-owners.ts';
import type { Doubt } from './doubt.ts';

/** A table that nothing leads from or to where others of the same sentence belong together, or null: a row of things that are all apart says no more. */
export function aloneIn(draft: Draft, brief: string): string | null {
  const tables = [...draft.tables.values()];
  if (tables.length < 2 || /\. /.test(brief) || tables.every(({ references }) => references.size === 0)) return null;
  return tables.find((table) => reachedFrom(draft, table).size === 1)?.name ?? null;
}

/** Whoever and whatever lasts is of no single thing that happens, and nobody is of an animal: these are of them. */
const reversed: Doubt = (draft, brief) =>
  [...draft.tables.values()].find(({ name, references, links }) => {
    if (links !== undefined || isBetween(name, references) || isDeed(name) || !(isPerson(name) || LASTING.has(kindOf(name)))) return false;
    return [...references.values()].some(
      (to) =>
        !isPerson(to) &&
        !isAmongKin(name, to) &&
        (((happens(to) || isOfDay(to)) && !new RegExp(`${singularName(to)} (?:with|has) `).test(brief)) ||
          (isPerson(name) && kindOf(to) === 'animal')),
    );
  })?.name ?? null;

/** "rower boats" of rowers and boats. */
const isBetween = (name: string, references: NewTable['references']): boolean =>
  [...references.values()].some((to) => name.startsWith(`${singularName(to)}_`) || name.endsWith(`_${to}`));

const LASTING: ReadonlySet<string> = new Set(['place', 'vehicle', 'animal', 'machine']);

/** A crew or a family is of many, and no more of one ticket or result is anything else than what was paid or found by it. */
const backwards: Doubt = (draft) => {
  for (const { name, references, links } of draft.tables.values()) {
    if (links !== undefined) continue;
    for (const [column, to] of references) {
      const plain = column === `${singularName(to)}_id`;
      const others = plain && to !== name;
      if (others && isGroup(name) && isPerson(to) && !isStaff(to)) return name;
      if (others && FOUND.test(to) && !FOUND.test(name)) return to;
      if (others && kindOf(to) === 'ticket' && !USES.test(name) && !isPerson(name)) return to;
    }
  }
  return null;
};

const isGroup = (name: string): boolean => kindOf(name) === 'group' || lastWord(name) === 'crews';
/** What comes of others. */
const FOUND =
  /(?:^|_)(?:results|scores|odds|grades|marks|ratings|reviews|votes|comments|offers|sign_?ups|registrations|attendances?|payments|refunds)$/;
const USES = /(?:^|_)(?:sales|orders|purchases|payments|visits|entries|check_ins|redemptions|validations|items|checks|scans|uses)$/;

/** "kids enrol in courses": of each there are many, so that a course is of no one of them. */
const joined: Doubt = (draft, brief) => {
  for (const [, people = '', noun = ''] of brief.matchAll(JOINED)) {
    const [table, whose] = [tableFor(draft, noun), tableFor(draft, people)];
    if (table?.links === undefined && whose !== undefined && [...(table?.references.values() ?? [])].includes(whose.name)) return noun;
  }
  return null;
};

const JOINED =
  /\b([a-z]+) (?:can |may |then )?(?:enrol|enroll|enrols|enrolled|enrolls|sign|signs|signed|register|registers|registered|join|joins|joined|attend|attends|attended|subscribe|subscribes|subscribed|participate|participates)(?: up)?(?: (?:in|for|to|at|on|a|an|the|our|several|many))* (?!ups?\b)([a-z]+)/g;

/** Where who takes part is told by a booking, what is booked is of no one of them: sailings and passengers beside tickets. */
const booked: Doubt = (draft) => {
  const keysOf = (name: string) => [...(draft.tables.get(name)?.references.values() ?? [])];
  const taken = [...draft.tables.keys()].filter((name) => TAKEN.test(name));
  const people = taken.flatMap(keysOf).filter((to) => isPerson(to) && !isStaff(to));
  const held = taken.flatMap(keysOf).filter((to) => isDeed(to) && !TAKEN.test(to));
  return held.find((name) => keysOf(name).some((to) => people.includes(to))) ?? null;
};

const TAKEN = /(?:^|_)(?:tickets|bookings|reservations|registrations|enrol?lments|sign_?ups)$/;

/** "who has what" of schools that something is lent to: who is told, and is nobody else. */
const somebody: Doubt = (draft, brief) => {
  if (!draft.tables.has('people') || /\bpeople\b|\bpersons?\b/.test(brief)) return null;
  const told = [...draft.tables.values()].some(({ references }) => {
    const to = [...references.values()];
    return to.includes('people') && to.some((other) => other !== 'people' && (isPerson(other) || kindOf(other) === 'group'));
  });
  return told ? 'who' : null;
};

/** "songs played in each show", "badges earned by each scout": the two are told to belong together. */
const unlinked: Doubt = (draft, brief) => {
  for (const [all, one = '', other = ''] of brief.matchAll(TOGETHER)) {
    const [left, right] = [tableFor(draft, one), tableFor(draft, other)];
    if (left === undefined || right === undefined || left === right) continue;
    if (!isNear(draft, left, right)) return all.trim();
  }
  return null;
};

const TOGETHER =
  /\b([a-z]+)(?: [a-z]+(?:ed|en|ne|wn|ld|ht|de|ng|id|ut|me|un))?(?: (?:in|at|on|by|of|for|from|to|with|per|during|into))?(?: (?:each|every|which|what|per)) ([a-z]+)\b/g;

const tableFor = (draft: Draft, noun: string): NewTable | undefined => draft.known(pluralName(singularName(snakeCase(noun))));

const leads = (from: NewTable, to: string): boolean => [...from.references.values()].includes(to);

/** A key between them, or a table that points at both. */
const isBesides = (draft: Draft, left: NewTable, right: NewTable): boolean =>
  leads(left, right.name) ||
  leads(right, left.name) ||
  [...draft.tables.values()].some((link) => leads(link, left.name) && leads(link, right.name));

/** The same, or one table on the way. */
const isNear = (draft: Draft, left: NewTable, right: NewTable): boolean =>
  isBesides(draft, left, right) ||
  [...draft.tables.values()].some(
    (link) => (leads(left, link.name) && leads(link, right.name)) || (leads(right, link.name) && leads(link, left.name)),
  );

/** What is sold, hired out or lent is told by its row, where such things are kept. */
const ofNothing: Doubt = (draft) => {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  const goods = tables.filter(({ name }) => !isPerson(name) && !isDeed(name) && GOODS.has(kindOf(name)));
  // Whoever hires something does not tell by himself what it was.
  const told = (table: NewTable) => [
    table,
    ...[...table.references.values()].filter((to) => !isPerson(to)).flatMap((to) => draft.tables.get(to) ?? []),
  ];
  const isOf = (table: NewTable, one: NewTable) => told(table).some((each) => isBesides(draft, each, one));
  const handed = tables.find((table) => HANDED.test(table.name) && goods.length > 0 && !goods.some((one) => isOf(table, one)));
  return handed?.name ?? null;
};

const GOODS: ReadonlySet<string> = new Set(['thing', 'goods', 'work', 'vehicle', 'machine', 'animal', 'plant', 'ticket', 'place']);
const HANDED = /(?:^|_)(?:sales|purchases|loans|rentals|hires|lendings|borrowings)$/;

/** "walked by" of leaders, where walkers are kept too: which of several kinds of people it was is not said. */
const byWhom: Doubt = (draft) => {
  const people = [...draft.tables.values()].filter(({ name, links }) => links === undefined && isPerson(name)).map(({ name }) => name);
  for (const { references } of draft.tables.values())
    for (const [column, to] of references)
      if (/_by_id$/.test(column) && to !== 'people' && people.some((other) => other !== to && !isStaff(other))) return column;
  return null;
};

/** A row is of another such row only where that is said. */
const ofItself: Doubt = (draft, brief) =>
  SELF.test(brief) ? null : ([...draft.tables.values()].find(({ name, references }) => references.get('parent_id') === name)?.name ?? null);

const SELF =
  /\b(?:parents?|sub-?[a-z]+|under|inside|nested|itself|themselves|each other|another|other|tree|hierarchy|levels?|belongs?|contains?|reply|replies|of (?:an?|the) [a-z]+)\b/;

export const keyDoubts: readonly Doubt[] = [aloneIn, ofItself, byWhom, reversed, backwards, joined, booked, somebody, unlinked, ofNothing];
