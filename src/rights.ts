import type { Caller } from './caller.ts';
import { LIMITS } from './contract/limits.ts';
import type { OperationRow } from './contract/operations.ts';
import type { Engine } from './engines/engine.ts';
import { readsOnly } from './engines/granted.ts';
import { Fault } from './fault.ts';
import type { GrantAccess, Granted } from './grants/access.ts';
import { nearestNames } from './guard/nearest.ts';
import type { DatabaseRecord, Databases } from './store/databases.ts';

/**
 * Whether the caller may call the operation at all, by the table of operations alone and before anything is read.
 * @throws Fault unauthorized, account_required, forbidden, or the code of the operation's own
 */
export function requireAdmission(
  row: Pick<OperationRow, 'access' | 'mutates' | 'publishable' | 'refusal' | 'ofDevice'>,
  caller: Caller,
): void {
  if (caller.kind === 'publishable_key' && !row.publishable) throw new Fault('account_required');
  const takers = TAKERS[row.access];
  const isDevice = caller.kind === 'account_key' && caller.deviceId !== null;
  if (takers !== null && !takers.includes(caller.kind) && !(row.ofDevice && isDevice)) {
    if (row.refusal) throw new Fault(row.refusal);
    if (caller.kind === 'anonymous') throw needsAccount();
    throw new Fault('forbidden', { params: { reason: REASONS[row.access] ?? '', ...(row.access === 'session' ? NEEDS_SESSION : {}) } });
  }
  if (row.mutates === true) requireWriteAccess(caller);
}

/**
 * For what changes or takes away what is there, and shows nothing before.
 * @throws Fault approval_required for an agent whose owner approves what it does
 */
export function requireOwnWord(caller: Caller): void {
  if (caller.kind === 'agent_key' && caller.confirm === 'owner') throw new Fault('approval_required', { params: { reason: OWNERS_WORD } });
}

/** For what takes away everything at once. @throws Fault forbidden for the key of an agent */
export function requireNoAgent(caller: Caller): void {
  if (caller.kind === 'agent_key')
    throw new Fault('forbidden', { params: { reason: 'The key of an agent deletes no database: use an account key, or sign in.' } });
}

/** Of a credential that is good, and is no account's. */
export const needsAccount = (): Fault =>
  new Fault('unauthorized', { params: { reason: 'An anonymous session cannot do this: it takes an account.', needs: 'account' } });

const OWNERS_WORD =
  'The owner of the account approves what this key changes: have it previewed by POST /v1/ask, a write in SQL as `sql`; what has no preview is the owner’s to do.';

/** Who may call what needs more than a credential; null where any will do. */
const TAKERS: Readonly<Record<OperationRow['access'], readonly Caller['kind'][] | null>> = {
  public: null,
  any: null,
  known: null,
  member: ['session', 'account_key', 'agent_key'],
  account: ['session', 'account_key'],
  session: ['session'],
};

/** What a program tells who stands behind it by. */
export const NEEDS_SESSION = { needs: 'session' } as const;

const REASONS: Partial<Record<OperationRow['access'], string>> = {
  account: 'The key of an agent cannot do this: use an account key, or sign in.',
  session: 'No key can do this, so that a leaked one cannot make others: sign in. The owner of a service on this machine is signed in.',
};

/** The caller's own database. Not there and not yours look the same. @throws Fault db_not_found, forbidden where the caller may only read it */
export async function ownDatabase(databases: Databases, caller: Caller, id: string): Promise<DatabaseRecord> {
  const found = await find(databases, caller, id);
  if (!found) throw await notOwn(databases, caller, id);
  return found;
}

const find = async (databases: Databases, caller: Caller, id: string): Promise<DatabaseRecord | null> =>
  reaches(caller, id) ? await databases.find(id, caller.ownerId) : null;

/** Whether the caller's credential is for the database, as far as that says: a key may be for some of its account's alone. */
export function reaches(caller: Caller, dbId: string): boolean {
  if (caller.kind === 'publishable_key') return dbId === caller.dbId;
  return caller.kind !== 'agent_key' || caller.databases === null || caller.databases.includes(dbId);
}

