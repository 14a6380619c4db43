import type { FastifyInstance } from 'fastify';

export interface Health {
  /** Rejects while the service cannot do its work. */
  ready(): Promise<void>;
}

/** `/healthz`: the process lives. `/readyz`: its database answers too. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await health.ready();
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'starting' });
    }
  });
}
