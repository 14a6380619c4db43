import type { ImportPhase } from '../contract/packs.ts';
import type { Engine, WriteTransaction } from '../engines/engine.ts';
import type { Store } from '../store/control-plane.ts';
import type { ImportFiles } from '../store/import-files.ts';
import type { ImportRow } from '../store/imports.ts';
import type { ImportState, Progress } from './state.ts';

/** One import while somebody works on it. What a unit of work changes here is stored when it ends, all of it or nothing. */
export interface Job {
  readonly row: Pick<ImportRow, 'id' | 'owner_id' | 'pack_id' | 'name'>;
  phase: ImportPhase;
  dbId: string | null;
  readonly state: ImportState;
  progress: Progress;
  readonly files: ImportFiles;
  /** Fires when the work has to end: its lease is lost, or the service stops. */
  readonly signal: AbortSignal;
  readonly write: HostedWrite;
  /** What becomes true together with this unit. */
  alongside: ((transaction: Store) => Promise<void>) | null;
}

/**
 * A write to the import's database that happens once: its outcome is kept there in the write's own transaction, under a name that is the import's and
 * the step's, and a repetition gets it again.
 */
export type HostedWrite = <T>(step: string, work: (transaction: WriteTransaction, engine: Engine) => Promise<T>) => Promise<T>;

/** Does the next piece of a phase's work; `done` when the phase is over. */
export type Phase = (job: Job) => Promise<'more' | 'done'>;
