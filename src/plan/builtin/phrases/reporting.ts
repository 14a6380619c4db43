import type { Expr, Query, Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { named as eachNamed, type Shown } from '../linking/expressions.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { namedAt } from './named.ts';
import { columnIn, compare, createScope, select } from './query.ts';
import { reportsAt, reportsTo, superiorOf } from './roles.ts';
import { aboveAt, belowAt, comparedAt, type SelfKey, selfKeys, superiorAt, tailAt } from './self.ts';
import { listQuery, shownOf } from './shown.ts';
import type { Filter } from './things.ts';

/** "who manages emily hill", "who does ann mentor", "how many people does each mentor look after", "who is mentoring whom". */
export const reporting: Form = (ground, at) =>
  selfKeys(ground).flatMap((own) => [
    ...above(ground, at, own),
    ...below(ground, at, own),
    ...numberBelow(ground, at, own),
    ...numbersBelow(ground, at, own),
    ...pairs(ground, at, own),
    ...comparedWith(ground, at, own),
  ]);

/** A row of the table that its name tells. */
const oneOf = (ground: Ground, at: number, { table }: SelfKey): Read<(alias: string) => Expr>[] =>
  namedAt(ground, at).flatMap(({ value, end, cost, notes }) =>
    value.table === table && value.filter.kind === 'test' && value.filter.table === table
      ? [found(value.filter.test, end, cost, notes)]
      : [],
  );

/** "who manages emily hill", "who does tom aas report to": the row above. */
function above(ground: Ground, at: number, own: SelfKey): Read<() => Query>[] {
  if (word(ground, at) !== 'who') return [];
  const verb = aboveAt(ground, at + 1, own);
  const does = after(ground, at, ['who does', 'who did', 'who is']);
  const direct = verb === null ? [] : oneOf(ground, verb, own).map((read) => ({ ...read, end: tailAt(ground, read.end) }));
  const reports =
    does === null
      ? []
      : oneOf(ground, does, own).flatMap((read) => {
          const end = after(ground, read.end, ['report to', 'work for', 'answer to', 'work under', 'under', 'reporting to']);
          return end === null ? [] : [{ ...read, end }];
        });
  return [...direct, ...reports].map(({ value: test, end, cost, notes }) => found(() => aboveQuery(ground, own, test), end, cost, notes));
}

/** "who reports to mason torres", "who does ann mentor", "whose mentor is ann": the rows below one. */
function below(ground: Ground, at: number, own: SelfKey): Read<() => Query>[] {
  return belowFilters(ground, at, own).map(({ value, end, cost, notes }) =>
    found((): Query => listQuery(ground, { table: own.table, filters: [value] }), end, cost, notes),
  );
}

function belowFilters(ground: Ground, at: number, own: SelfKey): Read<Filter>[] {
  const who = word(ground, at) === 'who' ? at + 1 : null;
  const reports = who === null ? [] : reportsAt(ground, past(ground, who, new Set(['is', 'are', 'all', 'does', 'do'])), own.table);
  const does = after(ground, at, ['who does', 'who did', 'who is', 'who has', 'whom does']);
  const under = does === null ? [] : oneOf(ground, does, own).flatMap((read) => endOfDeed(ground, read, own));
  const whose = word(ground, at) === 'whose' ? superiorAt(ground, at + 1, own) : null;
  const is = whose === null ? null : after(ground, whose, ['is', 'was']);
  const called = is === null ? [] : oneOf(ground, is, own);
  return [...reports, ...[...under, ...called].map((read) => ({ ...read, value: reportsTo(own.table, own, read.value) }))];
}

/** "mentor", "look after as supervisor", after the name of the one above. */
function endOfDeed<T>(ground: Ground, read: Read<T>, own: SelfKey): Read<T>[] {
  const verb = aboveAt(ground, read.end, own);
  // "who is ann managing"; "who is ann's manager" asks for the one above.
  const being = ['is', 'are'].includes(word(ground, read.end - 2)) || ['is', 'are'].includes(word(ground, read.end - 3));
  if (verb === null || (being && !/ing$/.test(word(ground, verb - 1)) && !/ing$/.test(word(ground, read.end)))) return [];
  const as = word(ground, verb) === 'as' ? superiorAt(ground, past(ground, verb + 1, new Set(['a', 'their', 'the'])), own) : null;
  return [{ ...read, end: as ?? tailAt(ground, verb) }];
}

/** "how many people does ann mentor". */
function numberBelow(ground: Ground, at: number, own: SelfKey): Read<() => Query>[] {
  const noun = numberedAt(ground, at, own);
  const does = noun === null ? null : after(ground, noun, ['does', 'did', 'has', 'do', 'is']);
  const named = does === null ? [] : oneOf(ground, does, own).flatMap((read) => [...endOfDeed(ground, read, own), ...having(ground, read)]);
  const reports = noun === null ? [] : reportsAt(ground, past(ground, noun, new Set(['are', 'is', 'do', 'who'])), own.table);
  return [...named.map((read) => ({ ...read, value: reportsTo(own.table, own, read.value) })), ...reports].map(
    ({ value, end, cost, notes }) =>
      found(
        () => {
          const scope = createScope(ground, own.table);
          return select(scope, { table: own.table, filters: [value] }, { columns: [{ expr: COUNT, as: 'count' }] });
        },
        end,
        cost,
        notes,
      ),
  );
}

const COUNT: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };

