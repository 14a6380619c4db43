import type { ScoredQuestion } from '../questions.ts';
import { sameContents } from '../run/compare.ts';
import { type Asking, answerOf, facts } from './ask.ts';
import type { Answer, Opened } from './way.ts';

/**
 * One write from English on a copy of its own: asked, its preview confirmed, and the table's rows compared with those
 * that the gold statement leaves. A refusal counts as declined only when it left the table as it was.
 */
export async function openWrite({ svc, dump, model }: Asking, { gold, write, question }: ScoredQuestion): Promise<Opened> {
  const table = write?.table ?? '';
  const asked = { db: dump.dbId, goal: question, ...(model === undefined ? {} : { model }) };
  const before = await dump.contents(table);
  const results: unknown[][][] = [];
  for (const sql of gold) results.push(await dump.contentsAfter(sql, table));

  async function apply(): Promise<Answer> {
    try {
      const first = await svc.ask(asked);
      const done = first.kind === 'preview' ? await svc.ask({ ...asked, confirm: true }) : first;
      // Answered as a question: nothing was understood as a write, and nothing was written.
      if (done.kind !== 'write') return { kind: 'error', code: done.kind, reason: 'not read as a write', sql: first.trace.sql };
      return { kind: 'rows', rows: await dump.contents(table), ...facts(first) };
    } catch (error) {
      return answerOf(error);
    }
  }

  return {
    async answer() {
      const answer = await apply();
      if (answer.kind !== 'declined') return answer;
      if (sameContents(before, await dump.contents(table))) return answer;
      return { kind: 'error', code: answer.code, reason: 'refused, and yet the table changed', sql: null };
    },
    expected: async () => ({ results, tied: null, exact: true }),
    close: () => dump.close(),
  };
}
