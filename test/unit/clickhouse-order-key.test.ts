import { describe, expect, it } from 'vitest';
import type { NewColumn } from '../../src/contract/create-schema.ts';
import { createSchemaStatements } from '../../src/engines/clickhouse/ddl.ts';
import { orderKeyOf, withOrderKeys } from '../../src/engines/clickhouse/order-key.ts';

const column = (name: string, type: NewColumn['type'], nullable = true): NewColumn => ({ name, type, nullable });
const schemaOf = (...columns: NewColumn[]) => ({ title: 'shop', tables: [{ name: 'visits', columns }] });

describe('what the rows of a table are sorted by', () => {
  it('are its kind and its time, where no row is without them', () => {
    expect(orderKeyOf([column('url', 'text'), column('event', 'text', false), column('at', 'timestamp', false)])).toEqual({
      kind: 'event',
      moment: 'at',
    });
    expect(orderKeyOf([column('event', 'text'), column('at', 'timestamp')])).toEqual({ kind: null, moment: null });
    expect(orderKeyOf([column('day', 'date', false), column('at', 'timestamp', false)]).moment).toBe('at');
  });

  it('are required where a brief left them open, which is said', () => {
    const { schema, assumptions } = withOrderKeys(
      schemaOf(column('page', 'text'), column('event', 'text'), column('viewed_at', 'timestamp')),
    );
    expect(schema.tables[0]?.columns.map(({ name, nullable }) => [name, nullable])).toEqual([
      ['page', true],
      ['event', false],
      ['viewed_at', false],
    ]);
    expect(assumptions).toEqual(['each row of visits has event and viewed_at, which its rows are sorted by']);
    const [made] = createSchemaStatements(schema);
    expect(made).toContain('PARTITION BY toYYYYMM(viewed_at)');
    expect(made).toContain('ORDER BY (event, viewed_at, id)');
  });

  it.each([
    ['completed_at', 'timestamp'],
    ['due_date', 'date'],
    ['last_seen', 'timestamp'],
    ['valid_until', 'date'],
  ] as const)('are not what comes later or never: %s', (name, type) => {
    const given = schemaOf(column('title', 'text'), column(name, type));
    expect(withOrderKeys(given)).toEqual({ schema: given, assumptions: [] });
  });

  it('stay as a brief has them', () => {
    const given = schemaOf(column('seen_on', 'date', false), column('sent_at', 'timestamp'), column('level', 'text', false));
    expect(withOrderKeys(given)).toEqual({ schema: given, assumptions: [] });
  });
});
