import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A quay: what is unloaded, by whom, of trips on lines that take so long. */
const schema: Schema = {
  fingerprint: 'quay',
  tables: [
    table('lines', { id: 'integer', name: 'text', passage_minutes: 'integer' }),
    table('trips', { id: 'integer', line_id: 'integer', status: 'text' }, { line_id: 'lines' }),
    table('goods', { id: 'integer', name: 'text', sort: 'text' }),
    table('porters', { id: 'integer', name: 'text', crew: 'text' }),
    table(
      'unloadings',
      { id: 'integer', good_id: 'integer', porter_id: 'integer', broken_qty: 'integer', price: 'decimal', qty: 'integer' },
      { good_id: 'goods', porter_id: 'porters' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'trips', column: 'status', values: ['cancelled', 'sailed'] },
  { table: 'goods', column: 'sort', values: ['timber', 'spice', 'display'] },
  { table: 'goods', column: 'name', values: ['Oak planks', 'Pepper'] },
  { table: 'porters', column: 'crew', values: ['Spices', 'Night'] },
]);
const now = new Date('2026-11-22T12:00:00Z');
const planner = createQuestionPlanner();
const ask = (text: string) => planner.plan({ text, schema, values, now, signal: new AbortController().signal });

describe('what looks like an answer and is none', () => {
  it.each([
    'how many passages',
    'how many passages are cancelled',
    'what percentage of passages are cancelled',
    'unloadings with broken goods',
    'unloadings that had brokne goods',
    'timber or spices, which brings in more money',
    'display goods',
  ])('%s is declined', async (text) => {
    expect((await ask(text)).kind).toBe('declined');
  });

  it('offers both of what a word of asking may be', async () => {
    const outcome = await ask('display goods');
    const goals = outcome.kind === 'declined' ? (outcome.options ?? []).map(({ goal }) => goal) : [];
    expect(goals).toEqual(expect.arrayContaining(['list goods', 'list goods whose sort is "display"']));
  });

  it.each([
    ['how many trips are cancelled', 'count'],
    ['display trips', 'trips'],
    ['total passage minutes of all lines', 'passage_minutes'],
    ['how many passage minutes do all lines have in total', 'passage_minutes'],
  ])('%s is read', async (text, part) => {
    const outcome = await ask(text);
    expect(outcome.kind).toBe('plan');
    expect(JSON.stringify(outcome)).toContain(part);
  });
});

/** A swimming club: lanes of swimmers, galas that they enter, lengths that each swam. */
const club: Schema = {
  fingerprint: 'club',
  tables: [
    table('lanes', { id: 'integer', name: 'text', level: 'text' }),
    table('swimmers', { id: 'integer', first_name: 'text', last_name: 'text', lane_id: 'integer' }, { lane_id: 'lanes' }),
    table('galas', { id: 'integer', title: 'text' }),
    table(
      'entries',
      { id: 'integer', swimmer_id: 'integer', gala_id: 'integer', paid: 'boolean' },
      { swimmer_id: 'swimmers', gala_id: 'galas' },
    ),
    table('swims', { id: 'integer', swimmer_id: 'integer', metres: 'integer' }, { swimmer_id: 'swimmers' }),
  ],
};
const clubValues = buildValueIndex([
  { table: 'lanes', column: 'level', values: ['novice', 'veteran'] },
  { table: 'galas', column: 'title', values: ['Spring Gala', 'Harbour Swim'] },
]);

describe('rows that are not the ones meant', () => {
  const read = (text: string) => planner.plan({ text, schema: club, values: clubValues, now, signal: new AbortController().signal });

  it.each(['how many novices do we have', 'how many swimmers going to the spring gala have paid', 'top 5 swimmers by metres'])(
    '%s is no count of other rows',
    async (text) => {
      const outcome = await read(text);
      const plan = outcome.kind === 'plan' ? JSON.stringify(outcome.plan) : '';
      expect(plan).not.toContain('"table":"lanes","as":"lanes"},"where"');
      expect(plan.split('"kind":"exists"').length - 1).toBeLessThan(2);
      if (text.startsWith('top')) expect(plan === '' || plan.includes('"fn":"sum"')).toBe(true);
    },
  );

  it.each([
    ['how many lanes are there', '"fn":"count"'],
    ['how many novice lanes are there', '"fn":"count"'],
    ['how many swimmers have entered the spring gala', '"fn":"count"'],
    ['top 5 swimmers by total metres', '"fn":"sum"'],
    ['swimmers with entries that are not paid', '"entries"'],
  ])('%s is read', async (text, part) => {
    expect(JSON.stringify(await read(text))).toContain(part);
    expect((await read(text)).kind).toBe('plan');
  });
});

/** A stable: horses of a breed, in boxes of a kind, that are ridden in lessons by riders who joined some day. */
const stable: Schema = {
  fingerprint: 'stable',
  tables: [
    table('boxes', { id: 'integer', name: 'text', box_kind: 'text', box_number: 'text' }),
    table('horses', { id: 'integer', name: 'text', horse_breed: 'text', box_id: 'integer' }, { box_id: 'boxes' }),
    table('riders', { id: 'integer', name: 'text', town: 'text', rider_since: 'date' }),
    table(
      'lessons',
      { id: 'integer', horse_id: 'integer', rider_id: 'integer', lesson_date: 'date', hours: 'decimal' },
      { horse_id: 'horses', rider_id: 'riders' },
    ),
  ],
};
const stableValues = buildValueIndex([
  { table: 'boxes', column: 'box_kind', values: ['Outdoor', 'Indoor'] },
  { table: 'horses', column: 'horse_breed', values: ['Haflinger', 'Shire'] },
  { table: 'riders', column: 'town', values: ['Marlow', 'Reddick'] },
]);
const askStable = (text: string) => planner.plan({ text, schema: stable, values: stableValues, now, signal: new AbortController().signal });

describe('a kind, a day or a name that is no answer to which', () => {
  it.each([
    'which horse do we feed the most',
    'which box do we clean the most',
    'boxes, longest first',
    'horses in an outdoor box, oldest first',
  ])('%s is declined', async (text) => {
    expect((await askStable(text)).kind).toBe('declined');
  });

  it.each([
    ['which horse breed is the most common', '"horse_breed"'],
    ['which breed of horse is the most common', '"horse_breed"'],
    ['which box kind is the most common', '"box_kind"'],
    ['which day has the most lessons', '"lesson_date"'],
    ['which town has the most riders', '"town"'],
    ['which horse has the most lessons', '"horse_id"'],
  ])('%s is read', async (text, part) => {
    const outcome = await askStable(text);
    expect(outcome.kind).toBe('plan');
    expect(JSON.stringify(outcome)).toContain(part);
  });

  it.each([
    'riders in marlow, the ones that have been with us longest first',
    'riders in marlow with us the longest first',
    'riders in marlow, longest with us first',
    'riders from marlow, longest serving first',
  ])('%s begins with who came first', async (text) => {
    const outcome = await askStable(text);
    expect(outcome).toMatchObject({
      kind: 'plan',
      plan: { orderBy: [{ expr: { column: 'rider_since' }, direction: 'asc' }] },
    });
  });

  it('knows nobody who serves the longest where no day says when it began', async () => {
    expect((await askStable('boxes with us longest first')).kind).toBe('declined');
  });
});
