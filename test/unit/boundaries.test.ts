import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { expect, test } from 'vitest';

const MODULES_AT_LEAST = 80;
const MCP_MODULES_AT_LEAST = 10;
const WEB_MODULES_AT_LEAST = 20;

/** The cruiser reads nothing, and passes, when its TypeScript is not one that it knows: so the count is asserted too. */
test('the boundaries of the house hold, over every module', async () => {
  const { forbidden, options } = await extractConfig('./.dependency-cruiser.cjs');
  const { output } = await cruise(
    ['src', 'mcp', 'web'],
    { ...options, ruleSet: { forbidden: forbidden ?? [] }, validate: true },
    {},
    { tsConfig: extractTsConfig('tsconfig.json') },
  );
  const { modules, summary } = output as ICruiseResult;
  expect(modules.filter(({ source }) => source.startsWith('src/')).length).toBeGreaterThan(MODULES_AT_LEAST);
  expect(modules.filter(({ source }) => source.startsWith('mcp/')).length).toBeGreaterThan(MCP_MODULES_AT_LEAST);
  expect(modules.filter(({ source }) => source.startsWith('web/src/')).length).toBeGreaterThan(WEB_MODULES_AT_LEAST);
  expect(summary.violations).toEqual([]);
});

test('the environment is read in config.ts alone, and in settings.ts by the command line', async () => {
  const { output } = await cruise(
    ['src'],
    { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true },
    {},
    { tsConfig: extractTsConfig('tsconfig.json') },
  );
  const files = (output as ICruiseResult).modules.map(({ source }) => source).filter((source) => source.startsWith('src/'));
  const readers: string[] = [];
  for (const file of files) if ((await readFile(file, 'utf8')).includes('process.env')) readers.push(file);
  expect(readers.sort()).toEqual(['src/cli/settings.ts', 'src/config.ts']);
});

test('no signals are joined by AbortSignal.any: Node 20 may collect such a one before it fires', async () => {
  const files = (await Promise.all(['src', 'mcp'].map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))).flat();
  const joined: string[] = [];
  let read = 0;
  for (const file of files) {
    if (!file.name.endsWith('.ts')) continue;
    read += 1;
    const path = join(file.parentPath, file.name);
    if (/\bAbortSignal\.any\(/.test(await readFile(path, 'utf8'))) joined.push(path);
  }
  expect(read).toBeGreaterThan(MODULES_AT_LEAST);
  expect(joined).toEqual([]);
});
