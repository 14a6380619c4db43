import type { OrderItem, Query, Select } from '../../plan.ts';
import { Unfit, unfit } from '../expressions.ts';
import { peopleIn } from '../people.ts';
import { actedAt, spokenOf } from './actors.ts';
import { besides } from './besides.ts';
import { birthOf, dateOf, moneyOf } from './columns.ts';
import { owedAt } from './debts.ts';
import { isLinkVerb } from './deeds.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { type Group, groupedQuery, groupKeysAt, plainQuery, roleGroupsAt } from './groups.ts';
import { counted, impliedCountsAt, impliedSumsAt, type Measure, measuresAt } from './measures.ts';
import { doneByUs, farOf, isOfRelated, modified, pronounAt, saidOf, thingsAt } from './modifiers.ts';
import { kindAt } from './noun-phrase.ts';
import { columnIn, createScope, select } from './query.ts';
import { rolesAt } from './role-nouns.ts';
import { listQuery, shownOf } from './shown.ts';
import { SERVED } from './states.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { Ambiguous } from './values.ts';

/** A whole question, or its beginning; `end` is how far it was read. A query that cannot be made throws `Unfit`. */
export type Form = (ground: Ground, at: number) => Read<() => Query>[];

const query = (make: () => Query, { end, cost, notes }: Pick<Read<unknown>, 'end' | 'cost' | 'notes'>): Read<() => Query> =>
  found(make, end, cost, notes);

export const OPENERS = [
  'show me',
  'show',
  'list',
  'list all',
  'give me',
  'get',
  'get me',
  'find',
  'find all',
  'display',
  'tell me',
  'what is',
  'what are',
  'what was',
  'what were',
  'which',
  'what',
  'who are',
  'who is',
  'who was',
  'who were',
  'can you show me',
  'i want',
  'i want to see',
  'i need',
  'i would like to see',
  'let me see',
  'pull up',
  'please show me',
  'and',
  'and what about',
  'only',
  'and which',
  ...['did we get', 'have we got', 'did we have', 'have we had', 'have we gotten', 'did i get'].flatMap((got) => [got, `${got} any`]),
  ...['win', 'gain', 'sign', 'sign up', 'take on', 'get'].map((verb) => `did we ${verb} any new`),
  'and how about',
  'show me all',
  'give me a list of',
  'a list of',
  'list of',
  'see',
  'show us',
  'show me the',
  'tell me about',
  'any',
  'all',
  'is there',
  'is any',
  'are any',
  'are there',
  'are there any',
  'do we have',
  'do we have any',
  'do i have',
  'do i have any',
  'name',
  'print',
  'look up',
  'search for',
  'which are',
  'which of our',
  'which of the',
  'which of my',
  'and which of the',
  'which are the',
];

export function opened(ground: Ground): number[] {
  const end = after(ground, 0, OPENERS);
  const second =
    end === null ? null : after(ground, end, ['all', 'me', 'all the', 'the', 'all of our', 'all of the', 'me all', 'of the', 'of our']);
  return [0, ...(end === null ? [] : [end]), ...(second === null ? [] : [second])];
}

/** "customers in Spain", "which invoices were paid late", "agents with more than 5 open tickets, newest first". */
export const lists: Form = (ground, at) =>
  (ground.comparing ? [] : [...thingsAt(ground, at), ...doneThings(ground, at), ...inStateAt(ground, at)]).flatMap((read) => {
    const { table } = read.value;
    const said = [...saidOf(ground, read.end, table), ...usAt(ground, read.end, table)]
      .filter((one) => !isOfRelated(read.value, one.value))
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
const isListed = (ground: Ground, at: number): boolean => ground.tokens.slice(0, at).some(({ lower }) => lower === 'list');

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
              const of = key.value
                .shown(scope)
                .map((one) => (own.some(({ as }) => as === one.as) ? { ...one, as: `group_${one.as}` } : one));
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

/** "emails of patrons from bergen", "the name and phone of everybody on the newsletter": columns of all of some things. */
export const columnsOf: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'all', 'all the']));
  return ground.lexicon.tables.flatMap(({ table: { name: table } }) =>
    columnListAt(ground, at, table).flatMap((shown) => {
      // Names are what a list shows anyway.
      if (shown.value.every((column) => entry(ground, table).label.includes(column))) return [];
      const of = after(ground, shown.end, [
        'of',
        'of all',
        'for',
        'for all',
        'of all our',
        'of all the',
        'of the',
        'of our',
        'for our',
        'for the',
      ]);
      const things = of === null ? [] : thingsAt(ground, of).filter(({ value }) => value.table === table);
      return things.map((read) =>
        query(() => columnsQuery(ground, read.value, shown.value), {
          end: read.end,
          cost: read.cost + shown.cost,
          notes: [...read.notes, ...shown.notes],
        }),
      );
    }),
  );
};

