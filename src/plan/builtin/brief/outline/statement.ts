import { pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { isSome } from '../entity.ts';
import { splitList } from '../list.ts';
import { isNameLike } from '../names.ts';
import type { NewTable } from '../new-table.ts';
import { gathers, happens } from '../nouns.ts';
import { readClause, type Statement } from './clause.ts';
import { isKnownOf, kindOf } from './kind.ts';
import { readPart } from './noun.ts';
import { COUNTED, OCCASIONS, type Sketch } from './sketch.ts';
import { deedsOf, FINAL, nounOfDeed, participleOf } from './verb.ts';

/** Keeps what a clause says. False where it has no place. */
export function readStatement(sketch: Sketch, said: string): boolean {
  const statement = readClause(said);
  if (statement === null) return false;
  const { subject, verb, particle, passive, object, places } = statement;
  sketch.context.push(verb);
  const mine = /^(?:i|we)$/i.test(subject);
  const anybody = /^(?:they|anyone|people|everyone|everybody)$/i.test(subject);
  const before = sketch.last;
  const who = mine ? null : anybody ? sketch.people(true) : subjectOf(sketch, subject);
  if (!mine && who === null) return false;
  // "which customer has which marquee", where what is hired out is known: it says of each hire who and what.
  const handed = sketch.handing();
  if (TAKES.has(verb) && who !== null && handed !== null && kindOf(who.name) !== 'event') {
    const objects = thingsOf(sketch, object);
    if (objects === null) return false;
    for (const one of [who, ...objects]) if (one !== handed) sketch.of(handed, one);
    sketch.last = handed;
    return placesOf(sketch, handed, places);
  }
  if (verb === 'be' && who !== null) return isSaid(sketch, who, object);
  if (passive && who !== null) return isDone(sketch, who, statement);
  if (verb === 'pay' && who !== null && FEES.test(object)) {
    sketch.payments(who);
    sketch.context.push(object);
    return true;
  }
  if (/^(?:pay|cost|charge|bill)$/.test(verb) && object !== '' && !happens(object)) {
    sketch.know(sketch.happening() ?? who ?? sketch.people(true) ?? sketch.thing('payments'), 'price');
    sketch.context.push(object, ...places.map(({ words }) => words));
    return true;
  }
  const [span] = places;
  if (who !== null && object === '' && span?.preposition === 'for' && PERIOD.test(span.words)) {
    for (const column of ['start date', 'end date']) sketch.know(who, column);
    return true;
  }
  if (MEASURES.has(verb) && who !== null && object !== '' && splitList(object).every((item) => isKnownOf(item.replace(COUNTED, '')))) {
    const readings = sketch.event('readings');
    sketch.know(readings, 'measured at');
    for (const item of splitList(object)) sketch.know(readings, item.replace(COUNTED, ''));
    sketch.of(readings, who);
    return true;
  }
  if (HAS.has(verb) && who !== null) {
    if (places.length > 0) return false;
    for (const item of splitList(object)) readPart(sketch, who, item);
    sketch.last = who;
    return true;
  }
  if (verb === 'belong' && who !== null) {
    const [to] = places;
    const owner = to === undefined ? null : thingOf(sketch, to.words);
    if (owner === null) return false;
    sketch.of(who, owner);
    return placesOf(sketch, who, places.slice(1));
  }
  const bare = object.replace(/^(?:us|me|them|it) (?=\S)/, '');
  const items = splitList(bare);
  const told = items.filter(
    (one) =>
      !/^(?:it|them|one|some)$/i.test(one) && sketch.known(one) === null && (NUMBER_OF.test(one) || isKnownOf(one.replace(COUNTED, ''))),
  );
  if (told.length > 0 && told.length === items.length) {
    const deeds = nounOfDeed(verb, particle);
    if (who === null || deeds === null) return false;
    const deed = sketch.event(deeds);
    sketch.of(deed, who);
    for (const one of told) sketch.know(deed, columnOf(one));
    sketch.last = deed;
    return placesOf(sketch, deed, places);
  }
  const objects = /^(?:it|them|one|some|)$/i.test(bare) ? (before === null || bare === '' ? [] : [before]) : thingsOf(sketch, bare);
  if (objects === null) return false;
  const [made] = objects;
  // "they place orders", "they report faults": what comes about by it is theirs.
  if (
    made !== undefined &&
    (happens(made.name) || OCCASIONS.test(made.name) || kindOf(made.name) === 'event' || MAKES.has(verb)) &&
    !KEEPS.has(verb)
  ) {
    for (const one of objects) if (who !== null) sketch.of(one, who);
    sketch.last = made;
    return placesOf(sketch, made, places);
  }
  if (who !== null && kindOf(who.name) !== 'person' && kindOf(who.name) !== 'group') {
    const [into] = places;
    if (objects.length === 0) {
      const other = into === undefined || places.length > 1 ? null : thingOf(sketch, into.words);
      if (other === null) return false;
      sketch.link(who, other);
      sketch.last = who;
      return true;
    }
    for (const one of objects)
      if (gathers(who.name) || happens(who.name) || USES.has(verb)) sketch.link(who, one);
      else sketch.of(one, who);
    sketch.last = who;
    return placesOf(sketch, who, places);
  }
  if (made === undefined && who !== null && (FINAL.has(verb) || verb === 'arrive')) {
    sketch.know(who, `${participleOf(verb)} on`);
    for (const { words } of places) sketch.context.push(words);
    sketch.last = who;
    return true;
  }
  if (verb === 'pay' && who !== null) {
    sketch.payments(who);
    return places.length === 0;
  }
  // "residents apply for a permit", "guests come to tastings".
  if (made === undefined) {
    const [at, ...others] = places;
    const noun = at === undefined ? null : thingOf(sketch, at.words);
    if (noun === null || who === null) return false;
    const deeds = nounOfDeed(verb, particle);
    if (deeds !== null && deeds !== noun.name && !/^(?:apply|ask)$/.test(verb)) {
      const deed = sketch.event(deeds);
      for (const one of [who, noun]) sketch.of(deed, one);
      sketch.know(deed, 'date');
      sketch.last = deed;
      return placesOf(sketch, deed, others);
    }
    if (happens(noun.name) || kindOf(noun.name) === 'event') {
      sketch.of(noun, who);
      sketch.last = noun;
      return placesOf(sketch, noun, others);
    }
    sketch.link(who, noun);
    return placesOf(sketch, who, others);
  }
  if (LEADS.has(verb) && who !== null) {
    for (const one of objects) sketch.link(who, one);
    return placesOf(sketch, made, places);
  }
  const deed = sketch.event(deedsOf(verb, particle));
  if (who !== null) sketch.of(deed, who);
  for (const one of objects) if (one !== deed) sketch.of(deed, one);
  sketch.know(deed, 'date');
  sketch.last = deed;
  return placesOf(sketch, deed, places);
}

/** "gets cancelled", "is reported by the caretaker". */
function isDone(sketch: Sketch, table: NewTable, { verb, said, particle, object, places }: Statement): boolean {
  const [by] = places;
  if (/^(?:pay|bill|charge)$/.test(verb)) {
    sketch.know(sketch.happening() ?? table, 'price');
    sketch.context.push(object, ...places.map(({ words }) => words));
    return true;
  }
  const often = OFTEN.test(object);
  if (object !== '' && !often && object !== 'a lot') return false;
  sketch.last = table;
  if (often && by === undefined) {
    const deed = sketch.event(deedsOf(verb, particle));
    sketch.know(deed, 'date');
    sketch.of(deed, table);
    sketch.context.push(object);
    sketch.last = table;
    return true;
  }
  if (by === undefined || by.preposition !== 'by') {
    const period = by !== undefined && !/because/.test(by.preposition);
    if (period) return false;
    sketch.know(table, `${said}${particle === '' ? '' : ` ${particle}`} (boolean)`);
    for (const { words } of places) sketch.context.push(words);
    return true;
  }
  const words = by.words.replace(COUNTED, '');
  const people = sketch.known(words) ?? (isSome(words) ? sketch.thing(words) : null);
  sketch.last = table;
  if (people !== null && /^(?:one or more|several|two|many)\b/.test(by.words)) sketch.link(table, people);
  else if (people !== null) sketch.of(table, people);
  else if (kindOf(words) === 'person') sketch.know(table, `${participleOf(verb)} by`);
  else return false;
  if (people === null) sketch.context.push(words);
  return placesOf(sketch, table, places.slice(1));
}

/** "the hall is small": what it is like. */
function isSaid(sketch: Sketch, table: NewTable, object: string): boolean {
  sketch.last = table;
  if (!/^(?:an?|the|in|of|[a-z]+s)\b/.test(object) && isNameLike(object)) {
    sketch.know(table, `${object} (boolean)`);
    return true;
  }
  return false;
}

/** Where, when and for whom it is. */
function placesOf(sketch: Sketch, table: NewTable, places: Statement['places']): boolean {
  for (const { preposition, words } of places) {
    const noun = words.replace(COUNTED, '');
    if (PERIOD.test(words) && table === sketch.handing()) {
      for (const column of ['start date', 'end date']) sketch.know(table, column);
      continue;
    }
    if (/^\d/.test(words)) continue;
    if (/\b(?:date|day|weekday)s?$/i.test(noun)) {
      sketch.know(table, 'date');
      const of = sketch.known(noun.replace(/ ?(?:date|day)s?$/i, ''));
      if (of !== null && of !== table) sketch.of(table, of);
    } else if (/^(?:the|an?|each|every|some) (?:hours?|day|week|month|year|term)$/i.test(words) || preposition === 'because of')
      sketch.context.push(noun);
    else if (isKnownOf(noun)) sketch.know(table, noun);
    else {
      const isOne = /^(?:an?|the|one|each|every|which|our|their|my) /i.test(words);
      const other = isOne || isSome(noun) || sketch.known(noun) !== null ? thingOf(sketch, words) : null;
      if (other === null && !isOne) {
        sketch.context.push(noun);
        continue;
      }
      if (other === null) return false;
      if (/^(?:one or more|several|two|many)\b/i.test(words)) sketch.link(table, other);
      else if (other !== table) sketch.of(table, other);
    }
    sketch.last = table;
  }
  return true;
}

function subjectOf(sketch: Sketch, words: string): NewTable | null {
  const known = sketch.known(words);
  if (known !== null) {
    sketch.last = known;
    return known;
  }
  const bare = words.replace(COUNTED, '');
  if (!isSome(bare) && !/^(?:each|every|an?) /i.test(words)) return null;
  return isKnownOf(bare) ? null : sketch.thing(plural(bare));
}

/** The thing of a noun phrase, known or new; null where the words name none. */
function thingOf(sketch: Sketch, words: string): NewTable | null {
  const bare = sketch.bare(words.replace(/^one or more /, '').replace(COUNTED, ''));
  const known = sketch.known(bare);
  if (known !== null) return known;
  if (!isNameLike(bare) || isKnownOf(bare) || (/^(?:my|our|the) /i.test(words) && !isSome(bare))) return null;
  return sketch.thing(plural(bare));
}

function thingsOf(sketch: Sketch, object: string): NewTable[] | null {
  const [, head = object, list = ''] = /^([^()]+) \(([^()]+)\)$/.exec(object) ?? [];
  const found: NewTable[] = [];
  for (const item of splitList(head)) {
    const table = thingOf(sketch, item);
    if (table === null) return null;
    if (list !== '') sketch.know(table, `type (${list})`);
    found.push(table);
  }
  return found;
}

/** "a number of places" is a number of places, "a slot" when it starts. */
const columnOf = (words: string): string =>
  words
    .replace(/^(?:an? |the )?(?=number of )/i, '')
    .replace(COUNTED, '')
    .replace(/^(?:time )?slot$/, 'starts at');

const NUMBER_OF = /^(?:an? |the )?number of [a-z]+(?: [a-z]+)?$/i;

const plural = (words: string): string => pluralName(singularName(snakeCase(words))).replaceAll('_', ' ');

const HAS: ReadonlySet<string> = new Set(['have', 'own', 'keep', 'get', 'speak', 'enter']);
const KEEPS: ReadonlySet<string> = new Set(['book', 'hire', 'rent', 'borrow', 'reserve']);
const LEADS: ReadonlySet<string> = new Set('run lead teach drive manage coach host guide play look'.split(' '));
const USES: ReadonlySet<string> = new Set('use need contain include take cover involve require go'.split(' '));
/** Verbs whose object is what happens. */
const MAKES: ReadonlySet<string> = new Set(
  'do make place send write issue submit raise file schedule organise organize run hold give post sign record log bring report leave book'.split(
    ' ',
  ),
);
const TAKES: ReadonlySet<string> = new Set(['have', 'take', 'get', 'use', 'hold']);
const MEASURES: ReadonlySet<string> = new Set(['report', 'measure', 'record', 'read', 'log', 'send']);
const PERIOD = /^(?:(?:an?|one|two|three|\d+|several|some|a few) )?(?:hours?|nights?|days?|weeks?|months?|years?)$/;
const FEES = /^(?:an? |the |their )?(?:[a-z]+ )?(?:fees?|rent|dues|subs|subscriptions?|contributions?)\b/;
const OFTEN = /^(?:every|each|once an?|twice an?|regularly|often)\b/;
