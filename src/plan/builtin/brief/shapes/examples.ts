import { isPlural, singularName } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';

/** A brief without the examples of its rows, without what somebody teaches, and with what is said of two things said of each. */
export const plainly = (brief: string): string => ofEach(withoutSubjects(withoutExamples(brief)));

/** "props like masks, swords, hats": examples are rows, and nothing to make a table or a column of. */
function withoutExamples(brief: string): string {
  return brief.replaceAll(EXAMPLES, (all: string, noun: string, by: string, list: string, at: number, whole: string) => {
    const items = list.split(/,? (?:and|or) |, /);
    const next = whole[at + all.length] ?? '.';
    const isOpen = next === ',' && !/ (?:and|or) [^,]*$/.test(list);
    if (isOpen || !isPlural(noun) || OF_FACTS.test(noun) || (by === 'like' && (kindOf(noun) === 'person' || items.length < 2))) return all;
    return items.some(isKnownOf) ? all : noun;
  });
}

const EXAMPLES =
  /\b([a-z]+s),? (like|such as|e\.g\.|for example|for instance) ([a-z-]+(?: [a-z-]+)?(?:, [a-z-]+(?: [a-z-]+)?)*?(?:,? (?:and|or) [a-z-]+(?: [a-z-]+)?)?)(?=[,.;]|$)/gi;
const OF_FACTS = /^(?:details|facts|things|fields|attributes|columns|properties|specs|characteristics|basics|tables|is|was|does|its)$/i;

/** "i teach drawing and mime. pupils, lessons": what is taught tells who asks, where the lessons are named as well. */
function withoutSubjects(brief: string): string {
  return brief.replace(TAUGHT, (all: string, before: string, at: number, whole: string) => {
    if (!/\b(?:lessons|classes|courses|sessions)\b/i.test(whole.slice(at + all.length))) return all;
    return before === '' ? '' : `${before}: `;
  });
}

const TAUGHT =
  /^((?:an? )?[a-z]+(?: [a-z]+){0,2}(?=[,.:] )|)[,.:]? ?(?:i|we) (?:teach|give|tutor|offer) [a-z]+(?:, [a-z]+)*,? and [a-z]+(?: (?:lessons|classes|courses))?(?: to [a-z]+)?[,.;:](?: and)?(?: (?:i|we))?(?: (?:need|want)(?: to (?:keep|track|record|note|keep track of))?)? /i;

/** "lamps and spotlights with maker and watts": said of both, where they are of one kind. */
function ofEach(brief: string): string {
  const [, head = '', one = '', other = '', list = ''] = BOTH.exec(brief) ?? [];
  const things = [one, other].map((words) => words.toLowerCase().split(' ').at(-1) ?? '');
  if (list === '' || !things.every((noun) => isPlural(noun) && isEntity(noun) && !isDeed(noun) && !isKnownOf(singularName(noun))))
    return brief;
  if (!isAlike(things[0] ?? '', things[1] ?? '')) return brief;
  return `${head}${one} with ${list}; ${other} with ${list}`;
}

const MADE: ReadonlySet<string> = new Set(['thing', 'machine', 'goods', 'vehicle', 'work']);
/** Whether the same may be known of both: two sorts of animals, of people, or of what is made. */
export const isAlike = (one: string, other: string): boolean => {
  const [left, right] = [kindOf(one), kindOf(other)];
  return left === right || (MADE.has(left) && MADE.has(right));
};

const BOTH =
  /^((?:[a-z]+(?: [a-z]+){0,2}: )?)(?:my |our |the |all )?((?:[a-z]+ )?[a-z]+s) and (?:my |our |the )?((?:[a-z]+ )?[a-z]+s) with ([^.;:()]+)$/i;
