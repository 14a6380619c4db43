import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import { idTable, table } from './table.ts';

/** The same with no more optional columns than are named. */
const only = (made: Table, optional: readonly string[] = []): Table => ({
  ...made,
  columns: made.columns.map((column) => ({ ...column, nullable: optional.includes(column.name) })),
});

/** Piano tuners: work that is ordered and billed, recitals that are played, and a table whose columns begin with its name cut short. */
export const tunersSchema: Schema = {
  fingerprint: 'tuners',
  tables: [
    only(idTable('client', { id: 'integer', first_name: 'text', last_name: 'text', town: 'text', registered_on: 'date' })),
    only(idTable('piano', { id: 'integer', client_id: 'integer', serial: 'text', maker: 'text', wood: 'text' }, { client_id: 'client' })),
    only(idTable('tuner', { id: 'integer', name: 'text', hired_on: 'date', left_on: 'date', chief_id: 'integer' }, { chief_id: 'tuner' }), [
      'left_on',
      'chief_id',
    ]),
    only(
      idTable(
        'repair_order',
        {
          ...{ id: 'integer', piano_id: 'integer', tuner_id: 'integer', fault: 'text', opened_on: 'date', promised_on: 'date' },
          ...{ finished_on: 'date', cost: 'decimal' },
        },
        { piano_id: 'piano', tuner_id: 'tuner' },
      ),
      ['tuner_id', 'finished_on', 'cost'],
    ),
    only(
      idTable(
        'bill',
        {
          ...{ id: 'integer', number: 'text', repair_order_id: 'integer', issued_on: 'date', due_on: 'date' },
          ...{ total: 'decimal', paid_on: 'date' },
        },
        { repair_order_id: 'repair_order' },
      ),
      ['paid_on'],
    ),
    only(idTable('spare', { id: 'integer', name: 'text', purchase_price: 'decimal', sale_price: 'decimal', stock: 'integer' })),
    only(idTable('hall', { id: 'integer', name: 'text', max_capacity: 'integer', is_heated: 'boolean', address: 'text' })),
    only(idTable('artist', { id: 'integer', name: 'text', genre: 'text', booking_fee: 'decimal' }), ['booking_fee']),
    only(
      idTable(
        'performance',
        {
          ...{ id: 'integer', hall_id: 'integer', artist_id: 'integer', starts_at: 'timestamp', ends_at: 'timestamp' },
          ...{ is_cancelled: 'boolean' },
        },
        { hall_id: 'hall', artist_id: 'artist' },
      ),
    ),
    only(idTable('fair', { id: 'integer', name: 'text', starts_on: 'date', ends_on: 'date', place: 'text' })),
    only(idTable('sponsor', { id: 'integer', name: 'text' })),
    only(idTable('donation', { id: 'integer', sponsor_id: 'integer', amount: 'decimal', given_on: 'date' }, { sponsor_id: 'sponsor' })),
    only(
      table('friend', {
        ...{ frd_id: 'integer', frd_first: 'text', frd_last: 'text', frd_since: 'date', frd_active: 'boolean', frd_newsletter: 'boolean' },
        frd_phone: 'text',
      }),
    ),
    only(
      table('promise', { prm_id: 'integer', prm_frd_id: 'integer', prm_amount: 'decimal', prm_due: 'date', prm_fulfilled: 'boolean' }, [
        ['prm_frd_id', 'friend', 'frd_id'],
      ]),
    ),
  ],
};

export const tunersValues = buildValueIndex([
  { table: 'client', column: 'first_name', values: ['Ada', 'Rune'] },
  { table: 'client', column: 'last_name', values: ['Berg', 'Holt'] },
  { table: 'client', column: 'town', values: ['Bergen', 'Lima'] },
  { table: 'piano', column: 'maker', values: ['Lind', 'Moe'] },
  { table: 'piano', column: 'wood', values: ['walnut', 'oak'] },
  { table: 'tuner', column: 'name', values: ['Ines Roth', 'Jon Aas'] },
  { table: 'spare', column: 'name', values: ['Felt hammer', 'Steel string'] },
  { table: 'hall', column: 'name', values: ['Town Hall', 'Old Mill'] },
  { table: 'fair', column: 'name', values: ['Spring Fair', 'Winter Fair'] },
  { table: 'sponsor', column: 'name', values: ['Acme', 'Globex'] },
  { table: 'artist', column: 'name', values: ['Mia Krog', 'Duo Fjord'] },
  { table: 'artist', column: 'genre', values: ['jazz', 'folk'] },
  { table: 'friend', column: 'frd_first', values: ['Ivy', 'Tom'] },
  { table: 'friend', column: 'frd_last', values: ['Upton', 'Hale'] },
]);
