import type { Trait } from '../../src/plan/builtin/search/rank/shape.ts';
import type { ShapeSample } from './shape.ts';

/** What people who ask after a business say all day and collections of questions hardly do: a measure by something. */
const MEASURES: readonly (readonly [words: string, trait: Trait])[] = [
  ['total C#', 'showsSum'],
  ['sum of C#', 'showsSum'],
  ['average C#', 'showsAverage'],
  ['number of Ts', 'showsCount'],
  ['count of Ts', 'showsCount'],
  ['minimum C#', 'showsLeast'],
  ['maximum C#', 'showsMost'],
];
const OPENERS = ['', 'what is the ', 'show the ', 'show me the ', 'list the '];
const LINKS = ['by', 'per', 'for each', 'for every', 'in each'];
const KEYS = ['T', 'C', 'day', 'week', 'month', 'quarter', 'year'];
/** Less than a question that was really asked. */
const SHARE = 0.1;

export const OWN_PHRASES: readonly ShapeSample[] = MEASURES.flatMap(([measure, trait]) =>
  OPENERS.flatMap((opener) =>
    LINKS.flatMap((link) =>
      KEYS.map((key) => ({
        // Each measure counts as a database of its own.
        db: `own ${opener}${measure}`,
        words: `${opener}${measure} ${link} ${key}`.split(' '),
        traits: new Set<Trait>([
          'twoColumns',
          trait,
          'showsPlain',
          'grouped',
          'groupShown',
          'untested',
          key === 'T' ? 'twoTables' : 'oneTable',
        ]),
        share: SHARE,
      })),
    ),
  ),
);
