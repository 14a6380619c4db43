import type { Engine, EngineOf } from '../engines/engine.ts';
import { type HostedDatabase, LOGINS_ALONE } from '../engines/hosted-mark.ts';
import type { Log } from '../http/log.ts';
import type { Databases } from '../store/databases.ts';
import type { IdempotencyKeys } from '../store/idempotency.ts';
import { holdsRows } from './holds-rows.ts';

const EVERY_MS = 10 * 60_000;
/** Longer than any creation or deletion takes. */
const UNFINISHED_SECONDS = 10 * 60;
const LOOK_MS = 60_000;
const KEPT =
  'databases are there whole that the control plane does not know as whole, as after its restore from an older backup; they are kept, and nobody reaches them: restore a newer backup, or drop them on the engine';

type Hosting = Engine & { readonly server?: string };
type Unfinished = Awaited<ReturnType<Databases['unfinished']>>[number];

export interface Sweeping {
  /** What is being deleted goes now, however new; else as every other sweep. Ids of the databases that have gone lately. */
  now(): Promise<readonly string[]>;
  stop(): void;
}

/** Finishes what a crash interrupted and forgets what has expired, now and then. */
export function startSweeping({
  databases,
  keys,
  expiring,
  engines,
  engineOf,
  moves,
  log,
}: {
  databases: Databases;
  keys: IdempotencyKeys;
  /** What else forgets what has expired. */
  expiring: readonly { sweep(): Promise<void> }[];
  /** All that host databases, where there are several servers of one kind each by itself. */
  engines: readonly Hosting[];
  engineOf: EngineOf;
  /** Of databases from one server to another. */
  moves: {
    isMoving(id: string): Promise<boolean>;
    unlessMoving(id: string, server: string, work: () => Promise<void>): Promise<unknown>;
  };
  log: Log;
}): Sweeping {
  /** One that cannot be removed stands in nobody's way: it is tried again with the next sweep. */
  const remove = async (id: string, from: Engine, done: string) => {
    try {
      if ((await from.drop({ dbId: id })) === 'closed') return;
      await databases.remove(id);
      removed.push(id);
      log.info({ db: id }, done);
    } catch (error) {
      log.warn({ err: error, db: id }, 'a database could not be removed; it is tried again');
    }
  };
  /** A record of the same id may tell of another server. */
  const removeLeft = async (id: string, from: Hosting) => {
    try {
      if ((await from.drop({ dbId: id })) === 'closed') return;
      log.info({ db: id, server: from.server }, 'removed what no record tells of: a database or its logins, left by a creation or a move');
    } catch (error) {
      log.warn({ err: error, db: id, server: from.server }, 'what no record tells of could not be removed; it is tried again');
    }
  };
  /** Its record says that it is whole, and here: a move was cut short, before or after its end. */
  const openAgain = async ({ id, unfinishedSince }: HostedDatabase, on: Hosting) => {
    try {
      await moves.unlessMoving(id, on.server ?? 'main', async () => {
        if (unfinishedSince?.getTime() === LOGINS_ALONE.getTime()) {
          log.warn(
            { db: id, server: on.server },
            'somebody dropped it on its server, where its logins alone are left: restore it, or delete it',
          );
          return;
        }
        await on.open?.({ dbId: id });
        log.info({ db: id, server: on.server }, 'opened a database that a move had closed, or had not opened yet');
      });
    } catch (error) {
      log.warn({ err: error, db: id, server: on.server }, 'a database that a move left closed could not be opened; it is tried again');
    }
  };
  /** Told once, and again when others come to them. */
  const tellKept = (engine: Engine, ids: readonly string[]) => {
    const dbs = [...ids].sort();
    if (told.get(engine) === dbs.join()) return;
    told.set(engine, dbs.join());
    if (dbs.length > 0) log.warn({ engine: engine.name, dbs }, KEPT);
  };
  const told = new Map<Engine, string>();
  /** By the first sweep, or since the last one that the clock began. */
  let removed: string[] = [];

  /** A half-made database has no rows: one that has some is somebody's, and its record is older than it, as after a restore of the control plane. */
  const finish = async (found: Unfinished): Promise<'kept' | 'done'> => {
    const engine = engineOf(found);
    if (found.state === 'provisioning' && found.origin === 'hosted') {
      const there = (await engine.hosted()).find(({ id }) => id === found.id);
      // Rows of an agent memory are shown to those whose they are alone.
      const mayHold = async () => found.preset !== null || (await holdsRows(engine, { dbId: found.id }, AbortSignal.timeout(LOOK_MS)));
      if (there?.unfinishedSince === null && (await mayHold())) return 'kept';
    }
    await remove(found.id, engine, 'removed a database that was left half made or half deleted');
    return 'done';
  };

  /** One engine that is away keeps none of the others from it. */
  const sweepEngine = async (engine: Hosting, keptRecords: readonly string[]) => {
    try {
      // Records are written before what they tell of, so that these have lost theirs.
      const hosted = await engine.hosted();
      const unknown = new Set(
        await databases.unknown(
          hosted.map(({ id }) => id),
          engine.server,
        ),
      );
      const before = Date.now() - UNFINISHED_SECONDS * 1_000;
      for (const found of hosted) {
        const { id, unfinishedSince } = found;
        if (unfinishedSince === null) continue;
        if (!unknown.has(id)) await openAgain(found, engine);
        // A move makes for as long as it takes.
        else if (unfinishedSince.getTime() <= before && !(await moves.isMoving(id))) await removeLeft(id, engine);
      }
      const whole = hosted.filter(({ id, unfinishedSince }) => unknown.has(id) && unfinishedSince === null);
      // One that was deleted between the two looks has lost its record rightly.
      const still = whole.length === 0 ? [] : (await engine.hosted()).map(({ id }) => id);
      tellKept(engine, [...keptRecords, ...whole.flatMap(({ id }) => (still.includes(id) ? [id] : []))]);
      const healed = await engine.heal(hosted.flatMap(({ id }) => (unknown.has(id) ? [] : [id])));
      if (healed.length > 0)
        log.warn(
          { dbs: healed },
          'hosted databases had logins with other settings than the service gives them, or were made by an earlier version that closed less; both are as they should be',
        );
    } catch (error) {
      // The end of the service takes the engine away from one that is at work.
      if (!isStopped) log.warn({ err: error, engine: engine.name }, 'sweep of an engine failed; it is repeated');
    }
  };
  const sweep = async (deletingAtOnce = false) => {
    try {
      await keys.sweep();
      for (const each of expiring) await each.sweep();
      const kept: Unfinished[] = [];
      for (const found of await databases.unfinished(UNFINISHED_SECONDS, { deletingAtOnce })) {
        const became = await finish(found).catch((error: unknown) => {
          if (!isStopped) log.warn({ err: error, db: found.id }, 'a database could not be looked at; it is kept, and looked at again');
        });
        if (became === 'kept') kept.push(found);
      }
      for (const engine of engines)
        await sweepEngine(
          engine,
          kept.flatMap((found) => (found.engine === engine.name && (engine.server ?? found.server) === found.server ? [found.id] : [])),
        );
    } catch (error) {
      // The end of the service takes the control plane away from one that is at work.
      if (!isStopped) log.warn({ err: error }, 'sweep failed; it is repeated');
    }
  };
  let isStopped = false;
  let last = sweep();
  const again = (deletingAtOnce = false): Promise<void> => {
    last = last.then(() => sweep(deletingAtOnce));
    return last;
  };
  const timer = setInterval(() => {
    removed = [];
    void again();
  }, EVERY_MS);
  timer.unref();
  return {
    async now() {
      await again(true);
      return removed;
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