/** "email", "name and phone", of one table. */
function columnListAt(ground: Ground, at: number, table: string): Read<readonly string[]>[] {
  return columnsAt(ground, at, [table]).flatMap(({ value, end, cost }) => {
    const own = value.columns.every((column) => entry(ground, table).columns.some((one) => one.column.name === column && !one.reference));
    if (!own || cost > 0.15) return [];
    const and = after(ground, end, ['and', 'and the']);
    const more = and === null ? [] : columnListAt(ground, and, table);
    return [found(value.columns, end, cost), ...more.map((next) => found([...value.columns, ...next.value], next.end, cost + next.cost))];
  });
}

/** What was asked for of each row, and no more. */
function columnsQuery(ground: Ground, things: Things, columns: readonly string[]): Select {
  const scope = createScope(ground, things.table);
  return select(scope, things, { columns: [...new Set(columns)].map((column) => ({ expr: columnIn(scope.as, column), as: column })) });
}

/** "who cancelled last month", "who hasn't paid yet": those of whom it holds, among the tables of people. */
export const whoAre: Form = (ground, at) =>
  word(ground, at) !== 'who'
    ? []
    : peopleIn(ground.lexicon).flatMap(({ table: { name: table } }) =>
        saidOf(ground, at + 1, table)
          .flatMap((said) =>
            modified(
              ground,
              found<Things>(
                { table, filters: [said.value] },
                said.end,
                said.cost + 0.15 + farOf(ground, table, said.value) + notServed(ground, table),
                said.notes,
              ),
            ),
          )
          .map((things) => query(() => listQuery(ground, things.value), things)),
      );

/** Whoever is served books and pays, rather than whoever serves. */
const notServed = (ground: Ground, table: string): number =>
  ground.tokens.some(({ lower }) => BUYING.has(lower)) &&
  !isServed(ground, table) &&
  peopleIn(ground.lexicon).some((other) => isServed(ground, other.table.name))
    ? NOT_SERVED
    : 0;

const isServed = (ground: Ground, table: string): boolean => SERVED.has(entry(ground, table).words.at(-1) ?? '');
const BUYING = new Set('booked ordered paid bought rented borrowed purchased reserved subscribed cancelled owe owes spent'.split(' '));
const NOT_SERVED = 0.15;

const join = (read: Read<Things>, more: Read<Filter>): Read<Things> =>
  found(narrowed(read.value, more.value), more.end, read.cost + more.cost, [...read.notes, ...more.notes]);

type Ordered = (scope: ReturnType<typeof createScope>) => OrderItem[];

