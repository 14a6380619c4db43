import type { Call } from '../call.ts';
import type { AskPreview, Diff } from '../contract/ask.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { newId } from '../lib/id.ts';
import type { ApprovalRow, Approvals } from '../store/approvals.ts';
import type { PreviewName } from '../store/previews.ts';
import { approvalUrl, stateOf } from './record.ts';
import { approvalToken } from './token.ts';

/** What an agent's preview is held under, so that the account's owner can confirm it in the agent's place. */
export interface Offer {
  readonly token: string;
  readonly ttlSeconds: number;
  /** Once it is held. */
  made(preview: {
    tokenHash: string;
    dbId: string;
    goal: string | null;
    scope: object | null;
    diff: Diff;
    expiresAt: Date;
  }): Promise<Pick<AskPreview, 'approval'>>;
}

export interface Offers {
  /** Null for whoever is no agent. */
  of(call: Call): Offer | null;
  /**
   * Whether the agent's confirm is done as it is: null, and then it goes on; or what came of it when its owner approved it.
   * @throws Fault approval_required, forbidden
   */
  gate(call: Call, tokenHash: string | null): Promise<{ answer: string; rowCount: number } | null>;
  /** An agent's confirm has written: its owner sees that it did. */
  confirmed(call: Call, name: PreviewName): Promise<void>;
}

interface Dependencies {
  readonly approvals: Approvals;
  readonly secret: string;
}

export function createOffers({ approvals, secret }: Dependencies): Offers {
  return {
    of(call) {
      const { caller } = call;
      if (caller.kind !== 'agent_key') return null;
      const id = newId();
      return {
        token: approvalToken(secret, id),
        ttlSeconds: caller.confirm === 'owner' ? LIMITS.approvalTtlSeconds : LIMITS.previewTtlSeconds,
        async made({ tokenHash, dbId, goal, scope, diff, expiresAt }) {
          await approvals.insert({
            id,
            account_id: caller.ownerId,
            key_id: caller.keyId,
            kind: 'write',
            db_id: dbId,
            goal,
            scope,
            // Numbers of rows keep their digits as text: a page shows them.
            shown: JSON.parse(encodeJson(diff)) as object,
            token_hash: tokenHash,
            expires_at: expiresAt,
          });
          return { approval: { id, url: approvalUrl(call, id), required: caller.confirm === 'owner' } };
        },
      };
    },
    async gate(call, tokenHash) {
      const { caller } = call;
      if (caller.kind !== 'agent_key') return null;
      const row = tokenHash === null ? null : await approvals.ofToken(tokenHash);
      if (row?.state === 'refused') throw new Fault('forbidden', { params: { reason: REFUSED } });
      if (row?.state === 'approved') return outcomeOf(row);
      if (caller.confirm !== 'owner') return null;
      if (row === null) throw new Fault('approval_required', { params: { reason: BY_TOKEN } });
      if (stateOf(row) !== 'waiting') return null;
      throw new Fault('approval_required', { params: { approvalUrl: approvalUrl(call, row.id), approval: row.id } });
    },
    async confirmed({ caller }, name) {
      // What is written is told, also where this cannot be noted.
      if (caller.kind === 'agent_key') await approvals.confirmed(name).catch(() => undefined);
    },
  };
}

function outcomeOf({ outcome }: ApprovalRow): { answer: string; rowCount: number } {
  const { answer = '', rowCount = 0 } = (outcome ?? {}) as { answer?: string; rowCount?: number };
  return { answer, rowCount };
}

const REFUSED = 'The owner of the account refused this; nothing was written.';
const BY_TOKEN = 'What this key asks for is written when the owner of its account approves it: confirm by the token of the preview.';
