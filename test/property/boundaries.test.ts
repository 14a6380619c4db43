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

/** Every module in these folders, with its text. */
async function textsIn(...folders: string[]): Promise<[path: string, text: string][]> {
  const files = (await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))).flat();
  const paths = files.filter(({ name }) => name.endsWith('.ts')).map(({ parentPath, name }) => join(parentPath, name));
  expect(paths.length).toBeGreaterThan(MODULES_AT_LEAST);
  return await Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await readFile(path, 'utf8')]));
}
const whose = (texts: readonly [path: string, text: string][], pattern: RegExp): string[] =>
  texts.flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).sort();

test('the environment is read in config.ts alone, and in settings.ts by the command line', async () => {
  expect(whose(await textsIn('src'), /process\.env/)).toEqual(['src/cli/settings.ts', 'src/config.ts']);
});

test('no signals are joined by AbortSignal.any: Node 20 may collect such a one before it fires', async () => {
  expect(whose(await textsIn('src', 'mcp'), /\bAbortSignal\.any\(/)).toEqual([]);
});
