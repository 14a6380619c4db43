import { isPlural, singularName, snakeCase } from '../../inflect.ts';
import { happens } from '../nouns.ts';
import type { Asked } from './asked.ts';
import type { Outline } from './outline.ts';
import { nounOfDeed, participleOf } from './verb.ts';

/** "who came", "who hosted", "who has which cornet", "who owes me what". */
export function whoDid(outline: Outline, asked: Asked): boolean {
  const { verb, object, dated, particle } = asked;
  const before = outline.last;
  if (/^(?:owe|pay)$/.test(verb)) return paid(outline);
  if (
    CAME.test(`${verb}${particle === '' ? '' : ` ${particle}`}`) ||
    (verb === 'be' && /^(?:there|absent|present|missing|coming)$/.test(object || particle))
  ) {
    const event = outline.known(object) ?? outline.happening();
    const people = outline.people(true);
    if (event === null || people === null) return false;
    const attendance = outline.event('attendance');
    outline.of(attendance, event);
    outline.of(attendance, people);
    outline.know(attendance, 'status');
    outline.last = before;
    return true;
  }
  if (verb === 'be' && /^(?:in|on)$/.test(asked.preposition || particle) && before !== null) {
    const people = outline.people(true);
    const list = object.replace(/^the /, '');
    if (people === null) return false;
    if (/^(?:it|them)$/.test(object)) outline.link(before, people);
    else if (/ list$/.test(list)) {
      const entries = outline.thing(`${list} entries`);
      outline.know(entries, 'joined on');
      outline.of(entries, people);
    } else return false;
    return true;
  }
  if (verb === 'do' && /^(?:the )?[a-z]+$/.test(object) && !/^(?:what|it|them)$/.test(object)) {
    const duties = outline.event('duties');
    for (const column of ['duty', 'date']) outline.know(duties, column);
    outline.of(duties, outline.people(true) ?? duties);
    outline.context.push(object);
    return true;
  }
  if (verb === 'do' && /^what(?: by)?$/.test(object)) {
    const tasks = outline.event('tasks');
    for (const column of ['title', 'due date', 'done (default false)']) outline.know(tasks, column);
    outline.of(tasks, outline.people(true) ?? tasks);
    return true;
  }
  if (/^(?:which|what) (?:days?|times?|evenings?|weekdays?)$/.test(object)) {
    const people = outline.people(true);
    const availability = outline.draft.part('availability');
    outline.know(availability, 'day');
    if (people !== null) outline.of(availability, people);
    return true;
  }
  const said = object.replace(/^(?:which|what|each|every|the|an?|my|our) ?/, '');
  const thing = /^(?:it|them|one|)$/.test(object)
    ? null
    : said === ''
      ? outline.lasting()
      : (outline.known(said) ?? (/^(?:which|what) /.test(object) || isPlural(said) ? outline.thing(said) : null));
  if (object !== '' && thing === null && !/^(?:it|them)$/.test(object)) return false;
  if (thing !== null) {
    const people = outline.people(true);
    if (people === null || people === thing) return false;
    const event = outline.happening();
    const noun = verb === 'take' && particle === '' ? null : nounOfDeed(verb, particle);
    const deed = outline.event(noun ?? `${singularName(people.name)} ${thing.name}`);
    outline.of(deed, people);
    outline.of(deed, thing);
    if (event !== null && event !== thing && event !== deed) outline.of(deed, event);
    if (verb === 'have' || verb === 'hold') for (const column of ['loaned on', 'returned on']) outline.know(deed, column);
    else outline.know(deed, 'date');
    return true;
  }
  if (before === null || verb === 'be') return false;
  const done = `${participleOf(verb)}${particle === '' ? '' : ` ${particle}`}`;
  const people = outline.people(happens(before.name) || /nights$/.test(before.name));
  if (people === null || people === before) outline.know(before, `${done} by`);
  else outline.of(before, people, snakeCase(`${done} by`));
  if (dated) outline.know(before, `${done} on`);
  return true;
}

const CAME = /^(?:come|attend|turn up|show up|miss|join|participate|go|play)$/;

/** Payments of who has to pay; of what happens, whether it is paid. */
function paid(outline: Outline): boolean {
  const event = outline.happening();
  if (event !== null) {
    outline.know(event, 'price');
    outline.know(event, 'paid (default false)');
    return true;
  }
  const people = outline.people();
  if (people === null) return false;
  outline.payments(people);
  return true;
}
