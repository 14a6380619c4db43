import type { Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { isAlike } from '../linking/name-costs.ts';
import { columnOf } from './columns.ts';
import { countAt } from './counts.ts';
import { anyDatedAt, datedBy } from './dates.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { columnIn, compare, distance, number } from './query.ts';
import { BEING } from './states.ts';
import type { Filter } from './things.ts';

/** "an average rating below 3", "a total amount over 500", of what belongs to them. */
export function averageAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const fn = ['average', 'avg', 'mean'].includes(word(ground, at)) ? 'avg' : word(ground, at) === 'total' ? 'sum' : null;
  if (fn === null) return [];
  const below = ground.lexicon.tables.flatMap((own) => {
    const way = own.table.name === table ? null : distance(ground, table, own.table.name);
    return way !== null && !way.toOne && way.steps === 1 ? [own.table.name] : [];
  });
  return below.flatMap((kept) =>
    columnsAt(ground, at + 1, [kept]).flatMap(({ value: { columns }, end, cost }) => {
      const [column, ...more] = columns;
      const counted = countAt(ground, past(ground, end, BEING));
      const own = entry(ground, kept).columns.find((one) => one.column.name === column);
      if (column === undefined || more.length > 0 || counted === null || own === undefined || !NUMERIC.has(own.column.type)) return [];
      if (own.reference || cost > 0.15) return [];
      const count = { op: counted.op, value: counted.value, of: { fn, column } as const };
      const unit = after(ground, counted.end, ['stars', 'dollars', 'euros', 'points']) ?? counted.end;
      return [found<Filter>({ kind: 'related', things: { table: kept, filters: [] }, not: false, count }, unit, 0.05 + cost)];
    }),
  );
}

/** "with an overdue inspection": a day of theirs that is past. */
export function overdueAt(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  if (denied || !['overdue', 'expired'].includes(word(ground, at))) return [];
  return columnsAt(ground, at + 1, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    if (column === undefined || more.length > 0 || cost > 0.4 || !DATED.has(columnOf(ground, table, column).type)) return [];
    const test = (alias: string): Expr => compare('<', columnIn(alias, column), { kind: 'call', fn: 'today', args: [] });
    return [
      found<Filter>({ kind: 'test', table, not: false, test, dated: true }, end, 0.05 + cost, [`Overdue is a ${column} before today.`]),
    ];
  });
}

/** "a site manager", "no foreman": the key of a row that may have none. */
export function keyAt(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  return entry(ground, table).columns.flatMap(({ column, words, reference }) => {
    const name = words.filter((one) => one !== 'id');
    const said = name.every((one, offset) => stem(word(ground, at + offset)) === one);
    const plural = word(ground, at + name.length - 1) !== name.at(-1);
    if (!reference || !column.nullable || name.length === 0 || !said || (plural && !denied)) return [];
    // "a destination port in Norway" says more of it.
    const next = ground.tokens[at + name.length];
    if (next !== undefined && next.kind === 'word' && !['and', 'or', 'yet', 'assigned'].includes(next.lower)) return [];
    return [
      found<Filter>(
        { kind: 'test', table, not: !denied, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column.name) }) },
        at + name.length,
        0.02,
      ),
    ];
  });
}

/** "with pets", of a flag that is called "has_pets"; "get the newsletter", of `newsletter`. */
export function flagOfHaving(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  return entry(ground, table).columns.flatMap(({ column, words, bare }) => {
    const [first = '', ...rest] = bare.length > 0 ? bare : words;
    const name = ['has', 'have', 'gets', 'wants', 'receives'].includes(first) ? rest : [first, ...rest];
    const said = name.every((one, offset) => isAlike(stem(word(ground, at + offset)), one));
    if (column.type !== 'boolean' || name.length === 0 || !said) return [];
    const value: Expr = { kind: 'literal', value: !denied, type: 'boolean' };
    return [
      found<Filter>(
        { kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, column.name), value) },
        at + name.length,
      ),
    ];
  });
}

export function lacking(
  ground: Ground,
  { table, columns }: { table: string; columns: readonly string[] },
  end: number,
  cost: number,
  denied: boolean,
): Read<Filter>[] {
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0) return [];
  const own = columnOf(ground, table, column);
  // "without a deposit", where none is stored as a zero.
  if (!own.nullable)
    return !NUMERIC.has(own.type) || cost > 0.1
      ? []
      : [
          found<Filter>(
            { kind: 'test', table, not: false, test: (alias) => compare(denied ? '=' : '>', columnIn(alias, column), number(0)) },
            end,
            cost + 0.05,
          ),
        ];
  return [
    found<Filter>({ kind: 'test', table, not: !denied, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column) }) }, end, cost),
  ];
}

/** "phone and email", "email or a mobile number", "email or without a mobile": two columns that say something, or do not. */
export function columnListAt(ground: Ground, at: number, table: string, denied: boolean): Read<Filter>[] {
  const own = (from: number) =>
    columnsAt(ground, from, [table]).flatMap(({ value, end, cost }) => lacking(ground, value, end, cost, denied));
  return own(at).flatMap((first) => {
    const and = after(ground, first.end, ['and', 'or']);
    if (and === null) return [];
    const again = after(ground, and, denied ? ['without', 'no', 'with no', 'without any'] : ['with', 'have', 'has']);
    const either = word(ground, and - 1) === 'or';
    // "beans with roaster and price" may ask for the two to be shown.
    if (!denied && !either && word(ground, at - 1) === 'with') return [];
    return own(past(ground, again ?? and, ANY)).map((second) => {
      const filters = [first.value, second.value];
      // "no phone or email" is neither of them, "without email or without a phone" one of the two.
      const any = denied ? either && again !== null : either;
      return found<Filter>(any ? { kind: 'or', filters } : { kind: 'all', filters }, second.end, first.cost + second.cost);
    });
  });
}

const ANY = new Set(['a', 'an', 'any', 'the', 'their']);

type Own = Ground['lexicon']['tables'][number]['columns'][number];

/** "licence expires in May", of a date `licence_expires`. */
export function lapsesAt(ground: Ground, at: number, table: string, { column, words }: Own): Read<Filter>[] {
  const named = words.filter((one) => !ENDING.has(one) && !WHEN.has(one));
  // "package runs out", of packages that expire.
  const nouns = named.length > 0 ? named : entry(ground, table).words;
  if (column.type !== 'date' || !words.some((one) => ENDING.has(one))) return [];
  if (!nouns.every((noun, offset) => isShort(word(ground, at + offset), noun))) return [];
  const verb = at + nouns.length;
  const over = after(ground, verb, [
    'has expired',
    'is expired',
    'expired',
    'have expired',
    'has run out',
    'run out',
    'is out of date',
    'has lapsed',
    'ran out',
    'is overdue',
  ]);
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
