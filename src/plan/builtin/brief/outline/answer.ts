import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { guessType } from '../column-type.ts';
import { happens } from '../nouns.ts';
import { hasUsual } from '../usual.ts';
import type { Asked } from './asked.ts';
import { isKnownOf, kindOf } from './kind.ts';
import type { Sketch } from './sketch.ts';
import { deedsOf, FINAL, nounOfDeed, participleOf } from './verb.ts';
import { whoDid } from './who.ts';

/** Keeps what a question inside a brief asks for. False where it cannot be told what that is. */
export function answerAsked(sketch: Sketch, asked: Asked): boolean {
  return ANSWERS[asked.word](sketch, asked);
}

const ANSWERS: Readonly<Record<Asked['word'], (sketch: Sketch, asked: Asked) => boolean>> = {
  who: whoDid,
  which: whichOf,
  when: whenDone,
  where: (sketch, asked) => {
    const table = sketch.log ?? sketch.last;
    if (table === null) return false;
    sketch.know(table, asked.verb === 'come' ? 'origin' : 'location');
    return true;
  },
  whether: isSo,
  how: howMuch,
};

/** "which room they hang in", "what they paid", "which batch went into which candles", "which died". */
function whichOf(sketch: Sketch, asked: Asked): boolean {
  const { noun, subject, verb, object, said, passive } = asked;
  const { last } = sketch;
  const [, other = ''] = /^(?:which|what|each|every) ([a-z]+(?: [a-z]+)?)$/.exec(object) ?? [];
  const [, each = ''] = /^(?:each|every|which|what|the) ([a-z]+(?: [a-z]+)?)$/.exec(subject) ?? [];
  if (noun === '' && verb === 'buy' && PERSONAL.test(subject)) {
    const list = sketch.event('shopping list items');
    for (const column of ['name', 'quantity', 'bought (default false)']) sketch.know(list, column);
    return true;
  }
  if (noun === '' || /^ones?$/.test(noun)) return whatOf(sketch, asked);
  if (other !== '') {
    sketch.link(sketch.known(noun) ?? sketch.thing(noun), sketch.known(other) ?? sketch.thing(other));
    return true;
  }
  const occasion = verb === '' && isPlural(noun) ? sketch.happening() : null;
  if (occasion !== null) {
    sketch.link(occasion, sketch.known(noun) ?? sketch.thing(noun));
    sketch.last = occasion;
    return true;
  }
  if (verb === '') return known(sketch, noun);
  if (each !== '' && !PERSONAL.test(subject)) {
    const of = sketch.known(each);
    if (of === null) return false;
    if (isPlural(noun)) sketch.link(of, sketch.thing(noun));
    else sketch.of(of, sketch.known(noun) ?? sketch.thing(noun));
    return true;
  }
  if (/^(?:they|it|he|she|everyone)$/.test(subject) && !isPlural(noun)) {
    if (last === null) return false;
    const place = sketch.known(noun) ?? (isPlace(noun) ? sketch.draft.part(pluralName(noun)) : null);
    if (place === null || place === last) sketch.know(last, noun);
    else sketch.of(last, place);
    return true;
  }
  const people = /^(?:they|he|she)$/.test(subject) ? sketch.people() : null;
  if (people !== null && isPlural(noun) && !happens(people.name)) {
    sketch.link(people, sketch.known(noun) ?? sketch.thing(noun));
    return true;
  }
  if (PERSONAL.test(subject)) {
    if (!isPlural(noun) && noun !== singularName(noun)) return known(sketch, noun);
    const event = sketch.happening();
    if (!isPlural(noun) && event !== null) return known(sketch, noun);
    const thing = sketch.known(noun) ?? sketch.thing(noun);
    if (event !== null && event !== thing) sketch.link(event, thing);
    else sketch.know(thing, `${participleOf(verb)} on`);
    sketch.last = event ?? thing;
    return true;
  }
  const thing = sketch.known(noun) ?? (isPlural(noun) ? sketch.thing(noun) : null);
  if (thing === null) return false;
  if (/^(?:it|them)$/.test(object) && last !== null && last !== thing) {
    sketch.link(last, thing);
    return true;
  }
  sketch.know(thing, passive ? `whether it is ${said}` : `${participleOf(verb)} on`);
  return true;
}

const PEOPLED = /^[a-z]+s$/;
const PERSONAL = /^(?:i|we|you|they|he|she|people|everyone)$/;

