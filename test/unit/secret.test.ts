import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { writeOnce } from '../../src/lib/write-once.ts';
import { loadSecret } from '../../src/secret.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-secret-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const URL_OF_ONE = 'postgres://svc:word@127.0.0.1:5432/svc';

test('none is made beside data that derives from another; one that was made is taken again', async () => {
  const settings = { secret: undefined, databaseUrl: URL_OF_ONE, dataDir, acceptsChangedSecret: false };
  await expect(loadSecret(settings, async () => true)).rejects.toThrow(
    /^this PostgreSQL holds the data of services with another secret: set/,
  );
  const embedded = { ...settings, databaseUrl: undefined };
  await expect(loadSecret(embedded, async () => true)).rejects.toThrow(`${join(dataDir, 'secret')} is missing, and the data in ${dataDir}`);
  expect(await readdir(dataDir)).toEqual([]);
  const made = await loadSecret(settings, async () => false);
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(await loadSecret(settings, async () => true)).toBe(made);
});

test('a Redis database that is no number is refused with the setting', () => {
  expect(() => readConfig({ REDIS_URL: 'redis://x:6379/first' })).toThrow('REDIS_URL: takes redis://user:password@host:port/0');
  for (const url of ['redis://x', 'redis://x/', 'rediss://x:6379/12?family=6']) expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url);
});

test('an emptied one is not made anew beside data that derives from it', async () => {
  const folder = await mkdtemp(join(dataDir, 'emptied-'));
  const settings = { secret: undefined, databaseUrl: undefined, dataDir: folder, acceptsChangedSecret: false };
  const file = join(folder, 'secret');
  await writeFile(file, '');
  await expect(loadSecret(settings, async () => true)).rejects.toThrow(`${file} is empty, and the data in ${folder}`);
  expect(await readFile(file, 'utf8')).toBe('');
  expect(await loadSecret(settings, async () => false)).toMatch(/^[\w-]{43}$/);
});

test('what is there already is not written, so that a full disk is in nobody’s way', async () => {
  const file = join(dataDir, 'there');
  await writeFile(file, 'first');
  // A name that is too long for the temporary file beside it, as a disk without room has none.
  const long = join(dataDir, 'x'.repeat(250));
  await writeFile(long, 'first');
  for (const each of [file, long]) {
    await writeOnce(each, 'second');
    expect(await readFile(each, 'utf8')).toBe('first');
  }
});
