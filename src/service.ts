import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type McpHttpOptions, mountMcp } from '../mcp/http.ts';
import { createAccountAccess } from './accounts/access.ts';
import { createAdoptAnonymous } from './anonymous/adopt.ts';
import { createAnonymousAccess } from './anonymous/sessions.ts';
import { createAsk } from './ask/ask.ts';
import { createConversation } from './ask/conversation.ts';
import { createKnownPlans } from './ask/known-plans.ts';
import { createSchemas } from './ask/schemas.ts';
import type { Handlers } from './call.ts';
import { createListChatMessages } from './chat/list.ts';
import { createPostChatMessage } from './chat/post.ts';
import type { Config } from './config.ts';
import type { EngineName } from './contract/database.ts';
import { LIMITS } from './contract/limits.ts';
import { OWNER_KEY_FILE } from './contract/local-owner.ts';
import { createCreateDatabase, createDatabaseMaker } from './databases/create.ts';
import { createDeleteDatabase } from './databases/delete.ts';
import { createDescribeDatabase } from './databases/describe.ts';
import { createGetDatabase } from './databases/get.ts';
import { createListDatabases } from './databases/list.ts';
import { createRoom } from './databases/room.ts';
import { startSweeping } from './databases/sweep.ts';
import { createUpdateDatabase } from './databases/update.ts';
import type { Engine } from './engines/engine.ts';
import { compilePostgres } from './engines/postgres/compile.ts';
import { createSchemaStatements } from './engines/postgres/ddl.ts';
import { createPostgresEngine } from './engines/postgres/engine.ts';
import { openServer } from './engines/postgres/open-server.ts';
import { boundValue } from './engines/postgres/values.ts';
import { Fault } from './fault.ts';
import { createGetGlossary } from './glossary/get.ts';
import { createPutGlossary } from './glossary/put.ts';
import { createPostgresGuard } from './guard/postgres.ts';
import { createPostgresParser } from './guard/postgres-parser.ts';
import { createPostgresWeigh } from './guard/postgres-weight.ts';
import { createApp, createLog, type Log } from './http/app.ts';
import { createDirect } from './http/direct.ts';
import { createIdentify } from './http/identify.ts';
import { refuseFlaws } from './http/input.ts';
import { createInsert } from './insert/insert.ts';
import { createFreeBytes } from './lib/free-bytes.ts';
import { createListModels } from './models/list.ts';
import { findLocalModels, readConsent, writeConsent } from './models/local.ts';
import { createModels } from './models/models.ts';
import { createOnce } from './once.ts';
import { openLocalOwner } from './owner/owner.ts';
import { loadPlaceId } from './owner/place-id.ts';
import { briefDesigner } from './plan/builtin/brief.ts';
import { engineOf } from './plan/builtin/engine-of.ts';
import { withTerms } from './plan/builtin/glossary.ts';
import { looksLikeCreate } from './plan/builtin/looks-like-create.ts';
import { createQuestionPlanner } from './plan/builtin/question.ts';
import { asksForInsert, looksLikeWrite, writePlanner } from './plan/builtin/write.ts';
import { createReadTerm } from './plan/glossary.ts';
import type { Provider } from './plan/llm/providers.ts';
import { createPlanParser } from './plan/parse/parse.ts';
import { createWrittenReader } from './plan/parse/written.ts';
import { createRun } from './run/run.ts';
import { loadSecret } from './secret.ts';
import { accountsIn } from './store/accounts.ts';
import { anonymousSessionsIn } from './store/anonymous.ts';
import { chatMessagesIn } from './store/chat.ts';
import { openStore } from './store/control-plane.ts';
import { databasesIn } from './store/databases.ts';
import { createMemoryEphemeral } from './store/ephemeral.ts';
import { glossariesIn } from './store/glossaries.ts';
import { idempotencyKeysIn } from './store/idempotency.ts';
import { knownPlansIn } from './store/known-plans.ts';
import { ownerlessIn } from './store/ownerless.ts';
import { previewsIn } from './store/previews.ts';
import { checkSecret } from './store/secret-check.ts';
import { threadsIn } from './store/threads.ts';
import { tracesIn } from './store/traces.ts';
import { usageIn } from './store/usage.ts';
import { createReceipts } from './traces/keep.ts';
import { createReplayTrace } from './traces/replay.ts';
import { createGetTrace } from './traces/show.ts';
import { withReceipts } from './traces/with-receipts.ts';
import { createUndo } from './undo/undo.ts';

