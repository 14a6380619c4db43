import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinGraphOf } from '../../src/plan/builtin/linking/joins.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import { planOf } from '../../src/plan/builtin/plain/make.ts';
import { plainNamesOf } from '../../src/plan/builtin/plain/names.ts';
import { readPlain } from '../../src/plan/builtin/plain/read.ts';
import { sayPlain } from '../../src/plan/builtin/plain/say.ts';
import {
  type Field,
  type Group,
  type Measure,
  type Sentence,
  SPANS,
  type Test,
  UNITS,
  type What,
} from '../../src/plan/builtin/plain/sentence.ts';
import { idTable } from '../support/table.ts';

/** A stable whose names begin alike and are parts of each other. */
const schema = {
  fingerprint: 'stable',
  tables: [
    idTable('grooms', { id: 'integer', name: 'text', trained_by: 'integer', hired_on: 'date', left_on: 'date' }, { trained_by: 'grooms' }),
    idTable(
      'horses',
      { id: 'integer', name: 'text', box_id: 'integer', born_on: 'date', gone_on: 'date', sound: 'boolean', weight: 'integer' },
      { box_id: 'boxes' },
    ),
    idTable('boxes', { id: 'integer', name: 'text', month: 'text', weight: 'integer' }),
    idTable(
      'horse_rides',
      {
        id: 'integer',
        horse_id: 'integer',
        groom_id: 'integer',
        ridden_at: 'timestamp',
        minutes: 'integer',
        fee: 'decimal',
        fee_paid: 'decimal',
        places: 'integer',
      },
      { horse_id: 'horses', groom_id: 'grooms' },
    ),
  ],
};
const lexicon = lexiconOf(schema);
const names = plainNamesOf(lexicon);
const place = { lexicon, graph: joinGraphOf(schema, lexicon) };
const TABLES = schema.tables.map(({ name }) => name);
const columnsOf = (table: string) => schema.tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];

const column = (table: string) => fc.constantFrom(...columnsOf(table));
const other = (table: string) => fc.constantFrom(...TABLES.filter((one) => one !== table));
const op = fc.constantFrom('>', '<', '>=', '<=', '=', '<>');
const whole = fc.integer({ min: 1, max: 999 });
const day = fc.constantFrom('2026-01-01', '2026-11-22');
const group = (things: string): fc.Arbitrary<Group> =>
  fc.oneof(
    column(things).map((name) => ({ table: things, column: name })),
    fc.tuple(column(things), fc.constantFrom(...SPANS)).map(([name, span]) => ({ table: things, column: name, span })),
    other(things).chain((table) => fc.option(column(table)).map((name) => ({ table, column: name }))),
  );
const field = (things: string): fc.Arbitrary<Field> =>
  fc.oneof(
    column(things),
    other(things).chain((table) => column(table).map((name) => ({ table, column: name }))),
  );
const own = (table: string): fc.Arbitrary<Test> =>
  column(table).chain((name) =>
    fc.oneof(
      fc
        .tuple(
          fc.uniqueArray(fc.oneof(fc.constantFrom('a', 'or whose b', 'x, with y'), whole), { minLength: 1, maxLength: 3 }),
          fc.boolean(),
        )
        .map(([values, not]): Test => ({ kind: 'is', column: name, values, not })),
      fc.tuple(op, whole).map(([by, than]): Test => ({ kind: 'compare', column: name, op: by, than })),
      column(table).map((than): Test => ({ kind: 'compare', column: name, op: '<', than: { column: than } })),
      fc.tuple(fc.option(day), day).map(([since, until]): Test => ({ kind: 'when', column: name, since, until })),
      day.map((since): Test => ({ kind: 'when', column: name, since, until: null })),
      fc.boolean().map((not): Test => ({ kind: 'empty', column: name, not })),
      fc.constantFrom('a', '50% in it', 'or whose b').map((words): Test => ({ kind: 'has', column: name, words })),
    ),
  );
const ofHorses = fc.constantFrom<Test>(
  { kind: 'flag', column: 'sound', is: true },
  { kind: 'flag', column: 'sound', is: false },
  { kind: 'after', column: 'gone_on', than: 'born_on' },
  { kind: 'after', column: 'born_on', than: 'gone_on' },
);
const related = (things: string): fc.Arbitrary<Test> =>
  other(things).chain((table) =>
    fc
      .tuple(
        fc.array(own(table), { maxLength: 2 }),
        fc.oneof(
          fc.constant({ not: true, over: null }),
          fc.constant({ not: false, over: null }),
          whole.map((over) => ({ not: false, over })),
          whole.map((under) => ({ not: false, over: null, under })),
          fc.tuple(column(table), op, whole).map(([of, by, than]) => ({ not: false, over: null, total: { column: of, op: by, than } })),
        ),
      )
      .map(([tests, how]): Test => ({ kind: 'related', table, tests, ...how })),
  );
