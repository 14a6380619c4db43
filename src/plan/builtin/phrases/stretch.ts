import type { CompareOp, Expr } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { dateOf } from './columns.ts';
import { countAt } from './counts.ts';
import { after, entry, found, type Ground, type Read, word } from './ground.ts';
import { amount, columnIn, compare } from './query.ts';
import type { Filter } from './things.ts';

/** Two dates, the later of which ends what began on the other. */
export interface Stretch {
  readonly table: string;
  /** Where it began, if that is what each row of the table belongs to. */
  readonly begun?: string;
  readonly start: Column;
  readonly end: Column;
}

/** From when a row began to what a verb says of it: "resolve" of `created_at` and `resolved_at`. */
export function stretchOf(ground: Ground, table: string, verb: string): Stretch | null {
  const dated = entry(ground, table).columns.filter(
    ({ column, words }) => DATED.has(column.type) && !words.some((own) => UNENDING.has(own)),
  );
  const told = dated.filter(({ words }) =>
    words.some((own) => tells(verb, own) || (PAST.get(verb) ?? PAST.get(verb.replace(/e?d$/, '')) ?? []).includes(own)),
  );
  if (told.length === 0 && !TAKING.has(verb) && !GENERIC.has(verb)) return null;
  const [pair, ...pairs] = told.length === 0 ? opposites(dated) : [];
  if (pair !== undefined) return pairs.length > 0 ? null : between(table, ...pair);
  // What takes or lasts some time does so until the one date that is not there from the beginning.
  const [end, ...more] = told.length === 0 && dated.length === 2 ? dated.filter(({ column }) => column.nullable) : told;
  if (end === undefined || more.length > 0) return null;
  // What has an end goes from its start, which is not the day on which it was booked.
  const [opening, ...openings] = end.words.includes('end') ? dated.filter(({ words }) => words.includes('start')) : [];
  if (opening !== undefined && openings.length === 0) return between(table, opening, end);
  const begun = dateOf(ground, table);
  return begun === null ? null : between(table, begun, end);
}

const between = (table: string, { column: start }: { column: Column }, { column: end }: { column: Column }): Stretch | null =>
  start.name === end.name || start.type !== end.type ? null : { table, start, end };

/** Two dates of a row, the one of which opens what the other ends: `arrival` and `departure`, `checked_out_at` and `returned_at`. */
const opposites = (dated: readonly ColumnEntry[]): (readonly [ColumnEntry, ColumnEntry])[] =>
  dated.flatMap((start) =>
    dated.flatMap((end) => {
      const opens = start.words.flatMap((own) => CLOSINGS.get(own) ?? []);
      return start !== end && end.words.some((own) => opens.includes(own) && !start.words.includes(own)) ? [[start, end] as const] : [];
    }),
  );

const BACK = ['returned', 'return', 'back'];
const DONE = ['end', 'ended', 'finish', 'finished', 'complete', 'completed', 'closed', 'close', 'stop', 'stopped'];
const FIXED = ['resolved', 'fixed', 'repaired', 'solved', ...DONE];
const AWAY = ['depart', 'departure', 'departed', 'departs', 'left', 'leaves', 'leaving'];
/** Words of dates that open something, with those of the dates that end it. */
const CLOSINGS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['start', 'started', 'starts', 'begin', 'began', 'begun', 'begins'].map((own): [string, string[]] => [own, DONE]),
  ...['arrival', 'arrived', 'arrives', 'arrive'].map((own): [string, string[]] => [own, AWAY]),
  ...['out', 'borrowed', 'lent', 'loaned', 'hired', 'rented', 'pickup', 'collected'].map((own): [string, string[]] => [own, BACK]),
  ...['opened', 'open', 'reported', 'raised', 'received', 'brought'].map((own): [string, string[]] => [own, FIXED]),
  ...['checkin', 'in'].map((own): [string, string[]] => [own, ['checkout', 'out']]),
  ['from', ['to', 'until', 'till']],
  ['admitted', ['discharged']],
  ['admission', ['discharge']],
  ['dropped', [...BACK, 'collected', 'picked', ...FIXED]],
  ['registered', ['closed', 'left', 'ended']],
  ['applied', ['removed']],
  ['entered', ['exited', 'left']],
  ['entry', ['exit']],
]);

/** From when something was asked for to when it came: what whoever asked for it waits. */
export function waitOf(ground: Ground, table: string): Stretch | null {
  const dated = entry(ground, table).columns.filter(
    ({ column, words }) => DATED.has(column.type) && !words.some((own) => UNENDING.has(own)),
  );
  const pick = (names: ReadonlySet<string>) => dated.filter(({ words }) => words.some((own) => names.has(own)));
  const [start, ...starts] = pick(ASKED_FOR);
  const [end, ...ends] = pick(CAME);
  return start === undefined || end === undefined || starts.length > 0 || ends.length > 0 ? null : between(table, start, end);
}

