import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from './table.ts';

/** A planetarium: people in roles that keys name, numbers of views, evenings that sell tickets, and a shop whose lines have a discount. */
const base: Schema = {
  fingerprint: 'planetarium',
  tables: [
    table('people', { id: 'integer', name: 'text', town: 'text' }),
    table(
      'films',
      { id: 'integer', title: 'text', narrator_id: 'integer', director_id: 'integer' },
      { narrator_id: 'people', director_id: 'people' },
    ),
    table(
      'talks',
      { id: 'integer', film_id: 'integer', speaker_id: 'integer', held_on: 'date' },
      { film_id: 'films', speaker_id: 'people' },
    ),
    table('film_stats', { id: 'integer', film_id: 'integer', day: 'date', views: 'integer' }, { film_id: 'films' }),
    table('evenings', { id: 'integer', title: 'text', venue: 'text', ticket_price: 'decimal', tickets_sold: 'integer', held_on: 'date' }),
    table('exhibits', { id: 'integer', name: 'text', wing: 'text', is_interactive: 'boolean', joined_on: 'date' }),
    table('buyers', { id: 'integer', name: 'text', phone: 'text' }),
    table(
      'orders',
      { id: 'integer', buyer_id: 'integer', order_date: 'date', required_date: 'date', shipped_date: 'date' },
      { buyer_id: 'buyers' },
    ),
    table('articles', { id: 'integer', name: 'text' }),
    table(
      'order_lines',
      { id: 'integer', order_id: 'integer', article_id: 'integer', unit_price: 'decimal', quantity: 'integer', discount: 'float' },
      { order_id: 'orders', article_id: 'articles' },
    ),
  ],
};
const optional = new Set(['order_date', 'required_date', 'shipped_date', 'phone', 'tickets_sold']);
export const planetariumSchema: Schema = {
  ...base,
  tables: base.tables.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })),
  })),
};
export const planetariumValues = buildValueIndex([
  { table: 'people', column: 'name', values: ['Ida Moe', 'Sol Berg'] },
  { table: 'people', column: 'town', values: ['Bergen', 'Lima'] },
  { table: 'films', column: 'title', values: ['Star Birth', 'Dark Seas'] },
  { table: 'evenings', column: 'venue', values: ['Dome', 'Garden'] },
  { table: 'exhibits', column: 'wing', values: ['north', 'south'] },
  { table: 'buyers', column: 'name', values: ['Hill School', 'Ann Vik'] },
  { table: 'articles', column: 'name', values: ['Globe', 'Star map'] },
]);
