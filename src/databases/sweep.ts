import type { Engine, EngineOf } from '../engines/engine.ts';
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
  engineOf,
  log,
}: {
  databases: Databases;
  keys: IdempotencyKeys;
  /** What else forgets what has expired. */
  expiring: readonly { sweep(): Promise<void> }[];
  /** What hosts databases. */
  engine: Engine;
  engineOf: EngineOf;
  log: Log;
}): { stop(): void } {
  /** One that cannot be removed stands in nobody's way: it is tried again with the next sweep. */
  const remove = async (id: string, from: Engine, done: string) => {
    try {
      if ((await from.drop({ dbId: id })) === 'closed') return;
      await databases.remove(id);
      log.info({ db: id }, done);
    } catch (error) {
      log.warn({ err: error, db: id }, 'a database could not be removed; it is tried again');
    }
  };
  const sweep = async () => {
    try {
      await keys.sweep();
      for (const each of expiring) await each.sweep();
      for (const found of await databases.unfinished(UNFINISHED_SECONDS)) {
        await remove(found.id, engineOf(found), 'removed a database that was left half made or half deleted');
      }
      // Records are written before what they tell of, so that these have lost theirs.
      const hosted = await engine.hosted();
      const unknown = await databases.unknown(hosted);
      for (const id of unknown) {
        await remove(id, engine, 'removed what no record tells of: a database or its logins, left by a creation that failed');
      }
      const healed = await engine.heal(hosted.filter((id) => !unknown.includes(id)));
      if (healed.length > 0)
        log.warn(
          { dbs: healed },
          'hosted databases had logins with other settings than the service gives them, or were made by an earlier version that closed less; both are as they should be',
        );
    } catch (error) {
      // The end of the service takes the control plane away from one that is at work.
      if (!isStopped) log.warn({ err: error }, 'sweep failed; it is repeated');
    }
  };
  let isStopped = false;
  const timer = setInterval(() => void sweep(), EVERY_MS);
  timer.unref();
  void sweep();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