/** "sorted by date", "in order of date", "newest first", "longest serving first". */
function ordersAt(ground: Ground, from: number, { table }: Things): Read<Ordered>[] {
  const at = ground.tokens[from]?.kind === 'comma' ? from + 1 : from;
  const item =
    (column: string, direction: 'asc' | 'desc'): Ordered =>
    (scope) => [{ expr: columnIn(scope.as, column), direction, nulls: 'last' }];
  const by = after(ground, at, ['by', 'sorted by', 'ordered by', 'order by', 'sort by', 'in order of', 'arranged by', 'in order of the']);
  // "agents by last name" are no groups: each has a name of its own.
  const names = word(ground, at) === 'by' ? entry(ground, table).label : null;
  const named =
    by === null
      ? []
      : [...columnsAt(ground, past(ground, by, new Set(['the', 'their'])), [table]), ...whenAt(ground, by, table)].flatMap(
          ({ value: { columns }, end, cost }) => {
            const [column, ...more] = columns;
            if (column === undefined || more.length > 0 || names?.includes(column) === false) return [];
            const down = after(ground, end, [
              'descending',
              'desc',
              'in descending order',
              'highest first',
              'newest first',
              'latest first',
              'largest first',
              'biggest first',
            ]);
            const up = after(ground, end, ['ascending', 'asc', 'in ascending order', 'lowest first', 'oldest first']);
            return [found(item(column, down === null ? 'asc' : 'desc'), down ?? up ?? end, cost)];
          },
        );
  const newest = after(ground, at, ['newest first', 'latest first', 'most recent first']);
  const oldest = after(ground, at, ['oldest first', 'earliest first', 'longest serving first', 'longest standing first']);
  const dated = newest === null && oldest === null ? null : dateOf(ground, table, oldest === null ? [] : ['hired', 'joined']);
  const when = dated === null ? [] : [found(item(dated.column.name, newest === null ? 'asc' : 'desc'), newest ?? oldest ?? at, 0.05)];
  const birth = birthOf(ground, table);
  const young = after(ground, at, ['youngest first']);
  const old = after(ground, at, ['oldest first', 'eldest first']);
  const aged =
    birth === null || (young === null && old === null)
      ? []
      : [found(item(birth.name, young === null ? 'asc' : 'desc'), young ?? old ?? at, 0)];
  const money = moneyOf(ground, table);
  const high = after(ground, at, ['biggest first', 'largest first', 'highest first', 'most expensive first']);
  const amounts = high === null || money === null ? [] : [found(item(money.name, 'desc'), high, 0.05)];
  return [...named, ...when, ...aged, ...amounts];
}

const whenAt = (ground: Ground, at: number, table: string): Read<{ table: string; columns: readonly string[] }>[] => {
  const dated = ['date', 'time'].includes(word(ground, at)) ? dateOf(ground, table) : null;
  return dated === null ? [] : [found({ table, columns: [dated.column.name] }, at + 1, 0.1)];
};

