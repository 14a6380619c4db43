import { existsSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How another program starts `svc` without a PATH: the words before the command's own. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** It runs from npx's cache, which is emptied at times. */
  readonly isPassing: boolean;
}

/**
 * The program is Node itself, since `svc` and npm's launchers look for it on the PATH, which a desktop program may have
 * without it.
 */
export function launchOf(main: string = mainFile(), node: string = process.execPath): Launch {
  return {
    program: lastingNode(node),
    args: main.endsWith('.ts') ? ['--import', import.meta.resolve('tsx'), main] : [main],
    isPassing: /[\\/]_npx[\\/]/.test(main),
  };
}

/** Beside this folder, as it is installed: its links are followed. */
const mainFile = (): string => fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../main.ts' : '../main.js', import.meta.url));

/** Homebrew keeps each version in a folder of its own and removes it with the next; its `opt` link stays. */
function lastingNode(node: string): string {
  const [, prefix, formula] = /^(.*)\/Cellar\/([^/]+)\/[^/]+\/bin\/node$/.exec(node) ?? [];
  if (prefix === undefined || formula === undefined) return node;
  const linked = posix.join(prefix, 'opt', formula, 'bin', 'node');
  return existsSync(linked) && realpathSync(linked) === realpathSync(node) ? linked : node;
}
