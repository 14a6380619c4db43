import { createHash } from 'node:crypto';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { Diff } from '../src/contract/ask.ts';
import { encodeJson } from '../src/lib/encode-json.ts';
import type { ClientInput, Need } from './client-input.ts';
import type { Identity } from './port.ts';
import type { Structured } from './structured.ts';

/** What previews said, for the question that is put to the user before one of them is confirmed. */
export interface Shown {
  note(callerKey: string, preview: Structured): void;
  of(callerKey: string, token: string): ShownPreview | null;
}

interface ShownPreview {
  readonly question: string;
  /** True where nothing that is there is changed or lost. */
  readonly onlyAdds: boolean;
  /** Whether it is of tables and columns, not of rows. */
  readonly changesTables: boolean;
  readonly tables: readonly string[];
  /** True where the account's owner has to approve it, which no answer of the host's user does in their place. */
  readonly needsOwner: boolean;
  /** Where the owner decides too. */
  readonly approval: string | null;
}

const SHOWN_MAX = 2_000;
const ROWS_SHOWN = 3;
const ROW_MAX = 300;

export function createShown(): Shown {
  const shown = new Map<string, ShownPreview>();
  return {
    note(callerKey, preview) {
      const { calls, db, diff, approvalUrl, needsApproval } = preview as unknown as Preview;
      const token = calls?.[0]?.arguments.token;
      if (token === undefined) return;
      const [oldest] = shown.keys();
      if (shown.size >= SHOWN_MAX && oldest !== undefined) shown.delete(oldest);
      shown.set(nameOf(callerKey, token), {
        question: questionOf(db, diff),
        onlyAdds: onlyAdds(diff),
        changesTables: diff.verb === 'alter',
        tables: [...new Set([diff.table, ...(diff.changes ?? []).map(({ table }) => table)])],
        needsOwner: needsApproval === true,
        approval: approvalUrl?.split('#')[1] ?? null,
      });
    },
    of: (callerKey, token) => shown.get(nameOf(callerKey, token)) ?? null,
  };
}

interface Preview {
  readonly calls?: readonly { readonly arguments: { readonly token?: string } }[];
  readonly db: string;
  readonly diff: Diff;
  readonly approvalUrl?: string;
  readonly needsApproval?: boolean;
}

/** What is remembered confirms nothing. */
const nameOf = (callerKey: string, token: string): string =>
  createHash('sha256')
    .update(JSON.stringify([callerKey, token]))
    .digest('base64');

const ADDING: ReadonlySet<string> = new Set(['addColumn', 'addTable']);

function onlyAdds({ verb, changes = [], cascades, overwrites = 0 }: Diff): boolean {
  if (verb === 'insert') return cascades.length === 0 && overwrites === 0;
  return verb === 'alter' && changes.length > 0 && changes.every(({ change }) => ADDING.has(change));
}

function questionOf(db: string, { summary, cascades, sample }: Diff): string {
  const rows = sample
    .slice(0, ROWS_SHOWN)
    .map(({ before, after }) => [before, after].flatMap((row) => (row ? [cut(row)] : [])).join(' → '));
  return [
    `Database ${db}: ${summary}`,
    ...cascades.map(({ table, rows: count, change = 'changed' }) => `Also ${change}: ${count} rows of ${table}.`),
    ...(rows.length > 0 ? ['Rows, as they are stored:', ...rows] : []),
  ]
    .map(oneLine)
    .join('\n');
}

/** Names may hold anything: none of them begins a line that looks like ours. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

function cut(row: Record<string, unknown>): string {
  const text = encodeJson(row);
  return text.length > ROW_MAX ? `${text.slice(0, ROW_MAX)}…` : text;
}

/**
 * A model can confirm what it proposed itself, so where the host can ask its user, what takes something away is written on their
 * word alone: an answer that does not come, or says something else, is a no. @returns null where the confirm may go on
 */
export async function withoutConsent(
  need: Need,
  identity: Identity,
  { shown, clientInput }: { readonly shown: Shown; readonly clientInput: ClientInput },
): Promise<InputRequiredResult | Structured | null> {
  const { token } = Object(need.input) as { token?: unknown };
  const preview = typeof token === 'string' ? shown.of(need.callerKey, token) : null;
  if (!identity.reach.asksUser || preview?.onlyAdds || preview?.needsOwner) return null;
  if (preview !== null && (await isDecided(preview, identity, need.context.mcpReq.signal))) return null;
  const said = await clientInput.elicit(need, async () => ({
    message: preview?.question ?? 'A change that was previewed earlier, which this server does not know any more, is to be written.',
    requestedSchema: {
      type: 'object',
      properties: { write: { type: 'boolean', title: 'Write it', description: 'Whether this is written now.' } },
      required: ['write'],
    },
  }));
  if ('pending' in said) return said.pending;
  if ('failed' in said) return refusal('The user was asked and gave no answer; nothing was written.');
  const { action, content } = said.answer;
  if (action === 'accept' && content?.write === true) return null;
  return refusal(
    action === 'cancel' ? 'The user closed the question; nothing was written.' : 'The user refused this; nothing was written.',
  );
}

/** What the owner has decided is what the confirm tells, or refuses. */
async function isDecided({ approval }: ShownPreview, { operations }: Identity, signal: AbortSignal): Promise<boolean> {
  if (approval === null) return false;
  const state = await operations.getApproval({ id: approval }, { signal }).then(
    (found) => found.state,
    () => 'waiting',
  );
  return state === 'approved' || state === 'refused';
}

const refusal = (message: string): Structured => ({
  error: 'forbidden',
  message,
  next: 'Do not confirm it again by yourself: ask the user what they want. Where the preview has an approvalUrl, they can approve it there.',
});
