import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { happens, isPerson } from '../nouns.ts';
import { serversOf } from '../wholes.ts';
import { kindOf } from './kind.ts';
import { deedsOf, lemmaOf } from './verb.ts';

/**
 * What everybody keeps of an undertaking that a brief says no more of: "tennis court reservations" are of courts and customers, "poker
 * nights" have people who come. The words of a brief; undefined where the name does not tell.
 */
export function partsOfUndertaking(words: string): string | undefined {
  const said = words
    .toLowerCase()
    .replace(/^(?:my|our|the|an?) /, '')
    .replace(/ (?:in|at|on|for|of) (?:my|our|the|an?) .*$/, '')
    .trim();
  if (!/^[a-z]+(?: [a-z]+){0,3}$/.test(said)) return undefined;
  const parts = said.split(' ');
  const head = parts.at(-1) ?? '';
  const noun = parts.at(-2) ?? '';
  const plain = singularName(head);
  if (noun === '') return undefined;
  if (BOOKED.has(plain)) {
    const school = SCHOOLS.test(noun) || isTaught(noun);
    if (school) return `instructors, students, lessons (starts at, instructor, price), bookings (date, status, lesson, student)`;
    if (serversOf(parts.slice(0, -1).join(' ')) !== undefined) return undefined;
    if (kindOf(noun) === 'place' && !ESTABLISHMENTS.test(noun))
      return `${plural(noun)} (name, capacity, price), customers, ${pluralName(plain)} (date, start time, end time, group size, status, ${singularName(noun)}, customer)`;
    return `customers, ${pluralName(plain)} (date, start time, end time, price, status, customer)`;
  }
  if (/^(?:tour|workshop|excursion|cruise)$/.test(plain) && isPlural(head))
    return `${head} (name, starts at, price), customers, bookings (date, number of people, status, ${plain}, customer)`;
  const results = partsOfResults(parts);
  if (results !== undefined) return results;
  if (/^(?:jobs|rounds)$/.test(head) && isWorker(noun))
    return `customers (name, address, phone), ${head} (date, description, price, status, customer)`;
  if (LENT.has(plain)) {
    if (kindOf(noun) === 'place') return 'customers, rentals (start time, end time, price, customer)';
    const thing = parts.includes('and') ? 'item' : noun;
    return `${plural(thing)} (name, type, price), customers, ${plain === 'hire' ? 'hires' : 'rentals'} (start time, end time, price, ${singularName(thing)}, customer)`;
  }
  if (COLLECTIONS.has(plain)) {
    const what = kindOf(noun);
    if (['event', 'person', 'measure', 'show', 'work'].includes(what)) return undefined;
    return `${plural(noun)} (name, brand, country, year, condition, price, acquired on)`;
  }
  if (/^(?:night|evening|party|meetup|afternoon)$/.test(plain) && isPlural(head))
    return `${head} (date, location, notes), people, attendances (status, ${plain}, person)`;
  if (/^(?:ladder|league|tournament|championship)$/.test(plain)) return 'players (name, rank, phone), matches (date, score, winner)';
  if (/^(?:club|society|group|circle)$/.test(plain) && /ing$/.test(noun)) {
    const verb = lemmaOf(noun);
    if (verb === null) return undefined;
    const deeds = deedsOf(verb);
    return `members, ${deeds} (name, date, location), attendances (status, ${singularName(deeds)}, member)`;
  }
  return undefined;
}

/** "rowing club results", "pub quiz league table": who takes part, what in, and how each did. */
function partsOfResults(parts: readonly string[]): string | undefined {
  const said = parts.join(' ');
  const [, of = ''] = /^(.+) (?:results|scores|times|standings|rankings|league table)$/.exec(said) ?? [];
  if (of === '' || !/\b(?:club|league|team|society|association)\b/.test(said)) return undefined;
  if (TIMED.test(of)) {
    const who = /\brun/.test(of) ? 'runners' : 'members';
    return `${who} (name, birth date), races (name, date, location, distance), results (time, position, race, ${singularName(who)})`;
  }
  const who = /\b(?:team|league)\b/.test(said) ? 'teams' : 'members';
  return `${who} (name), events (name, date, location), results (score, position, event, ${singularName(who)})`;
}

/** What is done against the clock. */
const TIMED =
  /^(?:[a-z]+ )?(?:run|running|jogging|athletics|track|marathon|triathlon|orienteering|swim|swimming|cycling|bike|cross country|rowing|ski|skiing|skating|speed skating|kart|karting|sled|racing)\b/;

/** Who comes to others to work for them. */
const isWorker = (noun: string): boolean =>
  ['worker', 'skilled worker', 'craftsman', 'professional'].some((word) => broaderOf(noun).has(word));

const plural = (word: string): string => pluralName(singularName(snakeCase(word))).replaceAll('_', ' ');

const isTaught = (noun: string): boolean =>
  ['lesson', 'class', 'course'].includes(singularName(noun)) && !isPerson(noun) && !happens(`${noun}_`);

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const BOOKED = set('booking reservation');
const LENT = set('hire rental');
const COLLECTIONS = set('collection');
const SCHOOLS = /^(?:school|academy)$/;
const ESTABLISHMENTS = /^(?:hotel|hostel|restaurant|cinema|theatre|theater|salon|school|studio|clinic|camp|campsite|inn)s?$/;
