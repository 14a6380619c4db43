import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { mountBridge } from '../bridge/http.ts';
import { type McpHttpOptions, mountMcp } from '../mcp/http.ts';
import { createAccountAccess } from './accounts/access.ts';
import { createKeyHash } from './accounts/key-hash.ts';
import { createRunning } from './accounts/running.ts';
import { createSessionAccess } from './accounts/sessions.ts';
import { createTenants } from './accounts/tenants.ts';
import { createUses } from './accounts/uses.ts';
import { createMcpCallback } from './agent-hosts/callback.ts';
import { createAgentClients } from './agent-hosts/clients.ts';
import { createCountOAuthRequest } from './agent-hosts/count-request.ts';
import { createFetchDocument } from './agent-hosts/fetch-document.ts';
import { createFindByToken } from './agent-hosts/find-key.ts';
import { createHeldRequests } from './agent-hosts/hold-request.ts';
import { createNews } from './agent-hosts/news.ts';
import { createRedeemCode } from './agent-hosts/redeem.ts';
import { createRefreshTokens } from './agent-hosts/refresh.ts';
import { createEndReplayed } from './agent-hosts/replayed.ts';
import { createRevokeGranted, createRevokeToken } from './agent-hosts/revoke.ts';
import { createServiceHandlers } from './agent-hosts/service-handlers.ts';
import { createTokenText } from './agent-hosts/tokens.ts';
import { createAdoptAnonymous } from './anonymous/adopt.ts';
import { createAnonymousAccess } from './anonymous/sessions.ts';
import { createDecideApproval } from './approvals/decide.ts';
import { createGetApproval } from './approvals/get.ts';
import { createListApprovals } from './approvals/list.ts';
import { createOffers } from './approvals/offer.ts';
import { createRequestGrant } from './approvals/request-grant.ts';
import { createAsk } from './ask/ask.ts';
import { createConversation } from './ask/conversation.ts';
import { createKnownPlans } from './ask/known-plans.ts';
import { createSchemas } from './ask/schemas.ts';
import { createListAudit } from './audit/list.ts';
import { createAudit } from './audit/note.ts';
import { createClearByollm } from './byollm/clear.ts';
import { createOwnKeys, providerKeyContext } from './byollm/own-key.ts';
import { createSetByollm } from './byollm/set.ts';
import { createByollmStatus } from './byollm/status.ts';
import type { Handlers } from './call.ts';
import { createListChatMessages } from './chat/list.ts';
import { createPostChatMessage } from './chat/post.ts';
import { openEngines } from './composition/engines.ts';
import { createOpened, type Opened } from './composition/opened.ts';
import type { Config } from './config.ts';
import { CONNECT_PROVIDERS as CONNECT_PROVIDER_NAMES } from './contract/connect.ts';
import { LIMITS } from './contract/limits.ts';
import { OWNER_KEY_FILE } from './contract/local-owner.ts';
import { OAUTH_PROVIDER_NAMES } from './contract/sign-in.ts';
import { openDataFolder } from './data-folder.ts';
import { createCheckDatabase } from './databases/check.ts';
import { type ConnectByUrl, connectedEngineOf, connectionContext, createConnectByUrl, createConnectDatabase } from './databases/connect.ts';
import { createFinishConnectOAuth } from './databases/connect-oauth/finish.ts';
import { createPickDatabase } from './databases/connect-oauth/pick.ts';
import { CONNECT_PROVIDERS, type ConnectProviders } from './databases/connect-oauth/providers.ts';
import { createStartConnectOAuth } from './databases/connect-oauth/start.ts';
import { createCreateDatabase, createDatabaseMaker } from './databases/create.ts';
import { createDeleteDatabase } from './databases/delete.ts';
import { createDescribeDatabase } from './databases/describe.ts';
import { createGetDatabase } from './databases/get.ts';
import { createListDatabases } from './databases/list.ts';
import { createReconnectDatabase } from './databases/reconnect.ts';
import { createRoom } from './databases/room.ts';
import { startSweeping } from './databases/sweep.ts';
import { createTableMeanings } from './databases/table-meanings.ts';
import { createUpdateDatabase } from './databases/update.ts';
import type { Engine } from './engines/engine.ts';
import { compilePostgres } from './engines/postgres/compile.ts';
import { createSchemaStatements } from './engines/postgres/ddl.ts';
import { hostedBytes } from './engines/postgres/hosted-bytes.ts';
import { openServer } from './engines/postgres/open-server.ts';
import { boundValue } from './engines/postgres/values.ts';
import { resolveHost } from './engines/resolve-host.ts';
import { createGetGlossary } from './glossary/get.ts';
import { createPutGlossary } from './glossary/put.ts';
import { createGrantAccess } from './grants/access.ts';
import { createEndGrant, startEnding } from './grants/end.ts';
import { createListGrants } from './grants/list.ts';
import { createNoteLost } from './grants/lost.ts';
import { createMeter } from './grants/meter.ts';
import { createMintGrant } from './grants/mint.ts';
import { createRevokeGrant } from './grants/revoke.ts';
import { createGrantUsage } from './grants/usage.ts';
import { createPostgresGuard } from './guard/postgres.ts';
import { createPostgresParser } from './guard/postgres-parser.ts';
import { createPostgresWeigh } from './guard/postgres-weight.ts';
import { createApp, createLog, type Log } from './http/app.ts';
import { createCallersTurns } from './http/callers-turns.ts';
import { callerFor, readCredential } from './http/credentials.ts';
import { createDirect } from './http/direct.ts';
import { createIdentify } from './http/identify.ts';
import { countCall, countNewSession, meterOfAddress } from './http/rate-limit.ts';
import { bindServiceOperations, directServiceOperations } from './http/service-operations.ts';
import { createHumanCheck } from './human-check/check.ts';
import { createInsert } from './insert/insert.ts';
import { createListKeys } from './keys/list.ts';
import { createMintKey } from './keys/mint.ts';
import { createPublishableKeys } from './keys/publishable.ts';
import { createRevokeKey } from './keys/revoke.ts';
import { createKeyStatus } from './keys/status.ts';
import { createFreeBytes } from './lib/free-bytes.ts';
import { createServiceTokens } from './lib/service-token.ts';
import { waitAtMost } from './lib/wait-at-most.ts';
import { openLogs } from './logs/logs.ts';
import { createMeaning } from './memory/meaning.ts';
import { createRemember } from './memory/remember.ts';
import { createSweepMemory } from './memory/sweep.ts';
import { openMetrics } from './metrics/metrics.ts';
import { createListModels } from './models/list.ts';
import { findLocalModels, readConsent, writeConsent } from './models/local.ts';
import { createModels } from './models/models.ts';
import { createOnce } from './once.ts';
import { openLocalOwner } from './owner/owner.ts';
import { loadPlaceId } from './owner/place-id.ts';
import { createAddToImport } from './packs/add-source.ts';
import { createAdvanceImport, createRetryImport } from './packs/advance.ts';
import { createCorrectImport } from './packs/correct.ts';
import { createCreateImport } from './packs/create.ts';
import { createDeleteImport } from './packs/delete.ts';
import { createDownload } from './packs/download.ts';
import { createGetImport } from './packs/get.ts';
import { startImports } from './packs/imports.ts';
import { createReadersApart } from './plan/apart/readers.ts';
import { createSqlAside } from './plan/apart/sql-aside.ts';
import { addsTable } from './plan/builtin/alter/alter.ts';
import { briefDesigner } from './plan/builtin/brief.ts';
import { engineOf } from './plan/builtin/engine-of.ts';
import { withTerms } from './plan/builtin/glossary.ts';
import { looksLikeCreate } from './plan/builtin/looks-like-create.ts';
import { engineNamedIn } from './plan/builtin/named-engine.ts';
import { withRecall } from './plan/builtin/recall/recall.ts';
import { asksForInsert, isNews, looksLikeWrite } from './plan/builtin/write.ts';
import { looksLikeChange, withChanges } from './plan/change-planner.ts';
import { withDdl } from './plan/ddl-designer.ts';
import { createReadTerm } from './plan/glossary.ts';
import { createEmbed } from './plan/llm/embed.ts';
import type { Provider } from './plan/llm/providers.ts';
import { boundSql } from './plan/parse/bound-sql.ts';
import { createChangeParser } from './plan/parse/ddl.ts';
import { createOwnReader } from './plan/parse/own.ts';
import { createPlanParser } from './plan/parse/parse.ts';
import { createWrittenReader } from './plan/parse/written.ts';
import { createSqlReader } from './plan/sql-reader.ts';
import type { ReadWritten } from './run/accept.ts';
import { createRun } from './run/run.ts';
import { createTransaction } from './run/transaction.ts';
import { loadSecret, serviceIdOf } from './secret.ts';
import { createBeginSession } from './sign-in/begin.ts';
import { createBeginDevice } from './sign-in/device/begin.ts';
import { createDecideDevice } from './sign-in/device/decide.ts';
import { createLookUpDevice } from './sign-in/device/look-up.ts';
import { createRedeemDevice } from './sign-in/device/redeem.ts';
import { createFindWaiting } from './sign-in/device/waiting.ts';
import { createEndSession } from './sign-in/end-session.ts';
import { createMakeSignInLink } from './sign-in/link.ts';
import { createSignInLinks } from './sign-in/links.ts';
import { createListSessions } from './sign-in/list-sessions.ts';
import { createLookUpSignIn } from './sign-in/look-up.ts';
import { createMailer } from './sign-in/mail.ts';
import { createSignInMethods } from './sign-in/methods.ts';
import { createFinishOAuth } from './sign-in/oauth/finish.ts';
import { createFlows } from './sign-in/oauth/flows.ts';
import { OAUTH_PROVIDERS, type OAuthProviders } from './sign-in/oauth/providers.ts';
import { createStartOAuth } from './sign-in/oauth/start.ts';
import { createPost } from './sign-in/post.ts';
import { createRequestSignIn } from './sign-in/request.ts';
import { createSignOut } from './sign-in/sign-out.ts';
import { createSignOutEverywhere } from './sign-in/sign-out-everywhere.ts';
import { createVerifySignIn, type Transactions } from './sign-in/verify.ts';
import { createWhoAmI } from './sign-in/who-am-i.ts';
import { accountsIn } from './store/accounts.ts';
import { agentClientsIn } from './store/agent-clients.ts';
import { agentGrantsIn } from './store/agent-grants.ts';
import { anonymousSessionsIn } from './store/anonymous.ts';
import { approvalsIn } from './store/approvals.ts';
import { auditIn } from './store/audit.ts';
import { byollmKeysIn } from './store/byollm.ts';
import { callCountsIn } from './store/call-counts.ts';
import { chatMessagesIn } from './store/chat.ts';
import { CONTROL_SESSIONS_MAX, openStore } from './store/control-plane.ts';
import { DATABASE_NEWS, readDatabaseNews } from './store/database-news.ts';
import { databasesIn } from './store/databases.ts';
import { deviceRequestsIn } from './store/device-requests.ts';
import { createMemoryEphemeral } from './store/ephemeral.ts';
import { glossariesIn } from './store/glossaries.ts';
import { GRANT_REVOKED, grantsIn } from './store/grants.ts';
import { idempotencyKeysIn } from './store/idempotency.ts';
import { importFilesIn } from './store/import-files.ts';
import { IMPORT_QUEUED, openImportQueue } from './store/import-queue.ts';
import { importsIn } from './store/imports.ts';
import { KEY_REVOKED, keysIn } from './store/keys.ts';
import { knownPlansIn } from './store/known-plans.ts';
import { openNotices } from './store/notices.ts';
import { oneTimeTokensIn } from './store/one-time-tokens.ts';
import { ownerlessIn } from './store/ownerless.ts';
import { previewsIn } from './store/previews.ts';
import { openRedisEphemeral } from './store/redis-ephemeral.ts';
import { resealAll } from './store/reseal.ts';
import { checkSecret } from './store/secret-check.ts';
import { TENANT_CHANGED, tenantRulesIn } from './store/tenant-rules.ts';
import { threadsIn } from './store/threads.ts';
import { tracesIn } from './store/traces.ts';
import { usageIn } from './store/usage.ts';
import { vectorLeasesIn } from './store/vector-leases.ts';
import { SESSION_ENDED, webSessionsIn } from './store/web-sessions.ts';
import { createReceipts } from './traces/keep.ts';
import { createListTraces } from './traces/list.ts';
import { createReplayTrace } from './traces/replay.ts';
import { createGetTrace } from './traces/show.ts';
import { withReceipts } from './traces/with-receipts.ts';
import { openTracing } from './tracing/tracing.ts';
import { createUndo } from './undo/undo.ts';
import { createUsage } from './usage/usage.ts';
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

