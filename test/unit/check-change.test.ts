import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { NewColumn } from '../../src/contract/create-schema.ts';
import { Fault } from '../../src/fault.ts';
import { schemaAfter, validateChange } from '../../src/plan/check-change.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import type { ChangeStep, SchemaChange } from '../../src/plan/schema-change.ts';
import { table } from '../support/table.ts';

const customers = table('customers', { id: 'integer', name: 'text', tier: 'text', born: 'date' });
const orders = table('orders', { id: 'integer', customer_id: 'integer', number: 'integer', total: 'decimal', extra: 'json' }, [
  ['customer_id', 'customers', 'id'],
]);
const SHOP: Schema = {
  fingerprint: 'shop',
  tables: [
    { ...customers, uniques: [['tier', 'name']] },
    {
      ...orders,
      uniques: [['number']],
      columns: orders.columns.map((each) => (each.name === 'number' ? { ...each, nullable: false } : each)),
    },
    table('labels', { name: 'text', used: 'integer' }),
    { ...table('pairs', { a: 'integer', b: 'integer' }), primaryKey: ['a', 'b'] },
    table('lone', { only: 'text' }),
    { ...table('totals', { customer: 'text' }), kind: 'view' },
    { ...table('stock', { id: 'integer', count: 'integer' }), place: { schema: 'depot', name: 'stock' } },
    {
      ...table('computed', { id: 'integer', net: 'decimal', gross: 'decimal' }),
      columns: table('computed', { id: 'integer', net: 'decimal', gross: 'decimal' }).columns.map((each) => ({
        ...each,
        generated: each.name === 'gross',
      })),
    },
  ],
};

const column = (name: string, more: Partial<NewColumn> = {}): NewColumn => ({ name, type: 'text', nullable: true, ...more });
const change = (...steps: ChangeStep[]): SchemaChange => ({ kind: 'alter', steps });

function refusalOf(given: SchemaChange, schema = SHOP): { code: string; reason: unknown } {
  try {
    validateChange(given, schema);
  } catch (fault) {
    if (fault instanceof Fault) return { code: fault.code, reason: fault.params?.reason };
    throw fault;
  }
  throw new Error('the change was accepted');
}

/** The tables that a change makes other ones, as it leaves them. */
function changedBy(...steps: ChangeStep[]): Table[] {
  const accepted = validateChange(change(...steps), SHOP);
  return schemaAfter(accepted, SHOP).tables.filter((each) => !SHOP.tables.some((before) => isDeepStrictEqual(before, each)));
}

const refused = (steps: ChangeStep[], reason: string) =>
  expect(refusalOf(change(...steps))).toEqual({ code: 'schema_change_refused', reason });

describe('names', () => {
  test.each<[string, ChangeStep]>([
    ['a table', { do: 'dropTable', table: 'custmers' }],
    ['a column', { do: 'dropColumn', table: 'customers', column: 'nme' }],
    ['the table that is referred to', { do: 'addReference', table: 'orders', column: 'number', to: 'custmers' }],
  ])('%s that is not there is a mismatch with what exists', (_what, step) => {
    expect(refusalOf(change(step)).code).toBe('schema_mismatch');
  });

  test.each([
    ['Due Date', 'The column name "Due Date" is not made of lower-case letters, digits and underscores, or does not begin with a letter.'],
    ['1st', 'The column name "1st" is not made of lower-case letters, digits and underscores, or does not begin with a letter.'],
    ['a'.repeat(64), `The column name ${'a'.repeat(64)} is longer than 63 characters.`],
    ['ctid', 'The column name ctid is taken by the engine; choose another.'],
    ['name', 'customers has a column name already.'],
  ])('a new column is not called %s', (name, reason) => {
    refused([{ do: 'addColumn', table: 'customers', column: column(name) }], reason);
    refused([{ do: 'renameColumn', table: 'customers', column: 'born', to: name }], reason);
  });

  test.each([
    ['Orders', 'The table name "Orders" is not made of lower-case letters, digits and underscores, or does not begin with a letter.'],
    ['a'.repeat(64), `The table name ${'a'.repeat(64)} is longer than 63 characters.`],
    ['pg_orders', "Names that begin with pg_ are the engine's own; choose another."],
    ['customers', 'There is a table customers already.'],
  ])('a table does not come to be called %s', (name, reason) => {
    refused([{ do: 'renameTable', table: 'orders', to: name }], reason);
    refused([{ do: 'addTable', table: name, definition: { name, columns: [column('note')] } }], reason);
  });

  test('of 63 characters are taken', () => {
    expect(changedBy({ do: 'renameTable', table: 'orders', to: 'o'.repeat(63) })).toMatchObject([{ name: 'o'.repeat(63) }]);
    expect(changedBy({ do: 'renameColumn', table: 'lone', column: 'only', to: 'c'.repeat(63) })).toMatchObject([
      { columns: [{ name: 'c'.repeat(63) }] },
    ]);
  });
});

