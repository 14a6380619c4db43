import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Arrival } from '../accounts/access.ts';
import { FORWARDED_AUDIENCE, FORWARDED_HEADER } from '../contract/service-operations.ts';
import { Fault } from '../fault.ts';
import type { ServiceTokens } from '../lib/service-token.ts';
import { arrivalOf } from './credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address that another part of the deployment forwards this request for; null for a request that came by itself. */
    forwardedFor: string | null;
  }
}

/**
 * The agents' endpoint as a process of its own calls the API for hosts, and says for which address: limits by address count
 * theirs, not its own. What says so without the deployment's secret is refused.
 */
export function readForwarded(app: FastifyInstance, services: ServiceTokens | null): void {
  app.decorateRequest('forwardedFor', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.headers[FORWARDED_HEADER];
    // Most requests are not forwarded, and need no promise.
    if (token === undefined) return done();
    addressIn(String(token), services).then(
      (address) => {
        request.forwardedFor = address;
        done(address === null ? new Fault('unauthorized', { params: { reason: NOT_SIGNED } }) : undefined);
      },
      (error: Error) => done(error),
    );
  });
}

const NOT_SIGNED = `The header ${FORWARDED_HEADER} is not signed with the secret of this deployment.`;

async function addressIn(token: string, services: ServiceTokens | null): Promise<string | null> {
  return (await services?.verify(token, FORWARDED_AUDIENCE))?.subject ?? null;
}

/** The address that limits count under. */
export const callerAddress = ({ forwardedFor, ip }: FastifyRequest): string => forwardedFor ?? ip;

/** How the request came: one that is forwarded is for somebody elsewhere, wherever who forwards it runs. */
export function requestArrival({ raw, forwardedFor }: FastifyRequest): Arrival {
  const arrival = arrivalOf(raw);
  return forwardedFor === null ? arrival : { ...arrival, isLocal: false };
}
