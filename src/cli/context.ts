import type { Client, FoundCredential } from '../client/index.ts';
import type { Output } from './output/output.ts';
import type { OwnerCredential } from './owner.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { Remembered } from './state.ts';

/** What every command is given. */
export interface Context {
  readonly settings: Settings;
  /** Of the service, without a slash at its end. */
  readonly apiUrl: string;
  readonly output: Output;
  readonly secrets: Secrets;
  /** What is remembered of this service. */
  remembered(): Remembered;
  remember(change: Partial<{ readonly [K in keyof Remembered]: Remembered[K] | null }>): void;
  /** The owner's credential, where the service is this user's own; null where it is not, and where a key was given. */
  owner(signal?: AbortSignal): Promise<OwnerCredential | null>;
  /** What the next call is made with; null before the first anonymous reply. Rejects with SvcError alone. */
  credential(signal?: AbortSignal): Promise<FoundCredential | null>;
  client(): Promise<Client>;
  /** Whether there is a client already, and so perhaps a reply. */
  hasClient(): boolean;
  /** Of the service, where it has said so: on this machine alone. */
  serviceVersion(): string | null;
  readonly help: Help;
}

export interface Help {
  /** Of the command with these words. @throws Stop usage when there is none */
  of(words: readonly string[]): string;
  /** The tree of commands for programs. */
  tree(): object;
  /** Of this package. */
  version(): string;
  /** The manual page, in roff. */
  man(): Promise<string>;
  /** What completes `svc` in a shell. @throws Stop usage for one that is not known */
  completion(shell: string): Promise<string>;
}
