import type { Expr, Join, Query, Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { DATED, unfit } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { dateOf, moneyOf } from './columns.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, distance } from './query.ts';
import { shownOf } from './shown.ts';
import { isServed } from './staying.ts';
import { tellsOf } from './when.ts';

/** What is asked of the same rows besides: makes it a column, of rows of one table under an alias. */
interface Companion {
  readonly table: string;
  readonly column: (alias: string) => { readonly expr: Expr; readonly as: string };
  /** What the row belongs to, joined for the column. */
  readonly join?: (alias: string) => Join;
}

/** "… and when were they hired", "… and what is its status", "… and how many tickets does each of them have". */
export function companionsAt(ground: Ground, from: number): Read<(plan: Query) => Query>[] {
  const comma = ground.tokens[from]?.kind === 'comma' ? from + 1 : from;
  if (word(ground, comma) !== 'and') return [];
  const at = comma + 1;
  if (word(ground, at) === 'when' && at + 1 >= ground.tokens.length) return [found((plan: Query) => withDay(ground, plan), at + 1, 0.05)];
  const why = word(ground, at) === 'why' ? [...reasonsAt(ground, at)] : [];
  const companions = [...why, ...datesAt(ground, at), ...columnsOf(ground, at), ...ownersAt(ground, at), ...countsOf(ground, at)];
  const whole = companions.map((read) => ({ ...read, value: (plan: Query) => withColumn(ground, plan, read.value) }));
  return [...whole, ...numberAt(ground, at), ...worthAt(ground, at), ...whoseIt(ground, at)];
}

/** "which agent has the most viewings and how many were there": the number by which it was ranked stands beside it. */
function numberAt(ground: Ground, at: number): Read<(plan: Query) => Query>[] {
  const end = after(
    ground,
    at,
    ['how many', 'how many of them', 'how much'].flatMap((ask) =>
      ['were there', 'was it', 'were they', 'are there', 'is it', 'is that', 'was that', 'did they do', 'did they have', 'are they'].map(
        (rest) => `${ask} ${rest}`,
      ),
    ),
  );
  const isCount = word(ground, at + 1) === 'many';
  const ranked = (plan: Query): Query => {
    if (plan.kind !== 'select' || plan.groupBy === undefined || plan.limit === undefined) return unfit();
    return plan.columns.some(({ expr }) => expr.kind === 'aggregate' && (expr.fn === 'count') === isCount) ? plan : unfit();
  };
  return end === null ? [] : [found(ranked, end, 0.05)];
}

/** "repairs per kind and what they cost us": what the rows of each group come to. */
function worthAt(ground: Ground, at: number): Read<(plan: Query) => Query>[] {
  const end = after(
    ground,
    at,
    ['what they', 'how much they', 'what it', 'how much it', 'what each'].flatMap((what) =>
      ['cost', 'cost us', 'came to', 'come to', 'add up to', 'costs', 'costs us', 'brought in', 'made us'].map((verb) => `${what} ${verb}`),
    ),
  );
  const added = (plan: Query): Query => {
    if (plan.kind !== 'select' || plan.groupBy === undefined || plan.from?.kind !== 'table' || plan.limit !== undefined) return unfit();
    const money = moneyOf(ground, plan.from.table);
    const counted = plan.columns.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
    if (money === null || !counted) return unfit();
    const expr: Expr = { kind: 'aggregate', fn: 'sum', arg: columnIn(plan.from.as, money.name) };
    return { ...plan, columns: [...plan.columns, { expr, as: `total_${money.name}` }] };
  };
  return end === null ? [] : [found(added, end, 0.05)];
}

/** "our biggest bill and whose was it": the people whom each row is of, those that are served before those that serve. */
function whoseIt(ground: Ground, at: number): Read<(plan: Query) => Query>[] {
  const end = after(ground, at, [
    ...['whose', 'who'].flatMap((who) => ['was it', 'is it', 'are they', 'were they'].map((rest) => `${who} ${rest}`)),
    ...['who was it', 'who is it', 'who are they', 'who were they', 'who they are', 'who it is', 'who'].flatMap((who) => [
      `${who} for`,
      `${who} from`,
    ]),
    ...['who they belong to', 'who it belongs to', 'who do they belong to', 'who does it belong to', 'whose they are', 'whose it is'],
    ...HAVING.flatMap((verb) => ['them', 'it', 'those'].map((one) => `who ${verb} ${one}`)),
  ]);
  const owned = (plan: Query): Query => {
    if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.groupBy !== undefined || plan.joins !== undefined) return unfit();
    const { table } = plan.from;
    if (plan.distinct === true || plan.columns.some(({ expr }) => expr.kind !== 'column')) return unfit();
    const near = peopleIn(ground.lexicon).filter(
      (own) => own.table.name !== table && distance(ground, table, own.table.name)?.toOne === true,
    );
    const served = near.filter(isServed);
    const [only, ...more] = served.length > 0 ? served : near;
    if (only === undefined || more.length > 0) return unfit();
    const scope = createScope(ground, table, true);
    const shown = shownOf(ground, only.table.name, scope).map(({ expr, as }) => ({ expr, as: `${stem(only.table.name)}_${as}` }));
    return { ...plan, columns: [...plan.columns, ...shown], joins: scope.joins() };
  };
  return end === null ? [] : [found(owned, end, 0.05)];
}

