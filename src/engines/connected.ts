import type { ConnectionWarning } from '../contract/connect.ts';
import type { Leaving } from '../lib/leaving.ts';
import type { Schema } from '../plan/schema.ts';
import type { Engine, Once, Target } from './engine.ts';

/** What is there, and what whoever connected it should know. */
export interface Inspected {
  /** As it calls itself. */
  readonly database: string;
  readonly schema: Schema;
  readonly warnings: readonly ConnectionWarning[];
}

export type Access = 'read' | 'write';

/** Databases that are somebody else's, reached by their URLs. */
export interface ConnectedEngine extends Engine {
  /** Reads a database that is not connected yet, in a session of its own. @throws Fault invalid_request, also for a login that cannot do what `access` asks; introspection_failed */
  inspect(url: string, access: Access, signal: Leaving): Promise<Inspected>;
  /** The same of one that is. @throws Fault introspection_failed */
  check(target: Target, access: Access, signal: Leaving): Promise<Inspected>;
}

/** The same databases, as they were connected: those that are read alone refuse every write. */
export interface ConnectedEngines {
  readonly reading: ConnectedEngine;
  readonly writing: ConnectedEngine;
}

/** What a commit is found again by. */
export interface Commit {
  /** The server, and what of its history it was in: after another server took over, numbers of transactions mean others. */
  readonly server: string;
  readonly transaction: string;
  /** What whoever sent the write gets once it is committed. */
  readonly reply: string;
}

export type KnownWrite =
  | { readonly kind: 'started' }
  | { readonly kind: 'executing'; readonly commit: Commit }
  | { readonly kind: 'done'; readonly reply: string }
  | { readonly kind: 'conflict' };

/**
 * Writes to connected databases, where nothing of the service is left: started → executing → done. Until it is executing
 * no commit was sent; while it is, the server is asked what became of the transaction; it is never run again before that.
 */
export interface ConnectedWrites {
  /** `mine`: this attempt may go on. One that is started may be taken over when its lease is over. */
  begin(dbId: string, once: Once, attempt: string): Promise<KnownWrite | { readonly kind: 'mine' }>;
  find(once: Once): Promise<KnownWrite | { readonly kind: 'none' }>;
  /** To be told before the commit is sent; false when another attempt has taken over, and it may not be sent. */
  executing(once: Once, attempt: string, commit: Commit): Promise<boolean>;
  done(once: Once, commit: Commit): Promise<void>;
  /** Nothing was sent. */
  abandon(once: Once, attempt: string): Promise<void>;
  /** The server says that it was not committed. */
  rolledBack(once: Once, commit: Commit): Promise<void>;
}
