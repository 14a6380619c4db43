import type { Audit } from '../audit/note.ts';
import { type Call, type Handler, type Handlers, Stored } from '../call.ts';
import type { Approval } from '../contract/approvals.ts';
import { MintGrantRequest } from '../contract/grants.ts';
import { Fault } from '../fault.ts';
import { requireIdempotencyKey } from '../once.ts';
import type { ApprovalRow, Approvals } from '../store/approvals.ts';
import type { Previews } from '../store/previews.ts';
import { approvalRecord, stateOf } from './record.ts';
import { approvalToken } from './token.ts';

interface Dependencies {
  readonly approvals: Approvals;
  readonly previews: Pick<Previews, 'take'>;
  readonly ask: Handlers['ask'];
  readonly mintGrant: Handlers['mintGrant'];
  readonly secret: string;
  readonly audit: Audit;
}

type Outcome = NonNullable<Approval['outcome']>;

/**
 * The owner's word. Approved, a write is confirmed as it was shown, by the token of its preview and so at most once, whoever
 * else confirms it; refused, the preview is taken, so that nobody does.
 */
export function createDecideApproval({ approvals, previews, ask, mintGrant, secret, audit }: Dependencies): Handler<'decideApproval'> {
  return async ({ id, decision }, call) => {
    const key = requireIdempotencyKey(call);
    const find = async (): Promise<ApprovalRow> => {
      const row = await approvals.find(id, call.caller.ownerId);
      if (row === null) throw new Fault('approval_not_found');
      return row;
    };
    const row = await find();
    const wanted = decision === 'approve' ? 'approved' : 'refused';
    if (row.state === wanted) return approvalRecord(row, call);
    // An approval that was cut off after its write gets that write's reply by the same key.
    const mayBeWritten = decision === 'approve' && stateOf({ ...row, isTaken: false }) === 'waiting';
    const state = stateOf(row);
    if (state !== 'waiting' && !mayBeWritten) throw over(state);
    const details = { kind: row.kind, dbId: row.db_id, askedBy: row.key_id };
    const note = audit(call, { action: `approval.${decision}`, subject: id, details });
    if (decision === 'refuse') {
      if (row.token_hash !== null && (await previews.take({ binding: null, tokenHash: row.token_hash }, `${REFUSED}${key}`)) === null)
        throw over(stateOf(await find()));
      await approvals.decide(id, { state: 'refused', outcome: null }, note);
    } else {
      const outcome = row.kind === 'write' ? await write(row, call) : await grant(row, call);
      await approvals.decide(id, { state: 'approved', outcome }, note);
    }
    return approvalRecord(await find(), call);
  };

  async function write({ id, db_id: db, scope }: ApprovalRow, call: Call): Promise<Outcome> {
    const held = { confirm: true, confirmToken: approvalToken(secret, id), dryRun: false, forceQuery: false, forceCreate: false, db };
    const { answer, rowCount } = bodyOf(await ask({ ...(scope as object | null), ...held }, call)) as Outcome;
    return { answer, ...(rowCount === undefined ? {} : { rowCount }) };
  }

  async function grant({ shown }: ApprovalRow, call: Call): Promise<Outcome> {
    const { id: grantId } = bodyOf(await mintGrant(MintGrantRequest.parse(shown), call)) as { id: string };
    return { answer: 'The grant is made.', grantId };
  }
}

const REFUSED = 'refused ';

const bodyOf = (result: unknown): unknown => (result instanceof Stored ? JSON.parse(result.text) : result);

const over = (state: Approval['state']): Fault => new Fault('approval_over', { params: { state } });
