import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { readPhrases } from '../../src/plan/builtin/phrases/phrases.ts';
import type { ScalarType, Schema, Table } from '../../src/plan/schema.ts';

const values = buildValueIndex([]);
const table = (name: string, columns: Readonly<Record<string, ScalarType>>, foreignKeys: Table['foreignKeys'] = []): Table => ({
  name,
  kind: 'table',
  comment: null,
  columns: Object.entries(columns).map(([column, type]) => ({
    name: column,
    type,
    nativeType: type,
    nullable: column !== 'id',
    hasDefault: column === 'id',
    generated: false,
    comment: null,
  })),
  primaryKey: ['id'],
  uniques: [],
  foreignKeys,
  rowEstimate: 10,
});

function conditionOf(...tables: Table[]): string | null {
  const schema: Schema = { fingerprint: tables.map(({ name }) => name).join(), tables };
  const question = { text: `how many ${tables[0]?.name} are overdue`, schema, values, now: new Date('2026-11-21T10:00:00Z') };
  const plan = readPhrases(question)?.plan;
  if (plan === undefined) return null;
  const { sql } = compilePostgres(plan, schema);
  return sql.replaceAll(/\s+/g, ' ').replace(/^.*? WHERE /, '');
}

describe('what is overdue is due and not met', () => {
  it.each<[string, Table[], string | null]>([
    [
      'by a day that is empty',
      [table('loans', { id: 'integer', due: 'date', returned: 'date' })],
      'due < current_date AND returned IS NULL',
    ],
    [
      'by a flag that is not set',
      [table('loans', { id: 'integer', due: 'date', returned: 'boolean' })],
      'due < current_date AND (returned = FALSE OR returned IS NULL)',
    ],
    [
      'by the day alone, where nothing tells of more',
      [table('chores', { id: 'integer', due_on: 'date', title: 'text' })],
      'due_on < current_date',
    ],
    [
      'by what came back, where what was lent is paid for as well',
      [table('loans', { id: 'integer', due_on: 'date', returned_on: 'date', paid: 'boolean' })],
      'due_on < current_date AND returned_on IS NULL',
    ],
    [
      'by what was promised and is not fulfilled',
      [table('pledges', { id: 'integer', due_on: 'date', fulfilled: 'boolean' })],
      'due_on < current_date AND (fulfilled = FALSE OR fulfilled IS NULL)',
    ],
    ['is not known where a flag may tell', [table('chores', { id: 'integer', due_on: 'date', inspected: 'boolean' })], null],
    [
      'is not known where it may be paid or delivered',
      [table('orders', { id: 'integer', due_on: 'date', delivered_on: 'date', paid: 'boolean' })],
      null,
    ],
    ['is not known where an amount tells', [table('invoices', { id: 'integer', due_on: 'date', total: 'decimal', paid: 'decimal' })], null],
    [
      'is not known where rows of another table tell',
      [
        table('invoices', { id: 'integer', due_on: 'date', total: 'decimal' }),
        table('payments', { id: 'integer', invoice_id: 'integer', amount: 'decimal' }, [
          { columns: ['invoice_id'], table: 'invoices', references: ['id'], onDelete: 'no action' },
        ]),
      ],
      null,
    ],
  ])('%s', (_how, tables, condition) => expect(conditionOf(...tables)).toBe(condition));
});
