import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ConnectProviderName } from '../../contract/connect.ts';
import type { Access } from '../../engines/connected.ts';

/** Asks the provider's API on the account's behalf; JSON. */
export type CallApi = (path: string, body?: unknown) => Promise<unknown>;

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Where the database is, and the login that has to be made there first; null where one is there. */
export interface Reached {
  readonly url: string;
  readonly login: NewLogin | null;
}

/** Either fails as the provider's API does. */
export interface NewLogin {
  readonly name: string;
  make(): Promise<unknown>;
  /** Does nothing where it was not made. */
  drop(): Promise<unknown>;
}

export interface ConnectProvider {
  /** As people know it. */
  readonly title: string;
  readonly authorization: string;
  readonly token: string;
  readonly scope: string;
  /** Where `list` and `urlOf` ask. */
  readonly api: string;
  /** What connecting makes there; null for nothing. */
  readonly leaves: string | null;
  readonly list: (call: CallApi) => Promise<Choice[]>;
  readonly urlOf: (call: CallApi, id: string, access: Access) => Promise<Reached>;
}

/** Null: it has no OAuth by which others could be let in. */
export type ConnectProviders = Readonly<Record<ConnectProviderName, ConnectProvider | null>>;

const PROJECTS_MAX = 50;

/** Addresses and shapes as the providers document them: neon.com/docs/guides/oauth-integration and its API reference; supabase.com/docs/guides/integrations/build-a-supabase-oauth-integration and its Management API. */
export const CONNECT_PROVIDERS: ConnectProviders = {
  neon: {
    title: 'Neon',
    authorization: 'https://oauth2.neon.tech/oauth2/auth',
    token: 'https://oauth2.neon.tech/oauth2/token',
    scope: 'openid urn:neoncloud:projects:read',
    api: 'https://console.neon.tech/api/v2',
    leaves: null,
    async list(call) {
      const { projects } = NeonProjects.parse(await call(`/projects?limit=${PROJECTS_MAX}`));
      const found = await Promise.all(
        projects.map(async (project) => {
          const { branches } = NeonBranches.parse(await call(`/projects/${part(project.id)}/branches`));
          const branch = branches.find((one) => one.default);
          if (!branch) return [];
          const path = `/projects/${part(project.id)}/branches/${part(branch.id)}/databases`;
          const { databases } = NeonDatabases.parse(await call(path));
          return databases.map(({ name, owner_name: owner }) => ({
            id: Buffer.from(JSON.stringify([project.id, name, owner])).toString('base64url'),
            name: `${project.name} / ${name}`,
          }));
        }),
      );
      return found.flat();
    },
    async urlOf(call, id) {
      const [project, name, owner] = z
        .tuple([z.string(), z.string(), z.string()])
        .parse(JSON.parse(Buffer.from(id, 'base64url').toString()));
      const query = new URLSearchParams({ database_name: name, role_name: owner });
      return { url: NeonUri.parse(await call(`/projects/${part(project)}/connection_uri?${query}`)).uri, login: null };
    },
  },
  supabase: {
    title: 'Supabase',
    authorization: 'https://api.supabase.com/v1/oauth/authorize',
    token: 'https://api.supabase.com/v1/oauth/token',
    // Set with the app there.
    scope: '',
    api: 'https://api.supabase.com/v1',
    leaves:
      'A login of its own, svc_reader_… or svc_writer_…, with these rights in the schema public. Row security does not hold for it (BYPASSRLS): it reaches all rows of the tables there. DROP OWNED BY and DROP ROLE take it away again.',
    async list(call) {
      const projects = SupabaseProjects.parse(await call('/projects'));
      return projects.map(({ id, name }) => ({ id, name }));
    },
    /** Its API tells no password, so that a login is made, by whose rights alone the service comes back. */
    async urlOf(call, id, access) {
      const poolers = SupabasePoolers.parse(await call(`/projects/${part(id)}/config/database/pooler`));
      const pooler = poolers.find(({ database_type: type }) => type === 'PRIMARY') ?? poolers[0];
      if (!pooler) throw new Error('The project has no pooler.');
      const name = `svc_${access === 'write' ? 'writer' : 'reader'}_${randomBytes(4).toString('hex')}`;
      const password = randomBytes(24).toString('hex');
      const query = (sql: string) => call(`/projects/${part(id)}/database/query`, { query: sql });
      // The pooler tells projects apart by what follows the login: postgres.<project>.
      const url = new URL(`postgres://${pooler.db_host}:${pooler.db_port}/${encodeURIComponent(pooler.db_name)}`);
      url.username = `${name}${pooler.db_user.slice('postgres'.length)}`;
      url.password = password;
      const login = {
        name,
        make: () => query(loginSql(name, password, pooler.db_name, access)),
        drop: () => query(dropSql(name, pooler.db_name, access)),
      };
      return { url: url.href, login };
    },
  },
  // Its API knows keys of an organisation alone (clickhouse.com/docs/cloud/manage/api).
  clickhouse_cloud: null,
};

const part = encodeURIComponent;

const NeonProjects = z.object({ projects: z.array(z.object({ id: z.string(), name: z.string() })) });
const NeonBranches = z.object({ branches: z.array(z.object({ id: z.string(), default: z.boolean().optional() })) });
const NeonDatabases = z.object({ databases: z.array(z.object({ name: z.string(), owner_name: z.string() })) });
const NeonUri = z.object({ uri: z.string() });

const SupabaseProjects = z.array(z.object({ id: z.string(), name: z.string() }));
const SupabasePoolers = z.array(
  z.object({
    db_host: z.string().regex(/^[\w.-]+$/),
    db_port: z.number().int(),
    db_name: z.string(),
    db_user: z.string().startsWith('postgres'),
    database_type: z.string().optional(),
  }),
);

/** Rows of tables with policies would be hidden from it without a word, so that it goes past them as their owner does. */
const loginSql = (login: string, password: string, database: string, access: Access): string =>
  [
    `CREATE ROLE ${login} LOGIN BYPASSRLS PASSWORD '${password}';`,
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO ${login};`,
    `GRANT USAGE ON SCHEMA public TO ${login};`,
    `GRANT SELECT${access === 'write' ? ', INSERT, UPDATE, DELETE' : ''} ON ALL TABLES IN SCHEMA public TO ${login};`,
    ...(access === 'write' ? [`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${login};`] : []),
  ].join('\n');

/** Takes back what was granted one by one: DROP OWNED needs the rights of the login, which its maker does not get there. */
const dropSql = (login: string, database: string, access: Access): string =>
  [
    `DO $svc$ BEGIN IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '${login}') THEN`,
    ...(access === 'write' ? [`REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${login};`] : []),
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${login};`,
    `REVOKE ALL ON SCHEMA public FROM ${login};`,
    `REVOKE ALL ON DATABASE ${quoted(database)} FROM ${login};`,
    `DROP ROLE ${login};`,
    'END IF; END $svc$',
  ].join('\n');

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
