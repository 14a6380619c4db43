import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable as table } from '../support/table.ts';

/** A stable: ponies, lessons and the days of both, with states that are called otherwise by who asks. */
const schema = {
  fingerprint: 'stable',
  tables: [
    table('ponies', { id: 'integer', name: 'text', breed: 'text', condition: 'text', born_on: 'date', bought_on: 'date' }),
    table('lessons', { id: 'integer', pony_id: 'integer', status: 'text', held_on: 'date' }, { pony_id: 'ponies' }),
    table('treatments', { id: 'integer', pony_id: 'integer', treatment: 'text', given_on: 'date' }, { pony_id: 'ponies' }),
    table('grooms', { id: 'integer', name: 'text', speciality: 'text' }),
    table('tickets', { id: 'integer', sort: 'text', buyer: 'text' }),
    table('vehicles', { id: 'integer', plate: 'text', kind: 'text', state: 'text' }),
    table(
      'repairs',
      { id: 'integer', vehicle_id: 'integer', status: 'text', opened_on: 'date', finished_on: 'date' },
      { vehicle_id: 'vehicles' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'ponies', column: 'name', values: ['Bella', 'Comet'] },
  { table: 'ponies', column: 'breed', values: ['Connemara', 'Fjord', 'Shetland'] },
  { table: 'ponies', column: 'condition', values: ['in quarantine', 'healthy', 'deceased', 'sold'] },
  { table: 'lessons', column: 'status', values: ['done', 'called off', 'no-show', 'pending'] },
  { table: 'vehicles', column: 'kind', values: ['lorry', 'horsebox', 'sailboat'] },
  { table: 'vehicles', column: 'state', values: ['available', 'in repair', 'closed', 'shut'] },
  { table: 'treatments', column: 'treatment', values: ['vaccination', 'worming'] },
  { table: 'grooms', column: 'name', values: ['Ada Berg', 'Olaf Lind'] },
  { table: 'grooms', column: 'speciality', values: ['Shetlands', 'foals'] },
  { table: 'tickets', column: 'sort', values: ['season', 'day', 'voucher'] },
  { table: 'tickets', column: 'buyer', values: ['Voucher', 'Mia'] },
  { table: 'repairs', column: 'status', values: ['waiting', 'rejected', 'completed'] },
]);
const planner = createQuestionPlanner();
const ask = async (text: string) => {
  const read = await planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
  return read.kind === 'plan' ? { ...read.plan, told: read.assumptions } : { kind: read.kind };
};
const is = (column: string, value: string) => ({ kind: 'compare', op: '=', left: { column }, right: { value } });

describe('states and kinds by other names', () => {
  it.each([
    ['finished lessons', is('status', 'done'), "'finished' read as 'done'"],
    ['how many lessons were cancelled', is('status', 'called off'), "'cancelled' read as 'called off'"],
    ['missed lessons', is('status', 'no-show'), "'missed' read as 'no show'"],
    ['repairs that were turned down', is('status', 'rejected'), "'turned down' read as 'rejected'"],
    ['pending repairs', is('status', 'waiting'), "'pending' read as 'waiting'"],
    ['quarantined ponies', is('condition', 'in quarantine'), "'quarantined' read as 'in quarantine'"],
    ['dead ponies', is('condition', 'deceased'), "'dead' read as 'deceased'"],
    ['which ponies died', is('condition', 'deceased'), "'died' read as 'deceased'"],
    ['how many sailing boats do we have', is('kind', 'sailboat'), "'sailing boats' read as 'sailboat'"],
    ['sailing boats', is('kind', 'sailboat'), "'sailing boats' read as 'sailboat'"],
    ['truck repairs', is('kind', 'lorry'), null],
  ])('are what is stored: %s', async (text, where, note) => {
    const read = await ask(text);
    if (note === null) expect(read).toMatchObject({ kind: 'declined' });
    else expect(read).toMatchObject({ where, told: expect.arrayContaining([note]) });
  });

  it.each([
    ['vehicles available', is('state', 'available')],
    ['any fjords healthy?', { kind: 'and', args: [is('breed', 'Fjord'), is('condition', 'healthy')] }],
    ['lessons pending this month', { kind: 'and', args: [is('status', 'pending'), {}] }],
  ])('stand after what they are said of: %s', async (text, where) => {
    expect(await ask(text)).toMatchObject({ where });
  });

  it.each([
    ['how many vaccinations this year', { kind: 'and', args: [{ ...is('treatment', 'vaccination') }, {}] }],
    // Where a groom's field is Shetlands as well.
    ['shetlands that are healthy', { kind: 'and', args: [is('breed', 'Shetland'), is('condition', 'healthy')] }],
    ['season tickets and day tickets', { kind: 'or', args: [is('sort', 'season'), is('sort', 'day')] }],
    ['healthy ponies', is('condition', 'healthy')],
    ['how many shetlnads', is('breed', 'Shetland')],
    ['wormmings in october', { kind: 'and', args: [is('treatment', 'worming'), {}] }],
    // As a state is said by a verb that is no regular one.
    ['ponies that were selled', is('condition', 'sold')],
    ['motor lorrys', 'declined'],
    ['season tickets and grooms', 'declined'],
    // A kind of ticket, or who bought it.
    ['vouchers', 'declined'],
  ])('are rows by what they are: %s', async (text, where) => {
    expect(await ask(text)).toMatchObject(where === 'declined' ? { kind: where } : { where });
  });

  it.each([
    // Of which of two days it was.
    'ponies that died this year',
    'which ponies died in october',
    'repairs that were turned down last month',
    // Two states here are one in English.
    'which vehicles are shut down',
    // No state of any of these.
    'paused lessons',
    'lost ponies',
    'ponies stopped available',
  ])('are not taken for what they may not be: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });
});
