import type { Expr, Query, Select } from '../../plan.ts';
import { NUMERIC } from '../expressions.ts';
import { rootOf } from '../lexicon.ts';
import { peopleIn } from '../people.ts';
import { stem } from '../stem.ts';
import { birthOf, dateOf } from './columns.ts';
import { isDeedOf, isLinkVerb } from './deeds.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { columnIn, createScope, distance, select } from './query.ts';
import type { Form } from './questions.ts';
import { inRoleOf, roleOfVerb } from './role-nouns.ts';
import { reportsAt, reportsTo, superiorOf } from './roles.ts';
import { listQuery, shownOf } from './shown.ts';
import type { Filter, Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/** A thing that its name tells: "globex", "dr lewis", "the japan trip". */
function namedAt(ground: Ground, from: number): Read<Things & { readonly filter: Filter }>[] {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  return valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const tables = [
      ...new Set(value.places.filter(({ table, column }) => entry(ground, table).label.includes(column)).map(({ table }) => table)),
    ];
    const [table, ...more] = tables;
    if (table === undefined || more.length > 0) return [];
    const label = entry(ground, table).label.map((column) => `${table}.${column}`);
    const filter = valueFilter(ground, table, value, false, 'own', label);
    if (filter === null) return [];
    const noun = tablesAt(ground, end).flatMap((one) => (one.value === table ? [one.end] : []));
    return [end, ...noun].map((to) => found({ table, filters: [filter], filter }, to, cost, notes));
  });
}

/** "when did globex sign up", "when was tom hired": a date of what a name tells. */
export const whens: Form = (ground, at) => {
  const start = after(ground, at, [
    'when did',
    'when was',
    'when were',
    'when does',
    'when is',
    'when has',
    'since when is',
    'since when has',
    'what date did',
    'on what date did',
    'what day did',
  ]);
  if (start === null) return [];
  return namedAt(ground, start).flatMap(({ value, end, cost, notes }) => {
    const verb = word(ground, end);
    const told = /^[a-z]{3,}$/.test(verb) ? (dateOf(ground, value.table, [verb, `${verb}ed`, verb.replace(/e?$/, 'ed')]) ?? null) : null;
    if (told === null || told.assumed) return [];
    const words = entry(ground, value.table).columns.find(({ column }) => column.name === told.column.name)?.words ?? [];
    if (!words.some((own) => own.slice(0, 3) === verb.slice(0, 3) || STARTING.has(verb))) return [];
    const to = after(ground, end + 1, ['up', 'with us', 'up with us', 'on', 'in', 'us']) ?? end + 1;
    const make = (): Query => {
      const scope = createScope(ground, value.table);
      return select(scope, value, {
        columns: [
          ...(notes.length > 0 ? shownOf(ground, value.table, scope) : []),
          { expr: columnIn(scope.as, told.column.name), as: told.column.name },
        ],
      });
    };
    return [found(make, to, cost, notes)];
  });
};

const STARTING = new Set(['sign', 'join', 'register', 'hired', 'start', 'started', 'joined', 'registered']);

/** What names a thing, with other columns of it or of what it belongs to. */
function named(ground: Ground, things: Things, table: string, columns: readonly string[]): Select {
  const scope = createScope(ground, things.table);
  const alias = scope.reach(table);
  const own = columns.map((column): { expr: Expr; as: string } => ({ expr: columnIn(alias, column), as: column }));
  const names = shownOf(ground, things.table, scope).filter(({ as }) => !columns.includes(as) || table !== things.table);
  return select(scope, things, {
    columns: [...names, ...own].map((one, at, all) =>
      all.findIndex(({ as }) => as === one.as) === at ? one : { ...one, as: `${stem(table)}_${one.as}` },
    ),
  });
}

/** "globex's industry", "what is the industry of globex", "which room is dr lewis in", "who is emily hill's manager". */
export const ofNamed: Form = (ground, at) => [...owned(ground, at), ...asked(ground, at)];

