import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from './table.ts';

/** A theatre: bookings with several dates, states that columns tell by what they lack, staff above staff. */
const base: Schema = {
  fingerprint: 'theatre',
  tables: [
    table('staff', { id: 'integer', name: 'text', hired_on: 'date', manager_id: 'integer' }, { manager_id: 'staff' }),
    table('patrons', { id: 'integer', name: 'text', born_on: 'date', joined_on: 'date', city: 'text', phone: 'text' }),
    table('genres', { id: 'integer', name: 'text', parent_id: 'integer' }, { parent_id: 'genres' }),
    table('halls', { id: 'integer', name: 'text', seats: 'integer' }),
    table('authors', { id: 'integer', name: 'text' }),
    table(
      'plays',
      { id: 'integer', title: 'text', genre_id: 'integer', author_id: 'integer', price: 'decimal' },
      { genre_id: 'genres', author_id: 'authors' },
    ),
    table(
      'bookings',
      {
        id: 'integer',
        patron_id: 'integer',
        play_id: 'integer',
        seller_id: 'integer',
        status: 'text',
        amount: 'decimal',
        booked_on: 'date',
        due_date: 'date',
        paid_on: 'date',
      },
      { patron_id: 'patrons', play_id: 'plays', seller_id: 'staff' },
    ),
  ],
};
const optional = new Set(['paid_on', 'phone', 'manager_id', 'seller_id']);
export const theatreSchema: Schema = {
  ...base,
  tables: base.tables.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })),
  })),
};
export const theatreValues = buildValueIndex([
  { table: 'staff', column: 'name', values: ['Rosa Lind', 'Tom Aas'] },
  { table: 'patrons', column: 'name', values: ['Northwind Trading', 'Mia Roth'] },
  { table: 'patrons', column: 'city', values: ['Bergen', 'Lima'] },
  { table: 'genres', column: 'name', values: ['Comedy', 'Tragedy'] },
  { table: 'halls', column: 'name', values: ['Red Hall'] },
  { table: 'plays', column: 'title', values: ['Hamlet', 'The Miser'] },
  { table: 'bookings', column: 'status', values: ['open', 'cancelled', 'confirmed'] },
]);