/** "have under them": what nothing but the table's key to itself can mean. */
function having<T>(ground: Ground, read: Read<T>): Read<T>[] {
  const end = after(ground, read.end, ['have', 'got']);
  const tail = tailAt(ground, end ?? read.end);
  return tail > (end ?? read.end) ? [{ ...read, end: tail }] : [];
}

const numberedAt = (ground: Ground, at: number, own: SelfKey): number | null => {
  const many = after(ground, at, ['how many', 'number of', 'the number of']);
  return many === null ? null : belowAt(ground, many, own);
};

/** "how many people does each mentor look after", "who manages the most people", "which mentor has the most mechanics": the rows below each. */
function numbersBelow(ground: Ground, at: number, own: SelfKey): Read<() => Query>[] {
  const noun = numberedAt(ground, at, own);
  const each =
    noun === null ? null : after(ground, noun, ['does each', 'is each', 'has each', 'did each', 'per', 'for each', 'by', 'do the']);
  const ranked =
    word(ground, at) === 'who'
      ? at + 1
      : after(ground, at, ['which', 'what', 'the']) === null
        ? null
        : (whoAt(ground, at + 1, own)?.end ?? null);
  const most = ranked === null ? null : mostAt(ground, ranked, own);
  const whom = each === null ? null : whoAt(ground, each, own);
  if (whom !== null) {
    const deed = aboveAt(ground, whom.end, own);
    const end =
      deed === null
        ? (after(ground, whom.end, ['have', 'has', 'got', 'have under them', 'have to look after']) ?? whom.end)
        : tailAt(ground, deed);
    // "people per member" says no more than that there are some.
    const told = deed !== null || whom.superior || after(ground, whom.end, ['have under them']) !== null;
    return told ? whom.filters.map((filters) => found(() => countedBelow(ground, own, filters), end, 0.05 + whom.cost, whom.notes)) : [];
  }
  return most === null ? [] : [found(() => ({ ...countedBelow(ground, own, []), limit: 1 }), most, 0.05)];
}

/** The end of "manages the most people", "has the most people under them". */
function mostAt(ground: Ground, at: number, own: SelfKey): number | null {
  const deed = aboveAt(ground, at, own);
  const has = deed ?? after(ground, at, ['has', 'have', 'got']);
  const most = has === null ? null : after(ground, has, ['the most', 'most']);
  const noun = most === null ? null : belowAt(ground, most, own);
  if (noun === null) return null;
  const end = tailAt(ground, noun);
  return deed !== null || end > noun || superiorAt(ground, at - 1, own) !== null ? end : null;
}

/** "mentor", "of our mentors", "coordinator" of a role: those above who are meant. */
function whoAt(
  ground: Ground,
  at: number,
  own: SelfKey,
): { filters: readonly (readonly Filter[])[]; end: number; superior: boolean; cost: number; notes: readonly string[] } | null {
  const superior = superiorAt(ground, at, own);
  if (superior !== null) return { filters: [[]], end: superior, superior: true, cost: 0, notes: [] };
  const plain = tablesAt(ground, at).find(({ value }) => value === own.table);
  if (plain !== undefined) return { filters: [[]], end: plain.end, superior: false, cost: plain.cost, notes: [] };
  const stored = ground.links
    .values(at)
    .flatMap(({ value, end }) => value.hits.flatMap((hit) => (hit.table === own.table ? [{ end, hit }] : [])));
  const [only, ...more] = stored;
  if (only === undefined || more.length > 0) return null;
  const { column, stored: value } = only.hit;
  const test = (alias: string): Expr => compare('=', columnIn(alias, column), { kind: 'literal', value, type: 'text' });
  return {
    filters: [[{ kind: 'test', table: own.table, column, not: false, test }]],
    end: only.end,
    superior: false,
    cost: 0.05,
    notes: [],
  };
}

/** The rows above with how many stand below each, the most first. */
function countedBelow(ground: Ground, own: SelfKey, filters: readonly Filter[]): Select {
  const scope = createScope(ground, own.table);
  const under = `${own.table}_below`;
  const plain = select(scope, { table: own.table, filters: [...filters] }, { columns: [] });
  const shown = shownOf(ground, own.table, scope);
  return {
    ...plain,
    joins: [
      {
        type: 'inner',
        source: { kind: 'table', table: own.table, as: under },
        on: compare('=', columnIn(under, own.column), columnIn(scope.as, own.key)),
      },
    ],
    columns: [...shown, { expr: COUNT, as: 'count' }],
    groupBy: [columnIn(scope.as, own.key), ...shown.map(({ expr }) => expr).filter(({ kind }) => kind === 'column')],
    orderBy: [{ expr: COUNT, direction: 'desc', nulls: 'last' }],
  };
}

