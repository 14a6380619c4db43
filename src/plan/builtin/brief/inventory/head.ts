import { isPlural, singularName } from '../../english/inflect.ts';
import { stripLead } from '../lead.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { COUNTED } from '../outline/sketch.ts';
import { lemmaOf } from '../outline/verb.ts';
import { ARTICLE, isListed, isMany, itemsOf, nameOf, PREPOSITION, WITH } from './words.ts';

export interface Head {
  readonly setting: string | null;
  readonly rest: string;
  readonly row: boolean;
  readonly isOfWhole: boolean;
}

/** What stands before the list and tells where its things are, apart from the list. */
export function apart(text: string): Head {
  const [, head = '', rest = ''] = /^([^:;,.(]{2,60}?)(?: ?:| [-–—]+|\.) +(.+)$/s.exec(text) ?? [];
  if (head !== '' && !WITH.test(head)) {
    const noun = stripLead(head)
      .replace(ARTICLE, '')
      .replace(/ (?:that |which )?(?:i|we) (?:have |already )?[a-z]+$/, '');
    const things = itemsOf(rest.split(/[;.]/)[0] ?? '');
    const isRow = isMany(noun) && !isListed((things[0]?.text ?? '').replace(ARTICLE, '').replace(/ (?:with|\().*/, ''));
    return isRow
      ? { setting: null, rest: `${noun} with ${rest}`, row: true, isOfWhole: false }
      : { setting: head, rest, row: false, isOfWhole: false };
  }
  // "a tattoo studio with artists, clients": where all of it is.
  const [, whole = '', parts = ''] = /^([^,:;.(]{3,50}?) with (.+)$/s.exec(text) ?? [];
  const isWhole = whole !== '' && !isPlural(whole.split(' ').at(-1) ?? '');
  if (isWhole && isListed((itemsOf(parts)[0]?.text ?? '').replace(ARTICLE, '').replace(/ (?:with|\().*/, '')))
    return { setting: whole, rest: parts, row: false, isOfWhole: true };
  const [, first = '', others = ''] = /^([^,:;.(]{3,40}), (.+)$/s.exec(text) ?? [];
  const place = stripLead(first).replace(ARTICLE, '');
  if (place !== '' && !WITH.test(first) && !isPlural(place.split(' ').at(-1) ?? '') && ['group', 'place'].includes(kindOf(place)))
    return { setting: first, rest: others, row: false, isOfWhole: false };
  return { setting: null, rest: text, row: false, isOfWhole: false };
}

/** "we rent out flats": what somebody does it with is kept, though the list does not name it again. */
export function dealtIn(setting: string, rest: string): string | null {
  const [, verb = '', noun = ''] = /^(?:i|we) ([a-z]+)(?: out| up)? (?:(?:\d+|[a-z]+) ){0,2}?((?:[a-z]+ )?[a-z]+s)$/.exec(setting) ?? [];
  const words = noun.replace(COUNTED, '');
  if (PREPOSITION.test(setting.replace(/^(?:i|we) [a-z]+ (?:out|up) /, ''))) return null;
  if (lemmaOf(verb) === null || !isListed(words) || isPerson(nameOf(words))) return null;
  return new RegExp(`\\b${singularName(words.split(' ').at(-1) ?? '')}`).test(rest) ? null : words;
}
