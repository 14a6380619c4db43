import { describe, expect, it } from 'vitest';
import { buildValueIndex, buildValueIndexInTurns } from '../../src/plan/builtin/linking/value-index.ts';

const index = buildValueIndex([
  { table: 'cities', column: 'name', values: ['New York', 'São Paulo', 'The Hague'] },
  { table: 'people', column: 'city', values: ['new york', 'Lyon'] },
  { table: 'items', column: 'kind', values: ['Lamp', "Children's books"] },
]);

describe('the value index', () => {
  it('finds whole values without regard to case, in every column that holds them', () => {
    expect(index.find('NEW YORK')).toEqual([
      { table: 'cities', column: 'name', stored: 'New York' },
      { table: 'people', column: 'city', stored: 'new york' },
    ]);
  });

  it('does not find a part of a value', () => {
    expect(index.find('York')).toEqual([]);
  });

  it('passes over punctuation and doubled spaces', () => {
    expect(index.find('childrens  books')).toEqual([]);
    expect(index.find("children's  BOOKS")).toEqual([{ table: 'items', column: 'kind', stored: "Children's books" }]);
  });

  it('drops a leading article only when the value as written is not there', () => {
    expect(index.find('the Hague')).toEqual([{ table: 'cities', column: 'name', stored: 'The Hague' }]);
    expect(index.find('the lamp')).toEqual([{ table: 'items', column: 'kind', stored: 'Lamp' }]);
  });

  it('tries the singular and the plural', () => {
    expect(index.find('lamps')).toEqual([{ table: 'items', column: 'kind', stored: 'Lamp' }]);
  });

  it('gives the values of a column, and null for one that was not handed over', () => {
    expect(index.of('people', 'city')).toEqual(['new york', 'Lyon']);
    expect(index.of('people', 'biography')).toBeNull();
  });
});

const many = ['name', 'city'].map((column) => ({
  table: 'customers',
  column,
  values: Array.from({ length: 60_000 }, (_, at) => `${column} The ${at}, Ltd.`),
}));

it('an index that is made in turns of the event loop is the same, and others have theirs between', async () => {
  let turns = 0;
  let isDone = false;
  const making = buildValueIndexInTurns(many).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns += 1;
    await new Promise(setImmediate);
  }
  const [made, whole] = [await making, buildValueIndex(many)];
  for (const value of ['name the 7 ltd', 'CITY The 59999, Ltd', 'the name the 8 ltd', 'nobody'])
    expect(made.find(value)).toEqual(whole.find(value));
  expect(made.of('customers', 'city')).toBe(many[1]?.values);
  expect(made.entries).toBe(many);
  expect(turns).toBeGreaterThan(5);
});
