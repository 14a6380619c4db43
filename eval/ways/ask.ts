import { z } from 'zod';
import { type Client, SvcError } from '../../src/client/index.ts';
import type { AskReply, AskRequest } from '../../src/contract/ask.ts';
import { goldResults } from './gold-results.ts';
import type { HostedDump } from './hosted.ts';
import { isOutage } from './outage.ts';
import type { Answer, Opened } from './way.ts';

/** Codes by which the service says that it will not answer, rather than answering wrongly. */
const DECLINED: ReadonlySet<string> = new Set(['llm_failed', 'clarify_required', 'schema_mismatch', 'goal_too_long', 'model_unavailable']);
const ROWS_MAX = 10_000;

export interface Asking {
  readonly svc: Client;
  readonly dump: HostedDump;
  readonly model: AskRequest['model'];
}

/** Questions over HTTP on one hosted database. */
export function openReads({ svc, dump, model }: Asking): Opened {
  return {
    async answer({ question }) {
      try {
        const reply = await svc.ask({
          db: dump.dbId,
          goal: question,
          forceQuery: true,
          maxRows: ROWS_MAX,
          ...(model === undefined ? {} : { model }),
        });
        if (reply.kind !== 'query') return { kind: 'declined', code: reply.kind, reason: null };
        return { kind: 'rows', rows: reply.data.map((row) => reply.columns.map(({ name }) => row[name])), ...facts(reply) };
      } catch (error) {
        return answerOf(error);
      }
    },
    expected: (question) => goldResults(question, dump),
    close: () => dump.close(),
  };
}

/** An error of the client as an answer. @throws what is not the client's */
export function answerOf(error: unknown): Extract<Answer, { kind: 'declined' | 'error' | 'failed' }> {
  if (!(error instanceof SvcError)) throw error;
  const { code, body } = error;
  const reason = typeof body?.reason === 'string' ? body.reason : null;
  if (isOutage(code)) return { kind: 'failed', code };
  return DECLINED.has(code) ? { kind: 'declined', code, reason } : { kind: 'error', code, reason, sql: null };
}

export function facts({ trace }: AskReply): { sql: string | null; confidence: number | null; tokens: number | null } {
  return { sql: trace.sql, confidence: trace.confidence, tokens: tokensOf(trace) };
}

const Used = z.object({
  egress: z.object({ attempts: z.array(z.object({ promptTokens: z.number().nullable(), completionTokens: z.number().nullable() })) }),
});

/** Read and written in all attempts, those that were given up included: they are paid for too. */
function tokensOf(trace: AskReply['trace']): number | null {
  const used = Used.safeParse(trace);
  if (!used.success) return null;
  const { attempts } = used.data.egress;
  return attempts.reduce((sum, { promptTokens, completionTokens }) => sum + (promptTokens ?? 0) + (completionTokens ?? 0), 0);
}
