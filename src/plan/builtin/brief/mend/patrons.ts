import type { Draft } from '../draft.ts';
import { isPerson, isStaff } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';

/** "moving company: quotes, jobs, trucks": what a business offers or books is for a customer, also where the brief names none. */
export function givePatrons(draft: Draft, brief: string): void {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  const asked = tables.filter(({ name }) => ASKED.test(name));
  const isServed = tables.some(({ name }) => (isPerson(name) && !isStaff(name)) || ['group', 'animal'].includes(kindOf(name)));
  if (isServed) giveServed(draft);
  if (asked.length === 0 || isServed || tables.length < 2 || !BUSINESS.test(brief)) return;
  const customers = draft.part('customers');
  for (const { name } of asked) draft.point(name, customers.name, { silent: true });
  draft.assumptions.push(`${asked.map(({ name }) => name.replaceAll('_', ' ')).join(' and ')} are for customers`);
}

/** "clients, shoots with date and package": whom it was done for is told by each, where only one sort of people is served. */
function giveServed(draft: Draft): void {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  const people = tables.filter(({ name }) => isPerson(name));
  const [served, ...others] = people.filter(({ name }) => SERVED.test(name));
  if (served === undefined || others.length > 0 || people.length > 1) return;
  for (const { name, references } of tables) {
    if (!/(?:^|_)(?:quotes|estimates|appointments|bookings|reservations|jobs|shoots|orders|sessions)$/.test(name) || references.size === 0)
      continue;
    if ([name, ...references.values()].some((to) => [...(draft.tables.get(to)?.references.values() ?? [])].some(isPerson))) continue;
    if ([...draft.tables.values()].some((table) => [name, served.name].every((side) => [...table.references.values()].includes(side))))
      continue;
    draft.point(name, served.name, { silent: true });
    draft.assumptions.push(`${name.replaceAll('_', ' ')} are for ${served.name.replaceAll('_', ' ')}`);
  }
}

const SERVED = /(?:^|_)(?:customers|clients|patients|guests)$/;
const ASKED = /(?:^|_)(?:quotes|estimates|appointments|bookings|reservations|jobs)$/;
const BUSINESS = /\b(?:company|business|firm|shop|studio|salon|agency|garage|workshop|clinic|practice|service|we run|i run)\b/i;