function owned(ground: Ground, at: number): Read<() => Query>[] {
  return namedAt(ground, at).flatMap((who) => {
    if (ground.tokens[who.end]?.kind !== 'owner') return [];
    return whatAt(ground, who.end + 1, who.value).map((what) =>
      found(what.value, what.end, who.cost + what.cost, [...who.notes, ...what.notes]),
    );
  });
}

function asked(ground: Ground, from: number): Read<() => Query>[] {
  const at = past(ground, from, new Set(['the']));
  const reads: Read<() => Query>[] = [];
  for (let end = at + 1; end <= Math.min(at + 4, ground.tokens.length - 1); end += 1) {
    const start = after(ground, end, ['of', 'for', 'is', 'does', 'did', 'has', 'was']);
    if (start === null) continue;
    for (const who of namedAt(ground, start))
      for (const what of whatAt(ground, at, who.value)) {
        // "what type of boat is the heron"
        const noun = after(ground, what.end, ['of', 'of a', 'of an']);
        const kind = noun !== null && tablesAt(ground, noun).some((one) => one.value === who.value.table && one.end === end);
        if (what.end !== end && !kind) continue;
        const of = ['of', 'for'].includes(word(ground, start - 1));
        const to = of
          ? who.end
          : after(ground, who.end, ['in', 'from', 'at', 'on', 'have', 'has', 'work in', 'based in', 'working in', 'live in', 'to', 'with']);
        if (to !== null) reads.push(found(what.value, to, who.cost + what.cost, [...who.notes, ...what.notes]));
      }
  }
  return reads;
}

/** A column of a named thing, what it belongs to, or who stands above it. */
function whatAt(ground: Ground, at: number, things: Things): Read<() => Query>[] {
  const { table } = things;
  const columns = columnsAt(ground, at, [table]).flatMap(({ value, end, cost }) => {
    if (
      cost > 0.25 ||
      value.columns.some((column) => entry(ground, table).columns.some((own) => own.column.name === column && own.reference))
    )
      return [];
    return [found((): Query => named(ground, things, table, value.columns), end, cost)];
  });
  const tables = tablesAt(ground, at).flatMap(({ value, end, cost }) => {
    const way = distance(ground, table, value);
    const { label } = entry(ground, value);
    return way?.toOne === true && way.steps > 0 && label.length > 0
      ? [found((): Query => named(ground, things, value, label), end, cost)]
      : [];
  });
  const superior = superiorOf(ground, table);
  const role = word(ground, at);
  const above =
    superior !== null &&
    keyWords(ground, table, superior.column).some((own) => own === stem(role) || SUPERIOR.get(stem(role))?.includes(own) === true);
  if (!above || superior === null) return [...columns, ...tables];
  const aboveAs = `${table}_above`;
  const make = (): Query => {
    const scope = createScope(ground, table);
    const plain = select(scope, things, { columns: [] });
    const { label } = entry(ground, table);
    return {
      ...plain,
      joins: [
        ...(plain.joins ?? []),
        {
          type: 'inner',
          source: { kind: 'table', table, as: aboveAs },
          on: { kind: 'compare', op: '=', left: columnIn(aboveAs, superior.key), right: columnIn(scope.as, superior.column) },
        },
      ],
      columns: (label.length > 0 ? label : [superior.key]).map((column) => ({ expr: columnIn(aboveAs, column), as: column })),
    };
  };
  return [found(make, at + 1, 0)];
}

const keyWords = (ground: Ground, table: string, column: string): readonly string[] =>
  entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? [];

const SUPERIOR: ReadonlyMap<string, readonly string[]> = new Map([
  ['manager', ['manager', 'supervisor', 'boss', 'report', 'reports', 'lead', 'head']],
  ['boss', ['manager', 'supervisor', 'boss', 'report', 'reports', 'lead', 'head']],
  ['supervisor', ['manager', 'supervisor', 'boss', 'report', 'reports', 'lead']],
  ['mentor', ['mentor', 'coach', 'tutor']],
  ['parent', ['parent']],
]);