const ASKED_FOR = new Set('requested request ordered order placed booked applied reported raised submitted queued'.split(' '));
const CAME = new Set(
  'delivered delivery shipped answered replied approved served seen fulfilled handed ready granted dispatched started'.split(' '),
);

/** From when something went out to when it came back. */
export function lentOf(ground: Ground, table: string): Stretch | null {
  const dated = entry(ground, table).columns.filter(
    ({ column, words }) => DATED.has(column.type) && !words.some((own) => UNENDING.has(own)),
  );
  const [start, ...starts] = dated.filter(({ words }) => words.some((own) => GONE_OUT.has(own)));
  const [end, ...ends] = dated.filter(({ column, words }) => column.nullable && words.some((own) => BACK.includes(own)));
  return start === undefined || end === undefined || starts.length > 0 || ends.length > 0 ? null : between(table, start, end);
}

const GONE_OUT = new Set('out borrowed lent loaned loan hired hire rented collected pickup delivered issued taken handed given'.split(' '));

/** What takes some time, of a thing that begins and ends. */
const TAKING = new Set(['take', 'takes', 'took', 'last', 'lasts', 'lasted', 'stay', 'stayed', 'run', 'go']);
/** What is done with anything until it is done. */
export const GENERIC = new Set(['deal', 'handle', 'process', 'complete', 'finish', 'sort', 'get', 'do', 'turn', 'settle']);
const UNENDING = new Set('due deadline promised target estimated updated modified deleted expected planned scheduled birth'.split(' '));

const PAST: ReadonlyMap<string, readonly string[]> = new Map([
  ['pay', ['paid', 'payment']],
  ['paid', ['paid', 'payment']],
  ['ship', ['shipped']],
  ['last', ['end', 'ended']],
  ['lasted', ['end', 'ended']],
  ['return', ['returned']],
  ['close', ['closed', 'resolved']],
  ['solve', ['resolved', 'solved']],
  ['fix', ['resolved', 'fixed', 'closed', 'finished', 'completed', 'repaired']],
  ['deliver', ['delivered', 'delivery']],
]);

/** Days between days; between instants in the unit that was asked for, else as a length of time. */
export function lengthOf({ start, end }: Stretch, alias: string, unit: string | null, begun = alias): Expr {
  const day = (column: Column, of: string): Expr =>
    start.type === end.type || column.type === 'date'
      ? columnIn(of, column.name)
      : { kind: 'cast', type: 'date', arg: columnIn(of, column.name) };
  const difference: Expr = { kind: 'arithmetic', op: '-', left: day(end, alias), right: day(start, begun) };
  if (start.type === 'date' || end.type === 'date') {
    const scale = unit === 'week' ? 7 : 1;
    return scale === 1
      ? difference
      : { kind: 'arithmetic', op: '/', left: difference, right: { kind: 'literal', value: scale, type: 'integer' } };
  }
  const seconds = unit === null ? null : SECONDS[unit];
  if (seconds === null || seconds === undefined) return difference;
  return {
    kind: 'arithmetic',
    op: '/',
    left: { kind: 'call', fn: 'epoch', args: [difference] },
    right: { kind: 'literal', value: seconds, type: 'integer' },
  };
}

const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400, week: 604_800 };

export const unitAt = (ground: Ground, at: number): string | null =>
  ['night', 'nights'].includes(word(ground, at))
    ? 'day'
    : (['minute', 'hour', 'day', 'week'].find((unit) => [unit, `${unit}s`].includes(word(ground, at))) ?? null);

/** Where it is said from when to when. */
type Spans = (ground: Ground, at: number, table: string) => Read<Stretch>[];

/** "took longer than a week", "took more than 10 days to deliver", "longer than 5 nights", of what has two dates. */
export function lastingAt(ground: Ground, at: number, table: string, spansAt: Spans): Read<Filter>[] {
  const took = after(ground, at, ['took', 'taking', 'lasted', 'lasting', 'stayed', 'staying', 'that took', 'that lasted', 'who stayed']);
  // "open longer than a week" is not how long it took to close.
  const bare = ['longer', 'shorter'].includes(word(ground, at)) && word(ground, at - 1) !== 'open' ? longerAt(ground, at) : null;
  const counted = took === null ? bare : (countAt(ground, took) ?? longerAt(ground, took));
  const unit = counted === null ? null : unitAt(ground, counted.end);
  if (counted === null || unit === null) return [];
  const said = spansAt(ground, counted.end + 1, table);
  const to = word(ground, counted.end + 1) === 'to' && word(ground, counted.end + 2) !== '' ? word(ground, counted.end + 2) : null;
  const whole = stretchOf(ground, table, to ?? 'took');
  const spans = said.length > 0 ? said : whole === null ? [] : [found(whole, counted.end + (to === null ? 1 : 3))];
  return spans.flatMap(({ value: stretch, end }) => lasted(table, stretch, { ...counted, unit, end }));
}

