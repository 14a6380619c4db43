import { guessType } from '../../column-type.ts';
import { isPlural, pluralName, singularName, snakeCase } from '../../inflect.ts';
import { broaderOf } from '../../kin.ts';
import { happens } from '../nouns.ts';
import { hasUsual } from '../usual.ts';
import type { Asked } from './asked.ts';
import type { Outline } from './outline.ts';
import { deedsOf, participleOf } from './verb.ts';
import { whoDid } from './who.ts';

/** Keeps what a question inside a brief asks for. False where it cannot be told what that is. */
export function answerAsked(outline: Outline, asked: Asked): boolean {
  return ANSWERS[asked.word](outline, asked);
}

const ANSWERS: Readonly<Record<Asked['word'], (outline: Outline, asked: Asked) => boolean>> = {
  who: whoDid,
  which: whichOf,
  when: whenDone,
  where: (outline, asked) => {
    if (outline.last === null) return false;
    outline.know(outline.last, asked.verb === 'come' ? 'origin' : 'location');
    return true;
  },
  whether: isSo,
  how: howMuch,
};

/** "which room they hang in", "what they paid", "which batch went into which candles", "which died". */
function whichOf(outline: Outline, asked: Asked): boolean {
  const { noun, subject, verb, object, said, passive } = asked;
  const { last } = outline;
  const [, other = ''] = /^(?:which|what|each|every) ([a-z]+(?: [a-z]+)?)$/.exec(object) ?? [];
  const [, each = ''] = /^(?:each|every|which|what|the) ([a-z]+(?: [a-z]+)?)$/.exec(subject) ?? [];
  if (noun === '' && verb === 'buy' && PERSONAL.test(subject)) {
    const list = outline.event('shopping list items');
    for (const column of ['name', 'quantity', 'bought (default false)']) outline.know(list, column);
    return true;
  }
  if (noun === '' || /^ones?$/.test(noun)) return whatOf(outline, asked);
  if (other !== '') {
    outline.link(outline.known(noun) ?? outline.thing(noun), outline.known(other) ?? outline.thing(other));
    return true;
  }
  if (verb === '') return known(outline, noun);
  if (each !== '' && !PERSONAL.test(subject)) {
    const of = outline.known(each);
    if (of === null) return false;
    if (isPlural(noun)) outline.link(of, outline.thing(noun));
    else outline.of(of, outline.known(noun) ?? outline.thing(noun));
    return true;
  }
  if (/^(?:they|it|he|she|everyone)$/.test(subject) && !isPlural(noun)) {
    if (last === null) return false;
    const place = outline.known(noun) ?? (isPlace(noun) ? outline.draft.part(pluralName(noun)) : null);
    if (place === null || place === last) outline.know(last, noun);
    else outline.of(last, place);
    return true;
  }
  if (PERSONAL.test(subject)) {
    if (!isPlural(noun) && noun !== singularName(noun)) return known(outline, noun);
    const event = outline.happening();
    if (!isPlural(noun) && event !== null) return known(outline, noun);
    const thing = outline.known(noun) ?? outline.thing(noun);
    if (event !== null && event !== thing) outline.link(event, thing);
    else outline.know(thing, `${participleOf(verb)} on`);
    outline.last = event ?? thing;
    return true;
  }
  const thing = outline.known(noun) ?? (isPlural(noun) ? outline.thing(noun) : null);
  if (thing === null) return false;
  if (/^(?:it|them)$/.test(object) && last !== null && last !== thing) {
    outline.link(last, thing);
    return true;
  }
  outline.know(thing, passive ? `whether it is ${said}` : `${participleOf(verb)} on`);
  return true;
}

const PERSONAL = /^(?:i|we|you|they|he|she|people|everyone)$/;

/** "what they paid", "what it cost", "what was wrong", "which died". */
function whatOf(outline: Outline, { subject, verb, said, object, noun, passive, particle }: Asked): boolean {
  const { last } = outline;
  if (/^(?:pay|owe)$/.test(verb)) {
    const people = outline.people();
    if (people === null) return false;
    outline.payments(people);
    return true;
  }
  if (last === null) return false;
  if (/^(?:cost|charge)$/.test(verb)) outline.know(last, 'cost');
  else if (verb === 'be' && /^(?:wrong|broken|damaged)$/.test(object || particle)) outline.know(last, 'problem');
  else if (/^(?:wrong|broken)$/.test(said)) outline.know(last, 'problem');
  else if (/^(?:out|in|due|left)$/.test(said) || (verb === 'be' && /^(?:out|in)$/.test(particle))) return happens(last.name);
  else if (subject === '' && noun === '' && passive && /^(?:do|discuss|say|decide|agree|repair|fix)$/.test(verb))
    outline.know(last, 'description');
  else if (subject === '' && object === '') {
    const died = FINAL.has(verb);
    outline.know(last, died ? `${participleOf(verb)} on` : `whether it is ${said}`);
  } else if (PERSONAL.test(subject) && /ing$/.test(said)) {
    const people = outline.people();
    if (people === null) return false;
    const deeds = outline.event(deedsOf(verb));
    for (const column of ['title', 'date']) outline.know(deeds, column);
    outline.of(deeds, people);
  } else if (/^(?:think|feel|notice|say|note)$/.test(verb)) outline.know(last, 'notes');
  else if (subject === 'everyone' || /^each /.test(subject)) {
    const people = outline.known(subject.replace('each ', '')) ?? outline.people();
    const thing = outline.lasting();
    if (people === null || thing === null) return false;
    const deeds = outline.event(deedsOf(verb));
    outline.know(deeds, verb === 'score' || verb === 'rate' || verb === 'mark' ? 'score' : 'notes');
    outline.of(deeds, people);
    outline.of(deeds, thing);
  } else return false;
  return true;
}

