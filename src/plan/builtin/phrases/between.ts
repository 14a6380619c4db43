import { averaged, tailAt } from './durations.ts';
import type { Form } from './form.ts';
import { after, found, past } from './ground.ts';
import { modified } from './modifiers.ts';
import { stretchesAt } from './spans.ts';
import { unitAt } from './stretch.ts';
import type { Things } from './things.ts';

/** "how long on average between booking and start", "how many hours go by from packing a parcel to handing it over": two dates of one table. */
export const between: Form = (ground, at) => {
  const begun = past(ground, at, ASIDE);
  const asked = after(ground, after(ground, begun, ['on average', 'on average ,']) ?? begun, [
    'how long',
    'how many',
    'how much time',
    'average',
    'avg',
    'mean',
    'typical',
    'time',
    'the time',
    'the average',
  ]);
  if (asked === null) return [];
  const unit = unitAt(ground, asked);
  const start = past(ground, unit === null ? asked : asked + 1, PASSING);
  return stretchesAt(ground, start).flatMap(({ value: stretch, end, cost }) =>
    modified(ground, found<Things>({ table: stretch.table, filters: [] }, end, cost + 0.05)).flatMap((things) => {
      const tail = tailAt(ground, things.end);
      return averaged(ground, { ...things, end: tail.end }, stretch, tail.unit ?? unit);
    }),
  );
};

const ASIDE = new Set(['the', 'for', 'what', 'is']);
/** How time passes, before it is said between what. */
const PASSING = new Set(
  'is it does do did take takes go goes by pass passes elapse time times number of days on average usually typically normally there we need us in'.split(
    ' ',
  ),
);
