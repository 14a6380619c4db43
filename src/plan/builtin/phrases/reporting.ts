import type { Query } from '../../plan.ts';
import { rootOf } from '../lexicon.ts';
import { stem } from '../stem.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, word } from './ground.ts';
import { whatAt } from './lookups.ts';
import { namedAt } from './named.ts';
import { columnIn } from './query.ts';
import { reportsAt, reportsTo, superiorOf } from './roles.ts';
import { listQuery } from './shown.ts';
import type { Filter, Things } from './things.ts';

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
