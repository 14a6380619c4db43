import { randomUUID } from 'node:crypto';
import { send, type TestService } from './service.ts';
import { type Reply, sessionOf, type TestSession } from './session.ts';

export interface MemorySession extends TestSession {
  /** The reply of a row that must have been remembered. */
  remember(body: object): Promise<Record<string, unknown>>;
  tryRemember(body: object, options?: Parameters<TestSession['post']>[2]): Promise<Reply>;
}

/** An anonymous caller with an agent memory of its own. */
export async function startMemory(service: TestService): Promise<MemorySession> {
  const body = { goal: 'what my agent knows', preset: 'agent_memory_v1' };
  const created = await send(service, 'POST', '/v1/databases', { body, key: randomUUID() });
  const token = created.headers.get('x-svc-anonymous-token');
  if (created.status !== 201 || token === null) throw new Error(`No memory: ${created.text}`);
  const db = String(created.json().dbId);
  const session = sessionOf(service, token, db);
  const tryRemember: MemorySession['tryRemember'] = (fields, options) => session.post('/v1/memory/remember', { db, ...fields }, options);
  return {
    ...session,
    tryRemember,
    async remember(fields) {
      const reply = await tryRemember(fields);
      if (reply.status !== 200) throw new Error(reply.text);
      return reply.json();
    },
  };
}
