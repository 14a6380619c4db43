import { createMcpCallback } from '../agent-hosts/callback.ts';
import { createAdoptAnonymous } from '../anonymous/adopt.ts';
import { createDecideApproval } from '../approvals/decide.ts';
import { createGetApproval } from '../approvals/get.ts';
import { createListApprovals } from '../approvals/list.ts';
import { createOffers } from '../approvals/offer.ts';
import { createRequestGrant } from '../approvals/request-grant.ts';
import { createAsk } from '../ask/ask.ts';
import { createConversation } from '../ask/conversation.ts';
import { createKnownPlans } from '../ask/known-plans.ts';
import { createListAudit } from '../audit/list.ts';
import { createClearByollm } from '../byollm/clear.ts';
import { createOwnKeys } from '../byollm/own-key.ts';
import { createSetByollm } from '../byollm/set.ts';
import { createByollmStatus } from '../byollm/status.ts';
import type { Handlers } from '../call.ts';
import { createListChatMessages } from '../chat/list.ts';
import { createPostChatMessage } from '../chat/post.ts';
import { CONNECT_PROVIDERS as CONNECT_PROVIDER_NAMES } from '../contract/connect.ts';
import { OAUTH_PROVIDER_NAMES } from '../contract/sign-in.ts';
import { createCheckDatabase } from '../databases/check.ts';
import { type ConnectByUrl, connectedEngineOf, createConnectByUrl, createConnectDatabase } from '../databases/connect.ts';
import { createFinishConnectOAuth } from '../databases/connect-oauth/finish.ts';
import { createPickDatabase } from '../databases/connect-oauth/pick.ts';
import { CONNECT_PROVIDERS, type ConnectProviders } from '../databases/connect-oauth/providers.ts';
import { createStartConnectOAuth } from '../databases/connect-oauth/start.ts';
import { createCreateDatabase } from '../databases/create.ts';
import { createDeleteDatabase } from '../databases/delete.ts';
import { createDescribeDatabase } from '../databases/describe.ts';
import { createGetDatabase } from '../databases/get.ts';
import { createListDatabases } from '../databases/list.ts';
import { createReconnectDatabase } from '../databases/reconnect.ts';
import { createUpdateDatabase } from '../databases/update.ts';
import { compilePostgres } from '../engines/postgres/compile.ts';
import { boundValue } from '../engines/postgres/values.ts';
import { resolveHost } from '../engines/resolve-host.ts';
import { createGetGlossary } from '../glossary/get.ts';
import { createPutGlossary } from '../glossary/put.ts';
import { createListGrants } from '../grants/list.ts';
import { createMintGrant } from '../grants/mint.ts';
import { createRevokeGrant } from '../grants/revoke.ts';
import { createGrantUsage } from '../grants/usage.ts';
import { createInsert } from '../insert/insert.ts';
import { createListKeys } from '../keys/list.ts';
import { createMintKey } from '../keys/mint.ts';
import { createRevokeKey } from '../keys/revoke.ts';
import { createKeyStatus } from '../keys/status.ts';
import { createRemember } from '../memory/remember.ts';
import { createListModels } from '../models/list.ts';
import { createOnce } from '../once.ts';
import { createAddToImport } from '../packs/add-source.ts';
import { createAdvanceImport, createRetryImport } from '../packs/advance.ts';
import { createCorrectImport } from '../packs/correct.ts';
import { createCreateImport } from '../packs/create.ts';
import { createDeleteImport } from '../packs/delete.ts';
import { createDownload } from '../packs/download.ts';
import { createGetImport } from '../packs/get.ts';
import { startImports } from '../packs/imports.ts';
import { looksLikeCreate } from '../plan/builtin/brief/looks-like-create.ts';
import { addsTable } from '../plan/builtin/writes/alter/alter.ts';
import { asksForInsert, looksLikeWrite } from '../plan/builtin/writes/write.ts';
import { looksLikeChange } from '../plan/change-planner.ts';
import { createSqlReader } from '../plan/sql-reader.ts';
import { createRun } from '../run/run.ts';
import { createTransaction } from '../run/transaction.ts';
import { createBeginDevice } from '../sign-in/device/begin.ts';
import { createDecideDevice } from '../sign-in/device/decide.ts';
import { createLookUpDevice } from '../sign-in/device/look-up.ts';
import { createRedeemDevice } from '../sign-in/device/redeem.ts';
import { createEndSession } from '../sign-in/end-session.ts';
import { createMakeSignInLink } from '../sign-in/link.ts';
import { createListSessions } from '../sign-in/list-sessions.ts';
import { createLookUpSignIn } from '../sign-in/look-up.ts';
import { createSignInMethods } from '../sign-in/methods.ts';
import { createFinishOAuth } from '../sign-in/oauth/finish.ts';
import { OAUTH_PROVIDERS, type OAuthProviders } from '../sign-in/oauth/providers.ts';
import { createStartOAuth } from '../sign-in/oauth/start.ts';
import { createRequestSignIn } from '../sign-in/request.ts';
import { createSignOut } from '../sign-in/sign-out.ts';
import { createSignOutEverywhere } from '../sign-in/sign-out-everywhere.ts';
import { createVerifySignIn } from '../sign-in/verify.ts';
import { createWhoAmI } from '../sign-in/who-am-i.ts';
import { approvalsIn } from '../store/approvals.ts';
import { byollmKeysIn } from '../store/byollm.ts';
import { callCountsIn } from '../store/call-counts.ts';
import { chatMessagesIn } from '../store/chat.ts';
import { importFilesIn } from '../store/import-files.ts';
import { IMPORT_QUEUED, openImportQueue } from '../store/import-queue.ts';
import { importsIn } from '../store/imports.ts';
import { knownPlansIn } from '../store/known-plans.ts';
import { previewsIn } from '../store/previews.ts';
import { threadsIn } from '../store/threads.ts';
import { tracesIn } from '../store/traces.ts';
import { createReceipts } from '../traces/keep.ts';
import { createListTraces } from '../traces/list.ts';
import { createReplayTrace } from '../traces/replay.ts';
import { createGetTrace } from '../traces/show.ts';
import { withReceipts } from '../traces/with-receipts.ts';
import { createUndo } from '../undo/undo.ts';
import { createUsage } from '../usage/usage.ts';
import { packageFacts } from '../version.ts';
import type { Callers } from './callers.ts';
import type { Foundation } from './foundation.ts';
import type { Planning } from './planning.ts';