/** What is done by those that things belong to. */
const HAVING = 'owns owes owed bought ordered booked rents rented hired borrowed has had paid'.split(' ');

/** "who left the company and when": the one day of theirs that was asked about. */
function withDay(ground: Ground, plan: Query): Query {
  if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.groupBy !== undefined || plan.distinct === true) return unfit();
  const { table, as } = plan.from;
  const said = JSON.stringify(plan.where ?? null);
  const dated = entry(ground, table).columns.filter(
    ({ column }) => DATED.has(column.type) && said.includes(JSON.stringify(columnIn(as, column.name))),
  );
  const [only, ...more] = dated;
  return only === undefined || more.length > 0 ? unfit() : withColumn(ground, plan, ownColumn(table, only.column.name));
}

const THEM = ['they', 'it', 'he', 'she', 'each', 'each of them', 'each one', 'them', 'these', 'those'];
const THEIR = new Set(['their', 'its', 'his', 'her']);

/** "when were they hired", "when did it start". */
function datesAt(ground: Ground, at: number): Read<Companion>[] {
  const aux = after(ground, at, ['when did', 'when was', 'when were', 'when is', 'when are', 'when do', 'when does', 'since when are']);
  const whom = aux === null ? null : after(ground, aux, THEM);
  if (whom === null) return [];
  const verb = word(ground, whom);
  const end = after(ground, whom + 1, ['up', 'in', 'out']) ?? whom + 1;
  return ground.lexicon.tables.flatMap(({ table: { name: table } }) => {
    for (const form of [verb, `${verb}ed`, `${verb}d`]) {
      const dated = dateOf(ground, table, [form]);
      if (dated !== null && tellsOf(ground, table, form, dated.column.name)) return [found(ownColumn(table, dated.column.name), end, 0.05)];
    }
    return [];
  });
}

/** "what is their email", "what phone do they have", "their phone". */
function columnsOf(ground: Ground, from: number): Read<Companion>[] {
  const is = after(ground, from, [
    'what is',
    'what are',
    'what was',
    'what were',
    'which is',
    'how much is',
    'how high is',
    'show',
    'give',
  ]);
  const placed = after(ground, from, ['in', 'at', 'on', 'from', 'with', 'for']) ?? from;
  const start = is ?? (['what', 'which'].includes(word(ground, placed)) ? placed + 1 : null);
  const owned = THEIR.has(word(ground, start ?? from));
  if (start === null ? !owned : is !== null && !owned) return [];
  const at = owned ? (start ?? from) + 1 : (start ?? from);
  return ground.lexicon.tables.flatMap(({ table: { name: table } }) =>
    columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
      const [column, ...more] = columns;
      const own = entry(ground, table).columns.find((one) => one.column.name === column);
      const aux = owned || end >= ground.tokens.length ? end : whoseAt(ground, end);
      if (column === undefined || more.length > 0 || own?.reference !== false || cost > 0.15 || aux === null) return [];
      return [found(ownColumn(table, column), aux, 0.05 + cost)];
    }),
  );
}

/** The end of "do they have", "is it in". */
function whoseAt(ground: Ground, at: number): number | null {
  const aux = after(ground, at, ['do', 'does', 'is', 'are', 'did', 'was', 'were']);
  const whom = aux === null ? null : after(ground, aux, THEM);
  return whom === null ? null : (after(ground, whom, ['have', 'has', 'in', 'from', 'at', 'on', 'with', 'belong to', 'work in']) ?? whom);
}

/** "and why": the reason that a row keeps. */
function reasonsAt(ground: Ground, at: number): Read<Companion>[] {
  const end = after(ground, at + 1, ['was that', 'is that', 'did we']) ?? at + 1;
  return ground.lexicon.tables.flatMap(({ table: { name }, columns }) => {
    const [only, ...more] = columns.filter(
      ({ column, words }) => column.type === 'text' && words.some((one) => one === 'reason' || one === 'cause'),
    );
    return only === undefined || more.length > 0 ? [] : [found(ownColumn(name, only.column.name), end, 0.05)];
  });
}

