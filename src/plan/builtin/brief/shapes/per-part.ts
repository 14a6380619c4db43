import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { splitList } from '../list.ts';
import { isNameLike } from '../names.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';

/** "archery: archers, competitions, score per round": of each part another row, with whose it is and when it came about. */
export function takePerPart(brief: string, bonds: Bond[]): string {
  const [all = '', result = '', part = ''] = PER.exec(brief) ?? [];
  const named = splitList(brief.slice(brief.indexOf(':') + 1).replace(all, '')).map((item) => item.toLowerCase());
  if (all === '' || !named.every((item) => isNameLike(item) && isPlural(item.split(' ').at(-1) ?? ''))) return brief;
  const sides = named.filter((item) => isPerson(snakeCase(item)) || (kindOf(item) === 'group' && !isDeed(snakeCase(item))));
  const occasions = named.filter((item) => !sides.includes(item));
  const [side] = sides;
  if (side === undefined || sides.length > 1 || occasions.length > 1) return brief;
  const many = pluralName(singularName(result.toLowerCase()));
  const isOccasion = occasions.includes(pluralName(part.toLowerCase()));
  const rows = isOccasion ? many : `${part.toLowerCase()} ${many}`;
  for (const one of named) bonds.push({ kind: 'of', many: rows, one });
  return brief.replace(all, `${rows} (${isOccasion ? '' : `${part}, `}${result})`);
}

/** "points per round" */
const PER = /(?<=: .*(?:,|,? and) )(points?|scores?|goals?|marks?|strokes?|throws?) per ([a-z]+)$/i;
