import type { FastifyRequest } from 'fastify';
import type { Visit } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import { hostnameIn, isLoopbackName } from '../lib/hostname.ts';
import { isFromThisMachine } from '../lib/loopback.ts';
import { cookiesOf } from './cookies.ts';

export interface VisitRules {
  /** Where the service's pages are, as everybody reaches them; null where no setting says so. */
  readonly publicUrl: string | null;
  readonly hostnames: ReadonlySet<string> | null;
}

/** What of a request concerns signing in. */
export function visitOf(request: FastifyRequest, rules: VisitRules): Visit {
  const isLocal = isFromThisMachine(request.raw);
  const agent = request.headers['user-agent'];
  return {
    isLocal,
    agent: agent === undefined || agent === '' ? null : agent.slice(0, LIMITS.agentMaxLength),
    baseUrl: baseUrlOf(request, isLocal, rules),
    cookie: (name) => cookiesOf(request, rules.publicUrl).read(name),
  };
}

/**
 * The Host header says where the caller reached the service, and a link leads somebody else there: it is believed only
 * where it is one of the service's own names.
 */
function baseUrlOf({ headers }: FastifyRequest, isLocal: boolean, { publicUrl, hostnames }: VisitRules): string | null {
  if (publicUrl !== null) return publicUrl;
  const hostname = hostnameIn(headers.host);
  if (hostname === null) return null;
  if (isLocal && isLoopbackName(hostname)) return `http://${headers.host}`;
  return hostnames?.has(hostname) ? `https://${headers.host}` : null;
}
