import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import { ACCESS_HEADER } from '../contract/access-header.ts';
import { Fault } from '../fault.ts';

/** Whether the request asks to be allowed no more than reading, whatever its credential may. @throws Fault invalid_request */
export function readsAlone({ headers }: FastifyRequest): boolean {
  const said = headers[ACCESS_HEADER];
  // What is meant to narrow must not be passed over.
  if (said !== undefined && said !== 'read')
    throw new Fault('invalid_request', { params: { reason: `${ACCESS_HEADER} is \`read\`, or absent.` } });
  return said === 'read';
}

/** The caller with the access that the request asks for. @throws Fault invalid_request */
export const narrowed = (request: FastifyRequest, caller: Caller): Caller => (readsAlone(request) ? { ...caller, access: 'read' } : caller);
