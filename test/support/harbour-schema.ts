import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from './table.ts';

/** Ports and the voyages between them: several keys from one table to another, flags, people with first and last names. */

export const harbourSchema: Schema = {
  fingerprint: 'harbour',
  tables: [
    table('ports', { id: 'integer', name: 'text', country: 'text', depth: 'decimal' }),
    table('ships', { id: 'integer', name: 'text', flag_state: 'text', length: 'decimal', built_on: 'date', details: 'text' }),
    table(
      'voyages',
      { id: 'integer', ship_id: 'integer', source_port_id: 'integer', destination_port_id: 'integer', cargo: 'text', left_on: 'date' },
      { ship_id: 'ships', source_port_id: 'ports', destination_port_id: 'ports' },
    ),
    table('officers', {
      id: 'integer',
      first_name: 'text',
      last_name: 'text',
      rank: 'text',
      phone: 'text',
      date_joined: 'date',
      date_left: 'date',
    }),
    table('pilots', { id: 'integer', name: 'text', age: 'integer', phone: 'text', licensed: 'text' }),
    table(
      'defects',
      { id: 'integer', ship_id: 'integer', summary: 'text', reported_by_officer_id: 'integer', closed_by_officer_id: 'integer' },
      { ship_id: 'ships', reported_by_officer_id: 'officers', closed_by_officer_id: 'officers' },
    ),
    table('trained_for', { id: 'integer', pilot: 'integer', ship: 'integer' }, { pilot: 'pilots', ship: 'ships' }),
  ],
};

export const harbourValues = buildValueIndex([
  { table: 'ports', column: 'name', values: ['Rotterdam', 'Bergen', 'Genoa'] },
  { table: 'ports', column: 'country', values: ['Norway', 'Italy', 'Netherlands'] },
  { table: 'ships', column: 'name', values: ['Alba', 'Borea'] },
  { table: 'ships', column: 'flag_state', values: ['Panama', 'Malta'] },
  { table: 'voyages', column: 'cargo', values: ['grain', 'ore'] },
  { table: 'officers', column: 'first_name', values: ['Ada', 'Olaf'] },
  { table: 'officers', column: 'last_name', values: ['Lind', 'Berg'] },
  { table: 'officers', column: 'rank', values: ['mate', 'engineer'] },
  { table: 'pilots', column: 'name', values: ['Rita Sol'] },
  { table: 'pilots', column: 'licensed', values: ['Y', 'N'] },
]);
