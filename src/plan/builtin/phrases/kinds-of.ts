import { isKind } from './columns.ts';
import { type Form, query } from './form.ts';
import { after, entry, found, past } from './ground.ts';
import { KINDS } from './kind-column.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, select } from './query.ts';

/** "what kinds of animals do we treat": each value of the one column that says of what kind a row is. */
export const kindsOf: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'all', 'different', 'various', 'our']));
  const start = after(
    ground,
    at,
    [...KINDS].map((kind) => `${kind} of`),
  );
  if (start === null) return [];
  return headsAt(ground, start).flatMap((head) => {
    const { table } = head.value;
    const own = entry(ground, table).columns.filter((one) => one.column.type === 'text' && !one.reference);
    const named = own.filter((one) => isKind(one) && one.words.some((word) => NAMED.has(word)));
    const sorted = named.length > 0 ? named : own.filter(({ words }) => words.some((word) => SORTED.has(word)));
    const [only, ...more] = sorted.length > 1 ? sorted.filter(({ column }) => !column.nullable) : sorted;
    if (only === undefined || more.length > 0) return [];
    const done = after(ground, head.end, TREATED);
    return [...modified(ground, head), ...(done === null ? [] : [found(head.value, done, head.cost, head.notes)])].map((things) =>
      query(
        () => {
          const scope = createScope(ground, table);
          return select(scope, things.value, {
            distinct: true,
            columns: [{ expr: columnIn(scope.as, only.column.name), as: only.column.name }],
          });
        },
        { ...things, notes: [...things.notes, `The kind is ${table}.${only.column.name}.`] },
      ),
    );
  });
};

const NAMED = new Set(['type', 'kind', 'category']);
const SORTED = new Set(['species', 'genre', 'breed', 'category', 'style', 'variety']);
const TREATED = [
  'do we treat',
  'do we see',
  'do we look after',
  'do we teach',
  'do we run',
  'do we keep',
  'do we grow',
  'do we serve',
  'do we rent out',
  'do we take',
];
