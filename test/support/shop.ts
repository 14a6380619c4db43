import type { Column, ForeignKey, ScalarType, Schema, Table } from '../../src/plan/schema.ts';

const NATIVE: Partial<Record<ScalarType, string>> = {
  decimal: 'numeric',
  float: 'double precision',
  timestamp: 'timestamp with time zone',
};

export function column(name: string, type: ScalarType, more: Partial<Column> = {}): Column {
  const nativeType = NATIVE[type] ?? type;
  return { name, type, nativeType, nullable: true, hasDefault: false, generated: false, comment: null, ...more };
}

export function table(name: string, columns: Column[], more: Partial<Table> = {}): Table {
  const key = columns.some((each) => each.name === 'id') ? ['id'] : [];
  return { name, kind: 'table', comment: null, columns, primaryKey: key, uniques: [], foreignKeys: [], rowEstimate: -1, ...more };
}

export const foreignKey = (name: string, to: string, onDelete: ForeignKey['onDelete'] = 'no action'): ForeignKey => ({
  columns: [name],
  table: to,
  references: ['id'],
  onDelete,
});

export const schemaOf = (...tables: Table[]): Schema => ({ fingerprint: 'f'.repeat(64), tables });

const id = column('id', 'integer', { nullable: false, hasDefault: true, nativeType: 'bigint' });

/** A small shop: coffee beans, customers, their orders and the lines of those. */
export const SHOP = schemaOf(
  table('coffee_beans', [
    id,
    column('name', 'text', { nullable: false }),
    column('roaster', 'text'),
    column('price', 'decimal'),
    column('rating', 'integer'),
    column('roasted_on', 'date'),
    column('in_stock', 'boolean'),
  ]),
  table('customers', [id, column('name', 'text', { nullable: false }), column('city', 'text'), column('email', 'text')]),
  table(
    'orders',
    [
      id,
      column('customer_id', 'integer', { nativeType: 'bigint' }),
      column('status', 'text'),
      column('total', 'decimal'),
      column('placed_at', 'timestamp'),
    ],
    { foreignKeys: [foreignKey('customer_id', 'customers', 'cascade')] },
  ),
  table(
    'order_lines',
    [
      id,
      column('order_id', 'integer', { nativeType: 'bigint' }),
      column('bean_id', 'integer', { nativeType: 'bigint' }),
      column('quantity', 'integer'),
      column('weight', 'float'),
      column('cost', 'decimal', { generated: true }),
    ],
    { foreignKeys: [foreignKey('order_id', 'orders', 'cascade'), foreignKey('bean_id', 'coffee_beans')] },
  ),
  table('user', [id, column('order', 'text'), column('Group By', 'text')]),
  { ...table('busy_customers', [column('name', 'text'), column('orders', 'integer')]), kind: 'view' },
);