/** A number: "how many active subscriptions are there", "how much did we invoice last month", "average fee". */
export const numbers: Form = (ground, at) =>
  [...measuresAt(ground, at), ...owedAt(ground, at), ...summedOfATime(ground, at)].flatMap((read) => {
    const { table } = read.value.things;
    const said = saidOf(ground, read.end, table)
      .filter((one) => !isOfRelated(read.value.things, one.value))
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

const BY = [
  'by',
  'per',
  'for each',
  'in each',
  'for every',
  'grouped by',
  'group by',
  'broken down by',
  'split by',
  'across',
  'each',
  'by each',
  'for each of our',
  'for each of the',
  ...['came in', 'come in', 'were there', 'are there', 'did we get', 'did we have', 'do we get', 'do we have', 'we have', 'are'].flatMap(
    (had) => ['each', 'per', 'in each', 'for each', 'every', 'by'].map((by) => `${had} ${by}`),
  ),
];

/** "number of rooms and average price": two measures of the same things. */
const pairsAt = (ground: Ground, at: number): Read<Measure>[] =>
  measuresAt(ground, at).flatMap((first) => {
    const and = after(ground, first.end, ['and', 'and the', 'and their', 'and its']);
    return and === null || first.value.things.filters.length > 0
      ? []
      : measuresAt(ground, and).flatMap(({ value, end, cost, notes }) =>
          value.things.table === first.value.things.table && value.things.filters.length === 0
            ? [found<Measure>({ ...first.value, beside: value }, end, first.cost + cost, [...first.notes, ...notes])]
            : [],
        );
  });

/** "how many in each voice part": rows of the one table that has such a column. */
function unnamedAt(ground: Ground, at: number): Read<Measure>[] {
  const end = after(ground, at, ['how many', 'how many are', 'how many are there']);
  const by = end === null ? null : after(ground, end, BY);
  if (end === null || by === null || groupTables(ground, by).length > 0) return [];
  const kept = ground.lexicon.tables.filter(({ table: { name } }) => columnsAt(ground, by, [name]).some(({ cost }) => cost <= 0.1));
  const [only, ...more] = kept;
  if (only === undefined || more.length > 0) return [];
  const note = `What is counted are ${only.table.name.replaceAll('_', ' ')}.`;
  return [{ ...counted(found({ table: only.table.name, filters: [] }, end, 0.15, [note])) }];
}

const groupTables = (ground: Ground, at: number) => [...tablesAt(ground, at), ...rolesAt(ground, at)];

/** "tickets by priority", "signups by month this year", "total overdue amount by customer, highest first". */
export const grouped: Form = (ground, at) =>
  [
    ...measuresAt(ground, at),
    ...(isListed(ground, at) ? [] : impliedCountsAt(ground, at)),
    ...impliedSumsAt(ground, at),
    ...pairsAt(ground, at),
    ...unnamedAt(ground, at),
  ].flatMap((read) => {
    const start = after(ground, read.end, BY);
    if (start === null) return eachDid(ground, read);
    const { table } = read.value.things;
    return [...groupKeysAt(ground, start, table), ...roleGroupsAt(ground, start, table)].flatMap((first) => {
      // "patrons by play" are not told to be their bookings.
      if (read.value.implied === true && first.value.pairs !== undefined && word(ground, start - 1) === 'by') return [];
      const and = after(ground, first.end, ['and', 'and by', 'and per']);
      const second =
        and === null
          ? []
          : groupKeysAt(ground, and, read.value.things.table).map((more) => ({
              ...more,
              value: [first.value, more.value],
              cost: first.cost + more.cost,
              notes: [...first.notes, ...more.notes],
            }));
      const keys: Read<readonly Group[]>[] = [{ ...first, value: [first.value] }, ...second];
      return keys.flatMap((key) =>
        modified(ground, found(read.value.things, key.end, read.cost + key.cost, [...read.notes, ...key.notes])).flatMap((things) => {
          const measure = { ...read.value, things: things.value };
          const end = ground.tokens[things.end]?.kind === 'comma' ? things.end + 1 : things.end;
          const down = after(ground, end, [
            'highest first',
            'most first',
            'largest first',
            'biggest first',
            'best first',
            'from highest to lowest',
            'in descending order',
            'descending',
          ]);
          const up = after(ground, end, [
            'lowest first',
            'fewest first',
            'smallest first',
            'from lowest to highest',
            'in ascending order',
            'ascending',
          ]);
          const plain = query(() => groupedQuery(ground, measure, key.value), things);
          if (down === null && up === null) return [plain];
          return [
            query(() => groupedQuery(ground, measure, key.value, { direction: up === null ? 'desc' : 'asc' }), {
              ...things,
              end: down ?? up ?? end,
            }),
          ];
        }),
      );
    });
  });

/** "how many jobs did each mechanic finish this year": the number of each, of what it did. */
function eachDid(ground: Ground, read: Read<Measure>): Read<() => Query>[] {
  const each = after(
    ground,
    read.end,
    ['did', 'does', 'do', 'has', 'have'].map((aux) => `${aux} each`),
  );
  if (each === null || read.value.implied === true) return [];
  const { things } = read.value;
  return groupKeysAt(ground, each, things.table).flatMap((key) => {
    // What two only share with others is counted by the rows that relate them, which may repeat.
    if (key.value.pairs !== undefined) return [];
    const plain =
      isLinkVerb(word(ground, key.end)) || isDoing(ground, key.end, things.table) ? [{ things, end: key.end + 1, cost: 0 }] : [];
    const done = doneByUs(ground, key.end, things.table).map(({ value, end, cost }) => ({ things: narrowed(things, value), end, cost }));
    return [...plain, ...done].flatMap((one) =>
      modified(ground, found(one.things, one.end, read.cost + key.cost + one.cost, [...read.notes, ...key.notes])).map((all) =>
        query(() => groupedQuery(ground, { ...read.value, things: all.value }, [key.value]), all),
      ),
    );
  });
}

/** "book" of bookings, which it is of whatever is counted. */
const isDoing = (ground: Ground, at: number, table: string): boolean => spokenOf(ground, word(ground, at), table);

/** Whatever a question says that cannot be put together is no reading of it. */
export function made(make: () => Query): Query | 'ambiguous' | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unfit) return null;
    if (error instanceof Ambiguous) return 'ambiguous';
    throw error;
  }
}