/** A column of the last thing by its name alone: "what year", "which sunday", "what dose". */
function known(outline: Outline, noun: string): boolean {
  const table = outline.happening() ?? outline.last;
  if (table === null || isPlural(noun)) return false;
  outline.know(table, DAYS.test(noun) ? 'date' : noun);
  return true;
}

const DAYS = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|day|date|weekend|evening)s?$/;
const isPlace = (noun: string): boolean => {
  const name = pluralName(snakeCase(noun));
  if (guessType(noun) !== 'text' || /^(?:place|part|side|way|position)$/.test(noun)) return false;
  const kinds = broaderOf(singularName(noun));
  return (
    hasUsual(name) ||
    ['structure', 'area', 'furniture', 'vehicle', 'container', 'organization', 'person', 'animal'].some((kind) => kinds.has(kind))
  );
};

/** What happens to a thing once. */
const FINAL: ReadonlySet<string> = new Set(
  'buy die expire join leave arrive sow hatch publish release deliver return collect acquire adopt finish retire start end open close bear'.split(
    ' ',
  ),
);
/** What begins or ends what happens: of a hire when it was taken out, and when it came back. */
const HANDLED: ReadonlySet<string> = new Set('take come bring return go give collect lend borrow pick drop'.split(' '));

/** "when I watered them" is one of many waterings; "when it expires" is known of the thing. */
function whenDone(outline: Outline, { subject, verb, said, object, particle, passive, noun }: Asked): boolean {
  const { last } = outline;
  if (last === null || noun !== '') return false;
  if (verb === '' || (verb === 'be' && object === '')) {
    outline.know(last, 'date');
    return true;
  }
  const due =
    /^due(?: back)?$/.exec(`${said}${particle === '' ? '' : ` ${particle}`}`) ?? (verb === 'be' ? /^due(?: back)?$/.exec(object) : null);
  const event = outline.happening();
  if (due !== null || /^due/.test(said)) {
    if (event === null) return false;
    outline.know(event, 'due date');
    return true;
  }
  const [, named = ''] = /^(?:each|every|the) ([a-z]+)$/.exec(subject) ?? [];
  const of = named === '' ? null : outline.known(named);
  if (named !== '' && of === null) return false;
  const target = of ?? (/^(?:it|them|each|one|)$/.test(object) ? last : outline.known(object));
  if (target === null) return false;
  if (HANDLED.has(verb) && event !== null) {
    outline.know(
      event,
      `${verb === 'come' || particle === 'back' ? 'returned' : participleOf(verb)}${particle === '' || particle === 'back' ? '' : ` ${particle}`} on`,
    );
    return true;
  }
  if (/^(?:be|have|get|do|need|want)$/.test(verb)) return false;
  if (FINAL.has(verb) || (happens(target.name) && !passive)) {
    outline.know(target, `${participleOf(verb)}${particle === '' ? '' : ` ${particle}`} on`);
    return true;
  }
  const deeds = outline.event(deedsOf(verb, particle));
  outline.know(deeds, 'date');
  outline.of(deeds, target);
  outline.last = target;
  return true;
}

/** "did they pay the deposit", "whether it came back": what is so or not. */
function isSo(outline: Outline, { subject, verb, said, object, particle, passive }: Asked): boolean {
  const table = outline.happening() ?? outline.last;
  if (table === null || verb === '') return false;
  const noun = (/^(?:it|they|he|she|i|we|you|anything|something|anyone|)$/.test(subject) ? object : subject).replace(
    /^(?:the|an?|my|our|their|any) /,
    '',
  );
  const of = outline.known(noun);
  const back = verb === 'come' || verb === 'give' || verb === 'get' ? (particle === 'back' ? 'returned' : '') : participleOf(verb);
  const done = passive || verb !== 'be' ? back : said;
  if (done === '' || (noun !== '' && !/^[a-z]+(?: [a-z]+)?$/.test(noun) && !/^(?:it|them)$/.test(noun))) return false;
  const column = noun === '' || of !== null || /^(?:it|them|me|us)$/.test(noun) ? done : `${noun} ${done}`;
  outline.know(of !== null && !happens(table.name) ? of : table, `${column} (boolean)`);
  return true;
}

/** "how many are left", "how long it takes", "how much honey I harvest from each". */
function howMuch(outline: Outline, { noun, verb, object, subject }: Asked): boolean {
  const { last } = outline;
  if (last === null) return false;
  const [how = '', ...what] = noun.split(' ');
  const each = /^(?:each|every)\b/.test(object) || /^(?:each|every)\b/.test(subject);
  if (each && /^(?:much|many)$/.test(how) && verb !== '') {
    const deeds = outline.event(MAKES.test(verb) ? `${what.join(' ')} yields`.trim() : deedsOf(verb));
    for (const column of ['date', 'amount']) outline.know(deeds, column);
    outline.of(deeds, last);
    outline.last = last;
    return true;
  }
  const column = HOW[how];
  const table = outline.happening() ?? last;
  if (column !== undefined) outline.know(table, column);
  else if (how === 'many')
    outline.know(last, what.length === 0 || outline.known(what.join(' ')) !== null ? 'quantity' : `number of ${what.join(' ')}`);
  else if (how === 'much') outline.know(table, what.length === 0 ? 'amount' : `${what.join(' ')} amount`);
  else if (how === '' && /^(?:turn|go|feel|be|taste|look)$/.test(verb)) outline.know(table, 'result');
  else return false;
  return true;
}

const MAKES = /^(?:give|make|produce|yield|bring)$/;
const HOW: Readonly<Record<string, string>> = {
  long: 'duration',
  far: 'distance',
  often: 'frequency',
  old: 'age',
  heavy: 'weight',
  big: 'size',
  tall: 'height',
};
