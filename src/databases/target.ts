import type { RowScope, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { DatabaseRecord } from '../store/databases.ts';

/** What a request says of whose rows it is about. */
export interface Scoped {
  readonly agentId?: string | undefined;
  readonly endUserId?: string | undefined;
  readonly threadId?: string | undefined;
}

/** The database as one request may see it: of an agent memory, the rows that the request names; all of them when it names none. */
export const targetOf = (database: Pick<DatabaseRecord, 'id' | 'preset'>, scoped: Scoped = {}): Target =>
  database.preset === null ? { dbId: database.id } : { dbId: database.id, rows: scopeOf(scoped) };

/** Whether a request is bound to some of a database's rows. */
export const isScoped = ({ rows }: Target): boolean => rows !== undefined && Object.values(rows).some((one) => one !== null);

/**
 * The same for a request that can only mean rows by it: on a database without scopes they would silently be all rows.
 * @throws Fault wrong_preset
 */
export function targetOfRows(database: Pick<DatabaseRecord, 'id' | 'preset'>, scoped: Scoped): Target {
  const named = [scoped.agentId, scoped.endUserId, scoped.threadId].some((one) => one !== undefined);
  if (named && database.preset === null) throw new Fault('wrong_preset', { params: { reason: NO_SCOPES } });
  return targetOf(database, scoped);
}

const NO_SCOPES = 'Rows of this database belong to no agent, end user or thread: leave the three out, or put a condition into the SQL.';

const scopeOf = ({ agentId = null, endUserId = null, threadId = null }: { [K in keyof Scoped]: string | null | undefined }): RowScope => ({
  agentId,
  endUserId,
  threadId,
});
