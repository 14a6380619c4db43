import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { FORMS } from '../../src/plan/builtin/phrases/forms.ts';
import { phrasesOf, readPhrases } from '../../src/plan/builtin/phrases/phrases.ts';
import { validatePlan } from '../../src/plan/validate.ts';
import { theatreSchema as schema, theatreValues as values } from '../support/theatre-schema.ts';

const read = (text: string) => readPhrases({ text, schema, values, now: new Date('2026-11-21T10:00:00Z') });
const is = (column: string, value: unknown) => ({ kind: 'compare', op: '=', left: { column }, right: { value } });

describe('the plain forms that are read word by word', () => {
  it.each([
    ['how many open bookings are there right now', { columns: [{ expr: { fn: 'count' } }], where: is('status', 'open') }],
    ['bookings that are open or confirmed', { where: { kind: 'or', args: [is('status', 'open'), is('status', 'confirmed')] } }],
    ['unpaid bookings', { where: { kind: 'isNull', arg: { column: 'paid_on' } } }],
    ['paid bookings', { where: { kind: 'not', arg: { kind: 'isNull', arg: { column: 'paid_on' } } } }],
    ['overdue bookings', { where: { kind: 'and', args: [{ op: '<', left: { column: 'due_date' } }, { kind: 'isNull' }] } }],
    ['bookings over $50', { where: { op: '>', left: { column: 'amount' }, right: { value: 50 } } }],
    ['how many patrons are over 65', { where: { op: '>', left: { fn: 'year' }, right: { value: 65 } } }],
    [
      'patrons from bergen with no bookings',
      { where: { kind: 'and', args: [is('city', 'Bergen'), { kind: 'not', arg: { kind: 'exists' } }] } },
    ],
    ['patrons with more than 3 bookings', { where: { op: '>', left: { kind: 'scalarQuery' }, right: { value: 3 } } }],
    ['who are the staff reporting to Rosa Lind', { from: { table: 'staff' }, where: { kind: 'exists' } }],
    ['bookings by status', { columns: [{ expr: { column: 'status' } }, { expr: { fn: 'count' } }] }],
    ['bookings per month', { orderBy: [{ direction: 'asc' }], groupBy: [{ kind: 'cast' }] }],
    ['show me the northwind bookings', { joins: [{ source: { table: 'patrons' } }], where: { kind: 'match', op: 'ilike' } }],
    [
      'total of the cancelled bookings',
      { columns: [{ expr: { fn: 'sum', arg: { column: 'amount' } } }], where: is('status', 'cancelled') },
    ],
    [
      'bookings for hamlet except cancelled',
      { where: { kind: 'and', args: [is('title', 'Hamlet'), { kind: 'not', arg: is('status', 'cancelled') }] } },
    ],
    ['oldest patron', { orderBy: [{ expr: { column: 'born_on' }, direction: 'asc' }], limit: 1 }],
    ['latest 3 bookings', { orderBy: [{ expr: { column: 'booked_on' }, direction: 'desc' }], limit: 3 }],
    ['biggest booking this year', { orderBy: [{ expr: { column: 'amount' }, direction: 'desc' }], limit: 1 }],
    ['which play is the most popular', { from: { table: 'bookings' }, orderBy: [{ expr: { fn: 'count' }, direction: 'desc' }], limit: 1 }],
    ['which month had the most cancelled bookings', { groupBy: [{ kind: 'cast' }], limit: 1, where: is('status', 'cancelled') }],
    ['top 3 patrons by number of bookings', { groupBy: [{ column: 'id' }, { column: 'name' }], limit: 3 }],
    ['compare number of bookings from bergen and lima', { groupBy: [{ column: 'city' }] }],
    [
      'bookings this year vs last year',
      {
        columns: [
          { expr: { filter: {} }, as: 'this_year' },
          { expr: { filter: {} }, as: 'last_year' },
        ],
      },
    ],
    ['what percentage of bookings were cancelled', { columns: [{ expr: { kind: 'arithmetic', op: '/' }, as: 'percentage' }] }],
    ['cancellation rate by play', { columns: [{ expr: { column: 'title' } }, { as: 'percentage' }], groupBy: [{}, {}] }],
    ['when did mia roth join', { columns: [{ expr: { column: 'joined_on' } }] }],
    ["who is tom aas's manager", { joins: [{ source: { table: 'staff', as: 'staff_above' } }] }],
    ['who reports to rosa lind', { from: { table: 'staff' }, where: { kind: 'exists' } }],
    ['how long does it take to pay a booking on average', { columns: [{ expr: { fn: 'avg', arg: { kind: 'arithmetic', op: '-' } } }] }],
    ['how old are our patrons on average', { columns: [{ expr: { fn: 'avg', arg: { fn: 'year' } } }] }],
    ['hey could you tell me how many open bookings we have', { columns: [{ expr: { fn: 'count' } }], where: is('status', 'open') }],
    ['how many bookings did we cancel', { where: is('status', 'cancelled') }],
    ['patrons living in lima', { where: is('city', 'Lima') }],
    ['patrons who booked more than 2 times', { where: { op: '>', left: { kind: 'scalarQuery' }, right: { value: 2 } } }],
    ['patrons who never booked anything', { where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['most expensive play in each genre', { distinctOn: [{ column: 'id' }, { column: 'name' }] }],
    ['patrons with their phone', { columns: [{ as: 'name' }, { as: 'phone' }] }],
    ['which city do most of our patrons live in', { groupBy: [{ column: 'city' }], limit: 1 }],
    ['tom aass manager', { joins: [{ source: { as: 'staff_above' } }] }],
    ['how old is mia roth', { columns: [{ as: 'name' }, { as: 'age' }] }],
    [
      'patrons without bookings this month',
      { where: { kind: 'not', arg: { query: { where: { kind: 'and', args: [{}, { args: [{ left: { column: 'booked_on' } }, {}] }] } } } } },
    ],
    ['who joined last month', { from: { table: 'patrons' }, where: { args: [{ left: { column: 'joined_on' } }, {}] } }],
    ['how many people joined this year', { from: { table: 'patrons' }, columns: [{ expr: { fn: 'count' } }] }],
    ['how many people are there', null],
    [
      'patrons who never booked hamlet',
      { where: { kind: 'not', arg: { kind: 'exists', query: { where: { args: [{}, is('title', 'Hamlet')] } } } } },
    ],
    ['plays that have never been booked', { from: { table: 'plays' }, where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['revenue by month', { columns: [{ as: 'month' }, { expr: { fn: 'sum', arg: { column: 'amount' } } }] }],
    ['which patron spent the most', { orderBy: [{ expr: { fn: 'sum' }, direction: 'desc' }], limit: 1 }],
    ['which patron has the most money', null],
    ['which play is the cheapest', { orderBy: [{ expr: { column: 'price' }, direction: 'asc' }], limit: 1 }],
    ['plays under 20 a seat', { where: { op: '<', left: { column: 'price' }, right: { value: 20 } } }],
    ['patrons without a phone number', { where: { kind: 'isNull', arg: { column: 'phone' } } }],
    ['patrons without a shoe number', null],
    ['patrons by play', null],
    [
      'number of bookings and average amount by status',
      { columns: [{ as: 'status' }, { expr: { fn: 'count' } }, { expr: { fn: 'avg' } }] },
    ],
    ['plays about ghosts', { where: { kind: 'match', op: 'ilike', left: { column: 'title' }, right: { value: '%ghost%' } } }],
    ['plays with miser in the title', { where: { kind: 'match', left: { column: 'title' }, right: { value: '%miser%' } } }],
    ['plays with miser in the cellar', null],
    ['how many staff does rosa lind manage', { columns: [{ expr: { fn: 'count' } }], where: { kind: 'exists' } }],
    ['how many other staff does rosa lind manage', null],
    ['how many new people does rosa lind manage', null],
    ['who manages tom aas here', { joins: [{ source: { table: 'staff', as: 'staff_above' } }] }],
    ['who manages tom aas in the workshop', null],
    ['who manages tom aas in the company', null],
    ['when was the last booking of mia roth', { columns: [{ expr: { fn: 'max', arg: { column: 'booked_on' } } }] }],
    ['how heavy is hamlet', null],
    ['new plays', null],
    ['comedy plays and purple elephants', null],
    ['unassigned bookings with moonlight', null],
    ['patrons vs staff', null],
  ])('%s', (text, plan) => {
    const found = read(text);
    if (plan === null) expect(found).toBeNull();
    else expect(found?.plan).toMatchObject(plan);
  });

  it('says which date, amount and part of a name were assumed', () => {
    expect(read('show me the northwind bookings')?.notes).toEqual(["'northwind' is read as a part of Northwind Trading."]);
    expect(read('bookings over $50')?.notes).toEqual(['The amount is bookings.amount.']);
    expect(read('bookings last month')?.notes).toContain('The date is that of bookings.booked_on.');
  });

  it('declines a value that two columns hold equally near', () => {
    const twice = buildValueIndex([
      { table: 'patrons', column: 'city', values: ['Lima'] },
      { table: 'patrons', column: 'name', values: ['Lima'] },
    ]);
    expect(readPhrases({ text: 'bookings from lima', schema, values: twice, now: new Date('2026-11-21T10:00:00Z') })).toBeNull();
    expect(readPhrases({ text: 'patrons in lima', schema, values: twice, now: new Date('2026-11-21T10:00:00Z') })).toBeNull();
  });
});

describe('the examples of every form', () => {
  it.each(FORMS.flatMap(({ name, examples }) => examples.map((example) => [name, example] as const)))('%s: %s', (name, example) => {
    const { readings } = phrasesOf({ text: example, schema, values, now: new Date('2026-11-21T10:00:00Z') });
    const own = readings.find(({ form }) => form === name);
    expect(own).toBeDefined();
    expect(read(example)?.plan).toEqual(own?.plan);
    expect(() => validatePlan(own?.plan ?? { kind: 'select', columns: [] }, schema)).not.toThrow();
  });
});
