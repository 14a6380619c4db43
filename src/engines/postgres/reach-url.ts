import pg from 'pg';
import type { Login } from './login.ts';

const CONNECT_MS = 10_000;

/** A session on the server of a URL that a setting names. @throws Error of one line that says why there is none and what to do; it does not hold the password */
export async function reachDatabaseUrl(databaseUrl: string, setting = 'DATABASE_URL'): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: checkingUrl(databaseUrl), connectionTimeoutMillis: CONNECT_MS });
  session.on('error', () => undefined);
  try {
    await session.connect();
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    const { host, port, database = '', user = '' } = session;
    const { code = '', message } = reasonOf(error);
    throw new Error(
      `${setting}: there is no session on PostgreSQL at ${host}:${port}: ${message.replace(/\.$/, '')}. ${adviceFor(code, { database, user })}`,
      { cause: error },
    );
  }
}

/** node-postgres reads the URL, its `sslmode` included, and resolves defaults as psql does. */
export function endpointOfUrl(databaseUrl: string): Login {
  const { host, port, database, user, password, ssl } = new pg.Client({ connectionString: checkingUrl(databaseUrl) }) as unknown as {
    host: string;
    port: number;
    database: string;
    user: string;
    password: string | null;
    ssl: boolean | object;
  };
  return { host, port, database, user, password: password ?? '', ...(ssl ? { ssl } : {}) };
}

/**
 * With the mode that node-postgres takes `prefer`, `require` and `verify-ca` for: each checks the server's certificate and its name. It prints a
 * warning of seven lines where it is left to find that out.
 */
function checkingUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (!/^(?:prefer|require|verify-ca)$/.test(url.searchParams.get('sslmode') ?? '')) return databaseUrl;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** Of a name with several addresses Node gives an error without words, which holds one for each of them. */
function reasonOf(error: unknown): { readonly code?: string; readonly message: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  // What node-postgres says has no code.
  if (/client password must be a (non-empty )?string/.test(message)) return { code: NO_PASSWORD, message: 'the server wants a password' };
  return first instanceof Error ? (first as Error & { code?: string }) : { message };
}

const NO_PASSWORD = 'no password';

function adviceFor(code: string, { database, user }: { readonly database: string; readonly user: string }): string {
  if (code === '3D000') return `Make the database (CREATE DATABASE ${pg.escapeIdentifier(database)}), or name another.`;
  if (code === '28P01' || code === '28000') return `Correct the user (${user}) or the password, or what pg_hba.conf says of this machine.`;
  if (code === '53300') return `Let it take more sessions (max_connections, or CONNECTION LIMIT of ${user}), or lower SVC_POOL_MAX.`;
  if (code === '57P03') return 'It is starting or stopping: try again when it takes sessions.';
  if (code === NO_PASSWORD) return `Put the password of ${user} into it: it holds none.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Correct the name of the host.';
  if (/SELF_SIGNED|UNABLE_TO|CERT_|_CERT/.test(code))
    return 'Name a file of the certificates that it is signed with (sslrootcert=…) and the host that it is for; sslmode=no-verify encrypts without a look at it.';
  return 'Start the server, or correct the host, the port and sslmode.';
}
