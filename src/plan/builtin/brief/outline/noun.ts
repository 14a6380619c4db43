import { dictionary } from '../../english/dictionary.ts';
import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { isSome } from '../entity.ts';
import { readListed, splitItems, WITH } from '../list.ts';
import { isNameLike } from '../names.ts';
import type { NewTable } from '../new-table.ts';
import { happens } from '../nouns.ts';
import { isKnownOf, kindOf } from './kind.ts';
import { COUNTED, type Sketch } from './sketch.ts';

/** Reads the words for a thing, for what happens to another, or for what is known of the last. False for any other words. */
export function readNoun(sketch: Sketch, item: string): boolean {
  const bracketed = /^([^()]+?) ?\(([^()]*)\)$/.exec(item);
  if (bracketed !== null) return readBracket(sketch, bracketed[1] ?? '', bracketed[2] ?? '');
  const [, noun = '', clause = ''] = RELATIVE.exec(item) ?? [];
  if (noun !== '' && isNameLike(noun.replace(COUNTED, ''))) {
    const of = sketch.last;
    const table = readNoun(sketch, noun) ? sketch.last : null;
    if (table === null) return false;
    if (/\b(?:for|from|to|of|on|with) (?:them|each|it)\b/i.test(clause) && of !== null && of !== table) sketch.of(table, of);
    return true;
  }
  const [, wanted = ''] = TO_DO.exec(item) ?? [];
  if (wanted !== '') {
    sketch.thing(pluralName(singularName(snakeCase(wanted))).replaceAll('_', ' '));
    return true;
  }
  const [, used = ''] = USED.exec(item) ?? [];
  if (used !== '' && isSome(used)) {
    const event = sketch.happening();
    const thing = sketch.thing(used);
    if (event !== null && event !== thing) sketch.link(event, thing);
    sketch.last = event ?? thing;
    return true;
  }
  const [, before = '', preposition = '', after = ''] = OF.exec(item) ?? [];
  if (before !== '') return readNounOf(sketch, before, preposition.toLowerCase(), after);
  if (!isNameLike(item.replace(COUNTED, ''))) return false;
  const last = sketch.log ?? sketch.last;
  if (/^(?:the )?(?:rent|fees?|dues|subs|money|subscriptions?|deposits?) (?:paid|owed|due)(?: (?:each|every|per) [a-z]+)?$/i.test(item)) {
    sketch.payments(sketch.people());
    return true;
  }
  const words = item.replace(COUNTED, '');
  if (sketch.log !== null && LOGGED.test(words)) {
    sketch.of(sketch.log, sketch.thing(words));
    return true;
  }
  if (last !== null && isKnownOf(words) && !happens(snakeCase(words))) {
    sketch.tell(last, words);
    return true;
  }
  if (isSome(words, true)) {
    const table = happens(snakeCase(words)) && !words.includes(' ') ? sketch.event(words) : sketch.thing(words);
    const owner = /^their /i.test(item) ? last : null;
    if (owner !== null && owner !== table) /(?:^|_)owners$|^parents$/.test(table.name) ? sketch.of(owner, table) : sketch.of(table, owner);
    return true;
  }
  const kind = kindOf(words);
  if (sketch.log !== null && ['vehicle', 'machine', 'animal', 'place', 'person'].includes(kind)) {
    sketch.of(sketch.log, sketch.thing(pluralName(singularName(snakeCase(words))).replaceAll('_', ' ')));
    return true;
  }
  if (kind === 'event' || kind === 'person') {
    const table = kind === 'event' ? sketch.event(words) : sketch.thing(pluralName(singularName(snakeCase(words))).replaceAll('_', ' '));
    if (kind === 'person' && last !== null && happens(last.name)) sketch.of(last, table);
    if (kind === 'person' && last !== null) sketch.last = last;
    return true;
  }
  if (last !== null) sketch.tell(last, words);
  else if (kind === 'group' || dictionary()?.entry(words, 'noun') === null) return false;
  else sketch.thing(pluralName(singularName(snakeCase(words))).replaceAll('_', ' '));
  return true;
}

