import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { happens } from '../nouns.ts';
import { kindOf } from './kind.ts';
import { HANDED, OCCASIONS, Sketch } from './sketch.ts';

/**
 * Points what happens at what stands beside it, where nothing that was said leads from the one to the other: who leads it and what it is
 * done to by a key, who takes part in it by a table between. Each is an assumption of the reply.
 */
export function gather(draft: Draft): void {
  const sketch = new Sketch(draft);
  for (const table of [...draft.tables.values()]) {
    const together = reachedFrom(draft, table);
    const apart = [...draft.tables.values()].filter((other) => !together.has(other.name) && other.links === undefined);
    const isTold = table.references.size > 0 && !OCCASIONS.test(table.name) && !HANDED.test(table.name);
    if (!isEvent(table) || apart.length === 0 || isTold) continue;
    for (const other of apart) {
      if (reachedFrom(draft, table).has(other.name)) continue;
      if (isEvent(other)) continue;
      if (kindOf(other.name) === 'person' && OCCASIONS.test(table.name) && !LEADS.test(other.name) && !SINGLE.test(table.name))
        sketch.link(table, other);
      else if (SEVERAL.test(table.name) && kindOf(other.name) !== 'person') sketch.link(table, other);
      else draft.point(table.name, other.name);
    }
  }
  // What happens apart from all else happens to what was named first.
  const [first] = [...draft.tables.values()].filter(
    (table) => table.links === undefined && !isEvent(table) && kindOf(table.name) !== 'person',
  );
  const host = [...draft.tables.values()].find(({ name }) => OCCASIONS.test(name));
  for (const table of [...draft.tables.values()]) {
    const to = isEvent(table) ? first : host;
    if (to === undefined || to === table || table.links !== undefined || kindOf(table.name) === 'person') continue;
    if (!reachedFrom(draft, table).has(to.name) && ENTRIES.test(table.name) !== (to === first)) draft.point(table.name, to.name);
  }
}

const isEvent = ({ name, links }: NewTable): boolean =>
  links === undefined && (happens(name) || OCCASIONS.test(name) || ['event', 'contest', 'show', 'fault'].includes(kindOf(name)));

/** The tables that lead to one, or that it leads to. */
export function reachedFrom(draft: Draft, from: NewTable): ReadonlySet<string> {
  const met = new Set<string>();
  const visit = (name: string): void => {
    if (met.has(name)) return;
    met.add(name);
    for (const { name: other, references } of draft.tables.values()) {
      const targets = [...references.values()];
      if (other === name) for (const target of targets) visit(target);
      else if (targets.includes(name)) visit(other);
    }
  };
  visit(from.name);
  return met;
}

/** Who there is one of each time. */
const LEADS =
  /(?:^|_)(?:pilots|guides|instructors|teachers|drivers|leaders|captains|coaches|trainers|referees|organi[sz]ers|hosts|artists|doctors|vets|nurses|technicians|mechanics|photographers|stylists|therapists|carers|cleaners|couriers|skippers|chefs|cooks|employees|customers|clients)$/;
/** What is of one at a time. */
const SINGLE = /(?:^|_)(?:lessons|shoots|walks)$/;
/** Where several things come in. */
const SEVERAL = /(?:^|_)(?:nights|evenings|meetings|concerts|gigs|shows|tastings)$/;
/** Parts of an occasion. */
const ENTRIES = /_(?:items|points|entries)$|(?:^|_)decisions$/;
