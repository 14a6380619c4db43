import { Fault } from '../../fault.ts';
import { isPublicAddress } from '../../lib/public-address.ts';
import { type Reach, resolveHost } from '../resolve-host.ts';
import { ADDRESSES_MAX, CONNECT_MS, isNobodyThere, SOCKET_REASONS } from '../socket-fault.ts';
import { utility } from './batch.ts';
import type { ConnectionUrl } from './connection-url.ts';
import { PostgresSession } from './driver.ts';
import type { LoginName } from './login.ts';
import { quoteText } from './server.ts';

interface Options {
  readonly reach: Reach;
  readonly statementTimeoutMs: number;
  readonly graceMs?: number | undefined;
}

/**
 * A session of a customer's database, on an address that was checked just now. TLS is to the name in the URL: it is what
 * the server is asked for (SNI, RFC 6066) and what its certificate is held against.
 * @throws Fault db_unreachable, db_misconfigured, invalid_request with `params.reason`
 */
export async function openConnection(url: ConnectionUrl, name: LoginName, options: Options): Promise<PostgresSession> {
  const addresses = await resolveHost(url.host, options.reach);
  let failure: unknown;
  for (const address of addresses.slice(0, ADDRESSES_MAX)) {
    try {
      return await openAt(address, url, name, options);
    } catch (error) {
      failure = error;
      // The server was there, and another address of it would say the same.
      if (!isNobodyThere(error)) break;
    }
  }
  throw connectionFault(failure);
}

function openAt(
  address: string,
  { host, port, user, password, database, tls }: ConnectionUrl,
  name: LoginName,
  { statementTimeoutMs, graceMs }: Options,
): Promise<PostgresSession> {
  const mode = tls === 'by address' ? (isPublicAddress(address) ? 'require' : 'disable') : tls;
  const servername = host === address ? {} : { servername: host };
  const ssl =
    mode === 'disable'
      ? false
      : {
          ...servername,
          rejectUnauthorized: mode !== 'require',
          ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
        };
  const login = { host: address, port, database, user, password, ssl };
  const opening = {
    name,
    timeoutMs: CONNECT_MS,
    statementTimeoutMs,
    ownStatements: false,
    transactionSettings: settingsOf(statementTimeoutMs),
    ...(graceMs === undefined ? {} : { graceMs }),
  };
  const isThere = () =>
    PostgresSession.open(login, opening).then(
      (session) => session.close().then(() => true),
      (error: unknown) => !isNobodyThere(error),
    );
  return PostgresSession.open(login, { ...opening, isThere });
}

/**
 * What would change the meaning of a statement or of a value's text, and the limits. They last for one transaction: a pooler
 * may give the next one another of the server's sessions, and refuses settings at the start.
 */
const settingsOf = (statementTimeoutMs: number) => {
  const settings = {
    search_path: 'public',
    timezone: 'UTC',
    datestyle: 'ISO,MDY',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    standard_conforming_strings: 'on',
    transform_null_equals: 'off',
    array_nulls: 'on',
    row_security: 'on',
    statement_timeout: `${statementTimeoutMs}ms`,
    idle_in_transaction_session_timeout: '30s',
  };
  return Object.entries(settings).map(([name, value]) =>
    utility(`SET LOCAL ${name} = ${value.split(',').map(quoteText).join(', ')}`, 'SET'),
  );
};

/** Why a session could not be had. The server's own words name users and addresses, so that they stay in the log. */
function connectionFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const state = String(code);
  const found = REASONS.find(([pattern]) => pattern.test(state) || pattern.test(String(message)));
  if (!found) return error;
  const [, faultCode, reason] = found;
  return new Fault(faultCode, { params: { reason, ...(/^[0-9A-Z]{5}$/.test(state) ? { sqlstate: state } : {}) }, cause: error });
}

/** By SQLSTATE (PostgreSQL manual, appendix A), errno, OpenSSL's codes and node-postgres' own texts. */
const REASONS: readonly (readonly [RegExp, 'db_unreachable' | 'db_misconfigured', string])[] = [
  [/^28P01$|password authentication failed|SASL|SCRAM/, 'db_misconfigured', 'The server does not take this user and password.'],
  [/no encryption|SSL off/, 'db_misconfigured', 'The server wants TLS: add sslmode=require to the connection URL.'],
  [/^28/, 'db_misconfigured', 'The server does not let this user in from here.'],
  // The second is PgBouncer's word.
  [/^3D000$|^no such database/, 'db_misconfigured', 'The server has no such database.'],
  [/^42501$/, 'db_misconfigured', 'This user may not connect to this database.'],
  [/does not support SSL/, 'db_misconfigured', 'The server offers no TLS, and nothing is sent without.'],
  [/^53300$/, 'db_unreachable', 'The server has no room for another session.'],
  [/^55000$/, 'db_unreachable', 'The database takes no sessions now.'],
  [/^57P03$/, 'db_unreachable', 'The server is starting or stopping.'],
  ...SOCKET_REASONS,
  [/./, 'db_unreachable', 'What answers there is no PostgreSQL server, or ended the connection.'],
];
