import type { OrderItem, Select } from '../../plan.ts';
import { UNITS } from '../english/dates/calendar.ts';
import { unfit } from '../linking/expressions.ts';
import { centuriesAt } from './centuries.ts';
import { dateOf, dayOfWhole, isKind } from './columns.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { byColumns, byThing, byTime, byWeekday, conditionsOf, type Group } from './group.ts';
import { KINDS, kindColumn } from './kind-column.ts';
import type { Measure } from './measure.ts';
import { createScope, distance, pairsOf, select } from './query.ts';
import { rolesAt } from './role-nouns.ts';
import { type Filter, narrowed } from './things.ts';
import { valuesAt } from './values.ts';
import { dateNote } from './when.ts';

/** "month", "customer", "priority", as what rows of a table are grouped by. */
export function groupKeysAt(ground: Ground, from: number, table: string): Read<Group>[] {
  const at = past(ground, from, new Set(['the', 'each', 'every', 'our', 'its', 'their']));
  const unit = UNITS.find((one) => word(ground, at) === one || word(ground, at) === `${one}s`);
  if (unit !== undefined) {
    const dated = dateOf(ground, table);
    if (dated !== null) return [found(byTime(table, dated.column.name, unit), at + 1, 0, dateNote(ground, table, []))];
    // The items of an order are of its day.
    const whole = dayOfWhole(ground, table);
    const kept = whole === null ? null : dateOf(ground, whole);
    return whole === null || kept === null ? [] : [found(byTime(whole, kept.column.name, unit), at + 1, 0.02, dateNote(ground, whole, []))];
  }
  const weekday = after(ground, at, WEEKDAYS);
  const days = weekday === null ? null : dateOf(ground, table);
  if (weekday !== null) return days === null ? [] : [found(byWeekday(table, days.column.name), weekday, 0, dateNote(ground, table, []))];
  const tables = tablesAt(ground, at).flatMap(({ value, end, cost }) => {
    const way = distance(ground, table, value);
    const told = way?.toOne === true && way.steps > 0;
    if (told) return [found(byThing(ground, value), end, cost)];
    return way !== null && !way.toOne && pairsOf(ground, table, value) !== null
      ? [found({ ...byThing(ground, value), pairs: value }, end, cost + 0.05)]
      : [];
  });
  // "episodes by editor", of a key that is called so.
  const roles = rolesAt(ground, at).flatMap(({ value, end, cost }) =>
    value.of === table && (ground.graph.edges.get(table) ?? []).some(({ to, toOne }) => toOne && to === value.table)
      ? [found(byThing(ground, value.table), end, cost)]
      : [],
  );
  const columns = ground.lexicon.tables
    .flatMap((own) => {
      const way = distance(ground, table, own.table.name);
      return way?.toOne === true ? [{ name: own.table.name, steps: way.steps }] : [];
    })
    .flatMap(({ name, steps }) =>
      columnsAt(ground, at, [name]).flatMap(({ value, end, cost }) => {
        const own = entry(ground, name);
        if (value.columns.some((column) => own.columns.some((one) => one.column.name === column && one.reference))) return [];
        return [{ steps, read: found(byColumns(name, value.columns), end, cost + 0.05) }];
      }),
    );
  const nearest = Math.min(...columns.map(({ steps }) => steps));
  const near = columns.filter(({ steps }) => steps === nearest);
  // A kind alone is that of the rows themselves.
  const own = nearest === 0 || !KINDS.has(word(ground, at));
  const plain = own && (near.length === 1 || nearest === 0) ? near.map(({ read }) => read) : [];
  const named = [...tables, ...roles, ...plain, ...ofOwners(ground, at, table), ...centuriesAt(ground, at, table)];
  // "of each kind", where nothing is called so
  const kind = named.length === 0 && KINDS.has(word(ground, at)) && !OF.has(word(ground, at + 1)) ? kindColumn(ground, table) : null;
  return kind === null ? named : [found(byColumns(table, [kind]), at + 1, 0.1, [`The kind is ${table}.${kind}.`])];
}

const OF = new Set(['of', 'and']);

