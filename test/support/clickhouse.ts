import { readdirSync, readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { findChdb } from '../../src/engines/clickhouse/chdb.ts';

/** A suite that needs the embedded ClickHouse; where its optional package is away, one line says what would run it. */
export function describeWithClickHouse(name: string, suite: () => void): void {
  const isInstalled = findChdb(null) !== null;
  if (!isInstalled) console.warn(`Skipped: ${name}. The optional package chdb runs it: npm install chdb (Linux with glibc, macOS).`);
  describe.skipIf(!isInstalled)(name, suite);
}

/** Processes whose parent is `pid`, on Linux. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Zombies do not count. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
