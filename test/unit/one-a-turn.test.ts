import { expect, test } from 'vitest';
import { createOneATurn } from '../../src/lib/one-a-turn.ts';

test('of many that come at once each begins in a turn of the event loop of its own, in the order in which they came', async () => {
  const turn = createOneATurn();
  const begun: number[] = [];
  /** What others did between two beginnings. */
  let others = 0;
  const seen: number[] = [];
  const ticking = (): void => {
    others += 1;
    if (begun.length < 50) setImmediate(ticking);
  };
  setImmediate(ticking);
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await turn();
      begun.push(index);
      seen.push(others);
    }),
  );
  expect(begun).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(new Set(seen).size).toBe(50);
});

test('where some may begin at once, so many begin in each turn', async () => {
  const turn = createOneATurn(8);
  let turns = 0;
  const seen: number[] = [];
  const ticking = (): void => {
    turns += 1;
    if (seen.length < 41) setImmediate(ticking);
  };
  setImmediate(ticking);
  await Promise.all(
    Array.from({ length: 41 }, async () => {
      await turn();
      seen.push(turns);
    }),
  );
  expect([...new Set(seen)].map((one) => seen.filter((other) => other === one).length)).toEqual([1, 8, 8, 8, 8, 8]);
});

test('one that comes alone waits for nobody', async () => {
  const turn = createOneATurn();
  expect(turn()).toBeNull();
  await new Promise((done) => setImmediate(() => setImmediate(done)));
  expect(turn()).toBeNull();
});
