import { singularName } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { linkBoth, unpoint } from './keys.ts';

/** "customers, their bikes, jobs and the parts used": what is done to a thing is of the thing, which tells whose it is, and takes several parts. */
export function takeTheirs(draft: Draft, brief: string): void {
  for (const [, people = '', things = ''] of brief.toLowerCase().matchAll(/\b([a-z]+s)(?:,| and) their ([a-z]+s)\b/g)) {
    const [whose, thing] = [draft.tables.get(people), draft.tables.get(things)];
    if (whose === undefined || thing === undefined || ![...thing.references.values()].includes(people)) continue;
    for (const deed of draft.tables.values()) {
      const isOf = [...deed.references.values()];
      if (deed === thing || deed.links !== undefined || !DONE_TO.test(deed.name) || !isOf.includes(people) || isOf.includes(things))
        continue;
      unpoint(deed, `${singularName(people)}_id`);
      draft.point(deed.name, things);
    }
  }
  const [, used = ''] = /\b([a-z]+s)(?: that (?:are|were|was))? used\b/i.exec(brief) ?? [];
  const isSaid = used !== '' && draft.tables.has(used.toLowerCase());
  // "jobs with hours and parts with price": what a job took, which others take too.
  const stock = isSaid ? undefined : ['parts', 'materials', 'spare_parts'].find((name) => draft.tables.get(name)?.references.size === 0);
  const parts = draft.tables.get(stock ?? used.toLowerCase());
  for (const deed of [...draft.tables.values()]) {
    const key = `${singularName(parts?.name ?? '')}_id`;
    if (
      parts === undefined ||
      !DONE_TO.test(deed.name) ||
      deed.name.startsWith(singularName(parts.name)) ||
      (stock === undefined && deed.references.get(key) !== parts.name)
    )
      continue;
    unpoint(deed, key);
    const link = linkBoth(draft, deed, parts);
    if (link !== null) draft.column(link, 'quantity', { silent: true });
  }
}

const DONE_TO = /(?:^|_)(?:jobs|repairs|services|inspections|fittings|tunings|maintenances|groomings|walks)$/;

/** "lessons, and which horse was used": which of them it was is told by the key from each time, and is no state of the horse. */
export function takeUsed(draft: Draft, brief: string): void {
  for (const [, one = '', verb = ''] of brief.matchAll(
    /\bwhich ([a-z]+)s? (?:was|were|is|are|has been|have been|they|we|i)? ?([a-z]+)\b/gi,
  )) {
    for (const table of draft.tables.values()) {
      const column = [`is_${verb}`, verb].map((name) => table.columns.get(name.toLowerCase())).find((found) => found?.type === 'boolean');
      const isTold = [...draft.tables.values()].some(({ references }) => [...references.values()].includes(table.name));
      if (column !== undefined && isTold && table.name.startsWith(one.toLowerCase())) table.columns.delete(column.name);
    }
  }
}
