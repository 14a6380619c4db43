import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const unique = (made: Table, ...columns: string[]): Table => ({ ...made, uniques: columns.map((name) => [name]) });
const commented = (made: Table, comments: Record<string, string>): Table => ({
  ...made,
  columns: made.columns.map((column) => ({ ...column, comment: comments[column.name] ?? null })),
});

/** A bike shop that hires bikes out and runs a polo league. */
const schema: Schema = {
  fingerprint: 'f',
  tables: [
    unique(table('bikes', { frame_no: 'text!', kind: 'text!', out_of_service: 'boolean!', list_price: 'decimal!' }), 'frame_no'),
    unique(
      table('repairs', {
        ticket_no: 'text!',
        state: 'text!',
        opened_on: 'date!',
        collected_on: 'date',
        collected_by: 'text',
        bill_cents: 'integer',
        parts_cost: 'decimal',
      }),
      'ticket_no',
    ),
    commented(table('fitters', { name: 'text!', grade: 'text!', rate_cents: 'integer!', monthly_wage: 'decimal' }), {
      rate_cents: 'what a customer pays per hour of labour, in cents',
    }),
    table('racks', { number: 'integer!', broken: 'boolean!' }),
    table('spares', { name: 'text!', price_cents: 'integer!', stock: 'integer!' }),
    table('clubs', { name: 'text!', kind: 'text!', discount_percent: 'decimal!' }),
    table('squads', { name: 'text!', captain_id: 'integer' }, { captain_id: 'riders' }),
    commented(
      table('riders', { name: 'text!', squad_id: 'integer', cap_number: 'integer', key_returned: 'boolean!' }, { squad_id: 'squads' }),
      {
        squad_id: 'empty while the rider is on the reserve list',
      },
    ),
    table(
      'matches',
      {
        home_squad_id: 'integer!',
        away_squad_id: 'integer!',
        home_goals: 'integer',
        away_goals: 'integer',
        starts_at: 'timestamp!',
        status: 'text!',
      },
      { home_squad_id: 'squads', away_squad_id: 'squads' },
    ),
    table(
      'tours',
      { title: 'text!', published_on: 'date', status: 'text!', starts_at: 'timestamp!', guide_id: 'integer' },
      { guide_id: 'fitters' },
    ),
    table('tour_guests', { tour_id: 'integer!', rider_id: 'integer!' }, { tour_id: 'tours', rider_id: 'riders' }),
    table('comments', { tour_id: 'integer!', body: 'text!' }, { tour_id: 'tours' }),
  ],
};
const values = buildValueIndex([
  { table: 'bikes', column: 'frame_no', values: ['FR-118', 'FR-204'] },
  { table: 'bikes', column: 'kind', values: ['tandem', 'cargo'] },
  { table: 'repairs', column: 'ticket_no', values: ['T-31', 'T-77'] },
  { table: 'repairs', column: 'state', values: ['open', 'declined', 'collected'] },
  { table: 'repairs', column: 'collected_by', values: ['owner', 'courier'] },
  { table: 'fitters', column: 'name', values: ['Ida Moor', 'Sven Pratt'] },
  { table: 'fitters', column: 'grade', values: ['trainee', 'senior'] },
  { table: 'spares', column: 'name', values: ['Brake cable', 'Inner tube'] },
  { table: 'clubs', column: 'name', values: ['Hill Riders', 'Spokes'] },
  { table: 'clubs', column: 'kind', values: ['school', 'company'] },
  { table: 'squads', column: 'name', values: ['Gulls', 'Terns'] },
  { table: 'riders', column: 'name', values: ['Ada Krause', 'Tom Berg'] },
  { table: 'matches', column: 'status', values: ['planned', 'played'] },
  { table: 'tours', column: 'title', values: ['Harbour loop', 'Hill climb'] },
  { table: 'tours', column: 'status', values: ['planned', 'cancelled'] },
  { table: 'comments', column: 'body', values: ['far too steep', 'lovely'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('what rises and falls', () => {
  it.each([
    ['trainee labour goes up 2 dollars an hour', 'update fitters rate_cents=rate_cents+200 where grade=trainee'],
    ['raise the rate of all trainees by 3', 'update fitters rate_cents=rate_cents+300 where grade=trainee'],
    ['the trainees cost 50 cents more an hour', 'update fitters rate_cents=rate_cents+50 where grade=trainee'],
    ['4% raise for all seniors', 'update fitters monthly_wage=monthly_wage*1.04 where grade=senior'],
    ['15% off all the tandems', 'update bikes list_price=list_price*0.85 where kind=tandem'],
    ['give all school clubs 5 percent off', 'update clubs discount_percent=5 where kind=school'],
    ['inner tubes are 7.50 from now on', 'update spares price_cents=750 where name=Inner tube, one Inner tube'],
    ['change the price of Brake cable to 4', 'update spares price_cents=400 where name=Brake cable, one Brake cable'],
    ['set the price_cents of Brake cable to 450', 'update spares price_cents=450 where name=Brake cable, one Brake cable'],
    ['all tandems are 899.00 from now on', 'update bikes list_price=899 where kind=tandem'],
    ['all school clubs get 4% off', 'update clubs discount_percent=4 where kind=school'],
    ['the trainees get 1 euro more a month', 'update fitters monthly_wage=monthly_wage+1 where grade=trainee'],
    ['put the rate of all trainees up by 5%', 'update fitters rate_cents=round(rate_cents*1.05) where grade=trainee'],
    ['just used 3 brake cables, take them off the stock', 'update spares stock=stock-3 where name=Brake cable, one Brake cable'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'trainee labour goes up 2 dollars a day',
    'give all school clubs 5 dollars off',
    'the tandem goes up 5 dollars',
    'inner tubes are 7 from now on',
    '15% off all the unicycles',
    'just used 3 brake cables, take them off the bill',
  ])('%j changes nothing', (text) => expect(said(text)).not.toMatch(/^update/));
});

describe('what became of one row', () => {
  it.each([
    ['bike FR-204 is repaired and can be hired out again', 'update bikes out_of_service=false where frame_no=FR-204'],
    ['FR-204 is back from the workshop', 'update bikes out_of_service=false where frame_no=FR-204'],
    [
      'T-31 was collected today by courier',
      'update repairs collected_on=2026-11-22 state=collected collected_by=courier where ticket_no=T-31',
    ],
    ['T-31 was collected just now', 'update repairs collected_on=2026-11-22 state=collected where ticket_no=T-31'],
    [
      'T-31 was collected today, parts cost was 18.40',
      'update repairs collected_on=2026-11-22 state=collected parts_cost=18.4 where ticket_no=T-31',
    ],
    ['T-31 was collected by courier', 'update repairs state=collected collected_by=courier where ticket_no=T-31'],
    ['tour 4 will be led by sven pratt', 'update tours guide_id=(name=Sven Pratt) where id=4'],
    ['the list price of FR-118 goes up by 20', 'update bikes list_price=list_price+20 where frame_no=FR-118'],
    ['rack 12 is repaired again', 'update racks broken=false where number=12, one rack 12'],
    ['FR-118 is in the workshop', 'update bikes out_of_service=true where frame_no=FR-118'],
    ['ada krause returned her key', 'update riders key_returned=true where name=Ada Krause, one Ada Krause'],
    ['match 9 was played today', 'update matches status=played where id=9'],
    ['hill climb goes online today', 'update tours published_on=2026-11-22 where title=Hill climb, one Hill climb'],
    ['write off all declined repairs', 'update repairs state=written off where state=declined'],
    [
      'ada krause moves up from the reserve list to the gulls with number 9',
      'update riders squad_id=(name=Gulls) cap_number=9 where name=Ada Krause, one Ada Krause',
    ],
    [
      'Ida Moor will do the tour on 3 december',
      'update tours guide_id=(name=Ida Moor) where starts_at>=2026-12-03 00:00:00 and starts_at<2026-12-04 00:00:00, one the tour on 3 december',
    ],
    ['match 9 ended 2 all', 'update matches home_goals=2 away_goals=2 status=played where id=9'],
    [
      'match 9 ended 5 to 1 for the terns',
      'update matches home_goals=5 if home_squad_id in name=Terns else 1 away_goals=1 if home_squad_id in name=Terns else 5 status=played' +
        ' where id=9 and (home_squad_id in name=Terns or away_squad_id in name=Terns)',
    ],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'match 9 ended 5 to 1',
    'match 9 ended 5 to 1 for the puffins',
    'the bikes are back from the workshop',
    'FR-204 is repaired and can be painted again',
    'T-31 was collected today by balloon',
    'ada krause moves up from the juniors to the gulls',
    'Ida Moor will paint the tour on 3 december',
  ])('%j changes nothing', (text) => expect(said(text)).not.toMatch(/^(?:update|delete)/));
});

describe('what goes', () => {
  it.each([
    ['take repair 12 out, that was a mistake', 'delete repairs where id=12'],
    ['the repairs we declined can be deleted', 'delete repairs where state=declined'],
    ['clear out the declined repairs', 'delete repairs where state=declined'],
    [
      'take ada krause off the guest list for the hill climb',
      'delete tour_guests where rider_id in name=Ada Krause and tour_id in title=Hill climb, one ada krause and the hill climb',
    ],
    [
      'remove the comments on the cancelled hill climb on 3 december',
      'delete comments where tour_id in status=cancelled and title=Hill climb and starts_at>=2026-12-03 00:00:00 and starts_at<2026-12-04 00:00:00',
    ],
    ['delete the remark that says far too steep', 'delete comments where body=far too steep, one remark that says far too steep'],
    [
      'delete the match between the gulls and the terns on november 28',
      'delete matches where (home_squad_id in name=Gulls and away_squad_id in name=Terns or home_squad_id in name=Terns and away_squad_id in name=Gulls)' +
        ' and starts_at>=2026-11-28 00:00:00 and starts_at<2026-11-29 00:00:00, one the match',
    ],
    ['tom berg wants to be taken off our books, delete him', 'delete riders where name=Tom Berg, one Tom Berg'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'take repair 12 out, and order a new chain',
    'take the rubbish out',
    'the repairs we forgot can be deleted',
    'delete the remark that says too flat',
    'delete the match between the gulls and the puffins',
  ])('%j deletes nothing', (text) => expect(said(text)).not.toMatch(/^(?:update|delete)/));
});