/** "who is mentoring whom", "mechanics and their mentors", "who is everyone's manager". */
function pairs(ground: Ground, at: number, own: SelfKey): Read<() => Query>[] {
  const verb = word(ground, at) === 'who' ? aboveAt(ground, at + 1, own) : null;
  const whom = verb === null ? null : after(ground, verb, ['whom', 'who', 'which one']);
  const noun = tablesAt(ground, past(ground, at, new Set(['all', 'our', 'the', 'each', 'every']))).find(({ value }) => value === own.table);
  const their =
    noun === undefined ? null : after(ground, noun.end, ['and their', 'with their', 'and who their', 'and who is their', 'and the']);
  const above = their === null ? null : superiorAt(ground, their, own);
  const ends = [
    ...(whom === null ? [] : [tailAt(ground, whom)]),
    ...(above === null ? [] : [after(ground, above, ['is', 'names', 'name']) ?? above]),
  ];
  // Who asks for everybody asks for those with nobody above them as well.
  return ends.map((end) => found(() => pairQuery(ground, own, whom === null ? 'left' : 'inner', []), end, 0.05));
}

/** "agents who were hired before their manager": by a column of both. */
function comparedWith(ground: Ground, at: number, own: SelfKey): Read<() => Query>[] {
  const noun = word(ground, at) === 'who' ? at + 1 : tablesAt(ground, at).find(({ value }) => value === own.table)?.end;
  const compared = noun === undefined ? null : comparedAt(ground, noun, own);
  const above =
    compared === null ? null : superiorAt(ground, past(ground, compared.end, new Set(['their', 'his', 'her', 'own', 'the'])), own);
  if (compared === null || above === null) return [];
  const { column, less } = compared;
  const made = (): Query => {
    const over = `${own.table}_above`;
    const plan = pairQuery(ground, own, 'inner', [
      compare(less ? '<' : '>', columnIn(own.table, column.name), columnIn(over, column.name)),
    ]);
    return { ...plan, columns: plan.columns.filter(({ expr }) => expr.kind === 'column' && expr.table === own.table) };
  };
  return [found(made, above, 0.05)];
}

/** Each row with the one above it. */
function pairQuery(ground: Ground, own: SelfKey, type: 'left' | 'inner', tests: readonly Expr[]): Select {
  const scope = createScope(ground, own.table);
  const over = `${own.table}_above`;
  const called = own.nouns.size === 0 ? 'above' : ([...own.nouns][0] ?? 'above');
  const shown = shownOf(ground, own.table, scope);
  const beside = shown.flatMap(({ expr, as }): Shown[] =>
    expr.kind === 'column' ? [{ expr: columnIn(over, expr.column), as: `${called}_${as}` }] : [],
  );
  const [test] = tests;
  return {
    ...select(scope, { table: own.table, filters: [] }, { columns: eachNamed([...shown, ...beside]) }),
    joins: [
      {
        type,
        source: { kind: 'table', table: own.table, as: over },
        on: compare('=', columnIn(over, own.key), columnIn(scope.as, own.column)),
      },
    ],
    ...(test === undefined ? {} : { where: test }),
  };
}

function aboveQuery(ground: Ground, own: SelfKey, test: (alias: string) => Expr): Query {
  const plan = pairQuery(ground, own, 'inner', [test(own.table)]);
  const { label } = entry(ground, own.table);
  const over = `${own.table}_above`;
  return { ...plan, columns: (label.length > 0 ? label : [own.key]).map((column) => ({ expr: columnIn(over, column), as: column })) };
}

/** "what are the subcategories of food", "which campaigns belong to the winter appeal". */
export const children: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'all', 'our', 'my']));
  const sub = /^sub-?([a-z]{4,})$/.exec(word(ground, at))?.[1];
  const parts = ground.lexicon.tables.flatMap(({ table: { name }, words }) =>
    sub !== undefined && words.length === 1 && words[0] === stem(sub)
      ? [{ table: name, of: after(ground, at + 1, ['of', 'of the', 'under', 'in', 'for', 'below']) }]
      : [],
  );
  const belonging = tablesAt(ground, at).map(({ value, end }) => ({ table: value, of: after(ground, end, BELONGING) }));
  return [...parts, ...belonging].flatMap(({ table, of }) => {
    const superior = superiorOf(ground, table);
    if (of === null || superior === null) return [];
    return namedAt(ground, of).flatMap(({ value, end, cost, notes }) => {
      const [filter] = value.filters;
      if (value.table !== table || filter?.kind !== 'test') return [];
      const reports = reportsTo(table, superior, filter.test);
      return [found((): Query => listQuery(ground, { table, filters: [reports] }), end, cost, notes)];
    });
  });
};

const BELONGING = ['belong to', 'belongs to', 'that belong to', 'are part of', 'are parts of', 'fall under', 'come under', 'are under'];
