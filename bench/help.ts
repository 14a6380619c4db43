import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const ROUNDS = 11;

/** What `svc --help` takes, and the start of Node itself: the medians of pairs that ran one after the other. */
export function measureHelp(): { helpMs: number; nodeMs: number } {
  const pairs = Array.from({ length: ROUNDS }, () => ({ helpMs: runMs([CLI, '--help']), nodeMs: runMs(['-e', '0']) }));
  const middle = (name: 'helpMs' | 'nodeMs') => pairs.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  return { helpMs: middle('helpMs'), nodeMs: middle('nodeMs') };
}

function runMs(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
  return performance.now() - startedAt;
}
