import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/plan/builtin/checks/plan-checks.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import type { Expr, Query, Select } from '../../src/plan/plan.ts';
import { theatreSchema } from '../support/theatre-schema.ts';

const lexicon = lexiconOf(theatreSchema);
const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
const from = (table: string) => ({ kind: 'table' as const, table, as: table });
const list = (table: string, shown: readonly string[], more: Partial<Select> = {}): Select => ({
  kind: 'select',
  columns: shown.map((name) => ({ expr: column(table, name), as: name })),
  from: from(table),
  ...more,
});
const refused = (text: string, plan: Query) => refusalOf(plan, text, lexicon);

describe('a plan that cannot be the answer, whoever made it', () => {
  it('tests for emptiness what every row has', () => {
    const empty: Expr = { kind: 'isNull', arg: column('plays', 'price') };
    expect(refused('plays without a price', list('plays', ['title'], { where: empty }))).toContain('price');
    expect(refused('plays with a price', list('plays', ['title'], { where: { kind: 'not', arg: empty } }))).toContain('price');
    expect(
      refused('patrons without a phone', list('patrons', ['name'], { where: { kind: 'isNull', arg: column('patrons', 'phone') } })),
    ).toBeNull();
  });

  it('is somebody themself where those who report to them are asked for', () => {
    const rosa: Expr = {
      kind: 'compare',
      op: '=',
      left: column('staff', 'name'),
      right: { kind: 'literal', value: 'Rosa Lind', type: 'text' },
    };
    expect(refused('staff who work under rosa lind', list('staff', ['name'], { where: rosa }))).toContain('above');
    expect(refused('staff called rosa lind', list('staff', ['name'], { where: rosa }))).toBeNull();
  });

  it('lists all who ever did something where those who used to are asked for', () => {
    const named: Expr = {
      kind: 'compare',
      op: '=',
      left: column('staff', 'name'),
      right: { kind: 'literal', value: 'Rosa Lind', type: 'text' },
    };
    expect(refused('who used to work for us', list('staff', ['name']))).toContain('over');
    expect(refused('people that used to work under rosa lind', list('staff', ['name'], { where: named }))).toContain('over');
    expect(refused('which staff are used to work at night', list('staff', ['name']))).toBeNull();
  });

  it('says of any row what is said of one, or ranks each of several', () => {
    const tie: Expr = { kind: 'compare', op: '=', left: column('bookings', 'patron_id'), right: column('patrons', 'id') };
    const hamlet: Expr = {
      kind: 'compare',
      op: '=',
      left: column('plays', 'title'),
      right: { kind: 'literal', value: 'Hamlet', type: 'text' },
    };
    const one = { expr: { kind: 'literal' as const, value: 1, type: 'integer' as const }, as: 'one' };
    const going: Expr = {
      kind: 'exists',
      query: {
        kind: 'select',
        columns: [one],
        from: from('bookings'),
        joins: [
          {
            type: 'inner',
            source: from('plays'),
            on: { kind: 'compare', op: '=', left: column('bookings', 'play_id'), right: column('plays', 'id') },
          },
        ],
        where: { kind: 'and', args: [tie, hamlet] },
      },
    };
    const paid: Expr = {
      kind: 'exists',
      query: {
        kind: 'select',
        columns: [one],
        from: from('bookings'),
        where: { kind: 'and', args: [tie, { kind: 'not', arg: { kind: 'isNull', arg: column('bookings', 'paid_on') } }] },
      },
    };
    const both = list('patrons', ['name'], { where: { kind: 'and', args: [going, paid] } });
    expect(refused('patrons going to hamlet who have paid', both)).toContain('paid');
    expect(refused('patrons going to hamlet who have paid a booking', both)).toBeNull();
    expect(refused('patrons who have paid', list('patrons', ['name'], { where: paid }))).toBeNull();
    const top = list('patrons', ['name'], {
      joins: [{ type: 'inner', source: from('bookings'), on: tie }],
      orderBy: [{ expr: column('bookings', 'amount'), direction: 'desc', nulls: 'last' }],
      limit: 5,
    });
    expect(refused('top 5 patrons by amount', top)).toContain('ranked');
    expect(refused('patron with the largest amount', { ...top, limit: 1 })).toBeNull();
  });

  it('takes whose somebody is for a value, or names for kinds', () => {
    const comedy: Expr = {
      kind: 'compare',
      op: '=',
      left: column('bookings', 'status'),
      right: { kind: 'literal', value: 'open', type: 'text' },
    };
    expect(refused('bookings with their open', list('bookings', ['id'], { where: comedy }))).toContain('whose');
    expect(refused('bookings that are open', list('bookings', ['id'], { where: comedy }))).toBeNull();
  });

  it('adds up what belongs to others', () => {
    const sum: Expr = { kind: 'aggregate', fn: 'sum', arg: column('plays', 'price') };
    const inner = list('bookings', ['id'], {
      joins: [
        {
          type: 'inner',
          source: from('staff'),
          on: { kind: 'compare', op: '=', left: column('bookings', 'seller_id'), right: column('staff', 'id') },
        },
      ],
    });
    const plan: Select = {
      kind: 'select',
      columns: [{ expr: sum, as: 'total' }],
      from: from('plays'),
      where: { kind: 'exists', query: inner },
    };
    expect(refused('total price tom sold', plan)).toContain('added up');
    expect(refused('total price', { kind: 'select', columns: [{ expr: sum, as: 'total' }], from: from('plays') })).toBeNull();
  });

  it('lists rows where a number for each is asked for', () => {
    const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    const grouped = list('bookings', ['status'], { groupBy: [column('bookings', 'status')] });
    expect(refused('bookings per status', list('bookings', ['id', 'status']))).toContain('per status');
    expect(refused('bookings per status', { ...grouped, columns: [...grouped.columns, { expr: count, as: 'count' }] })).toBeNull();
    expect(refused('cancellation rate of plays', list('plays', ['title']))).toContain('rate');
    expect(refused('amount per id of bookings', list('bookings', ['amount', 'id']))).toContain('per id');
    const share: Expr = { kind: 'arithmetic', op: '/', left: count, right: count };
    const one: Select = { ...list('bookings', []), columns: [{ expr: share, as: 'rate' }] };
    expect(refused('cancellation rate by seller', one)).toContain('by seller');
    expect(refused('cancellation rate by seller', { ...one, groupBy: [column('bookings', 'seller_id')] })).toBeNull();
  });

  it('compares an amount where it is asked how often', () => {
    const dear: Expr = {
      kind: 'compare',
      op: '>',
      left: column('bookings', 'amount'),
      right: { kind: 'literal', value: 2, type: 'integer' },
    };
    expect(refused('bookings paid more than twice', list('bookings', ['id'], { where: dear }))).toContain('twice');
  });

  it('shows a column for the noun of its table', () => {
    expect(refused('bookings from bergen', list('bookings', ['booked_on']))).toContain('bookings');
    expect(refused('when were bookings booked', list('bookings', ['booked_on']))).toBeNull();
  });

  it('orders names by their size', () => {
    const by = (name: string) =>
      list('bookings', ['status'], { orderBy: [{ expr: column('bookings', name), direction: 'desc' as const, nulls: 'last' as const }] });
    expect(refused('bookings over 50, biggest first', by('status'))).toContain('biggest first');
    expect(refused('bookings over 50, biggest first', by('amount'))).toBeNull();
    expect(refused('statuses of bookings, last first', by('status'))).toBeNull();
  });

  it('shows the day of what happened, which the question says', () => {
    expect(refused('what happened on october 13', list('bookings', ['booked_on']))).toContain('bookings');
    expect(refused('what was booked on october 13', list('bookings', ['booked_on', 'status']))).toBeNull();
  });

  it('takes one kind from all kinds where rows are asked for', () => {
    const kinds = list('bookings', ['status']);
    const plan: Query = { kind: 'set', op: 'except', all: false, left: kinds, right: kinds };
    expect(refused('open bookings that are not paid', plan)).toBe('It is unclear what is listed.');
  });

  it('counts where an amount ranks them', () => {
    const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    const ranked = list('patrons', ['name'], {
      orderBy: [{ expr: count, direction: 'desc', nulls: 'last' }],
      limit: 1,
    });
    expect(refused('who has the highest booking', ranked)).toContain('booking');
    expect(refused('who has the highest number of bookings', ranked)).toBeNull();
  });

  it('ranks by a price what is asked for by its size', () => {
    const dearest = list('plays', ['title'], { orderBy: [{ expr: column('plays', 'price'), direction: 'desc', nulls: 'last' }] });
    expect(refused('biggest play', dearest)).toContain('size');
    expect(refused('most expensive play', dearest)).toBeNull();
  });

  it.each([
    ['upcoming bookings', 'booked_on', true],
    ['bookings booked in the coming week', 'booked_on', false],
    ['upcoming bookings', 'due_date', false],
  ])('looks ahead by what is over: %s by %s', (text, name, isRefused) => {
    const ahead: Expr = { kind: 'compare', op: '>=', left: column('bookings', name), right: { kind: 'call', fn: 'today', args: [] } };
    expect(refused(text, list('bookings', ['id'], { where: ahead })) !== null).toBe(isRefused);
  });

  it('takes a month that is long past for one that is said to come', () => {
    const before: Expr = {
      kind: 'compare',
      op: '<',
      left: column('bookings', 'due_date'),
      right: { kind: 'literal', value: '2026-01-01', type: 'date' },
    };
    const plan = list('bookings', ['id'], { where: before });
    const now = new Date('2026-11-22T12:00:00Z');
    expect(refusalOf(plan, 'bookings due in december', lexicon, now)).toContain('year');
    expect(refusalOf(plan, 'bookings due last december', lexicon, now)).toBeNull();
    expect(refusalOf(plan, 'bookings due in december 2025', lexicon, now)).toBeNull();
  });

  it('reads one of two where each is asked for', () => {
    const has = (genre: string): Expr => ({
      kind: 'compare',
      op: '=',
      left: column('plays', 'title'),
      right: { kind: 'literal', value: genre, type: 'text' },
    });
    const either = list('patrons', ['name'], { where: { kind: 'or', args: [has('Hamlet'), has('The Miser')] } });
    expect(refused('patrons who have a comedy and a tragedy', either)).toContain('both');
    expect(refused('patrons who have a comedy or a tragedy', either)).toBeNull();
    const none = list('patrons', ['name'], { where: { kind: 'and', args: [has('Hamlet'), has('The Miser')] } });
    expect(refused('patrons who saw both hamlet and the miser', none)).toContain('in common');
  });

  it('shows the column of an adjective', () => {
    expect(refused('booked bookings', list('bookings', ['booked_on']))).toContain('rows');
    expect(refused('seasonal plays of Ibsen', list('plays', ['price']))).toBeNull();
    expect(refused('priced plays', list('plays', ['price']))).toContain('play');
    expect(refused('what price plays have', list('plays', ['price']))).toBeNull();
  });

  it('counts the different names of what is counted', () => {
    const distinct = (name: string): Select => ({
      ...list('plays', ['genre_id'], { groupBy: [column('plays', 'genre_id')] }),
      columns: [{ expr: { kind: 'aggregate', fn: 'count', arg: column('plays', name), distinct: true }, as: 'count' }],
    });
    const named: Select = {
      ...list('bookings', []),
      columns: [{ expr: { kind: 'aggregate', fn: 'count', arg: column('bookings', 'booked_on'), distinct: true }, as: 'count' }],
    };
    const renamed = lexiconOf({
      ...theatreSchema,
      tables: theatreSchema.tables.map((one) =>
        one.name === 'plays'
          ? { ...one, columns: one.columns.map((own) => (own.name === 'title' ? { ...own, name: 'play_title' } : own)) }
          : one,
      ),
    });
    expect(refusalOf(distinct('play_title'), 'number of plays in each genre', renamed)).toContain('play');
    expect(refusalOf(distinct('play_title'), 'number of different plays in each genre', renamed)).toBeNull();
    expect(refusalOf(distinct('play_title'), 'number of play titles in each genre', renamed)).toBeNull();
    expect(refused('number of plays in each genre', distinct('id'))).toBeNull();
    expect(refused('number of booked days', named)).toBeNull();
  });

  it('counts what stands there once, for what was done to it', () => {
    const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    const rare = list('genres', ['name'], {
      groupBy: [column('genres', 'name')],
      orderBy: [{ expr: count, direction: 'asc', nulls: 'last' }],
      limit: 1,
    });
    expect(refused('genre of the play staged the fewest number of times', rare)).toContain('counted');
    expect(refused('which genre name appears the fewest times', rare)).toBeNull();
  });

  it('shows things for whoever does something with them', () => {
    expect(refused('who wrote a play', list('plays', ['title']))).toContain('who');
    expect(refused('who is a patron', list('patrons', ['name']))).toBeNull();
  });

  it('names the highest number for the row that has it', () => {
    const most: Select = {
      ...list('plays', []),
      columns: [{ expr: { kind: 'aggregate', fn: 'max', arg: column('plays', 'price') }, as: 'max' }],
    };
    expect(refused('most priced play', most)).toContain('play');
    expect(refused('highest price of a play', most)).toBeNull();
  });
});
