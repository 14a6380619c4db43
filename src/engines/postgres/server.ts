import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Login } from './driver.ts';

/** The service's own login on a Postgres server, and the logins of the databases it hosts there. */
export interface Server {
  /** The service's login; `database` is the one of the control plane. Read at each connect, since an embedded server may move. */
  endpoint(): Login;
  /** Brings an embedded server back when it is gone; nothing to do for any other. */
  ensure(): Promise<void>;
}

export const ROLES = ['owner', 'writer', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/** Role names carry the database's id, so a role can be of one database alone. */
export const roleName = (dbId: string, role: Role): string => `${dbId}_${role.charAt(0)}`;

/** Derived, not stored: a dump of the control plane opens no database. */
export const rolePassword = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`role:${name}`).digest('base64url');

export function loginOf(server: Server, secret: string, dbId: string, role: Role): Login {
  const { host, port, ssl } = server.endpoint();
  const user = roleName(dbId, role);
  return { host, port, ...(ssl === undefined ? {} : { ssl }), database: dbId, user, password: rolePassword(secret, user) };
}

/** One short administrative session as the service itself. Never given SQL of a caller's. */
export async function administer<T>(server: Server, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { host, port, user, password, ssl } = server.endpoint();
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    ...(ssl === undefined ? {} : { ssl }),
    application_name: 'svc admin',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const quoteName = (name: string): string => pg.escapeIdentifier(name);
export const quoteText = (text: string): string => pg.escapeLiteral(text);
