import type { Handler } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Once } from '../once.ts';
import { ownDatabase } from '../rights.ts';
import type { Accounts } from '../store/accounts.ts';
import type { DatabaseRecord, Databases } from '../store/databases.ts';
import type { Grants } from '../store/grants.ts';
import { grantLogin } from './access.ts';
import type { EndGrant } from './end.ts';
import { grantRecord } from './record.ts';
import { grantedTables } from './tables.ts';

interface Dependencies {
  readonly grants: Grants;
  readonly accounts: Pick<Accounts, 'byEmail'>;
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly end: EndGrant;
}

/**
 * The record comes first and is active with the reply, so that what a crash leaves half made is found and taken away. Names
 * are those of the schema as it is now.
 */
export function createMintGrant({ grants, accounts, databases, engine: engineOf, once, end }: Dependencies): Handler<'mintGrant'> {
  return async (input, call) => {
    const { ownerId: accountId } = call.caller;
    const database = await ownDatabase(databases, call.caller, input.dbId);
    requireGrantable(database);
    return await once.control(call, 201, async () => {
      const granteeId = await granteeOf(input, accountId, { grants, accounts });
      const engine = engineOf(database);
      const schema = await engine.introspect({ dbId: database.id }, call.signal);
      const tables = grantedTables(input, schema, engine);
      const { rows = null, mask = null, priceModel = null, granteeEmail = null } = input;
      const id = newId();
      const scope = [...new Set(input.scope)];
      const createdAt = new Date();
      await grants.insert({ id, accountId, granteeId, granteeEmail, dbId: database.id, scope, rows, mask, priceModel, tables, createdAt });
      const undo = () => end({ id, db_id: database.id }).catch(() => undefined);
      try {
        await engine.makeGrant({ dbId: database.id, grant: { login: grantLogin(id), party: granteeId, tables } });
      } catch (error) {
        await undo();
        throw error;
      }
      const row = { id, account_id: accountId, grantee_id: granteeId, grantee_email: granteeEmail, db_id: database.id, scope };
      const made = {
        ...row,
        row_filters: rows,
        mask,
        price_model: priceModel,
        tables,
        state: 'active',
        created_at: createdAt,
        revoked_at: null,
        lost: null,
      } as const;
      return {
        body: grantRecord(made, accountId),
        audit: {
          action: 'grant.mint',
          subject: id,
          details: {
            dbId: database.id,
            ...(granteeEmail === null ? { granteeAccountId: granteeId } : { granteeEmail }),
            scope,
            ...(rows === null ? {} : { rows }),
            ...(mask === null ? {} : { mask }),
            ...(priceModel === null ? {} : { priceModel }),
          },
        },
        finish: {
          alongside: async (transaction) => {
            const standing = await grants.activate(transaction, id, LIMITS.grantsMax);
            if (standing === null) return;
            void undo();
            throw notGrantable(standing === 'full' ? FULL : TWICE, standing === 'full' ? {} : { grantId: standing });
          },
        },
      };
    });
  };
}

const FULL = `You have given ${LIMITS.grantsMax} grants, the most that an account may: revoke one first.`;
const TWICE = 'The account has an active grant on this database: revoke it first, so that it is clear what it may read.';

const notGrantable = (reason: string, more: object = {}): Fault => new Fault('not_grantable', { params: { reason, ...more } });

/** @throws Fault not_grantable */
export function requireGrantable({ origin, engine, preset }: DatabaseRecord): void {
  if (origin === 'connected')
    throw notGrantable('It is a connected database, where the service makes no logins: import the data into a hosted one, and grant that.');
  // What a grant shows is the owner's, who is above the policies that keep its rows apart and hide what has expired.
  if (preset !== null)
    throw notGrantable(
      'It is an agent memory, whose rows are kept apart by agent, end user and thread: copy what is to be granted into another database.',
    );
  if (engine === 'clickhouse')
    throw notGrantable('It is a ClickHouse database, of which no part is granted here: keep what is to be granted in a Postgres database.');
}

/**
 * An account id cannot be guessed, so that it may be told whether there is one. An address can: whether somebody has signed
 * in with it is not told, and a grant to it is made alike. @throws Fault invalid_grantee, cannot_grant_to_self
 */
async function granteeOf(
  { granteeAccountId, granteeEmail }: Input<'mintGrant'>,
  accountId: string,
  { grants, accounts }: Who,
): Promise<string> {
  const known = granteeEmail === undefined ? granteeAccountId : ((await accounts.byEmail(granteeEmail)) ?? newId());
  if (known === accountId) throw new Fault('cannot_grant_to_self');
  if (known === undefined || (granteeEmail === undefined && !(await grants.isAccount(known)))) throw new Fault('invalid_grantee');
  return known;
}

type Who = Pick<Dependencies, 'grants' | 'accounts'>;
