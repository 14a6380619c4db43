import { dictionary, type SenseReference } from '../../english/dictionary.ts';
import { isPlural, singularName, snakeCase } from '../../english/inflect.ts';
import { guessType } from '../column-type.ts';
import { isEntity } from '../entity.ts';
import { happens, lastWord, sortOf } from '../nouns.ts';
import { typeOfName } from '../type-of-name.ts';

/** What a noun is of, as far as that says what everybody keeps of it. */
export type Kind = (typeof KINDS)[number][0] | 'thing';

/** The kind of a noun's rows, by the last of its words: of its commonest sense that says one. */
export function kindOf(words: string): Kind {
  const name = snakeCase(words);
  const noun = singularName(lastWord(name));
  const known = kinds.get(name);
  if (known !== undefined) return known;
  const sort = sortOf(name);
  const kind =
    sort === 'person' || sort === 'staff' || PEOPLE.has(noun)
      ? 'person'
      : TICKETS.has(noun)
        ? 'ticket'
        : happens(name)
          ? 'event'
          : kindIn(noun);
  if (kinds.size > MAX_KNOWN) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

const kinds = new Map<string, Kind>();
const MAX_KNOWN = 2000;

/** The kind of a noun by its commonest sense alone. */
export const firstKindOf = (words: string): Kind => kindIn(singularName(lastWord(snakeCase(words))), 1);

function kindIn(noun: string, depth = SENSES): Kind {
  const senses = dictionary()?.entry(noun, 'noun')?.senses.slice(0, depth) ?? [];
  for (const sense of senses) {
    for (const word of upwards(sense)) {
      const found = KINDS.find(([, broader]) => broader.has(word));
      if (found !== undefined) return found[0];
    }
  }
  return 'thing';
}

/** The words above a sense, the nearest first. */
function upwards(sense: SenseReference): string[] {
  const words: string[] = [];
  let level: readonly SenseReference[] = [sense];
  for (let steps = 0; steps < LEVELS && level.length > 0; steps += 1) {
    const found = level.flatMap((reference) => dictionary()?.sense(reference) ?? []);
    words.push(...found.flatMap((one) => one.words));
    level = found.flatMap(({ links }) => links.flatMap(({ kind, to }) => (kind === 'broader' ? [to] : [])));
  }
  return words;
}

const SENSES = 2;
const LEVELS = 9;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Kinds by the words above a noun. Of two kinds the nearer counts. */
const KINDS = [
  ['person', set('person')],
  ['animal', set('animal')],
  ['plant', set('plant')],
  ['vehicle', set('vehicle craft')],
  ['money', set('payment fee cost financial_gain income fixed_charge outgo')],
  ['ticket', set('ticket certificate coupon')],
  ['contest', set('contest competition')],
  ['show', set('show performance social_event')],
  ['fault', set('misfortune damage failure mishap disorder malfunction')],
  ['work', set('publication creation written_communication musical_composition written_work')],
  ['event', set('event act')],
  ['measure', set('measure property quality magnitude color time_period condition symbol')],
  ['place', set('structure furniture shelter building area region way tract housing location establishment')],
  ['machine', set('machine device instrument equipment')],
  ['group', set('organization social_group')],
  ['goods', set('commodity merchandise food drink container')],
] as const;

const TICKETS = set('voucher coupon pass');
const PEOPLE = set('people personnel crew kid friend neighbour');

/** Whether words name what is known of a thing, as a price or a colour, rather than a thing. */
export function isKnownOf(words: string): boolean {
  const name = snakeCase(words);
  const one = singularName(name);
  if (ATTRIBUTES.test(one)) return true;
  if (isPlural(lastWord(name)) && (isEntity(name) || ['event', 'person', 'money'].includes(kindOf(name)))) return false;
  if (typeOfName(name) !== 'text' || guessType(one) !== 'text') return true;
  return !isPlural(lastWord(name)) && kindOf(name) === 'measure';
}

/** What is known of a thing, by the last word of its name. */
const ATTRIBUTES =
  /(?:^|_)(?:species|breed|colou?r|size|type|kind|status|location|place|notes?|name|title|number|description|brand|make|model|condition|level|grade|rank|dose|dosage|result|outcome|mood|weather|address|category|rating|method|price|cost|scale|gauge|medium|material|technique|allergy|diet|design|theme|topic|reason|summary|composer|author|artist|manufacturer|maker|publisher|language|blood_group|group_size|skill|height|width|length|distance|weight|temperature|humidity|expiry|wage|kilos?|hours?|minutes?|grams?|miles?|phone|email|quantity|opponent|score|position|slot|instructions?|ingredients_list|dimensions?)$/;
