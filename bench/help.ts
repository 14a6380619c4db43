import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const ROUNDS = 11;

/** What `svc --help` takes beyond the start of Node itself: the median of pairs that ran one after the other. */
export function measureHelp(): number {
  const beyond = Array.from({ length: ROUNDS }, () => runMs([CLI, '--help']) - runMs(['-e', '0']));
  return beyond.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

function runMs(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
  return performance.now() - startedAt;
}
