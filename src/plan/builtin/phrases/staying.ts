import type { Expr } from '../../plan.ts';
import { endOf, isAhead } from '../linking/ending.ts';
import type { TableEntry } from '../linking/entries.ts';
import { DATED } from '../linking/expressions.ts';
import { dateOf } from './columns.ts';
import { countAt } from './counts.ts';
import { after, entry, found, type Ground, type Read, word } from './ground.ts';
import { columnIn, compare } from './query.ts';
import { ended, flagged } from './states.ts';
import { agoTest, agoUnit } from './stretch.ts';
import type { Filter } from './things.ts';

/** "who still work here", "clients who have left us": of people, and of those that we work for. */
export function stayingAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const works = after(ground, at, WORKING);
  const served = SERVED.has(entry(ground, table).words.at(-1) ?? '');
  const stay = works !== null && served ? null : (works ?? after(ground, at, STAYING));
  const quit = served ? null : after(ground, at, QUITTING);
  const left = stay === null ? (quit ?? after(ground, at, LEAVING)) : null;
  const end = stay ?? left;
  if (not && stay === null) return [];
  const since = stay === null || not ? null : servingAt(ground, stay, table);
  if (since !== null) return [since];
  const filter = end === null ? null : holding(ground, table, not || stay === null);
  if (end === null || filter === null) return [];
  // "who works here today" is no day on which they began.
  return [found(filter, (stay === null ? null : after(ground, end, NOW)) ?? end, 0.05)];
}

/** What holds of rows that have not ended, or of those that a flag or a state of theirs calls active. */
export function holding(ground: Ground, table: string, gone: boolean): Filter | null {
  const own = ended(ground, table, gone) ?? flagged(ground, table, 'active', !gone);
  if (own !== null) return own;
  const states = entry(ground, table).columns.filter(({ column, words }) => column.type === 'text' && words.some((one) => STATES.has(one)));
  const [only, ...more] = states.flatMap(({ column }) => {
    const active = ground.values.of(table, column.name)?.find((value) => ['active', 'current'].includes(value.toLowerCase()));
    return active === undefined ? [] : [{ column: column.name, active }];
  });
  if (only === undefined || more.length > 0) return null;
  const value: Expr = { kind: 'literal', value: only.active, type: 'text' };
  return { kind: 'test', table, not: gone, test: (alias) => compare('=', columnIn(alias, only.column), value) };
}
const STATES = new Set(['status', 'state']);

/** "at the moment", of rows that say until when they hold. */
export function nowAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const end = after(ground, at, NOW);
  const filter = end === null ? null : holding(ground, table, false);
  return end === null || filter === null ? [] : [found(filter, end, 0)];
}

/** "running right now", of what has a day on which it starts, and ends on another or never. */
export function runningAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const running = after(ground, at, RUNNING);
  const end = running === null ? null : after(ground, running, NOW);
  const own = entry(ground, table);
  const until = endOf(own);
  const [start, ...more] = own.columns.filter(({ column, words }) => DATED.has(column.type) && words.some((one) => STARTS.has(one)));
  const lasting = end === null || until === null || !isAhead(until) ? null : ended(ground, table, false);
  if (end === null || start === undefined || more.length > 0 || lasting === null) return [];
  const now: Expr = { kind: 'call', fn: start.column.type === 'date' ? 'today' : 'now', args: [] };
  const begun: Filter = { kind: 'test', table, not: false, test: (alias) => compare('<=', columnIn(alias, start.column.name), now) };
  return [found<Filter>({ kind: 'all', filters: [begun, lasting] }, end, 0.05)];
}

const RUNNING = ['running', 'going on', 'under way', 'underway', 'on', 'active', 'open', 'live'];
const STARTS = new Set(['start', 'starts', 'started', 'begin', 'begins', 'began', 'from', 'open', 'opens']);

export const NOW = ['right now', 'currently', 'at the moment', 'now', 'these days', 'at present', 'presently', 'today'];

/** "here for more than 10 years", "with us for at least 6 months": whoever began so long ago, and has not left. */
function servingAt(ground: Ground, at: number, table: string): Read<Filter> | null {
  const counted = word(ground, at) === 'for' ? countAt(ground, at + 1) : null;
  const unit = counted === null ? null : agoUnit(ground, counted.end);
  const dated = dateOf(ground, table, ['joined', 'hired']);
  if (counted === null || unit === null || dated === null || !isServing(ground, table, dated.column.name)) return null;
  const began: Filter = { kind: 'test', table, not: false, test: agoTest(ground, dated.column.name, counted, unit) };
  const staying = ended(ground, table, false);
  return found<Filter>({ kind: 'all', filters: staying === null ? [began] : [began, staying] }, counted.end + 1, 0.05);
}

/** Whether a day is called as that on which somebody came to be one of us. */
export const isServing = (ground: Ground, table: string, name: string): boolean =>
  entry(ground, table).columns.some(({ column, words }) => column.name === name && SERVING.test(`${name} ${words.join(' ')}`));
const SERVING = /hire|join|enrol|sign|regist|start|employ|member|since/i;
const WORKING = [
  ...['here', 'for us', 'with us', 'for the company', 'at the company'].flatMap((place) =>
    ['work', 'works', 'working', 'employed', 'teach', 'teaches', 'teaching', 'drive', 'drives', 'coach', 'coaches'].map(
      (verb) => `${verb} ${place}`,
    ),
  ),
  ...['employed', 'on the team', 'on staff'],
];
const STAYING = ['here', 'with us', 'around', 'in the company', 'at the company'];
/** People whom we work for, rather than they for us. */
export const SERVED = new Set(
  'client customer buyer patient tenant member guest student subscriber patron donor supplier contractor visitor'.split(' '),
);
/** Whether people of a table are those whom we work for: a crew member is none. */
export const isServed = ({ words }: TableEntry): boolean =>
  SERVED.has(words.at(-1) ?? '') && !words.slice(0, -1).some((one) => ['crew', 'staff', 'team', 'board', 'committee'].includes(one));
const QUITTING = [
  ...['left', 'leave', 'quit'].flatMap((verb) => ['the company', 'the firm', 'the team', 'the job'].map((from) => `${verb} ${from}`)),
  ...['no longer work here', 'no longer working here', 'no longer work for us'],
];
const OUT_OF_USE = [
  'out of use',
  'out of service',
  'out of action',
  'out of order',
  'no longer in use',
  'closed down',
  'shut down',
  'shut',
];
const LEAVING = [
  ...['left', 'leave', 'quit'].flatMap((verb) => [`${verb} us`, `${verb} here`]),
  'no longer with us',
  'no longer here',
  ...OUT_OF_USE,
];