/** "packages (pirate, princess)" has kinds, "rolls (brand, iso)" what is known of each. */
function readBracket(sketch: Sketch, words: string, inside: string): boolean {
  const items = splitItems(inside.replace(/^(?:e\.?g\.?|like|such as|for example) /i, '')).map(({ text }) => text);
  if (!isSome(words)) {
    if (sketch.last === null) return false;
    sketch.know(sketch.last, `${words.replace(COUNTED, '')} (${items.join(', ')})`);
    return true;
  }
  if (!readNoun(sketch, words) || sketch.last === null) return false;
  readList(sketch, sketch.last, items);
  return true;
}

/** A list of what is known of each, or of what it may be. */
export function readList(sketch: Sketch, table: NewTable, items: readonly string[]): void {
  if (items.some((item) => isKnownOf(item.replace(/ (?:when|where)$/, '')) || isPlural(item) || / when$/.test(item))) {
    for (const item of items)
      if (item === 'parents' && kindOf(table.name) === 'animal') for (const role of ['father', 'mother']) sketch.of(table, table, role);
      else sketch.tell(table, item.replace(/^(.+) when$/, '$1 on'));
  } else if (items.length > 1) sketch.know(table, `type (${items.join(', ')})`);
  else sketch.context.push(...items);
}

/** "takings per day", "invoices to clients", "price per kilo", "bookings with deposit" without their lists. */
function readNounOf(sketch: Sketch, before: string, preposition: string, after: string): boolean {
  const of = after.replace(COUNTED, '');
  const { last } = sketch;
  const period = PERIOD.test(of);
  const head = before.replace(COUNTED, '');
  if (!isNameLike(head)) return false;
  if (period && (preposition === 'per' || /^(?:each|every|a) /i.test(after) || preposition === 'on')) {
    if (isKnownOf(head) && last !== null && !isSome(head)) sketch.tell(last, head);
    else if (!readNoun(sketch, head)) return false;
    if (sketch.last !== null) sketch.know(sketch.last, 'date');
    return true;
  }
  const parent = sketch.known(of);
  if (parent === null && isKnownOf(head) && !isSome(of) && (kindOf(of) === 'event' || kindOf(of) === 'show')) {
    sketch.know(sketch.event(of), head);
    return true;
  }
  if (isKnownOf(head) || (head.endsWith('number') && isSome(of))) {
    const table = parent ?? last;
    if (table === null) return false;
    const unit = /^(?:hours|minutes|kilos|days)$/.test(head) && parent === null;
    if (unit) {
      sketch.know(table, `${of} ${head}`);
      return true;
    }
    const said = /^(?:an? |the )?number of /i.test(`${before} ${preposition} `)
      ? `number of ${of}`
      : parent !== null
        ? head
        : `${head} ${preposition} ${of}`;
    sketch.know(table, said.replace(/ (?:of|for|in|at|on|to|from) (?:the|our|my|their) .*/, ''));
    return true;
  }
  const mine = /^(?:my|our|the|an?) /i.test(after) && !isSome(of);
  if (HOLDERS.test(head) && parent === null) {
    sketch.thing(head);
    sketch.context.push(of, pluralName(of));
    return true;
  }
  if (parent === null && (mine || ['of', 'from', 'by', 'at', 'in'].includes(preposition)) && !isSome(of)) {
    sketch.context.push(of);
    return readNoun(sketch, before);
  }
  if (!isNameLike(of) || (parent === null && (!isSome(of) || preposition === 'for' || preposition === 'per'))) return false;
  if (!readNoun(sketch, before)) return false;
  const table = sketch.last;
  if (table === null) return false;
  const other = parent ?? sketch.thing(of);
  if (other !== table) sketch.of(table, other);
  sketch.last = table;
  return true;
}

