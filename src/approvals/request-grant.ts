import type { Handler } from '../call.ts';
import { keyIdOf } from '../caller.ts';
import type { Approval } from '../contract/approvals.ts';
import { LIMITS } from '../contract/limits.ts';
import type { EngineOf } from '../engines/engine.ts';
import { requireGrantable } from '../grants/mint.ts';
import { grantedTables } from '../grants/tables.ts';
import { newId } from '../lib/id.ts';
import type { Once } from '../once.ts';
import { needsAccount, ownDatabase } from '../rights.ts';
import type { Approvals } from '../store/approvals.ts';
import type { Databases } from '../store/databases.ts';
import { approvalUrl } from './record.ts';

interface Dependencies {
  readonly approvals: Approvals;
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
}

/** A grant as an agent asks for it: looked at as far as it can be, and made when the account's owner approves it. */
export function createRequestGrant({ approvals, databases, engine: engineOf, once }: Dependencies): Handler<'requestGrant'> {
  return async (input, call) => {
    const { caller } = call;
    if (caller.kind === 'anonymous') throw needsAccount();
    const keyId = keyIdOf(caller);
    const database = await ownDatabase(databases, caller, input.dbId);
    requireGrantable(database);
    return await once.control(call, 201, async () => {
      const engine = engineOf(database);
      grantedTables(input, await engine.introspect({ dbId: database.id }, call.signal), engine);
      const id = newId();
      const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + LIMITS.approvalTtlSeconds * 1_000)];
      const body: Approval = {
        id,
        kind: 'grant',
        state: 'waiting',
        dbId: database.id,
        askedBy: { keyId },
        grant: input,
        url: approvalUrl(call, id),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        decidedAt: null,
      };
      const row = { id, account_id: caller.ownerId, key_id: keyId, kind: 'grant', db_id: database.id, goal: null } as const;
      const alongside = (transaction: Parameters<Approvals['insert']>[1]) =>
        approvals.insert({ ...row, scope: null, shown: input, token_hash: null, expires_at: expiresAt }, transaction);
      return { body, finish: { alongside }, audit: null };
    });
  };
}
