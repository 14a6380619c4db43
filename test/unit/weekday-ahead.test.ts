import { describe, expect, it } from 'vitest';
import { isAhead } from '../../src/plan/builtin/english/dates/tense.ts';
import { tokenize } from '../../src/plan/builtin/english/tokens.ts';

const ahead = (text: string): boolean => {
  const tokens = tokenize(text);
  return isAhead({ tokens, now: new Date('2026-11-22T10:00:00Z') }, tokens.length - 1);
};

describe('a weekday lies ahead', () => {
  it.each([
    'cancel the matinee on friday',
    'please call off the rehearsal on friday',
    'give the matinee on friday to rosa',
    'the matinee is cancelled on friday',
  ])('in %j', (text) => expect(ahead(text)).toBe(true));

  it.each([
    'the matinee was cancelled on friday',
    'give me the tickets sold on friday',
    'give us all shows on friday',
    'which shows did we cancel on friday',
    'delete the rehearsal booked on friday',
  ])('not in %j', (text) => expect(ahead(text)).toBe(false));
});