/** "at which bank is it", "which team are they in", "who is their manager" where that is another table. */
function ownersAt(ground: Ground, from: number): Read<Companion>[] {
  const placed = after(ground, from, ['in', 'at', 'on', 'with', 'from', 'for']) ?? from;
  const which = after(ground, placed, ['which', 'what']);
  const their =
    which === null ? after(ground, from, ['who is their', 'who is its', 'who is the', 'who are their', 'which is their']) : null;
  const at = which ?? their;
  if (at === null) return [];
  return tablesAt(ground, past(ground, at, new Set(['the']))).flatMap(({ value: owner, end, cost }) => {
    const to = their === null ? whoseAt(ground, end) : end;
    const { label, table } = entry(ground, owner);
    if (to === null || label.length === 0 || table.primaryKey.length !== 1) return [];
    return ground.lexicon.tables.flatMap(({ table: { name, foreignKeys } }): Read<Companion>[] => {
      const [key, ...more] = foreignKeys.filter((one) => one.table === owner);
      if (key === undefined || more.length > 0 || key.columns.length !== 1 || label.length !== 1) return [];
      const as = `${stem(owner)}_of_it`;
      const join = (alias: string): Join => ({
        type: 'left',
        source: { kind: 'table', table: owner, as },
        on: {
          kind: 'compare',
          op: '=',
          left: columnIn(alias, key.columns[0] ?? ''),
          right: columnIn(as, key.references[0] ?? table.primaryKey[0] ?? ''),
        },
      });
      return [found({ table: name, column: () => ({ expr: columnIn(as, label[0] ?? ''), as: stem(owner) }), join }, to, 0.05 + cost)];
    });
  });
}

/** "how many tickets did each of them get", "how many of their invoices are open". */
function countsOf(ground: Ground, from: number): Read<Companion>[] {
  const at = after(ground, from, ['how many', 'the number of']);
  if (at === null) return [];
  return headsAt(ground, at)
    .flatMap((head) => modified(ground, head, 3))
    .flatMap(({ value: things, end, cost, notes }) => {
      const aux = after(ground, end, ['did', 'do', 'does', 'has', 'have']);
      const whom = aux === null ? null : after(ground, aux, THEM);
      const has = after(ground, end, ['each has', 'each have', 'they have', 'it has', 'they each have', 'each of them has', 'each got']);
      const to = has ?? (whom === null ? null : (after(ground, whom, DOING) ?? null));
      if (to === null) return [];
      return ground.lexicon.tables.flatMap(({ table: { name: table } }): Read<Companion>[] => {
        if (table === things.table) return [];
        const column = (alias: string) => {
          const scope = createScope(ground, table);
          const test = scope.where({ kind: 'related', things, not: false, count: { op: '>=', value: 0 } });
          return test.kind !== 'compare' || scope.as !== alias ? unfit() : { expr: test.left, as: `${stem(things.table)}_count` };
        };
        return [found({ table, column }, to, 0.1 + cost, notes)];
      });
    });
}

const DOING = 'have,get,got,had,own,take,make,place,do,handle,book,write,see,teach,run,hold,manage'.split(',');

const ownColumn = (table: string, column: string): Companion => ({
  table,
  column: (alias) => ({ expr: columnIn(alias, column), as: column }),
});

/** The plan with one more column, where its rows are those of the table; each group has to be one of them. */
function withColumn(ground: Ground, read: Query, { table, column, join }: Companion): Query {
  const plan = read.kind === 'select' ? asRow(read) : read;
  if (plan.kind !== 'select' || plan.distinct === true || plan.distinctOn !== undefined) return unfit();
  const alias = rowsOf(ground, plan, table);
  if (alias === null) return unfit();
  const { expr, as } = column(alias);
  if (plan.columns.some((one) => JSON.stringify(one.expr) === JSON.stringify(expr))) return plan;
  const free = plan.columns.some((one) => one.as === as) ? `${stem(table)}_${as}` : as;
  const grouped = plan.groupBy !== undefined && expr.kind === 'column' ? { groupBy: [...plan.groupBy, expr] } : {};
  return {
    ...plan,
    columns: [...plan.columns, { expr, as: free }],
    ...(join === undefined ? {} : { joins: [...(plan.joins ?? []), join(alias)] }),
    ...grouped,
  };
}

/** The day of the next meeting is that of one row, which has a place as well. */
function asRow(plan: Select): Select {
  const [only, ...more] = plan.columns;
  const { expr } = only ?? {};
  if (expr?.kind !== 'aggregate' || more.length > 0 || plan.groupBy !== undefined || plan.limit !== undefined || expr.filter !== undefined)
    return plan;
  if ((expr.fn !== 'min' && expr.fn !== 'max') || expr.arg.kind !== 'column') return plan;
  const direction = expr.fn === 'min' ? 'asc' : 'desc';
  return { ...plan, columns: [{ expr: expr.arg, as: expr.arg.column }], orderBy: [{ expr: expr.arg, direction, nulls: 'last' }], limit: 1 };
}

/** The alias under which each row of the answer is one of the table's; null where it is not. */
function rowsOf(ground: Ground, plan: Select, table: string): string | null {
  const sources = [plan.from, ...(plan.joins ?? []).map(({ source }) => source)];
  const own = sources.flatMap((source) => (source?.kind === 'table' && source.table === table ? [source.as] : []));
  const [alias, ...more] = own;
  if (alias === undefined || more.length > 0) return null;
  if (plan.groupBy === undefined)
    return plan.from?.kind === 'table' && plan.from.as === alias && plan.columns.every(({ expr }) => expr.kind === 'column') ? alias : null;
  const keys = new Set(plan.groupBy.map((key) => (key.kind === 'column' ? `${key.table}.${key.column}` : '')));
  return entry(ground, table).table.primaryKey.every((column) => keys.has(`${alias}.${column}`)) ? alias : null;
}
