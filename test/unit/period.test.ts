import { describe, expect, it } from 'vitest';
import { momentAt } from '../../src/plan/builtin/english/dates/moments.ts';
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

describe('days that have a name', () => {
  it.each([
    ['tonight', '2026-11-22', '2026-11-23'],
    ['on wednesday the 25th', '2026-11-25', '2026-11-26'],
    ['on the 25th', '2026-10-25', '2026-10-26'],
    ['over the summer', '2026-06-01', '2026-09-01'],
    ['last weekend', '2026-11-14', '2026-11-16'],
    ['in the last couple of weeks', '2026-11-08', '2026-11-23'],
    ['this yr', '2026-01-01', '2027-01-01'],
  ])('%s', (text, since, until) => {
    const found = read(text) ?? momentAt({ tokens: tokenize(text), now }, 0);
    expect(found === null || !('value' in found) ? found?.from : found.value).toMatchObject({ since, until });
  });

  it.each([
    ['before christmas', '<', '2026-12-25', '2026-12-26'],
    ['by tuesday', '<=', '2026-11-24', '2026-11-25'],
    ['june to august', 'between', '2026-06-01', '2026-07-01'],
    ['before the end of november', 'between', '2026-11-22', '2026-11-23'],
  ])('%s', (text, op, since, until) => {
    expect(read(text)).toMatchObject({ op, from: { since, until } });
  });

  it('is none that its weekday contradicts, nor one of floors', () => {
    expect(momentAt({ tokens: tokenize('monday the 40th'), now }, 0)?.end).not.toBe(3);
    expect(read('on the 3rd floor')).toBeNull();
  });
});

describe('a weekday or month without a year', () => {
  const days = (text: string) => {
    const tokens = tokenize(text);
    const at = tokens.findIndex(({ lower }) => ['friday', 'march'].includes(lower));
    return momentAt({ tokens, now }, at)?.value.since;
  };

  it('is the next one where the question looks ahead, and the last one else', () => {
    expect(days('who is coming on friday')).toBe('2026-11-27');
    expect(days('who came on friday')).toBe('2026-11-20');
    expect(days('which leases end in march')).toBe('2027-03-01');
    expect(days('leases that ended in march')).toBe('2026-03-01');
    expect(days('who paid before friday')).toBe('2026-11-20');
    expect(days('is Alfred coming on friday')).toBe('2026-11-27');
  });

  it('is not the next one where a noun only looks like a verb of what lies ahead', () => {
    expect(days('how many runs in march')).toBe('2026-03-01');
    expect(days('employees with a start date in march')).toBe('2026-03-01');
    expect(days('total amount due in march')).toBe('2026-03-01');
  });
});
