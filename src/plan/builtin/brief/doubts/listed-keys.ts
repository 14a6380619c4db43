import { singularName } from '../../english/inflect.ts';
import { isContest, isDeed, isOfDay } from '../deed.ts';
import { readInventory } from '../inventory/inventory.ts';
import { gathers, isPerson, sortOf } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { isAmongKin } from '../usual-owners.ts';
import type { Doubt } from './doubt.ts';
import { tableFor } from './listed.ts';
import { tablesOf } from './standing.ts';

/** "bells, ringers": what lasts is of nobody unless the brief says so or everybody knows it; nor is anybody of what lasts. */
const unsaidOwner: Doubt = (draft, brief) => {
  if (SAID.test(brief)) return null;
  const listed = readInventory(brief).entries.map((entry) => tableFor(draft, entry.name)?.name);
  for (const { name, references, links, columns } of draft.tables.values())
    for (const [column, to] of references) {
      if (!listed.includes(name) || !listed.includes(to)) continue;
      if (links !== undefined || column !== `${singularName(to)}_id` || isAmongKin(name, to) || name === to) continue;
      if (sortOf(to) === 'classifier' || gathers(to)) continue;
      // A thing of a person or of another thing, a person of a thing or of another person.
      if (
        (isDeed(name) && !isStock(columns) && (sortOf(name) !== 'titled' || isOfDay(name))) ||
        /(?:^|_)projects$/.test(name) ||
        isDeed(to) ||
        kindOf(name) === 'money'
      )
        continue;
      // "batches with ingredients"
      if (!isPerson(name) && new RegExp(`${to.replaceAll('_', ' ')}\\b[^;.:]* with [^;.:]*${name.replaceAll('_', ' ')}`).test(brief))
        continue;
      const said = new RegExp(`\\b${singularName(to).replaceAll('_', ' ')}\\b(?!s)`);
      // "printer farm: printers, rolls": what it is called after says nothing of whose the rolls are.
      if (!said.test(brief.replace(/^[^:.]*:/, ''))) return name;
    }
  return null;
};

/** Of what is done nothing is left: "rolls with metres left" are things. */
const isStock = (columns: ReadonlyMap<string, unknown>): boolean => [...columns.keys()].some((name) => /_(?:left|remaining)$/.test(name));

const SAID = /\b(?:their|theirs|own|owns|owned|they|belongs?|each|every|whose|assigned)\b|'s? |\. /;

/** What comes in comes from who supplies it. */
const supplied: Doubt = (draft) =>
  draft.tables.has('suppliers')
    ? (tablesOf(draft).find(
        ({ name, references }) =>
          /(?:^|_)(?:deliveries|purchases)$/.test(name) &&
          references.size > 0 &&
          ![...references.values()].includes('suppliers') &&
          !['customers', 'clients'].some((other) => draft.tables.has(other)),
      )?.name ?? null)
    : null;

/** "training sessions, competitions": of two doings in a list the first is of no single one of the second, unless that is what may be had. */
const laterDeed: Doubt = (draft, brief) => {
  if (SAID.test(brief)) return null;
  for (const { name, references, links } of draft.tables.values())
    for (const [column, to] of references) {
      const isUnsaid =
        links === undefined &&
        sortOf(name) !== 'follow-up' &&
        column === `${singularName(to)}_id` &&
        isDeed(name) &&
        (isDeed(to) || MADE.test(to)) &&
        !isAmongKin(name, to);
      const [first, second] = [name, to].map((each) => brief.indexOf(each.replaceAll('_', ' ')));
      if (links === undefined && SHARED.test(name) && isContest(to)) return to;
      if (isUnsaid && first !== undefined && second !== undefined && first >= 0 && second > first && !OFFERED.test(to)) return to;
    }
  return null;
};

const SHARED = /(?:^|_)(?:tournaments|competitions|festivals|championships|leagues)$/;

/** What is made in one go. */
const MADE = /(?:^|_)(?:batches|brews)$/;

const OFFERED = /(?:^|_)(?:services|treatments|packages|types|classes|courses)$/;

/** "costumes, events": what many come to is of no single thing that somebody has. */
const gatheredThing: Doubt = (draft) => {
  for (const { name, references, links } of draft.tables.values())
    for (const [column, to] of references)
      if (
        links === undefined &&
        GATHERED.test(name) &&
        column === `${singularName(to)}_id` &&
        !isPerson(to) &&
        !isDeed(to) &&
        !isAmongKin(name, to) &&
        ['thing', 'goods', 'machine', 'animal'].includes(kindOf(to))
      )
        return to;
  return null;
};

