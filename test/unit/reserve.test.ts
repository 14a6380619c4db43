import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReserve } from '../../src/engines/postgres/embedded-reserve.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-reserve-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('it holds its room, with no holes, until it is given up, and is made again', async () => {
  const file = join(folder, 'postgres.reserve');
  const reserve = createReserve(file);
  for (const _ of ['first', 'again']) {
    await Promise.all([reserve.keep(), reserve.keep()]);
    const { size, blocks } = await stat(file);
    expect(size).toBe(64 * 1024 * 1024);
    // Of 512 bytes each, whatever the file system's own are (stat(2)).
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    expect(await readdir(folder)).toEqual(['postgres.reserve']);
    expect([await reserve.giveUp(), await reserve.giveUp()]).toEqual([true, false]);
    expect(await readdir(folder)).toEqual([]);
  }
});

test('where it cannot be made, nothing fails and nothing is left', async () => {
  const reserve = createReserve(join(folder, 'away', 'postgres.reserve'));
  await reserve.keep();
  expect([await reserve.giveUp(), await reserve.isDiskFull(), await readdir(folder)]).toEqual([false, false, []]);
});
