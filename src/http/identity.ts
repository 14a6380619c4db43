import type { FastifyInstance } from 'fastify';
import { IDENTITY_PATH, OwnerNonce, type ServiceIdentity } from '../contract/local-owner.ts';
import { Fault } from '../fault.ts';
import type { LocalOwner } from '../owner/owner.ts';
import { arrivalOf } from './credentials.ts';

export interface ServiceFacts {
  /** The same for as long as its data is, whatever its address. */
  readonly id: string;
  readonly version: string;
}

/** What the service says of itself to programs of this machine, and of nobody else: by it they find their key and prove each other. */
export function registerIdentity(app: FastifyInstance, owner: LocalOwner | null, self: ServiceFacts): void {
  app.get(IDENTITY_PATH, async (request, reply) => {
    const { isLocal, audience } = arrivalOf(request.raw);
    if (!isLocal) throw new Fault('not_found');
    const { nonce } = request.query as { nonce?: unknown };
    const asked = OwnerNonce.optional().safeParse(nonce);
    if (!asked.success) throw new Fault('invalid_request', { params: { reason: '`nonce` takes 32 bytes as base64url.' } });
    void reply.header('cache-control', 'no-store');
    const said: ServiceIdentity = { service: 'svc', ...self, owner: owner ? await owner.identity(audience, asked.data ?? null) : null };
    return said;
  });
}
