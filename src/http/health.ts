import type { FastifyInstance } from 'fastify';
import { Fault } from '../fault.ts';
import { envelope, headersOf } from './errors.ts';

export interface Health {
  /** Rejects while the service cannot do its work. */
  ready(): Promise<void>;
  /** Servers that host databases beside the control plane's own; null where there are none. Those that are away keep nobody from the others. */
  readonly hosting: (() => Promise<Readonly<Record<string, 'answers' | 'away'>>>) | null;
}

/** A probe waits a second or two; a database that hangs answers nobody. */
const READY_LIMIT_MS = 1_500;

/** `/healthz`: the process lives. `/readyz`: its database answers too; 503 with our envelope when it does not, within two seconds. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  const ready = withinTime(() => health.ready());
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      const [, hosting] = await Promise.all([ready(), health.hosting?.()]);
      return { status: 'ok', ...(hosting ? { hosting } : {}) };
    } catch (error) {
      const fault = new Fault('db_unreachable', { params: { reason: 'The control plane’s database does not answer.' }, cause: error });
      // 503 is what probes and balancers know, whatever is away.
      return reply.code(503).headers(headersOf(fault)).send(envelope(fault, request.id).body);
    }
  });
}

/** One look at a time: probes that come while one hangs wait with it, and take no further session. */
function withinTime(look: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | null = null;
  return async () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${READY_LIMIT_MS} ms.`)), READY_LIMIT_MS);
    });
    try {
      await Promise.race([looking, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
