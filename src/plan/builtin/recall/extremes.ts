import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { broaderOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { wordTable } from '../english/word-table.ts';
import { wordsOf } from './alike.ts';
import { answer, column, selected, text, where } from './build.ts';
import type { Form, Reading } from './form.ts';
import { storedAs } from './topic.ts';

/** What is compared, by the property that tells it, and which end is meant. */
const MEANS = wordTable<{ readonly keys: readonly string[]; readonly end: 'most' | 'least' }>(
  Object.fromEntries(
    (
      [
        ['old', ['age', 'years'], 'young'],
        ['heavy', ['weight', 'weight kg', 'kg'], 'light'],
        ['tall', ['height', 'height cm', 'cm'], 'short'],
        ['high', ['height', 'altitude'], 'low'],
        ['big', ['size', 'seats', 'rooms', 'beds', 'employees', 'area', 'capacity', 'members', 'population'], 'small'],
        ['large', ['size', 'seats', 'rooms', 'beds', 'employees', 'area', 'capacity', 'members', 'population'], 'little'],
        ['expensive', ['price', 'cost', 'price eur', 'fee', 'rent'], 'cheap'],
        ['fast', ['speed'], 'slow'],
        ['long', ['length', 'duration'], 'brief'],
      ] as const
    ).flatMap(([most, keys, least]) => [
      [most, { keys, end: 'most' } as const] as const,
      [least, { keys, end: 'least' } as const] as const,
    ]),
  ),
);

const EXTREME = '(?:(\\p{L}+?)(?:est)|most (\\p{L}+)|least (\\p{L}+))';

/** Who or what of a kind has the most or the least of something that is kept of each. */
export const EXTREMES: readonly Form[] = [
  {
    says: `(?:who|which|what)(?: one)?(?: of (?:us|them|these))? (?:is|are)(?: the| our| my)? ${EXTREME}(?: (?:of )?(?:the |our |my )?([\\p{L} -]+?))?(?: (?:that )?(?:we|you|i) (?:know|have)(?: of)?)?`,
    read: ([word, most, least, noun], question) => extreme(word ?? most ?? least, least !== undefined, noun, question),
  },
  {
    says: `(?:who|which|what) ([\\p{L} -]+?) (?:is|are) the ${EXTREME}`,
    read: ([noun, word, most, least], question) => extreme(word ?? most ?? least, least !== undefined, noun, question),
  },
];

async function extreme(said = '', isLeast: boolean, noun = 'person', question: Question): Promise<Reading | null> {
  const means =
    MEANS[said.toLowerCase()] ??
    MEANS[`${said.toLowerCase()}e`] ??
    MEANS[said.toLowerCase().replace(/i$/, 'y')] ??
    MEANS[said.toLowerCase().replace(/(.)\1$/, '$1')];
  const stored = question.values.of('entities', 'kind') ?? [];
  const own = storedAs(noun, stored, true);
  const kinds = own === null ? stored.filter((kind) => broaderOf(stem(kind.toLowerCase())).has(stem(noun.toLowerCase()))) : [own];
  if (means === undefined || kinds.length === 0 || question.rows === undefined) return null;
  const shown = selected('entities', ['canonical_name', 'kind', 'properties']);
  const all = await question.rows({ ...selected('entities', ['id', 'kind', 'properties']), limit: ENTITIES_MAX });
  const known = all.flatMap(([id, kind, properties]) => (kinds.includes(String(kind)) ? measured(String(id), properties, means.keys) : []));
  const keys = new Set(known.map(({ key }) => key));
  const [key, ...others] = keys;
  // Of one alone nothing is the most, and two measures may disagree.
  if (key === undefined || others.length > 0 || known.length < 2 || all.length === ENTITIES_MAX) return null;
  const values = known.map(({ value }) => value);
  const end = (means.end === 'most') === isLeast ? Math.min(...values) : Math.max(...values);
  const ids = known.filter(({ value }) => value === end).map(({ id }): Expr => ({ kind: 'literal', value: id, type: 'uuid' }));
  const columns = [
    ...shown.columns,
    { expr: { kind: 'call' as const, fn: 'json_text' as const, args: [column('entities', 'properties'), text(key)] }, as: key },
  ];
  return answer(where({ ...shown, columns }, [{ kind: 'in', arg: column('entities', 'id'), list: ids }]), [
    `compared the ${known.length} of the kind ${kinds.map((kind) => `"${kind}"`).join(' or ')} of which "${key}" is kept`,
  ]);
}

const ENTITIES_MAX = 1_000;

function measured(id: string, properties: unknown, keys: readonly string[]): { id: string; key: string; value: number }[] {
  const kept: unknown = JSON.parse(String(properties));
  if (kept === null || typeof kept !== 'object') return [];
  return Object.entries(kept).flatMap(([key, value]) =>
    typeof value === 'number' && keys.includes(wordsOf(key.replaceAll('_', ' ')).join(' ')) ? [{ id, key, value }] : [],
  );
}
