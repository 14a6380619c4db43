import pg from 'pg';
import { startEmbeddedPostgres } from './embedded.ts';
import { ensureTemplate } from './harden.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { endpointOfUrl, reachDatabaseUrl } from './reach-url.ts';
import { administer, type Server, serverAnswers } from './server.ts';

export interface OpenServer extends Server {
  readonly heartbeat: Heartbeat;
  close(): Promise<void>;
}

interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

interface Options {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
  readonly onStep?: (text: string) => void;
}

const OLDEST_VERSION = 150_000;

/** The configured Postgres, or the embedded one, with the template that hosted databases are cloned from. */
export async function openServer({ databaseUrl, dataDir, log, onStep }: Options): Promise<OpenServer> {
  // In words, before anything is begun there.
  if (databaseUrl !== undefined) await (await reachDatabaseUrl(databaseUrl)).end();
  const server = databaseUrl === undefined ? await embedded(dataDir, log, onStep) : remote(databaseUrl);
  try {
    await prepare(server, { setting: 'DATABASE_URL', isOurs: databaseUrl === undefined, log });
    return watched(server, log);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Looks after the server while it is used. */
function watched(server: Unwatched, log: Log): OpenServer {
  const heartbeat = createHeartbeat({ endpoint: server.endpoint, answers: () => serverAnswers(server), log });
  const close = async () => {
    await heartbeat.close();
    await server.close();
  };
  return { ...server, heartbeat, close };
}

/** The template that hosted databases are cloned from. @throws Error for a server that cannot host */
async function prepare(server: Server, { setting, isOurs, log }: { setting: string; isOurs: boolean; log: Log }): Promise<void> {
  const { hardened } = await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ version: number; text: string; template: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text,
         (SELECT datistemplate FROM pg_database WHERE datname = current_database()) AS template`,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
      throw new Error(`${setting} points at PostgreSQL ${rows[0]?.text}; version 15 or later is needed.`);
    if (rows[0]?.template)
      throw new Error(
        `${setting} names the database ${server.endpoint().database}, of which PostgreSQL makes new ones as copies. Make one for svc (CREATE DATABASE svc), and name that.`,
      );
    // On a server that was given, databases beside the service's own may serve others.
    const close = isOurs ? ['postgres', 'template1'] : [server.endpoint().database];
    return await ensureTemplate({ admin, close, inTemplate: (template, work) => administer(server, template, work) }).catch(
      (error: unknown) => {
        throw (error as { code?: string }).code === NO_RIGHT ? lacksRight(setting, server.endpoint().user, error as Error) : error;
      },
    );
  });
  if (!hardened)
    log.warn(
      {},
      `${setting}’s role is no superuser: the catalogue of hosted databases cannot be hardened, so the SQL guard alone closes it.`,
    );
}

/** A server that hosts databases beside the control plane's own. */
export interface OpenHostingServer extends OpenServer {
  readonly name: string;
  /** Tells it from every other server, and from one that stands in its place; null where it does not say, or has not answered yet. */
  readonly identity: string | null;
  /** Whether new databases can be made there now. */
  takesNew(): Promise<boolean>;
}

interface HostingOptions {
  readonly name: string;
  readonly url: string;
  readonly mark: string;
  /** Databases are there already: those of other servers are served although this one does not answer. */
  readonly isUsed: boolean;
  readonly log: Log;
}

/** @throws Error of one line for a server that cannot host, and for one that does not answer where nothing is there yet */
export async function openHostingServer({ name, url, mark, isUsed, log }: HostingOptions): Promise<OpenHostingServer> {
  const setting = `SVC_HOSTING_URLS (${name})`;
  const server = watched({ ...remote(url), mark }, log);
  let isPrepared = false;
  let identity: string | null = null;
  const open = async () => {
    const session = await reachDatabaseUrl(url, setting);
    try {
      identity = await identityOf(session);
    } finally {
      await session.end().catch(() => undefined);
    }
  };
  const prepared = async () => {
    if (!isPrepared) await prepare(server, { setting, isOurs: false, log });
    isPrepared = true;
  };
  try {
    const away = await open().then(
      () => null,
      (error: unknown) => error,
    );
    if (away === null) await prepared();
    else if (isUsed) log.error({ err: away, server: name }, 'a hosting server does not answer; its databases are not served until it does');
    else throw away;
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    ...server,
    name,
    identity,
    async takesNew() {
      try {
        if (!(await serverAnswers(server))) return false;
        await prepared();
        return true;
      } catch (error) {
        log.warn({ err: error, server: name }, 'a hosting server takes no new databases');
        return false;
      }
    },
  };
}

/** Where its cluster comes from: the same of a standby that takes its place. Who may not ask learns nothing. */
export async function identityOf(session: Pick<pg.Client, 'query'>): Promise<string | null> {
  return await session.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()').then(
    ({ rows }) => rows[0]?.id ?? null,
    () => null,
  );
}

const NO_RIGHT = '42501';

const lacksRight = (setting: string, user: string, error: Error): Error =>
  new Error(
    `${setting}: its role may not do what the service needs: ${error.message}. As a superuser: ALTER ROLE ${pg.escapeIdentifier(user)} CREATEDB CREATEROLE; and let it own the database.`,
    { cause: error },
  );

type Unwatched = Omit<OpenServer, 'heartbeat'>;

async function embedded(dataDir: string, log: Log, onStep: ((text: string) => void) | undefined): Promise<Unwatched> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (level, message, facts) => log[level](facts ?? {}, message),
    ...(onStep ? { onStep } : {}),
  });
  return {
    endpoint: () => ({ ...postgres.endpoint(), database: 'postgres' }),
    ensure: () => postgres.ensure(),
    standBack: postgres.standBack,
    interrupt: postgres.interrupt,
    kill: postgres.kill,
    giveRoom: postgres.giveRoom,
    isDiskFull: postgres.isDiskFull,
    close: () => postgres.stop(),
  };
}

function remote(databaseUrl: string): Unwatched {
  const endpoint = endpointOfUrl(databaseUrl);
  return { endpoint: () => endpoint, ensure: async () => undefined, close: async () => undefined };
}
