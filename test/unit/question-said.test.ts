import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A boatyard: berths that are called by codes, stays in them, jobs on boats, prices in cents. */
const base = [
  table('skippers', { id: 'integer', first_name: 'text', last_name: 'text', email: 'text' }),
  table('boats', { id: 'integer', name: 'text', kind: 'text', skipper_id: 'integer', insured: 'boolean' }, { skipper_id: 'skippers' }),
  table('berths', { id: 'integer', code: 'text', is_closed: 'boolean', nightly_cents: 'integer', colour: 'text' }),
  table(
    'reservations',
    {
      id: 'integer',
      boat_id: 'integer',
      berth_id: 'integer',
      booked_on: 'date',
      arrive_on: 'date',
      depart_on: 'date',
      total_cents: 'integer',
    },
    { boat_id: 'boats', berth_id: 'berths' },
  ),
  table('repairs', { id: 'integer', boat_id: 'integer', problem: 'text', topic: 'text', reported_on: 'date' }, { boat_id: 'boats' }),
  table('crews', { id: 'integer', name: 'text', waiver_signed_on: 'date', joined_on: 'date' }),
  table('shifts', { id: 'integer', crew_id: 'integer', starts_at: 'timestamp', minutes: 'integer' }, { crew_id: 'crews' }),
  table('invoices', { id: 'integer', skipper_id: 'integer', issued_on: 'date', total: 'decimal' }, { skipper_id: 'skippers' }),
];
const schema: Schema = {
  fingerprint: 'boatyard',
  tables: base.map((one) => ({
    ...one,
    comment: one.name === 'skippers' ? 'the people who own the boats' : one.comment,
    uniques: one.name === 'berths' ? [['code']] : one.uniques,
    columns: one.columns.map((column) => ({ ...column, nullable: ['email', 'waiver_signed_on'].includes(column.name) })),
  })),
};
const values = buildValueIndex([
  { table: 'skippers', column: 'first_name', values: ['Ines', 'Otto'] },
  { table: 'skippers', column: 'last_name', values: ['Calder', 'Sorn'] },
  { table: 'crews', column: 'name', values: ['Vega', 'Lyra'] },
  { table: 'boats', column: 'name', values: ['Osprey', 'Tern'] },
  { table: 'boats', column: 'kind', values: ['sloop', 'ketch', 'dinghy'] },
  { table: 'berths', column: 'code', values: ['A1', 'A2'] },
  { table: 'berths', column: 'colour', values: ['red', 'green'] },
  { table: 'repairs', column: 'topic', values: ['masts', 'toilets'] },
]);
const planner = createQuestionPlanner();
const { signal } = new AbortController();
const ask = (text: string) => planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal });
const planOf = async (text: string) => {
  const outcome = await ask(text);
  return outcome.kind === 'plan' ? outcome.plan : outcome.kind;
};

describe('the same in other words', () => {
  const same: readonly (readonly [said: string, plain: string])[] = [
    ['how many resrvatons are there', 'how many reservations are there'],
    ['how many owners have we got', 'how many skippers are there'],
    ['which berths are shut', 'which berths are closed'],
    ['do we see more sloops or ketches', 'do we have more sloops or ketches'],
    ['average price per night of berths', 'average nightly cents of berths'],
    ['which boats have never been in for a repair', 'which boats have never had a repair'],
    ['whos got no email', 'who has no email'],
    ['top 2 owners by how much theyve been billed', 'top 2 owners by total of their invoices'],
    ['who spends the most with us', 'who spent the most'],
    ['how many repairs a month do we do on average', 'average number of repairs per month'],
  ];
  for (const [said, plain] of same)
    it(said, async () => {
      const plan = await planOf(said);
      expect(plan).toBeTypeOf('object');
      expect(plan).toEqual(await planOf(plain));
    });
});

describe('what no noun says', () => {
  it('is of the one table that all of it fits', async () => {
    expect(JSON.stringify(await planOf('everything in red or green'))).toContain('"table":"berths"');
    expect(JSON.stringify(await planOf('whats closed'))).toContain('"column":"is_closed"');
  });

  it('is declined of a time alone, and where people or two tables are meant', async () => {
    for (const question of ['everything from last month', 'which ones', 'what is there'])
      expect(await planOf(question), question).toBe('declined');
  });

  it('is not what a row is about', async () => {
    expect(await planOf('how many toilets have we got')).toBe('declined');
  });
});

