import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyHash } from '../accounts/key-hash.ts';
import { createTenants } from '../accounts/tenants.ts';
import { createAnonymousAccess } from '../anonymous/sessions.ts';
import { createAudit } from '../audit/note.ts';
import { providerKeyContext } from '../byollm/own-key.ts';
import type { Config } from '../config.ts';
import { OWNER_KEY_FILE } from '../contract/local-owner.ts';
import { openDataFolder } from '../data-folder.ts';
import { connectionContext } from '../databases/connect.ts';
import { createRoom } from '../databases/room.ts';
import { hostedBytes } from '../engines/postgres/hosted-bytes.ts';
import { openServer } from '../engines/postgres/open-server.ts';
import { createNoteLost } from '../grants/lost.ts';
import { createPostgresGuard } from '../guard/postgres.ts';
import { createPostgresParser } from '../guard/postgres-parser.ts';
import { createPostgresWeigh } from '../guard/postgres-weight.ts';
import { createLog } from '../http/log.ts';
import { createFreeBytes } from '../lib/free-bytes.ts';
import { openLogs } from '../logs/open-logs.ts';
import { openMetrics } from '../metrics/open-metrics.ts';
import { type LocalOwner, openLocalOwner } from '../owner/owner.ts';
import { loadPlaceId } from '../owner/place-id.ts';
import { createChangeParser } from '../plan/parse/ddl.ts';
import { createPlanParser } from '../plan/parse/parse.ts';
import { loadSecret } from '../secret.ts';
import { accountsIn } from '../store/accounts.ts';
import { anonymousSessionsIn } from '../store/anonymous.ts';
import { auditIn } from '../store/audit.ts';
import { CONTROL_SESSIONS_MAX, openStore } from '../store/control-plane.ts';
import { databasesIn } from '../store/databases.ts';
import { createMemoryEphemeral } from '../store/ephemeral.ts';
import { grantsIn } from '../store/grants.ts';
import { idempotencyKeysIn } from '../store/idempotency.ts';
import { keysIn } from '../store/keys.ts';
import { openRedisEphemeral } from '../store/redis-ephemeral.ts';
import { knownRedisIn } from '../store/redis-known.ts';
import { resealAll } from '../store/reseal.ts';
import { checkSecret, isSecretInUse } from '../store/secret-check.ts';
import { tenantRulesIn } from '../store/tenant-rules.ts';
import { usageIn } from '../store/usage.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { openEngines } from './engines.ts';
import type { Opened } from './opened.ts';

