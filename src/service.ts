import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { mountBridge } from '../bridge/http.ts';
import { type McpHttpOptions, mountMcp } from '../mcp/http.ts';
import type { Handlers } from './call.ts';
import { createHostOperations } from './composition/agent-hosts.ts';
import { openCallers } from './composition/callers.ts';
import { openFoundation, type Surroundings } from './composition/foundation.ts';
import { createOpened, type Opened } from './composition/opened.ts';
import { createOperations, type Elsewhere } from './composition/operations.ts';
import { createPlanning } from './composition/planning.ts';
import type { Config } from './config.ts';
import { LIMITS } from './contract/limits.ts';
import { startSweeping } from './databases/sweep.ts';
import type { Engine } from './engines/engine.ts';
import { startEnding } from './grants/end.ts';
import { createApp } from './http/app.ts';
import { createCallersTurns } from './http/callers-turns.ts';
import { createDirect } from './http/direct.ts';
import { createIdentify } from './http/identify.ts';
import type { Log } from './http/log.ts';
import { bindServiceOperations, directServiceOperations } from './http/service-operations.ts';
import { createHumanCheck } from './human-check/check.ts';
import { createServiceTokens } from './lib/service-token.ts';
import { waitAtMost } from './lib/wait-at-most.ts';
import { createSweepMemory } from './memory/sweep.ts';
import { writeConsent } from './models/local.ts';
import type { Provider } from './plan/llm/providers.ts';
import { serviceIdOf } from './secret.ts';
import { ownerlessIn } from './store/ownerless.ts';
import { packageFacts } from './version.ts';
export interface Service {
  readonly app: FastifyInstance;
  readonly handlers: Handlers;
  readonly engine: Engine;
  readonly log: Log;
  /** Where Prometheus scrapes it; null where that is off. */
  readonly metricsUrl: string | null;
  /** Model servers of this machine that answer, whether they are used, and a way to use them from now on. */
  readonly local: {
    readonly models: Promise<readonly Provider[]>;
    readonly consent: Promise<boolean | null>;
    /** Remembered in the data folder. */
    answer(uses: boolean): Promise<void>;
  };
  /** A link that signs a browser in as the owner, at the start that made the owner's account; null at every other. */
  firstSignIn(baseUrl: string): Promise<string | null>;
  /** Sweeps now, what is being deleted among it. Ids of the databases that are gone. */
  sweep(): Promise<readonly string[]>;
  /** Ends what runs, closes every session and leaves the embedded server. */
  close(): Promise<void>;
}

interface Options extends Surroundings, Elsewhere {
  /** What agents talk to, in place of the server of `mcp/`. */
  readonly newMcpServer?: NonNullable<McpHttpOptions['newServer']>;
  /** Where the built pages are, in place of `dist/web`. */
  readonly pagesFolder?: string;
}

/** The same folder whether this runs from `src/` or, built, from `dist/src/`. */
const PAGES_FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist/web' : '../web', import.meta.url));

const NOTES_MS = 5_000;

