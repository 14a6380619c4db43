import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { isDateless } from '../diary.ts';
import { isEntity } from '../entity.ts';
import { splitList } from '../list.ts';
import { isNameLike } from '../names.ts';
import { lastWord } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { hasUsual } from '../usual.ts';

/** "mileage log for our two lorries: date, km": what a log is kept for is a thing of its own, which each of its rows is of. */
export function takePurpose(brief: string, bonds: Bond[]): string {
  const { what = '', keeper = '', things = '', rest = '' } = keptFor(brief)?.groups ?? {};
  if (what === '' || isAudience(brief)) return brief;
  const many = pluralName(singularName(snakeCase(what))).replaceAll('_', ' ');
  const counted = many !== what && (isDeed(snakeCase(many)) || hasUsual(snakeCase(many)));
  const rows = counted ? many : hasUsual(snakeCase(what)) ? what : `${what} logs`;
  const [, list = ''] = /^(?:[:,] | with )(.+)$/i.exec(rest) ?? [];
  const items = splitList(list);
  const [, told = ''] = /^[.;] (.+)$/.exec(rest) ?? [];
  let said: string;
  if (rest === '' && counted) said = `${things}, ${many}`;
  else if (told !== '' && new RegExp(`\\b${many}\\b`, 'i').test(told))
    said = `${[things, ...(ASSIGNED.test(told) && kindOf(things) !== 'person' ? ['users'] : []), many].join(', ')}. ${told}`;
  else if (items.length > 0 && items.every((item) => isNameLike(item) && !isEntity(item))) {
    const dated = /^(?:log|logbook|diary|journal)$/i.test(keeper) && isDateless(`${what} ${keeper}`, items);
    said = `${things}, ${rows} (${[...(dated ? ['date'] : []), ...items].join(', ')})`;
  } else return brief;
  bonds.push({ kind: 'of', many: rest === '' || told !== '' ? many : rows, one: things });
  return said;
}

/** The plural noun that a log or a tracker is kept for, or null: "for our shop" and "for a school" only say where. */
export const purposeOf = (brief: string): string | null => keptFor(brief)?.groups?.things ?? null;

const keptFor = (brief: string): RegExpExecArray | null => {
  const found = KEPT_FOR.exec(brief);
  const last = lastWord(snakeCase(found?.groups?.things ?? ''));
  return isPlural(last) && !/(?:ss|us|is|ics)$/.test(last) ? found : null;
};

/** "budget tracker for students": whoever uses it, unless they are somebody's own or counted. */
const isAudience = (brief: string): boolean => {
  const { own, count, things = '' } = keptFor(brief)?.groups ?? {};
  return own === undefined && count === undefined && ['person', 'place', 'group'].includes(kindOf(things));
};

/** Whoever has it in hand is one of those who use the tracker. */
const ASSIGNED = /\b(?:assignee|assigned to)\b/i;
const KEPT_FOR =
  /^(?:(?:my|our|an?|the|simple|small) )*(?<what>[a-z]+(?: [a-z]+)?) (?<keeper>log|logbook|diary|journal|tracker|planner|register|calendar) for (?:all )?(?<own>my |our |the |his |her |their )?(?<count>(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|many) )?(?<things>(?:[a-z]+ )?[a-z]+)(?<rest>$|[:.;,] .+| with .+)/i;
