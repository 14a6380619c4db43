import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type McpHttpOptions, mountMcp } from '../mcp/http.ts';
import { createAccountAccess } from './accounts/access.ts';
import { createKeyHash } from './accounts/key-hash.ts';
import { createRunning } from './accounts/running.ts';
import { createSessionAccess } from './accounts/sessions.ts';
import { createUses } from './accounts/uses.ts';
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
import type { Config } from './config.ts';
import type { EngineName } from './contract/database.ts';
import { LIMITS } from './contract/limits.ts';
import { OWNER_KEY_FILE } from './contract/local-owner.ts';
import { OAUTH_PROVIDER_NAMES } from './contract/sign-in.ts';
import { createCheckDatabase } from './databases/check.ts';
import { connectionContext, createConnectDatabase, createUrlOf } from './databases/connect.ts';
import { createCreateDatabase, createDatabaseMaker } from './databases/create.ts';
import { createDeleteDatabase } from './databases/delete.ts';
import { createDescribeDatabase } from './databases/describe.ts';
import { createGetDatabase } from './databases/get.ts';
import { createListDatabases } from './databases/list.ts';
import { createRoom } from './databases/room.ts';
import { startSweeping } from './databases/sweep.ts';
import { createUpdateDatabase } from './databases/update.ts';
import type { Engine, EngineOf } from './engines/engine.ts';
import { compilePostgres } from './engines/postgres/compile.ts';
import { createConnectedPostgres } from './engines/postgres/connected.ts';
import { createSchemaStatements } from './engines/postgres/ddl.ts';
import { createPostgresEngine } from './engines/postgres/engine.ts';
import { openServer } from './engines/postgres/open-server.ts';
import { boundValue } from './engines/postgres/values.ts';
import { Fault } from './fault.ts';
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
import { createConditionGuard } from './guard/postgres-condition.ts';
import { createPostgresParser } from './guard/postgres-parser.ts';
import { createPostgresWeigh } from './guard/postgres-weight.ts';
import { createApp, createLog, type Log } from './http/app.ts';
import { createCallersTurns } from './http/callers-turns.ts';
import { createDirect } from './http/direct.ts';
import { createIdentify } from './http/identify.ts';
import { createHumanCheck } from './human-check/check.ts';
import { createInsert } from './insert/insert.ts';
import { createListKeys } from './keys/list.ts';
import { createMintKey } from './keys/mint.ts';
import { createPublishableKeys } from './keys/publishable.ts';
import { createRevokeKey } from './keys/revoke.ts';
import { createKeyStatus } from './keys/status.ts';
import { createFreeBytes } from './lib/free-bytes.ts';
import { listOf } from './lib/public-address.ts';
import { waitAtMost } from './lib/wait-at-most.ts';
import { createRemember } from './memory/remember.ts';
import { createSweepMemory } from './memory/sweep.ts';
import { createListModels } from './models/list.ts';
import { findLocalModels, readConsent, writeConsent } from './models/local.ts';
import { createModels } from './models/models.ts';
import { createOnce } from './once.ts';
import { openLocalOwner } from './owner/owner.ts';
import { loadPlaceId } from './owner/place-id.ts';
import { addsTable } from './plan/builtin/alter/alter.ts';
import { briefDesigner } from './plan/builtin/brief.ts';
import { engineOf } from './plan/builtin/engine-of.ts';
import { withTerms } from './plan/builtin/glossary.ts';
import { looksLikeCreate } from './plan/builtin/looks-like-create.ts';
import { createQuestionPlanner } from './plan/builtin/question.ts';
import { withRecall } from './plan/builtin/recall.ts';
import { asksForInsert, looksLikeWrite, planWrite, writePlanner } from './plan/builtin/write.ts';
import { looksLikeChange, withChanges } from './plan/change-planner.ts';
import { withDdl } from './plan/ddl-designer.ts';
import { createReadTerm } from './plan/glossary.ts';
import type { Provider } from './plan/llm/providers.ts';
import { createChangeParser } from './plan/parse/ddl.ts';
import { createPlanParser } from './plan/parse/parse.ts';
import { createWrittenReader } from './plan/parse/written.ts';
import { createSqlReader } from './plan/sql-reader.ts';
import { createRun } from './run/run.ts';
import { loadSecret } from './secret.ts';
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
import { anonymousSessionsIn } from './store/anonymous.ts';
import { approvalsIn } from './store/approvals.ts';
import { auditIn } from './store/audit.ts';
import { byollmKeysIn } from './store/byollm.ts';
import { chatMessagesIn } from './store/chat.ts';
import { connectionsIn } from './store/connections.ts';
import { openStore } from './store/control-plane.ts';
import { databasesIn } from './store/databases.ts';
import { deviceRequestsIn } from './store/device-requests.ts';
import { createMemoryEphemeral } from './store/ephemeral.ts';
import { glossariesIn } from './store/glossaries.ts';
import { GRANT_REVOKED, grantsIn } from './store/grants.ts';
import { idempotencyKeysIn } from './store/idempotency.ts';
import { KEY_REVOKED, keysIn } from './store/keys.ts';
import { knownPlansIn } from './store/known-plans.ts';
import { openNotices } from './store/notices.ts';
import { oneTimeTokensIn } from './store/one-time-tokens.ts';
import { ownerlessIn } from './store/ownerless.ts';
import { previewsIn } from './store/previews.ts';
import { openRedisEphemeral } from './store/redis-ephemeral.ts';
import { resealAll } from './store/reseal.ts';
import { createSeal, ringOfSecret } from './store/seal.ts';
import { checkSecret } from './store/secret-check.ts';
import { threadsIn } from './store/threads.ts';
import { tracesIn } from './store/traces.ts';
import { usageIn } from './store/usage.ts';
import { SESSION_ENDED, webSessionsIn } from './store/web-sessions.ts';
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
  /** A link that signs a browser in as the owner, at the start that made the owner's account; null at every other. */
  firstSignIn(baseUrl: string): Promise<string | null>;
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
  /** Where the built pages are, in place of `dist/web`. */
  readonly pagesFolder?: string;
}

