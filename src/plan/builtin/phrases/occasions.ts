import type { Expr, Query } from '../../plan.ts';
import { dateOf } from './columns.ts';
import { after, found, type Ground, type Read } from './ground.ts';
import { thingsAt } from './modifiers.ts';
import { columnIn, createScope, select } from './query.ts';
import type { Form } from './questions.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { dateNote } from './when.ts';

const ASKED = ['when was', 'when is', 'when will', 'when did', 'what date was', 'what date is', 'date of', 'what was the date of'].flatMap(
  (ask) => ['', ' the', ' our', ' my'].map((whose) => `${ask}${whose}`),
);
const SIDES: readonly { readonly words: readonly string[]; readonly fn: 'min' | 'max'; readonly op: '<=' | '>=' | null }[] = [
  { words: ['last', 'latest', 'most recent', 'very last'], fn: 'max', op: '<=' },
  { words: ['next', 'upcoming'], fn: 'min', op: '>=' },
  { words: ['first', 'very first', 'earliest'], fn: 'min', op: null },
];

/** "when is our next lesson", "when was the last inspection of hive 3": the day of one of some things, by where it lies from now. */
export const occasions: Form = (ground, at) => {
  const start = after(ground, at, ASKED);
  if (start === null) return [];
  return SIDES.flatMap(({ words, fn, op }) => {
    const from = after(ground, start, words);
    return from === null ? [] : thingsAt(ground, from).flatMap((things) => dayOf(ground, things, fn, op));
  });
};

function dayOf(
  ground: Ground,
  { value: things, end, cost, notes }: Read<Things>,
  fn: 'min' | 'max',
  op: '<=' | '>=' | null,
): Read<() => Query>[] {
  const dated = dateOf(ground, things.table);
  if (dated === null) return [];
  const { name, type } = dated.column;
  const now: Expr = { kind: 'call', fn: type === 'date' ? 'today' : 'now', args: [] };
  const side: Filter[] =
    op === null
      ? []
      : [
          {
            kind: 'test',
            table: things.table,
            not: false,
            test: (alias) => ({ kind: 'compare', op, left: columnIn(alias, name), right: now }),
          },
        ];
  const make = (): Query => {
    const scope = createScope(ground, things.table);
    const arg = columnIn(scope.as, name);
    return select(scope, narrowed(things, ...side), { columns: [{ expr: { kind: 'aggregate', fn, arg }, as: name }] });
  };
  // Where a name follows there is a plainer form.
  return [found(make, end, cost + 0.15, [...notes, ...dateNote(ground, things.table, [])])];
}
