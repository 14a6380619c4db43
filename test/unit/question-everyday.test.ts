import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable as table } from '../support/table.ts';
import { tunersSchema, tunersValues } from '../support/tuners-schema.ts';

/** A boat yard: flags, a stock, work with a beginning and an end, a total that is nobody's payment. */
const base = [
  table('owners', { id: 'integer', name: 'text', email: 'text', member: 'boolean' }),
  table('yards', { id: 'integer', name: 'text', founded: 'integer', foreman: 'text' }),
  table(
    'boats',
    { id: 'integer', name: 'text', owner_id: 'integer', yard_id: 'integer', cabins: 'integer', dogs_allowed: 'boolean', kind: 'text' },
    { owner_id: 'owners', yard_id: 'yards' },
  ),
  table(
    'repairs',
    { id: 'integer', boat_id: 'integer', started_on: 'date', finished_on: 'date', total: 'decimal', paid: 'boolean' },
    { boat_id: 'boats' },
  ),
  table('races', { id: 'integer', boat_id: 'integer', sailed_on: 'date' }, { boat_id: 'boats' }),
  table('spares', { id: 'integer', name: 'text', stock: 'integer', maker: 'text', cost: 'decimal' }),
];
const optional = new Set(['finished_on', 'email']);
const schema = {
  fingerprint: 'yard',
  tables: base.map((one) => ({ ...one, columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })) })),
};
const values = buildValueIndex([
  { table: 'owners', column: 'name', values: ['Rune Holt', 'Ada Berg'] },
  { table: 'owners', column: 'email', values: ['holt@fjord.no'] },
  { table: 'yards', column: 'name', values: ['Sandvik'] },
  { table: 'boats', column: 'name', values: ['Tern', 'Auk'] },
  { table: 'boats', column: 'kind', values: ['sloop', 'ketch'] },
  { table: 'spares', column: 'name', values: ['shackle', 'brass cleat'] },
  { table: 'spares', column: 'maker', values: ['Lind', 'Moe'] },
]);
const planner = createQuestionPlanner();
const { signal } = new AbortController();
const ask = (text: string) => planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal });

const column = (name: string) => ({ column: name });

