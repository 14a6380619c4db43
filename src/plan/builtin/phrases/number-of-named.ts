import type { Query } from '../../plan.ts';
import { NUMERIC } from '../linking/expressions.ts';
import type { Form } from './form.ts';
import { after, columnsAt, entry, found, type Ground, type Read, word } from './ground.ts';
import { named, namedAt } from './named.ts';

/** "how many seats does the heron have": a number that a row has of its own. */
export const worthOf: Form = (ground, at) => {
  const many = after(ground, at, ['how many', 'how much']);
  return many === null ? [] : heldBy(ground, many);
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
