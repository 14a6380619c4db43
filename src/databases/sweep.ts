import type { Engine } from '../engines/engine.ts';
import type { Log } from '../http/app.ts';
import type { Databases } from '../store/databases.ts';
import type { IdempotencyKeys } from '../store/idempotency.ts';

const EVERY_MS = 10 * 60_000;
/** Longer than any creation or deletion takes. */
const UNFINISHED_SECONDS = 10 * 60;

/** Finishes what a crash interrupted and forgets what has expired, now and then. */
export function startSweeping({
  databases,
  keys,
  expiring,
  engine,
  log,
}: {
  databases: Databases;
  keys: IdempotencyKeys;
  /** What else forgets what has expired. */
  expiring: readonly { sweep(): Promise<void> }[];
  engine: Engine;
  log: Log;
}): { stop(): void } {
  const sweep = async () => {
    try {
      await keys.sweep();
      for (const each of expiring) await each.sweep();
      for (const id of await databases.unfinished(UNFINISHED_SECONDS)) {
        await engine.drop({ dbId: id });
        await databases.remove(id);
        log.info({ db: id }, 'removed a database that was left half made or half deleted');
      }
    } catch (error) {
      log.warn({ err: error }, 'sweep failed; it is repeated');
    }
  };
  const timer = setInterval(() => void sweep(), EVERY_MS);
  timer.unref();
  void sweep();
  return { stop: () => clearInterval(timer) };
}
