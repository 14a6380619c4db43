import { createAgentClients } from '../agent-hosts/clients.ts';
import { createCountOAuthRequest } from '../agent-hosts/count-request.ts';
import { createFetchDocument } from '../agent-hosts/fetch-document.ts';
import { createHeldRequests } from '../agent-hosts/hold-request.ts';
import { createRedeemCode } from '../agent-hosts/redeem.ts';
import { createRefreshTokens } from '../agent-hosts/refresh.ts';
import { createEndReplayed } from '../agent-hosts/replayed.ts';
import { createRevokeGranted, createRevokeToken } from '../agent-hosts/revoke.ts';
import { createServiceHandlers } from '../agent-hosts/service-handlers.ts';
import { resolveHost } from '../engines/resolve-host.ts';
import { type Access, callerFor, readCredential } from '../http/credentials.ts';
import { countCall, countNewSession, meterOfAddress, type RateLimits } from '../http/rate-limit.ts';
import { agentClientsIn } from '../store/agent-clients.ts';
import type { Callers } from './callers.ts';
import type { Foundation } from './foundation.ts';

/** Of a bearer that another part of the deployment was shown. */
const FROM_ELSEWHERE = { isLocal: false, audience: '' } as const;

interface Admission {
  readonly access: Access;
  readonly limits: RateLimits;
}

/** What the agents' server and the OAuth server ask of the service. */
export function createHostOperations(foundation: Foundation, callers: Callers, { access, limits }: Admission) {
  const { accountKeys, anonymous, auditLog, config, engines, ephemeral, hash, store, tenants, trustedCertificates } = foundation;
  const { accountAccess, agentGrants, inTransaction, news, oneTimeTokens, tokenText } = callers;
  const agentClients = agentClientsIn(store);
  const revokeGranted = createRevokeGranted({ keys: accountKeys, audit: auditLog, onRevoked: accountAccess.revoked });
  const serviceHandlers = createServiceHandlers({
    countRequest: createCountOAuthRequest({ ephemeral, isLimited: config.anonymousRateLimitPerMinute !== 0 }),
    clients: createAgentClients({
      clients: agentClients,
      ephemeral,
      fetchDocument: createFetchDocument({
        resolve: (host) => resolveHost(host, engines.reach),
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
  return { agentClients, serviceHandlers };
}
