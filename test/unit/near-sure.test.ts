import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { idTable } from '../support/table.ts';

/** A workshop that lends kilns: people, what they fire, and what it costs. */
const base = [
  idTable('potters', { id: 'integer', name: 'text', joined_on: 'date', country: 'text' }),
  idTable('kilns', { id: 'integer', label: 'text', style: 'text', litres: 'integer', bought_on: 'date' }),
  idTable(
    'firings',
    { id: 'integer', kiln_id: 'integer', potter_id: 'integer', fired_on: 'date', state: 'text', fee: 'decimal' },
    { kiln_id: 'kilns', potter_id: 'potters' },
  ),
  idTable('lessons', { id: 'integer', potter_id: 'integer', topic: 'text', held_on: 'date' }, { potter_id: 'potters' }),
];
const schema = { fingerprint: 'workshop', tables: base };
const values = buildValueIndex([
  { table: 'potters', column: 'name', values: ['Ada Berg', 'Olav Dahl'] },
  { table: 'potters', column: 'country', values: ['Norway', 'Germany'] },
  { table: 'kilns', column: 'label', values: ['Old Faithful Kiln', 'Etna'] },
  { table: 'kilns', column: 'style', values: ['electric', 'gas'] },
  { table: 'firings', column: 'state', values: ['booked', 'done'] },
  { table: 'lessons', column: 'topic', values: ['glazes', 'General meeting of all'] },
]);
const first = (text: string) =>
  nearReadings({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal })[0];

describe('the nearest plain sentence is the answer', () => {
  it.each([
    ['potters who came for 3 lessons or more', 'list potters with more than 2 lessons'],
    ['potters from germany who have never had a lesson', 'list potters whose country is "Germany", without lessons'],
    ['how many firings does a potter do on average', 'average number per potter, of those with any, of firings'],
    ['the 3 kilns with the most litres', 'the 3 kilns with the highest litres'],
  ])('where all is said and nothing else is as near: %s', (text, goal) => {
    const read = first(text);
    expect(read?.goal).toBe(goal);
    expect(read?.sure?.notes).toEqual([`read as "${read?.label}"`]);
  });

  it.each([
    ['a word that may say which of them is left out', 'potters who sculpt with more than 2 lessons'],
    ['a verb is like a stored value', 'potters who glaze with more than 2 lessons'],
    ['two readings are about as near', 'how much did the potters spend this month'],
    ['one word of a longer stored text is all that is said of it', 'potters who were at a meeting'],
    ['what was done is read of other rows', 'potters without lessons who booked'],
    ['a date is read by when people joined', 'which potters are here today'],
    ['the things have no name and the value does not say what they are', 'how many glazes'],
    ['a second sentence asks for more', 'the 3 most expensive firings. list the potters'],
    ['a second question is not read', 'is etna an electric kiln and who has it'],
    ['things are named and only values of theirs would be told', 'kilns with style and litres'],
    ['a verb is like a name', 'potters with something to kiln'],
    ['two times exclude each other', 'firings after 2020 and before 2010'],
    ['of two conditions of a share one may say what it is a share of', 'what share of gas firings are done'],
    ['a time is told by three', 'firings between december and june 2020 2019'],
  ])('not where %s', (_why, text) => {
    const read = first(text);
    expect(read).toBeDefined();
    expect(read?.sure).toBeUndefined();
  });
});
