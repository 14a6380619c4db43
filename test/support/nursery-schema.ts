import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from './table.ts';

/** A plant nursery as such databases are when nobody named anything for questions: companies, people, orders and their lines. */
export const nurserySchema: Schema = {
  fingerprint: 'nursery',
  tables: [
    table('clients', {
      id: 'text',
      company_name: 'text',
      contact_name: 'text',
      contact_title: 'text',
      town: 'text',
      country: 'text',
    }),
    table(
      'agents',
      {
        id: 'integer',
        last_name: 'text',
        first_name: 'text',
        title: 'text',
        birth_date: 'date',
        hired_on: 'date',
        country: 'text',
        reports_to: 'integer',
      },
      { reports_to: 'agents' },
    ),
    table('carriers', { id: 'integer', company_name: 'text' }),
    table(
      'orders',
      {
        id: 'integer',
        client_id: 'text',
        agent_id: 'integer',
        carrier_id: 'integer',
        order_date: 'date',
        due_date: 'date',
        sent_date: 'date',
        ship_name: 'text',
        ship_country: 'text',
        postage: 'decimal',
      },
      { client_id: 'clients', agent_id: 'agents', carrier_id: 'carriers' },
    ),
    table('plants', { id: 'integer', name: 'text', price: 'decimal', discontinued: 'integer' }),
    table(
      'order_lines',
      { id: 'integer', order_id: 'integer', plant_id: 'integer', unit_price: 'decimal', quantity: 'integer' },
      { order_id: 'orders', plant_id: 'plants' },
    ),
    table('talks', { id: 'integer', name: 'text', seconds: 'integer' }),
  ],
};

export const nurseryValues = buildValueIndex([
  { table: 'clients', column: 'id', values: ['LIMA', 'FERN'] },
  { table: 'clients', column: 'town', values: ['Bergen', 'Lima'] },
  { table: 'clients', column: 'country', values: ['Norway', 'Peru'] },
  { table: 'clients', column: 'contact_title', values: ['Owner', 'Gardener'] },
  { table: 'orders', column: 'ship_country', values: ['Norway', 'Peru'] },
  { table: 'agents', column: 'first_name', values: ['Ida'] },
  { table: 'agents', column: 'last_name', values: ['Krog'] },
]);
