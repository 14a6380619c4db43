import type { Mailer } from './mail.ts';
import { signInMessage } from './message.ts';

interface Options {
  /** Null where no mail server is set. */
  readonly mailer: Mailer | null;
  /** Whether links may be written to the log instead: whoever reads it is on this machine. */
  readonly writesToLog: boolean;
  readonly log: { warn(facts: object, text: string): void };
}

/** How links reach people. */
export interface Post {
  readonly isThere: boolean;
  /** Nobody waits for it: what fails is tried again, and then told to the log. */
  send(email: string, url: string): void;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}

const TRIES = 3;
const PAUSE_MS = 2_000;

export function createPost({ mailer, writesToLog, log }: Options): Post {
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  async function deliver(by: Mailer, email: string, url: string): Promise<void> {
    for (let left = TRIES; left > 0; left--) {
      try {
        return await by.send(signInMessage({ to: email, url }));
      } catch (error) {
        if (left === 1 || isClosed) return log.warn({ err: error }, 'a sign-in link could not be mailed');
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
      }
    }
  }

  return {
    isThere: mailer !== null || writesToLog,
    send(email, url) {
      if (!mailer) return log.warn({ link: url }, 'no mail server is set (SVC_SMTP_URL): open this link to sign in');
      const sending = deliver(mailer, email, url).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      isClosed = true;
      await Promise.all(underWay);
      mailer?.close();
    },
  };
}
