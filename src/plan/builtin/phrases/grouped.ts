import type { Query } from '../../plan.ts';
import { spokenOf } from './actors.ts';
import { isLinkVerb } from './deeds.ts';
import { type Form, query } from './form.ts';
import { after, columnsAt, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import type { Group } from './group.ts';
import { groupedQuery, groupKeysAt, roleGroupsAt } from './groups.ts';
import { impliedCountsAt, impliedSumsAt } from './implied.ts';
import { addedUp, broughtIn } from './income.ts';
import { counted, type Measure } from './measure.ts';
import { measuresAt } from './measures.ts';
import { doneByUs, modified } from './modifiers.ts';
import { amountsAt } from './quantities.ts';
import { isListed } from './questions.ts';
import { rolesAt } from './role-nouns.ts';
import { MOVING } from './spending.ts';
import { narrowed } from './things.ts';

/** "by", "for each of our", "in every", and what may stand before it: "were there in each". */
const EACH = ['', 'for', 'in', 'of', 'from', 'at', 'on', 'with', 'to', 'by'].flatMap((prep) =>
  ['each', 'every', 'each of our', 'each of the'].map((each) => `${prep} ${each}`.trim()),
);
const TOLD = ['by', 'per', ...EACH];
const HAD = [
  'came in',
  'come in',
  'were there',
  'are there',
  'did we get',
  'did we have',
  'do we get',
  'do we have',
  'we have',
  'are',
  'is',
];
const BY = [
  ...TOLD,
  'grouped by',
  'group by',
  'broken down by',
  'split by',
  'across',
  ...HAD.flatMap((had) => TOLD.map((by) => `${had} ${by}`)),
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
export const grouped: Form = (ground, at) => [...eachMoved(ground, at), ...groupedBy(ground, at)];

/** "how much did each appeal raise this year": what money moved, for each of them. */
function eachMoved(ground: Ground, at: number): Read<() => Query>[] {
  const each = after(
    ground,
    at,
    ['how much', 'how much money'].flatMap((ask) =>
      ['did each', 'does each', 'has each', 'did every', 'does every'].map((aux) => `${ask} ${aux}`),
    ),
  );
  if (each === null) return [];
  return broughtIn(ground).flatMap((money) =>
    groupKeysAt(ground, each, money.things.table).flatMap((key) => {
      const verb = after(ground, key.end, MOVING);
      if (verb === null || key.value.pairs !== undefined) return [];
      return addedUp(ground, found(money, verb, key.cost + 0.1, [money.note, ...key.notes])).map((sum) =>
        query(() => groupedQuery(ground, sum.value, [key.value]), sum),
      );
    }),
  );
}

const groupedBy: Form = (ground, at) =>
  [
    ...measuresAt(ground, at),
    ...(isListed(ground, at) ? [] : impliedCountsAt(ground, at)),
    ...impliedSumsAt(ground, at),
    ...amountsAt(ground, at),
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
