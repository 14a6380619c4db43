import type { ScoredQuestion } from '../questions.ts';
import { sameContents } from '../run/compare.ts';
import { type Asking, answered } from './ask.ts';
import type { Opened } from './way.ts';

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

  return {
    async answer() {
      const answer = await answered(model, async () => {
        const reply = await svc.ask(asked);
        const done = reply.kind === 'preview' ? await svc.ask({ ...asked, confirm: true }) : reply;
        return done.kind === 'write' ? { reply, rows: await dump.contents(table) } : { reply, misread: done.kind };
      });
      if (answer.kind !== 'declined' || sameContents(before, await dump.contents(table))) return answer;
      return { ...answer, kind: 'error', reason: 'refused, and yet the table changed', sql: null };
    },
    expected: async () => ({ results, tied: null, exact: true }),
    close: () => dump.close(),
  };
}
