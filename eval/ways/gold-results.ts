import type { ScoredQuestion } from '../questions.ts';
import type { ResultRow } from '../run/compare.ts';
import type { Expected } from './way.ts';

/** Gold statements that do not run here are passed over: of several spellings one may be another engine's. */
export async function goldResults(
  { gold, tieSql }: ScoredQuestion,
  { gold: run }: { gold(sql: string): Promise<readonly ResultRow[]> },
): Promise<Expected> {
  const results: (readonly ResultRow[])[] = [];
  for (const sql of gold) {
    const rows = await run(sql).catch(() => null);
    if (rows !== null) results.push(rows);
  }
  return { results, tied: tieSql === null ? null : await run(tieSql).catch(() => null) };
}
