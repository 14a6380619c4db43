import type { Expr, Query } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import { endOf, isAhead } from '../linking/ending.ts';
import { peopleIn } from '../linking/people.ts';
import { dateOf } from './columns.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import { thingsAt } from './modifiers.ts';
import { namedAt } from './named.ts';
import { columnIn, createScope, select } from './query.ts';
import { shownOf } from './shown.ts';
import { isServing } from './staying.ts';
import { stretchOf } from './stretch.ts';
import type { Things } from './things.ts';

/**
 * "how long has mia been with us", "how long has mia been a patron", "how long has the ferry been waiting", "how long have the open repairs
 * been open": the days since a row came about, until it ended.
 */
export const howLong: Form = (ground, at) => {
  const start = after(
    ground,
    at,
    ['has', 'have', 'had', 'did', 'is', 'was'].flatMap((aux) => [`how long ${aux}`, `how many days ${aux}`, `how many years ${aux}`]),
  );
  if (start === null) return [];
  const many = word(ground, start - 1) === 'have' ? thingsAt(ground, start) : [];
  return [...namedAt(ground, start), ...many].flatMap((who) => {
    const { table } = who.value;
    return sinceAt(ground, who.end, table).map(({ value: begun, end, cost }) =>
      found((): Query => daysSince(ground, who.value, begun), end, who.cost + cost + 0.05, who.notes),
    );
  });
};

/** When began what is said to have lasted: "been with us", "been a patron", "been waiting", "been lent". */
function sinceAt(ground: Ground, at: number, table: string): Read<Column>[] {
  const been = after(ground, at, ['been a', 'been an', 'been our']);
  const noun = been === null ? [] : tablesAt(ground, been).flatMap((one) => (one.value === table ? [one.end] : []));
  const here = after(ground, at, WITH_US);
  const stays = [...(here === null ? [] : [here]), ...noun].flatMap((end) => begunOf(ground, table, JOINING, end));
  const waits = after(ground, at, WAITING);
  const open = after(ground, at, OPEN);
  const done = after(ground, at, ['been']);
  const verb = done === null ? '' : word(ground, done);
  const told = /^[a-z]{3,}ed$|^(?:lent|gone|sold|out)$/.test(verb) ? dateOf(ground, table, [verb]) : null;
  return [
    ...stays,
    ...(waits === null ? [] : begunOf(ground, table, ASKING, waits)),
    ...(open === null ? [] : begunOf(ground, table, OPENING, open)),
    ...(done === null || told === null || told.assumed || !isTold(ground, table, told.column, verb)
      ? []
      : [found(told.column, done + 1, 0.05)]),
  ];
}

const WITH_US = [
  ...['been', 'lived', 'worked', 'stayed', 'work', 'live', 'stay', 'been working', 'been living', 'been staying'].flatMap((verb) =>
    ['with us', 'here', 'for us'].map((us) => `${verb} ${us}`),
  ),
  ...[
    'been around',
    'stay',
    'stayed',
    'been on the team',
    'been in the club',
    'been in the collection',
    'been in our collection',
    'been in our care',
  ],
];
const WAITING = ['been waiting', 'waited', 'been on the waiting list', 'been on the list', 'been queuing'];
const OPEN = ['been open', 'been outstanding', 'been unresolved', 'been pending'];
const JOINING = 'joined hired arrived arrival moved admitted came acquired started registered'.split(' ');
const ASKING = 'applied requested ordered asked reported opened'.split(' ');
const OPENING = 'opened reported raised received created started'.split(' ');

/** The day on which a row began that is called by one of some verbs, the likeliest first; of people the day on which they came. */
function begunOf(ground: Ground, table: string, verbs: readonly string[], end: number): Read<Column>[] {
  const people = peopleIn(ground.lexicon).some((own) => own.table.name === table);
  const dated = verbs.flatMap((verb) => dateOf(ground, table, [verb]) ?? [])[0];
  if (dated === undefined || dated.column.nullable) return [];
  const isPerson = people && verbs === JOINING;
  if (isPerson ? !isServing(ground, table, dated.column.name) : !verbs.some((verb) => isTold(ground, table, dated.column, verb))) return [];
  return [found(dated.column, end)];
}

/** Whether a verb is what chose a column. */
const isTold = (ground: Ground, table: string, column: Column, verb: string): boolean => {
  const told = dateOf(ground, table, [verb]);
  return (
    told !== null &&
    !told.assumed &&
    told.column.name === column.name &&
    (dateOf(ground, table)?.assumed !== false || namesDay(ground, table, column))
  );
};

/** A row with one day has it whatever the verb; what that day is called has to be a beginning. */
const namesDay = (ground: Ground, table: string, column: Column): boolean =>
  entry(ground, table).columns.some((own) => own.column.name === column.name && own.words.some((one) => BEGINNING.has(one)));
const BEGINNING = new Set(
  'since start started joined join hired hire arrived arrival arrive moved move admitted came acquired registered applied requested ordered order asked reported opened open booked raised received created'.split(
    ' ',
  ),
);

function daysSince(ground: Ground, things: Things, begun: Column): Query {
  const { table } = things;
  const people = peopleIn(ground.lexicon).some((own) => own.table.name === table);
  const stay = people ? null : stretchOf(ground, table, 'stay');
  const ended = endOf(entry(ground, table));
  const until = ended === null || isAhead(ended) ? null : ended.column;
  const last = until ?? (stay?.start.name === begun.name && stay.end.nullable ? stay.end : null);
  const scope = createScope(ground, table);
  const today: Expr = { kind: 'call', fn: 'today', args: [] };
  const day = ({ name, type }: Column): Expr =>
    type === 'date' ? columnIn(scope.as, name) : { kind: 'cast', arg: columnIn(scope.as, name), type: 'date' };
  const to: Expr = last === null ? today : { kind: 'call', fn: 'coalesce', args: [day(last), today] };
  const days: Expr = { kind: 'arithmetic', op: '-', left: to, right: day(begun) };
  return select(scope, things, {
    columns: [
      ...shownOf(ground, table, scope).filter(({ as }) => as !== begun.name && as !== 'days'),
      { expr: columnIn(scope.as, begun.name), as: begun.name },
      { expr: days, as: 'days' },
    ],
  });
}
