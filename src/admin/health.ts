import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type OperatorSession, openOperatorSession } from '../engines/postgres/operator-session.ts';
import { reachDatabaseUrl } from '../engines/postgres/reach-url.ts';
import { createFreeBytes } from '../lib/free-bytes.ts';
import { MIGRATION_NAMES } from '../store/migrations.ts';
import { lookAtRedis } from '../store/redis-look.ts';
import { secretFingerprint } from '../store/secret-check.ts';
import { engineLog, type Steps } from './operator.ts';

export interface Finding {
  readonly check: string;
  readonly state: 'good' | 'warning' | 'bad';
  readonly said: string;
  /** What to do. */
  readonly action?: string;
}

type Settings = Pick<Config, 'databaseUrl' | 'hosting' | 'dataDir' | 'secret' | 'redisUrl' | 'clickhouse' | 'freeBytesMin'>;

interface Options extends Steps {
  readonly config: Settings;
}

/** Whether the stores of a service are there and fit, with what to do where they do not. Nothing is changed. @throws Error where PostgreSQL is not reached */
export async function lookAtHealth({ config, onStep }: Options): Promise<readonly Finding[]> {
  const session = await openOperatorSession({ ...config, log: engineLog(onStep) });
  try {
    return [
      await server(session),
      ...(await controlPlane(session, config)),
      ...(await hosting(session, config)),
      await redis(config),
      await clickhouse(config),
      await disk(config),
    ].filter((found) => found !== null);
  } finally {
    await session.close();
  }
}

/** Of the sessions that a server may have, in percent. */
const SESSIONS_MANY = 90;

async function server({ read }: OperatorSession): Promise<Finding> {
  const [facts] = await read<{ version: string; used: number; most: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS most,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  );
  const { version = '', used = 0, most = 1 } = facts ?? {};
  const said = `PostgreSQL ${version}, ${used} of ${most} sessions`;
  return used * 100 > most * SESSIONS_MANY
    ? { check: 'postgres', state: 'warning', said, action: 'Raise its max_connections, or lower SVC_POOL_MAX of the services.' }
    : { check: 'postgres', state: 'good', said };
}

async function controlPlane({ read }: OperatorSession, config: Settings): Promise<Finding[]> {
  const [known] = await read<{ there: boolean }>("SELECT to_regclass('svc_control.kysely_migration') IS NOT NULL AS there");
  const applied = known?.there
    ? (await read<{ name: string }>('SELECT name FROM svc_control.kysely_migration')).map(({ name }) => name)
    : [];
  // A start that was killed before all of its tables were there leaves the list of migrations alone, and empty.
  if (applied.length === 0)
    return [{ check: 'control plane', state: 'warning', said: 'not there yet', action: 'The first start of a service makes it.' }];
  const [[fact], states] = [
    await read<{ value: string }>("SELECT value FROM svc_control.deployment WHERE fact = 'secret'"),
    await read<{ state: string; count: number; old: number }>(
      `SELECT state, count(*)::int AS count, count(*) FILTER (WHERE created_at < now() - interval '20 minutes')::int AS old
       FROM svc_control.database GROUP BY state ORDER BY state`,
    ),
  ];
  return [versionOf(applied), await secretOf(fact?.value ?? null, config), databasesOf(states)];
}

function versionOf(applied: readonly string[]): Finding {
  const check = 'control plane';
  const later = applied.filter((name) => !MIGRATION_NAMES.includes(name)).length;
  const missing = MIGRATION_NAMES.filter((name) => !applied.includes(name)).length;
  if (later > 0)
    return {
      check,
      state: 'bad',
      said: 'of a newer version than this one',
      action: 'Use that version of svc here; this one does not start on it.',
    };
  return missing > 0
    ? {
        check,
        state: 'warning',
        said: `${missing === 1 ? 'one migration' : `${missing} migrations`} behind this version`,
        action: 'The next start of a service of this version applies them.',
      }
    : { check, state: 'good', said: 'up to date' };
}

async function secretOf(fingerprint: string | null, { secret, dataDir, databaseUrl }: Settings): Promise<Finding> {
  const check = 'secret';
  const file = join(dataDir, 'secret');
  const present =
    secret ??
    (await readFile(file, 'utf8').then(
      (text) => text.trim(),
      () => null,
    ));
  if (fingerprint === null)
    return { check, state: 'good', said: 'none yet: no service has started on this data, and that of the first one becomes its own' };
  if (present === null && databaseUrl === undefined)
    return {
      check,
      state: 'bad',
      said: `missing: SVC_SECRET is not set, and there is no ${file}, without which this data does not open`,
      action: 'Put the file back, as from a backup, or set SVC_SECRET to what it held: no service starts without it.',
    };
  if (present === null)
    return {
      check,
      state: 'warning',
      said: `not compared: this command was given no SVC_SECRET, and there is no ${file}`,
      action: 'Repeat it with the SVC_SECRET of the services, to see whether it is the one that this data was made with.',
    };
  return secretFingerprint(present) === fingerprint
    ? { check, state: 'good', said: 'the one that this data was made with' }
    : {
        check,
        state: 'bad',
        said: 'not the one that this data was made with',
        action: 'Set SVC_SECRET to that one: a service with another does not start.',
      };
}

