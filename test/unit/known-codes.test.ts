import { describe, expect, it } from 'vitest';
import { knownCodes } from '../../src/plan/builtin/linking/known-codes.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { table } from '../support/table.ts';

const schema = {
  fingerprint: 'translators',
  tables: [
    table('translators', { id: 'integer', name: 'text', country_code: 'text', state: 'text' }),
    table('jobs', { id: 'integer', translator_id: 'integer', target_lang: 'text', currency: 'text', fee: 'decimal', due_on: 'date' }, [
      ['translator_id', 'translators', 'id'],
    ]),
  ],
};
const values = buildValueIndex([
  { table: 'translators', column: 'name', values: ['Ida Moe', 'Rex Hale'] },
  { table: 'translators', column: 'country_code', values: ['NO', 'US', 'GB', 'CZ'] },
  { table: 'translators', column: 'state', values: ['OR', 'ME'] },
  { table: 'jobs', column: 'target_lang', values: ['de', 'pt-BR', 'fi'] },
  { table: 'jobs', column: 'currency', values: ['EUR', 'NOK', 'USD', 'CAD'] },
]);
const planner = createQuestionPlanner();
const ask = async (text: string) => {
  const read = await planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
  return read.kind === 'plan' ? read.plan : read;
};
const is = (column: string, value: string) => ({ kind: 'compare', op: '=', left: { column }, right: { value } });

describe('codes that everybody knows', () => {
  it.each([
    ['translators in norway', is('country_code', 'NO')],
    ['how many norwegian translators', is('country_code', 'NO')],
    ['translators from the czech republic', is('country_code', 'CZ')],
    ['translators from the uk', is('country_code', 'GB')],
    ['translators from america', is('country_code', 'US')],
    ['translators in oregon', is('state', 'OR')],
  ])('are read by the names of what they stand for: %s', async (text, where) => {
    expect(await ask(text)).toMatchObject({ where });
  });

  it('are called by country, language and currency, also in the plural', () => {
    expect(knownCodes(['target', 'lang'], ['de', 'pt-BR'])).toEqual([
      { code: 'de', meaning: 'german' },
      { code: 'pt-BR', meaning: 'brazilian portuguese' },
      { code: 'pt-BR', meaning: 'portuguese' },
    ]);
    expect(knownCodes(['currency'], ['EUR']).map(({ meaning }) => meaning)).toEqual(['euro', 'euros']);
    expect(knownCodes(['country'], ['Netherlands']).map(({ meaning }) => meaning)).toEqual(['the netherlands', 'holland']);
  });

  it('have no name that two of them have, and none in a column of something else', () => {
    expect(knownCodes(['currency'], ['USD', 'CAD']).map(({ meaning }) => meaning)).not.toContain('dollars');
    expect(knownCodes(['grade'], ['NO', 'US'])).toEqual([]);
    expect(knownCodes(['country'], ['XX'])).toEqual([]);
  });

  it('"us" and "no" are the words that they are in a sentence', async () => {
    const read = JSON.stringify(await ask('translators with us'));
    expect(read).not.toContain('"US"');
    expect(JSON.stringify(await ask('translators with no jobs'))).not.toContain('"NO"');
  });
});
