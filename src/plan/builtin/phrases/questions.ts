import type { Query } from '../../plan.ts';
import type { TableEntry } from '../linking/entries.ts';
import { unfit } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { actedAt } from './actors.ts';
import { farOf, isOfThem } from './belonging.ts';
import { besides } from './besides.ts';
import { owedAt } from './debts.ts';
import { type Form, query } from './form.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { groupKeysAt, plainQuery } from './groups.ts';
import { impliedSumsAt } from './implied.ts';
import { kindAt } from './kinds.ts';
import type { Measure } from './measure.ts';
import { measuresAt } from './measures.ts';
import { doneByUs, modified, saidOf, thingsAt } from './modifiers.ts';
import { ordersAt } from './orders.ts';
import { pronounAt } from './ours.ts';
import { createScope, select } from './query.ts';
import { besideOwn, listQuery, shownOf } from './shown.ts';
import { isServed } from './staying.ts';
import { type Filter, narrowed, type Things } from './things.ts';

/** "customers in Spain", "which invoices were paid late", "agents with more than 5 open tickets, newest first". */
export const lists: Form = (ground, at) =>
  (ground.comparing ? [] : [...thingsAt(ground, at), ...doneThings(ground, at), ...inStateAt(ground, at)]).flatMap((read) => {
    const { table } = read.value;
    const said = [...saidOf(ground, read.end, table), ...usAt(ground, read.end, table)]
      .filter((one) => isOfThem(ground, read, one.value))
      .flatMap((more) => modified(ground, join(read, more)));
    return [read, ...said].flatMap((things) => [
      query(() => listQuery(ground, things.value), things),
      ...(isListed(ground, at) ? listedBy(ground, things) : []),
      ...besides(ground, things, () => listQuery(ground, things.value)).map((one) => ({
        ...one,
        cost: one.cost + things.cost,
        notes: things.notes,
      })),
      ...ordersAt(ground, things.end, things.value).map((order) =>
        query(() => listQuery(ground, things.value, { orderBy: order.value(createScope(ground, things.value.table)) }), {
          end: order.end,
          cost: things.cost + order.cost,
          notes: [...things.notes, ...order.notes],
        }),
      ),
    ]);
  });

/** "what is fermenting", "whats still in repair": rows of the one table that has such a state. */
const inStateAt = (ground: Ground, at: number): Read<Things>[] =>
  word(ground, at - 2) === 'what' && ['is', 'are'].includes(word(ground, at - 1))
    ? kindAt(ground, past(ground, at, new Set(['still', 'currently'])), true)
        .filter(({ value: { table, filters } }) =>
          filters.every(
            (filter) =>
              filter.kind === 'test' &&
              entry(ground, table).columns.some(
                ({ column, words }) => column.name === filter.column && words.some((one) => one === 'status' || one === 'state'),
              ),
          ),
        )
        .flatMap((head) => modified(ground, head))
    : [];

/** "list employees by department" asks for them, and not how many there are. */
export const isListed = (ground: Ground, at: number): boolean => ground.tokens.slice(0, at).some(({ lower }) => lower === 'list');

/** "employees by department", of a list: each with what it is of, in the order of that. */
const listedBy = (ground: Ground, things: Read<Things>): Read<() => Query>[] => {
  const by = after(ground, things.end, ['by', 'per', 'for each', 'grouped by', 'sorted by', 'ordered by']);
  if (by === null) return [];
  return groupKeysAt(ground, by, things.value.table).flatMap((key) =>
    key.value.pairs !== undefined || key.value.time
      ? []
      : [
          query(
            () => {
              const scope = createScope(ground, things.value.table);
              const own = shownOf(ground, things.value.table, scope);
              const of = besideOwn(key.value.shown(scope), own);
              return select(scope, things.value, {
                columns: [...of, ...own],
                orderBy: of.map(({ expr }) => ({ expr, direction: 'asc' as const, nulls: 'last' as const })),
              });
            },
            { end: key.end, cost: things.cost + key.cost + 0.05, notes: [...things.notes, ...key.notes] },
          ),
        ],
  );
};

/** "who cancelled last month", "who hasn't paid yet": those of whom it holds, among the tables of people. */
export const whoAre: Form = (ground, at) =>
  word(ground, at) !== 'who'
    ? []
    : buyersIn(ground).flatMap(({ table: { name: table } }) =>
        saidOf(ground, at + 1, table)
          .flatMap((said) =>
            modified(
              ground,
              found<Things>(
                { table, filters: [said.value] },
                said.end,
                said.cost + 0.15 + farOf(ground, table, said.value) + inOtherRole(ground, table, said.value),
                said.notes,
              ),
            ),
          )
          .map((things) => query(() => listQuery(ground, things.value), things)),
      );

