import { readConnectionParts, refusedUrl } from '../connection-parts.ts';

/** Where a customer's ClickHouse is, and how it is logged in to. */
export interface ClickHouseUrl {
  /** A name in ASCII, or an address; an IPv6 one without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly user: string;
  readonly password: string;
  /** Of bare names. */
  readonly database: string;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 8123;
/** Of the native protocol, which the service does not speak. */
const NATIVE_PORTS: ReadonlySet<number> = new Set([9000, 9440]);

const FORM = 'https://user:password@host:8443/database';
const HTTPS = /^https:\/\/(?=[^/])/i;
const HTTP = /^http:\/\/(?=[^/])/i;
/** As other programs write addresses of ClickHouse. */
const OTHERS = /^(?:jdbc:)?(?:ch|clickhouse\w*)(?:[:+]\w+)?:\/\//i;

/** What others' libraries read there and means nothing here, where TLS is the scheme's matter. */
const IGNORED_PARAMETERS: ReadonlySet<string> = new Set(['secure', 'ssl']);
const CREDENTIALS: ReadonlySet<string> = new Set(['user', 'username', 'password']);
const OWN_DATABASES: ReadonlySet<string> = new Set(['system', 'information_schema']);

/**
 * Reads `https://user:password@host:port/database` (or `?database=…`), the address of ClickHouse's HTTP interface. Every other parameter is
 * refused: to ClickHouse they are settings, or the statement itself. No part of the text is in what is thrown.
 * @param allowPrivate also takes private names, any port, `http://` and an empty password
 * @throws Fault invalid_request
 */
export function readClickHouseUrl(text: string, { allowPrivate }: { readonly allowPrivate: boolean }): ClickHouseUrl {
  if (OTHERS.test(text)) throw refusedUrl(`Write the address of ClickHouse's HTTPS interface: ${FORM}.`);
  const isTls = !HTTP.test(text);
  if (!isTls && !allowPrivate) throw refusedUrl(`It has to be encrypted: ${FORM}.`);
  const rules = { allowPrivate, form: FORM, defaultPort: isTls ? HTTPS_PORT : HTTP_PORT };
  const { host, port, user, password, path, parameters } = readConnectionParts(text, isTls ? HTTPS : HTTP, rules);
  if (NATIVE_PORTS.has(port)) throw refusedUrl(NATIVE);
  const database = databaseIn(path, parameters);
  if (user === '' || (password === '' && !allowPrivate)) throw refusedUrl(`It needs a user and a password: ${FORM}.`);
  return { host, port, isTls, user, password, database };
}

const NATIVE = "Its port is that of ClickHouse's native protocol: give the one of its HTTPS interface, mostly 8443.";

function databaseIn(path: string, parameters: URLSearchParams): string {
  for (const name of parameters.keys()) {
    if (CREDENTIALS.has(name)) throw refusedUrl(`User and password stand before the host: ${FORM}.`);
    if (name !== 'database' && !IGNORED_PARAMETERS.has(name)) throw refusedUrl('It has a parameter beside `database`.');
  }
  const named = [...(path === '' ? [] : [path]), ...parameters.getAll('database')];
  const [database = 'default'] = named;
  if (named.some((one) => one !== database)) throw refusedUrl('It names two databases.');
  if (database === '' || database.includes('\0')) throw refusedUrl('Its database has no name.');
  if (OWN_DATABASES.has(database.toLowerCase())) throw refusedUrl("Its database is one of the server's own.");
  return database;
}
