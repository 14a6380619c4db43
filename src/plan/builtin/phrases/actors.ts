import { rootOf } from '../linking/lexicon.ts';
import { dateOf } from './columns.ts';
import { isLinkVerb } from './deeds.ts';
import { entry, found, type Ground, past, type Read, word } from './ground.ts';
import { roleOfVerb } from './role-nouns.ts';
import { reportsTo, superiorOf } from './roles.ts';
import type { Stored } from './stored.ts';
import type { Filter } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';
import { tellsOf } from './when.ts';

/** "dr lewis write", "ines guided", and where no auxiliary came before "jon has done": rows of what somebody did whom a name tells. */
export function actedAt(ground: Ground, at: number, table: string, bare = false): Read<Filter>[] {
  return valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const start = bare ? past(ground, end, AUXILIARIES) : end;
    const verb = word(ground, start);
    if (bare && !PAST.test(verb)) return [];
    const supervises = SUPERVISING.has(verb);
    if (!isLinkVerb(verb) && !supervises && !spokenOf(ground, verb, table) && !isDoneBy(ground, verb, table, value)) return [];
    const own = valueFilter(ground, table, value, false, 'any');
    const superior = supervises ? superiorOf(ground, table) : null;
    const filter = superior !== null && own?.kind === 'test' && own.table === table ? reportsTo(table, superior, own.test) : own;
    // Who did it is no such thing itself.
    if (filter === null || (filter === own && filter.kind === 'test' && filter.table === table)) return [];
    const particles = past(ground, start + 1, new Set(['after', 'up', 'out']));
    return [...new Set([particles, start + 1])].map((to) => found(filter, to, cost, notes));
  });
}

const AUXILIARIES = new Set(['has', 'have', 'had']);
const PAST = /(?:ed|ne|en|wn|[au]ng|id|ot|ld|nt|ht|de|ave|ook|an|on|ade|rote|un)$/;
const SUPERVISING = new Set(['supervise', 'manage', 'lead', 'oversee']);

/** "prescribe" of prescriptions. */
export const spokenOf = (ground: Ground, verb: string, table: string): boolean => {
  const noun = entry(ground, table).words.at(-1) ?? '';
  return verb.length > 4 && noun.slice(0, 5) === verb.slice(0, 5);
};

/** "brewed" of what has a day of that or a brewer, "guide" of what somebody did who is a guide. */
function isDoneBy(ground: Ground, verb: string, table: string, { places }: Stored): boolean {
  const told = dateOf(ground, table, [verb, `${verb}ed`, `${verb}d`]);
  if (told !== null && !told.assumed && tellsOf(ground, table, verb, told.column.name)) return true;
  if (roleOfVerb(ground, verb, table) !== null) return true;
  return places.some((place) => rootOf(entry(ground, place.table).words.at(-1) ?? '') === rootOf(verb));
}
