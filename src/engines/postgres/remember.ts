import type { Schema } from '../../plan/schema.ts';
import type { Memory, Remembered, RememberedRow, RowScope, Statement, WriteTransaction } from '../engine.ts';
import { recallFor } from './recalled-rows.ts';
import { factsStatement, statementOf, supersedes } from './remember-statements.ts';

/**
 * Writes rows of an agent memory, in their order: a statement for each kind of them, whose text depends on the kind alone. Run as
 * the owner, above the policies, since an expired row that nobody sees must not stand in the way of a new one.
 */
export async function remember(transaction: WriteTransaction, memories: readonly Memory[]): Promise<Remembered> {
  const recalled = await recallFor(transaction, memories);
  const rows = new Map<string, RememberedRow | null>(recalled);
  const fresh = memories.filter(({ id }) => !recalled.has(id));
  const statements: Statement[] = [];
  await lock(transaction, fresh);
  for (const together of portionsOf(fresh)) {
    const statement = statementOf(together);
    statements.push(statement);
    for (const [given, id, materialisedAt, expiresAt] of (await transaction.run(statement, together.length)).rows)
      rows.set(String(given), {
        id: String(id),
        deduplicated: id !== given,
        materialisedAt: String(materialisedAt),
        expiresAt: expiresAt === null ? null : String(expiresAt),
      });
  }
  return { rows: memories.map(({ id }) => rows.get(id) ?? null), statement: told(statements, memories) };
}

/** Two facts that supersede the same one at once would both stay. Of many, a lock each would be more than a transaction may hold. */
async function lock(transaction: WriteTransaction, memories: readonly Memory[]): Promise<void> {
  const superseding = memories.filter((one) => one.kind === 'fact').filter(supersedes);
  const [first] = superseding;
  if (first === undefined) return;
  const statement =
    memories.length === 1
      ? { sql: 'SELECT svc.lock_subject($1, $2)', params: [first.subject, first.category] }
      : { sql: 'LOCK TABLE public.facts IN SHARE ROW EXCLUSIVE MODE', params: [] };
  await transaction.run(statement, 1, null);
}

/**
 * What one statement may write: rows of one kind, of which none is the same as another, is in another's place, or is known by
 * another. A row that may be goes into the next one, so that it finds what came before it.
 */
function* portionsOf(memories: readonly Memory[]): Generator<readonly Memory[]> {
  for (const kind of ['fact', 'episode', 'entity'] as const) {
    let portion: Memory[] = [];
    let taken = new Set<string>();
    for (const memory of memories) {
      if (memory.kind !== kind) continue;
      const places = placesOf(memory);
      if (places.some((place) => taken.has(place))) {
        yield portion;
        portion = [];
        taken = new Set();
      }
      portion.push(memory);
      for (const place of places) taken.add(place);
    }
    if (portion.length > 0) yield portion;
  }
}

function placesOf(memory: Memory): string[] {
  const { agentId, endUserId, threadId }: RowScope = memory.scope;
  switch (memory.kind) {
    case 'episode':
      return [];
    case 'entity':
      return [JSON.stringify([memory.name, memory.category, agentId, endUserId, threadId])];
    case 'fact': {
      const { content, subject, category } = memory;
      const same = ['same', content, subject, category, agentId, endUserId];
      return [same, ...(supersedes(memory) ? [[subject, category, agentId, endUserId, threadId]] : [])].map((place) =>
        JSON.stringify(place),
      );
    }
  }
}

/** Of several rows without their values, which are the caller's own and many. */
function told(statements: readonly Statement[], memories: readonly Memory[]): Statement {
  const [first] = statements;
  if (first !== undefined && memories.length === 1) return first;
  if (first === undefined) return factsStatement([]);
  return { sql: [...new Set(statements.map(({ sql }) => sql))].join(';\n'), params: [] };
}

const EXPIRING = ['facts', 'past_facts', 'episodes'] as const;

/** Milliseconds until the first of the rows that a session sees is gone, by the server's clock; null where the memory has no such column left. */
export function nextExpiry({ tables }: Schema): Statement | null {
  const have = EXPIRING.filter((table) => tables.some(({ name, columns }) => name === table && columns.some((one) => one.name === EXPIRY)));
  if (have.length === 0) return null;
  const each = have.map((table) => `(SELECT min(${EXPIRY}) FROM public.${table} WHERE ${EXPIRY} IS NOT NULL)`);
  return { sql: `SELECT floor(extract(epoch FROM least(${each.join(', ')}) - now()) * 1000)::float8`, params: [] };
}

const EXPIRY = 'expires_at';

/** Of tables with many expired rows, some at a time, so that nobody waits for them. */
export const SWEEP_EXPIRED: Statement = {
  sql: `WITH ${EXPIRING.map(
    (table) =>
      `${table}_gone AS (DELETE FROM public.${table} WHERE id IN (SELECT id FROM public.${table} WHERE expires_at <= now() LIMIT 5000 FOR UPDATE SKIP LOCKED) RETURNING 1)`,
  ).join(', ')}
SELECT (SELECT count(*) FROM facts_gone) + (SELECT count(*) FROM past_facts_gone) + (SELECT count(*) FROM episodes_gone)`,
  params: [],
};
