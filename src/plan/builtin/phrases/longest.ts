import type { Query } from '../../plan.ts';
import { isPlural } from './besides.ts';
import type { Form } from './form.ts';
import { after, type Ground, past, type Read, textOf, word } from './ground.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { measuredBy } from './qualities.ts';
import { columnIn, createScope } from './query.ts';
import { listQuery } from './shown.ts';
import { lengthOf, stretchOf } from './stretch.ts';
import { narrowed, type Things } from './things.ts';

/** "which ticket took the longest to resolve", "the longest stay". */
export const longest: Form = (ground, at) => [
  ...headsAt(ground, at).flatMap((head) =>
    modified(ground, head).flatMap((things) => {
      const took = after(ground, things.end, TOOK_LONGEST);
      if (took === null) return [];
      const lasted = word(ground, took - 1) !== 'to';
      const verb = lasted ? 'last' : word(ground, took);
      return longestOf(ground, { ...things, end: lasted ? took : took + 1 }, verb, textOf(ground, things.end, took));
    }),
  ),
  ...longestNamed(ground, at),
];

const TOOK_LONGEST = [
  'took the longest to',
  'took longest to',
  'took the longest time to',
  'took the shortest to',
  'took the shortest time to',
  'lasted the longest',
  'lasted longest',
  'took the longest',
  'took longest',
  'took the shortest',
];

/** "the longest stay", of what keeps no length of its own. */
const longestNamed: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'our', 'is', 'was']));
  const said = after(ground, at, ['longest', 'shortest']);
  return said === null
    ? []
    : headsAt(ground, said)
        .filter(({ value, end }) => !isPlural(ground, end - 1) && measuredBy(ground, value.table, 'length') === null)
        .flatMap((head) => modified(ground, head).flatMap((things) => longestOf(ground, things, 'last', word(ground, at))));
};

function longestOf(ground: Ground, things: Read<Things>, verb: string, said: string): Read<() => Query>[] {
  const stretch = stretchOf(ground, things.value.table, verb);
  if (stretch === null) return [];
  const direction = said.includes('shortest') ? 'asc' : 'desc';
  const done = narrowed(things.value, {
    kind: 'test',
    table: stretch.table,
    not: true,
    test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, stretch.end.name) }),
  });
  const make = (): Query => {
    const scope = createScope(ground, done.table);
    return listQuery(ground, done, { orderBy: [{ expr: lengthOf(stretch, scope.as, null), direction, nulls: 'last' }], limit: 1 });
  };
  return [{ ...things, value: make }];
}