/** "who reports to mason torres", "who does emily hill report to", "who manages emily hill". */
export const reporting: Form = (ground, at) => {
  if (word(ground, at) !== 'who') return [];
  const tables = ground.lexicon.tables.map(({ table }) => table.name).filter((table) => superiorOf(ground, table) !== null);
  const below = tables.flatMap((table) =>
    reportsAt(ground, past(ground, at + 1, new Set(['is', 'are', 'all', 'does', 'do'])), table).map(({ value, end, cost, notes }) =>
      found((): Query => listQuery(ground, { table, filters: [value] }), end, cost, notes),
    ),
  );
  const does = after(ground, at, ['who does', 'who did']);
  const manages = after(ground, at, ['who manages', 'who supervises', 'who leads']);
  const start = does ?? manages;
  const above =
    start === null
      ? []
      : namedAt(ground, start).flatMap(({ value, end, cost, notes }) => {
          const to = does === null ? end : after(ground, end, ['report to', 'work for', 'answer to']);
          const [what] = superiorOf(ground, value.table) === null ? [] : superiorQuery(ground, value);
          return to === null || what === undefined ? [] : [found(what, to, cost, notes)];
        });
  // "who does ann mentor": those who stand under her by a key of that name.
  const under =
    does === null
      ? []
      : namedAt(ground, does).flatMap(({ value, end, cost, notes }) => {
          const superior = superiorOf(ground, value.table);
          const words = entry(ground, value.table).columns.find(({ column }) => column.name === superior?.column)?.words ?? [];
          const { filter } = value;
          if (superior === null || filter.kind !== 'test' || !words.some((one) => rootOf(one) === rootOf(word(ground, end)))) return [];
          const below = reportsTo(value.table, superior, filter.test);
          return [found((): Query => listQuery(ground, { table: value.table, filters: [below] }), end + 1, cost, notes)];
        });
  return [...below, ...above, ...under];
};

function superiorQuery(ground: Ground, things: Things): (() => Query)[] {
  const tokens = [{ kind: 'word' as const, text: 'manager', lower: 'manager', number: null, start: 0, end: 7 }];
  const alone = { ...ground, tokens, links: { ...ground.links, attributes: () => [], entities: () => [], values: () => [] } };
  return whatAt(alone, 0, things).map(({ value }) => value);
}

/** "what are the subcategories of food", "agents who were hired before their manager". */
export const children: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'all', 'our', 'my']));
  const said = word(ground, at);
  const sub = /^sub-?([a-z]{4,})$/.exec(said)?.[1];
  if (sub === undefined) return [];
  const of = after(ground, at + 1, ['of', 'of the', 'under', 'in', 'for', 'below']);
  const table = ground.lexicon.tables.find(({ words }) => words.length === 1 && words[0] === stem(sub))?.table.name;
  const superior = table === undefined ? null : superiorOf(ground, table);
  if (of === null || table === undefined || superior === null) return [];
  return namedAt(ground, of).flatMap(({ value, end, cost, notes }) => {
    const [filter] = value.filters;
    if (value.table !== table || filter?.kind !== 'test') return [];
    const reports: Filter = {
      kind: 'test',
      table,
      not: false,
      test: (alias) => ({
        kind: 'exists',
        query: {
          kind: 'select',
          columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'one' }],
          from: { kind: 'table', table, as: `${table}_above` },
          where: {
            kind: 'and',
            args: [
              { kind: 'compare', op: '=', left: columnIn(`${table}_above`, superior.key), right: columnIn(alias, superior.column) },
              filter.test(`${table}_above`),
            ],
          },
        },
      }),
    };
    return [found((): Query => listQuery(ground, { table, filters: [reports] }), end, cost, notes)];
  });
};

/** "details of globex", "tell me everything about dr lewis": all that is known of it. */
export const allOf: Form = (ground, at) => {
  const start = after(ground, at, ALL_OF);
  if (start === null) return [];
  return namedAt(ground, start).map(({ value, end, cost, notes }) => {
    const columns = entry(ground, value.table).columns.map(({ column }) => column.name);
    return found((): Query => named(ground, value, value.table, columns), end, cost, notes);
  });
};