/** The same folder whether this runs from `src/` or, built, from `dist/src/`. */
const PAGES_FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist/web' : '../web', import.meta.url));

const NOTES_MS = 5_000;

/** The composition root: the only place that names concrete implementations. */
export async function createService(
  config: Config,
  { onStep, logTo, newMcpServer, now = () => new Date(), pagesFolder = PAGES_FOLDER, oauthProviders = OAUTH_PROVIDERS }: Options = {},
): Promise<Service> {
  const log = createLog(config.logLevel, logTo);
  const parser = createPostgresParser();
  const [secret, guard, weigh, parsePlan, parseChange, ownParser, server] = await Promise.all([
    loadSecret(config.secret, config.dataDir),
    parser.then(createPostgresGuard),
    parser.then(createPostgresWeigh),
    parser.then(createPlanParser),
    parser.then(createChangeParser),
    parser,
    openServer({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, ...(onStep ? { onStep } : {}) }),
  ]);
  const store = await openStore(server.endpoint, (error) => log.warn({ err: error }, 'control plane session lost'));
  const accounts = accountsIn(store);
  const hash = createKeyHash({ present: config.keyPepper ?? secret, previous: config.keyPepperPrevious ?? null });
  const accountKeys = keysIn(store);
  const owner = await (async () => {
    await checkSecret(store, secret, { acceptsChange: config.acceptsChangedSecret });
    return config.localOwner === 'on' ? await openLocalOwner({ accounts, keys: accountKeys, hash, dataDir: config.dataDir }) : null;
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
  const dataGrants = grantsIn(store);
  const inMemory = createMemoryEphemeral();
  const shared = config.redisUrl === undefined ? null : await openRedisEphemeral({ url: config.redisUrl, secret, fallback: inMemory, log });
  const ephemeral = shared ?? inMemory;
  const postgres = createPostgresEngine({
    server,
    secret,
    guard,
    refuseCondition: createConditionGuard(ownParser),
    statementTimeoutMs: config.statementTimeoutMs,
    weigh,
    maxCost: config.statementMaxCost,
    maxBuilding: config.buildingMax,
    graceMs: config.statementGraceMs,
    poolMax: config.poolMax,
    poolMaxPerRole: config.poolMaxPerRole,
    poolMaxPerOwner: config.poolMaxPerOwner,
    slots: shared?.slots({ max: config.poolMaxPerOwner, waitMs: config.poolWaitMs }) ?? null,
    poolWaitMs: config.poolWaitMs,
    ownerOf: databases.ownerOf,
    onGrantsLost: createNoteLost({ grants: dataGrants, log }),
    onRunawayKilled: (facts) => log.error(facts, 'a statement that could not be ended was killed, upon which PostgreSQL recovers'),
  });
  const seal = config.sealingKeys === 'none' ? null : createSeal(config.sealingKeys ?? ringOfSecret(secret));
  const connections = connectionsIn(store);
  const connected = createConnectedPostgres({
    urlOf: createUrlOf({ connections, seal }),
    reach: { allowPrivate: config.allowPrivateConnections, denied: listOf(config.connectDenied) },
    guard,
    weigh,
    maxCost: config.statementMaxCost,
    statementTimeoutMs: config.statementTimeoutMs,
    graceMs: config.statementGraceMs,
    poolMax: config.poolMax,
    poolMaxPerOwner: config.poolMaxPerOwner,
    ownerOf: databases.ownerOf,
    poolWaitMs: config.poolWaitMs,
  });
  const engines: Partial<Record<EngineName, Engine>> = { postgres };
  const hosting = (name: EngineName): Engine => {
    const found = engines[name];
    if (!found) throw new Fault('unconfigured', { params: { engine: name, available: Object.keys(engines) } });
    return found;
  };
  const engine: EngineOf = ({ engine: name, origin }) => (origin === 'connected' ? connected : hosting(name));

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
    giveRoom: async () => (await server.giveRoom?.()) ?? false,
  });
  const create = createDatabaseMaker({
    databases,
    engine: hosting,
    designers: [withDdl(briefDesigner, parseChange)],
    room,
    suitedEngine: engineOf,
  });
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
  const models = createModels({ settings: modelSettings, parse: parsePlan, parseChange, check: createSchemaStatements });
  const { spend } = anonymous;
  const traces = tracesIn(store);
  const threads = threadsIn(store);
  const glossaries = glossariesIn(store);
  const schemas = createSchemas({ glossaryOf: glossaries.of });
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
  const questionPlanner = withRecall(withTerms(createQuestionPlanner(), readTerm));
  const changePlanner = withChanges(withTerms(writePlanner, readTerm), {
    parse: parseChange,
    asWrite: planWrite,
    looksLikeWrite,
    questions: questionPlanner,
  });
  const receipts = createReceipts({ traces, log });
  const uses = createUses({ keys: accountKeys, log });
  const accountAccess = createAccountAccess({ keys: accountKeys, hash, running: createRunning(), uses, owner, log });
  const notices = openNotices({
    endpoint: server.endpoint,
    channels: [KEY_REVOKED, SESSION_ENDED, GRANT_REVOKED],
    onLost: (error) =>
      log.warn(
        { err: error },
        'the session that hears of revoked keys and grants and of ended sessions was lost; until it is back they are noticed within a second',
      ),
  });
  notices.on(KEY_REVOKED, accountAccess.revoked);
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
  const deviceRequests = deviceRequestsIn(store);
  const findWaiting = createFindWaiting({ requests: deviceRequests, hash, ephemeral });
  const publishable = createPublishableKeys({ keys: accountKeys, hash, secret });
  const messages = chatMessagesIn(store);
  const [previews, approvals] = [previewsIn(store), approvalsIn(store)];
  const made: Omit<Handlers, 'postChatMessage' | 'decideApproval'> = {
    ask: createAsk({
      databases,
      grants,
      engine,
      schemas,
      conversation: createConversation({ threads, schemas, planner: questionPlanner, now, log }),
      knownPlans: createKnownPlans({ rows: knownPlansIn(store), compile: compilePostgres, log, now }),
      models,
      planners: { question: [questionPlanner], write: [changePlanner] },
      readSql: createSqlReader({ parser: ownParser, parse: parsePlan, parseChange, bound: boundValue }),
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
    run: createRun({ databases, grants, engine, once, room, schemas, readWritten, spend }),
    remember: createRemember({ databases, engine, once, room, spend }),
    insert: createInsert({ databases, engine, once, room, spend }),
    listChatMessages: createListChatMessages({ databases, grants, messages }),
    getGlossary: createGetGlossary({ databases, glossaries }),
    putGlossary: createPutGlossary({ databases, engine, schemas, glossaries, once, readTerm }),
    getTrace: createGetTrace({ receipts }),
    replayTrace: createReplayTrace({ receipts, databases, grants, engine, schemas, spend }),
    undo: createUndo({ databases, engine, schemas, once }),
    createDatabase: createCreateDatabase({ create, models, once, spend, disabledPresets: config.disabledPresets }),
    connectDatabase: createConnectDatabase({ databases, connections, engine: connected, seal, hash, once }),
    checkDatabase: createCheckDatabase({ databases, hosted: postgres, connected }),
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
    listAudit: createListAudit({ log: auditLog }),
    keyStatus: createKeyStatus({ keys: accountKeys }),
    adoptAnonymous: createAdoptAnonymous({ anonymous, databases, engine, once, receipts, log }),
    signInMethods: createSignInMethods({ post, oauth: OAUTH_PROVIDER_NAMES.filter((name) => name in config.oauth) }),
    requestSignIn: createRequestSignIn({ links, post, ephemeral }),
    verifySignIn: createVerifySignIn({ store: inTransaction, links, accounts, begin }),
    startOAuth: createStartOAuth({ flows, providers: oauthProviders, clients: config.oauth }),
    finishOAuth: createFinishOAuth({ store: inTransaction, flows, providers: oauthProviders, clients: config.oauth, accounts, begin }),
    makeSignInLink: createMakeSignInLink({ links }),
    beginDevice: createBeginDevice({ requests: deviceRequests, hash, ephemeral }),
    redeemDevice: createRedeemDevice({ store: inTransaction, requests: deviceRequests, keys: accountKeys, hash, audit: auditLog }),
    lookUpDevice: createLookUpDevice({ find: findWaiting }),
    decideDevice: createDecideDevice({ requests: deviceRequests, find: findWaiting, once, audit }),
    whoAmI: createWhoAmI({ accounts }),
    listSessions: createListSessions({ sessions: webSessions }),
    endSession: createEndSession({ sessions: webSessions, once, audit, onEnded: sessionAccess.ended }),
    signOut: createSignOut({ store: inTransaction, sessions: webSessions, hash, audit: auditLog, onEnded: sessionAccess.ended }),
    signOutEverywhere: createSignOutEverywhere({ sessions: webSessions, once, audit, onEnded: sessionAccess.ended }),
  };
  const kept = withReceipts(made, receipts);
  const handlers: Handlers = {
    ...made,
    ...kept,
    decideApproval: createDecideApproval({ approvals, previews, ask: kept.ask, mintGrant: made.mintGrant, secret }),
    postChatMessage: createPostChatMessage({ ask: kept.ask, databases, grants, messages, once }),
  };
  const turns = createCallersTurns();
  const limits = {
    anonymousPerMinute: config.anonymousRateLimitPerMinute,
    anonymousSessionsPerHour: config.anonymousSessionsPerHour,
    keyPerMinute: config.keyRateLimitPerMinute,
  };
  const access = { anonymous, accounts: accountAccess, sessions: sessionAccess };
  const app = await createApp({
    handlers,
    access,
    owner,
    pagesFolder,
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
    health: { ready: async () => void (await store.selectFrom('database').select('id').limit(1).execute()) },
  });
  mountMcp(app, {
    identify: createIdentify({
      access,
      direct: createDirect({ handlers, access, ephemeral, turns, log }),
      ephemeral,
      limits,
      log,
      publicUrl: config.publicUrl,
    }),
    bodyMaxBytes: LIMITS.bodyMaxBytes,
    onCallerGone: accountAccess.onRevoked,
    onError: (error) => log.debug({ err: error }, 'agent request refused'),
    ...(newMcpServer ? { newServer: newMcpServer } : {}),
  });
  const sweeping = startSweeping({
    databases,
    keys,
    expiring: [
      traces,
      threads,
      webSessions,
      oneTimeTokens,
      approvals,
      deviceRequests,
      ownerlessIn(store),
      dataGrants,
      createSweepMemory({ databases, engine: postgres, log }),
    ],
    engine: postgres,
    engineOf: engine,
    log,
  });

  const ending = startEnding({ grants: dataGrants, end: endGrant, log });

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
    async firstSignIn(baseUrl) {
      return owner?.isNew ? (await links.make(baseUrl, { accountId: owner.accountId })).url : null;
    },
    async close() {
      sweeping.stop();
      ending.stop();
      await app.close();
      // What is still to be noted waits for the control plane no longer than a stop may.
      if (!(await waitAtMost(NOTES_MS, Promise.all([receipts.close(), uses.close(), meter.close(), post.close()]))))
        log.warn({}, 'the control plane does not answer: the last receipts and uses of keys and grants were not stored');
      accountAccess.close();
      grants.close();
      await notices.close();
      await shared?.close();
      await Promise.all([postgres.close(), connected.close()]);
      await store.destroy();
      await server.close();
    },
  };
}
