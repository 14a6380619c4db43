import type { Once } from './engine.ts';

/** What an engine without transactions is about to do for a key, so that its outcome can be found out where no answer came. */
export interface Executing {
  /** `statement`: an insert of what a query gives, which differs the next time, so that the engine does not know the rows again. */
  readonly verb: 'insert' | 'update' | 'delete' | 'statement';
  readonly table: string;
  /** What the table looked like before: it changes with whatever is written. */
  readonly trail: string;
  readonly affected: number;
  /** Parts of the table that the write has to reach, each by itself. */
  readonly partitions: number;
  readonly seen: string;
  /** There once the database is reached by another URL: what became of it cannot be told any more. */
  readonly server?: 'replaced';
}

export type BegunWrite =
  /** `before`: what an earlier try had begun, and nobody knows the end of. */
  | { readonly kind: 'mine'; readonly before: Executing | null }
  | { readonly kind: 'done'; readonly reply: string }
  /** Another try of this key runs. */
  | { readonly kind: 'held' }
  | { readonly kind: 'conflict' };

type Key = Pick<Once, 'scope' | 'key' | 'fingerprint'>;

/**
 * The records of writes to engines that have no transactions, kept where there are some: started → executing → done. Who
 * holds one says again and again that it is alive.
 */
export interface WriteRecords {
  begin(dbId: string, key: Key, holder: string): Promise<BegunWrite>;
  /** False when somebody else has taken the key over meanwhile: then nothing may be done. */
  executing(dbId: string, key: Key, holder: string, work: Executing): Promise<boolean>;
  done(dbId: string, key: Key, holder: string, reply: string): Promise<void>;
  /** Whether any other write to the database was executing at the same time as this one last was, or after it. */
  isFollowed(dbId: string, key: Key): Promise<boolean>;
  /** Nothing was written: the key may be used again. */
  forget(dbId: string, key: Key, holder: string): Promise<void>;
  /** The outcome is not known: the next try finds it out. */
  release(dbId: string, key: Key, holder: string): Promise<void>;
  renew(dbId: string, key: Key, holder: string): Promise<void>;
  /** The reply of a write that was done; null when there is none. @throws Fault idempotency_conflict */
  find(dbId: string, key: Key): Promise<string | null>;
  remove(dbId: string): Promise<void>;
  sweep(): Promise<void>;
}