const ALL_OF = ['', 'tell me ', 'show me ', 'give me ', 'show '].flatMap((ask) =>
  [
    'details of',
    'details for',
    'details about',
    'the details of',
    'everything about',
    'everything on',
    'all about',
    'info on',
    'info about',
  ].map((what) => `${ask}${what}`),
);

/** "who teaches Algebra I", "who owns Rex": the one of people that a named thing belongs to. */
export const whoDid: Form = (ground, at) => {
  if (word(ground, at) !== 'who') return [];
  const verb = word(ground, past(ground, at + 1, new Set(['is', 'was', 'does', 'did'])));
  const start = past(ground, at + 1, new Set(['is', 'was', 'does', 'did'])) + 1;
  const from = ['after', 'for', 'with', 'to', 'of'].includes(word(ground, start)) ? start + 1 : start;
  // Who booked a play is in bookings, and not who wrote it.
  const deed = ground.lexicon.tables.some(({ words }) => words.at(-1) !== undefined && isDeedOf(verb, words.at(-1) ?? ''));
  if (!/^[a-z]{3,}$/.test(verb) || (deed && !peopleIn(ground.lexicon).some(({ words }) => isDeedOf(verb, words.at(-1) ?? '')))) return [];
  return namedAt(ground, from).flatMap(({ value, end, cost, notes }) => {
    const role = roleOfVerb(ground, verb, value.table);
    if (role !== null) return [found((): Query => inRoleOf(ground, value, role), end, cost, notes)];
    const parents = (ground.graph.edges.get(value.table) ?? []).filter(({ toOne, to }) => toOne && entry(ground, to).label.length > 0);
    const same = parents.filter(({ to }) => (entry(ground, to).words.at(-1) ?? '').slice(0, 3) === verb.slice(0, 3));
    const people = isLinkVerb(verb) ? parents.filter(({ to }) => peopleIn(ground.lexicon).some(({ table }) => table.name === to)) : [];
    const [only, ...more] = same.length > 0 ? same : people;
    // "who coaches hill united", of a team that has its coach's name.
    const own = entry(ground, value.table).columns.filter(
      ({ column, words }) => column.type === 'text' && words.at(-1) === rootOf(stem(verb)),
    );
    const [column, ...columns] = own;
    if (column !== undefined && columns.length === 0)
      return [found((): Query => named(ground, value, value.table, [column.column.name]), end, cost + 0.05, notes)];
    if (only === undefined || more.length > 0) return [];
    const make = (): Query => ({ ...named(ground, value, only.to, entry(ground, only.to).label), distinct: true });
    return [found(make, end, cost + 0.05, notes)];
  });
};

/** "when was Bella's last visit", "when is Milo's next appointment". */
export const lastTimes: Form = (ground, at) => {
  const start = after(ground, at, ['when was', 'when is', "when's", 'when did', 'date of']);
  if (start === null) return [];
  return namedAt(ground, start).flatMap((who) => {
    const owner = ground.tokens[who.end]?.kind === 'owner' ? who.end + 1 : null;
    const last = owner === null ? null : after(ground, owner, ['last', 'latest', 'most recent', 'previous']);
    const next = owner === null ? null : after(ground, owner, ['next', 'upcoming']);
    const first = owner === null ? null : after(ground, owner, ['first']);
    const from = last ?? next ?? first;
    if (from === null) return [];
    return tablesAt(ground, from).flatMap(({ value: table, end, cost }) => {
      const dated = dateOf(ground, table);
      const way = distance(ground, table, who.value.table);
      if (dated === null || way?.toOne !== true || way.steps === 0) return [];
      const make = (): Query => {
        const scope = createScope(ground, table);
        const when = columnIn(scope.as, dated.column.name);
        const now: Expr = { kind: 'call', fn: dated.column.type === 'date' ? 'today' : 'now', args: [] };
        const side: Filter[] =
          first !== null
            ? []
            : [
                {
                  kind: 'test',
                  table,
                  not: false,
                  test: (alias) => ({
                    kind: 'compare',
                    op: next === null ? '<=' : '>=',
                    left: columnIn(alias, dated.column.name),
                    right: now,
                  }),
                },
              ];
        return select(
          scope,
          { table, filters: [...who.value.filters, ...side] },
          { columns: [{ expr: { kind: 'aggregate', fn: last === null ? 'min' : 'max', arg: when }, as: dated.column.name }] },
        );
      };
      return [found(make, end, who.cost + cost, who.notes)];
    });
  });
};

