import { isPlural, isUncountable, pluralName, singularName } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { MASS } from '../entity.ts';
import { splitList } from '../list.ts';
import { isNameLike } from '../names.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { lemmaOf } from '../outline/verb.ts';
import { hasUsual } from '../usual.ts';

/** "baby log: feedings, diapers, sleep": each is what happens to it, with a time, also what cannot be counted. */
export function takeLog(brief: string, bonds: Bond[]): string {
  const [, whose = '', list = ''] = LOG.exec(brief) ?? [];
  const items = splitList(list).map((item) => item.toLowerCase());
  if (!OWNERS.has(kindOf(whose)) || items.length < LEAST || !items.every((item) => isNameLike(item) && item.split(' ').length <= 2))
    return brief;
  const names = items.map((item) => item.replaceAll(' ', '_'));
  if (names.some(isPerson) || names.filter((name) => isDeed(name) || isDoing(name)).length * 2 < names.length) return brief;
  const one = pluralName(singularName(whose.toLowerCase()));
  const tables = names.map((name) => {
    const lasts = isLasting(name);
    const table = (lasts && isMass(name) ? `${name}_sessions` : isMass(name) ? name : pluralName(singularName(name))).replaceAll('_', ' ');
    bonds.push({ kind: 'of', many: table, one });
    if (hasUsual(table.replaceAll(' ', '_'))) return table;
    return lasts || LASTING.test(table) ? `${table} (starts at, ends at, notes)` : `${table} (occurred at, notes)`;
  });
  return [one, ...tables].join(', ');
}

/** "sleep", "pruning": it takes a while. */
const isLasting = (name: string): boolean =>
  !isPlural(name) && !MASS.has(name) && (kindOf(name) === 'measure' || (!hasUsual(name) && /[a-z]{3}ing$/.test(name)));
/** What cannot be counted. */
const isMass = (name: string): boolean => MASS.has(name) || isUncountable(name) || pluralName(name) === name;
const isDoing = (name: string): boolean => lemmaOf(singularName(name)) !== null;

const OWNERS: ReadonlySet<string> = new Set(['person', 'animal', 'plant', 'vehicle', 'place', 'machine']);
const LEAST = 2;
const LOG = /^(?:(?:my|our|an?|the|simple|daily) )*([a-z]+) (?:log|logbook|diary|journal|tracker|care log)(?::| -|,) ?([^.;:()]+)$/i;

/** What goes on for a while. */
const LASTING = /(?:^|_)(?:naps|sleeps|walks|outings|seizures|contractions)$/;
