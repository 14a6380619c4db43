import { describe, expect, it } from 'vitest';
import { restated } from '../../src/plan/builtin/writes/change/restated.ts';
import { looksLikeWrite, writePlanner } from '../../src/plan/builtin/writes/write.ts';
import { marinaSchema as schema, marinaValues as values } from '../support/marina-schema.ts';

const ask = (text: string) =>
  writePlanner.plan({ text, schema, values, now: new Date('2026-11-22T12:00:00Z'), signal: new AbortController().signal });
const is = (column: string, value: unknown) => ({ left: { column }, right: { value } });

describe('a change that is told as news', () => {
  it.each([
    ['ines moe has a new phone: 555 0102', 'sailors', { column: 'phone', value: { value: '555 0102' } }, is('full_name', 'Ines Moe')],
    ["ines moe's new number is 555 0102", 'sailors', { column: 'phone', value: { value: '555 0102' } }, is('full_name', 'Ines Moe')],
    [
      'the new contact person at blue fjord tours is Kai Holm',
      'clients',
      { column: 'contact_person', value: { value: 'Kai Holm' } },
      is('company', 'Blue Fjord Tours'),
    ],
    ["old quay's capacity is now 40", 'berths', { column: 'capacity', value: { value: 40 } }, is('name', 'Old Quay')],
    ['the capacity of old quay is now 40', 'berths', { column: 'capacity', value: { value: 40 } }, is('name', 'Old Quay')],
    ["old quay's capacity went up to 40", 'berths', { column: 'capacity', value: { value: 40 } }, is('name', 'Old Quay')],
    ['put the capacity of old quay up to 40', 'berths', { column: 'capacity', value: { value: 40 } }, is('name', 'Old Quay')],
    ['ines moe now has the phone 555 0102', 'sailors', { column: 'phone', value: { value: '555 0102' } }, is('full_name', 'Ines Moe')],
  ])('%s', async (text, table, set, where) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan: { kind: 'update', table, set: [set], where } });
  });

  it.each([
    "what is ines moe's new phone",
    "is ines moe's new phone 555 0102?",
    'ines moe has a new phone',
    'ines moe has a phone',
    'the new berth at old quay',
    'is the capacity of old quay now 40',
    'the capacity of old quay',
    'put the boat to sea',
  ])('leaves alone: %s', (text) => {
    expect(restated(text)).toBeNull();
  });

  it.each(['nora vik has a new phone: 555 0102', "ines moe's new colour is blue"])('declines what is not there: %s', async (text) => {
    expect((await ask(text)).kind).toBe('declined');
  });
});
