import type { Expr, Query } from '../../plan.ts';
import { dateOf } from './columns.ts';
import type { Form } from './form.ts';
import { after, entry, found, tablesAt, word } from './ground.ts';
import { namedAt } from './named.ts';
import { columnIn, createScope, distance, select } from './query.ts';
import { shownOf } from './shown.ts';
import type { Filter } from './things.ts';

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