describe('rows that are called by a code', () => {
  it('show it beside their key', async () => {
    const plan = await planOf('which berth has the most reservations');
    expect(plan).toMatchObject({ columns: [{ as: 'id' }, { as: 'code' }, { as: 'count' }] });
  });

  it('show the key alone where it is asked for', async () => {
    expect(JSON.stringify(await planOf('ids of berths'))).not.toContain('"column":"code"');
  });
});

describe('amounts kept in cents', () => {
  it('are compared in what prices are said in', async () => {
    expect(JSON.stringify(await planOf('reservations over 40 quid'))).toContain('"value":4000');
    expect(JSON.stringify(await planOf('invoices over 40 quid'))).toContain('"value":40,');
  });
});

describe('two numbers at once', () => {
  it('stand side by side', async () => {
    expect(await planOf('how many boats do we have and how many of them are insured')).toMatchObject({
      columns: [{ expr: { kind: 'scalarQuery' } }, { expr: { kind: 'scalarQuery' } }],
    });
    expect(JSON.stringify(await planOf('how many invoices did we have this year and how much were they worth'))).toContain('"fn":"sum"');
  });

  it('are declined where a time that is said once may be that of both', async () => {
    expect(await planOf('how many boats do we have and how many repairs were there in may and june')).toBe('declined');
    expect(await planOf('how many repairs did we have and how many reservations were there last year')).toBe('declined');
  });
});

describe('kinds', () => {
  it('are those of the one column that says them', async () => {
    expect(await planOf('what kinds of boats do we look after')).toMatchObject({ distinct: true, columns: [{ as: 'kind' }] });
  });

  it('"their" is somebody of theirs and no value', async () => {
    expect(JSON.stringify(await planOf('boats with their sloop'))).not.toContain('"value":"sloop"');
  });
});

describe('when something was used', () => {
  it('is open where it was booked before', async () => {
    expect(await planOf('2 most used berths this year')).toBe('declined');
    expect(await planOf('2 most used berths')).toBeTypeOf('object');
  });
});

describe('how long a stay is', () => {
  it('goes from arrival to departure', async () => {
    expect(JSON.stringify(await planOf('how long do boats stay on average'))).toContain('"column":"depart_on"');
    expect(await planOf('how many nights were booked')).toBe('declined');
  });
});

describe('who arrives and departs', () => {
  it('does so on the day of that name, and not when it was booked', async () => {
    for (const [question, column] of [
      ['which boats arrive today', 'arrive_on'],
      ['which boats depart tomorrow', 'depart_on'],
    ] as const) {
      const plan = JSON.stringify(await planOf(question));
      expect(plan, question).toContain(`"column":"${column}"`);
      expect(plan, question).not.toContain('"column":"booked_on"');
    }
  });
});

describe('lengths in minutes', () => {
  it('are added up in the unit that is asked for', async () => {
    for (const question of ['how many hours of shifts were there this year', 'total hours of shifts this year'])
      expect(JSON.stringify(await planOf(question)), question).toMatch(/"op":"\/".*"column":"minutes".*"value":60/);
    expect(JSON.stringify(await planOf('how many minutes of shifts were there this year'))).not.toContain('"op":"/"');
  });

  it('are those of whom they belong to', async () => {
    expect(JSON.stringify(await planOf('total hours of shifts of vega'))).toMatch(/"value":"%?vega/i);
  });
});

describe('a verb with its object', () => {
  it('is the one column that is called after both', async () => {
    expect(JSON.stringify(await planOf('crews that have not signed their waiver'))).toMatch(/"isNull".*"waiver_signed_on"/);
    expect(JSON.stringify(await planOf('crews that signed the waiver this year'))).toMatch(/"op":">=".*"waiver_signed_on"/);
  });

  it('is left where the object is another, or the time is denied', async () => {
    for (const question of ['crews that signed their lease', 'crews that have not signed their waiver this year'])
      expect(await planOf(question), question).toBe('declined');
  });
});
