import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs, newTokenText } from '../accounts/session-text.ts';
import { type PublicCall, WithCookies } from '../call.ts';
import type { Output } from '../contract/operations.ts';
import type { SignInMethod } from '../contract/sign-in.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Accounts } from '../store/accounts.ts';
import type { AuditLog } from '../store/audit.ts';
import type { Store } from '../store/control-plane.ts';
import type { WebSessions } from '../store/web-sessions.ts';

interface Dependencies {
  readonly accounts: Accounts;
  readonly sessions: WebSessions;
  readonly hash: KeyHash;
  readonly audit: Pick<AuditLog, 'append'>;
  /** The account that signs in on this machine alone; null where the service has no owner. */
  readonly localAccountId: string | null;
}

/**
 * Signs the caller's browser in, in the transaction that used up what it showed. The session is always a new one, whatever
 * cookie the browser came with, so that nobody can have chosen it before (OWASP: session fixation); the one of that cookie ends.
 */
export type BeginSession = (
  transaction: Store,
  call: PublicCall,
  who: { readonly accountId: string; readonly method: SignInMethod },
) => Promise<WithCookies<Output<'verifySignIn'>>>;

export function createBeginSession({ accounts, sessions, hash, audit, localAccountId }: Dependencies): BeginSession {
  return async (transaction, call, { accountId, method }) => {
    const { visit, requestId, address = null, surface = 'http' } = call;
    if (!visit) throw new Fault('forbidden', { params: { reason: 'Sign-in is for browsers.' } });
    const account = await accounts.find(accountId, transaction);
    if (!account) throw new Fault('sign_in_expired');
    if (account.kind === 'local' && !(accountId === localAccountId && visit.isLocal))
      throw new Fault('forbidden', { params: { reason: 'The owner signs in on the machine that the service runs on.' } });
    const before = visit.cookie('session');
    if (before !== null) await sessions.endByHash(transaction, hash.all(hashedAs('session', before)));
    const [id, token] = [newId(), newTokenText()];
    await sessions.insert(transaction, {
      id,
      accountId,
      hash: hash.of(hashedAs('session', token)),
      method,
      agent: visit.agent,
      address,
    });
    const event = { id: newId(), at: new Date(), actor: 'session', keyId: null, requestId, address, surface } as const;
    await audit.append(transaction, accountId, { ...event, action: 'session.begin', subject: id, details: { method } });
    return new WithCookies({ account, sessionId: id }, { session: token });
  };
}