describe('tables that stay as they are', () => {
  test.each<[string, string]>([
    ['totals', 'totals is a view; what it shows is decided by its query.'],
    ['stock', 'stock stands in the schema depot; only tables of public are changed here.'],
  ])('%s', (name, reason) => {
    refused([{ do: 'dropTable', table: name }], reason);
    refused([{ do: 'renameTable', table: name, to: 'other' }], reason);
    refused([{ do: 'addColumn', table: name, column: column('note') }], reason);
    refused([{ do: 'addColumn', table: 'lone', column: column('to', { type: 'integer' }), references: name }], reason);
  });
});

describe('addColumn', () => {
  test('a column, with what it is', () => {
    const [changed] = changedBy({
      do: 'addColumn',
      table: 'lone',
      column: column('sku', { unique: true, nullable: false, type: 'integer' }),
    });
    expect(changed?.columns.at(-1)).toMatchObject({ name: 'sku', type: 'integer', nullable: false, hasDefault: false });
    expect(changed?.uniques).toEqual([['sku']]);
  });

  test('a reference has the type of the key', () => {
    const step: ChangeStep = { do: 'addColumn', table: 'lone', column: column('label', { type: 'integer' }), references: 'labels' };
    const [changed] = changedBy(step);
    expect(changed?.columns.at(-1)).toMatchObject({ name: 'label', type: 'text' });
    expect(changed?.foreignKeys).toEqual([{ columns: ['label'], table: 'labels', references: ['name'], onDelete: 'no action' }]);
  });

  test('not with a type of its own for a reference', () =>
    refused(
      [{ do: 'addColumn', table: 'lone', column: column('customer_id'), references: 'customers' }],
      "lone.customer_id refers to customers and has that table's type of key.",
    ));

  test('not to a table whose key has several columns', () =>
    refused(
      [{ do: 'addColumn', table: 'lone', column: column('pair', { type: 'integer' }), references: 'pairs' }],
      'pairs has no key of one column that could be referred to.',
    ));

  test('not a second time in one change', () =>
    refused(
      [
        { do: 'addColumn', table: 'lone', column: column('note') },
        { do: 'addColumn', table: 'lone', column: column('note') },
      ],
      'lone has a column note already.',
    ));

  test('not past the engine’s limit', () => {
    const full = table('full', Object.fromEntries(Array.from({ length: 1_600 }, (_, n) => [`c${n}`, 'text'])));
    const given = change({ do: 'addColumn', table: 'full', column: column('more') });
    expect(refusalOf(given, { fingerprint: 'full', tables: [full] })).toEqual({
      code: 'schema_change_refused',
      reason: 'full has 1600 columns, and a table may have 1600.',
    });
  });
});

describe('dropColumn', () => {
  test('takes with it the keys that it is part of', () => {
    expect(changedBy({ do: 'dropColumn', table: 'customers', column: 'tier' })).toMatchObject([{ name: 'customers', uniques: [] }]);
    expect(changedBy({ do: 'dropColumn', table: 'orders', column: 'customer_id' })).toMatchObject([{ name: 'orders', foreignKeys: [] }]);
  });

  test('not the key', () =>
    refused([{ do: 'dropColumn', table: 'customers', column: 'id' }], 'id is the key of customers, by which its rows are told apart.'));

  test('not the only column', () => {
    const lone = { ...table('lone', { only: 'text' }), primaryKey: [] };
    expect(refusalOf(change({ do: 'dropColumn', table: 'lone', column: 'only' }), { fingerprint: 'lone', tables: [lone] })).toEqual({
      code: 'schema_change_refused',
      reason: 'only is the only column of lone; drop the table instead.',
    });
  });
});

