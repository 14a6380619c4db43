import type { Mark } from '../run/score.ts';
import { NOT_COMPILED } from '../ways/in-process.ts';

export interface Parsing {
  /** Gold statements that became a plan. */
  readonly parsed: number;
  /** What the others hold that plans do not, or the engine cannot, the most frequent first. */
  readonly unsupported: Readonly<Record<string, number>>;
}

/** How much of the gold SQL a plan can say. A statement that did not become a plan is a declined one here. */
export function parsingOf(marks: readonly Mark[]): Parsing {
  const refused = marks.filter(({ status }) => status === 'declined');
  const counts = new Map<string, number>();
  for (const { reason, code } of refused) {
    const construct = reason ?? code ?? 'unknown';
    counts.set(construct, (counts.get(construct) ?? 0) + 1);
  }
  return {
    parsed: marks.filter(({ answered, code }) => answered || code === NOT_COMPILED).length,
    unsupported: Object.fromEntries([...counts].sort(([, a], [, b]) => b - a)),
  };
}
