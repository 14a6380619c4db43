import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from './table.ts';

/** A small shop: customers, orders, their items, products, categories, employees and departments. */

export const shopSchema: Schema = {
  fingerprint: 'shop',
  tables: [
    table('customers', { id: 'integer', name: 'text', city: 'text', country: 'text', age: 'integer', email: 'text' }),
    table('orders', { id: 'integer', customer_id: 'integer', status: 'text', total: 'decimal', placed_at: 'timestamp' }, [
      ['customer_id', 'customers', 'id'],
    ]),
    table('products', { id: 'integer', name: 'text', price: 'decimal', stock: 'integer', category_id: 'integer' }, [
      ['category_id', 'categories', 'id'],
    ]),
    table('categories', { id: 'integer', name: 'text' }),
    table('order_items', { id: 'integer', order_id: 'integer', product_id: 'integer', quantity: 'integer' }, [
      ['order_id', 'orders', 'id'],
      ['product_id', 'products', 'id'],
    ]),
    table('departments', { id: 'integer', department_name: 'text', budget: 'decimal' }),
    table(
      'employees',
      { id: 'integer', first_name: 'text', last_name: 'text', salary: 'decimal', hire_date: 'date', department_id: 'integer' },
      [['department_id', 'departments', 'id']],
    ),
  ],
};

export const shopValues = buildValueIndex([
  { table: 'customers', column: 'name', values: ['Ada Lovelace', 'Bob Stone'] },
  { table: 'customers', column: 'city', values: ['Paris', 'Rome', 'New York'] },
  { table: 'customers', column: 'country', values: ['France', 'Italy', 'United States'] },
  { table: 'orders', column: 'status', values: ['open', 'shipped', 'cancelled'] },
  { table: 'products', column: 'name', values: ['Desk Lamp', 'Oak Table'] },
  { table: 'categories', column: 'name', values: ['Furniture', 'Lighting'] },
  { table: 'departments', column: 'department_name', values: ['Sales', 'Research'] },
  { table: 'employees', column: 'first_name', values: ['Grace'] },
  { table: 'employees', column: 'last_name', values: ['Hopper'] },
]);
