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

/** @param stateKey what state that goes by the client is signed with: the same for all services of one address, of this process alone unless given */
export const createKept = (stateKey?: string): Kept => ({
  retries: createRetries(),
  shown: createShown(),
  clientInput: createClientInput(stateKey),
  changes: createChanges(),
});