/** @throws Fault db_not_found for a database that the caller's credential is not for */
export function requireReach(caller: Caller, dbId: string): void {
  if (!reaches(caller, dbId)) throw new Fault('db_not_found', { params: { db: dbId } });
}

/** The databases that the caller's credential is for; null for all that its owner sees. */
export const databasesOfCaller = (caller: Caller): readonly string[] | null => (caller.kind === 'agent_key' ? caller.databases : null);

/** @throws Fault forbidden for a key that is for some databases alone */
export function requireWholeAccount(caller: Caller): void {
  if (caller.kind === 'agent_key' && caller.databases !== null) throw new Fault('forbidden', { params: { reason: SOME_ALONE } });
}

const SOME_ALONE = 'This key reaches some databases of the account alone, and makes no others: use one of them, or a key for all.';

/** What is said of a database that is not the caller's own. A grantee knows that it is there. */
export async function notOwn(databases: Databases, caller: Caller, id: string): Promise<Fault> {
  const isGranted = MAY_HOLD_GRANTS.has(caller.kind) && reaches(caller, id) && (await databases.isGranted(id, caller.ownerId));
  return isGranted ? readsOnly() : await notFound(databases, caller, id);
}

/** Names the caller's own databases that may be meant: by a name in place of the id, or by an id that was mistyped. */
async function notFound(databases: Databases, caller: Caller, id: string): Promise<Fault> {
  const given = id.toLowerCase().replace(/^db_(.+)_[a-z0-9]{8}$/, '$1');
  // A help: where they cannot be listed, the refusal stands without it.
  const all =
    caller.kind === 'publishable_key'
      ? []
      : await databases.list(caller.ownerId, { limit: LIMITS.listLimitMax, after: null }).catch(() => []);
  const own = all.filter((one) => reaches(caller, one.id));
  const slugs = new Set(nearestNames(given, new Set(own.map(({ slug }) => slug))));
  const nearest = own.filter(({ slug, name }) => slugs.has(slug) || name.toLowerCase() === given).map((one) => one.id);
  return new Fault('db_not_found', { params: { db: id, ...(nearest.length > 0 ? { nearest: nearest.slice(0, NEAREST_MAX) } : {}) } });
}

const NEAREST_MAX = 3;

const MAY_HOLD_GRANTS: ReadonlySet<Caller['kind']> = new Set(['session', 'account_key', 'agent_key']);

/** A database that the caller may read, and by which grant; null for its own. */
export interface Readable {
  readonly database: DatabaseRecord;
  readonly grant: Granted | null;
}

/** The caller's own database, or one that was granted to it. @throws Fault db_not_found */
export async function readableDatabase(
  { databases, grants }: { readonly databases: Databases; readonly grants: GrantAccess },
  caller: Caller,
  id: string,
): Promise<Readable> {
  const own = await find(databases, caller, id);
  if (own) return { database: own, grant: null };
  const grant = MAY_HOLD_GRANTS.has(caller.kind) && reaches(caller, id) ? await grants.of(caller, id) : null;
  const database = grant && (await databases.find(id, grant.accountId));
  if (!grant || !database) throw await notFound(databases, caller, id);
  return { database, grant };
}

/** The engine as the caller has it. */
export const engineFor = (engine: Engine, { grant }: Pick<Readable, 'grant'>, grants: GrantAccess): Engine =>
  grant ? grants.engine(engine, grant) : engine;

/** The one database that the caller's credential is for; null where it is for all of its owner's. */
export function databaseOfCaller(caller: Caller): string | null {
  if (caller.kind === 'publishable_key') return caller.dbId;
  return caller.kind === 'agent_key' && caller.databases?.length === 1 ? (caller.databases[0] ?? null) : null;
}

/** @throws Fault account_required for a publishable key, forbidden for another credential that may only read */
export function requireWriteAccess(caller: Caller): void {
  if (caller.kind === 'publishable_key') throw new Fault('account_required');
  if (caller.access !== 'write')
    throw new Fault('forbidden', { params: { reason: 'This credential may read but not write: use one with write access.' } });
}
