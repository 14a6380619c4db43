import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openState, type State } from '../../src/cli/state.ts';

const URL_HERE = 'http://127.0.0.1:8787';

let folder: string;
let file: string;
const warned: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-state-'));
  file = join(folder, 'svc', 'state.json');
  warned.splice(0);
});
afterEach(async () => rm(folder, { recursive: true, force: true }));
const open = (): State => openState(file, (text) => warned.push(text));

test('what is remembered of a service is not told to another one at its address, and comes back with it', () => {
  const state = open();
  expect(state.meet(URL_HERE, 'first')).toBe(false);
  state.change(URL_HERE, () => ({ db: 'db_of_first', token: 'anon_of_first' }));
  expect(state.meet(URL_HERE, 'first')).toBe(false);
  expect(state.of(URL_HERE)).toEqual({ db: 'db_of_first', token: 'anon_of_first', serviceId: 'first' });
  expect(state.meet(URL_HERE, 'second')).toBe(true);
  expect(state.of(URL_HERE)).toEqual({ serviceId: 'second' });
  state.change(URL_HERE, (now) => ({ ...now, db: 'db_of_second' }));
  expect(open().meet(URL_HERE, 'first')).toBe(true);
  expect(open().of(URL_HERE)).toEqual({ db: 'db_of_first', token: 'anon_of_first', serviceId: 'first' });
  // Whoever claims to be the first at another address is told nothing of it.
  expect(open().meet('http://127.0.0.1:9', 'first')).toBe(false);
  expect(open().of('http://127.0.0.1:9')).toEqual({});
  expect(open().meet(URL_HERE, 'second')).toBe(true);
  expect(open().of(URL_HERE)).toEqual({ db: 'db_of_second', serviceId: 'second' });
  expect(warned).toEqual([]);
});

test('runs at the same time lose nothing of each other, and leave one file for its owner alone', async () => {
  const module = fileURLToPath(new URL('../../src/cli/state.ts', import.meta.url));
  const script = `const { openState } = await import(${JSON.stringify(module)});
    const state = openState(process.argv[1], (text) => { throw new Error(text); });
    for (let n = 0; n < 10; n++) state.change('http://' + process.argv[2] + '-' + n, () => ({ db: 'db_x' }));`;
  const args = (n: number) => ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script, file, String(n)];
  await Promise.all([0, 1, 2].map((n) => promisify(execFile)(process.execPath, args(n))));
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).services)).toHaveLength(30);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a lock is kept from others by a process that is slow, and is taken from one that has died', async () => {
  const module = fileURLToPath(new URL('../../src/cli/lock-file.ts', import.meta.url));
  const [lock, told] = [`${file}.lock`, `${file}.told`];
  const script = `const { whileLocked } = await import(${JSON.stringify(module)});
    const { appendFileSync } = await import('node:fs');
    const [lock, told, heldMs] = process.argv.slice(1);
    whileLocked(lock, () => {
      appendFileSync(told, 'in ');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(heldMs));
      appendFileSync(told, 'out ');
    });`;
  const run = (heldMs: number) =>
    promisify(execFile)(process.execPath, [
      '--import',
      import.meta.resolve('tsx'),
      '--input-type=module',
      '-e',
      script,
      lock,
      told,
      String(heldMs),
    ]);
  // Longer than a lock of a dead process counts.
  await Promise.all([run(3_000), run(3_000)]);
  expect(await readFile(told, 'utf8')).toBe('in out in out ');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(lock, String(pid));
  await run(0);
  expect(await readFile(told, 'utf8')).toBe('in out in out in out ');
});
