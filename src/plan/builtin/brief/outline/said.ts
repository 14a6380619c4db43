import { snakeCase } from '../../inflect.ts';
import { isSome } from '../entity.ts';
import { splitList } from '../list.ts';
import { gathers, happens } from '../nouns.ts';
import type { Outline } from './outline.ts';
import { deedsOf, lemmaOf } from './verb.ts';

/** What somebody does to something, "groups hire them by the hour": a row each time. False for words that say no such thing. */
export function saidOf(outline: Outline, sentence: string): boolean {
  const found = SAID.map((form) => form.exec(sentence)?.groups ?? {}).find(({ who = '', verb = '' }) => {
    const plain = NO_VERB.test(verb) ? null : lemmaOf(verb);
    const told = /^(?:i|we)$/i.test(who) || isSome(who.split(' ').at(-1) ?? '') || /^(?:each|every|an?|the) /i.test(sentence);
    return verb !== '' && plain !== null && told && !/^(?:be|can|may|get|belong)$/.test(plain);
  });
  if (found === undefined) return false;
  const { who = '', verb = '', particle = '', whom = '', rest = '' } = found;
  const plain = lemmaOf(verb) ?? '';
  const last = who.split(' ').at(-1) ?? '';
  const mine = /^(?:i|we)$/i.test(who);
  const [, object = '', at = ''] = /^(.+?)(?: ((?:by|on|for|in|at|from|with|to) .+))?$/i.exec(rest) ?? [];
  const before = outline.last;
  const subject = mine ? null : (outline.known(who) ?? (isSome(last) ? outline.thing(who) : null));
  if (!mine && subject === null)
    return outline.context.length > 0 && /^ha(?:ve|s)$/.test(verb) && isSome(object) && keepAll(outline, object);
  if (/^(?:a )?(?:look|go|chat)$/.test(rest)) return true;
  if (/^(?:have|own|keep)$/.test(plain) && subject !== null) {
    for (const item of splitList(rest)) {
      if (isSome(item)) outline.of(outline.thing(item), subject);
      else outline.know(subject, item);
    }
    outline.last = subject;
    return true;
  }
  const objects = /^(?:it|them|one|some)$/i.test(object)
    ? before === null
      ? []
      : [before]
    : splitList(object)
        .filter((one) => isSome(one))
        .map((one) => outline.known(one) ?? outline.thing(one));
  if (objects.length === 0) return false;
  if (subject !== null && (happens(subject.name) || gathers(subject.name) || /^(?:use|need|contain|include|take)$/.test(plain))) {
    for (const one of objects) outline.link(subject, one);
    outline.last = subject;
    return at === '';
  }
  if (MAKES.has(plain)) {
    const [made] = objects;
    if (made === undefined) return false;
    if (subject !== null) outline.of(made, subject);
    const of = at === '' ? null : outline.known(at.replace(/^[a-z]+ /i, ''));
    if (of !== null) outline.of(made, of);
    return at === '' || of !== null;
  }
  const deeds = outline.event(LENDS.has(plain) && whom !== '' ? 'loans' : deedsOf(plain, particle));
  if (subject !== null) outline.of(deeds, subject);
  for (const one of objects) outline.of(deeds, one);
  if (at !== '' && !OFTEN.test(at)) {
    const of = outline.known(at.replace(/^[a-z]+ /i, ''));
    if (of !== null) outline.of(deeds, of);
    else if (/\b(?:week)?days?$/i.test(at)) outline.know(deeds, 'weekday');
    else return false;
  }
  return true;
}

function keepAll(outline: Outline, object: string): boolean {
  outline.thing(snakeCase(object).replaceAll('_', ' '));
  return true;
}

const LENDS: ReadonlySet<string> = new Set(['lend', 'loan', 'borrow']);
const OFTEN = /^(?:by the|per) (?:hour|day|week|night|month)$/i;
/** Verbs whose object is what happens. */
const MAKES: ReadonlySet<string> = new Set(
  'do make place send write issue submit raise file book schedule organise organize run hold buy give post sign record log'.split(' '),
);
const NO_VERB = /^(?:them|it|these|those|with|to|at|on|and|or|who|which|what)$/i;
const said = (who: string): RegExp =>
  new RegExp(
    `^(?:(?:each|every|an?|the|our|my) )?(?<who>${who}) (?:(?:can|may|must|also|often|sometimes) )*(?<verb>[a-z]+)(?: (?<particle>out|up|in|off|back))?(?: (?:to|at|on|for|in))? (?<whom>each ?other |one another )?(?:(?:the|an?|their|our|my|some|several|many|\\d+|one or more) )*(?<rest>[a-z].*)$`,
    'i',
  );
const SAID: readonly RegExp[] = [said('[a-z]+'), said('[a-z]+ [a-z]+')];
