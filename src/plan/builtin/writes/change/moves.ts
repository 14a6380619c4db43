import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { type Change, type Form, lastOf, type Place, pointing, rowsAt } from './place.ts';

/**
 * "Ada moves up from the waiting list to the Terns", "Tom went over from Bremen to Kiel": the one key that points at where they go, which
 * also says where they come from: as a row that it points at now, or, where it is empty, by its comment ("empty while on the waiting list").
 */
export const movedOver: Form = (place) => {
  const { reader, table, at, end } = place;
  for (let verb = at + 1; verb < end; verb++) {
    if (!MOVES.has(reader.lower(verb))) continue;
    const from = reader.skip(verb + 1, words('up over down across'));
    const to = reader.lower(from) === 'from' ? lastOf(reader, from + 2, end, words('to into')) : null;
    const rows = to === null ? null : rowsAt(place, at, verb);
    if (to === null || !rows?.identified) continue;
    const [set, ...more] = pointing(reader, table, to + 1, end);
    if (set === undefined || more.length > 0) continue;
    const [before, ...others] = pointing(reader, table, from + 1, to, set.column);
    const change: Change = { table, rows, set, assumptions: [] };
    if (before !== undefined && others.length === 0) {
      const left = { kind: 'column', table: table.name, column: set.column.name } as const;
      return { ...change, rows: { ...rows, conditions: [...rows.conditions, { kind: 'compare', op: '=', left, right: before.value }] } };
    }
    return saysEmpty(place, from + 1, to, set.column.comment ?? '') ? change : null;
  }
  return null;
};

/** Whether a comment says that a column is empty for what these words say. */
function saysEmpty({ reader }: Place, from: number, end: number, comment: string): boolean {
  const said = reader.tokens.slice(reader.skip(from, words('the our')), end).flatMap((token) => token.words);
  const known = nameWords(comment);
  return said.length > 0 && known.includes('empty') && said.every((word) => known.includes(word));
}

const MOVES = words('moves moved goes went switches switched transfers transferred');
