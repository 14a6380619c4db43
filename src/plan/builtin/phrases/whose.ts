import { peopleIn } from '../linking/people.ts';
import type { Form } from './form.ts';
import { after, found, type Read } from './ground.ts';
import { lapsesAt } from './had.ts';
import { modified } from './modifiers.ts';
import { listQuery } from './shown.ts';
import type { Filter, Things } from './things.ts';

/** "whose licence expires in the next 60 days", "whose licence has expired": those who have it, by the date on which it ends. */
export const whose: Form = (ground, at) => {
  const start = after(ground, at, ['whose', 'who is']);
  if (start === null) return [];
  const reads = ground.lexicon.tables.flatMap(({ table, columns, label }): (Read<Filter> & { readonly table: string })[] =>
    columns.flatMap((own) =>
      lapsesAt(ground, start, table.name, own).flatMap((read): (Read<Filter> & { readonly table: string })[] => {
        if (label.length > 0) return [{ ...read, table: table.name }];
        const owners = peopleIn(ground.lexicon).filter((one) => table.foreignKeys.some((key) => key.table === one.table.name));
        const things: Things = { table: table.name, filters: [read.value] };
        return owners.map((owner) => ({ ...read, value: { kind: 'related' as const, things, not: false }, table: owner.table.name }));
      }),
    ),
  );
  const [only, ...more] = reads;
  if (only === undefined || more.length > 0) return [];
  const { value, end, cost, notes, table } = only;
  return modified(ground, found<Things>({ table, filters: [value] }, end, cost, notes)).map((things) =>
    found(() => listQuery(ground, things.value), things.end, things.cost, things.notes),
  );
};
