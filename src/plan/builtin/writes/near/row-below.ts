import type { Expr } from '../../../plan.ts';
import type { ForeignKey } from '../../../schema.ts';
import { asEnglish } from '../english-tokens.ts';
import type { WriteReader } from '../write-reader.ts';
import { partsOf, SMALL } from './parts.ts';

/** The one row of the table that a key points at, said by several things at once: "the Ashby Rovers u10s". Null where a word is of none. */
export function rowBelow(reader: WriteReader, key: ForeignKey, from: number, end: number): Expr | null {
  const table = reader.question.schema.tables.find(({ name }) => name === key.table);
  const [target] = key.references;
  if (table === undefined || target === undefined || key.columns.length !== 1) return null;
  const parts = partsOf({ reader, table, english: asEnglish(reader) }).filter((part) => part.end > from && part.from < end);
  const inside = parts.filter((part) => part.from >= from && part.end <= end);
  const conditions = inside.flatMap(({ link }) => (link?.condition === undefined ? [] : [link.condition]));
  const isSaid = inside.every(({ link, noun, from: at }) => link !== null || noun === table || SMALL.has(reader.lower(at)));
  const [one, ...more] = conditions;
  if (
    !isSaid ||
    inside.length < parts.length ||
    one === undefined ||
    more.length === 0 ||
    !inside.some(({ link }) => link?.owned === true || link?.row === true)
  )
    return null;
  return {
    kind: 'scalarQuery',
    query: {
      kind: 'select',
      columns: [{ expr: { kind: 'column', table: table.name, column: target }, as: target }],
      from: { kind: 'table', table: table.name, as: table.name },
      where: { kind: 'and', args: conditions },
    },
  };
}
