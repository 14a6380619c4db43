import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { happens } from '../nouns.ts';
import type { Asked } from './asked.ts';
import { kindOf } from './kind.ts';
import type { Sketch } from './sketch.ts';
import { nounOfDeed, participleOf } from './verb.ts';

/** "who came", "who hosted", "who has which cornet", "who owes me what". */
export function whoDid(sketch: Sketch, asked: Asked): boolean {
  const { verb, object, dated, particle } = asked;
  const before = sketch.last;
  if (/^(?:owe|pay)$/.test(verb)) return paid(sketch, object);
  if (
    CAME.test(`${verb}${particle === '' ? '' : ` ${particle}`}`) ||
    (verb === 'be' && /^(?:there|absent|present|missing|coming)$/.test(object || particle))
  ) {
    const event = sketch.known(object) ?? sketch.happening();
    const people = sketch.people(true);
    // Of one occasion everybody who is there is known.
    if (event === null && people !== null && before === null) {
      sketch.last = people;
      return true;
    }
    if (event === null || people === null) return false;
    const attendance = sketch.event('attendance');
    sketch.of(attendance, event);
    sketch.of(attendance, people);
    sketch.know(attendance, 'status');
    sketch.last = before;
    return true;
  }
  const [, office = ''] = verb === 'be' ? (/^(?:the|our|an?) ([a-z]+)$/.exec(object) ?? []) : [];
  if (office !== '' && kindOf(office) === 'person') {
    const all = [...sketch.draft.tables.values()].filter(({ name }) => kindOf(name) !== 'person');
    const people = sketch.thing(pluralName(singularName(office)));
    for (const one of all) if (happens(one.name) || kindOf(one.name) === 'event') sketch.of(one, people);
    sketch.last = before;
    return true;
  }
  if (verb === 'be' && /^(?:in|on)$/.test(asked.preposition || particle) && before !== null) {
    const people = sketch.people(true);
    const list = object.replace(/^the /, '');
    if (people === null) return false;
    if (/^(?:it|them)$/.test(object)) sketch.link(before, people);
    else if (/ list$/.test(list)) {
      const entries = sketch.thing(`${list} entries`);
      sketch.know(entries, 'joined on');
      sketch.of(entries, people);
    } else return false;
    return true;
  }
  if (verb === 'do' && /^(?:the )?[a-z]+$/.test(object) && !/^(?:what|it|them)$/.test(object)) {
    const duties = sketch.event('duties');
    for (const column of ['duty', 'date']) sketch.know(duties, column);
    sketch.of(duties, sketch.people(true) ?? duties);
    sketch.context.push(object);
    return true;
  }
  if (verb === 'do' && /^what(?: by)?$/.test(object)) {
    const tasks = sketch.event('tasks');
    for (const column of ['title', 'due date', 'done (default false)']) sketch.know(tasks, column);
    sketch.of(tasks, sketch.people(true) ?? tasks);
    return true;
  }
  if (/^(?:which|what) (?:days?|times?|evenings?|weekdays?)$/.test(object)) {
    const people = sketch.people(true);
    const availability = sketch.draft.part('availability');
    sketch.know(availability, 'day');
    if (people !== null) sketch.of(availability, people);
    return true;
  }
  const said = object.replace(/^(?:which|what|each|every|the|an?|my|our) ?/, '');
  const thing = /^(?:it|them|one|)$/.test(object)
    ? null
    : said === ''
      ? sketch.lasting()
      : (sketch.known(said) ?? (/^(?:which|what) /.test(object) || isPlural(said) ? sketch.thing(said) : null));
  if (object !== '' && thing === null && !/^(?:it|them)$/.test(object)) return false;
  if (thing !== null) {
    const people = sketch.people(true);
    if (people === null || people === thing) return false;
    const event = sketch.happening();
    const handed = sketch.handing();
    if (handed !== null && handed !== thing && TAKES.test(verb)) {
      for (const one of [people, thing]) sketch.of(handed, one);
      return true;
    }
    const lent = verb === 'take' && event === null ? 'loans' : null;
    const noun = lent ?? (verb === 'take' && particle === '' ? null : nounOfDeed(verb, particle));
    const deed = sketch.event(noun ?? `${singularName(people.name)} ${thing.name}`);
    sketch.of(deed, people);
    sketch.of(deed, thing);
    if (event !== null && event !== thing && event !== deed) sketch.of(deed, event);
    if (verb === 'have' || verb === 'hold' || lent !== null) for (const column of ['loaned on', 'returned on']) sketch.know(deed, column);
    else sketch.know(deed, 'date');
    return true;
  }
  const deeds = nounOfDeed(verb, particle);
  if (before !== null && deeds !== null && /^(?:loans|rentals|hires|purchases)$/.test(deeds) && before !== sketch.handing()) {
    const deed = sketch.event(deeds);
    sketch.of(deed, sketch.people(true) ?? deed);
    sketch.of(deed, before);
    if (deeds === 'loans') for (const column of ['loaned on', 'returned on']) sketch.know(deed, column);
    else sketch.know(deed, 'date');
    return true;
  }
  if (before === null || verb === 'be' || asked.preposition === 'about') return false;
  const done = `${participleOf(verb)}${particle === '' ? '' : ` ${particle}`}`;
  const people = sketch.people(happens(before.name) || /nights$/.test(before.name));
  if (people === null || people === before) sketch.know(before, `${done} by`);
  else sketch.of(before, people, snakeCase(`${done} by`));
  if (dated) sketch.know(before, `${done} on`);
  return true;
}

const TAKES = /^(?:have|hold|take|borrow|get|use)$/;
const CAME = /^(?:come|attend|turn up|show up|miss|join|participate|go|play)$/;

/** Payments of who has to pay; of what happens, whether it is paid. */
function paid(sketch: Sketch, object: string): boolean {
  const event = sketch.happening();
  if (event !== null && !/month|week|year|term/.test(object)) {
    sketch.know(event, 'price');
    sketch.know(event, 'paid (default false)');
    return true;
  }
  const people = sketch.people();
  if (people === null) return false;
  sketch.payments(people);
  return true;
}
