import { type Changes, createChanges } from './changes.ts';
import { type ClientInput, createClientInput } from './client-input.ts';
import { createShown, type Shown } from './consent.ts';
import { createRetries, type Retries } from './retries.ts';

/** What one place where agents connect keeps between their calls; nothing that a restart may not lose. */
export interface Kept {
  readonly retries: Retries;
  readonly shown: Shown;
  readonly clientInput: ClientInput;
  readonly changes: Changes;
}

interface KeptOptions {
  /** What state that goes by the client is signed with: the same for all services of one address, of this process alone unless given. */
  readonly stateKey?: string;
  /** Whether what anybody does to databases is told to `changes`. */
  readonly hearsNews: boolean;
}

export const createKept = ({ stateKey, hearsNews }: KeptOptions): Kept => ({
  retries: createRetries(),
  shown: createShown(),
  clientInput: createClientInput(stateKey),
  changes: createChanges({ hearsNews }),
});
