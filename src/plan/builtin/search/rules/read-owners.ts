import { anyPhraseAt, DETERMINERS, skip } from '../../english/phrase-at.ts';
import type { Attribute, Entity } from '../../linking/mention.ts';
import { step } from '../match.ts';
import type { Item } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import type { Part } from './part.ts';

/** The item as a column of `owner`, where it is a column that is nobody's yet. */
export function giveOwner(item: Item, owner: Entity): Item {
  if (item.of === null || item.of === 'all' || item.of.kind === 'entity' || item.of.owner !== undefined) return item;
  return { ...item, of: { ...item.of, owner } };
}

/** "the phone numbers of all customers and suppliers", "last names used by both customers and staff": a column that two have. */
export function readOwners(reader: Reader, state: State, part: Part): State[] {
  const [only, ...more] = part.items;
  if (only === undefined || more.length > 0 || only.aggregate !== undefined || only.of === null || only.of === 'all') return [];
  const { of } = only;
  if (of.kind === 'entity' || of.owner !== undefined || state.sketch.items.length > 0 || state.sketch.subject !== null) return [];
  const shared = anyPhraseAt(reader, part.end, SHARED);
  const start = shared ?? anyPhraseAt(reader, part.end, ['of', 'for']);
  if (start === null) return [];
  return reader.links.entities(skip(reader, start, OWNING)).flatMap((first) => {
    const and = anyPhraseAt(reader, first.end, ANDS);
    if (and === null || !has(of, first.value)) return [];
    return reader.links.entities(skip(reader, and, OWNING)).flatMap((second) => {
      const stop = reader.tokens[second.end];
      const ends = stop === undefined || stop.kind === 'stop';
      if (!ends || !has(of, second.value) || first.value.words === second.value.words) return [];
      const beside = { owner: second.value, op: shared === null ? ('union' as const) : ('intersect' as const) };
      const change = { ...part.change?.(state.sketch), items: [{ of: { ...of, owner: first.value } }], subject: first.value, beside };
      return [step(state, second.end, part.cost * 0.5 + (first.cost + second.cost) * 0.5 + 0.02, change, { mode: 'rest' })];
    });
  });
}

/** Whether each of the entity's rows has the column. */
const has = ({ candidates }: Attribute, entity: Entity): boolean =>
  candidates.some(({ table, cost }) => cost < 0.4 && entity.candidates.some((own) => own.table === table && own.cost < 0.3));

const SHARED = [
  'that are used by both',
  'that are used by',
  'that are shared by both',
  'that are shared by',
  'are used by both',
  'are both used by',
  'are shared by',
  'used by both',
  'used by',
  'shared by both',
  'shared by',
  'shared between',
  'common to both',
  'of both',
];
const ANDS = ['and also', 'and by', 'and', 'as well as', 'or'];
const OWNING = new Set([...DETERMINERS, 'by']);
