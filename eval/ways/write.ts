import type { ScoredQuestion } from '../questions.ts';
import { sameContents } from '../run/compare.ts';
import { type Contents, sameChange } from '../run/same-change.ts';
import { type Asking, answered, answering } from './ask.ts';
import { tokensOf } from './model-outage.ts';
import type { Opened } from './way.ts';

/**
 * One write from English on a copy of its own: asked, its preview confirmed, and the table's rows compared with those
 * that the gold statement leaves. A refusal counts as declined only when it left the table as it was.
 */
export async function openWrite(asking: Asking, scored: ScoredQuestion): Promise<Opened> {
  return scored.write?.expect ? await openOrdinaryWrite(asking, scored) : await openStrictWrite(asking, scored);
}

async function openStrictWrite({ svc, dump, model }: Asking, { gold, write, question }: ScoredQuestion): Promise<Opened> {
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

/**
 * An ordinary person's write, all tables compared with what any of the gold statements leaves. One that has to be asked back
 * is done wrong by a preview as well: what it would change was not said.
 */
async function openOrdinaryWrite({ svc, dump, model }: Asking, { gold, write, question }: ScoredQuestion): Promise<Opened> {
  const before = await dump.all();
  const keys = await dump.keys();
  const wanted: { readonly sql: string; readonly after: Contents }[] = [];
  for (const sql of gold) wanted.push({ sql, after: await dump.allAfter(sql) });
  const asked = { db: dump.dbId, goal: question, ...(model === undefined ? {} : { model }) };
  return {
    async answer() {
      const answer = await answering(model, async () => {
        const reply = await svc.ask(asked);
        const { sql, egress } = reply.trace;
        const tokens = tokensOf(egress);
        const error = (reason: string) => ({ kind: 'error', code: reply.kind, reason, sql, tokens }) as const;
        if (write?.expect === 'ask_back' || (reply.kind !== 'preview' && reply.kind !== 'write')) return error(`read as a ${reply.kind}`);
        if (reply.kind === 'preview') await svc.ask({ ...asked, confirm: true });
        const given = await dump.all();
        const right = wanted.some((one) => sameChange({ before, keys, ...one }, given));
        return { kind: 'judged', made: sql ?? '', flaws: right ? [] : ['The tables hold something else afterwards.'], tokens };
      });
      // Which rows stand in the way of it is a reason, and nothing was changed.
      const refused =
        write?.expect === 'ask_back' && answer.kind === 'error' && answer.code === 'write_constraint' && answer.reason !== null;
      return refused && sameChange({ before, keys, sql: '', after: before }, await dump.all()) ? { ...answer, kind: 'declined' } : answer;
    },
    expected: async () => ({ results: [], tied: null }),
    close: () => dump.close(),
  };
}
