import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite, planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Expr } from '../../src/plan/plan.ts';
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
    table('owners', { first_name: 'text', last_name: 'text', town: 'text' }),
    table('pets', { name: 'text', species: 'text', owner_id: 'integer' }, { owner_id: 'owners' }),
    table('visits', { pet_id: 'integer', visit_date: 'date', reason: 'text', status: 'text', weight_grams: 'integer' }, { pet_id: 'pets' }),
    table('breeders', { code: 'text', family_name: 'text', closed_on: 'date' }, {}, [['code']]),
    table('litters', { breeder_id: 'integer', status: 'text', born_on: 'date' }, { breeder_id: 'breeders' }),
    table('drugs', { name: 'text', price: 'decimal' }),
    table('clinics', { title: 'text', starts_at: 'timestamp' }),
    table('places', { guest_name: 'text', status: 'text', clinic_id: 'integer', booked_at: 'timestamp' }, { clinic_id: 'clinics' }),
  ],
};
const values = buildValueIndex([
  { table: 'owners', column: 'first_name', values: ['Ines', 'Paul'] },
  { table: 'owners', column: 'last_name', values: ['Varga', 'Stone'] },
  { table: 'pets', column: 'name', values: ['Rex', 'Tilly', 'Moss'] },
  { table: 'visits', column: 'reason', values: ['limping', 'vaccination'] },
  { table: 'visits', column: 'status', values: ['planned', 'done', 'cancelled'] },
  { table: 'breeders', column: 'code', values: ['BR-7'] },
  { table: 'breeders', column: 'family_name', values: ['Okafor'] },
  { table: 'litters', column: 'status', values: ['expected', 'sold'] },
  { table: 'drugs', column: 'name', values: ['Ketamine', 'Salt and sugar'] },
  { table: 'places', column: 'guest_name', values: ['Una Frost'] },
  { table: 'places', column: 'status', values: ['held', 'paid'] },
]);

const outcome = (text: string) =>
  planWrite({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

function said(text: string): string {
  const result = outcome(text);
  if (result.kind !== 'plan') return result.kind;
  const { plan } = result;
  if (plan.kind !== 'update' && plan.kind !== 'delete') return plan.kind;
  const set = plan.kind === 'update' ? ` ${plan.set.map((each) => `${each.column}=${expr(each.value)}`).join(', ')}` : '';
  return `${plan.kind} ${plan.table}${set} where ${expr(plan.where)}`;
}

function expr(one: Expr | undefined): string {
  if (one === undefined) return 'everything';
  switch (one.kind) {
    case 'column':
      return one.column;
    case 'literal':
      return typeof one.value === 'string' ? `'${one.value}'` : String(one.value);
    case 'and':
      return one.args.map(expr).join(' and ');
    case 'in':
      return `${expr(one.arg)} in (${one.list.map(expr).join(', ')})`;
    case 'not':
      return `not ${expr(one.arg)}`;
    case 'isNull':
      return `${expr(one.arg)} is null`;
    case 'compare':
      return `${expr(one.left)}${one.op}${expr(one.right)}`;
    case 'inQuery': {
      const { query } = one;
      const from = query.kind === 'select' && query.from?.kind === 'table' ? query.from.table : query.kind;
      return `${expr(one.arg)} in (${from} ${query.kind === 'select' ? expr(query.where) : ''})`;
    }
    default:
      return one.kind;
  }
}

const OWNED = "pet_id in (pets owner_id in (owners first_name='Ines' and last_name='Varga'))";

describe('which rows a change is about', () => {
  it.each([
    // A row two keys away, and a name whose apostrophe was left out.
    ['cancel Ines Vargas visit for limping', `update visits status='cancelled' where ${OWNED} and reason='limping'`],
    [
      "delete Rex's visit on december 2",
      "delete visits where pet_id in (pets name='Rex') and visit_date>='2026-12-02' and visit_date<'2026-12-03'",
    ],
    ['delete the visit on 19 november', "delete visits where visit_date>='2026-11-19' and visit_date<'2026-11-20'"],
    // Several by name.
    ['take Rex and Tilly off the pet list', "delete pets where name in ('Rex', 'Tilly')"],
    ['delete Rex, Tilly and Moss', "delete pets where name in ('Rex', 'Tilly', 'Moss')"],
    // None of another table.
    ["delete all pets that don't have a visit", 'delete pets where not id in (visits not pet_id is null)'],
    ['delete all owners who dont have any pets with us', 'delete owners where not id in (pets not owner_id is null)'],
    // A family, and what something is for.
    [
      'mark the expected litter for the Okafor family as sold',
      "update litters status='sold' where status='expected' and breeder_id in (breeders family_name='Okafor')",
    ],
    [
      'mark Una Frosts held place for november 26 as paid',
      "update places status='paid' where guest_name='Una Frost' and status='held' and clinic_id in (clinics starts_at>='2026-11-26 00:00:00' and starts_at<'2026-11-27 00:00:00')",
    ],
    // Why, before and after the order.
    ['delete ketamine from the drugs, we dont use it any more', "delete drugs where name='Ketamine'"],
    ['breeder BR-7 has stopped, close it as of today', "update breeders closed_on='2026-11-22' where code='BR-7'"],
    ['we lost Moss, delete that pet', "delete pets where name='Moss'"],
    ['the visit on november 30 is off, please remove it', "delete visits where visit_date>='2026-11-30' and visit_date<'2026-12-01'"],
    // Two orders about the same rows.
    ['mark visit 7 as done and put 4200 grams of weight on it', "update visits status='done', weight_grams=4200 where id=7"],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    // Whose, and of which table?
    'cancel Ines Varga for limping',
    'we moved Rex to Moss, delete it',
    'visit 7 is waiting for visit 8, delete it',
    'mark visit 7 as done and put 4200 marbles on it',
    'mark visit 7 as done and mark it as planned',
    'delete Una Frosts place on november 26',
    'take Rex and Nobody off the pet list',
  ])('declines: %s', (text) => {
    expect(outcome(text).kind).toBe('declined');
  });

  it('means one row by its singular', () => {
    expect(outcome('delete the visit on november 30')).toMatchObject({ oneRow: 'the visit' });
    expect(outcome('delete the visits on november 30')).not.toHaveProperty('oneRow');
  });
});
