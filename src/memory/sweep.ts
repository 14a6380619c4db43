import type { Engine } from '../engines/engine.ts';
import type { Log } from '../http/log.ts';
import type { Databases } from '../store/databases.ts';

/** Removes what has expired from agent memories. Nobody saw it any more: it only takes room. */
export function createSweepMemory({ databases, engine, log }: { databases: Databases; engine: Engine; log: Log }): {
  sweep(): Promise<void>;
} {
  return {
    async sweep() {
      for (const dbId of await databases.ofPreset('agent_memory_v1')) {
        // One that is away, or whose tables its owner has changed, does not keep the others from being swept.
        await engine.sweepMemory({ dbId }, AbortSignal.timeout(SWEEP_TIMEOUT_MS)).catch((error: unknown) => {
          log.debug({ err: error, db: dbId }, 'an agent memory was not swept; it is tried again');
        });
      }
    },
  };
}

const SWEEP_TIMEOUT_MS = 30_000;
