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
    const { hardened } = await administer(server, server.endpoint().database, async (admin) => {
      const { rows } = await admin.query<{ version: number; text: string }>(
        "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text",
      );
      if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
        throw new Error(`DATABASE_URL points at PostgreSQL ${rows[0]?.text}; version 15 or later is needed.`);
      // On a server that was given, databases beside the control plane's own may serve others.
      const close = databaseUrl === undefined ? ['postgres', 'template1'] : [server.endpoint().database];
      return await ensureTemplate({ admin, close, inTemplate: (template, work) => administer(server, template, work) }).catch(
        (error: unknown) => {
          throw (error as { code?: string }).code === NO_RIGHT ? lacksRight(server.endpoint().user, error as Error) : error;
        },
      );
    });
    if (!hardened)
      log.warn(
        {},
        'DATABASE_URL’s role is no superuser: the catalogue of hosted databases cannot be hardened, so the SQL guard alone closes it.',
      );
    const heartbeat = createHeartbeat({ endpoint: server.endpoint, answers: () => serverAnswers(server), log });
    const close = async () => {
      await heartbeat.close();
      await server.close();
    };
    return { ...server, heartbeat, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

const NO_RIGHT = '42501';

const lacksRight = (user: string, error: Error): Error =>
  new Error(
    `DATABASE_URL: its role may not do what the service needs: ${error.message}. As a superuser: ALTER ROLE ${pg.escapeIdentifier(user)} CREATEDB CREATEROLE; and let it own the database.`,
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
    close: () => postgres.stop(),
  };
}

function remote(databaseUrl: string): Unwatched {
  const endpoint = endpointOfUrl(databaseUrl);
  return { endpoint: () => endpoint, ensure: async () => undefined, close: async () => undefined };
}