/** "who has hired": those whom a hire is of, by a key that is called after them, rather than by whom it was handled. */
function inOtherRole(ground: Ground, table: string, filter: Filter): number {
  const deed = filter.kind === 'related' ? entry(ground, filter.things.table) : null;
  const noun = entry(ground, table).words.at(-1) ?? '';
  const keys = deed?.columns.filter(({ reference, column }) =>
    deed.table.foreignKeys.some((key) => reference && key.table === table && key.columns.includes(column.name)),
  );
  return keys !== undefined && keys.length > 0 && !keys.some(({ words }) => words.includes(noun)) ? OTHER_ROLE : 0;
}

const OTHER_ROLE = 0.2;

/** Tables of people: where something is bought or paid, those who are served, rather than those who serve. */
function buyersIn(ground: Ground): readonly TableEntry[] {
  const people = peopleIn(ground.lexicon);
  const served = people.filter(isServed);
  return served.length > 0 && ground.tokens.some(({ lower }) => BUYING.has(lower)) ? served : people;
}

const BUYING = new Set('booked ordered paid bought rented borrowed purchased reserved subscribed cancelled owe owes spent'.split(' '));

const join = (read: Read<Things>, more: Read<Filter>): Read<Things> =>
  found(narrowed(read.value, more.value), more.end, read.cost + more.cost, [...read.notes, ...more.notes]);

/** A number: "how many active subscriptions are there", "how much did we invoice last month", "average fee". */
export const numbers: Form = (ground, at) =>
  [...measuresAt(ground, at), ...owedAt(ground, at), ...summedOfATime(ground, at)].flatMap((read) => {
    const { table } = read.value.things;
    const said = saidOf(ground, read.end, table)
      .filter((one) => isOfThem(ground, { ...read, value: read.value.things }, one.value))
      .flatMap((more) =>
        modified(ground, join({ ...read, value: read.value.things }, more)).map((things) => ({
          ...things,
          value: { ...read.value, things: things.value },
        })),
      );
    const ours = usAt(ground, read.end, table).flatMap((more) =>
      modified(ground, join({ ...read, value: read.value.things }, more)).map((things) => ({
        ...things,
        value: { ...read.value, things: things.value },
      })),
    );
    return [read, ...said, ...ours, ...doneBy(ground, read)].map((one) => query(() => plainQuery(ground, one.value), one));
  });

/** "litres brewed this year so far", "fees last month": what adds up, of a time that is said. */
const summedOfATime = (ground: Ground, at: number): Read<Measure>[] =>
  isListed(ground, at)
    ? []
    : impliedSumsAt(ground, at).filter(({ value }) => value.things.filters.some((one) => one.kind === 'test' && one.dated === true));

/** "did we deliver last month", after what was asked for. */
function usAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const aux = after(ground, at, ['did', 'do', 'have', 'had', 'were', 'are']);
  const us = aux === null ? null : pronounAt(ground, aux);
  if (us === null) return [];
  const told = doneByUs(ground, us, table);
  return told.length === 0 && word(ground, us - 2) === 'do' ? handledAt(ground, us) : told;
}

/** "do we look after", "do we rent out": what we do with things of ours as a matter of course says nothing of which. */
function handledAt(ground: Ground, at: number): Read<Filter>[] {
  const end = after(ground, at, HANDLING);
  return end === null ? [] : [found<Filter>({ kind: 'all', filters: [] }, end, 0.1)];
}

const HANDLING =
  `look after,take care of,keep,run,operate,maintain,manage,own,employ,host,offer,provide,carry,stock,serve,teach,handle,clean,
  service,rent out,work with,deal with,support,store,hold`
    .split(',')
    .map((verb) => verb.trim());

/** "what classes does Maya Grant take": things of what a name tells. */
const doneThings = (ground: Ground, at: number): Read<Things>[] =>
  ['which', 'what', 'all'].includes(word(ground, at - 1))
    ? thingsAt(ground, at).flatMap((read) =>
        doneBy(ground, { ...read, value: { things: read.value, value: unfit, as: '' } }).map((one) => ({
          ...one,
          value: one.value.things,
        })),
      )
    : [];

/** "how many prescriptions did dr lewis write in May": what somebody did. */
function doneBy(ground: Ground, read: Read<Measure>): Read<Measure>[] {
  const { things } = read.value;
  const aux = after(ground, read.end, ['did', 'does', 'do', 'has', 'have', 'is', 'was']);
  if (aux === null) return [];
  return actedAt(ground, aux, things.table)
    .flatMap(({ value, end, cost, notes }) =>
      modified(ground, found(narrowed(things, value), end, read.cost + cost, [...read.notes, ...notes])),
    )
    .map((one) => ({ ...one, value: { ...read.value, things: one.value } }));
}