/** The composition root: with `composition/`, the only place that names concrete implementations. Closes what it had opened where it fails. */
export async function createService(config: Config, options: Options = {}): Promise<Service> {
  const opened = createOpened();
  try {
    return await compose(config, options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function compose(
  config: Config,
  { newMcpServer, pagesFolder = PAGES_FOLDER, ...options }: Options,
  opened: Opened,
): Promise<Service> {
  const foundation = await openFoundation(config, options, opened);
  const {
    anonymous,
    databases,
    dataGrants,
    engines,
    ephemeral,
    keys,
    log,
    logs,
    metrics,
    owner,
    secret,
    server,
    shared,
    store,
    tenants,
    tracing,
  } = foundation;
  const { clickhouse, engine, engineWrites, placements, postgres, spread } = engines;
  const planning = createPlanning(foundation);
  const { consent, localModels, meaning, readers, useLocalModels } = planning;
  const callers = openCallers(foundation);
  const {
    accountAccess,
    deviceRequests,
    endGrant,
    grants,
    links,
    meter,
    news,
    notices,
    oneTimeTokens,
    post,
    sessionAccess,
    uses,
    webSessions,
  } = callers;
  const { handlers, imported, receipts, expiring } = createOperations(foundation, planning, callers, options);
  const turns = createCallersTurns();
  metrics.queue('callers', () => turns.stats);
  const limits = {
    anonymousPerMinute: config.anonymousRateLimitPerMinute,
    anonymousSessionsPerHour: config.anonymousSessionsPerHour,
    keyPerMinute: config.keyRateLimitPerMinute,
    onRefused: metrics.onRateLimited,
  };
  const services = config.serviceSecret === null ? null : createServiceTokens(config.serviceSecret);
  const access = { anonymous, accounts: accountAccess, sessions: sessionAccess, tenants, services };
  const { app, stop } = await createApp({
    self: { id: serviceIdOf(secret), version: packageFacts().version },
    handlers,
    access,
    owner,
    pagesFolder,
    widget: config.humanCheck?.provider?.kind ?? null,
    requestMeter: metrics.requests,
    requestTracer: tracing.requests,
    drainMs: config.drainMs,
    ephemeral,
    limits,
    humanCheck: config.humanCheck === null ? null : createHumanCheck({ ...config.humanCheck, secret, ephemeral, log }),
    turns,
    log,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    stallMs: config.replyStallMs,
    browsers: {
      hostnames: config.hostnames === null ? null : new Set(config.hostnames),
      loopbackOnly: config.loopbackOnly,
      allowedOrigins: new Set(config.allowedOrigins),
    },
    health: {
      ready: async () => void (await store.selectFrom('database').select('id').limit(1).execute()),
      hosting: spread.servers.length === 0 ? null : spread.states,
    },
  });
  const { agentClients, serviceHandlers } = createHostOperations(foundation, callers, { access, limits });
  bindServiceOperations(app, serviceHandlers, services);
  if (config.issuer !== null)
    mountBridge(app, {
      issuer: config.issuer,
      api: directServiceOperations(serviceHandlers, log),
      secret: config.serviceSecret ?? secret,
      onError: (error) => log.error({ err: error }, 'a request of OAuth failed'),
    });
  mountMcp(app, {
    identify: createIdentify({
      access,
      direct: createDirect({ handlers, access, ephemeral, turns, log }),
      ephemeral,
      limits,
      log,
      publicUrl: config.publicUrl,
      resource: config.issuer === null ? null : `${config.issuer}/mcp`,
    }),
    issuer: config.issuer,
    bodyMaxBytes: LIMITS.bodyMaxBytes,
    stateKey: createHmac('sha256', secret).update('mcp request state').digest('hex'),
    stop,
    onCallerGone: accountAccess.onRevoked,
    onNews: news.on,
    onError: (error) => log.debug({ err: error }, 'agent request refused'),
    ...(newMcpServer ? { newServer: newMcpServer } : {}),
  });
  const sweeping = startSweeping({
    databases,
    keys,
    expiring: [
      ...expiring,
      webSessions,
      oneTimeTokens,
      deviceRequests,
      agentClients,
      ownerlessIn(store),
      engineWrites,
      dataGrants,
      createSweepMemory({ databases, engine: postgres, log }),
      ...(meaning === null ? [] : [meaning]),
    ],
    engines: [...(spread.engines ?? [postgres]), clickhouse],
    engineOf: engine,
    moves: placements,
    log,
  });

  const ending = startEnding({ grants: dataGrants, end: endGrant, log });

  return {
    app,
    handlers,
    engine: postgres,
    log,
    metricsUrl: metrics.url,
    local: {
      models: localModels,
      consent,
      async answer(uses) {
        await writeConsent(config.dataDir, uses);
        if (uses) useLocalModels(await localModels);
      },
    },
    async firstSignIn(baseUrl) {
      return owner?.isNew ? (await links.make(baseUrl, { accountId: owner.accountId })).url : null;
    },
    sweep: sweeping.now,
    async close() {
      sweeping.stop();
      ending.stop();
      await app.close();
      await meaning?.close();
      await readers.close();
      await engines.closeJudges();
      await imported.close();
      // What is still to be noted waits for the control plane no longer than a stop may.
      if (!(await waitAtMost(NOTES_MS, Promise.all([receipts.close(), uses.close(), meter.close(), post.close()]))))
        log.warn({}, 'the control plane does not answer: the last receipts and uses of keys and grants were not stored');
      accountAccess.close();
      tenants.close();
      grants.close();
      await notices.close();
      await shared?.close();
      await engines.close();
      await store.destroy();
      await spread.close();
      await server.close();
      await metrics.close();
      await logs?.close();
    },
  };
}