function lasted(table: string, stretch: Stretch, counted: { op: CompareOp; value: number; unit: string; end: number }): Read<Filter>[] {
  const { unit } = counted;
  const day = stretch.end.type === 'date';
  const value = day && unit === 'week' ? counted.value * 7 : counted.value;
  const test = (alias: string): Expr => compare(counted.op, lengthOf(stretch, alias, day ? 'day' : unit), amount(value));
  const note = `The time is from ${table}.${stretch.start.name} to ${table}.${stretch.end.name}.`;
  return day && !['day', 'week'].includes(unit)
    ? []
    : [found<Filter>({ kind: 'test', table, not: false, test }, counted.end, 0.05, [note])];
}

/** "open for more than 30 days", "open longer than 2 weeks": what began so long ago, of what has not ended. */
export function heldAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const state = word(ground, at - 1);
  if (!['open', 'unpaid', 'outstanding', 'unresolved'].includes(state)) return [];
  const start = word(ground, at) === 'for' ? at + 1 : at;
  const counted = countAt(ground, start) ?? longerAt(ground, start);
  const unit = counted === null ? null : agoUnit(ground, counted.end);
  const begun = counted === null || unit === null ? null : dateOf(ground, table, ['opened']);
  const early = entry(ground, table).columns.filter(({ column }) => DATED.has(column.type) && !column.nullable);
  // A bill is open from the day it was sent, or from that on which it was due.
  if (counted === null || unit === null || begun === null || begun.column.nullable || (state !== 'open' && early.length > 1)) return [];
  const { name } = begun.column;
  const filter: Filter = { kind: 'test', table, not: false, test: agoTest(ground, name, counted, unit) };
  return [found(filter, counted.end + 1, 0.05, [`The time is from ${table}.${name} to today.`])];
}

/** "more than 30 days ago", "over a month ago": by the day on which it was, or on which a verb before says that it was done. */
export function agoAt(ground: Ground, from: number, table: string, verbs: readonly string[]): Read<Filter>[] {
  const verb = word(ground, from);
  const told = /^[a-z]{3,}(?:ed|en|id|nt|ld|ght)$/.test(verb) ? from + 1 : from;
  const at = ['from', 'since'].includes(word(ground, told)) ? told + 1 : told;
  const counted = longerAt(ground, at) ?? countAt(ground, at);
  const unit = counted === null ? null : agoUnit(ground, counted.end);
  if (counted === null || unit === null || word(ground, counted.end + 1) !== 'ago') return [];
  const dated = dateOf(ground, table, told > from ? [verb] : verbs);
  if (dated === null || (told > from && dated.assumed)) return [];
  const { name } = dated.column;
  const filter: Filter = { kind: 'test', table, not: false, dated: true, test: agoTest(ground, name, counted, unit) };
  return [found(filter, counted.end + 2, 0.05, dated.assumed ? [`The date is that of ${table}.${name}.`] : [])];
}

export const agoUnit = (ground: Ground, at: number): string | null =>
  ['day', 'week', 'month', 'year'].find((one) => [one, `${one}s`].includes(word(ground, at))) ?? null;

/** Whether a day is longer ago, or less long, than so many units. */
export function agoTest(
  { now }: Ground,
  column: string,
  { op, value }: { op: CompareOp; value: number },
  unit: string,
): (alias: string) => Expr {
  const day = new Date(now);
  if (unit === 'year' || unit === 'month') day.setUTCMonth(day.getUTCMonth() - value * (unit === 'year' ? 12 : 1));
  else day.setUTCDate(day.getUTCDate() - value * (unit === 'week' ? 7 : 1));
  const turned = ({ '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=', '<>': '<>' } as const)[op];
  return (alias) => compare(turned, columnIn(alias, column), { kind: 'literal', value: day.toISOString().slice(0, 10), type: 'date' });
}

/** "longer than a week". */
function longerAt(ground: Ground, at: number): { op: CompareOp; value: number; end: number } | null {
  const long = after(ground, at, ['longer than', 'more than', 'over']);
  const short = after(ground, at, ['shorter than', 'less than', 'under']);
  const end = long ?? short;
  const value = end === null ? null : ['a', 'an', 'one'].includes(word(ground, end)) ? 1 : (ground.tokens[end]?.number ?? null);
  return end === null || value === null ? null : { op: long === null ? '<' : '>', value, end: end + 1 };
}
