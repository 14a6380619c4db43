import type { CallOptions } from '../src/client/index.ts';
import type { Input } from '../src/contract/operations.ts';
import type { Operations } from './port.ts';
import type { Reach } from './reach.ts';

/** What a tool works with when it is called. */
export interface Execution {
  readonly operations: Operations;
  readonly reach: Reach;
  /** Signal, idempotency key and progress of this call. */
  readonly options: CallOptions;
  /** Of an ask whose `sql` the client's model wrote: which one, and what it was sent. */
  readonly readBy?: NonNullable<Input<'ask'>['readBy']>;
}
