import { createAccountAccess } from '../accounts/access.ts';
import { createRunning } from '../accounts/running.ts';
import { createSessionAccess } from '../accounts/sessions.ts';
import { createUses } from '../accounts/uses.ts';
import { createFindByToken } from '../agent-hosts/find-key.ts';
import { createNews } from '../agent-hosts/news.ts';
import { createTokenText } from '../agent-hosts/tokens.ts';
import { createGrantAccess } from '../grants/access.ts';
import { createEndGrant } from '../grants/end.ts';
import { createMeter } from '../grants/meter.ts';
import { createPublishableKeys } from '../keys/publishable.ts';
import { createBeginSession } from '../sign-in/begin.ts';
import { createFindWaiting } from '../sign-in/device/waiting.ts';
import { createSignInLinks } from '../sign-in/links.ts';
import { createMailer } from '../sign-in/mail.ts';
import { createFlows } from '../sign-in/oauth/flows.ts';
import { createPost } from '../sign-in/post.ts';
import type { Transactions } from '../sign-in/verify.ts';
import { agentGrantsIn } from '../store/agent-grants.ts';
import { DATABASE_NEWS, readDatabaseNews } from '../store/database-news.ts';
import { deviceRequestsIn } from '../store/device-requests.ts';
import { GRANT_REVOKED } from '../store/grants.ts';
import { IMPORT_QUEUED } from '../store/import-queue.ts';
import { KEY_REVOKED } from '../store/keys.ts';
import { openNotices } from '../store/notices.ts';
import { oneTimeTokensIn } from '../store/one-time-tokens.ts';
import { TENANT_CHANGED } from '../store/tenant-rules.ts';
import { SESSION_ENDED, webSessionsIn } from '../store/web-sessions.ts';
import type { Foundation } from './foundation.ts';

export type Callers = ReturnType<typeof openCallers>;

/** How those who ask are known, and how it is heard that a key, a session or a grant has ended, here or in another service. */
export function openCallers(foundation: Foundation) {
  const {
    accountKeys,
    accounts,
    auditLog,
    config,
    dataGrants,
    engines,
    ephemeral,
    hash,
    log,
    opened,
    owner,
    secret,
    server,
    store,
    tenants,
  } = foundation;
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
  const endGrant = createEndGrant({ grants: dataGrants, engine: engines.postgres });
  const webSessions = webSessionsIn(store);
  const sessionAccess = createSessionAccess({ sessions: webSessions, hash, owner, onEnded: accountAccess.revoked, log });
  notices.on(SESSION_ENDED, sessionAccess.ended);
  const oneTimeTokens = oneTimeTokensIn(store);
  const links = createSignInLinks({ tokens: oneTimeTokens, hash });
  const post = createPost({ mailer: config.mail === null ? null : createMailer(config.mail), writesToLog: config.loopbackOnly, log });
  const inTransaction: Transactions = (work) => store.transaction().execute(work);
  const begin = createBeginSession({ accounts, sessions: webSessions, hash, audit: auditLog, localAccountId: owner?.accountId ?? null });
  const deviceRequests = deviceRequestsIn(store);
  const findWaiting = createFindWaiting({ requests: deviceRequests, hash, ephemeral });
  const flows = createFlows({ tokens: oneTimeTokens, hash });
  const publishable = createPublishableKeys({ keys: accountKeys, hash, secret });
  return {
    accountAccess,
    agentGrants,
    begin,
    deviceRequests,
    endGrant,
    findWaiting,
    flows,
    grants,
    inTransaction,
    links,
    meter,
    news,
    notices,
    oneTimeTokens,
    post,
    publishable,
    sessionAccess,
    tokenText,
    uses,
    webSessions,
  };
}