/** "what they paid", "what it cost", "what was wrong", "which died". */
function whatOf(sketch: Sketch, { subject, verb, said, object, noun, passive, particle }: Asked): boolean {
  const { last } = sketch;
  if (/^(?:pay|owe)$/.test(verb)) {
    const [people, handed] = [sketch.people(), sketch.handing()];
    if (handed !== null && verb === 'pay') sketch.know(handed, 'price');
    else if (people !== null) sketch.payments(people);
    else if (last !== null) sketch.know(last, 'price');
    return people !== null || handed !== null || last !== null;
  }
  if (last === null) return false;
  const [, by = ''] = /^(?:on |with |in |from |of )?(?:which|what) ([a-z]+)$/.exec(object) ?? [];
  if (by !== '' && passive) {
    sketch.tell(sketch.happening() ?? last, by);
    return true;
  }
  if (/^(?:cost|charge)$/.test(verb)) sketch.know(kindOf(last.name) === 'person' ? (sketch.happening() ?? last) : last, 'cost');
  else if (verb === 'be' && /^(?:wrong|broken|damaged)$/.test(object || particle)) sketch.know(sketch.happening() ?? last, 'problem');
  else if (/^(?:wrong|broken)$/.test(said)) sketch.know(sketch.happening() ?? last, 'problem');
  else if (/^(?:out|in|due|left)$/.test(said) || (verb === 'be' && /^(?:out|in)$/.test(particle))) return happens(last.name);
  else if (subject === '' && noun === '' && passive && /^(?:do|discuss|say|decide|agree|repair|fix|order|bring)$/.test(verb))
    sketch.know(sketch.happening() ?? last, 'description');
  else if (PEOPLED.test(subject) && sketch.known(subject) === null && nounOfDeed(verb, particle) !== null) {
    const deeds = sketch.event(nounOfDeed(verb, particle) ?? '');
    sketch.know(deeds, 'date');
    sketch.of(deeds, sketch.thing(subject));
    if (last !== deeds && kindOf(last.name) !== 'person') sketch.link(deeds, last);
  } else if (subject === '' && object === '') {
    const died = FINAL.has(verb);
    sketch.know(last, died ? `${participleOf(verb)} on` : `whether it is ${said}`);
  } else if (PERSONAL.test(subject) && /ing$/.test(said)) {
    const people = sketch.people();
    if (people === null) return false;
    const deeds = sketch.event(deedsOf(verb));
    for (const column of ['title', 'date']) sketch.know(deeds, column);
    sketch.of(deeds, people);
  } else if (/^(?:think|feel|notice|say|note)$/.test(verb)) sketch.know(last, 'notes');
  else if (PERSONAL.test(subject) && /^(?:bring|do|order|want|need|leave)$/.test(verb))
    sketch.know(sketch.happening() ?? last, 'description');
  else if (subject === 'everyone' || /^each /.test(subject)) {
    const people = sketch.known(subject.replace('each ', '')) ?? sketch.people();
    const thing = sketch.lasting();
    if (people === null || thing === null || /^(?:eat|drink|wear|like|need)$/.test(verb)) return false;
    const deeds = sketch.event(deedsOf(verb));
    sketch.know(deeds, verb === 'score' || verb === 'rate' || verb === 'mark' ? 'score' : 'notes');
    sketch.of(deeds, people);
    sketch.of(deeds, thing);
  } else return false;
  return true;
}

