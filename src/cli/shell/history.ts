import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../replace-file.ts';

const KEPT = 1_000;

export interface History {
  /** The newest first, as readline takes it. */
  readonly lines: string[];
  add(line: string): void;
}

/** What was typed, in a file for this user alone. One that cannot be read or written costs the memory, not the session. */
export function openHistory(file: string): History {
  const read = linesOf(file);
  const lines = read.slice(-KEPT).reverse();
  if (read.length > 2 * KEPT) quietly(() => replaceFile(file, `${read.slice(-KEPT).join('\n')}\n`));
  return {
    lines,
    add(line) {
      // As in other shells, what begins with a space is not kept.
      if (line.trim() === '' || line.startsWith(' ') || line === lines[0]) return;
      lines.unshift(line);
      quietly(() => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, `${line}\n`, { mode: 0o600 });
      });
    },
  };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Not remembered.
  }
}
