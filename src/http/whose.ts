import type { Caller } from '../caller.ts';

/** What a line of the log says of a request, so that those of one tenant or one database are found. */
export interface Whose {
  /** The account or the anonymous session. */
  readonly tenant: string;
  /** The id that the request named, where it is one of ours by its form. */
  readonly db?: string;
}

/** Names, which people type, are no ids, and may be anything. */
const DATABASE_ID = /^db_[a-z0-9_]{1,100}$/;

export function whoseIs({ ownerId: tenant }: Caller, input: unknown): Whose {
  const { db, dbId, id } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const named = [db, dbId, id].find((one): one is string => typeof one === 'string' && DATABASE_ID.test(one));
  return named === undefined ? { tenant } : { tenant, db: named };
}