interface Options {
  /** Progress of a start that takes longer than a moment, for a person. */
  readonly onStep?: (text: string) => void;
  /** Where log lines go in place of standard output. */
  readonly logTo?: { write(line: string): void };
  /** The day that questions mean by "today"; the machine's clock when absent. */
  readonly now?: () => Date;
  /** What agents talk to, in place of the server of `mcp/`. */
  readonly newMcpServer?: NonNullable<McpHttpOptions['newServer']>;
  /** Where GitHub and Google are, in place of where they are. */
  readonly oauthProviders?: OAuthProviders;
  /** Where Neon and Supabase are, likewise. */
  readonly connectProviders?: ConnectProviders;
  /** Told where imports are, around all that is stored of them; what it throws ends one as the death of the process would. */
  readonly onImportStep?: (place: string) => void;
  /** Where the built pages are, in place of `dist/web`. */
  readonly pagesFolder?: string;
  /** Certificates (PEM) that agent hosts' published documents, and the ClickHouse server, may be signed by besides those that the system trusts. */
  readonly trustedCertificates?: string;
}

/** The same folder whether this runs from `src/` or, built, from `dist/src/`. */
const PAGES_FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist/web' : '../web', import.meta.url));

const NOTES_MS = 5_000;

/** Of a bearer that another part of the deployment was shown. */
const FROM_ELSEWHERE = { isLocal: false, audience: '' } as const;

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
  {
    onStep,
    logTo,
    newMcpServer,
    now = () => new Date(),
    pagesFolder = PAGES_FOLDER,
    trustedCertificates,
    oauthProviders = OAUTH_PROVIDERS,
    connectProviders = CONNECT_PROVIDERS,
    onImportStep,
  }: Options,
  opened: Opened,
): Promise<Service> {
  const logs = await openLogs(config.logs);
  if (logs) opened.add(logs.close);
  const log = createLog(config.logLevel, logTo, logs?.note);
  await openDataFolder(config.dataDir);
  const tracing = await openTracing(config.tracing);
  const metrics = tracing.measured(await openMetrics(config.metrics));
  opened.add(metrics.close);
  const parser = createPostgresParser();
  // Before anything is made.
  const secret = await loadSecret(config);
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
  const accounts = accountsIn(store);
  const hash = createKeyHash({ present: config.keyPepper ?? secret, previous: config.keyPepperPrevious ?? null });
  const accountKeys = keysIn(store);
  await checkSecret(store, secret, { acceptsChange: config.acceptsChangedSecret });
  const owner = config.localOwner === 'on' ? await openLocalOwner({ accounts, keys: accountKeys, hash, dataDir: config.dataDir }) : null;
  if (config.localOwner === 'beyond loopback' && existsSync(join(config.dataDir, OWNER_KEY_FILE)))
    log.warn(
      {},
      'it listens beyond loopback, so it has no owner: what the owner made here stays, and opens when it listens on loopback alone',
    );
  const databases = databasesIn(store);
  const dataGrants = grantsIn(store);
  const inMemory = createMemoryEphemeral();
  const { redisUrl } = config;
  const shared = redisUrl === undefined ? null : await openRedisEphemeral({ url: redisUrl, secret, fallback: inMemory, log });
  if (shared) opened.add(shared.close);
  const ephemeral = shared ?? inMemory;
  const tenants = createTenants({
    rules: tenantRulesIn(store),
    quotas: { anonymous: config.anonymousQuota, account: config.accountQuota, statements: config.poolMaxPerOwner },
    localAccountId: owner?.accountId ?? null,
    log,
  });
  opened.add(tenants.close);
  const {
    postgres,
    clickhouse,
    connected,
    hosting,
    engine,
    clickhouseServer,
    spread,
    placements,
    connections,
    seal,
    reach,
    engineWrites,
    ...engines
  } = await openEngines({
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

  const keys = idempotencyKeysIn(store);
  const anonymous = createAnonymousAccess({
    sessions: anonymousSessionsIn(store),
    secret,
    placeId: await loadPlaceId(config.dataDir),
    budget: config.anonymousBudget,
  });
  const room = createRoom({
    usage: usageIn(store, {
      sizeOf: clickhouseServer.bytes,
      sizeOn: async (name, ids) => {
        const on = spread.servers.find((one) => one.name === name);
        return on ? await hostedBytes(on, ids) : 0;
      },
    }),
    freeBytes: config.databaseUrl === undefined ? createFreeBytes(join(config.dataDir, 'postgres')) : null,
    freeBytesMin: config.freeBytesMin,
    tenants,
    giveRoom: async () => (await server.giveRoom?.()) ?? false,
  });
  const embed = config.embeddings ? createEmbed(config.embeddings) : null;
  const tableMeanings = config.embeddings && embed ? createTableMeanings({ endpoint: config.embeddings, embed }) : null;
  const create = createDatabaseMaker({
    databases,
    engine: hosting,
    designers: [withDdl(briefDesigner, parseChange)],
    room,
    engineNamedIn,
    suitedEngine: engineOf,
    tableMeanings,
  });
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
  const models = createModels({
    settings: modelSettings,
    parse: parsePlan,
    parseChange,
    check: createSchemaStatements,
    measured: metrics.chat,
    traced: tracing.planner,
  });
  const { spend } = anonymous;
  const traces = tracesIn(store);
  const callCounts = callCountsIn(store);
  const threads = threadsIn(store);
  const glossaries = glossariesIn(store);
  const readers = createReadersApart({ log });
  opened.add(readers.close);
  const schemas = createSchemas({ glossaryOf: glossaries.of, onReading: readers.warm });
  const byollmKeys = byollmKeysIn(store);
  const ownKeys = createOwnKeys({ keys: byollmKeys, seal });
  if (seal)
    await resealAll({
      store,
      seal,
      log,
      records: [
        { table: 'byollm_key', id: 'account_id', what: 'provider keys', contextOf: providerKeyContext },
        { table: 'connection', id: 'db_id', what: 'URLs of connected databases', contextOf: connectionContext },
      ],
    });
  const auditLog = auditIn(store);
  const audit = createAudit(auditLog);
  const once = createOnce({ keys, databases, engine, onWritten: schemas.written, audit, room });
  const readTerm = createReadTerm(parsePlan);
  const meaning =
    config.embeddings && embed
      ? createMeaning({
          endpoint: config.embeddings,
          embed,
          isHere: config.embeddings.isHere,
          privacy: config.models.privacy,
          databases,
          leases: vectorLeasesIn(store),
          engine,
          log,
        })
      : null;
  const sqlAside = createSqlAside(
    { own: createOwnReader({ parser: ownParser, parse: parsePlan, parseChange }), written: createWrittenReader(ownParser, parsePlan) },
    readers,
  );
  const readWritten: ReadWritten = ({ sql, params }, asking) => sqlAside.written(boundSql(sql, params, boundValue), asking);
  const questionPlanner = withRecall(withTerms(readers.questions, readTerm));
  const changePlanner = withChanges(withTerms(readers.writes, readTerm), {
    parse: parseChange,
    asChange: readers.change,
    looksLikeWrite,
    isNews,
    questions: questionPlanner,
  });
  const receipts = createReceipts({ traces, log });
  const uses = createUses({ keys: accountKeys, log });
  const agentGrants = agentGrantsIn(store);
  const tokenText = createTokenText(hash);
  const findByToken = createFindByToken({ grants: agentGrants, keys: accountKeys, text: tokenText });
  const accountAccess = createAccountAccess({ keys: accountKeys, hash, running: createRunning(), uses, findByToken, owner, log });
  const notices = openNotices({
    endpoint: server.endpoint,
    channels: [KEY_REVOKED, SESSION_ENDED, GRANT_REVOKED, IMPORT_QUEUED, DATABASE_NEWS, TENANT_CHANGED],
    onLost: (error) =>
      log.warn(
        { err: error },
        'the session that hears of revoked keys and grants and of ended sessions was lost; until it is back they are noticed within a second',
      ),
  });
  opened.add(notices.close);
  notices.on(KEY_REVOKED, accountAccess.revoked);
  const news = createNews();
  notices.on(DATABASE_NEWS, (payload) => {
    const heard = readDatabaseNews(payload);
    if (heard !== null) news.heard(heard);
  });
  notices.on(TENANT_CHANGED, tenants.changed);
  const meter = createMeter({ grants: dataGrants, log });
  const grants = createGrantAccess({ grants: dataGrants, meter, running: createRunning(), log });
  notices.on(GRANT_REVOKED, grants.revoked);
  const endGrant = createEndGrant({ grants: dataGrants, engine: postgres });
  const webSessions = webSessionsIn(store);
  const sessionAccess = createSessionAccess({ sessions: webSessions, hash, owner, onEnded: accountAccess.revoked, log });
  notices.on(SESSION_ENDED, sessionAccess.ended);
  const oneTimeTokens = oneTimeTokensIn(store);
  const links = createSignInLinks({ tokens: oneTimeTokens, hash });
  const post = createPost({ mailer: config.mail === null ? null : createMailer(config.mail), writesToLog: config.loopbackOnly, log });
  const inTransaction: Transactions = (work) => store.transaction().execute(work);
  const begin = createBeginSession({ accounts, sessions: webSessions, hash, audit: auditLog, localAccountId: owner?.accountId ?? null });
  const flows = createFlows({ tokens: oneTimeTokens, hash });
  const connectOAuth = { providers: connectProviders, clients: config.connectOauth, seal };
  const connectedEngines = connectedEngineOf({ postgres: connected.postgres.reading, clickhouse: connected.clickhouse.reading });
  const connectOne = createConnectByUrl({ databases, connections, engines: connectedEngines });
  /** What was connected will be asked soon. */
  const connectByUrl: ConnectByUrl = async (connecting, call) => {
    const done = await connectOne(connecting, call);
    if (done.finish && 'dbId' in done.finish) schemas.warm(connectedEngines(connecting.text, connecting.engine), done.finish.dbId);
    return done;
  };
  const deviceRequests = deviceRequestsIn(store);
  const findWaiting = createFindWaiting({ requests: deviceRequests, hash, ephemeral });
  const agentClients = agentClientsIn(store);
  const revokeGranted = createRevokeGranted({ keys: accountKeys, audit: auditLog, onRevoked: accountAccess.revoked });
  const serviceHandlers = createServiceHandlers({
    countRequest: createCountOAuthRequest({ ephemeral, isLimited: config.anonymousRateLimitPerMinute !== 0 }),
    clients: createAgentClients({
      clients: agentClients,
      ephemeral,
      fetchDocument: createFetchDocument({
        resolve: (host) => resolveHost(host, reach),
        trusted: trustedCertificates,
        anyPort: config.allowPrivateConnections,
      }),
    }),
    requests: createHeldRequests({ store: inTransaction, tokens: oneTimeTokens, hash }),
    redeem: createRedeemCode({
      store: inTransaction,
      tokens: oneTimeTokens,
      keys: accountKeys,
      grants: agentGrants,
      text: tokenText,
      hash,
      audit: auditLog,
      revoke: revokeGranted,
    }),
    endReplayed: createEndReplayed({ tokens: oneTimeTokens, grants: agentGrants, hash, revoke: revokeGranted }),
    refresh: createRefreshTokens({ store: inTransaction, grants: agentGrants, text: tokenText, revoke: revokeGranted }),
    revoke: createRevokeToken({ grants: agentGrants, text: tokenText, revoke: revokeGranted }),
    accounts: accountAccess,
    keys: accountKeys,
    news,
    callers: {
      ofBearer: (token) => callerFor(readCredential(`Bearer ${token}`), access, () => FROM_ELSEWHERE),
      countRefused: async (address) => void (await countCall(ephemeral, meterOfAddress(address, limits))),
      async ofLocalHost(name, address) {
        const caller = await anonymous.ofLocalHost(`elsewhere ${name}`, () => countNewSession(ephemeral, address, limits));
        await tenants.requireOpen(caller.ownerId);
        return caller;
      },
    },
  });
  const publishable = createPublishableKeys({ keys: accountKeys, hash, secret });
  const messages = chatMessagesIn(store);
  const [previews, approvals] = [previewsIn(store), approvalsIn(store)];
  const [imports, importFiles] = [importsIn(store), importFilesIn(store)];
  const imported = startImports({
    imports,
    files: importFiles,
    databases,
    engine,
    hosting: postgres,
    audit: auditLog,
    requireRoom: room.ofOwner,
    addDatabase: room.databaseOf,
    download: createDownload({ seal, resolve: (host) => resolveHost(host, reach), allowsPlain: config.allowPrivateConnections }),
    onWritten: schemas.written,
    openQueue: (work) => openImportQueue(store, work),
    log,
    ...(onImportStep ? { onStep: onImportStep } : {}),
  });
  opened.add(imported.close);
  notices.on(IMPORT_QUEUED, imported.wake);
  const made: Omit<Handlers, 'postChatMessage' | 'decideApproval'> = {
    ask: metrics.ask(
      createAsk({
        meaning,
        tableMeanings,
        databases,
        grants,
        engine,
        schemas,
        conversation: createConversation({ threads, schemas, planner: questionPlanner, readPart: readers.part, now, log }),
        knownPlans: createKnownPlans({ rows: knownPlansIn(store), compile: compilePostgres, log, now, version: packageFacts().version }),
        models,
        planners: { question: [tracing.planner(questionPlanner)], write: [tracing.planner(changePlanner)] },
        readSql: createSqlReader(sqlAside, boundValue),
        looksLikeCreate,
        looksLikeWrite: (text) => looksLikeChange(text) || looksLikeWrite(text),
        looksLikeChange,
        addsTable,
        asksForInsert,
        create,
        previews,
        offers: createOffers({ approvals, secret }),
        once,
        room,
        spend,
        now,
        ownKeyOf: ownKeys.of,
      }),
    ),
    run: createRun({ databases, grants, engine, once, room, schemas, readWritten, spend }),
    transaction: createTransaction({ databases, engine, once, room, schemas, readWritten, spend, timeoutMs: config.statementTimeoutMs }),
    createImport: createCreateImport({
      imports,
      files: importFiles,
      databases,
      engine,
      once,
      seal,
      disabledPresets: config.disabledPresets,
      requireRoom: room.ofOwner,
      onReady: imported.begin,
    }),
    addToImport: createAddToImport({ imports, files: importFiles, requireRoom: room.ofOwner, onReady: imported.begin }),
    getImport: createGetImport({ imports }),
    correctImport: createCorrectImport({ imports, once }),
    advanceImport: createAdvanceImport({ imports, files: importFiles, runner: imported.runner, once, onReady: imported.begin }),
    retryImport: createRetryImport({ imports, files: importFiles, runner: imported.runner, once, onReady: imported.begin }),
    deleteImport: createDeleteImport({ imports, once }),
    remember: createRemember({ databases, engine, once, room, meaning, spend }),
    insert: createInsert({ databases, engine, once, room, spend }),
    listChatMessages: createListChatMessages({ databases, grants, messages }),
    getGlossary: createGetGlossary({ databases, glossaries }),
    putGlossary: createPutGlossary({ databases, engine, schemas, glossaries, once, readTerm }),
    listTraces: createListTraces({ receipts, traces }),
    getTrace: createGetTrace({ receipts }),
    replayTrace: createReplayTrace({ receipts, databases, grants, engine, schemas, spend }),
    undo: createUndo({ databases, engine, schemas, once }),
    createDatabase: createCreateDatabase({ create, models, once, spend, disabledPresets: config.disabledPresets }),
    connectDatabase: createConnectDatabase({ connectByUrl, seal, hash, once }),
    reconnectDatabase: createReconnectDatabase({ databases, connections, engines: connectedEngines, seal, hash, once }),
    connectProviders: async () => ({ providers: CONNECT_PROVIDER_NAMES.filter((name) => name in config.connectOauth) }),
    startConnectOAuth: createStartConnectOAuth({ flows, ...connectOAuth }),
    finishConnectOAuth: createFinishConnectOAuth({ store: inTransaction, flows, tokens: oneTimeTokens, hash, ...connectOAuth }),
    pickDatabase: createPickDatabase({ tokens: oneTimeTokens, hash, once, connectByUrl, ...connectOAuth }),
    checkDatabase: createCheckDatabase({ databases, hosted: engine, connected: (name) => connected[name].reading }),
    listDatabases: createListDatabases({ databases, publishable }),
    getDatabase: createGetDatabase({ databases, grants, publishable }),
    updateDatabase: createUpdateDatabase({ databases, publishable, once }),
    describeDatabase: createDescribeDatabase({ databases, grants, engine, glossaries }),
    deleteDatabase: createDeleteDatabase({ databases, engine, once, audit }),
    listModels: createListModels(modelSettings, config.disabledPresets),
    mintKey: createMintKey({ keys: accountKeys, databases, once, hash, secret }),
    listKeys: createListKeys({ keys: accountKeys }),
    revokeKey: createRevokeKey({ keys: accountKeys, once, audit, onRevoked: accountAccess.revoked }),
    setByollm: createSetByollm({ keys: byollmKeys, seal, models, once, own: ownKeys }),
    byollmStatus: createByollmStatus({ keys: byollmKeys }),
    clearByollm: createClearByollm({ keys: byollmKeys, once, audit, own: ownKeys }),
    listApprovals: createListApprovals({ approvals }),
    getApproval: createGetApproval({ approvals }),
    requestGrant: createRequestGrant({ approvals, databases, engine, once }),
    mintGrant: createMintGrant({ grants: dataGrants, accounts, databases, engine, once, end: endGrant }),
    listGrants: createListGrants({ grants: dataGrants }),
    grantUsage: createGrantUsage({ grants: dataGrants, meter }),
    revokeGrant: createRevokeGrant({ grants: dataGrants, once, audit, end: endGrant, onRevoked: grants.revoked, log }),
    usage: createUsage({
      counts: callCounts,
      receipts,
      keys: accountKeys,
      grants: dataGrants,
      imports,
      callsPerMinute: config.keyRateLimitPerMinute,
      now,
    }),
    listAudit: createListAudit({ log: auditLog }),
    keyStatus: createKeyStatus({ keys: accountKeys }),
    adoptAnonymous: createAdoptAnonymous({ anonymous, databases, engine, once, audit, receipts, onAdopted: imported.beginWaiting, log }),
    signInMethods: createSignInMethods({ post, oauth: OAUTH_PROVIDER_NAMES.filter((name) => name in config.oauth) }),
    requestSignIn: createRequestSignIn({ links, post, ephemeral }),
    verifySignIn: createVerifySignIn({ store: inTransaction, links, accounts, begin }),
    lookUpSignIn: createLookUpSignIn({ links, accounts }),
    startOAuth: createStartOAuth({ flows, providers: oauthProviders, clients: config.oauth }),
    finishOAuth: createFinishOAuth({ store: inTransaction, flows, providers: oauthProviders, clients: config.oauth, accounts, begin }),
    makeSignInLink: createMakeSignInLink({ links }),
    beginDevice: createBeginDevice({ requests: deviceRequests, hash, ephemeral }),
    redeemDevice: createRedeemDevice({ store: inTransaction, requests: deviceRequests, keys: accountKeys, hash, audit: auditLog }),
    lookUpDevice: createLookUpDevice({ find: findWaiting }),
    decideDevice: createDecideDevice({ requests: deviceRequests, find: findWaiting, once, audit }),
    mcpCallback: createMcpCallback({ tokens: oneTimeTokens, databases, hash }),
    whoAmI: createWhoAmI({ accounts }),
    listSessions: createListSessions({ sessions: webSessions }),
    endSession: createEndSession({ sessions: webSessions, once, audit, onEnded: sessionAccess.ended }),
    signOut: createSignOut({ store: inTransaction, sessions: webSessions, hash, audit: auditLog, onEnded: sessionAccess.ended }),
    signOutEverywhere: createSignOutEverywhere({ sessions: webSessions, once, audit, onEnded: sessionAccess.ended }),
  };
  const kept = withReceipts(made, receipts);
  const handlers: Handlers = metrics.handlers({
    ...made,
    ...kept,
    decideApproval: createDecideApproval({ approvals, previews, ask: kept.ask, mintGrant: made.mintGrant, secret, audit }),
    postChatMessage: createPostChatMessage({ ask: kept.ask, databases, grants, messages, once }),
  });
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
      traces,
      callCounts,
      threads,
      webSessions,
      oneTimeTokens,
      approvals,
      deviceRequests,
      agentClients,
      ownerlessIn(store),
      engineWrites,
      dataGrants,
      imported,
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
