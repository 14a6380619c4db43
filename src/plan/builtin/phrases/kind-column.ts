import type { ColumnEntry } from '../linking/entries.ts';
import { entry, type Ground } from './ground.ts';

/**
 * The one column that says of what kind rows of a table are: what is called so, else the only one of a few values that is no state,
 * no place and no name.
 */
export function kindColumn(ground: Ground, table: string): string | null {
  const own = entry(ground, table);
  const texts = own.columns.filter(({ column, reference }) => column.type === 'text' && !reference && !own.label.includes(column.name));
  const named = texts.filter(({ words }) => words.some((one) => NAMED.has(one)));
  const few = texts.filter((one) => !one.words.some((word) => OTHERWISE.has(word)) && isOfFew(ground, table, one));
  const [only, ...more] = named.length > 0 ? named : few;
  return only === undefined || more.length > 0 ? null : only.column.name;
}

function isOfFew(ground: Ground, table: string, { column }: ColumnEntry): boolean {
  const kept = ground.values.of(table, column.name);
  return kept !== null && kept !== undefined && kept.length > 1 && kept.length <= FEW;
}

const FEW = 16;
const NAMED: ReadonlySet<string> = new Set(['type', 'kind', 'category', 'sort']);
const OTHERWISE = new Set(
  'status state stage active town city country region county street address area district place language currency sex gender phone email note notes description comment remark text title diet'.split(
    ' ',
  ),
);

/** Words for the kind of a thing, and no more. */
export const KINDS: ReadonlySet<string> = new Set('kinds types sorts kind type sort'.split(' '));
