import { countAt, orMoreAt } from './counts.ts';
import { undoneAt } from './did.ts';
import { after, columnsAt, entry, found, type Ground, once, past, type Read, word } from './ground.ts';
import { averageAt, columnListAt, flagOfHaving, keyAt, lacking, lapsesAt, overdueAt } from './had.ts';
import { ARTICLES, headsAt } from './noun-phrase.ts';
import { listFilter } from './places.ts';
import { distance } from './query.ts';
import type { Filter, Things } from './things.ts';
import { valueListAt } from './value-lists.ts';
import { valuesAt } from './values.ts';

/** How what follows a noun is read. */
export type Modified = (ground: Ground, head: Read<Things>, depth?: number) => Read<Things>[];

/** "licence has expired", "the mot run out", by the day on which it does. */
export const lapsing = (ground: Ground, at: number, table: string): Read<Filter>[] =>
  entry(ground, table).columns.flatMap((own) => lapsesAt(ground, at, table, own));

/** "a comment", "more than 5 open tickets", "no phone number": other things that belong to these, or a column that says something. */
export const possessionsWith = (modified: Modified) =>
  once((ground: Ground, from: number, table: string, not: boolean): Read<Filter>[] => {
    const nobody = after(ground, from, ['nobody', 'no one']);
    if (nobody !== null) return undoneAt(ground, nobody, table, modified);
    const no = after(ground, from, ['no', 'not any', 'zero', 'not a single']);
    const denied = not || no !== null;
    const start = past(ground, no ?? from, ARTICLES);
    const counted = no === null ? (countAt(ground, from) ?? bareCountAt(ground, from)) : null;
    const columns =
      counted !== null || ['their', 'its'].includes(word(ground, start - 1))
        ? []
        : columnsAt(ground, start, [table]).flatMap(({ value, end, cost }) => lacking(ground, value, end, cost, denied));
    const listed = counted !== null || THEIRS.has(word(ground, start - 1)) ? [] : columnListAt(ground, start, table, denied);
    const keys = counted !== null || THEIRS.has(word(ground, start - 1)) ? [] : keyAt(ground, start, table, denied);
    const worth = averageAt(ground, start, table);
    const flags = counted !== null ? [] : flagOfHaving(ground, start, table, denied);
    const values =
      no !== null || (denied && keys.length > 0) || listed.length > 0 || THEIRS.has(word(ground, start - 1))
        ? []
        : valueListAt(ground, start).flatMap((read) => listFilter(ground, table, read, denied, 'any'));
    const things = headsAt(ground, counted?.end ?? start)
      .flatMap((head) => modified(ground, head, 2))
      .flatMap((read) => {
        // "nurses with their wards" asks for both.
        if (read.value.table === table || ['their', 'its'].includes(word(ground, start - 1))) return [];
        if (distance(ground, table, read.value.table) === null) return [];
        if (counted === null) return [{ ...read, value: { kind: 'related' as const, things: read.value, not: denied } }];
        // "with 2 dogs or more"
        const more = counted.op === null ? orMoreAt(ground, read.end) : { op: counted.op, end: read.end };
        if (denied || more === null) return [];
        const count = { op: more.op, value: counted.value };
        return [found<Filter>({ kind: 'related', things: read.value, not: false, count }, more.end, read.cost, read.notes)];
      });
    // "without a foreman" is the same by the key that may be empty.
    const empty = keys.filter(
      ({ end }) => !things.some((one) => one.end === end && one.value.kind === 'related' && one.value.things.filters.length === 0),
    );
    const kept = [...columns, ...things].flatMap((read) => {
      const end = after(ground, read.end, RECORDED);
      return end === null || counted !== null || valuesAt(ground, read.end).length > 0 ? [] : [{ ...read, end }];
    });
    return [
      ...columns,
      ...listed,
      ...kept,
      ...(denied ? [] : worth),
      ...overdueAt(ground, start, table, denied),
      ...(denied || counted !== null ? [] : lapsing(ground, past(ground, start, THE), table)),
      ...empty,
      ...flags,
      ...values,
      ...things,
    ];
  });

/** "with no phone entered", which says no more than that there is none. */
const RECORDED = 'entered,recorded,listed,on file,on record,stored,known,saved,noted,filled in,put in,in the system'.split(',');

/** "2", of "2 dogs or more". */
function bareCountAt(ground: Ground, at: number): { op: null; value: number; end: number } | null {
  const token = ground.tokens[at];
  return token === undefined || token.number === null || token.kind === 'quoted' ? null : { op: null, value: token.number, end: at + 1 };
}

const THE = new Set(['the', 'an', 'a']);
const THEIRS = new Set(['their', 'its']);
