import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CONNECT_PROVIDERS, type ConnectProvider, type ConnectProviders } from '../../src/databases/connect-oauth/providers.ts';
import type { Customer } from './customer.ts';
import { noteSecret } from './log-watch.ts';

/** A real HTTP server that is Neon under /neon and Supabase under /supabase, of an account that has one database. */
export interface ConnectProviderServer {
  readonly providers: ConnectProviders;
  /** As a service is told it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The page that the browser is led back to, after whoever is there agreed. */
  agree(url: string): Promise<{ readonly code: string; readonly state: string; readonly path: string }>;
  /** Answers the API in place of the server. */
  refusal: number | null;
  /** Where the pooler of Supabase is, as its API says; where it is when null. */
  poolerPort: number | null;
  /** Refuses to take a login away. */
  keepsLogins: boolean;
  close(): Promise<void>;
}

const SECRET = 'a-connect-secret-of-tests-0123456789';

export async function startConnectProviders(customer: Customer): Promise<ConnectProviderServer> {
  const codes = new Map<string, URLSearchParams>();
  const tokens = new Set<string>();
  noteSecret(SECRET);
  // What Supabase's postgres is: no superuser, and the owner of the tables.
  await customer.sql(`ALTER ROLE ${customer.owner} CREATEROLE BYPASSRLS`);
  // Before PostgreSQL 16 a superuser alone makes logins that row security does not hold for; Supabase has an extension for it.
  const [version] = await customer.sql('SHOW server_version_num');
  const role = Number(version?.server_version_num) < 160_000 ? 'NONE' : customer.owner;
  const asPostgres = (query: string) => customer.sql(`SET ROLE ${role}; ${query}`);
  const http = createServer(async (request, response) => {
    const url = new URL(String(request.url), 'http://here');
    const [, provider = ''] = url.pathname.split('/');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname.endsWith('/authorize')) {
      const code = randomUUID();
      codes.set(code, url.searchParams);
      const back = new URL(String(url.searchParams.get('redirect_uri')));
      back.searchParams.set('code', code);
      back.searchParams.set('state', String(url.searchParams.get('state')));
      return response.writeHead(302, { location: back.href }).end();
    }
    const body = await text(request);
    if (url.pathname.endsWith('/token')) {
      const sent = new URLSearchParams(body);
      const begun = codes.get(String(sent.get('code')));
      codes.delete(String(sent.get('code')));
      const challenge = createHash('sha256')
        .update(String(sent.get('code_verifier')))
        .digest('base64url');
      const holds =
        begun?.get('code_challenge') === challenge &&
        begun.get('redirect_uri') === sent.get('redirect_uri') &&
        sent.get('client_id') === `${provider}-client` &&
        sent.get('client_secret') === SECRET;
      if (!holds) return json(400, { error: 'invalid_grant' });
      const token = randomUUID();
      tokens.add(token);
      noteSecret(token);
      return json(200, { access_token: token, token_type: 'bearer', expires_in: 3_600 });
    }
    if (!tokens.has(String(request.headers.authorization).replace(/^Bearer /i, ''))) return json(401, { message: 'Unauthorized' });
    if (server.refusal !== null) return json(server.refusal, { message: 'No.' });
    const { hostname, port } = new URL(customer.url());
    const path = url.pathname.replace(/^\/(neon|supabase)\/api/, '');
    const project = { id: 'quiet-sun-1', ref: 'quiet-sun-1', name: 'shop' };
    if (provider === 'neon') {
      if (path === '/projects') return json(200, { projects: [project] });
      if (path === '/projects/quiet-sun-1/branches') return json(200, { branches: [{ id: 'br-old' }, { id: 'br-main', default: true }] });
      if (path === '/projects/quiet-sun-1/branches/br-main/databases')
        return json(200, { databases: [{ id: 1, name: customer.database, owner_name: customer.reader }] });
      if (path === '/projects/quiet-sun-1/connection_uri' && url.searchParams.get('role_name') === customer.reader)
        return json(200, { uri: customer.url({ query: 'channel_binding=require' }) });
    }
    if (provider === 'supabase') {
      if (path === '/projects') return json(200, [project]);
      if (path === '/projects/quiet-sun-1/config/database/pooler')
        return json(200, [
          {
            db_host: hostname,
            db_port: server.poolerPort ?? Number(port || 5432),
            db_name: customer.database,
            db_user: 'postgres',
            database_type: 'PRIMARY',
          },
        ]);
      if (path === '/projects/quiet-sun-1/database/query' && request.method === 'POST') {
        const { query } = JSON.parse(body) as { query: string };
        return server.keepsLogins && query.includes('DROP ROLE') ? json(503, { message: 'No.' }) : json(201, await asPostgres(query));
      }
    }
    return json(404, { message: 'Not Found' });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const here = (name: 'neon' | 'supabase'): ConnectProvider => ({
    ...(CONNECT_PROVIDERS[name] as ConnectProvider),
    authorization: `${base}/${name}/authorize`,
    token: `${base}/${name}/token`,
    api: `${base}/${name}/api`,
  });
  const server: ConnectProviderServer = {
    providers: { neon: here('neon'), supabase: here('supabase'), clickhouse_cloud: null },
    settings: Object.fromEntries(
      ['neon', 'supabase'].flatMap((name) => [
        [`SVC_${name.toUpperCase()}_CLIENT_ID`, `${name}-client`],
        [`SVC_${name.toUpperCase()}_CLIENT_SECRET`, SECRET],
      ]),
    ),
    async agree(url) {
      const back = new URL(String((await fetch(url, { redirect: 'manual' })).headers.get('location')));
      return { code: String(back.searchParams.get('code')), state: String(back.searchParams.get('state')), path: back.pathname };
    },
    refusal: null,
    poolerPort: null,
    keepsLogins: false,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
