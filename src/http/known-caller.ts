import type { AccountAccess, Arrival } from '../accounts/access.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';
import type { Leave } from '../lib/leaving.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { type Access, type Credential, callerFor, ownerFor, resolved } from './credentials.ts';
import { countCall, type Meter, meterOfAddress, meterOfCredential, type RateLimits } from './rate-limit.ts';

interface Dependencies {
  readonly access: Access;
  readonly ephemeral: Ephemeral;
  readonly limits: RateLimits;
}

interface Shown {
  readonly credential: Credential;
  readonly arrival: () => Arrival;
  readonly address: string;
  /** Whether this is a call, to be counted. */
  readonly counts: boolean;
  /** Given the headers of the reply: what it says of the meter, a refusal too, and of a cookie whose end was moved on. */
  readonly tell: (headers: Readonly<Record<string, string>>) => void;
}

/** Whose a credential is, and what calls with it are counted under. */
export interface KnownCaller {
  /** Null for a request without a credential, which is nobody's yet. */
  readonly caller: Caller | null;
  /** Null where calls are not counted: those of the owner of this machine's service are not. */
  readonly meter: Meter | null;
}

/**
 * Who shows this credential. Keys and sessions have meters of their own; all others share their address's, and what turns
 * out to be neither counts there. @throws Fault invalid_token, unauthorized, auth_unavailable, rate_limited
 */
export async function knownCaller(shown: Shown, { access, ephemeral, limits }: Dependencies): Promise<KnownCaller> {
  const { credential, arrival, address, counts, tell } = shown;
  const owner = await ownerFor(credential, access, arrival);
  if (owner) return { caller: owner, meter: null };
  const count = async (meter: Meter | null) => tell(await countCall(ephemeral, meter));
  const ofAddress = meterOfAddress(address, limits);
  if (credential.kind === 'none' || credential.kind === 'anonymous') {
    if (counts) await count(ofAddress);
    return { caller: credential.kind === 'none' ? null : await callerFor(credential, access, arrival), meter: ofAddress };
  }
  const { caller, isRenewed } = await resolved(credential, access, arrival).catch(async (error: unknown) => {
    if (error instanceof Fault && error.code === 'unauthorized') await count(ofAddress);
    throw error;
  });
  if (isRenewed && credential.kind === 'session') tell({ 'set-cookie': credential.renew() });
  const meter = access.sessions.isOwner(caller) ? null : meterOfCredential(caller, limits);
  if (counts) await count(meter);
  return { caller, meter };
}

/** Work that ends when the key or session that it came with is revoked. Call what it gives when nothing of the work is left. */
export function endWithCredential({ running }: AccountAccess, id: string, work: Leave): () => void {
  running.begin(id, work);
  return () => running.done(id, work);
}

export const endedByRevocation = (caller: Caller | null): Fault =>
  new Fault('unauthorized', {
    params: {
      reason: caller?.kind === 'session' ? 'The session ended while the request ran.' : 'The key was revoked while the request ran.',
    },
  });