const GATHERED = /(?:^|_)(?:meetings|events|concerts|gigs|rehearsals|shows|parties|festivals|exhibitions|weddings|camps|fairs|markets)$/;

/** "who rode on which tour": that says nothing of what the tour was on. */
const pairedDeed: Doubt = (draft, brief) => {
  const { pairs } = readInventory(brief);
  for (const { one, other } of pairs)
    for (const deed of [one, other].filter((name) => isDeed(name) && !isPerson(name))) {
      const table = tableFor(draft, deed);
      for (const [column, to] of table?.references ?? [])
        if (
          column === `${singularName(to)}_id` &&
          !isPerson(to) &&
          !isDeed(to) &&
          !isAmongKin(deed, to) &&
          kindOf(to) !== 'place' &&
          !SAID.test(brief)
        )
          return to;
    }
  return null;
};

/** Whoever takes part is told by the clause that says so: beside the couples of a competition stand no other people of it. */
const extraLink: Doubt = (draft, brief) => {
  const { pairs, unread } = readInventory(brief);
  const told = pairs.flatMap(({ one, other }) => [one, other]);
  if (unread.length > 0) return null;
  for (const { name, links, references } of draft.tables.values()) {
    const sides = [...new Set(references.values())];
    const isSaid = pairs.some(({ one, other }) => sides.includes(one) && sides.includes(other));
    if (links !== undefined && sides.length === 2 && !isSaid && sides.some((side) => isDeed(side) && told.includes(side))) return name;
  }
  return null;
};

/** "beds, crops, sowings, customers, orders": where two doings are of all the same things, what each is of was not said. */
const fanned: Doubt = (draft, brief) => {
  if (/\. /.test(brief)) return null;
  const deeds = tablesOf(draft).filter(({ name }) => isDeed(name) && sortOf(name) !== 'follow-up');
  for (const one of deeds)
    for (const other of deeds) {
      const shared = [...one.references.values()].filter((to) => [...other.references.values()].includes(to));
      if (one !== other && shared.length > 2) return one.name;
    }
  return null;
};

/** "neighbours, trips with driver": whether the driver is one of them or somebody else is not said. */
const oneOfThem: Doubt = (draft, brief) => {
  const { entries } = readInventory(brief);
  for (const { references } of tablesOf(draft)) {
    const people = [...references.values()].filter((to) => isPerson(to) || kindOf(to) === 'person');
    const unlisted = people.find((to) => !entries.some(({ name }) => name === to || name.endsWith(`_${to}`)));
    if (entries.length > 1 && unlisted !== undefined && people.some((to) => to !== unlisted && ANYBODY.test(to))) return unlisted;
  }
  return null;
};

const ANYBODY = /(?:^|_)(?:members|neighbours|neighbors|friends|people|volunteers|colleagues|flatmates|participants)$/;

/** "repairs with who did it", beside tenants: who is served does not do it. */
const doneByServed: Doubt = (draft, brief) => {
  for (const { references } of draft.tables.values())
    for (const [column, to] of references)
      if (
        /^(?:done|repaired|fixed|cleaned|checked)_by_id$/.test(column) &&
        SERVED.test(to) &&
        !brief.includes(column.replace('_id', '').replace('_', ' '))
      )
        return to;
  return null;
};

const SERVED = /(?:^|_)(?:tenants|customers|clients|guests|patients|residents|owners|pupils|students)$/;

/** Who came is told of what they came to, and of nothing that stands there. */
const attended: Doubt = (draft) => {
  for (const { name, references } of tablesOf(draft))
    for (const to of references.values())
      if (/(?:^|_)attendances?$/.test(name) && !isPerson(to) && !isDeed(to) && ['thing', 'machine', 'goods', 'animal'].includes(kindOf(to)))
        return name;
  return null;
};

/** Keys of a list that nobody said, or that say something else than it. */
export const listedKeyDoubts: readonly Doubt[] = [
  unsaidOwner,
  supplied,
  doneByServed,
  oneOfThem,
  fanned,
  extraLink,
  pairedDeed,
  laterDeed,
  gatheredThing,
  attended,
];
