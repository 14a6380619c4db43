import type { Query } from '../../plan.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { tailAt } from './durations.ts';
import type { Form } from './form.ts';
import { after, entry, found, word } from './ground.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, select } from './query.ts';
import { stretchOf } from './stretch.ts';

/** "how long is the average lesson", "how long are lessons on average": of what keeps its length as a number. */
export const lengths: Form = (ground, from) => {
  const asked = after(ground, from, ['how long is', 'how long are', 'how long was', 'how long were', 'how long do', 'how long does']);
  if (asked === null) return [];
  const mean = after(ground, asked, ['the average', 'an average', 'our average', 'the typical', 'a typical']);
  return headsAt(ground, mean ?? asked).flatMap((head) =>
    modified(ground, head).flatMap((things) => {
      const { table } = things.value;
      const verb = ['do', 'does'].includes(word(ground, asked - 1))
        ? after(ground, things.end, ['last', 'take', 'run', 'go on'])
        : things.end;
      const tail = tailAt(ground, verb ?? things.end);
      const timed = entry(ground, table).columns.filter(
        ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.some((own) => TIMED.has(own)),
      );
      const [only, ...more] = timed;
      // What also says from when to when it was may be meant by either.
      if (verb === null || only === undefined || more.length > 0 || stretchOf(ground, table, 'last') !== null) return [];
      if (mean === null && !tail.average) return [];
      const make = (): Query => {
        const scope = createScope(ground, table);
        return select(scope, things.value, {
          columns: [
            { expr: { kind: 'aggregate', fn: 'avg', arg: columnIn(scope.as, only.column.name) }, as: `average_${only.column.name}` },
          ],
        });
      };
      return tail.unit === null ? [found(make, tail.end, things.cost + 0.05, things.notes)] : [];
    }),
  );
};

const TIMED = new Set(['minute', 'hour', 'second', 'duration', 'length', 'day', 'week']);