/** "appointments with deposit": the thing, and what is known of each. Gives the table that the list may go on of. */
export function readWith(sketch: Sketch, item: string): NewTable | null {
  const listed = WITH.test(item) ? readListed(item) : null;
  const [, whole = ''] = /^the ([a-z]+)$/i.exec(listed?.head ?? '') ?? [];
  if (
    listed !== null &&
    whole !== '' &&
    sketch.context.some((said) => said.includes(whole)) &&
    listed.items.every(({ text }) => isSome(text))
  ) {
    for (const { text } of listed.items) readNoun(sketch, text);
    return sketch.last;
  }
  const each = listed === null ? null : /^(?:each|every|an?|the) /i.test(item) ? sketch.known(listed.head) : null;
  if (each !== null) sketch.last = each;
  else if (listed === null || !readNoun(sketch, listed.head)) return null;
  if (listed === null || sketch.last === null) return null;
  const table = sketch.last;
  for (const { text } of listed.items) {
    sketch.last = table;
    if (/^(?:their )?parents$/i.test(text) && kindOf(table.name) === 'animal')
      for (const role of ['father', 'mother']) sketch.of(table, table, role);
    else readPart(sketch, table, text);
  }
  sketch.last = table;
  return table;
}

/** One of a list of what a thing has: things of its own, or what is known of it. */
export function readPart(sketch: Sketch, table: NewTable, text: string): void {
  const [, what = '', from = ''] = COUNTED_FROM.exec(text) ?? [];
  if (what !== '') {
    sketch.tell(table, what);
    sketch.of(table, sketch.thing(from));
    sketch.last = table;
    return;
  }
  const words = text.replace(/^their /i, '').replace(COUNTED, '');
  const known = sketch.known(words);
  if (known !== null && known !== table && isSome(words) && kindOf(table.name) === 'person') {
    sketch.of(known, table);
    return;
  }
  if (!isSome(words) && known === null && kindOf(words) === 'person' && !isKnownOf(words) && isNameLike(words)) {
    sketch.of(table, sketch.thing(pluralName(snakeCase(words)).replaceAll('_', ' ')));
    sketch.last = table;
    return;
  }
  if (!isSome(words) || isKnownOf(words) || known !== null) {
    if (/\b(?:it|them|they|we|i|he|she)\b/i.test(words)) throw sketch.lost(text);
    sketch.tell(table, words);
    return;
  }
  const part = sketch.thing(words);
  if (kindOf(part.name) === 'person' && (happens(table.name) || kindOf(table.name) === 'event')) sketch.link(table, part);
  else sketch.of(part, table);
  sketch.last = table;
}

/** "the games we own", "the relative who is our contact": what it says of them is no more to keep. */
const RELATIVE =
  /^(.+?) (?:(?:that |which |where |who )?(?:i|we|they|people)|(?:who|that|which) (?:is|are) (?:our|my|the)) ((?:have |had |will |need to )?[a-z]+(?: [a-z]+){0,3})$/i;
const PERIOD = /^(?:days?|weeks?|months?|years?|mornings?|evenings?|nights?|seasons?|minutes?|hours?|(?:[a-z]+ )(?:minutes|hours|days))$/i;
const OF =
  /^((?:(?:the|an?|their|our|my|its|\d+) )?[a-z][\w-]*(?: [a-z][\w-]*){0,2}?) (per|of|for|from|to|against|by|at|in|on|after|every|each|about|between) ((?:(?:each|every|the|an?|my|our|their|its|one|two|three|four|five|\d+) )*[a-z][\w-]*(?: [a-z][\w-]*)?)$/i;
/** What is seen, and where, each kept once. */
const LOGGED = /^(?:[a-z]+ )?(?:species|places|locations|sites|spots)$/i;
const COUNTED_FROM = /^(.+?) (?:from|at|in|on) (?:\d+|two|three|four|five|six|several) ([a-z]+s)$/i;
const USED =
  /^(?:the )?([a-z][\w-]*(?: (?!get|are|were|is)[a-z][\w-]*)?) (?:(?:get|are|were|is) )?(?:used|needed|given|taken|treated|sold|shown|played|sung|done|worked on|fitted)$/i;
const TO_DO = /^([a-z]+(?: [a-z]+)?) to (?:buy|get|order|bring|do|sell)$/i;
const HOLDERS = /^(?:rolls|bags|boxes|bottles|jars|packets|tins|bales|sacks|crates|pieces|sheets|bunches|loads|sets)$/i;
