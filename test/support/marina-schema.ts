import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from './table.ts';

/** A marina: people who come and go, contracts that end, faults that somebody closes. */
const base: Schema = {
  fingerprint: 'marina',
  tables: [
    table('guides', { id: 'integer', first_name: 'text', last_name: 'text', hired_on: 'date', left_on: 'date', hourly_wage: 'decimal' }),
    table('clients', { id: 'integer', company: 'text', contact_person: 'text', yearly_fee: 'decimal', contract_end: 'date' }),
    table('sailors', { id: 'integer', full_name: 'text', phone: 'text' }),
    table('berths', { id: 'integer', name: 'text', country: 'text', capacity: 'integer' }),
    table('ramps', {
      id: 'integer',
      name: 'text',
      built_year: 'integer',
      has_elevator: 'boolean',
      bikes_allowed: 'boolean',
      next_inspection: 'date',
    }),
    table('reviews', { id: 'integer', ramp_id: 'integer', score: 'integer' }, { ramp_id: 'ramps' }),
    table('lessons', { id: 'integer', sailor_id: 'integer', status: 'text', held_on: 'date' }, { sailor_id: 'sailors' }),
    table(
      'stays',
      { id: 'integer', berth_id: 'integer', sailor_id: 'integer', start_date: 'date', end_date: 'date' },
      { berth_id: 'berths', sailor_id: 'sailors' },
    ),
    table(
      'faults',
      { id: 'integer', berth_id: 'integer', guide_id: 'integer', title: 'text', reported_at: 'timestamp', closed_at: 'timestamp' },
      { berth_id: 'berths', guide_id: 'guides' },
    ),
    table(
      'expenses',
      { id: 'integer', guide_id: 'integer', category: 'text', amount: 'decimal', spent_on: 'date' },
      { guide_id: 'guides' },
    ),
  ],
};
const optional = new Set(['left_on', 'contact_person', 'contract_end', 'phone', 'end_date', 'closed_at']);
export const marinaSchema: Schema = {
  ...base,
  tables: base.tables.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({
      ...column,
      nullable: optional.has(column.name) || (one.name === 'faults' && column.name === 'guide_id'),
    })),
  })),
};
export const marinaValues = buildValueIndex([
  { table: 'guides', column: 'first_name', values: ['Ada', 'Olav'] },
  { table: 'guides', column: 'last_name', values: ['Berg', 'Dahl'] },
  { table: 'clients', column: 'company', values: ['Blue Fjord Tours'] },
  { table: 'sailors', column: 'full_name', values: ['Ines Moe', 'Per Lie'] },
  { table: 'berths', column: 'name', values: ['North Pier', 'Old Quay'] },
  { table: 'berths', column: 'country', values: ['Germany', 'Spain'] },
  { table: 'faults', column: 'title', values: ['broken lamp', 'loose plank'] },
  { table: 'lessons', column: 'status', values: ['held', 'missed'] },
  { table: 'expenses', column: 'category', values: ['fuel', 'ropes'] },
]);
