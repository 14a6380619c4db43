import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

/** A sailing school. */
const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table('boats', { name: 'text!', built_year: 'integer', on_loan: 'boolean', locked: 'boolean', state: 'text' }),
    table('crew', {
      first_name: 'text!',
      last_name: 'text!',
      job: 'text!',
      birthdate: 'date',
      since: 'date!',
      weekly_hours: 'decimal',
      swims: 'boolean',
    }),
    table('makers', { company: 'text!', country: 'text', delivery_days: 'integer' }),
    table(
      'trips',
      { boat_id: 'integer!', crew_id: 'integer!', trip_date: 'date!', hours: 'decimal!', paid_by: 'text', guided: 'boolean' },
      { boat_id: 'boats', crew_id: 'crew' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'boats', column: 'name', values: ['New Gull', 'Tern', 'Petrel'] },
  { table: 'boats', column: 'state', values: ['afloat', 'in dock', 'sold'] },
  { table: 'crew', column: 'first_name', values: ['Ola', 'Rita'] },
  { table: 'crew', column: 'last_name', values: ['Dahl', 'Shaw'] },
  { table: 'crew', column: 'job', values: ['skipper', 'cook'] },
  { table: 'trips', column: 'paid_by', values: ['cash', 'card'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('rows that are told in prose', () => {
  it.each([
    [
      'add Ingrid Falk as a new cook, born 3 may 1990, 32 hours a week, first day is today',
      'insert crew first_name=Ingrid last_name=Falk job=cook birthdate=1990-05-03 since=2026-11-22 weekly_hours=32',
    ],
    ['we got a new boat called Kestrel, built 1998', 'insert boats name=Kestrel built_year=1998'],
    ['new boat Kestrel, built 1998', 'insert boats name=Kestrel built_year=1998'],
    ['add a maker Holm Yachts, they need 20 days', 'insert makers company=Holm Yachts delivery_days=20'],
    [
      'log 3.5 hours for Ola Dahl on the Tern today, guided',
      'insert trips boat_id=(name=Tern) crew_id=(first_name=Ola and last_name=Dahl) trip_date=2026-11-22 hours=3.5 guided=true',
    ],
    [
      'Rita Shaw sailed 2 hours on the New Gull today by card',
      'insert trips boat_id=(name=New Gull) crew_id=(first_name=Rita and last_name=Shaw) trip_date=2026-11-22 hours=2 paid_by=card',
    ],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'log 3.5 hours for Ola Dahl',
    'log 3.5 hours on the Tern today',
    'log 3.5 hours for Ola Dahl on the Wren today',
    'Rita Shaw sailed 2 hours on the Gull of Leith today',
    'did Rita Shaw sail 2 hours on the Tern today',
    'log of hours for Ola Dahl on the Tern today',
    'we got new boats this month',
    'we got a new boat today',
  ])('%j adds nothing', (text) => expect(said(text)).not.toMatch(/^(?:insert|update)/));
});

describe('states and flags by everyday words', () => {
  it.each([
    ['put the petrel in dock', 'update boats state=in dock where name=Petrel, one Petrel'],
    ['take the petrel off loan', 'update boats on_loan=false where name=Petrel, one Petrel'],
    ['put the tern back on loan', 'update boats on_loan=true where name=Tern, one Tern'],
    ['take rita shaw off the list of crew', 'delete crew where first_name=Rita and last_name=Shaw, one Rita Shaw'],
    ['unlock the tern', 'update boats locked=false where name=Tern, one Tern'],
    ['rita shaws new job is cook', 'update crew job=cook where first_name=Rita and last_name=Shaw, one Rita Shaw'],
    ['push back the trip date of trip 4 to the end of march 2027', 'update trips trip_date=2027-03-31 where id=4'],
    ['push the trip date of trip 4 to start of march 2027', 'update trips trip_date=2027-03-01 where id=4'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'put the petrel in sail',
    'take the petrel off the market',
    'take the petrel in loan',
    'take rita shaw off the list of boats',
    'unblock the tern',
    'the new job is cook',
    'push the trip date of trip 4 to march 2027',
    'boats in dock',
    'will rita shaw sail the tern',
    'unlocked boats',
  ])('%j changes nothing', (text) => expect(said(text)).not.toMatch(/^(?:insert|update|delete)/));
});

describe('what is there, and who it is with', () => {
  const shop: Schema = {
    fingerprint: 'f',
    tables: [
      table('drivers', { name: 'text!' }),
      table('goods', { name: 'text!', in_stock: 'integer', min_stock: 'integer' }),
      table(
        'parcels',
        { code: 'text!', status: 'text', driver_id: 'integer', sender_id: 'integer' },
        { driver_id: 'drivers', sender_id: 'drivers' },
      ),
      table('vans', { name: 'text!', status: 'text', driver_id: 'integer' }, { driver_id: 'drivers' }),
      table('sheds', { name: 'text!', status: 'text', keeper_id: 'integer' }, { keeper_id: 'drivers' }),
    ],
  };
  const held = buildValueIndex([
    { table: 'drivers', column: 'name', values: ['Ed Pike'] },
    { table: 'goods', column: 'name', values: ['Tin bucket', 'Rake'] },
    { table: 'vans', column: 'name', values: ['Red Van'] },
    { table: 'vans', column: 'status', values: ['on the road', 'parked'] },
    { table: 'sheds', column: 'name', values: ['North Shed'] },
    { table: 'sheds', column: 'status', values: ['on hold', 'open'] },
  ]);

  it.each([
    ['we counted the tin buckets, there are 12', 'update goods in_stock=12 where name=Tin bucket, one Tin bucket'],
    ['there are 7 rakes left', 'update goods in_stock=7 where name=Rake, one Rake'],
    ['the red van is on the road now', 'update vans status=on the road where name=Red Van, one Red Van'],
    ['the red van is on the road with Ed Pike', 'update vans status=on the road driver_id=(name=Ed Pike) where name=Red Van, one Red Van'],
    ['the north shed is on hold', 'update sheds status=on hold where name=North Shed, one North Shed'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(saidWrite(text, shop, held)).toBe(plan);
  });

  it.each([
    'we counted the buckets and rakes, there are 12',
    'we counted the tin buckets, there are 12 rakes',
    'there are 7 rakes',
    'are there 7 rakes left',
    'there are 7 drivers left',
    'the north shed is on hold with Ed Pike',
    'the red van is on the road with Ann Lee',
    'the red van is on the roof now',
  ])('%j changes nothing', (text) => expect(saidWrite(text, shop, held)).not.toMatch(/^(?:insert|update|delete)/));
});