describe('what people say of things that nobody prepared', () => {
  it.each([
    ['unpaid repairs', { where: { left: column('paid'), right: { value: false } } }],
    ['boats that allow dogs', { where: { left: column('dogs_allowed'), right: { value: true } } }],
    ['two cabin boats', { where: { left: column('cabins'), right: { value: 2 } } }],
    ['list all members', { from: { table: 'owners' }, where: { left: column('member'), right: { value: true } } }],
    ['holts boats', { where: { left: { column: 'name' }, right: { value: '%holt%' } } }],
    ['next race', { where: { op: '>=', right: { fn: 'today' } }, orderBy: [{ direction: 'asc' }], limit: 1 }],
    ['oldest yard', { orderBy: [{ expr: column('founded'), direction: 'asc' }], limit: 1 }],
    ['how long does a repair take on average', { columns: [{ expr: { fn: 'avg', arg: { op: '-', left: column('finished_on') } } }] }],
    ['which repair took the longest', { orderBy: [{ expr: { op: '-' }, direction: 'desc' }], limit: 1 }],
    ['how many brass cleats do we have left', { columns: [{ expr: column('stock') }], where: { right: { value: 'brass cleat' } } }],
    ['spares we are out of', { where: { op: '=', left: column('stock'), right: { value: 0 } } }],
    ['revenue by owner', { columns: [{ expr: column('name') }, { expr: { fn: 'sum', arg: column('total') } }] }],
    ['top 2 owners by spending', { groupBy: [{}, {}], limit: 2 }],
    ['top 2 makers by cost', { columns: [{ expr: column('maker') }, { expr: { fn: 'sum' } }], limit: 2 }],
    ['who is the foreman of sandvik', { columns: [{ expr: column('foreman') }] }],
    ['boats nobody repaired', { where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['boats that nobody has repaired', { where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['repairs since october 15', { where: { op: '>=', right: { value: '2026-10-15' } } }],
    ['owners we have no email for', { from: { table: 'owners' }, where: { kind: 'isNull', arg: column('email') } }],
    ['whose boat is Tern', { from: { table: 'owners' }, where: { kind: 'exists', query: { from: { table: 'boats' } } } }],
    ['owners and there email', { columns: [{ expr: column('name') }, { expr: column('email') }] }],
  ])('%s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each([
    'boats that are left',
    'list the boats ordered by kind and cabins or so',
    'repairs before december 20',
    'the kind with the most cabins',
  ])('is declined: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });
});

describe('how long something takes', () => {
  const kennel = [
    table('owners', { id: 'integer', name: 'text', city: 'text' }),
    table('dogs', { id: 'integer', name: 'text', breed: 'text', owner_id: 'integer', born_on: 'date' }, { owner_id: 'owners' }),
    table(
      'stays',
      { id: 'integer', dog_id: 'integer', booked_on: 'date', arrival: 'date', departure: 'date', price: 'decimal' },
      { dog_id: 'dogs' },
    ),
    table(
      'bills',
      { id: 'integer', owner_id: 'integer', amount: 'decimal', sent_on: 'date', due_on: 'date', paid_on: 'date' },
      { owner_id: 'owners' },
    ),
    table(
      'issues',
      { id: 'integer', stay_id: 'integer', kind: 'text', reported_at: 'timestamp', resolved_at: 'timestamp' },
      { stay_id: 'stays' },
    ),
  ].map((one) => ({
    ...one,
    columns: one.columns.map((own) => ({ ...own, nullable: own.name === 'paid_on' || own.name === 'resolved_at' })),
  }));
  const kept = buildValueIndex([
    { table: 'owners', column: 'name', values: ['Ada Stone'] },
    { table: 'owners', column: 'city', values: ['Bergen', 'Lima'] },
    { table: 'dogs', column: 'name', values: ['Rex', 'Luna'] },
    { table: 'dogs', column: 'breed', values: ['beagle', 'poodle'] },
    { table: 'issues', column: 'kind', values: ['noise', 'health'] },
  ]);
  const asked = (text: string) =>
    planner.plan({
      ...{ text, values: kept, now: new Date('2026-11-22T10:00:00Z'), signal },
      schema: { fingerprint: 'kennel', tables: kennel },
    });
  const mean = (end: string, start: string) => ({ expr: { fn: 'avg', arg: { op: '-', left: column(end), right: column(start) } } });
  const paid = { columns: [mean('paid_on', 'sent_on')] };
  const resolved = { columns: [mean('resolved_at', 'reported_at')] };
  const stayed = { columns: [mean('departure', 'arrival')] };

  it.each([
    ['how long do owners take to pay us on average', paid],
    ['how long does it usually take owners to pay a bill', paid],
    ['average number of days to pay a bill', paid],
    ['how long between sending and payment on average', paid],
    ['on average how long does it take us to resolve an issue', resolved],
    ['how long do we usually take to deal with an issue', resolved],
    ['how long do we take to fix noise issues on average', { ...resolved, where: { right: { value: 'noise' } } }],
    ['how long do dogs stay with us on average', stayed],
    ['how long do beagles usually stay', { ...stayed, where: { kind: 'exists' } }],
    ['average length of a stay in nights', stayed],
    ['how long is the average stay', stayed],
    ['average stay length by breed', { columns: [{ expr: column('breed') }, mean('departure', 'arrival')], groupBy: [{}] }],
    ['stays longer than 5 nights', { where: { op: '>', left: { op: '-' }, right: { value: 5 } } }],
  ])('%s', async (question, plan) => {
    expect(await asked(question)).toMatchObject({ kind: 'plan', plan });
  });

  // Nothing says how long that takes, or of which row it is asked.
  it.each(['how long do owners wait', 'how long does it take to feed a dog', 'how long do dogs live', 'how long did rex stay'])(
    'is declined: %s',
    async (question) => {
      expect(await asked(question)).toMatchObject({ kind: 'declined' });
    },
  );
});

describe('what a firm that keeps its prices on the lines of what it ships asks', () => {
  const farm = [
    { ...table('outlets', { id: 'integer', name: 'text', town: 'text', active: 'boolean' }), comment: 'our clients' },
    table(
      'pickers',
      { id: 'integer', first_name: 'text', last_name: 'text', job: 'text', hired: 'date', hourly_pay: 'decimal', manager_id: 'integer' },
      { manager_id: 'pickers' },
    ),
    table('crates', { id: 'integer', serial: 'text', kilos: 'integer', packed_on: 'date' }),
    table('shipments', { id: 'integer', outlet_id: 'integer', shipped_on: 'date', paid_on: 'date' }, { outlet_id: 'outlets' }),
    table(
      'shipment_crates',
      { id: 'integer', shipment_id: 'integer', crate_id: 'integer', price: 'decimal', returned_on: 'date' },
      { shipment_id: 'shipments', crate_id: 'crates' },
    ),
  ].map((one) => ({
    ...one,
    columns: one.columns.map((own) => ({ ...own, nullable: ['paid_on', 'returned_on', 'manager_id'].includes(own.name) })),
  }));
  const known = buildValueIndex([
    { table: 'outlets', column: 'name', values: ['Red Barn', 'Mill Shop'] },
    { table: 'outlets', column: 'town', values: ['Bergen', 'Lima'] },
    { table: 'pickers', column: 'first_name', values: ['Rosa', 'Tom'] },
    { table: 'pickers', column: 'last_name', values: ['Lind', 'Aas'] },
    { table: 'pickers', column: 'job', values: ['sales', 'picking'] },
  ]);
  const asked = (text: string) =>
    planner.plan({
      ...{ text, values: known, now: new Date('2026-11-22T10:00:00Z'), signal },
      schema: { fingerprint: 'farm', tables: farm },
    });
  const total = { expr: { fn: 'sum', arg: column('price') } };

  it.each([
    ['revenue by town', { columns: [{ expr: column('town') }, total] }],
    ['sales by month', { columns: [{ as: 'month' }, total], joins: [{ source: { table: 'shipments' } }] }],
    ['how much money is still outstanding', { columns: [total], where: { kind: 'isNull', arg: column('paid_on') } }],
    ['which outlets still owe us money', { from: { table: 'outlets' }, where: { kind: 'exists' } }],
    ['how much does red barn owe us', { columns: [total], where: { kind: 'and' } }],
    ['kilos packed this year so far', { columns: [{ expr: { fn: 'sum', arg: column('kilos') } }] }],
    ['how many clients do we have', { from: { table: 'outlets' }, columns: [{ expr: { fn: 'count' } }] }],
    ['which clients are not active anymore', { from: { table: 'outlets' }, where: { left: column('active') } }],
    ['who earns the most', { from: { table: 'pickers' }, orderBy: [{ expr: column('hourly_pay'), direction: 'desc' }], limit: 1 }],
    ['the lowest paid picker', { from: { table: 'pickers' }, orderBy: [{ expr: column('hourly_pay'), direction: 'asc' }], limit: 1 }],
    ['who works for rosa', { from: { table: 'pickers' }, where: { kind: 'exists' } }],
  ])('%s', async (question, plan) => {
    expect(await asked(question)).toMatchObject({ kind: 'plan', plan });
  });

  // Nobody lists amounts by a time alone, and nobody who works for her is Rosa.
  it.each(['price this year so far', 'who works near rosa'])('is declined: %s', async (question) => {
    expect(await asked(question)).toMatchObject({ kind: 'declined' });
  });
});

describe('what a firm that lends things asks', () => {
  const firm = [
    table('clients', { id: 'integer', name: 'text', town: 'text' }),
    table('crew', { id: 'integer', name: 'text', role: 'text', certificate_expires: 'date' }),
    table('items', { id: 'integer', name: 'text' }),
    table(
      'hires',
      { id: 'integer', client_id: 'integer', crew_id: 'integer', status: 'text', booked_on: 'date', start_date: 'date', end_date: 'date' },
      { client_id: 'clients', crew_id: 'crew' },
    ),
    table('hire_lines', { id: 'integer', hire_id: 'integer', item_id: 'integer', qty: 'integer' }, { hire_id: 'hires', item_id: 'items' }),
    table('payments', { id: 'integer', hire_id: 'integer', paid_on: 'date', method: 'text', amount: 'decimal' }, { hire_id: 'hires' }),
  ];
  const held = buildValueIndex([
    { table: 'clients', column: 'name', values: ['Oak School', 'Ida Holm'] },
    { table: 'crew', column: 'role', values: ['driver', 'rigger'] },
    { table: 'crew', column: 'name', values: ['Bev Lowry', 'Craig Tan'] },
    { table: 'items', column: 'name', values: ['gazebo', 'bench'] },
    { table: 'hires', column: 'status', values: ['booked', 'late', 'cancelled'] },
    { table: 'payments', column: 'method', values: ['cash', 'card'] },
  ]);
  const asked = (text: string) =>
    planner.plan({
      ...{ text, values: held, now: new Date('2026-11-22T10:00:00Z'), signal },
      schema: { fingerprint: 'lending', tables: firm },
    });
  const driven = { left: { table: 'crew', column: 'role' }, right: { value: 'driver' } };

  it.each([
    ['cancellation rate by driver', { columns: [{ expr: column('name') }, { as: 'percentage' }], groupBy: [{}, {}], where: driven }],
    ['how many hires per driver', { columns: [{ expr: column('name') }, { expr: { fn: 'count' } }], groupBy: [{}, {}], where: driven }],
    ['whose certificate expires in the next 60 days', { columns: [{ expr: column('name') }], from: { table: 'crew' } }],
    ['whose cert has expired', { where: { op: '<', left: column('certificate_expires'), right: { fn: 'today' } } }],
    ['how much came in last month', { columns: [{ expr: { fn: 'sum', arg: column('amount') } }], where: { kind: 'and' } }],
    ['how much did we take in cash', { columns: [{ expr: { fn: 'sum', arg: column('amount') } }], where: { right: { value: 'cash' } } }],
    [
      'how long on average between booking and start',
      { columns: [{ expr: { fn: 'avg', arg: { op: '-', left: column('start_date'), right: column('booked_on') } } }] },
    ],
    [
      'how long is a hire on average',
      { columns: [{ expr: { fn: 'avg', arg: { left: column('end_date'), right: column('start_date') } } }] },
    ],
    ['last payment of each hire', { distinctOn: [{}], from: { table: 'payments' }, orderBy: [{}, { direction: 'desc' }] }],
  ])('%s', async (question, plan) => {
    expect(await asked(question)).toMatchObject({ kind: 'plan', plan });
  });
});

const askTuners = (text: string) =>
  planner.plan({ text, schema: tunersSchema, values: tunersValues, now: new Date('2026-11-22T10:00:00Z'), signal });

const flag = (name: string, value: boolean) => ({ kind: 'compare', op: '=', left: column(name), right: { value } });
const names = (...of: string[]) => of.map((name) => ({ expr: column(name) }));

describe('columns that begin with the name of their table cut short', () => {
  it.each([
    ['number of active friends', { columns: [{ expr: { fn: 'count' } }], where: flag('frd_active', true) }],
    ['show all friends', { columns: names('frd_first', 'frd_last') }],
    ['phone of ivy upton', { columns: names('frd_phone') }],
    ['top 3 friends by number of promises', { columns: [...names('frd_first', 'frd_last'), { expr: { fn: 'count' } }], limit: 3 }],
    ['promises that are overdue', { where: { args: [{ left: column('prm_due') }, flag('prm_fulfilled', false)] } }],
    ['average number of promises per friend', { columns: [{ as: 'average' }] }],
  ])('are read without it: %s', async (question, plan) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('what people call things that a schema has another name for', () => {
  const exists = { kind: 'exists' };
  it.each([
    ['jobs per tuner', { from: { table: 'repair_order' }, groupBy: [{}, {}] }],
    ['jobs nobody has taken yet', { from: { table: 'repair_order' }, where: { kind: 'isNull', arg: column('tuner_id') } }],
    ['repairs nobody has signed up for', { where: { kind: 'isNull', arg: column('tuner_id') } }],
    ['how many jazz bands do we have', { from: { table: 'artist' }, where: { right: { value: 'jazz' } } }],
    ['cancelled gigs', { from: { table: 'performance' }, where: flag('is_cancelled', true) }],
    ['most expensive act', { from: { table: 'artist' }, orderBy: [{ expr: column('booking_fee') }], limit: 1 }],
    ["who hasn't paid yet", { from: { table: 'client' }, where: exists }],
  ])('are read: %s', async (question, plan) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each(['which friends were born before 1960', 'artists who died in 2020'])('has no such day: %s', async (question) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'declined' });
  });
});

describe('money that is given, asked for and paid', () => {
  const sum = (name: string) => ({ expr: { fn: 'sum', arg: column(name) } });
  const [name] = names('name');
  it.each([
    ['10 biggest sponsors this year', { columns: [name, sum('amount')], where: { kind: 'and' }, limit: 10 }],
    ['who is our most generous sponsor', { columns: [name, sum('amount')], limit: 1 }],
    ['which sponsor raised the most', { columns: [name, sum('amount')], limit: 1 }],
    ['how much did each sponsor give', { columns: [name, sum('amount')] }],
    ['total donated so far this year', { columns: [sum('amount')], where: { kind: 'and' } }],
    ['sponsors who never gave anything', { from: { table: 'sponsor' }, where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['sponsors who gave more than 3 times', { where: { op: '>', right: { value: 3 } } }],
    ['did acme or globex give more money', { columns: [name, sum('amount')], where: { kind: 'or' } }],
    ['what do all the bands together cost us', { columns: [sum('booking_fee')] }],
    ['how much do we charge for a felt hammer', { columns: names('sale_price') }],
    ['what do we sell the felt hammer for', { columns: names('sale_price') }],
    ['how much do we pay for a felt hammer', { columns: names('purchase_price') }],
    ['3 most expensive spares', { orderBy: [{ expr: column('sale_price'), direction: 'desc' }], limit: 3 }],
    ['repairs per fault and what they cost us', { columns: [...names('fault'), { expr: { fn: 'count' } }, sum('cost')] }],
  ])('is added up of what was meant: %s', async (question, plan) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each([
    'how much did we pay for the felt hammer',
    'how much is the felt hammer',
    'what is the price of the felt hammer',
    'how many felt hammer did we sell',
  ])('is not guessed where it is kept of two or of none: %s', async (question) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'declined' });
  });
});

describe('two things that are asked for at once', () => {
  it.each([
    [
      'what was our biggest bill and whose was it',
      { orderBy: [{ expr: column('total') }], joins: [{}, {}, { source: { table: 'client' } }], limit: 1 },
    ],
    ['which tuner has done the most repairs and how many were there', { columns: [...names('name'), { expr: { fn: 'count' } }], limit: 1 }],
    ['when and where is the spring fair', { columns: names('name', 'starts_on', 'ends_on', 'place') }],
    ['when is the spring fair and where', { columns: names('name', 'starts_on', 'ends_on', 'place') }],
    ['did we do more repairs in 2025 or 2026', { columns: [{ expr: { fn: 'count' } }, { expr: { fn: 'count' } }] }],
  ])('are both answered: %s', async (question, plan) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each(['who is our biggest client and how much was it', 'when is the spring fair and who'])('or neither: %s', async (question) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'declined' });
  });
});

describe('turns of everyday speech', () => {
  it.each([
    ['I need a list of friends who get the newsletter', { from: { table: 'friend' }, where: flag('frd_newsletter', true) }],
    ['friends without the newsletter', { where: flag('frd_newsletter', false) }],
    ['acts that never played in the old mill', { from: { table: 'artist' }, where: { kind: 'not', arg: { kind: 'exists' } } }],
    [
      'fairs that are running right now',
      {
        where: {
          args: [
            { op: '<=', left: column('starts_on') },
            { op: '>=', left: column('ends_on') },
          ],
        },
      },
    ],
    ['new clients since septmber', { where: { op: '>=', left: column('registered_on'), right: { value: '2026-09-01' } } }],
    ['which tuners come under ines roth', { where: { kind: 'exists', query: { from: { table: 'tuner', as: 'tuner_above' } } } }],
    ['how many people fit in the old mill', { columns: names('max_capacity') }],
    ['how long do repairs take to get fixed on average', { columns: [{ expr: { fn: 'avg', arg: { left: column('finished_on') } } }] }],
  ])('are read: %s', async (question, plan) => {
    expect(await askTuners(question)).toMatchObject({ kind: 'plan', plan });
  });
});
