import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite, planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Expr } from '../../src/plan/plan.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

/** A marina: people by parts of their names, keys that are called after a role, flags, kinds and days. */
const optional = new Set(['phone', 'skipper_id', 'notes', 'departed_on']);
const strict = (one: Table): Table => ({
  ...one,
  columns: one.columns.map((column) => ({
    ...column,
    nullable: optional.has(column.name),
    hasDefault: column.name === 'id' || column.name === 'active',
  })),
});
const schema: Schema = {
  fingerprint: 'marina',
  tables: [
    idTable('members', {
      id: 'integer',
      name: 'text',
      tier: 'text',
      phone: 'text',
      joined_on: 'date',
      active: 'boolean',
      expires_on: 'date',
    }),
    idTable(
      'boats',
      { id: 'integer', name: 'text', kind: 'text', length_m: 'decimal', owner_id: 'integer', skipper_id: 'integer' },
      { owner_id: 'members', skipper_id: 'members' },
    ),
    idTable('services', { id: 'integer', name: 'text', price: 'decimal' }),
    idTable('guests', { id: 'integer', first_name: 'text', last_name: 'text', city: 'text', joined_on: 'date' }),
  ].map(strict),
};
const values = buildValueIndex([
  { table: 'members', column: 'name', values: ['Hanna Lund', 'Erik Moss', 'Tom Moss'] },
  { table: 'members', column: 'tier', values: ['gold', 'bronze'] },
  { table: 'boats', column: 'name', values: ['Blue Heron', 'Gull'] },
  { table: 'boats', column: 'kind', values: ['dinghy', 'sloop'] },
  { table: 'services', column: 'name', values: ['Wash', 'Rope Set'] },
  { table: 'guests', column: 'city', values: ['Dover'] },
]);
const outcomeOf = (text: string) =>
  planWrite({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

/** A plan in short: `update members tier='gold' where name='Tom Moss'`. */
function said(text: string): string {
  const outcome = outcomeOf(text);
  if (outcome.kind !== 'plan') return outcome.kind;
  const { plan } = outcome;
  const where = 'where' in plan && plan.where !== undefined ? ` where ${expr(plan.where)}` : '';
  if (plan.kind === 'insert')
    return `insert ${plan.table} ${plan.columns.map((name, at) => `${name}=${expr(plan.rows[0]?.[at])}`).join(', ')}`;
  if (plan.kind === 'update')
    return `update ${plan.table} ${plan.set.map(({ column, value }) => `${column}=${expr(value)}`).join(', ')}${where}`;
  return `${plan.kind}${plan.kind === 'delete' ? ` ${plan.table}` : ''}${where}`;
}

function expr(one: Expr | undefined): string {
  if (one?.kind === 'literal') return typeof one.value === 'string' ? `'${one.value}'` : String(one.value);
  if (one?.kind === 'column') return one.column;
  if (one?.kind === 'compare') return `${expr(one.left)}${one.op}${expr(one.right)}`;
  if (one?.kind === 'scalarQuery' && one.query.kind === 'select') return `(${expr(one.query.where)})`;
  return one?.kind ?? 'nothing';
}

describe('a row by a part of its name', () => {
  it.each([
    ['remove the member lund', "delete members where name='Hanna Lund'"],
    // A verb within a name is a part of it.
    ['update the service Rope Set price to 5', "update services price=5 where name='Rope Set'"],
    ['delete Rope Set', "delete services where name='Rope Set'"],
    ["change lund's phone to 070-9", "update members phone='070-9' where name='Hanna Lund'"],
    ["remove lund's phone", "update members phone=null where name='Hanna Lund'"],
    ['mark lund as inactive', "update members active=false where name='Hanna Lund'"],
  ])('%s', (text, wanted) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(wanted);
  });

  it.each([
    'remove the member moss',
    "remove moss's phone",
    'delete all members called lund or so',
    'remove old members',
    'delete every lund',
  ])('is not one row: %s', (text) => {
    const read = said(text);
    expect(read).not.toContain('Moss');
    expect(read).not.toContain('Lund');
  });
});

describe('what becomes of a row', () => {
  it.each([
    ['assign hanna lund as skipper of the blue heron', "update boats skipper_id=(name='Hanna Lund') where name='Blue Heron'"],
    ['assign hanna lund to the gull as skipper', "update boats skipper_id=(name='Hanna Lund') where name='Gull'"],
    ['make tom moss a gold member', "update members tier='gold' where name='Tom Moss'"],
    ['reactivate tom moss', "update members active=true where name='Tom Moss'"],
    ["extend hanna lund's expires on to 2028-05-01", "update members expires_on='2028-05-01' where name='Hanna Lund'"],
  ])('%s', (text, wanted) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(wanted);
  });

  it('is asked for where two keys lead there', () => {
    expect(said('assign the gull to hanna lund')).toBe('declined');
  });
});

describe('a row that is told without its columns', () => {
  it.each([
    ['add a service called "Hull wash, deep" for $85', "insert services name='Hull wash, deep', price=85"],
    ['new service: Polish, $15.50', "insert services name='Polish', price=15.5"],
    [
      'add a boat called Tern, a dinghy, 3.5 m, owned by Erik Moss',
      "insert boats name='Tern', kind='dinghy', length_m=3.5, owner_id=(name='Erik Moss')",
    ],
    [
      'add a guest named Zoe Hart, lives in Dover',
      "insert guests first_name='Zoe', last_name='Hart', city='Dover', joined_on='2026-11-22'",
    ],
  ])('%s', (text, wanted) => {
    expect(said(text)).toBe(wanted);
  });

  it.each(['add a boat called Tern, a brig, 3.5 m, owned by Erik Moss', 'add a service called Polish for $15 and $20'])(
    'is not guessed: %s',
    (text) => {
      expect(outcomeOf(text).kind).not.toBe('plan');
    },
  );
});