describe('renames', () => {
  test('of a column are followed by keys, here and elsewhere', () => {
    const changed = changedBy({ do: 'renameColumn', table: 'customers', column: 'id', to: 'number' });
    expect(changed.find(({ name }) => name === 'customers')?.primaryKey).toEqual(['number']);
    expect(changed.find(({ name }) => name === 'orders')?.foreignKeys[0]?.references).toEqual(['number']);
  });

  test('of a table are followed by keys', () => {
    const changed = changedBy({ do: 'renameTable', table: 'customers', to: 'clients' });
    expect(changed.find(({ name }) => name === 'orders')?.foreignKeys[0]?.table).toBe('clients');
  });

  test('not to the name that it has', () => {
    refused([{ do: 'renameColumn', table: 'customers', column: 'name', to: 'name' }], 'The column is called name already.');
    refused([{ do: 'renameTable', table: 'customers', to: 'customers' }], 'The table is called customers already.');
  });
});

describe('changeType', () => {
  test('to what its values may become', () => {
    expect(changedBy({ do: 'changeType', table: 'orders', column: 'total', type: 'integer' })).toMatchObject([
      { columns: expect.arrayContaining([expect.objectContaining({ name: 'total', type: 'integer' })]) },
    ]);
  });

  test.each<[string, string, NewColumn['type'], string]>([
    ['orders', 'total', 'decimal', 'orders.total is decimal already.'],
    ['customers', 'born', 'integer', 'customers.born is date, which cannot become integer.'],
    ['orders', 'extra', 'text', 'orders.extra is json, which cannot become text.'],
    ['customers', 'id', 'text', 'id is a key between tables, and keeps its type.'],
    ['orders', 'customer_id', 'text', 'customer_id is a key between tables, and keeps its type.'],
    ['computed', 'gross', 'text', 'gross is filled in by the database and keeps its type.'],
  ])('not %s.%s to %s', (name, columnName, type, reason) => refused([{ do: 'changeType', table: name, column: columnName, type }], reason));
});

describe('setNullable', () => {
  test('what may be empty has to be filled in, and back', () => {
    const filled = changedBy({ do: 'setNullable', table: 'customers', column: 'name', nullable: false });
    expect(filled[0]?.columns.find(({ name }) => name === 'name')?.nullable).toBe(false);
    const empty = changedBy({ do: 'setNullable', table: 'orders', column: 'number', nullable: true });
    expect(empty[0]?.columns.find(({ name }) => name === 'number')?.nullable).toBe(true);
  });

  test.each<[string, string, boolean, string]>([
    ['customers', 'name', true, 'customers.name may be empty already.'],
    ['orders', 'number', false, 'orders.number has to be filled in already.'],
    ['orders', 'id', true, 'id is the key of orders and cannot be empty.'],
  ])('not %s.%s to %s', (name, columnName, nullable, reason) =>
    refused([{ do: 'setNullable', table: name, column: columnName, nullable }], reason),
  );
});

describe('setUnique', () => {
  test('a column that is unique together with another alone', () => {
    expect(changedBy({ do: 'setUnique', table: 'customers', column: 'name' })).toMatchObject([{ uniques: [['tier', 'name'], ['name']] }]);
  });

  test.each([
    ['orders', 'number', 'orders.number is unique already.'],
    ['orders', 'id', 'orders.id is unique already.'],
    ['orders', 'extra', 'orders.extra is json, whose values cannot be unique.'],
  ])('not %s.%s', (name, columnName, reason) => refused([{ do: 'setUnique', table: name, column: columnName }], reason));
});

describe('addReference', () => {
  test('a column of the type of the key', () => {
    expect(changedBy({ do: 'addReference', table: 'labels', column: 'used', to: 'orders' })).toMatchObject([
      { foreignKeys: [{ columns: ['used'], table: 'orders', references: ['id'] }] },
    ]);
  });

  test.each([
    ['orders', 'customer_id', 'labels', 'orders.customer_id refers to a table already.'],
    ['customers', 'name', 'orders', 'customers.name is text, and the key of orders is integer.'],
    ['orders', 'number', 'pairs', 'pairs has no key of one column that could be referred to.'],
  ])('not %s.%s to %s', (name, columnName, to, reason) => refused([{ do: 'addReference', table: name, column: columnName, to }], reason));
});