/** "when was the last payment from Ann", "when did Ann last book": the date of the latest of what is hers. */
export const lastOf: Form = (ground, at) => {
  const start = after(ground, at, [
    'when was the',
    'when was',
    'when is the',
    'date of the',
    'what date was the',
    'what was the date of the',
  ]);
  const last = start === null ? null : after(ground, start, ['last', 'latest', 'most recent', 'first']);
  if (last === null) return [];
  return tablesAt(ground, last).flatMap(({ value: table, end, cost }) => {
    const of = after(ground, end, ['from', 'of', 'by', 'for', 'with', 'to']);
    const dated = dateOf(ground, table);
    if (of === null || dated === null) return [];
    const first = word(ground, last - 1) === 'first';
    return namedAt(ground, of).flatMap((who) => {
      const way = distance(ground, table, who.value.table);
      if (way?.toOne !== true || way.steps === 0) return [];
      const make = (): Query => {
        const scope = createScope(ground, table);
        const arg = columnIn(scope.as, dated.column.name);
        const columns = [
          { expr: { kind: 'aggregate' as const, fn: first ? ('min' as const) : ('max' as const), arg }, as: dated.column.name },
        ];
        return select(scope, { table, filters: who.value.filters }, { columns });
      };
      return [found(make, who.end, who.cost + cost, who.notes)];
    });
  });
};

/** "how much does Tom earn", "what does hamlet cost", "how big is Long Acre", "how much is hamlet": the column that the verb or adjective tells of. */
export const worthOf: Form = (ground, at) => {
  const many = after(ground, at, ['how many', 'how much']);
  const stocked =
    many === null
      ? []
      : namedAt(ground, many).flatMap((who) => {
          const end = after(ground, who.end, LEFT);
          return end === null ? [] : oneColumn(ground, who, ['stock', 'inventory', 'quantity', 'hand'], end);
        });
  if (stocked.length > 0) return stocked;
  const held = many === null ? [] : heldBy(ground, many);
  if (held.length > 0) return held;
  const does = after(ground, at, ['how much does', 'how much do', 'how much did', 'what does', 'what do', 'what did', 'how many does']);
  if (does !== null)
    return namedAt(ground, does).flatMap((who) => {
      const names = TOLD_BY_VERB.get(word(ground, who.end));
      const end = after(ground, who.end + 1, ['per month', 'a month', 'per year', 'a year', 'an hour', 'per hour']) ?? who.end + 1;
      return names === undefined ? [] : oneColumn(ground, who, names, end);
    });
  const how =
    word(ground, at) === 'how' && ['is', 'are', 'was'].includes(word(ground, at + 2))
      ? TOLD_BY_ADJECTIVE.get(word(ground, at + 1))
      : undefined;
  return how === undefined ? [] : namedAt(ground, at + 3).flatMap((who) => oneColumn(ground, who, how, who.end));
};

/** "seats does the heron have", "taps has the red lion got": a number that a row has of its own. */
function heldBy(ground: Ground, at: number): Read<() => Query>[] {
  return [at + 1, at + 2].flatMap((end) => {
    const aux = after(ground, end, ['does', 'do', 'did', 'has']);
    return aux === null
      ? []
      : namedAt(ground, aux).flatMap((who) => {
          const has = word(ground, end) === 'has' ? ['got', 'had'] : ['have', 'hold', 'take', 'offer'];
          const to = after(ground, who.end, has) ?? (word(ground, end) === 'has' ? who.end : null);
          const { table } = who.value;
          return columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end: said, cost }) => {
            const own = entry(ground, table).columns.find(({ column }) => column.name === columns[0]);
            const isNumber = own !== undefined && NUMERIC.has(own.column.type) && !own.reference && columns.length === 1;
            return to === null || said !== end || !isNumber || cost > 0.15
              ? []
              : [found((): Query => named(ground, who.value, table, columns), to, who.cost + cost, who.notes)];
          });
        });
  });
}