/** What a service starts with, beside its configuration. */
export interface Surroundings {
  /** Progress of a start that takes longer than a moment, for a person. */
  readonly onStep?: (text: string) => void;
  /** Where log lines go in place of standard output. */
  readonly logTo?: { write(line: string): void };
  /** Certificates (PEM) that agent hosts' published documents, and the ClickHouse server, may be signed by besides those that the system trusts. */
  readonly trustedCertificates?: string;
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** What all the rest stands on: the log and figures, the guard's and the plan's parsers, the control plane, the engines, and how much room there is. */
export async function openFoundation(config: Config, { onStep, logTo, trustedCertificates }: Surroundings, opened: Opened) {
  const logs = await openLogs(config.logs);
  if (logs) opened.add(logs.close);
  const log = createLog(config.logLevel, logTo, logs?.note);
  await openDataFolder(config.dataDir);
  const tracing = await openTracing(config.tracing);
  const metrics = tracing.measured(await openMetrics(config.metrics));
  opened.add(metrics.close);
  const parser = createPostgresParser();
  const [guard, weigh, parsePlan, parseChange, ownParser, server] = await Promise.all([
    parser.then(createPostgresGuard),
    parser.then(createPostgresWeigh),
    parser.then(createPlanParser),
    parser.then(createChangeParser),
    parser,
    openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, ...(onStep ? { onStep } : {}) }),
  ]);
  opened.add(server.close);
  const store = await openStore(
    server.endpoint,
    (error) => log.warn({ err: error }, 'control plane session lost'),
    metrics.pool('control plane', CONTROL_SESSIONS_MAX),
    server.heartbeat,
  );
  opened.add(() => store.destroy());
  const secret = await loadSecret(config, () => isSecretInUse(store));
  const accounts = accountsIn(store);
  const hash = createKeyHash({ present: config.keyPepper ?? secret, previous: config.keyPepperPrevious ?? null });
  const accountKeys = keysIn(store);
  await checkSecret(store, secret, { acceptsChange: config.acceptsChangedSecret });
  if (config.localOwner === 'beyond loopback' && existsSync(join(config.dataDir, OWNER_KEY_FILE)))
    log.warn(
      {},
      'it listens beyond loopback, so it has no owner: what the owner made here stays, and opens when it listens on loopback alone',
    );
  const databases = databasesIn(store);
  const dataGrants = grantsIn(store);
  const inMemory = createMemoryEphemeral();
  const { redisUrl } = config;
  const shared =
    redisUrl === undefined
      ? null
      : await openRedisEphemeral({ url: redisUrl, secret, fallback: inMemory, log, known: knownRedisIn(store, redisUrl) });
  if (shared) opened.add(shared.close);
  const ephemeral = shared ?? inMemory;
  let owner: LocalOwner | null = null;
  const tenants = createTenants({
    rules: tenantRulesIn(store),
    quotas: { anonymous: config.anonymousQuota, account: config.accountQuota, statements: config.poolMaxPerOwner },
    localAccountId: () => owner?.accountId ?? null,
    log,
  });
  opened.add(tenants.close);
  const engines = await openEngines({
    config,
    server,
    store,
    secret,
    parser: ownParser,
    guard,
    weigh,
    databases,
    tenants,
    slots: shared?.slots({ max: tenants.statements, waitMs: config.poolWaitMs }) ?? null,
    onGrantsLost: createNoteLost({ grants: dataGrants, log }),
    metrics,
    log,
    trustedCertificates,
    opened,
  });
  // Once nothing of the stores refuses the start, which then leaves no key behind.
  if (config.localOwner === 'on') owner = await openLocalOwner({ accounts, keys: accountKeys, hash, dataDir: config.dataDir });

  const keys = idempotencyKeysIn(store);
  const anonymous = createAnonymousAccess({
    sessions: anonymousSessionsIn(store),
    secret,
    placeId: await loadPlaceId(config.dataDir),
    budget: config.anonymousBudget,
  });
  const room = createRoom({
    usage: usageIn(store, {
      sizeOf: engines.clickhouseServer.bytes,
      sizeOn: async (name, ids) => {
        const on = engines.spread.servers.find((one) => one.name === name);
        return on ? await hostedBytes(on, ids) : 0;
      },
    }),
    freeBytes: config.databaseUrl === undefined ? createFreeBytes(join(config.dataDir, 'postgres')) : null,
    freeBytesMin: config.freeBytesMin,
    tenants,
    giveRoom: async () => (await server.giveRoom?.()) ?? false,
  });
  if (engines.seal)
    await resealAll({
      store,
      seal: engines.seal,
      log,
      records: [
        { table: 'byollm_key', id: 'account_id', what: 'provider keys', contextOf: providerKeyContext },
        { table: 'connection', id: 'db_id', what: 'URLs of connected databases', contextOf: connectionContext },
      ],
    });
  const auditLog = auditIn(store);
  const audit = createAudit(auditLog);
  return {
    accountKeys,
    accounts,
    anonymous,
    audit,
    auditLog,
    config,
    databases,
    dataGrants,
    engines,
    ephemeral,
    hash,
    keys,
    log,
    logs,
    metrics,
    opened,
    owner,
    ownParser,
    parseChange,
    parsePlan,
    room,
    secret,
    server,
    shared,
    store,
    tenants,
    tracing,
    trustedCertificates,
  };
}