const self = fc
  .tuple(fc.boolean(), fc.array(own('grooms'), { minLength: 1, maxLength: 2 }), fc.option(whole))
  .map(([to, tests, over]): Test => ({ kind: 'self', column: 'trained_by', to, tests, ...(to || over === null ? {} : { over }) }));
const test = (things: string): fc.Arbitrary<Test> =>
  fc.oneof(
    own(things),
    related(things),
    ...(things === 'grooms' ? [self] : things === 'horses' ? [ofHorses] : []),
    fc.array(fc.oneof(own(things), related(things)), { minLength: 2, maxLength: 3 }).map((tests): Test => ({ kind: 'either', tests })),
  );
const measure = (things: string): fc.Arbitrary<Measure> =>
  fc.oneof(
    fc.constant<Measure>({ kind: 'count' }),
    group(things).map((of): Measure => ({ kind: 'different', of })),
    fc
      .tuple(fc.constantFrom('sum', 'avg', 'min', 'max'), field(things), fc.option(field(things)))
      .map(([kind, one, times]): Measure => ({ kind, column: one, times })),
    fc
      .tuple(fc.constantFrom('sum', 'avg', 'min', 'max'), column(things), column(things), fc.constantFrom(...UNITS))
      .map(([fn, from, to, unit]): Measure => ({ kind: 'between', fn, from, to, unit })),
  );
const order = (things: string) => fc.tuple(column(things), fc.boolean()).map(([one, highest]) => ({ column: one, highest }));
const many = fc.integer({ min: 1, max: 9 });
const fields = (things: string) => fc.array(field(things), { minLength: 1, maxLength: 3 });
const what = (things: string): fc.Arbitrary<What> =>
  fc.oneof(
    fc
      .oneof(
        fc.constant({}),
        order(things).map((one) => ({ order: one })),
      )
      .map((one): What => ({ kind: 'list', ...one })),
    fc
      .tuple(
        fields(things),
        fc.boolean(),
        fc.oneof(
          fc.constant({}),
          order(things).map((one) => ({ order: one })),
        ),
      )
      .map(([columns, distinct, by]): What => ({ kind: 'columns', columns, distinct, ...by })),
    fc
      .tuple(
        fc.oneof(
          field(things),
          fc.tuple(column(things), column(things)).map(([from, to]) => ({ from, to })),
        ),
        fc.boolean(),
        many,
        fc.oneof(
          fc.constant({}),
          fields(things).map((shown) => ({ shown })),
        ),
      )
      .map(([one, highest, first, shown]): What => ({ kind: 'extreme', column: one, highest, many: first, ...shown })),
    fc
      .tuple(measure(things), fc.array(measure(things), { maxLength: 2 }), group(things), fc.option(fc.boolean()))
      .map(([first, more, by, highest]): What => {
        return { kind: 'measure', measure: first, ...(more.length === 0 ? {} : { more }), by, ...(highest === null ? {} : { highest }) };
      }),
    measure(things).map((one): What => ({ kind: 'measure', measure: one, by: null })),
    fc
      .tuple(measure(things), group(things), fc.boolean(), many)
      .map(([one, by, highest, first]): What => ({ kind: 'top', measure: one, by, highest, many: first })),
    fc
      .tuple(
        group(things),
        fc.oneof(
          whole.map((over) => ({ over })),
          whole.map((under) => ({ over: null, under })),
          fc.tuple(column(things), op, whole).map(([of, by, than]) => ({ over: null, total: { column: of, op: by, than } })),
        ),
      )
      .map(([by, bound]): What => ({ kind: 'groups', by, ...bound })),
    fc.tuple(fc.option(field(things)), group(things)).map(([sum, per]): What => ({ kind: 'mean', sum, per })),
    fc
      .tuple(fc.array(test(things), { maxLength: 2 }), fc.option(field(things)))
      .map(([of, sum]): What => ({ kind: 'percentage', of, ...(sum === null ? {} : { sum }) })),
  );
const sentence: fc.Arbitrary<Sentence> = fc
  .constantFrom(...TABLES)
  .chain((things) => fc.record({ things: fc.constant(things), what: what(things), tests: fc.array(test(things), { maxLength: 3 }) }));

describe('a plain sentence that can be planned', () => {
  it('is read back as what it says', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(sentence, (one) => {
        const plan = planOf(one, place);
        if (plan === null || (one.what.kind === 'percentage' && one.tests.length === 0)) return;
        for (const { kind } of [one.what, ...one.tests]) kinds.add(kind);
        const said = sayPlain(one, names);
        const read = readPlain(said, names);
        expect({ said, plan: read === null ? null : planOf(read, place) }).toEqual({ said, plan });
      }),
      { numRuns: 4000 },
    );
    const all = 'list columns extreme measure groups top mean percentage is has compare when after empty flag either self related';
    expect([...kinds].sort()).toEqual(all.split(' ').sort());
  });
});
