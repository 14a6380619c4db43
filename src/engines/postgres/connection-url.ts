import { readConnectionParts, refusedUrl } from '../connection-parts.ts';

/** Where a customer's database is, and how it is logged in to. */
export interface ConnectionUrl {
  /** A name in ASCII, or an address; an IPv6 one without brackets. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: TlsMode;
}

/**
 * As libpq's `sslmode` (PostgreSQL manual, 34.1.2 and 34.18): `require` encrypts, the next two also look at the certificate.
 * `by address`, where nothing is said: required, but for an address of a private network.
 */
export type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full' | 'by address';

const DEFAULT_PORT = 5432;

/** What makes libpq read files, dial somewhere else or change the session. */
const REFUSED_PARAMETERS: ReadonlySet<string> = new Set(
  `host hostaddr port user password passfile dbname options service servicefile sslrootcert sslcert sslkey sslpassword sslcrl sslcrldir
  sslcertmode requiressl gssencmode krbsrvname gsslib replication target_session_attrs load_balance_hosts sslnegotiation sslcompression
  ssl_min_protocol_version ssl_max_protocol_version sslsni require_auth keepalives tcp_user_timeout`.split(/\s+/),
);
/** What others' libraries read there and means nothing here. */
const IGNORED_PARAMETERS: ReadonlySet<string> = new Set(['application_name', 'connect_timeout', 'pgbouncer', 'channel_binding']);

const TLS_MODES: Readonly<Record<string, TlsMode>> = { require: 'require', 'verify-ca': 'verify-ca', 'verify-full': 'verify-full' };

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…` (RFC 3986; PostgreSQL manual, 34.1.1.2), one host alone, and
 * nothing that would lead elsewhere. No part of the text is in what is thrown: a mistyped URL can hold a piece of the password anywhere.
 * @param allowPrivate also takes private names, any port, sessions without TLS, and no password, as a server of one's own machine may trust
 * @throws Fault invalid_request
 */
export function readConnectionUrl(text: string, { allowPrivate }: { readonly allowPrivate: boolean }): ConnectionUrl {
  const { path, parameters, ...where } = readConnectionParts(text, SCHEME, { allowPrivate, form: FORM, defaultPort: DEFAULT_PORT });
  const { user, password } = where;
  if (user === '' || (password === '' && !allowPrivate)) throw refusedUrl(`It needs a user and a password: ${FORM}.`);
  return { ...where, database: path === '' ? user : path, tls: tlsIn(parameters, allowPrivate) };
}

const SCHEME = /^postgres(?:ql)?:\/\//i;
const FORM = 'postgres://user:password@host:port/database?sslmode=require';

function tlsIn(parameters: URLSearchParams, allowPrivate: boolean): TlsMode {
  for (const name of new Set(parameters.keys())) {
    if (REFUSED_PARAMETERS.has(name)) throw refusedUrl(`The parameter \`${name}\` is not accepted in it.`);
    if (name !== 'sslmode' && !IGNORED_PARAMETERS.has(name))
      throw refusedUrl('It has a parameter beside `sslmode`, `channel_binding`, `application_name`, `connect_timeout` and `pgbouncer`.');
    if (parameters.getAll(name).length > 1) throw refusedUrl('It has a parameter twice.');
  }
  const mode = parameters.get('sslmode');
  if (mode === null) return 'by address';
  const taken = TLS_MODES[mode];
  if (taken !== undefined) return taken;
  if (allowPrivate && mode === 'disable') return 'disable';
  throw refusedUrl('Its `sslmode` has to be require, verify-ca or verify-full.');
}
