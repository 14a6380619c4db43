import { type Client, SvcError } from '../../src/client/index.ts';
import type { AskReply, AskRequest } from '../../src/contract/ask.ts';
import { goldResults } from './gold-results.ts';
import type { HostedDump } from './hosted.ts';
import { modelOutage, tokensOf } from './model-outage.ts';
import { isOutage } from './outage.ts';
import type { Answer, Opened } from './way.ts';

/** Codes by which the service says that it will not answer, rather than answering wrongly. */
const DECLINED: ReadonlySet<string> = new Set([
  'not_understood',
  'llm_failed',
  'clarify_required',
  'schema_mismatch',
  'goal_too_long',
  'infer_failed',
]);
const ROWS_MAX = 10_000;

export interface Asking {
  readonly svc: Client;
  readonly dump: HostedDump;
  readonly model: AskRequest['model'];
}

/** Questions over HTTP on one hosted database. */
export function openReads({ svc, dump, model }: Asking): Opened {
  return {
    answer: ({ question }) =>
      answered(model, async () => {
        const asked = { db: dump.dbId, goal: question, forceQuery: true, maxRows: ROWS_MAX, ...(model === undefined ? {} : { model }) };
        const reply = await svc.ask(asked);
        if (reply.kind === 'query') return { reply, rows: reply.data.map((row) => reply.columns.map(({ name }) => row[name])) };
        return { reply, misread: reply.kind };
      }),
    expected: (question) => goldResults(question, dump),
    close: () => dump.close(),
  };
}

interface Asked {
  /** What was replied first, with the plan. */
  readonly reply: AskReply;
  readonly rows?: readonly (readonly unknown[])[];
  /** What it was taken for, when that was something else. */
  readonly misread?: string;
}

/** What comes of an exchange, as an answer. */
export async function answered(model: AskRequest['model'], exchange: () => Promise<Asked>): Promise<Answer> {
  return await answering(model, async () => {
    const { reply, rows, misread } = await exchange();
    const { sql, confidence, egress } = reply.trace;
    const outage = modelOutage({ model, egress, planned: true });
    if (outage !== null) return { kind: 'failed', code: outage };
    const tokens = tokensOf(egress);
    if (rows) return { kind: 'rows', rows, sql, confidence, tokens };
    // A preview changes nothing and asks first; what was written or created unasked is there.
    if (misread === 'preview') return { kind: 'declined', code: 'preview', reason: 'read as a write', tokens };
    return { kind: 'error', code: misread ?? reply.kind, reason: `read as a ${misread ?? reply.kind}`, sql, tokens };
  });
}

/** An answer, or what the client's error says in place of one. @throws what is not the client's */
export async function answering(model: AskRequest['model'], work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const { code, body } = error;
    const outage = isOutage(code) ? code : code === 'llm_failed' ? modelOutage({ model, egress: body?.egress, planned: false }) : null;
    if (outage !== null) return { kind: 'failed', code: outage };
    const facts = { code, reason: typeof body?.reason === 'string' ? body.reason : null, tokens: tokensOf(body?.egress) };
    return DECLINED.has(code) ? { kind: 'declined', ...facts, options: optionsOf(body) } : { kind: 'error', ...facts, sql: null };
  }
}

function optionsOf(body: unknown): string[] {
  const options = typeof body === 'object' && body !== null && 'options' in body ? body.options : [];
  return (Array.isArray(options) ? options : []).flatMap((option: { goal?: unknown }) =>
    typeof option.goal === 'string' ? [option.goal] : [],
  );
}
