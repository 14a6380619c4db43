import type { Query } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { rootOf } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import { doersOf, isDeedOf, isLinkVerb } from './deeds.ts';
import type { Form } from './form.ts';
import { entry, found, past, word } from './ground.ts';
import { named, namedAt } from './named.ts';
import { inRoleOf, roleOfVerb } from './role-nouns.ts';

/** "who teaches Algebra I", "who owns Rex": the one of people that a named thing belongs to. */
export const whoDid: Form = (ground, at) => {
  if (word(ground, at) !== 'who') return [];
  const verb = word(ground, past(ground, at + 1, new Set(['is', 'was', 'does', 'did'])));
  const start = past(ground, at + 1, new Set(['is', 'was', 'does', 'did'])) + 1;
  const from = ['after', 'for', 'with', 'to', 'of'].includes(word(ground, start)) ? start + 1 : start;
  // Who booked a play is in bookings, and not who wrote it.
  const deed = ground.lexicon.tables.some(({ words }) => words.at(-1) !== undefined && isDeedOf(verb, words.at(-1) ?? ''));
  if (!/^[a-z]{3,}$/.test(verb) || (deed && !peopleIn(ground.lexicon).some(({ words }) => isDeedOf(verb, words.at(-1) ?? '')))) return [];
  return namedAt(ground, from).flatMap(({ value, end, cost, notes }) => {
    const role = roleOfVerb(ground, verb, value.table);
    if (role !== null) return [found((): Query => inRoleOf(ground, value, role), end, cost, notes)];
    const parents = (ground.graph.edges.get(value.table) ?? []).filter(({ toOne, to }) => toOne && entry(ground, to).label.length > 0);
    const same = parents.filter(({ to }) => (entry(ground, to).words.at(-1) ?? '').slice(0, 3) === verb.slice(0, 3));
    const people =
      isLinkVerb(verb) && !CREATING.has(verb)
        ? parents.filter(({ to }) => peopleIn(ground.lexicon).some(({ table }) => table.name === to))
        : [];
    const [only, ...more] = same.length > 0 ? same : people;
    // "who coaches hill united", of a team that has its coach's name; "who made the vase", of a maker.
    const doers = doersOf(verb);
    const own = entry(ground, value.table).columns.filter(
      ({ column, words }) => column.type === 'text' && (words.at(-1) === rootOf(stem(verb)) || doers.has(words.at(-1) ?? '')),
    );
    const [column, ...columns] = own;
    if (column !== undefined && columns.length === 0)
      return [found((): Query => named(ground, value, value.table, [column.column.name]), end, cost + 0.05, notes)];
    if (only === undefined || more.length > 0) return [];
    const make = (): Query => ({ ...named(ground, value, only.to, entry(ground, only.to).label), distinct: true });
    return [found(make, end, cost + 0.05, notes)];
  });
};

/** Whoever gave or owns a thing has not made it. */
const CREATING = new Set(['make', 'makes', 'made', 'write', 'writes', 'wrote']);
