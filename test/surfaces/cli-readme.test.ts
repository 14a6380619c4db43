import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCliUser } from '../support/cli.ts';
import { newHome } from '../support/owned.ts';
import type { TestService } from '../support/service.ts';

let home: Awaited<ReturnType<typeof newHome>>;
let service: TestService;
beforeAll(async () => {
  home = await newHome();
  service = await home.start();
});
afterAll(() => home.close());

/** What is another each time. */
const steady = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/db_coffee_beans_\w{8}/g, 'DB')
    .replaceAll(/[\d.]+ ms/g, 'SOME ms');

/** Whether the lines are there as the README has them, which leaves some out where it has `…`. */
function expectLines(seen: readonly string[], shown: readonly string[]): void {
  const gap = shown.indexOf('…');
  if (gap < 0) expect(seen).toEqual(shown);
  else {
    const rest = shown.slice(gap + 1);
    expect(seen.slice(0, gap)).toEqual(shown.slice(0, gap));
    expect(seen.length).toBeGreaterThanOrEqual(shown.length);
    expectLines(rest.length === 0 ? [] : seen.slice(-rest.length), rest);
  }
}

test('the first screen of the README is what a person types and sees', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, screen = ''] = /\n\n((?: {4}.*\n)+)/.exec(readme) ?? [];
  const steps = screen.replaceAll(/^ {4}/gm, '').split(/^\$ /m).slice(1);
  expect(steps[0]).toBe('svc serve &\n');
  const user = await createCliUser(service.url);
  await writeFile(join(user.folder, 'beans.csv'), 'roaster,price,rating\nOnyx,18.5,5\nSey,21,4\nHex,15,3\nTim Wendelboe,24.5,5\n');
  for (const step of steps.slice(1)) {
    const [typed = '', ...shown] = step.trimEnd().split('\n');
    const args = [...typed.replace(/^svc /, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const { stdout, stderr } = await user.onPipe(args, { env: { SVC_DATA_DIR: home.dataDir } });
    expectLines(steady(`${stdout}${stderr}`).trimEnd().split('\n'), steady(shown.join('\n')).split('\n'));
  }
  expect(steps.length).toBeGreaterThanOrEqual(5);
});
