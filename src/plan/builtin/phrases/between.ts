import type { Column } from '../../schema.ts';
import { DATED } from '../expressions.ts';
import { tells } from '../moment-columns.ts';
import { stem } from '../stem.ts';
import { dateOf } from './columns.ts';
import { averaged, tailAt } from './durations.ts';
import type { Form } from './form.ts';
import { after, DETERMINERS, entry, found, type Ground, past, word } from './ground.ts';
import { modified } from './modifiers.ts';
import type { Stretch } from './stretch.ts';
import type { Things } from './things.ts';

/** "how long on average between booking and start", "average time from invoice to payment": two dates of one table. */
export const between: Form = (ground, at) => {
  const start = after(
    ground,
    at,
    [
      'how long',
      'how long is it',
      'how long does it take',
      'how many days',
      'how many days does it take',
      'average time',
      'average number of days',
      'average days',
    ]
      .flatMap((asked) => [asked, `${asked} on average`])
      .flatMap((asked) => [`${asked} between`, `${asked} from`]),
  );
  if (start === null) return [];
  const first = past(ground, start, DETERMINERS);
  const second = past(ground, first + 2, DETERMINERS);
  const link = word(ground, start - 1) === 'between' ? ['and'] : ['to', 'until'];
  if (!link.includes(word(ground, first + 1)) || word(ground, second) === '') return [];
  const stretches = ground.lexicon.tables.flatMap(({ table: { name } }): Stretch[] => {
    const [from, to] = [eventIn(ground, name, word(ground, first)), eventIn(ground, name, word(ground, second))];
    return from === null || to === null || from.name === to.name || from.type !== to.type ? [] : [{ table: name, start: from, end: to }];
  });
  const [only, ...more] = stretches;
  if (only === undefined || more.length > 0) return [];
  const unit = ground.tokens.slice(at, start).some(({ lower }) => lower === 'days') ? 'day' : null;
  return modified(ground, found<Things>({ table: only.table, filters: [] }, second + 1, 0.05)).flatMap((things) => {
    const tail = tailAt(ground, things.end);
    return averaged(ground, { ...things, end: tail.end }, only, tail.unit ?? unit);
  });
};

/** The date of a table that a noun tells: "payment" of `paid_on`, and of the table's own noun when its rows came about. */
function eventIn(ground: Ground, table: string, noun: string): Column | null {
  const { columns, words } = entry(ground, table);
  const told = columns.filter(
    ({ column, words: own }) => DATED.has(column.type) && own.some((one) => one === stem(noun) || tells(noun, one) || tells(one, noun)),
  );
  const [only, ...more] = told;
  if (only !== undefined) return more.length === 0 ? only.column : null;
  return words.at(-1) === stem(noun) ? (dateOf(ground, table)?.column ?? null) : null;
}
