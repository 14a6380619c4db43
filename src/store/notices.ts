import pg from 'pg';
import { waitAtMost } from '../lib/wait-at-most.ts';

export interface Notices {
  /** What one service says under the name reaches the listeners of all that share the control plane, its own among them. */
  on(channel: string, listener: (payload: string) => void): void;
  close(): Promise<void>;
}

interface Options {
  /** Read at each connect, since an embedded server may move. */
  readonly endpoint: () => pg.ClientConfig;
  readonly channels: readonly string[];
  readonly onLost: (error: unknown) => void;
}

const RETRY_MS = 250;
const RETRY_MAX_MS = 5_000;
const END_MS = 2_000;

/**
 * LISTEN on the control plane over a session of its own, which is opened again whenever it is lost. What was said
 * meanwhile is missed, so that nothing may depend on it alone. The first session is not waited for.
 */
export function openNotices({ endpoint, channels, onLost }: Options): Notices {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  let client: pg.Client | null = null;
  let retryMs = RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...endpoint(), application_name: 'svc notices', keepAlive: true });
    client = next;
    let isLost = false;
    const lose = (error: unknown) => {
      if (isLost || isClosed) return;
      isLost = true;
      onLost(error);
      void next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), retryMs);
      timer.unref();
      retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
    };
    next.on('error', lose);
    next.on('end', () => lose(new Error('The session that listens to the control plane has ended.')));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload);
    });
    try {
      await next.connect();
      for (const channel of channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      retryMs = RETRY_MS;
    } catch (error) {
      lose(error);
    }
  }

  const first = connect();
  return {
    on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      // A server that hangs hears neither a hello nor a goodbye.
      await waitAtMost(
        END_MS,
        first.then(() => client?.end().catch(() => undefined)),
      );
    },
  };
}
