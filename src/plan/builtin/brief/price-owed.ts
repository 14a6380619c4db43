import { pluralName, snakeCase } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import type { NewTable } from './new-table.ts';
import { usualColumns } from './usual.ts';

/** "lessons, what they owe me": what somebody owes is told by what each time costs. */
export function priceOwed(draft: Draft, brief: string): void {
  if (!/\bowes?\b/i.test(brief)) return;
  for (const table of draft.tables.values()) {
    if (
      !/(?:^|_)(?:lessons|sessions|walks|visits|jobs|cleanings|treatments)$/.test(table.name) ||
      table.columns.size > table.references.size
    )
      continue;
    for (const item of [...usualColumns(table.name).filter((item) => !isTold(draft, table, item)), 'price'])
      if (!table.columns.has(snakeCase(item.replace(/ \(.*/, '')))) draft.column(table, item, { silent: true });
    draft.assumptions.push(`${table.name.replaceAll('_', ' ')} have a price, of which what is owed is made up`);
  }
}

/** Whether a key or a table of its own holds it. */
export function isTold(draft: Draft, table: NewTable, item: string): boolean {
  const name = snakeCase(item.replace(/\(.*/, ''));
  return table.references.has(`${name}_id`) || (draft.tables.has(pluralName(name)) && pluralName(name) !== table.name);
}
