import type { Audit } from '../audit/note.ts';
import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { WebSessions } from '../store/web-sessions.ts';

interface Dependencies {
  readonly sessions: Pick<WebSessions, 'end'>;
  readonly once: Once;
  readonly audit: Audit;
  /** This service does not wait to be told by the control plane. */
  readonly onEnded: (id: string) => void;
}

/** Another's session and none look the same. */
export function createEndSession({ sessions, once, audit, onEnded }: Dependencies): Handler<'endSession'> {
  return async ({ id }, call) =>
    await once.control(call, 200, async () => {
      const isEnded = await sessions.end(id, call.caller.ownerId, audit(call, { action: 'session.end', subject: id }));
      if (!isEnded) throw new Fault('session_not_found');
      onEnded(id);
      return { body: { id, ended: true }, finish: null, audit: null };
    });
}
