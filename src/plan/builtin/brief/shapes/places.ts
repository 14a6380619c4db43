import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isKnownOf } from '../outline/kind.ts';
import { pluralsIn } from './words.ts';

/** "stamps with year and value, kept in albums", "boxes stand on shelves", "each hangs in a room or is in storage": where it is. */
export function takePlaces(brief: string, bonds: Bond[]): string {
  let text = brief;
  for (let found = PLACED.exec(text); found !== null; found = PLACED.exec(text)) {
    const { index: at } = found;
    const { article, place = '' } = found.groups ?? {};
    const what = subjectOf(text.slice(0, at));
    const last = place.split(' ').at(-1) ?? '';
    if (what === null || (article === undefined && !isPlural(last)) || NO_PLACE.test(last) || (isKnownOf(last) && !/^levels?$/.test(last)))
      break;
    const places = pluralName(singularName(place.toLowerCase().replaceAll(' ', '_'))).replaceAll('_', ' ');
    bonds.push({ kind: 'of', many: what, one: places });
    const named = new RegExp(`\\b${places}\\b`, 'i').test(text.slice(0, at));
    text = `${text.slice(0, at)}${named ? '' : `; ${places}`}${text.slice(at + found[0].length)}`;
  }
  return text;
}

/** The thing of which a participle is said: the one right before it, otherwise the first of its sentence. */
function subjectOf(before: string): string | null {
  const [, direct = ''] = /([a-z][a-z-]+)\s*$/i.exec(before) ?? [];
  const sentence = before.slice(
    before
      .trimEnd()
      .replace(/[.;:]$/, ' ')
      .search(/[^.;:]*$/),
  );
  const named = pluralsIn(sentence);
  if (named.includes(direct.toLowerCase())) return direct.toLowerCase();
  return named[0] ?? pluralsIn(before)[0] ?? null;
}

const PLACED =
  /(?:[,;]? ?(?:and )?(?:each (?:one |of them )?|they |it |which |that )?(?:(?:is|are|gets|get) )?)\b(?:kept|stored|hung|parked|housed|filed|displayed|mounted|shelved|moored|docked|pinned|hangs?|stands?|sits?)(?: together)? (?:in|on|at|inside)(?: (?<article>an?|the|our|its|their|one|different|several))? (?<place>[a-z]+)(?: or (?:is |are )?(?:in|on) [a-z]+)?(?=[,.;]|$| and )/i;
const NO_PLACE = /^(?:home|stock|storage|time|good|condition|order|winter|summer|mind|hand|house)$/i;
