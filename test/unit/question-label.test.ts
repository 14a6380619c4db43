import { expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable } from '../support/table.ts';

/** The columns that a listing of rows shows. */
async function shown(text: string, columns: Record<string, 'text' | 'decimal'>, name: string) {
  const outcome = await createQuestionPlanner().plan({
    text,
    schema: { fingerprint: 'test', tables: [idTable(name, { id: 'integer', ...columns })] },
    values: buildValueIndex([]),
    now: new Date('2026-11-22T12:00:00Z'),
    signal: new AbortController().signal,
  });
  if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select') throw new Error(`${text}: ${outcome.kind}`);
  return outcome.plan.columns.map(({ expr }) => (expr.kind === 'column' ? expr.column : expr.kind));
}

it('shows rows whole where the only name among their columns is somebody else’s', async () => {
  const columns = { guest_name: 'text', room: 'text', price: 'decimal' } as const;
  expect(await shown('show all bookings', columns, 'bookings')).toEqual(['id', 'guest_name', 'room', 'price']);
});

it('shows the name that is the row’s own', async () => {
  expect(await shown('show all stadiums', { stadium_name: 'text', place: 'text' }, 'stadiums')).toEqual(['stadium_name']);
  expect(await shown('show all guests', { guest_name: 'text', phone: 'text' }, 'guests')).toEqual(['guest_name']);
});

it('knows a place without a name by its address, and an order by all it has', async () => {
  const columns = { address: 'text', price: 'decimal' } as const;
  expect(await shown('show all houses', columns, 'houses')).toEqual(['address']);
  expect(await shown('show all orders', columns, 'orders')).toEqual(['id', 'address', 'price']);
});

it('calls a row by its own name before the name of whom to ask for there', async () => {
  const firms = { company: 'text', contact_name: 'text', town: 'text' } as const;
  expect(await shown('show all clients', firms, 'clients')).toEqual(['company']);
  expect(await shown('show all tenants', firms, 'tenants')).toEqual(['company']);
  expect(await shown('show all stables', { stable: 'text', owner_name: 'text' }, 'stables')).toEqual(['stable']);
  expect(await shown('show all flats', { address: 'text', landlord_name: 'text' }, 'flats')).toEqual(['address']);
});

it('calls a row by whom to ask for there where it has no other name, and a person by theirs', async () => {
  expect(await shown('show all clients', { contact_name: 'text', town: 'text' }, 'clients')).toEqual(['contact_name']);
  expect(await shown('show all contacts', { contact_name: 'text', company: 'text' }, 'contacts')).toEqual(['contact_name']);
  expect(await shown('show all suppliers', { trade_name: 'text', company: 'text' }, 'suppliers')).toEqual(['trade_name']);
});
