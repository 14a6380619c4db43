import { pluralName, singularName } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import type { Draft } from '../draft.ts';
import { unpoint } from '../mend/keys.ts';
import type { NewTable } from '../new-table.ts';
import { isPerson, isStaff, sortOf } from '../nouns.ts';
import { BY_KIND, complete } from '../outline/complete.ts';
import { firstKindOf, kindOf } from '../outline/kind.ts';
import { OCCASIONS } from '../outline/sketch.ts';
import { nounOfDeed, participleOf } from '../outline/verb.ts';
import { plainItem } from '../plain-items.ts';
import { typeOfName } from '../type-of-name.ts';
import { hasUsual, usualColumns } from '../usual.ts';
import { isAmongKin } from '../usual-owners.ts';
import type { Inventory, Pair } from './entry.ts';
import { PAID } from './inventory.ts';

/** Makes the tables of a list of which all was read, and the keys that it says. */
export function build(draft: Draft, { entries, pairs }: Inventory): void {
  for (const { words, facts } of entries) {
    const table = draft.part(words);
    for (const fact of facts) draft.column(table, plainItem(fact));
    if (facts.length === 0 && OCCASIONS.test(table.name)) complete(draft, table);
    // "hirers", "carers": whoever they are, these can be reached.
    if (
      facts.length === 0 &&
      isPerson(table.name) &&
      firstKindOf(table.name) === 'person' &&
      !hasUsual(table.name) &&
      sortOf(table.name) === 'thing'
    )
      for (const item of BY_KIND.person) draft.column(table, item, { silent: true });
  }
  const [people, ...others] = entries.filter((entry) => isPerson(entry.name) && !isStaff(entry.name));
  for (const { name, of, doers } of entries) {
    for (const whole of of) draft.point(name, whole);
    if (of.length === 0 && people !== undefined && others.length === 0 && PAID.test(name)) draft.point(name, people.name);
    for (const verb of doers) if (people !== undefined) draft.point(name, people.name, { role: `${participleOf(verb)}_by` });
  }
  for (const pair of pairs) {
    const [occasion, ...more] = entries.filter(({ name }) => isDeed(name) && !isPerson(name) && name !== pair.one && name !== pair.other);
    join(
      draft,
      pair,
      more.length > 0 || isDeed(pair.one) || isDeed(pair.other) || LASTS.test(pair.verb) || isAmongKin(occasion?.name ?? '', pair.other)
        ? undefined
        : occasion?.name,
    );
  }
}

/** After keys were supposed: takes those away that a clause tells better, and gives what happens the one thing that it can be of. */
export function settle(draft: Draft, { entries, pairs }: Inventory): void {
  freeOccasions(draft, pairs);
  const deeds = entries.filter(({ name }) => isDeed(name) && !isPerson(name) && (DONE_TO.test(name) || usualColumns(name)[0] !== 'name'));
  const things = entries.filter(({ name }) => !isDeed(name) && !isPerson(name) && kindOf(name) !== 'money');
  for (const { name } of deeds) if (DONE_TO.test(name)) standAt(draft, name, things);
  for (const { name, of } of entries.filter((entry) => SHARED.test(entry.name))) freeShared(draft, name, of);
  const [thing, ...more] = things;
  if (thing === undefined || more.length > 0) return;
  for (const { name, of } of deeds) {
    const table = draft.tables.get(name);
    // Who rode on which tour says nothing of what it was on.
    if (table !== undefined && pairs.some(({ one, other }) => one === name || other === name) && !of.includes(thing.name))
      unpoint(table, `${singularName(thing.name)}_id`);
    const isTold = GATHERED.test(name) || sortOf(name) === 'follow-up' || /orders$/.test(name) || isLinked(draft, name);
    const reached = [...(table?.references.values() ?? [])].some((to) => to === thing.name || deeds.some((deed) => deed.name === to));
    if (!isTold && !reached) draft.point(name, thing.name);
  }
}

/** Classes and courses are of no single one of those who take them. */
function freeShared(draft: Draft, name: string, said: readonly string[]): void {
  const table = draft.tables.get(name);
  for (const [column, to] of [...(table?.references ?? [])])
    if (table !== undefined && isPerson(to) && !isStaff(to) && !said.includes(to)) unpoint(table, column);
}
const SHARED = /(?:^|_)(?:classes|courses|workshops|groups)$/;

