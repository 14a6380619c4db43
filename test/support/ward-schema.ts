import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from './table.ts';

/** A small hospital with a pharmacy: two ways from a patient to a medicine, several dates, flags and people who guide others. */

export const wardSchema: Schema = {
  fingerprint: 'ward',
  tables: [
    table('wards', { id: 'integer', name: 'text' }),
    table(
      'nurses',
      { id: 'integer', name: 'text', hired_on: 'date', certified: 'boolean', ward_id: 'integer', tutor_id: 'integer' },
      { ward_id: 'wards', tutor_id: 'nurses' },
    ),
    table('patients', { id: 'integer', name: 'text', email: 'text', birth_date: 'date', registered_on: 'date' }),
    table(
      'visits',
      { id: 'integer', patient_id: 'integer', nurse_id: 'integer', visited_on: 'date', fee: 'decimal' },
      { patient_id: 'patients', nurse_id: 'nurses' },
    ),
    table('kinds', { id: 'integer', name: 'text' }),
    table(
      'medicines',
      { id: 'integer', name: 'text', unit_price: 'decimal', stock: 'integer', retired: 'boolean', kind_id: 'integer' },
      { kind_id: 'kinds' },
    ),
    table('orders', { id: 'integer', patient_id: 'integer', ordered_on: 'date' }, { patient_id: 'patients' }),
    table(
      'order_lines',
      { id: 'integer', order_id: 'integer', medicine_id: 'integer', quantity: 'integer' },
      { order_id: 'orders', medicine_id: 'medicines' },
    ),
    table(
      'reviews',
      { id: 'integer', patient_id: 'integer', medicine_id: 'integer', rating: 'integer' },
      { patient_id: 'patients', medicine_id: 'medicines' },
    ),
  ],
};

export const wardValues = buildValueIndex([
  { table: 'wards', column: 'name', values: ['North', 'South'] },
  { table: 'nurses', column: 'name', values: ['Ida Krog'] },
  { table: 'patients', column: 'name', values: ['Ben Hale', 'Mia Roth'] },
  { table: 'kinds', column: 'name', values: ['Tablet', 'Syrup'] },
  { table: 'medicines', column: 'name', values: ['Painaway', 'Coldex'] },
]);
