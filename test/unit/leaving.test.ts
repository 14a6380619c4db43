import { expect, test } from 'vitest';
import { Leave } from '../../src/lib/leaving.ts';

test('leaving is told once to whoever still listens, and seen by whoever looks', () => {
  const leaving = new Leave();
  const told: string[] = [];
  const gone = () => told.push('gone');
  leaving.addEventListener('abort', gone);
  leaving.addEventListener('abort', () => told.push('here'));
  leaving.removeEventListener('abort', gone);
  expect(leaving.aborted).toBe(false);
  leaving.abort();
  leaving.abort();
  leaving.addEventListener('abort', gone);
  expect([told, leaving.aborted]).toEqual([['here'], true]);
});

test('its signal fires with it, whether it was asked for before or after', () => {
  const [before, after] = [new Leave(), new Leave()];
  const { signal } = before;
  expect(signal.aborted).toBe(false);
  for (const leaving of [before, after]) leaving.abort();
  expect([signal.aborted, after.signal.aborted]).toEqual([true, true]);
});