/** "churches, organs, tunings": what is done to a thing is of the thing, and the thing of where it stands. */
function standAt(draft: Draft, deed: string, things: Inventory['entries']): void {
  const table = draft.tables.get(deed);
  const of = things.filter(({ name }) => table !== undefined && [...table.references.values()].includes(name));
  const [place, thing, ...more] = of;
  if (table === undefined || place === undefined || thing === undefined || more.length > 0) return;
  if (!['place', 'group'].includes(kindOf(place.name)) || kindOf(thing.name) === kindOf(place.name)) return;
  unpoint(table, `${singularName(place.name)}_id`);
  draft.point(thing.name, place.name);
}

/** What is done to a thing that stays where it is. */
const DONE_TO =
  /(?:^|_)(?:repairs|services|inspections|tunings|treatments|checks|tests|readings|measurements|maintenances|prunings|cleanings)$/;

/** Whether rows between others tell of it. */
const isLinked = (draft: Draft, name: string): boolean =>
  [...draft.tables.values()].some(({ links, references }) => links !== undefined && [...references.values()].includes(name));

/** Who went out in which boat is told by the row of the two, each time, and not by the outing. */
function freeOccasions(draft: Draft, pairs: readonly Pair[]): void {
  for (const { one, other } of pairs)
    for (const { links, references } of [...draft.tables.values()]) {
      const to = [...references.values()];
      if (links === undefined || !to.includes(one) || !to.includes(other)) continue;
      for (const name of to) {
        const occasion = draft.tables.get(name);
        if (occasion === undefined || !isDeed(name)) continue;
        for (const [column, side] of [...occasion.references]) if (side === one || side === other) unpoint(occasion, column);
      }
    }
}

/** What many come to. */
const GATHERED = /(?:^|_)(?:meetings|events|concerts|gigs|rehearsals|shows|parties|festivals|exhibitions|weddings|camps|fairs|markets)$/;
/** What goes on for longer than one occasion. */
const LASTS = /^(?:own|rent|have|keep|hold|borrow|lease|belong)$/;

/** A row each time that two went together: a loan of a canoe, or which oils are in which soap. `occasion` is when they did. */
function join(draft: Draft, { one, other, verb, particle, facts, isDirect }: Pair, occasion: string | undefined): void {
  const isHanded = verb !== 'have' || !(isPerson(other) || isDeed(other) || ['place', 'group', 'person'].includes(kindOf(other)));
  const noun = isPerson(one) && verb !== '' && isHanded ? nounOfDeed(verb, particle) : null;
  const links = `${one} and ${other}`.replaceAll('_', ' ');
  const listed = noun === null ? undefined : draft.tables.get(noun);
  const made = (name: string) => draft.add({ name, columns: new Map(), references: new Map(), each: [], links });
  const known = listed ?? (noun === null || EMPTY.test(noun) ? undefined : made(noun));
  const [fact = ''] = facts;
  const isCount = verb === '' && facts.length === 1 && typeOfName(fact) !== 'text' && fact !== 'date' && fact !== 'quantity';
  const table: NewTable =
    known ??
    made(
      isCount
        ? pluralName(fact)
        : occasion === undefined || isDirect
          ? `${singularName(one)}_${other}`
          : `${singularName(occasion)}_${one}`,
    );
  for (const side of [one, other]) draft.point(table.name, side, { silent: true });
  if (known === undefined && occasion !== undefined) draft.point(table.name, occasion, { silent: true });
  const days =
    known === undefined || !LOANS.test(table.name) ? facts : ['loaned on', 'returned on', ...facts.filter((each) => !/date$/.test(each))];
  for (const each of days) if (!table.columns.has(each.replaceAll(' ', '_'))) draft.column(table, each);
  const [name, left, right] = [table.name, one, other].map((words) => words.replaceAll('_', ' '));
  draft.assumptions.push(`${name} tell which of the ${left} went with which of the ${right}`);
}

/** Names that would tell nothing of what was done. */
const EMPTY = /^(?:visits|intakes|uses|deliveries|donations)$/;
const LOANS = /(?:^|_)(?:loans|lendings|borrowings)$/;
