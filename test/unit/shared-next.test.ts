import { expect, test } from 'vitest';
import { createSharedNext } from '../../src/lib/shared-next.ts';

/** Work that ends when it is told to. */
function counted() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const work = () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject }));
  return { work, ends };
}

test('one runs, and all who come meanwhile share the next', async () => {
  const share = createSharedNext<number>();
  const { work, ends } = counted();
  const first = share('a', work);
  const others = [share('a', work), share('a', work), share('a', work)];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve(1);
  expect(await first).toBe(1);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  const later = share('a', work);
  ends[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(3);
  ends[2]?.resolve(3);
  expect(await later).toBe(3);
});

test('what fails fails for those who shared it, and the next runs', async () => {
  const share = createSharedNext<number>();
  const { work, ends } = counted();
  const first = share('a', work);
  const second = share('a', work);
  ends[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await new Promise(setImmediate);
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = share('a', work);
  expect(ends).toHaveLength(3);
  ends[2]?.resolve(3);
  expect(await third).toBe(3);
});

test('keys do not wait for each other', () => {
  const share = createSharedNext<number>();
  const { work, ends } = counted();
  void share('a', work);
  void share('b', work);
  expect(ends).toHaveLength(2);
});
