import type { Expr, Query } from '../../plan.ts';
import { birthOf } from './columns.ts';
import { tailAt } from './durations.ts';
import type { Form } from './form.ts';
import { after, found, past, word } from './ground.ts';
import { groupedQuery, groupKeysAt } from './groups.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, type Scope, select } from './query.ts';

/** "how old are our patients on average", "average age of female patients". */
export const ages: Form = (ground, from) => {
  const old = after(ground, from, ['how old are', 'how old is', 'on average how old are']);
  const average = after(ground, past(ground, from, new Set(['the'])), ['average age of', 'avg age of', 'average age for', 'mean age of']);
  const start = old ?? average;
  if (start === null) return [];
  return headsAt(ground, start).flatMap((head) =>
    modified(ground, head).flatMap((things) => {
      const birth = birthOf(ground, things.value.table);
      const tail = tailAt(ground, things.end);
      if (birth === null || (average === null && !tail.average && word(ground, from) !== 'on')) return [];
      const value = (scope: Scope): Expr => ({
        kind: 'aggregate',
        fn: 'avg',
        arg: {
          kind: 'call',
          fn: 'year',
          args: [
            {
              kind: 'call',
              fn: 'age',
              args: [{ kind: 'call', fn: 'today', args: [] }, columnIn(scope.reach(things.value.table), birth.name)],
            },
          ],
        },
      });
      const measure: Measure = { things: things.value, value, as: 'average_age' };
      const plain = found(
        (): Query => {
          const scope = createScope(ground, things.value.table);
          return select(scope, things.value, { columns: [{ expr: value(scope), as: 'average_age' }] });
        },
        tail.end,
        things.cost,
        things.notes,
      );
      const by = after(ground, tail.end, ['by', 'per', 'for each']);
      const groups =
        by === null
          ? []
          : groupKeysAt(ground, by, things.value.table).map((key) =>
              found((): Query => groupedQuery(ground, measure, [key.value]), key.end, things.cost + key.cost, [
                ...things.notes,
                ...key.notes,
              ]),
            );
      return [plain, ...groups];
    }),
  );
};
