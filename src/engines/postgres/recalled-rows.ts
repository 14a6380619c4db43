import type { Memory, RememberedRow, RowScope, WriteTransaction } from '../engine.ts';

/**
 * Of memories that say which row they were recalled from: that row where they are its words, so that nothing is written for
 * them; null where there is no such row in their scope. Those that say something else are not among them, and are new.
 */
export async function recallFor(transaction: WriteTransaction, memories: readonly Memory[]): Promise<Map<string, RememberedRow | null>> {
  const named = memories.filter((one) => one.kind !== 'entity').filter(({ recalledFrom }) => recalledFrom !== null);
  const found = new Map<string, RememberedRow | null>();
  if (named.length === 0) return found;
  const { rows } = await transaction.run(
    { sql: ROWS, params: [JSON.stringify(named.map(({ recalledFrom }) => recalledFrom))] },
    named.length,
    null,
  );
  const byId = new Map(rows.map((row) => [String(row[0]), row]));
  for (const memory of named) {
    const [id, kind, content, agentId, endUserId, threadId, createdAt, expiresAt] =
      byId.get(String(memory.recalledFrom).toLowerCase()) ?? [];
    if (id === undefined || !sees(memory.scope, { agentId, endUserId, threadId } as RowScope)) found.set(memory.id, null);
    else if (kind === memory.kind && plain(String(content)) === plain(memory.content))
      found.set(memory.id, {
        id: String(id),
        deduplicated: true,
        materialisedAt: String(createdAt),
        expiresAt: expiresAt === null ? null : String(expiresAt),
      });
  }
  return found;
}

/** What has expired is not there, and what is past is: told again, it is not believed again. */
const ROWS = `SELECT * FROM (${[
  ['fact', 'facts'],
  ['fact', 'past_facts'],
  ['episode', 'episodes'],
]
  .map(
    ([kind, table]) =>
      `SELECT id, '${kind}', content, agent_id, end_user_id, thread_id, created_at, expires_at FROM public.${table} WHERE id IN (SELECT one::uuid FROM json_array_elements_text($1::json) AS one)`,
  )
  .join(' UNION ALL ')}) AS recalled WHERE expires_at IS NULL OR expires_at > statement_timestamp()`;

/** As the policies of the tables have it. */
const sees = (bound: RowScope, row: RowScope): boolean =>
  (bound.agentId === null || bound.agentId === row.agentId) &&
  (bound.endUserId === null || bound.endUserId === row.endUserId) &&
  (bound.threadId === null || row.threadId === null || bound.threadId === row.threadId);

/** Without what quoting and listing adds to a text. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^(?:[-*•>] |["'“‘«])+/, '')
    .replace(/[.\s"'”’»]+$/, '');
