import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs } from '../accounts/session-text.ts';
import { type Handler, WithCookies } from '../call.ts';
import { newId } from '../lib/id.ts';
import type { AuditLog } from '../store/audit.ts';
import type { WebSessions } from '../store/web-sessions.ts';
import type { Transactions } from './verify.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly sessions: Pick<WebSessions, 'endByHash'>;
  readonly hash: KeyHash;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly onEnded: (id: string) => void;
}

/** The cookie goes whether or not its session was still there; it stays where the session could not be ended. */
export function createSignOut({ store, sessions, hash, audit, onEnded }: Dependencies): Handler<'signOut'> {
  return async (_input, { visit, requestId, address = null, surface = 'http' }) => {
    const token = visit?.cookie('session') ?? null;
    const ended =
      token === null
        ? null
        : await store(async (transaction) => {
            const found = await sessions.endByHash(transaction, hash.all(hashedAs('session', token)));
            const event = { id: newId(), at: new Date(), actor: 'session', keyId: null, requestId, address, surface } as const;
            if (found)
              await audit.append(transaction, found.accountId, { ...event, action: 'session.end', subject: found.id, details: {} });
            return found;
          });
    if (ended) onEnded(ended.id);
    return new WithCookies({ signedOut: true }, { session: null });
  };
}