function oneColumn(ground: Ground, who: Read<Things>, names: readonly string[], end: number): Read<() => Query>[] {
  const { table } = who.value;
  const columns = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.some((own) => names.includes(own)),
  );
  const [only, ...more] = columns;
  if (only === undefined || more.length > 0) return [];
  const { name } = only.column;
  const make = (): Query => {
    const scope = createScope(ground, table);
    return select(scope, who.value, { columns: [{ expr: columnIn(scope.as, name), as: name }] });
  };
  return [found(make, end, who.cost + 0.05, [...who.notes, `The number is ${table}.${name}.`])];
}

const LEFT =
  'are in stock, is in stock, in stock, do we have in stock, do we have left, do we have, are left, is left, have we got, are there in stock'.split(
    ', ',
  );
const PRICE = ['price', 'cost', 'fee', 'rate', 'amount'];
const PAY = ['salary', 'wage', 'pay', 'income', 'earnings', 'hourly', 'rate'];
const TOLD_BY_VERB: ReadonlyMap<string, readonly string[]> = new Map([
  ['cost', PRICE],
  ['charge', PRICE],
  ['earn', PAY],
  ['make', PAY],
  ['weigh', ['weight', 'kg', 'lb']],
  ['hold', ['capacity', 'seat']],
]);
const TOLD_BY_ADJECTIVE: ReadonlyMap<string, readonly string[]> = new Map([
  ['much', PRICE],
  ['expensive', PRICE],
  ['heavy', ['weight', 'kg', 'lb']],
  ['tall', ['height']],
  ['long', ['length', 'duration', 'minute', 'distance']],
  ['big', ['size', 'area', 'hectare', 'acre', 'capacity']],
  ['large', ['size', 'area', 'hectare', 'acre', 'capacity']],
]);

/** "where is the Alpine Lodge", "where does Ann live": the columns that say a place. */
export const wheres: Form = (ground, at) => {
  const start = after(ground, at, ['where is', 'where are', 'where was', 'where does', 'where do', 'where in the world is']);
  if (start === null) return [];
  return namedAt(ground, start).flatMap((who) => {
    const { table } = who.value;
    const does = ['does', 'do'].includes(word(ground, start - 1));
    const end =
      after(ground, who.end, does ? ['live', 'work', 'come from', 'stay'] : ['from', 'located', 'based', 'living']) ??
      (does ? null : who.end);
    const columns = entry(ground, table)
      .columns.filter(({ column, words }) => column.type === 'text' && words.some((own) => PLACES.has(own)))
      .map(({ column }) => column.name);
    if (end === null || columns.length === 0) return [];
    const make = (): Query => {
      const scope = createScope(ground, table);
      return select(scope, who.value, {
        columns: [...shownOf(ground, table, scope), ...columns.map((column) => ({ expr: columnIn(scope.as, column), as: column }))],
      });
    };
    return [found(make, end, who.cost + 0.05, who.notes)];
  });
};

const PLACES = new Set('city town address street location place country region state village'.split(' '));

/** "how old is Rex". */
export const howOld: Form = (ground, at) => {
  const start = after(ground, at, ['how old is', 'how old was', 'the age of', 'what age is']);
  if (start === null) return [];
  return namedAt(ground, start).flatMap(({ value, end, cost, notes }) => {
    const birth = birthOf(ground, value.table);
    if (birth === null) return [];
    const make = (): Query => {
      const scope = createScope(ground, value.table);
      const age: Expr = {
        kind: 'call',
        fn: 'year',
        args: [{ kind: 'call', fn: 'age', args: [{ kind: 'call', fn: 'today', args: [] }, columnIn(scope.as, birth.name)] }],
      };
      return select(scope, value, { columns: [...shownOf(ground, value.table, scope), { expr: age, as: 'age' }] });
    };
    return [found(make, end, cost, notes)];
  });
};
