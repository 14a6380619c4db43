import type { CreateSchema } from '../../../../contract/create-schema.ts';
import { Draft } from '../draft.ts';
import { sayInstead } from '../say-instead.ts';
import { Unclear } from '../unclear.ts';
import { belongingDoubts } from './belonging.ts';
import { columnDoubts } from './columns.ts';
import { factDoubts } from './facts.ts';
import { keyDoubts } from './keys.ts';
import { listedDoubts } from './listed.ts';
import { listedKeyDoubts } from './listed-keys.ts';
import { listedRowDoubts } from './listed-rows.ts';
import { nameDoubts } from './named.ts';
import { outcomeDoubts } from './outcomes.ts';
import { rowDoubts } from './rows.ts';
import { thingDoubts } from './things.ts';
import { toldDoubts } from './told.ts';

/** Throws where a draft holds the words of a brief and is still no design of it: a thing without a table, a key that tells nothing, a fact of the wrong thing. */
export function refuseDoubtful(draft: Draft, brief: string): void {
  for (const doubt of [...keyDoubts, ...thingDoubts, ...factDoubts]) {
    const what = doubt(draft, brief.toLowerCase());
    if (what === null) continue;
    const words = what.replaceAll('_', ' ');
    throw new Unclear(`I could not tell what to make of "${words}". Say each thing with what to know of it: "${sayInstead(brief)}".`);
  }
}

/** A brief in the words of tables says itself what each holds. */
const DESIGNED =
  /\b(?:varchar|serial|integer|not null|primary key|tables? (?:for|from|with|of|called|named)|columns?|fields?|one of|either)\b/i;

/** What the whole brief, as it was written, says of a finished schema that leaves something out; null where nothing does. */
export function missingIn({ tables }: CreateSchema, brief: string): string | null {
  const draft = new Draft();
  for (const { name, columns, references = [], comment } of tables)
    draft.add({
      name,
      columns: new Map(columns.map((column) => [column.name, column])),
      references: new Map(references.map(({ column, table }) => [column, table])),
      each: [],
      ...(comment === undefined ? {} : { links: comment }),
    });
  for (const doubt of [
    ...nameDoubts,
    ...rowDoubts,
    ...columnDoubts,
    ...outcomeDoubts,
    ...toldDoubts,
    ...belongingDoubts,
    ...(DESIGNED.test(brief) ? [] : [...listedDoubts, ...listedKeyDoubts, ...listedRowDoubts]),
  ]) {
    const what = doubt(draft, brief.toLowerCase());
    if (what !== null) return what.replaceAll('_', ' ');
  }
  return null;
}
