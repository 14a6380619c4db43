import type { Query } from '../../plan.ts';
import { rootOf } from '../lexicon.ts';
import { stem } from '../stem.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, tablesAt, word } from './ground.ts';
import { whatAt } from './lookups.ts';
import { namedAt } from './named.ts';
import { reportsAt, reportsTo, superiorOf } from './roles.ts';
import { listQuery } from './shown.ts';
import type { Things } from './things.ts';

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
