import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { type Keys, replaceByKey, unpoint } from './keys.ts';

/** "appointments and the services with prices": what is offered is chosen each time, and is itself of nobody and of no day. */
export function giveOffers(draft: Draft, said: Keys): void {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  // Treatments of which nothing is said are what may be had.
  const offer = tables.find(
    ({ name, columns, references }) =>
      OFFERED.test(name) ||
      (/(?:^|_)treatments$/.test(name) && [...columns.keys()].every((column) => references.has(column) || PRICED.test(column))),
  );
  const choice = tables.find((table) => table !== offer && CHOSEN.test(table.name));
  if (offer === undefined || choice === undefined) return;
  for (const column of [...offer.references.keys()]) if (!said.get(offer.name)?.has(column)) unpoint(offer, column);
  if (offer.columns.size === 0 || !hasName(offer)) nameFirst(draft, offer);
  if (!offer.columns.has('price') && offer.columns.size === 1) draft.column(offer, 'price', { silent: true });
  if (!isNear(draft, choice, offer)) {
    replaceByKey(draft, choice, '', offer.name);
    draft.assumptions.push(`${choice.name.replaceAll('_', ' ')} point at ${offer.name.replaceAll('_', ' ')}`);
  }
}

/** What is known of that which may be had. */
const PRICED = /^(?:name|title|price|cost|duration|minutes|length|description)$/;

const hasName = ({ columns }: NewTable): boolean => [...columns.keys()].some((name) => /name|title|type/.test(name));

function nameFirst(draft: Draft, table: NewTable): void {
  const columns = [...table.columns];
  table.columns.clear();
  draft.column(table, 'name', { silent: true });
  for (const [name, column] of columns) table.columns.set(name, column);
}

/** Whether a key or a table between the two leads from the one to the other. */
const isNear = (draft: Draft, one: NewTable, other: NewTable): boolean =>
  [...draft.tables.values()].some(({ name, references }) => {
    const targets = [...references.values()];
    return targets.includes(other.name) && (name === one.name || targets.includes(one.name));
  });

const OFFERED = /(?:^|_)(?:services|packages|tariffs)$/;
const CHOSEN = /(?:^|_)(?:appointments|bookings|reservations|shoots)$/;
