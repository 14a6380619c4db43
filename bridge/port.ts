import type { ServiceOperations } from '../src/contract/service-operations.ts';
import type { ConsentTickets } from './tickets.ts';

/** What each endpoint of the OAuth server is made of. */
export interface BridgeParts {
  /** Where people and hosts reach it: its identifier as well (RFC 8414, 2). */
  readonly issuer: string;
  /** What its tokens are for (RFC 8707). */
  readonly resource: string;
  readonly api: ServiceOperations;
  readonly tickets: ConsentTickets;
}
