import { stem } from '../stem.ts';
import { anyDatedAt, datedBy } from './dates.ts';
import { after, found, type Ground, type Read, word } from './ground.ts';
import { modified } from './modifiers.ts';
import { columnIn, compare } from './query.ts';
import type { Form } from './questions.ts';
import { listQuery } from './shown.ts';
import type { Filter, Things } from './things.ts';

/** "whose licence expires in the next 60 days", "whose licence has expired": those who have it, by the date on which it ends. */
export const whose: Form = (ground, at) => {
  const start = after(ground, at, ['whose', 'who is']);
  if (start === null) return [];
  const reads = ground.lexicon.tables.flatMap(({ table, columns, label }): Read<Filter>[] =>
    label.length === 0 ? [] : columns.flatMap((own) => lapsesAt(ground, start, table.name, own)),
  );
  const [only, ...more] = reads;
  if (only === undefined || more.length > 0) return [];
  const { value, end, cost, notes } = only;
  const table = value.kind === 'test' ? value.table : '';
  return modified(ground, found<Things>({ table, filters: [value] }, end, cost, notes)).map((things) =>
    found(() => listQuery(ground, things.value), things.end, things.cost, things.notes),
  );
};

type Own = Ground['lexicon']['tables'][number]['columns'][number];

/** "licence expires in May", of a date `licence_expires`. */
function lapsesAt(ground: Ground, at: number, table: string, { column, words }: Own): Read<Filter>[] {
  const nouns = words.filter((one) => !ENDING.has(one) && !WHEN.has(one));
  if (column.type !== 'date' || nouns.length === 0 || !words.some((one) => ENDING.has(one))) return [];
  if (!nouns.every((noun, offset) => isShort(word(ground, at + offset), noun))) return [];
  const verb = at + nouns.length;
  const over = after(ground, verb, ['has expired', 'is expired', 'expired', 'have expired', 'has run out', 'has lapsed', 'ran out']);
  const past: Filter = {
    kind: 'test',
    table,
    not: false,
    test: (alias) => compare('<', columnIn(alias, column.name), { kind: 'call', fn: 'today', args: [] }),
  };
  const when = over ?? after(ground, verb, LAPSES);
  const dated = when === null ? [] : anyDatedAt(ground, when).map((read) => ({ ...read, value: datedBy(table, column, read.value) }));
  return dated.length > 0 ? dated : over === null ? [] : [found(past, over, 0.05)];
}

/** "cert" of a certificate. */
const isShort = (said: string, noun: string): boolean => stem(said) === stem(noun) || (said.length >= 4 && noun.startsWith(said));

const ENDING = new Set('expire expires expiry expiration end ends renewal due until'.split(' '));
const WHEN = new Set('date on at day'.split(' '));
const LAPSES = [
  ...['expires', 'expire', 'is expiring', 'will expire', 'are expiring', 'runs out', 'will run out', 'is running out'],
  ...['ends', 'end', 'is due', 'are due', 'lapses', 'will lapse', 'is up for renewal'],
];
