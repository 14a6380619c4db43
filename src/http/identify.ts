import { type Caller, keyIdOf } from '../caller.ts';
import { Fault } from '../fault.ts';
import { addressGroup } from '../lib/address-group.ts';
import { newId } from '../lib/id.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { type Access, callerFor, readHostCredential } from './credentials.ts';
import { asSvcError, type Direct } from './direct.ts';
import type { logFault } from './errors.ts';
import { knownCaller } from './known-caller.ts';
import { countNewSession, type RateLimits } from './rate-limit.ts';

interface Dependencies {
  readonly access: Access;
  readonly direct: Direct;
  readonly ephemeral: Ephemeral;
  readonly limits: RateLimits;
  /** Where people reach the service; null where that was not said. */
  readonly publicUrl: string | null;
  /** What access tokens of agent hosts are for; null where hosts are not connected by OAuth. */
  readonly resource: string | null;
  readonly log: Parameters<typeof logFault>[0];
}

/** What an agent host shows of itself. */
interface Shown {
  readonly authorization: string | undefined;
  readonly address: string;
  /** True when the peer is this machine itself. */
  readonly isLocal: boolean;
  /** The address and port that the request came to. */
  readonly audience: string;
  readonly clientName: string;
  /** True for the message that begins a session of the protocol. */
  readonly begins: boolean;
  /** Whether the connection wants to read alone, whatever its credential may. */
  readonly readOnly: boolean;
}

const LOCAL_MAX = 1_000;

/**
 * Who an agent host speaks for: the bearer's owner, or, for a host on this machine without a credential, an anonymous
 * session that is begun by its first call and found again by what the host calls itself, over restarts of both.
 * Everybody who can reach the loopback address shares it, as they share the machine. Where hosts are connected by OAuth, one
 * without a credential is told so. Publishable keys open nothing here.
 */
export function createIdentify(dependencies: Dependencies) {
  const { access, direct, ephemeral, limits, log, publicUrl, resource } = dependencies;
  /** Whose session programs of this machine have, once their first call has begun it. */
  const localAccounts = new Map<string, string>();
  const localCaller = async ({ clientName, address }: Shown): Promise<Caller> => {
    const caller = await access.anonymous.ofLocalHost(clientName, () => countNewSession(ephemeral, address, limits));
    await access.tenants.requireOpen(caller.ownerId);
    const [oldest] = localAccounts.keys();
    if (localAccounts.size >= LOCAL_MAX && oldest !== undefined) localAccounts.delete(oldest);
    localAccounts.set(clientName, caller.ownerId);
    return caller;
  };

  /** @throws SvcError unauthorized, account_required, invalid_bearer, invalid_token, auth_unavailable, rate_limited */
  return async (shown: Shown) => {
    const { authorization, address, isLocal, clientName, begins, readOnly } = shown;
    const narrowed = (caller: Caller): Caller => (readOnly ? { ...caller, access: 'read' } : caller);
    const group = addressGroup(address);
    const baseUrl = publicUrl ?? (isLocal ? `http://${shown.audience}` : null);
    try {
      const credential = readHostCredential(authorization, resource);
      const arrival = () => shown;
      // Its calls are counted where they are made; a session that is begun costs as much as one.
      const { caller, meter } = await knownCaller({ credential, arrival, address, counts: begins, tell: () => undefined }, dependencies);
      if (caller === null) {
        if (!isLocal || resource !== null) throw new Fault('unauthorized');
        const local = async () => narrowed(await localCaller(shown));
        return {
          key: `local ${clientName}`,
          account: () => localAccounts.get(clientName) ?? null,
          group,
          readOnly,
          canAskToWrite: false,
          operations: direct({ caller: local, meter, address, baseUrl }),
        };
      }
      if (caller.kind === 'publishable_key') throw new Fault('account_required');
      const keyId = keyIdOf(caller);
      if (keyId !== null) access.accounts.holds(keyId);
      // A key may be revoked between two calls of one message.
      const again = async () => narrowed(keyId === null ? caller : await callerFor(credential, access, arrival));
      return {
        key: keyId ?? caller.ownerId,
        account: () => caller.ownerId,
        group,
        readOnly: readOnly || caller.access === 'read',
        canAskToWrite: credential.kind === 'host' && caller.access === 'read',
        operations: direct({ caller: again, meter, address, baseUrl }),
      };
    } catch (error) {
      throw asSvcError(error, { requestId: newId(), log });
    }
  };
}
