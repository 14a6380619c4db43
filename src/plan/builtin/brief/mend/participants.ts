import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import { isDeed, isOfDay } from '../deed.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { happens, isPerson, lastWord, sortOf } from '../nouns.ts';
import { firstKindOf, kindOf } from '../outline/kind.ts';
import { isPast, lemmaOf } from '../outline/verb.ts';
import { usualColumns } from '../usual.ts';
import { replaceByKey } from './keys.ts';

/**
 * "donations with donor and amount", "shifts: driver, van, km": whoever and whatever takes part in what happens does so again and again, and
 * is kept once, with a key from each time.
 */
export function keepParticipants(draft: Draft, brief: string): void {
  if (/\b(?:varchar|string|tables?|columns?|fields?|serial|integer|spreadsheet)\b/i.test(brief)) return;
  for (const table of [...draft.tables.values()]) {
    if (table.links !== undefined || isListed(table, brief)) continue;
    const timed = isTimed(table.name);
    for (const { name, type, check } of [...table.columns.values()]) {
      // For whom something is made is kept once too.
      if (!timed && !(/^(?:customer|client)$/.test(name) && !isPerson(table.name))) continue;
      if (type !== 'text' || check !== undefined || table.references.has(name) || !takesPart(table, name)) continue;
      const many = pluralName(name);
      const known = draft.known(many) ?? draft.part(many.replaceAll('_', ' '));
      if (known === table) continue;
      if (known.columns.size === 0) {
        for (const item of usualColumns(known.name)) draft.column(known, item, { silent: true });
        draft.assumptions.push(`${many.replaceAll('_', ' ')} are kept once, with a key from ${table.name}`);
      }
      replaceByKey(draft, table, name, known.name);
    }
  }
}

/** What stands in brackets after its name is the whole of it. */
const isListed = ({ name }: NewTable, brief: string): boolean => new RegExp(`\\b${name.replaceAll('_', '[ _]')}\\s*\\(`, 'i').test(brief);

/** What happens once each time, and no course that lasts. */
const isTimed = (name: string): boolean =>
  isDeed(name) && (isOfDay(name) || happens(name)) && !/(?:^|_)(?:classes|courses|trainings)$/.test(name);

function takesPart(table: NewTable, noun: string): boolean {
  const last = lastWord(noun);
  if (isPlural(last) || noun.split('_').length > 2 || (isPast(last) && lemmaOf(last) !== null)) return false;
  if (/(?:^|_)sightings$/.test(table.name) && /^(?:species|birds?|animals?|plants?)$/.test(noun)) return true;
  if (NOBODY.has(last) || !/^[a-z]+(?:_[a-z]+)?$/.test(noun)) return false;
  const many = pluralName(singularName(noun));
  return noun === last && (isSurelyPerson(many) || RIDDEN.has(last)) && kindOf(many) !== 'measure';
}

/** A word for people in the first place: honey is rather something to eat. */
const isSurelyPerson = (many: string): boolean =>
  isPerson(many) && (['person', 'staff'].includes(sortOf(many)) || firstKindOf(many) === 'person');

/** Vehicles and animals by their commonest names. */
export const isRidden = (noun: string): boolean => RIDDEN.has(noun);
const RIDDEN: ReadonlySet<string> = new Set(
  'car van truck lorry bus taxi vehicle bike bicycle boat plane aircraft glider tractor horse dog cat pony'.split(' '),
);
/** Who is named with a thing and is kept nowhere else, and words for people that are no people here. */
const NOBODY: ReadonlySet<string> = new Set(
  'crew staff team user visitor author artist composer director contact owner person opponent winner loser sender recipient interviewer caller witness other self parent guardian organizer organiser host'.split(
    ' ',
  ),
);
