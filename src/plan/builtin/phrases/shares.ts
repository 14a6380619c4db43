import type { Expr, Query } from '../../plan.ts';
import { DATED } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { columnOf, dateOf, isKind } from './columns.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { conditionsOf, type Group } from './group.ts';
import { groupKeysAt, roleGroupsAt } from './groups.ts';
import { measuresAt } from './measures.ts';
import { modified, saidOf } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { listFilter } from './places.ts';
import { columnIn, createScope, select } from './query.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { valueListAt } from './value-lists.ts';
import { valueFilter, valuesAt } from './values.ts';

const SHARES = [
  'percent of',
  'percentage of',
  'share of',
  'proportion of',
  'fraction of',
  'the percentage of',
  'the share of',
  'the percent of',
  'the proportion of',
  'what percent of',
  'what percentage of',
  'what share of',
];

/** "what share of invoices were paid late", "what percentage of my spending goes to rent". */
export const shares: Form = (ground, at) => {
  const start = after(ground, at, SHARES);
  if (start === null) return [];
  const things = headsAt(ground, start)
    .flatMap((head) => modified(ground, head))
    .flatMap((read) =>
      [...saidOf(ground, read.end, read.value.table), ...storedAt(ground, read.end, read.value.table)]
        .flatMap((said) => more(ground, read.value.table, said))
        .filter(({ value }) => !isTimed(ground, read.value.table, value))
        .map((said) =>
          found((): Query => shareQuery(ground, read.value, said.value, null), said.end, read.cost + said.cost, [
            ...read.notes,
            ...said.notes,
          ]),
        ),
    );
  const money = measuresAt(ground, start).flatMap((read) => {
    const to = after(ground, read.end, [
      'goes to',
      'went to',
      'is',
      'was',
      'is on',
      'goes on',
      'went on',
      'is for',
      'is from',
      'comes from',
      'came from',
      'do i spend on',
      'was for',
      'was on',
    ]);
    if (to === null || read.value.as === 'count') return [];
    return valuesAt(ground, to).flatMap((value) => {
      const filter = valueFilter(ground, read.value.things.table, value.value, false, 'own');
      if (filter === null) return [];
      const make = (): Query => {
        const scope = createScope(ground, read.value.things.table, true);
        const whole = read.value.value(scope);
        const part: Expr = whole.kind === 'aggregate' ? { ...whole, filter: scope.where(filter) } : whole;
        return select(scope, read.value.things, { columns: [{ expr: percent(part, whole), as: 'percentage' }] });
      };
      return [found(make, value.end, read.cost + value.cost, [...read.notes, ...value.notes])];
    });
  });
  return [...things, ...money];
};

/** "were cancelled this year", where the time may be that of all that there are as well: of what only came about then it is the part. */
function isTimed(ground: Ground, table: string, said: Filter): boolean {
  if (said.kind === 'all') return said.filters.some((one) => one.kind === 'test' && one.dated === true);
  if (said.kind !== 'test' || said.dated !== true) return false;
  const own = dateOf(ground, table);
  return own === null || !JSON.stringify(said.test('')).includes(`"column":${JSON.stringify(own.column.name)}`);
}

/** "percentage of orders cancelled": a state that is stored so. */
const storedAt = (ground: Ground, at: number, table: string): Read<Filter>[] =>
  valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, false, 'own'));

/** What else is said of the part: "got paid late in 2026". */
const more = (ground: Ground, table: string, said: Read<Filter>): Read<Filter>[] =>
  modified(ground, found(narrowed({ table, filters: [] }, said.value), said.end, said.cost, said.notes)).map(({ value, ...read }) => ({
    ...read,
    value: value.filters.length === 1 && value.filters[0] !== undefined ? value.filters[0] : { kind: 'all', filters: value.filters },
  }));

/** "no show rate by doctor", "our resolution rate by channel", "cancellation rate". */
export const rates: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  const reads: Read<() => Query>[] = [];
  for (const said of [...statedAt(ground, at), ...finishedAt(ground, at)]) {
    if (word(ground, said.end) !== 'rate') continue;
    const end = said.end + 1;
    const { table, filter } = said.value;
    const of = after(ground, end, ['of', 'for', 'on']);
    const heads =
      of === null ? [found<Things>({ table, filters: [] }, end)] : headsAt(ground, of).filter(({ value }) => value.table === table);
    const keysAt = (by: number) => [...groupKeysAt(ground, by, table), ...roleGroupsAt(ground, by, table)];
    // "by dentist" makes a rate for each of them, and does not say whose appointments are meant.
    const apart = ground.tokens.findIndex(({ lower }, place) => place >= end && ['by', 'per'].includes(lower));
    const split = apart >= 0 && keysAt(apart + 1).length > 0;
    for (const things of heads.flatMap((head) => modified(ground, head))) {
      if (split && things.end > apart) continue;
      reads.push(found((): Query => shareQuery(ground, things.value, filter, null), things.end, said.cost + things.cost, things.notes));
      const by = after(ground, things.end, ['by', 'per', 'for each', 'of each']);
      if (by === null) continue;
      for (const key of keysAt(by))
        for (const narrow of modified(ground, found(things.value, key.end)))
          reads.push(
            found((): Query => shareQuery(ground, narrow.value, filter, key.value), narrow.end, said.cost + things.cost + key.cost, [
              ...things.notes,
              ...key.notes,
              ...narrow.notes,
            ]),
          );
    }
  }
  return reads;
};

