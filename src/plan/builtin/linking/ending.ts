import type { Column } from '../../schema.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import { DATED } from './expressions.ts';

/** The one date on which a row ceases to hold, where no column says more of its state: `left_on`, `end_date`. */
export function endOf({ columns }: TableEntry): ColumnEntry | null {
  if (columns.some(({ column, words }) => column.type === 'text' && words.some((one) => one === 'status' || one === 'state'))) return null;
  if (columns.some(({ column }) => column.type === 'boolean' && /activ|current|clos|archiv|enabl/i.test(column.name))) return null;
  const ends = columns.filter(
    ({ column, words }) =>
      DATED.has(column.type) &&
      !words.some((own) => BARRED.has(own)) &&
      (words.some((own) => (column.nullable && ENDED.has(own)) || ENDING.has(own)) || (column.nullable && GONE.test(words.join(' ')))),
  );
  const [only, ...more] = ends;
  return only === undefined || more.length > 0 ? null : only;
}

/** Whether a day that may be missing says, by its name, that a row is over: `cancelled_at`, `left_on`, `paid_on`. */
export const isOver = ({ name, nullable }: Column): boolean =>
  nullable &&
  (name
    .toLowerCase()
    .split('_')
    .some((word) => ENDED.has(word) || DONE.has(word)) ||
    GONE.test(name.replaceAll('_', ' ')));

/** What is restricted or blocked until a day does not end then. */
const BARRED = new Set('restricted blocked suspended banned reserved embargoed paused snoozed muted'.split(' '));

/** Whether the day may lie ahead, so that a row which has one may still hold. */
export const isAhead = ({ words }: ColumnEntry): boolean => words.some((own) => ENDING.has(own));

const ENDED = new Set(
  'ended cancelled canceled left terminated closed deactivated quit discontinued discontinue retired term decommissioned withdrawn'.split(
    ' ',
  ),
);
const DONE = new Set(
  'paid returned completed finished resolved sold died delivered shipped refunded settled expired fixed repaired back done'.split(' '),
);
const GONE = /\b(?:move|moved|check|checked|drop|dropped|sign|signed) out\b|\b(?:give|gave|given) up\b/;
const ENDING = new Set('end until termination expire expiry expiration'.split(' '));
