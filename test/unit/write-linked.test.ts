import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite, planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Column, Schema, Table } from '../../src/plan/schema.ts';

const column = (name: string, type: Column['type']): Column => ({
  ...{ name, type, nativeType: type, nullable: true, hasDefault: name === 'id', generated: false, comment: null },
});
const table = (
  name: string,
  columns: Record<string, Column['type']>,
  keys: Record<string, string> = {},
  uniques: string[][] = [],
): Table => ({
  ...{ name, kind: 'table', comment: null, primaryKey: ['id'], uniques, rowEstimate: 10 },
  columns: [column('id', 'integer'), ...Object.entries(columns).map(([each, type]) => column(each, type))],
  foreignKeys: Object.entries(keys).map(([from, to]) => ({
    columns: [from],
    table: to,
    references: ['id'],
    onDelete: 'no action' as const,
  })),
});

const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table('drivers', { name: 'text', phone: 'text', day_rate: 'decimal', boss_id: 'integer' }, { boss_id: 'drivers' }),
    table('clients', { name: 'text', country: 'text', is_vip: 'boolean' }),
    table(
      'parcels',
      { code: 'text', status: 'text', price: 'decimal', client_id: 'integer', driver_id: 'integer', paid_at: 'timestamp', sent_on: 'date' },
      { client_id: 'clients', driver_id: 'drivers' },
      [['code']],
    ),
    table('patients', { first_name: 'text', last_name: 'text', phone: 'text' }),
  ],
};
const values = buildValueIndex([
  { table: 'drivers', column: 'name', values: ['Ada Krause', 'Tom Berg'] },
  { table: 'clients', column: 'name', values: ['Globex', 'Initech'] },
  { table: 'clients', column: 'country', values: ['Japan', 'Norway'] },
  { table: 'parcels', column: 'code', values: ['FX-1', 'FX-2'] },
  { table: 'parcels', column: 'status', values: ['open', 'delivered', 'cancelled', 'retired'] },
  { table: 'patients', column: 'first_name', values: ['Benjamin'] },
  { table: 'patients', column: 'last_name', values: ['Nelson'] },
]);

const outcome = (text: string) =>
  planWrite({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

/** A plan in words: `update parcels status='cancelled' where id=4`. */
function said(text: string): string {
  const result = outcome(text);
  if (result.kind !== 'plan') return result.kind;
  const plan = result.plan as Extract<Plan, { kind: 'update' | 'delete' }>;
  const where = plan.where === undefined ? '' : ` where ${expr(plan.where)}`;
  const set = plan.kind === 'update' ? ` ${plan.set.map((each) => `${each.column}=${expr(each.value)}`).join(', ')}` : '';
  return `${plan.kind} ${plan.table}${set}${where}`;
}

// biome-ignore lint/suspicious/noExplicitAny: a test prints any expression it may meet.
function expr(one: any): string {
  if (one.kind === 'column') return one.column;
  if (one.kind === 'literal') return typeof one.value === 'string' ? `'${one.value}'` : String(one.value);
  if (one.kind === 'and') return one.args.map(expr).join(' and ');
  if (one.kind === 'compare' || one.kind === 'arithmetic') return `${expr(one.left)}${one.op}${expr(one.right)}`;
  if (one.kind === 'inQuery') return `${expr(one.arg)} in (${one.query.from.table} ${expr(one.query.where)})`;
  if (one.kind === 'scalarQuery') return `(${one.query.from.table} ${expr(one.query.where)})`;
  return one.kind;
}

describe('changes whose rows are said by what is stored', () => {
  it.each([
    ['assign parcel 4 to Ada Krause', "update parcels driver_id=(drivers name='Ada Krause') where id=4"],
    ['assign parcels without a driver to Tom Berg', "update parcels driver_id=(drivers name='Tom Berg') where isNull"],
    ['assign Ada Krause to all parcels that have no driver', "update parcels driver_id=(drivers name='Ada Krause') where isNull"],
    ['assign Ada Krause to parcel 4', "update parcels driver_id=(drivers name='Ada Krause') where id=4"],
    ['reassign parcel FX-1 to Tom Berg', "update parcels driver_id=(drivers name='Tom Berg') where code='FX-1'"],
    ['cancel parcel 12', "update parcels status='cancelled' where id=12"],
    ['retire parcel FX-2', "update parcels status='retired' where code='FX-2'"],
    ['cancel all open parcels of Globex', "update parcels status='cancelled' where status='open' and client_id in (clients name='Globex')"],
    ['mark parcel FX-1 as paid', "update parcels paid_at='2026-11-22 10:00:00' where code='FX-1'"],
    ['parcel FX-1 was delivered', "update parcels status='delivered' where code='FX-1'"],
    ['make Globex a vip', "update clients is_vip=true where name='Globex'"],
    ["set Ada Krause's day rate to 210", "update drivers day_rate=210 where name='Ada Krause'"],
    [
      "change Benjamin Nelson's phone number to 555-111-2222",
      "update patients phone='555-111-2222' where first_name='Benjamin' and last_name='Nelson'",
    ],
    ['change the phone of driver Ada Krause to +39 111 222', "update drivers phone='+39 111 222' where name='Ada Krause'"],
    ['delete all Globex parcels under $10', "delete parcels where client_id in (clients name='Globex') and price<10"],
    ['delete the parcels of Norway clients', "delete parcels where client_id in (clients country='Norway')"],
    ['raise all open parcels by 5%', "update parcels price=price*1.05 where status='open'"],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'cancel parcel 12 unless it is paid',
    'cancel the old parcels',
    'delete Globex and Ada Krause',
    'cancel parcels of Globex, Initech',
    'assign all parcels to Nobody Known',
    'assign parcels to Ada Krause',
    'move parcel 4 to tomorrow',
    'cancel all open parcels of Globex and Initech',
    'mark parcel 4 as lost in the post',
    'change the phone of Ada Krause',
    'delete parcels',
  ])('asks or declines: %s', (text) => expect(outcome(text).kind).not.toBe('plan'));
});