interface Stated {
  readonly table: string;
  readonly filter: Filter;
}

/** A state that a column of kinds stores. */
const statedAt = (ground: Ground, at: number): Read<Stated>[] => {
  const noun = word(ground, at);
  const forms = /lation$/.test(noun) ? [noun.replace(/lation$/, 'lled'), noun.replace(/lation$/, 'led')] : [];
  const stored = forms.flatMap((form) => ground.values.find(form)).map((hit) => ({ ...hit }));
  const direct = valuesAt(ground, at).flatMap(({ value: { places }, end, cost }) => {
    const kinds = places.filter(
      ({ table, column, whole }) => whole && entry(ground, table).columns.some((own) => own.column.name === column && isKind(own)),
    );
    const [only, ...others] = kinds;
    return only === undefined || others.length > 0
      ? []
      : [
          found<Stated>(
            { table: only.table, filter: { kind: 'test', table: only.table, column: only.column, not: false, test: only.test } },
            end,
            cost,
          ),
        ];
  });
  const [only, ...others] = stored;
  if (only === undefined || others.length > 0) return direct;
  const test = (alias: string): Expr => ({
    kind: 'compare',
    op: '=',
    left: columnIn(alias, only.column),
    right: { kind: 'literal', value: only.stored, type: 'text' },
  });
  return [...direct, found<Stated>({ table: only.table, filter: { kind: 'test', table: only.table, not: false, test } }, at + 1)];
};

/** What has a date of having been done: "resolution" of `resolved_at`. */
const finishedAt = (ground: Ground, at: number): Read<Stated>[] => {
  const noun = word(ground, at);
  if (!/(?:ion|ment|al)$/.test(noun)) return [];
  const root = noun.slice(0, 5);
  const dated = ground.lexicon.tables.flatMap(({ table, columns }) =>
    columns
      .filter(
        ({ column, words }) =>
          DATED.has(column.type) && column.nullable && words.some((own) => own.slice(0, 5) === root || rootOf(own) === rootOf(noun)),
      )
      .map(({ column }) => ({ table: table.name, column: column.name })),
  );
  const [only, ...others] = dated;
  if (only === undefined || others.length > 0) return [];
  const test = (alias: string): Expr => ({ kind: 'isNull', arg: columnIn(alias, only.column) });
  return [found<Stated>({ table: only.table, filter: { kind: 'test', table: only.table, not: true, test } }, at + 1, 0.1, [])];
};

const percent = (part: Expr, whole: Expr): Expr => ({
  kind: 'arithmetic',
  op: '/',
  left: { kind: 'arithmetic', op: '*', left: { kind: 'literal', value: 100, type: 'decimal' }, right: part },
  right: { kind: 'call', fn: 'nullif', args: [whole, { kind: 'literal', value: 0, type: 'integer' }] },
});

function shareQuery(ground: Ground, things: Things, part: Filter, group: Group | null): Query {
  // What is joined for the part must not leave out of the whole.
  const scope = createScope(ground, things.table);
  const known = part.kind === 'test' && part.table === things.table ? part.column : undefined;
  // Of what has no result yet, none is known.
  const open = known !== undefined && columnOf(ground, things.table, known).nullable;
  const arg: Expr = open ? columnIn(scope.as, known) : { kind: 'star' };
  const whole: Expr = { kind: 'aggregate', fn: 'count', arg };
  const shown = group?.shown(scope) ?? [];
  const keys = group?.keys(scope) ?? [];
  const inner = createScope(ground, things.table, true);
  const columns = [...shown, { expr: percent({ ...whole, filter: inner.where(part) }, whole), as: 'percentage' }];
  return select(scope, group === null ? things : narrowed(things, ...conditionsOf([group])), {
    columns,
    ...(keys.length > 0
      ? { groupBy: keys, orderBy: keys.map((expr) => ({ expr, direction: 'asc' as const, nulls: 'last' as const })) }
      : {}),
  });
}
