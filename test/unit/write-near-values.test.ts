import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { isNews, looksLikeWrite, mayBeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const schema: Schema = {
  fingerprint: 'theatre',
  tables: [
    table('patrons', {
      title: 'text',
      name: 'text!',
      phone: 'text',
      town: 'text!',
      second_name: 'text',
      tier: 'text',
      mailing: 'boolean',
      since: 'date!',
    }),
    table(
      'props',
      { name: 'text!', kind: 'text!', weight_kg: 'decimal', insured_value: 'decimal', shelf_id: 'integer', state: 'text' },
      { shelf_id: 'shelves' },
    ),
    table('shelves', { name: 'text!' }),
    table('outings', { name: 'text!', scheduled_for: 'date', leaves_at: 'text' }),
    table('visits', { kind: 'text!', held_on: 'date!', scrapped: 'boolean!' }),
    table('plays', { title: 'text!', minutes: 'integer', ticket_price: 'decimal', max_seats: 'integer' }),
    table('play_props', { play_id: 'integer!', prop_id: 'integer!' }, { play_id: 'plays', prop_id: 'props' }),
    table(
      'rehearsals',
      { play_id: 'integer!', held_on: 'date!', room: 'text!', called_off: 'boolean!', minutes: 'integer' },
      { play_id: 'plays' },
    ),
    table('actors', { full_name: 'text!', hourly_rate: 'decimal!', understudy: 'boolean!' }),
    table('calls', { actor_id: 'integer!', day: 'date!', duty: 'text!', showed_up: 'boolean' }, { actor_id: 'actors' }),
    table('fees', { patron_id: 'integer!', year: 'integer!', paid_on: 'date', method: 'text' }, { patron_id: 'patrons' }),
    table(
      'hires',
      { borrower: 'text!', prop_id: 'integer!', out_on: 'date!', returned_on: 'date', status: 'text!', remark: 'text', days: 'integer' },
      { prop_id: 'props' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'patrons', column: 'title', values: ['Mrs', 'Mr', 'Dr'] },
  { table: 'patrons', column: 'name', values: ['Edda Winslow', 'Basil Thorne', 'Nils Hartog'] },
  { table: 'patrons', column: 'town', values: ['Ostend', 'Bruges'] },
  { table: 'props', column: 'name', values: ['Silver lantern', 'Grandfather clock'] },
  { table: 'visits', column: 'kind', values: ['school visit', 'tour'] },
  { table: 'patrons', column: 'tier', values: ['first tier', 'second tier'] },
  { table: 'props', column: 'state', values: ['good', 'fragile'] },
  { table: 'props', column: 'kind', values: ['light', 'furniture'] },
  { table: 'shelves', column: 'name', values: ['Shelf 3', 'Cellar'] },
  { table: 'plays', column: 'title', values: ['Summer Night Gala', 'The Miser'] },
  { table: 'rehearsals', column: 'room', values: ['studio', 'stage'] },
  { table: 'actors', column: 'full_name', values: ['Lars Hartog', 'Rosa Menken'] },
  { table: 'calls', column: 'duty', values: ['matinee', 'evening'] },
  { table: 'fees', column: 'method', values: ['card', 'cash'] },
  { table: 'hires', column: 'borrower', values: ['Harbour School', 'Town Choir'] },
  { table: 'hires', column: 'status', values: ['out', 'back', 'cancelled'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('new values that no verb of changing leads to', () => {
  it.each([
    ['the silver lantern weighs 4 kilos now', 'update props weight_kg=4 where name=Silver lantern, one Silver lantern'],
    ['the miser takes 2 hours now', 'update plays minutes=120 where title=The Miser, one The Miser'],
    ['insured value of the silver lantern 80 pounds', 'update props insured_value=80 where name=Silver lantern, one Silver lantern'],
    ['patron Edda Winslow: phone 0470 5566', 'update patrons phone=0470 5566 where name=Edda Winslow, one Edda Winslow'],
    [
      'max seats of the summer night gala up by 20',
      'update plays max_seats=max_seats+20 where title=Summer Night Gala, one Summer Night Gala',
    ],
    ['give rosa 50p an hour more', 'update actors hourly_rate=hourly_rate+0.5 where full_name=Rosa Menken, one Rosa Menken'],
    ['switch mailing off for basil thorne', 'update patrons mailing=false where name=Basil Thorne, one Basil Thorne'],
    [
      "lars didn't show up for the matinee today",
      'update calls showed_up=false where actor_id in full_name=Lars Hartog and duty=matinee and day>=2026-11-22 and day<2026-11-23 and showed_up is null, one lars',
    ],
    [
      'edda winslow has paid her 2026 fee by card today',
      'update fees paid_on=2026-11-22 method=card where patron_id in name=Edda Winslow and year=2026 and paid_on is null, one edda winslow',
    ],
    [
      'the harbour school sent back the hire today',
      'update hires returned_on=2026-11-22 where borrower=Harbour School and returned_on is null, one the hire',
    ],
    [
      "cancel the hire of the town choir that's out",
      'update hires status=cancelled where borrower=Town Choir and status=out and status<>cancelled, one the hire',
    ],
    ['take the silver lantern out of the play', 'delete play_props where prop_id in name=Silver lantern, one the silver lantern'],
    [
      'cancel the school visit on thursday',
      'update visits scrapped=true where kind=school visit and held_on>=2026-11-26 and held_on<2026-11-27 and scrapped<>true, one the visit',
    ],
    ["rosa menken isn't an understudy any more", 'update actors understudy=false where full_name=Rosa Menken, one Rosa Menken'],
    ['nils hartog has a new number 0470 112233', 'update patrons phone=0470 112233 where name=Nils Hartog, one Nils Hartog'],
    [
      'basil thorne paid his 2026 fee today, cash',
      'update fees paid_on=2026-11-22 method=cash where patron_id in name=Basil Thorne and year=2026 and paid_on is null, one basil thorne',
    ],
    ['a child dropped the silver lantern, its fragile now', 'update props state=fragile where name=Silver lantern, one Silver lantern'],
    ['insured value of 80 pounds for the silver lantern', 'update props insured_value=80 where name=Silver lantern, one Silver lantern'],
    [
      'rosa menken gets a pay rise of 1.50 an hour',
      'update actors hourly_rate=hourly_rate+1.5 where full_name=Rosa Menken, one Rosa Menken',
    ],
    ['put a remark on hire 4: ring the caretaker', 'update hires remark=ring the caretaker where id=4'],
    ['hire 4 is back, 3 days', 'update hires status=back days=3 where id=4'],
    ['move outing 4 to 2 december', 'update outings scheduled_for=2026-12-02 where id=4'],
    ['move prop 7 to shelf 3', 'update props shelf_id=(name=Shelf 3) where id=7'],
    ['patron edda winslow is second tier now', 'update patrons tier=second tier where name=Edda Winslow, one Edda Winslow'],
  ])('%j', (text, wanted) => expect(said(text)).toBe(wanted));

  it.each(['the silver lantern lost 2 kilos', 'lars showed up and paid', 'insured value of the lights 80 pounds', 'hire 3 went out today'])(
    '%j is left alone',
    (text) => expect(said(text)).not.toMatch(/^update/),
  );
});

describe('rows that are added', () => {
  it.each([
    [
      'new patron mrs Ida Brandt, Ostend, 0470 1122',
      'insert patrons title=Mrs name=Ida Brandt phone=0470 1122 town=Ostend since=2026-11-22',
    ],
    ['new customer Ida Brandt, lives in Ostend, 0470 1122', 'insert patrons name=Ida Brandt phone=0470 1122 town=Ostend since=2026-11-22'],
    [
      'add a prop: Oak table, furniture, 30 kg, goes on Shelf 3',
      'insert props name=Oak table kind=furniture weight_kg=30 shelf_id=(name=Shelf 3)',
    ],
  ])('%j', (text, wanted) => expect(said(text)).toBe(wanted));
});

describe('what words may be', () => {
  it('no question is asked in what is said of something that is named', () => {
    expect(isNews("thursday's rehearsals are called off")).toBe(false);
    expect(isNews('the lantern is broken again')).toBe(false);
    expect(isNews('choir hire is paid')).toBe(false);
    expect(isNews("rosa's call on friday is with lars")).toBe(false);
  });

  it('a change is looked for in what is no question', () => {
    expect(looksLikeWrite('insured value of the silver lantern 80 pounds')).toBe(false);
    expect(mayBeWrite('insured value of the silver lantern 80 pounds')).toBe(true);
    expect(mayBeWrite('which lanterns are insured')).toBe(false);
    expect(mayBeWrite('hires that are still out')).toBe(false);
    expect(mayBeWrite('lantern 3 not insured')).toBe(false);
  });
});