describe('addTable', () => {
  const definition = (name: string, columns = [column('note')], references: { column: string; table: string }[] = []): ChangeStep => ({
    do: 'addTable',
    table: name,
    definition: { name, columns, references },
  });

  test('with a key of its own, its unique columns and what it refers to', () => {
    const columns = [
      column('code', { unique: true }),
      column('customer_id', { type: 'integer' }),
      column('parent_id', { type: 'integer' }),
    ];
    const [made] = changedBy(
      definition('visits', columns, [
        { column: 'customer_id', table: 'customers' },
        { column: 'parent_id', table: 'visits' },
      ]),
    );
    expect(made).toMatchObject({ name: 'visits', primaryKey: ['id'], uniques: [['code']] });
    expect(made?.columns.map(({ name }) => name)).toEqual(['id', 'code', 'customer_id', 'parent_id']);
    expect(made?.foreignKeys.map((key) => [key.columns[0], key.table])).toEqual([
      ['customer_id', 'customers'],
      ['parent_id', 'visits'],
    ]);
  });

  test('may be referred to by the next step', () => {
    const changed = changedBy(definition('tags'), {
      do: 'addColumn',
      table: 'customers',
      column: column('tag_id', { type: 'integer' }),
      references: 'tags',
    });
    expect(changed.find(({ name }) => name === 'customers')?.foreignKeys).toMatchObject([{ table: 'tags' }]);
  });

  test('not under two names', () =>
    refused(
      [{ do: 'addTable', table: 'visits', definition: { name: 'calls', columns: [column('note')] } }],
      'The table is called visits and calls.',
    ));

  test('not to a key that is no number', () =>
    refused(
      [definition('uses', [column('label', { type: 'integer' })], [{ column: 'label', table: 'labels' }])],
      'The key of labels is text; a new table refers to numbers alone.',
    ));

  test.each<[string, NewColumn[], string]>([
    ['a column twice', [column('note'), column('note')], 'visits would have two columns note.'],
    ['a second id', [column('id')], 'visits would have two columns id.'],
    ['a name of the engine', [column('xmin')], 'The column name xmin is taken by the engine; choose another.'],
    [
      'a name that is no name',
      [column('Due Date')],
      'The column name "Due Date" is not made of lower-case letters, digits and underscores, or does not begin with a letter.',
    ],
  ])('not with %s', (_what, columns, reason) => refused([definition('visits', columns)], reason));

  test('not with more columns than the engine has room for', () =>
    refused(
      [
        definition(
          'wide',
          Array.from({ length: 1_600 }, (_, n) => column(`c${n}`)),
        ),
      ],
      'A table may have 1600 columns.',
    ));

  test('not with a reference from a column that it does not have', () =>
    refused(
      [definition('visits', [column('note')], [{ column: 'customer_id', table: 'customers' }])],
      'visits.customer_id refers to customers and is no column.',
    ));
});

describe('dropTable', () => {
  test('takes with it the keys that point at it', () => {
    const changed = changedBy({ do: 'dropTable', table: 'customers' });
    expect(changed).toMatchObject([{ name: 'orders', foreignKeys: [] }]);
    expect(schemaAfter(change({ do: 'dropTable', table: 'customers' }), SHOP).tables.map(({ name }) => name)).not.toContain('customers');
  });

  test('not twice', () => {
    expect(refusalOf(change({ do: 'dropTable', table: 'lone' }, { do: 'dropTable', table: 'lone' })).code).toBe('schema_mismatch');
  });
});

describe('the shape of a change', () => {
  test.each<[string, unknown]>([
    ['no steps', { kind: 'alter', steps: [] }],
    ['a step that nobody knows', { kind: 'alter', steps: [{ do: 'truncate', table: 'customers' }] }],
    ['a field that nobody knows', { kind: 'alter', steps: [{ do: 'dropTable', table: 'customers', cascade: true }] }],
    ['a type that nobody knows', { kind: 'alter', steps: [{ do: 'changeType', table: 'orders', column: 'total', type: 'money' }] }],
    ['too many steps', { kind: 'alter', steps: Array.from({ length: 21 }, () => ({ do: 'dropTable', table: 'lone' })) }],
  ])('%s', (_what, given) => {
    expect(refusalOf(given as SchemaChange).code).toBe('schema_change_refused');
  });

  test('leaves the schema that it was given as it was', () => {
    const before = structuredClone(SHOP);
    changedBy({ do: 'renameTable', table: 'customers', to: 'clients' }, { do: 'dropColumn', table: 'clients', column: 'tier' });
    expect(SHOP).toEqual(before);
  });
});
