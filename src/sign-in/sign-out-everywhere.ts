import type { Audit } from '../audit/note.ts';
import { type Handler, WithCookies } from '../call.ts';
import type { Once } from '../once.ts';
import type { WebSessions } from '../store/web-sessions.ts';

interface Dependencies {
  readonly sessions: Pick<WebSessions, 'endAll'>;
  readonly once: Once;
  readonly audit: Audit;
  readonly onEnded: (id: string) => void;
}

/** Every browser of the account, on every service at once. Keys are revoked one by one. */
export function createSignOutEverywhere({ sessions, once, audit, onEnded }: Dependencies): Handler<'signOutEverywhere'> {
  return async (_input, call) => {
    const accountId = call.caller.ownerId;
    const reply = await once.control(call, 200, async () => {
      const ended = await sessions.endAll(
        accountId,
        audit(call, { action: 'session.end', subject: accountId, details: { everywhere: true } }),
      );
      ended.forEach(onEnded);
      return { body: { ended: ended.length }, finish: null, audit: null };
    });
    return new WithCookies(reply, { session: null });
  };
}
