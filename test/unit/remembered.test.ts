import { expect, test } from 'vitest';
import { createRemembered } from '../../src/store/remembered.ts';

const TTL_MS = 20;

test('nothing is remembered for longer because the clock was set back', async () => {
  const clock = { now: 1_000_000 };
  const remembered = createRemembered<string>({ max: 10, ttlMs: TTL_MS, now: () => clock.now });
  remembered.set('key', 'found');
  expect(remembered.get('key')).toBe('found');
  clock.now -= 3_600_000;
  await expect.poll(() => remembered.get('key')).toBeUndefined();
});

test('nor because this process counted no time while the machine slept', () => {
  const clock = { now: 1_000_000 };
  const remembered = createRemembered<string>({ max: 10, ttlMs: 3_600_000, now: () => clock.now });
  remembered.set('key', 'found');
  clock.now += 3_600_000;
  expect(remembered.get('key')).toBeUndefined();
});

test('the oldest makes room, and what was given an end of its own ends then', () => {
  const clock = { now: 1_000_000 };
  const remembered = createRemembered<number>({ max: 2, ttlMs: 1_000_000, now: () => clock.now });
  for (const n of [1, 2, 3]) remembered.set(String(n), n);
  expect([1, 2, 3].map((n) => remembered.get(String(n)))).toEqual([undefined, 2, 3]);
  remembered.set('short', 4, clock.now + 5);
  clock.now += 5;
  expect(remembered.get('short')).toBeUndefined();
});
