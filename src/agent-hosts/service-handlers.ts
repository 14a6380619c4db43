import type { AccountAccess } from '../accounts/access.ts';
import { type Caller, keyIdOf } from '../caller.ts';
import type { ServiceInput, ServiceOperationName, ServiceOutput } from '../contract/service-operations.ts';
import { Fault } from '../fault.ts';
import type { Keys } from '../store/keys.ts';
import type { createAgentClients } from './clients.ts';
import type { createCountOAuthRequest } from './count-request.ts';
import type { createHeldRequests } from './hold-request.ts';
import type { createNews } from './news.ts';
import type { createRedeemCode } from './redeem.ts';
import type { createRefreshTokens } from './refresh.ts';
import type { createEndReplayed } from './replayed.ts';
import type { createRevokeToken } from './revoke.ts';

interface Dependencies {
  readonly countRequest: ReturnType<typeof createCountOAuthRequest>;
  readonly clients: ReturnType<typeof createAgentClients>;
  readonly requests: ReturnType<typeof createHeldRequests>;
  readonly redeem: ReturnType<typeof createRedeemCode>;
  readonly endReplayed: ReturnType<typeof createEndReplayed>;
  readonly refresh: ReturnType<typeof createRefreshTokens>;
  readonly revoke: ReturnType<typeof createRevokeToken>;
  readonly accounts: Pick<AccountAccess, 'ofToken'>;
  readonly keys: Pick<Keys, 'ended'>;
  readonly news: Pick<ReturnType<typeof createNews>, 'of'>;
  readonly callers: {
    /** @throws Fault for a bearer that opens nothing, auth_unavailable */
    ofBearer(token: string): Promise<Caller>;
    /** Counts a credential that opened nothing against the address that showed it. @throws Fault rate_limited */
    countRefused(address: string): Promise<void>;
    /** @throws Fault rate_limited */
    ofLocalHost(name: string, address: string): Promise<Caller>;
  };
}

/** A missing handler does not compile. */
export type ServiceHandlers = {
  readonly [K in ServiceOperationName]: (input: ServiceInput<K>, requestId: string) => Promise<ServiceOutput<K>>;
};

/** What other parts of the deployment ask of this one. */
export function createServiceHandlers({
  countRequest,
  clients,
  requests,
  redeem,
  endReplayed,
  refresh,
  revoke,
  accounts,
  keys,
  news,
  callers,
}: Dependencies): ServiceHandlers {
  return {
    countOAuthRequest: countRequest,
    registerClient: clients.register,
    findClient: clients.find,
    holdRequest: requests.hold,
    takeRequest: requests.take,
    redeemCode: redeem,
    endReplayed,
    refreshTokens: refresh,
    revokeToken: revoke,
    async resolveToken({ token, resource, address }) {
      const found = await accounts.ofToken(token, resource);
      if ('refused' in found) {
        await callers.countRefused(address);
        return { key: null, refused: found.refused };
      }
      const { id, accountId, access, confirm } = found.key;
      return { key: { id, accountId, access, confirm: confirm ?? 'agent', expiresAt: found.expiresAt.toISOString() }, refused: null };
    },
    async resolveBearer({ token, address }) {
      const caller = await callers.ofBearer(token).catch(async (error: unknown) => {
        if (!(error instanceof Fault && (error.code === 'unauthorized' || error.code.startsWith('invalid_')))) throw error;
        await callers.countRefused(address);
        return null;
      });
      if (caller === null || caller.kind === 'publishable_key') return { caller: null };
      const keyId = keyIdOf(caller);
      return { caller: { id: keyId ?? caller.ownerId, accountId: caller.ownerId, keyId, access: caller.access } };
    },
    async localHost({ name, address }) {
      const caller = await callers.ofLocalHost(name, address);
      if (caller.kind !== 'anonymous') throw new Fault('unauthorized');
      return { token: caller.token };
    },
    endedKeys: async ({ ids }) => ({ ended: await keys.ended(ids) }),
    databaseNews: news.of,
  };
}
