import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { Fault } from '../../fault.ts';

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
const LOWEST_PORT = 1_024;
/** Of other services that listen at a well-known port: what is sent there would be read as something else. */
const OTHER_SERVICES: ReadonlySet<number> = new Set([2375, 2376, 2379, 3306, 3389, 6379, 8500, 9200, 9300, 11211, 27017]);

/** Names that are of no host on the public Internet (RFC 6761, 6762, 8375 and what private networks use). */
const PRIVATE_SUFFIXES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|svc|invalid|onion)$/;

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
 * @param allowPrivate also takes private names, any port and sessions without TLS
 * @throws Fault invalid_request
 */
export function readConnectionUrl(text: string, { allowPrivate }: { readonly allowPrivate: boolean }): ConnectionUrl {
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) throw refused('It holds a space, a backslash or a control character: percent-encode them.');
  if (!/^postgres(?:ql)?:\/\//i.test(text)) throw refused(`It takes ${FORM}.`);
  if (!URL.canParse(text)) throw refused(`It takes ${FORM}, with special characters percent-encoded.`);
  const url = new URL(text);
  if (url.hash !== '' || text.includes('#')) throw refused('It has a fragment: write # as %23.');
  const host = hostIn(url.hostname, allowPrivate);
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  if (!allowPrivate && (port < LOWEST_PORT || OTHER_SERVICES.has(port))) throw refused('Its port is not one that a database listens at.');
  const [user, password, path] = [url.username, url.password, url.pathname.replace(/^\//, '')].map(decoded) as [string, string, string];
  if (user === '' || password === '') throw refused('It needs a user and a password.');
  if (/^[^/]*\//.test(url.pathname.slice(1))) throw refused('Its path is the name of one database.');
  return { host, port, user, password, database: path === '' ? user : path, tls: tlsIn(url.searchParams, allowPrivate) };
}

const FORM = 'postgres://user:password@host:port/database?sslmode=require';

const refused = (reason: string): Fault =>
  new Fault('invalid_request', { params: { reason: `The connection URL cannot be used. ${reason}` } });

/** PostgreSQL ends a text at NUL, so what came after it would be read as something else. */
function decoded(part: string): string {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    throw refused('It has a % that begins no percent-encoded character: write % as %25.');
  }
  if (text.includes('\0')) throw refused('It holds a NUL.');
  return text;
}

function hostIn(hostname: string, allowPrivate: boolean): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const written = decoded(hostname).toLowerCase();
  const name = domainToASCII(written);
  if (isIP(name) !== 0) {
    // Decimal, octal and shortened forms, and other scripts' digits, are read as an address too (WHATWG URL, 3.5).
    if (name !== written) throw refused('Its address is not in the usual form of four numbers.');
    return name;
  }
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  if (!isName) throw refused('It needs one host: a name, or an address in its usual form.');
  if (!allowPrivate && (labels.length === 1 || PRIVATE_SUFFIXES.test(name))) throw refused(NOT_PUBLIC);
  return name;
}

/** Also said of a name whose addresses are private ones. */
export const NOT_PUBLIC =
  'Its host is not one of the public Internet. Whoever runs this service may allow private networks with SVC_ALLOW_PRIVATE_CONNECTIONS.';

function tlsIn(parameters: URLSearchParams, allowPrivate: boolean): TlsMode {
  for (const name of new Set(parameters.keys())) {
    if (REFUSED_PARAMETERS.has(name)) throw refused(`The parameter \`${name}\` is not accepted in it.`);
    if (name !== 'sslmode' && !IGNORED_PARAMETERS.has(name))
      throw refused('It has a parameter beside `sslmode`, `channel_binding`, `application_name`, `connect_timeout` and `pgbouncer`.');
    if (parameters.getAll(name).length > 1) throw refused('It has a parameter twice.');
  }
  const mode = parameters.get('sslmode');
  if (mode === null) return 'by address';
  const taken = TLS_MODES[mode];
  if (taken !== undefined) return taken;
  if (allowPrivate && mode === 'disable') return 'disable';
  throw refused('Its `sslmode` has to be require, verify-ca or verify-full.');
}