/** A column of the last thing by its name alone: "what year", "which sunday", "what dose". */
function known(sketch: Sketch, noun: string): boolean {
  const table = sketch.happening() ?? sketch.last;
  if (table === null || isPlural(noun)) return false;
  if (['place', 'vehicle'].includes(kindOf(noun)) && !isKnownOf(noun)) {
    sketch.of(table, sketch.thing(pluralName(noun)));
    sketch.last = table;
  } else sketch.know(table, DAYS.test(noun) ? 'date' : noun);
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

/** What begins or ends what happens: of a hire when it was taken out, and when it came back. */
const HANDLED: ReadonlySet<string> = new Set('take come bring return go give collect lend borrow pick drop'.split(' '));

/** "when I watered them" is one of many waterings; "when it expires" is known of the thing. */
function whenDone(sketch: Sketch, { subject, verb, said, object, particle, passive, noun }: Asked): boolean {
  const { last } = sketch;
  if (last === null || noun !== '') return false;
  if (verb === '' || (verb === 'be' && object === '')) {
    sketch.know(last, 'date');
    return true;
  }
  if (verb === 'be' && /^(?:ready|done|finished|free|open|valid)$/.test(object)) {
    sketch.know(sketch.happening() ?? last, `${object} on`);
    return true;
  }
  const due =
    /^due(?: back)?$/.exec(`${said}${particle === '' ? '' : ` ${particle}`}`) ?? (verb === 'be' ? /^due(?: back)?$/.exec(object) : null);
  const event = sketch.happening();
  if (due !== null || /^due/.test(said)) {
    if (event === null) return false;
    sketch.know(event, 'due date');
    return true;
  }
  const [, named = ''] = /^(?:each|every|the) ([a-z]+)$/.exec(subject) ?? [];
  const of = named === '' ? null : sketch.known(named);
  if (named !== '' && of === null) return false;
  const target = of ?? (/^(?:it|them|each|one|)$/.test(object) ? last : sketch.known(object));
  if (target === null) return false;
  const people = subject === 'they' && object === '' ? sketch.people() : null;
  if (people !== null && nounOfDeed(verb, particle) !== null && !FINAL.has(verb) && (event === null || event !== sketch.handing())) {
    const deeds = sketch.event(nounOfDeed(verb, particle) ?? '');
    sketch.know(deeds, 'date');
    sketch.of(deeds, people);
    if (event !== null && event !== deeds) sketch.of(deeds, event);
    sketch.last = people;
    return true;
  }
  if (verb === 'come' && subject === 'they' && event !== null && event !== sketch.handing()) {
    sketch.know(event, 'date');
    return true;
  }
  if (HANDLED.has(verb) && event !== null) {
    sketch.know(
      event,
      `${verb === 'come' || particle === 'back' ? 'returned' : participleOf(verb)}${particle === '' || particle === 'back' ? '' : ` ${particle}`} on`,
    );
    return true;
  }
  if (/^(?:be|have|get|do|need|want)$/.test(verb)) return false;
  if (FINAL.has(verb) || (happens(target.name) && !passive)) {
    sketch.know(target, `${participleOf(verb)}${particle === '' ? '' : ` ${particle}`} on`);
    return true;
  }
  const deeds = sketch.event(deedsOf(verb, particle));
  sketch.know(deeds, 'date');
  sketch.of(deeds, target);
  sketch.last = target;
  return true;
}

/** "did they pay the deposit", "whether it came back": what is so or not. */
function isSo(sketch: Sketch, { subject, verb, said, object, particle, passive }: Asked): boolean {
  const table = sketch.handing() ?? sketch.happening() ?? sketch.last;
  if (table === null || verb === '') return false;
  const noun = (/^(?:it|they|he|she|i|we|you|anything|something|anyone|)$/.test(subject) ? object : subject).replace(
    /^(?:the|an?|my|our|their|any) /,
    '',
  );
  const of = sketch.known(noun);
  const moved = /^(?:come|give|get)$/.test(verb)
    ? particle === 'back'
      ? 'returned'
      : `${participleOf(verb)} ${particle}`
    : `${participleOf(verb)} ${particle === 'back' ? '' : particle}`.trim();
  const back = /^(?:come|give|get)$/.test(verb) && particle === '' ? '' : moved;
  const done = passive || verb !== 'be' ? back : said;
  if (done === '' || (noun !== '' && !/^[a-z]+(?: [a-z]+)?$/.test(noun) && !/^(?:it|them)$/.test(noun))) return false;
  const column = noun === '' || of !== null || /^(?:it|them|me|us)$/.test(noun) ? done : `${noun} ${done}`;
  sketch.know(of !== null && !happens(table.name) ? of : table, `${column} (boolean)`);
  return true;
}

/** "how many are left", "how long it takes", "how much honey I harvest from each". */
function howMuch(sketch: Sketch, { noun, verb, object, subject }: Asked): boolean {
  const last = sketch.log ?? sketch.last;
  if (last === null) return false;
  const [how = '', ...what] = noun.split(' ');
  const each = /^(?:each|every)\b/.test(object) || /^(?:each|every)\b/.test(subject);
  if (each && /^(?:much|many)$/.test(how) && verb !== '') {
    const deeds = sketch.event(MAKES.test(verb) ? `${what.join(' ')} yields`.trim() : deedsOf(verb));
    for (const column of ['date', 'amount']) sketch.know(deeds, column);
    sketch.of(deeds, last);
    sketch.last = last;
    return true;
  }
  if (how === 'many' && what.length === 0 && subject === 'people') what.push(subject);
  const column = HOW[how];
  const table = sketch.happening() ?? last;
  if (column !== undefined) sketch.know(table, column);
  else if (how === 'many')
    sketch.know(
      PERSONAL.test(subject) || MAKES.test(verb) ? table : last,
      what.length === 0 || (sketch.known(what.join(' ')) !== null && kindOf(what.join(' ')) !== 'person')
        ? 'quantity'
        : `number of ${what.join(' ')}`,
    );
  else if (how === 'much') sketch.know(table, what.length === 0 ? 'amount' : `${what.join(' ')} amount`);
  else if (how === '' && /^(?:turn|go|feel|be|taste|look)$/.test(verb)) sketch.know(table, 'result');
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