export interface Service {
  readonly app: FastifyInstance;
  readonly handlers: Handlers;
  readonly engine: Engine;
  readonly log: Log;
  /** Model servers of this machine that answer, whether they are used, and a way to use them from now on. */
  readonly local: {
    readonly models: Promise<readonly Provider[]>;
    readonly consent: Promise<boolean | null>;
    /** Remembered in the data folder. */
    answer(uses: boolean): Promise<void>;
  };
  /** Ends what runs, closes every session and leaves the embedded server. */
  close(): Promise<void>;
}

interface Options {
  /** Progress of a start that takes longer than a moment, for a person. */
  readonly onStep?: (text: string) => void;
  /** Where log lines go in place of standard output. */
  readonly logTo?: { write(line: string): void };
  /** The day that questions mean by "today"; the machine's clock when absent. */
  readonly now?: () => Date;
  /** What agents talk to, in place of the server of `mcp/`. */
  readonly newMcpServer?: NonNullable<McpHttpOptions['newServer']>;
}

/** The composition root: the only place that names concrete implementations. */
export async function createService(
  config: Config,
  { onStep, logTo, newMcpServer, now = () => new Date() }: Options = {},
): Promise<Service> {
  const log = createLog(config.logLevel, logTo);
  const parser = createPostgresParser();
  const [secret, guard, weigh, parsePlan, ownParser, server] = await Promise.all([
    loadSecret(config.secret, config.dataDir),
    parser.then(createPostgresGuard),
    parser.then(createPostgresWeigh),
    parser.then(createPlanParser),
    parser,
    openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, ...(onStep ? { onStep } : {}) }),
  ]);
  const store = await openStore(server.endpoint, (error) => log.warn({ err: error }, 'control plane session lost'));
  const accounts = accountsIn(store);
  const owner = await (async () => {
    await checkSecret(store, secret, { acceptsChange: config.acceptsChangedSecret });
    return config.localOwner === 'on' ? await openLocalOwner({ accounts, secret, dataDir: config.dataDir }) : null;
  })().catch(async (error: unknown) => {
    await store.destroy();
    await server.close();
    throw error;
  });
  if (config.localOwner === 'beyond loopback' && existsSync(join(config.dataDir, OWNER_KEY_FILE)))
    log.warn(
      {},
      'it listens beyond loopback, so it has no owner: what the owner made here stays, and opens when it listens on loopback alone',
    );
  const databases = databasesIn(store);
  const postgres = createPostgresEngine({
    server,
    secret,
    guard,
    statementTimeoutMs: config.statementTimeoutMs,
    weigh,
    maxCost: config.statementMaxCost,
    maxBuilding: config.buildingMax,
    graceMs: config.statementGraceMs,
    poolMax: config.poolMax,
    poolMaxPerRole: config.poolMaxPerRole,
    poolMaxPerOwner: config.poolMaxPerOwner,
    poolWaitMs: config.poolWaitMs,
    ownerOf: databases.ownerOf,
    onRunawayKilled: (facts) => log.error(facts, 'a statement that could not be ended was killed, upon which PostgreSQL recovers'),
  });
  const engines: Partial<Record<EngineName, Engine>> = { postgres };
  const engine = (name: EngineName): Engine => {
    const found = engines[name];
    if (!found) throw new Fault('unconfigured', { params: { engine: name, available: Object.keys(engines) } });
    return found;
  };

  const keys = idempotencyKeysIn(store);
  const anonymous = createAnonymousAccess({
    sessions: anonymousSessionsIn(store),
    secret,
    placeId: await loadPlaceId(config.dataDir),
    budget: config.anonymousBudget,
  });
  const room = createRoom({
    usage: usageIn(store),
    freeBytes: config.databaseUrl === undefined ? createFreeBytes(join(config.dataDir, 'postgres')) : null,
    freeBytesMin: config.freeBytesMin,
    databasesMax: config.anonymousDatabases,
    bytesMax: config.anonymousBytes,
  });
  const create = createDatabaseMaker({ databases, engine, designers: [briefDesigner], room, suitedEngine: engineOf });
  const readWritten = createWrittenReader(ownParser, parsePlan, boundValue);
  // Those of this machine come in when they are found and wanted; nothing waits for them.
  const providers = [...config.models.providers];
  const modelSettings = { ...config.models, providers };
  const useLocalModels = (found: readonly Provider[]): void => {
    for (const provider of found) if (!providers.some(({ id }) => id === provider.id)) providers.push(provider);
  };
  const localModels = config.models.local === 'off' ? Promise.resolve([]) : findLocalModels(config.models.localServers);
  const consent = config.models.local === 'on' ? Promise.resolve(true) : readConsent(config.dataDir);
  void Promise.all([localModels, consent]).then(([found, uses]) => {
    if (uses) useLocalModels(found);
  });
  const models = createModels({ settings: modelSettings, parse: parsePlan, check: createSchemaStatements });
  const { spend } = anonymous;
  const traces = tracesIn(store);
  const threads = threadsIn(store);
  const glossaries = glossariesIn(store);
  const schemas = createSchemas({ glossaryOf: glossaries.of });
  const once = createOnce({ keys, databases, engine, onWritten: schemas.written });
  const readTerm = createReadTerm(parsePlan);
  const questionPlanner = withTerms(createQuestionPlanner(), readTerm);
  const receipts = createReceipts({ traces, log });
  const messages = chatMessagesIn(store);
  const made: Omit<Handlers, 'postChatMessage'> = {
    ask: createAsk({
      databases,
      engine,
      schemas,
      conversation: createConversation({ threads, schemas, planner: questionPlanner, now, log }),
      knownPlans: createKnownPlans({ rows: knownPlansIn(store), compile: compilePostgres, log, now }),
      models,
      planners: { question: [questionPlanner], write: [withTerms(writePlanner, readTerm)] },
      looksLikeCreate,
      looksLikeWrite,
      asksForInsert,
      create,
      previews: previewsIn(store),
      once,
      room,
      spend,
      now,
    }),
    run: createRun({ databases, engine, once, room, schemas, readWritten, spend }),
    insert: createInsert({ databases, engine, once, room, spend }),
    listChatMessages: createListChatMessages({ databases, messages }),
    getGlossary: createGetGlossary({ databases, glossaries }),
    putGlossary: createPutGlossary({ databases, engine, schemas, glossaries, once, readTerm }),
    getTrace: createGetTrace({ receipts }),
    replayTrace: createReplayTrace({ receipts, databases, engine, schemas, spend }),
    undo: createUndo({ databases, engine, schemas, once }),
    createDatabase: createCreateDatabase({ create, models, once, spend }),
    listDatabases: createListDatabases({ databases }),
    getDatabase: createGetDatabase({ databases }),
    updateDatabase: createUpdateDatabase({ databases, once }),
    describeDatabase: createDescribeDatabase({ databases, engine, glossaries }),
    deleteDatabase: createDeleteDatabase({ databases, engine, once }),
    listModels: createListModels(modelSettings),
    adoptAnonymous: createAdoptAnonymous({ anonymous, databases, engine, once, receipts, log }),
  };
  const kept = withReceipts(made, receipts);
  const handlers: Handlers = {
    ...made,
    ...kept,
    postChatMessage: createPostChatMessage({ ask: kept.ask, databases, messages, once }),
  };
  const ephemeral = createMemoryEphemeral();
  const limits = { anonymousPerMinute: config.anonymousRateLimitPerMinute, anonymousSessionsPerHour: config.anonymousSessionsPerHour };
  const access = { anonymous, accounts: createAccountAccess({ accounts, secret, owner }) };
  const app = await createApp({
    handlers,
    access,
    owner,
    ephemeral,
    limits,
    log,
    trustProxy: config.trustProxy,
    stallMs: config.replyStallMs,
    browsers: {
      hostnames: config.hostnames === null ? null : new Set(config.hostnames),
      loopbackOnly: config.loopbackOnly,
      allowedOrigins: new Set(config.allowedOrigins),
    },
    health: { ready: async () => void (await store.selectFrom('database').select('id').limit(1).execute()) },
  });
  mountMcp(app, {
    identify: createIdentify({ access, direct: createDirect({ handlers, ephemeral, limits, log }), ephemeral, limits, log }),
    bodyMaxBytes: LIMITS.bodyMaxBytes,
    refuseFlaws,
    onError: (error) => log.debug({ err: error }, 'agent request refused'),
    ...(newMcpServer ? { newServer: newMcpServer } : {}),
  });
  const sweeping = startSweeping({ databases, keys, expiring: [traces, threads, ownerlessIn(store)], engine: postgres, log });

  return {
    app,
    handlers,
    engine: postgres,
    log,
    local: {
      models: localModels,
      consent,
      async answer(uses) {
        await writeConsent(config.dataDir, uses);
        if (uses) useLocalModels(await localModels);
      },
    },
    async close() {
      sweeping.stop();
      await app.close();
      await receipts.close();
      await postgres.close();
      await store.destroy();
      await server.close();
    },
  };
}
