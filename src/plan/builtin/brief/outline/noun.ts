import { guessType } from '../../column-type.ts';
import { pluralName, snakeCase } from '../../inflect.ts';
import { isSome } from '../entity.ts';
import { isNameLike } from '../names.ts';
import { happens } from '../nouns.ts';
import { hasUsual } from '../usual.ts';
import { readAsked } from './asked.ts';
import type { Outline } from './outline.ts';

/** A thing, what happens to another ("takings per day", "invoices to clients"), or what is known of the last. */
export function nounOf(outline: Outline, item: string): boolean {
  const [, thing = '', of = ''] = OF.exec(item) ?? [];
  if (thing !== '' && MEASURES.test(thing) && outline.last !== null && outline.known(of) === null) {
    outline.know(outline.last, `${of} ${thing}`);
    return true;
  }
  if (thing !== '' && isSome(thing, true)) {
    if (HOLDERS.test(thing) && outline.known(of) === null) {
      outline.thing(thing);
      outline.context.push(of, pluralName(of));
      return true;
    }
    if (/^(?:day|week|month|year|night|session|season)s?$/i.test(of)) {
      const table = outline.thing(thing);
      outline.draft.column(table, 'date', { silent: true });
      return true;
    }
    const parent = outline.known(of);
    if (parent === null) return false;
    const before = outline.last;
    const table = outline.thing(thing);
    if (table !== parent) outline.of(table, parent);
    else outline.last = before;
    return true;
  }
  const [, noun = '', clause = ''] = RELATIVE.exec(item) ?? [];
  if (noun !== '' && (isSome(noun) || hasUsual(pluralName(snakeCase(noun)))) && readAsked(item) === null) {
    const before = outline.last;
    const table = outline.thing(noun);
    if (/\b(?:for|from|to|of) them\b/i.test(clause) && before !== null) outline.of(table, before);
    return true;
  }
  const [, used = ''] = USED.exec(item) ?? [];
  if (used !== '' && isSome(used)) {
    const event = outline.happening();
    const thing = outline.thing(used);
    if (event !== null && event !== thing) outline.link(event, thing);
    outline.last = event ?? thing;
    return true;
  }
  if (
    /^(?:the )?(?:rent|fees?|dues|subs|money|subscriptions?|deposits?)(?: (?:paid|owed|due))(?: (?:each|every|per) [a-z]+)?$/i.test(item)
  ) {
    outline.payments(outline.people());
    return true;
  }
  if (/^(?:last|next) [a-z]+$/i.test(item) && outline.last !== null) {
    outline.know(outline.last, `${item} date`);
    return true;
  }
  if (!isNameLike(item)) return false;
  if (isSome(item, true) && !(isMeasure(item) && outline.last !== null)) {
    outline.thing(item.replace(/^their /i, ''));
    return true;
  }
  const name = snakeCase(item);
  if (happens(name) && !isMeasure(item)) {
    outline.event(pluralName(name));
    return true;
  }
  if (outline.last === null || (guessType(name) === 'text' && !KNOWN_OF.test(name))) return false;
  outline.draft.column(outline.last, item);
  return true;
}

/** Whether a plural or a mass is a measure of the last thing: "kilos", "price". */
export const isMeasure = (words: string): boolean => guessType(snakeCase(words)) !== 'text' || MEASURES.test(words);

const MEASURES =
  /(?:^| )(?:kilos|hours|minutes|grams|minutes|hours|miles|temperatures?|humidity|weight|height|notes|amounts?|costs?|prices?|phone numbers?|addresse?s?)$/i;
/** What is known of a thing, by the last word of its name. */
export const KNOWN_OF =
  /(?:^|_)(?:species|breed|colou?r|size|type|kind|status|location|place|notes?|name|title|number|description|flour|brand|make|model|condition|level|grade|rank|dose|dosage|result|mood|weather|address|category|rating|method|price|cost)$/;
export const OF =
  /^([a-z][\w-]*(?: [a-z][\w-]*)?) (?:per|of|for|from|to|against|by|at|in|on|after) (?:each |every |the |an? |my |our |their |its )?([a-z]+)$/i;
const RELATIVE =
  /^([a-z][\w-]*(?: [a-z][\w-]*)?) (?:(?:where|that|which|who) )?(?:(?:i|we|they|people) |to )((?:have |had |will |need to )?[a-z]+(?: [a-z]+){0,3})$/i;
const USED =
  /^(?:the )?([a-z][\w-]*(?: (?!get|are|were|is)[a-z][\w-]*)?) (?:(?:get|are|were|is) )?(?:used|needed|given|taken|treated|sold|shown|played|sung|done|worked on|fitted)$/i;
const HOLDERS = /^(?:rolls|bags|boxes|bottles|jars|packets|tins|bales|sacks|crates|pieces|sheets|bunches|loads|sets)$/i;
