import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

/** A riding school, with some names cut short. */
const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table(
      'horses',
      {
        name: 'text!',
        breed: 'text!',
        height_cm: 'integer',
        weight_kg: 'decimal',
        diet: 'text',
        stall_id: 'integer',
        rider_id: 'integer',
        retired: 'boolean',
        died_on: 'date',
      },
      { stall_id: 'stalls', rider_id: 'riders' },
    ),
    table('stalls', { name: 'text!', has_window: 'boolean' }),
    table('riders', {
      first_name: 'text!',
      last_name: 'text!',
      town: 'text',
      phone: 'text',
      level: 'text!',
      hourly_pay: 'decimal',
      joined_on: 'date!',
      left_on: 'date',
    }),
    table(
      'lessons',
      { name: 'text!', teacher_id: 'integer', places: 'integer', price: 'decimal', status: 'text' },
      { teacher_id: 'riders' },
    ),
    table('shoeings', { horse_id: 'integer!', done_on: 'date!', kind: 'text!', cost: 'decimal!' }, { horse_id: 'horses' }),
    table('repairs', { code: 'text', status: 'text!', closed_on: 'date' }),
    {
      ...table('pmt', { rdr: 'integer!', amt: 'decimal!', pd: 'date' }, { rdr: 'riders' }),
      comment: 'payments',
    },
  ],
};
const values = buildValueIndex([
  { table: 'horses', column: 'name', values: ['Juno', 'Old Tom', 'Pebble', 'Comet', 'Wren'] },
  { table: 'horses', column: 'breed', values: ['Shire', 'Cob'] },
  { table: 'horses', column: 'diet', values: ['hay', 'mash'] },
  { table: 'stalls', column: 'name', values: ['North 1', 'Corner Stall'] },
  { table: 'riders', column: 'first_name', values: ['Erin', 'Paul', 'Sana'] },
  { table: 'riders', column: 'last_name', values: ['Frost', 'Hale', 'Iqbal'] },
  { table: 'riders', column: 'town', values: ['Malton', 'Selby', 'York'] },
  { table: 'riders', column: 'level', values: ['novice', 'senior'] },
  { table: 'lessons', column: 'name', values: ['Jumping', 'First Steps'] },
  { table: 'lessons', column: 'status', values: ['open', 'cancelled'] },
  { table: 'shoeings', column: 'kind', values: ['trim', 'full set'] },
  { table: 'repairs', column: 'status', values: ['open', 'settled'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('a row, a verb and what becomes of it', () => {
  it.each([
    ['juno weighs 512 kg', 'update horses weight_kg=512 where name=Juno, one Juno'],
    ['juno is 164 cm high now', 'update horses height_cm=164 where name=Juno, one Juno'],
    ['old tom eats mash now', 'update horses diet=mash where name=Old Tom, one Old Tom'],
    ['pebble goes to the corner stall', 'update horses stall_id=(name=Corner Stall) where name=Pebble, one Pebble'],
    ['comet is ridden by erin frost now', 'update horses rider_id=(first_name=Erin and last_name=Frost) where name=Comet, one Comet'],
    ['erin frost is a senior rider now', 'update riders level=senior where first_name=Erin and last_name=Frost, one Erin Frost'],
    ['sana iqbal left on 15 november', 'update riders left_on=2026-11-15 where first_name=Sana and last_name=Iqbal, one Sana Iqbal'],
    ['paul hale leaves on 20 december', 'update riders left_on=2026-12-20 where first_name=Paul and last_name=Hale, one Paul Hale'],
    ['paul hale has moved to selby', 'update riders town=Selby where first_name=Paul and last_name=Hale, one Paul Hale'],
    ['paul hale gets 14.50 an hour from now on', 'update riders hourly_pay=14.5 where first_name=Paul and last_name=Hale, one Paul Hale'],
    [
      'erin frost teaches jumping from now on',
      'update lessons teacher_id=(first_name=Erin and last_name=Frost) where name=Jumping, one Jumping',
    ],
    ['jumping takes 8 places now', 'update lessons places=8 where name=Jumping, one Jumping'],
    ['the price of first steps is 22 from now on', 'update lessons price=22 where name=First Steps, one First Steps'],
    ['old tom died yesterday', 'update horses died_on=2026-11-21 where name=Old Tom, one Old Tom'],
    ['wren is not retired any more', 'update horses retired=false where name=Wren, one Wren'],
    ['repair 4 was settled today', 'update repairs closed_on=2026-11-22 status=settled where id=4'],
    ['payment 31 was paid today', 'update pmt pd=2026-11-22 where id=31'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'horses that weigh 512 kg',
    'horses in the corner stall now',
    'juno weight now',
    'lessons of erin frost today',
    'riders left on 15 november',
    'repairs settled today',
    'juno weighs more now',
    'juno is nice now',
    'juno lost 12 kg',
    'erin frost lives in york today',
    'comet is bigger than wren now',
    'erin frost teaches from now on',
    'sana moved to the sea',
  ])('%j changes nothing', (text) => expect(said(text)).toBe('declined'));
});

describe('orders about several rows, or with what becomes of one right after it', () => {
  it.each([
    ['cancel lessons 3, 4 and 6', 'update lessons status=cancelled where in'],
    ['make juno a cob', 'update horses breed=Cob where name=Juno, one Juno'],
    ['give paul hale a raise of 5 %', 'update riders hourly_pay=hourly_pay*1.05 where first_name=Paul and last_name=Hale, one Paul Hale'],
    ['sana iqbal took a fall, mark her as novice', 'update riders level=novice where first_name=Sana and last_name=Iqbal, one Sana Iqbal'],
  ])('%s', (text, plan) => expect(said(text)).toBe(plan));

  it.each(['cancel lessons 3, 4', 'give paul hale a raise', 'give juno a higher price'])('%j asks back', (text) =>
    expect(said(text)).not.toMatch(/^update/),
  );
});

describe('rows that are added by who types no capitals', () => {
  it.each([
    [
      'new rider mona lund from leeds, senior, joined today',
      'insert riders first_name=Mona last_name=Lund town=Leeds level=senior joined_on=2026-11-22',
    ],
    ['new horse clover, a cob, 410 kg', 'insert horses name=Clover breed=Cob weight_kg=410'],
    ['sign up ivo dale as a novice from today', 'insert riders first_name=Ivo last_name=Dale level=novice joined_on=2026-11-22'],
    ['juno had a trim today, 45', 'insert shoeings horse_id=(name=Juno) done_on=2026-11-22 kind=trim cost=45'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each(['new riders this month', 'new rider count by month', 'new horse lessons today', 'juno had a trim', 'juno had a bath today, 45'])(
    '%j adds nothing',
    (text) => expect(said(text)).toBe('declined'),
  );
});
