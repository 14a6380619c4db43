import { singularName } from '../english/inflect.ts';
import { many } from './phrases.ts';
import { deedOf } from './verbs.ts';

/** What is kept of what "I", "we" or "somebody" does; null for any other sentence. `last` is what the sentences before spoke of, `event` what they said that somebody does. */
export function asideOf(sentence: string, things: ReadonlySet<string>, last: string, event: string): string[] | null {
  const [, handed = '', inside = '', noted = inside] = HANDED.exec(sentence) ?? [];
  if (noted !== '') return [`${many(handed)} with ${noted}`];
  const [, verb = '', list = ''] = IF_DONE.exec(sentence) ?? [];
  const deed = verb === '' ? null : (deedOf(verb)?.noun ?? null);
  if (deed !== null && last !== '')
    return [
      `${deed} with ${list.replaceAll(/\b(?:their|the|his|her) /gi, '').replaceAll(' and ', ', ')}`,
      `${deed} belong to a ${singularName(last)}`,
    ];
  const [, sells = '', what = '', by, to = ''] = SELLS.exec(sentence) ?? [];
  const given = HANDS_OVER[sells.toLowerCase()];
  if (given !== undefined)
    return [
      `${given} belong to a ${singularName(what)} and a ${singularName(to)}`,
      ...(by === undefined ? [] : [`${what} belong to an ${singularName(by)}`]),
    ];
  return FIRST_PERSON.test(sentence) ? wishes(sentence, things, last, event) : null;
}

/** "An art gallery sells paintings by artists to buyers" */
const SELLS = /^(?:an?|the|my|our) [a-z -]+? (sells|rents|lends|hires|rents out|lends out) ([a-z]+s)(?: by ([a-z]+s))? to ([a-z]+s)$/i;
const HANDS_OVER: Readonly<Record<string, string>> = {
  sells: 'sales',
  rents: 'rentals',
  'rents out': 'rentals',
  lends: 'loans',
  'lends out': 'loans',
  hires: 'hires',
};
const FIRST_PERSON = /^(?:(?:and|so|at the end of the [a-z]+|then|also),? )?(?:i|we)\b/i;
/** "Someone hands in an item (description, colour)": whoever it is, the thing is kept. */
const HANDED =
  /^(?:someone|somebody|we|i|they|you|a person) (?:can |may )?[a-z]+(?: in| up| out| off)? (?:an?|the|our|my) ([a-z][\w-]*(?: [a-z][\w-]*)?)(?: \((.+)\)| with (.+))$/i;

/** "If somebody picks it up we note their name and the date" */
const IF_DONE =
  /^(?:if|when|once) (?:somebody|someone|anyone|they|people|a person) ([a-z]+)(?: (?:it|them|one))?(?: (?:up|out|back|in))?,? (?:i|we) (?:note|record|write down|log|store|keep) (.+)$/i;

/** "I send invoices to the customers, so I must know which jobs are invoiced": what comes of it, where each part says something that is kept. */
function wishes(sentence: string, things: ReadonlySet<string>, last: string, deed: string): string[] | null {
  const parts = sentence
    .replace(/^(?:(?:and|so|at the end of the [a-z]+|then|also),? )?(?:i|we) (?:also )?/i, '')
    .split(/,? (?:and|so|but) (?:(?:i|we) )?|, (?:i|we) /i);
  const said = parts.map((part) => {
    const [, sent = '', to = ''] =
      /^(?:send|write|give|issue|make) (?:the |out )?([a-z]+s)(?: to (?:the |our |my )?([a-z]+s))?$/i.exec(part) ?? [];
    if (sent !== '') return to === '' ? [sent] : [`${sent} belong to a ${singularName(to)}`];
    const paid = /^pay (?:the |our |my )?([a-z]+s)$/i.exec(part)?.[1];
    if (paid !== undefined && things.has(singularName(paid))) return [`payments belong to a ${singularName(paid)}`];
    const [, of = last, state = ''] =
      /^(?:(?:must|want to|need to|have to|would like to|like to) )?(?:know|see) (?:which|what|which ones|who)(?: ([a-z]+s))? (?:is|are|was|were|has|have)(?: been)?(?: already| still)? ([a-z]+(?:ed|id|en|nt))$/i.exec(
        part,
      ) ?? [];
    if (state !== '' && (of === last || things.has(singularName(of)))) return [`${of} with whether it is ${state}`];
    const did =
      /^(?:(?:want|need|would like) to )?(?:(?:know|see|note|record) )?who (attended|paid|came|cancelled|passed|showed up)$/i.exec(
        part,
      )?.[1];
    if (did !== undefined && deed !== '')
      return [`${deed} with whether it is ${did.toLowerCase() === 'came' ? 'attended' : did.toLowerCase()}`];
    const [, taken = '', one = '', other = ''] =
      /^(?:take|accept|get|receive) ([a-z]+s) (?:in|by|via) ([a-z ]+?) or (?:in |by )?([a-z ]+)$/i.exec(part) ?? [];
    if (taken !== '') return [`${taken} with date, amount, method (${one} or ${other})`];
    const event = MEETS[/^(?:all )?([a-z]+) (?:every|each|once|twice|on|monthly|weekly)/i.exec(part)?.[1]?.toLowerCase() ?? ''];
    if (event !== undefined) return [event];
    if (
      /^(?:want to |need to |would like to )?(?:note|know|record|see|track) who (?:was there|came|attended|was present|showed up|comes)$/i.test(
        part,
      ) &&
      last !== ''
    )
      return [`attendance linking ${EVENT} and ${last}`];
    const [, planned = ''] =
      /^(?:(?:want|need|would like|like) to )?plan (?:which|what) ([a-z]+) (?:i|we|they) [a-z]+ (?:on|at) (?:which|what) (?:day|date)$/i.exec(
        part,
      ) ?? [];
    if (planned !== '') return [`${planned} plans with date`, `${planned} plans belong to a ${planned}`];
    return /^(?:what|which|who) (?:is|are)(?:n't|nt| not)(?: yet)?$/i.test(part) ? [] : null;
  });
  if (said.some((one) => one === null)) return null;
  const made = said.flatMap((one) => one ?? []);
  const event = made.find((one) => Object.values(MEETS).includes(one));
  return made.every((one) => !one.includes(EVENT)) || event !== undefined ? made.map((one) => one.replace(EVENT, event ?? '')) : null;
}

const EVENT = '(event)';
/** What people come together for, by its verb. */
const MEETS: Readonly<Record<string, string>> = {
  rehearse: 'rehearsals',
  meet: 'meetings',
  train: 'trainings',
  practise: 'rehearsals',
  practice: 'rehearsals',
  play: 'games',
};
