import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import { idTable, table } from './table.ts';

const only = (made: Table, optional: readonly string[] = []): Table => ({
  ...made,
  columns: made.columns.map((column) => ({ ...column, nullable: optional.includes(column.name) })),
});

/** A pottery: members who look after one another, firings that are loaded and unloaded, and glazes of which there should be some. */
export const potterySchema: Schema = {
  fingerprint: 'pottery',
  tables: [
    only(
      idTable(
        'member',
        { id: 'integer', name: 'text', phone: 'text', email: 'text', town: 'text', joined_on: 'date', mentor_id: 'integer' },
        { mentor_id: 'member' },
      ),
      ['phone', 'email', 'mentor_id'],
    ),
    only(idTable('supplier', { id: 'integer', name: 'text', contact_person: 'text' })),
    only(
      idTable(
        'glaze',
        {
          ...{ id: 'integer', name: 'text', finish: 'text', price: 'decimal', stock: 'integer' },
          ...{ reorder_level: 'integer', supplier_id: 'integer' },
        },
        { supplier_id: 'supplier' },
      ),
    ),
    only(
      idTable(
        'firing',
        {
          ...{ id: 'integer', code: 'text', member_id: 'integer', kind: 'text', status: 'text', loaded_on: 'date', unloaded_on: 'date' },
          ...{ paid_on: 'date', charge: 'decimal' },
        },
        { member_id: 'member' },
      ),
      ['unloaded_on', 'paid_on'],
    ),
    table('firing_glaze', { firing_id: 'integer', glaze_id: 'integer', quantity: 'integer' }, [
      ['firing_id', 'firing', 'id'],
      ['glaze_id', 'glaze', 'id'],
    ]),
  ],
};

export const potteryValues = buildValueIndex([
  { table: 'member', column: 'name', values: ['Marit Solberg', 'Jonas Wick', 'Pia Lund'] },
  { table: 'member', column: 'town', values: ['Larvik', 'Horten'] },
  { table: 'supplier', column: 'name', values: ['Claymakers'] },
  { table: 'supplier', column: 'contact_person', values: ['Ole Berg'] },
  { table: 'glaze', column: 'name', values: ['celadon', 'tenmoku', 'oribe'] },
  { table: 'glaze', column: 'finish', values: ['gloss', 'matt', 'semi-matt'] },
  { table: 'firing', column: 'kind', values: ['bisque', 'raku'] },
  { table: 'firing', column: 'status', values: ['cooling', 'done'] },
  { table: 'firing', column: 'code', values: ['F-12', 'F-13'] },
]);
