import { type Client, SvcError } from '../../src/client/index.ts';
import type { AskReply } from '../../src/contract/ask.ts';
import type { ScoredQuestion } from '../questions.ts';
import type { HostedDump } from './hosted.ts';
import type { Answer, Opened } from './way.ts';

/** Codes by which the service says that it will not answer, rather than answering wrongly. */
const DECLINED: ReadonlySet<string> = new Set(['llm_failed', 'clarify_required', 'schema_mismatch', 'goal_too_long', 'model_unavailable']);
/** Codes of a machine that is not there or not well. */
const OUTAGES: ReadonlySet<string> = new Set([
  'network_error',
  'aborted',
  'non_json_response',
  'unknown_error',
  'db_unreachable',
  'schema_unavailable',
  'auth_unavailable',
  'rate_limited',
  'provision_failed',
]);
const ROWS_MAX = 10_000;

interface Asking {
  readonly svc: Client;
  readonly dump: HostedDump;
  /** `model` of the request. */
  readonly preset?: 'auto' | 'fast' | 'best';
}

/** Questions over HTTP on one hosted database. */
export function openReads({ svc, dump, preset }: Asking): Opened {
  return {
    async answer({ question }) {
      try {
        const reply = await svc.ask({
          db: dump.dbId,
          goal: question,
          forceQuery: true,
          maxRows: ROWS_MAX,
          ...(preset ? { model: preset } : {}),
        });
        if (reply.kind !== 'query') return { kind: 'declined', code: reply.kind, reason: null };
        return { kind: 'rows', rows: reply.data.map((row) => reply.columns.map(({ name }) => row[name])), ...facts(reply) };
      } catch (error) {
        return answerOf(error);
      }
    },
    expected: async ({ gold, tieSql }) => ({
      results: await runAll(gold, dump),
      tied: tieSql === null ? null : await dump.gold(tieSql),
    }),
    close: () => dump.close(),
  };
}

/** An error of the client as an answer. @throws what is not the client's */
export function answerOf(error: unknown): Extract<Answer, { kind: 'declined' | 'error' | 'failed' }> {
  if (!(error instanceof SvcError)) throw error;
  const { code, body } = error;
  const reason = typeof body?.reason === 'string' ? body.reason : null;
  if (OUTAGES.has(code)) return { kind: 'failed', code };
  return DECLINED.has(code) ? { kind: 'declined', code, reason } : { kind: 'error', code, reason, sql: null };
}

export function facts({ trace }: AskReply): { sql: string | null; confidence: number | null; tokens: number | null } {
  return { sql: trace.sql, confidence: trace.confidence, tokens: null };
}

/** Gold statements that do not run here are passed over: of several spellings one may be another engine's. */
export async function runAll(statements: ScoredQuestion['gold'], { gold }: Pick<HostedDump, 'gold'>): Promise<unknown[][][]> {
  const results: unknown[][][] = [];
  for (const sql of statements) {
    const rows = await gold(sql).catch(() => null);
    if (rows !== null) results.push(rows);
  }
  return results;
}