/** "customer type", "type of customer": a kind that what things belong to says of itself. */
function ofOwners(ground: Ground, at: number, table: string): Read<Group>[] {
  const kindsAt = (from: number, owner: string): Read<Group>[] =>
    columnsAt(ground, from, [owner]).flatMap(({ value: { columns }, end, cost }) => {
      const kind = entry(ground, owner).columns.some(
        ({ column, reference }) => columns[0] === column.name && column.type === 'text' && !reference,
      );
      return kind && columns.length === 1 ? [found(byColumns(owner, columns), end, cost + 0.05)] : [];
    });
  const isOwner = ({ value }: Read<string>): boolean => distance(ground, table, value)?.toOne === true && value !== table;
  const before = tablesAt(ground, at)
    .filter(isOwner)
    .flatMap(({ value, end, cost }) => kindsAt(end, value).map((read) => ({ ...read, cost: read.cost + cost })));
  const behind = ground.lexicon.tables.flatMap(({ table: { name } }) =>
    name === table
      ? []
      : kindsAt(at, name).flatMap((read) => {
          // "the name of the customer" is the customer.
          if (entry(ground, name).label.some((label) => columnsAt(ground, at, [name]).some(({ value }) => value.columns.includes(label))))
            return [];
          const of = after(ground, read.end, ['of', 'of the', 'of our']);
          const owner = of === null ? [] : tablesAt(ground, of).filter((one) => one.value === name && isOwner(one));
          return owner.map(({ end, cost }) => ({ ...read, end, cost: read.cost + cost }));
        }),
  );
  return [...before, ...behind];
}

/**
 * "appointments per dentist" where dentists are staff of that role: one group for each of them. Empty where the word names a
 * table or a column as well, or where the things do not have one such row each.
 */
export function roleGroupsAt(ground: Ground, from: number, table: string): Read<Group>[] {
  const at = past(ground, from, new Set(['the', 'each', 'every', 'our', 'its', 'their']));
  if (groupKeysAt(ground, at, table).length > 0) return [];
  return valuesAt(ground, at).flatMap(({ value: { places, words }, end, cost }) => {
    const [place, ...more] = places;
    if (place === undefined || more.length > 0 || !place.whole || place.table === table) return [];
    const own = entry(ground, place.table);
    const kept = own.columns.find(({ column }) => column.name === place.column);
    const way = distance(ground, table, place.table);
    if (kept === undefined || !isKind(kept) || own.label.length === 0 || way?.toOne !== true) return [];
    const within: Filter = { kind: 'test', table: place.table, column: place.column, not: false, test: place.test };
    const note = `'${words}' read as ${place.table.replaceAll('_', ' ')} whose ${place.column.replaceAll('_', ' ')} it is.`;
    return [found({ ...byThing(ground, place.table), within }, end, cost + 0.1, [note])];
  });
}

const WEEKDAYS = ['weekday', 'weekdays', 'day of the week', 'day of week', 'days of the week'];

interface Wanted {
  readonly direction?: 'asc' | 'desc';
  readonly limit?: number;
}

/** A number of things told apart by what they only share with others is a number of pairs: students per class. */
function pairedWith(ground: Ground, measure: Measure, table: string): Measure | null {
  const { things } = measure;
  const plain = things.filters.every(({ kind }) => kind === 'test');
  const pairs = measure.as === 'count' && plain ? pairsOf(ground, things.table, table) : null;
  return pairs === null ? null : { ...measure, things: { ...things, table: pairs } };
}

/** A measure of some things for each group. In time, in its order; else by the measure, the most first. */
export function groupedQuery(ground: Ground, measure: Measure, groups: readonly Group[], wanted: Wanted = {}): Select {
  const paired = groups.find(({ pairs }) => pairs !== undefined)?.pairs;
  const { things, value, as, beside } = paired === undefined ? measure : (pairedWith(ground, measure, paired) ?? unfit());
  const scope = createScope(ground, things.table);
  const shown = groups.flatMap((group) => group.shown(scope));
  const keys = groups.flatMap((group) => group.keys(scope));
  const worth = value(scope);
  const timed = groups.find(({ time }) => time);
  const byMeasure: OrderItem = { expr: worth, direction: wanted.direction ?? 'desc', nulls: 'last' };
  const orderBy: OrderItem[] =
    timed !== undefined && wanted.direction === undefined
      ? timed.keys(scope).map((expr) => ({ expr, direction: 'asc', nulls: 'last' }))
      : [byMeasure];
  if (shown.length === 0 || (paired !== undefined && measure.beside !== undefined)) return unfit();
  return select(scope, narrowed(things, ...conditionsOf(groups)), {
    columns: [...shown, { expr: worth, as }, ...(beside === undefined ? [] : [{ expr: beside.value(scope), as: beside.as }])],
    groupBy: keys,
    orderBy,
    ...(wanted.limit === undefined ? {} : { limit: wanted.limit }),
  });
}

export function plainQuery(ground: Ground, { things, value, as }: Measure): Select {
  const scope = createScope(ground, things.table);
  return select(scope, things, { columns: [{ expr: value(scope), as }] });
}
