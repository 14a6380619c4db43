import { isContest, isDeed, isTested } from './deed.ts';
import type { Draft } from './draft.ts';
import type { NewTable } from './new-table.ts';
import { isPerson, isStaff, sortOf } from './nouns.ts';
import { type Kind, kindOf } from './outline/kind.ts';

/**
 * Gives each table a way to the others where none was said: what happens is of the people and the things that it stands beside, a thing of
 * the only people. What a brief says nothing about is an assumption of the reply.
 */
export function connect(draft: Draft): void {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  if (tables.length < 2) return;
  const guesses = new Map<string, string[]>();
  const point = (from: NewTable, to: NewTable) => {
    if (from === to || reaches(draft, to.name, from.name)) return;
    const before = from.references.size;
    draft.point(from.name, to.name, { silent: true });
    if (from.references.size > before) guesses.set(from.name, [...(guesses.get(from.name) ?? []), to.name]);
  };
  const deeds = tables.filter(({ name }) => isDeed(name) && !GATHERED.test(name));
  const people = tables.filter(({ name }) => isPerson(name));
  const things = tables.filter((table) => !isDeed(table.name) && !deeds.includes(table) && !people.includes(table));
  for (const deed of deeds) {
    // A row of strangers could be of anything.
    if (tables.filter(({ name }) => !isTogether(draft, deed.name, name)).length > STRANGERS) continue;
    const served = people.filter(({ name }) => !isStaff(name));
    const [whom = people[0]] = served;
    const apart = whom !== undefined && !isTogether(draft, deed.name, whom.name);
    const had = things.find(({ references }) => people.some(({ name }) => [...references.values()].includes(name)));
    if (apart || (whom !== undefined && isSat(draft, deed, people))) point(deed, apart && had !== undefined ? had : whom);
    const free = [...people, ...things].filter(({ name }) => !isTogether(draft, deed.name, name));
    if (free.length > MOST) continue;
    for (const other of free) if (people.includes(other) || USED.has(kindOf(other.name))) point(deed, other);
  }
  const [whose] = people;
  for (const thing of things) {
    if (whose === undefined || tables.length > 2 || isTogether(draft, thing.name, whose.name)) continue;
    if (sortOf(thing.name) !== 'classifier' && !NOBODYS.has(kindOf(thing.name))) point(thing, whose);
  }
  for (const [from, targets] of guesses) {
    const said = [...new Set(targets)].map((name) => name.replaceAll('_', ' '));
    draft.assumptions.push(`${from.replaceAll('_', ' ')} point at ${said.join(' and ')}`);
  }
}

/** Who sat an exam stands in the exam, also where the lesson before it tells whom it was of. */
function isSat(draft: Draft, deed: NewTable, people: readonly NewTable[]): boolean {
  const own = [...deed.references.values()];
  if (!isTested(deed.name) || isContest(deed.name) || people.some(({ name }) => own.includes(name))) return false;
  return own.some((name) => isDeed(name) && draft.tables.has(name));
}

/** Whether keys lead from the one to the other, in either direction. */
function isTogether(draft: Draft, one: string, other: string): boolean {
  const met = new Set([one]);
  for (let size = 0; size < met.size; ) {
    size = met.size;
    for (const { name, references } of draft.tables.values()) {
      const targets = [...references.values()];
      if (met.has(name)) for (const target of targets) met.add(target);
      else if (targets.some((target) => met.has(target))) met.add(name);
    }
  }
  return met.has(other);
}

function reaches(draft: Draft, from: string, to: string, seen: ReadonlySet<string> = new Set()): boolean {
  return [...(draft.tables.get(from)?.references.values() ?? [])].some(
    (name) => name === to || (!seen.has(name) && reaches(draft, name, to, new Set([...seen, name]))),
  );
}

/** What is used while something happens. */
const USED: ReadonlySet<Kind> = new Set<Kind>(['vehicle', 'animal', 'machine', 'place', 'plant']);
/** What is of nobody by itself: what is sold, where it is, and what it costs. */
const NOBODYS: ReadonlySet<Kind> = new Set<Kind>(['place', 'money', 'measure']);
/** Beyond this many, which of them it is of cannot be supposed. */
const MOST = 2;
const STRANGERS = 4;
/** What all of them come together for. */
const GATHERED = /(?:^|_)(?:meetings|events|concerts|gigs|rehearsals|shows|parties|festivals|performances|exhibitions)$/;