export interface Elsewhere {
  /** The day that questions mean by "today"; the machine's clock when absent. */
  readonly now?: () => Date;
  /** Where GitHub and Google are, in place of where they are. */
  readonly oauthProviders?: OAuthProviders;
  /** Where Neon and Supabase are, likewise. */
  readonly connectProviders?: ConnectProviders;
  /** Told where imports are, around all that is stored of them; what it throws ends one as the death of the process would. */
  readonly onImportStep?: (place: string) => void;
}

/** The handler of each operation, and what works behind some of them. */
export function createOperations(foundation: Foundation, planning: Planning, callers: Callers, options: Elsewhere) {
  const {
    accountKeys,
    accounts,
    anonymous,
    audit,
    auditLog,
    config,
    databases,
    dataGrants,
    ephemeral,
    hash,
    keys,
    log,
    metrics,
    opened,
    room,
    secret,
    store,
    tracing,
  } = foundation;
  const { connected, connections, engine, postgres, reach, seal } = foundation.engines;
  const {
    askPlanner,
    changePlanner,
    create,
    glossaries,
    meaning,
    models,
    modelSettings,
    questionPlanner,
    readers,
    readTerm,
    readWritten,
    schemas,
    sqlAside,
    tableMeanings,
  } = planning;
  const {
    accountAccess,
    begin,
    deviceRequests,
    endGrant,
    findWaiting,
    flows,
    grants,
    inTransaction,
    links,
    meter,
    notices,
    oneTimeTokens,
    post,
    publishable,
    sessionAccess,
    webSessions,
  } = callers;
  const { now = () => new Date(), oauthProviders = OAUTH_PROVIDERS, connectProviders = CONNECT_PROVIDERS, onImportStep } = options;
  const { spend } = anonymous;
  const traces = tracesIn(store);
  const callCounts = callCountsIn(store);
  const threads = threadsIn(store);
  const byollmKeys = byollmKeysIn(store);
  const ownKeys = createOwnKeys({ keys: byollmKeys, seal });
  const once = createOnce({ keys, databases, engine, onWritten: schemas.written, audit, room });
  const receipts = createReceipts({ traces, log });
  const connectOAuth = { providers: connectProviders, clients: config.connectOauth, seal };
  const connectedEngines = connectedEngineOf({ postgres: connected.postgres.reading, clickhouse: connected.clickhouse.reading });
  const connectOne = createConnectByUrl({ databases, connections, engines: connectedEngines });
  /** What was connected will be asked soon. */
  const connectByUrl: ConnectByUrl = async (connecting, call) => {
    const done = await connectOne(connecting, call);
    if (done.finish && 'dbId' in done.finish) schemas.warm(connectedEngines(connecting.text, connecting.engine), done.finish.dbId);
    return done;
  };
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
        planners: { question: [tracing.planner(askPlanner)], write: [tracing.planner(changePlanner)] },
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
    undo: createUndo({ databases, engine, schemas, once, receipts }),
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
    describeDatabase: createDescribeDatabase({ databases, grants, engine, glossaries, schemas }),
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
  return {
    handlers,
    imported,
    receipts,
    /** What these leave behind, and sweep away. */
    expiring: [traces, callCounts, threads, approvals, imported],
  };
}
