import { describe, expect, it } from 'vitest';
import { periodAt } from '../../src/plan/builtin/english/dates/periods.ts';
import { isEnglish } from '../../src/plan/builtin/english/related-words.ts';
import { tokenize } from '../../src/plan/builtin/english/tokens.ts';

const now = new Date('2026-11-22T10:00:00Z');
const read = (text: string) => periodAt({ tokens: tokenize(text), now }, 0);

describe('the rest of a time that runs', () => {
  it.each([
    ['before the end of the year', '2027-01-01', 6],
    ['by the end of this month', '2026-12-01', 6],
    ['before the year is over', '2027-01-01', 5],
    ['before this week ends', '2026-11-23', 4],
  ])('is from today until then: %s', (text, until, end) => {
    expect(read(text)).toMatchObject({ op: 'between', from: { since: '2026-11-22' }, to: { until }, end });
  });

  it('is none of a time that is over, nor of one that goes on', () => {
    expect(read('before the end of last year')?.op).not.toBe('between');
    expect(read('before this year')).toMatchObject({ op: '<', from: { since: '2026-01-01' } });
  });
});

it('short verbs are English in the past too', () => {
  expect(['owed', 'used', 'aged'].every(isEnglish)).toBe(true);
  expect(isEnglish('zxed')).toBe(false);
});