function databasesOf(states: readonly { readonly state: string; readonly count: number; readonly old: number }[]): Finding {
  const said = states.map(({ state, count }) => `${count} ${state}`).join(', ') || 'none yet';
  const isStuck = states.some(({ state, old }) => state !== 'ready' && old > 0);
  return isStuck
    ? {
        check: 'databases',
        state: 'warning',
        said,
        action: 'Half-made and half-deleted ones are finished by a service that runs; its log says why not.',
      }
    : { check: 'databases', state: 'good', said };
}

/** One finding a server; names of servers that databases are on, and no setting tells of, are among them. */
async function hosting({ read }: OperatorSession, { hosting: configured }: Settings): Promise<Finding[]> {
  const [known] = await read<{ there: boolean }>(
    "SELECT EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'svc_control' AND table_name = 'database' AND column_name = 'server') AS there",
  );
  const counts = known?.there
    ? await read<{ server: string; n: number }>(
        "SELECT server, count(*)::int AS n FROM svc_control.database WHERE engine = 'postgres' AND origin = 'hosted' AND server <> 'main' GROUP BY server ORDER BY server",
      )
    : [];
  const servers = configured?.servers ?? [];
  const found = servers.map(async ({ name, url }): Promise<Finding> => {
    const check = `hosting ${name}`;
    const n = counts.find(({ server }) => server === name)?.n ?? 0;
    try {
      const session = await reachDatabaseUrl(url, `SVC_HOSTING_URLS (${name})`);
      const { rows } = await session.query("SELECT current_setting('server_version') AS version");
      await session.end();
      return { check, state: 'good', said: `PostgreSQL ${rows[0]?.version}, ${n} databases` };
    } catch (error) {
      return { check, state: 'bad', said: `${n} databases`, action: (error as Error).message };
    }
  });
  const unnamed = counts.filter(({ server }) => !servers.some(({ name }) => name === server));
  return [
    ...(await Promise.all(found)),
    ...unnamed.map(({ server, n }) => ({
      check: `hosting ${server}`,
      state: 'bad' as const,
      said: `${n} databases, and not in SVC_HOSTING_URLS`,
      action: `Add it: ${server}=postgres://…`,
    })),
  ];
}

async function redis({ redisUrl }: Settings): Promise<Finding | null> {
  if (redisUrl === undefined) return null;
  const fault = await lookAtRedis(redisUrl);
  return fault === null
    ? { check: 'redis', state: 'good', said: 'answers' }
    : {
        check: 'redis',
        state: 'bad',
        said: fault.reason,
        action: fault.final
          ? 'Correct REDIS_URL, or that Redis: no service starts with it.'
          : 'Correct REDIS_URL, or start it: until it answers, each service counts for itself, and none starts that it never answered to.',
      };
}

const ANSWER_MS = 5_000;

async function clickhouse({ clickhouse: { url } }: Settings): Promise<Finding | null> {
  if (url === undefined) return null;
  const { lookAtClickHouse } = await import('../engines/clickhouse/open-server.ts');
  return await lookAtClickHouse(url, ANSWER_MS).then(
    (version): Finding => ({ check: 'clickhouse', state: 'good', said: `ClickHouse ${version}` }),
    (error: Error): Finding => ({
      ...{ check: 'clickhouse', state: 'bad', said: error.message.replace(/^CLICKHOUSE_URL:? /, '') },
      action: 'Correct CLICKHOUSE_URL, or that server: no service starts with it.',
    }),
  );
}

async function disk({ databaseUrl, dataDir, freeBytesMin }: Settings): Promise<Finding | null> {
  if (databaseUrl !== undefined) return null;
  const free = await createFreeBytes(join(dataDir, 'postgres'))();
  if (free === null) return null;
  const said = `${Math.floor(free / 1_048_576).toLocaleString('en-US')} MB free`;
  return free < freeBytesMin
    ? { check: 'disk', state: 'bad', said, action: 'Below SVC_FREE_MIN_MB nothing more is stored: make room.' }
    : { check: 'disk', state: 'good', said };
}
