import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';

/** The services of one control plane tell each other that there is work for whoever polls. */
export const IMPORT_QUEUED = 'svc_import_queued';

export interface ImportQueue {
  /** Whoever of all services comes first works on it. */
  send(id: string): Promise<void>;
  /** There is work, of this service's own or of another's: from now on this one takes of it. */
  wake(): void;
  close(): Promise<void>;
}

interface Options {
  /** Works for a while; `more` when it is to come again, `later` when its turn has not come. What it throws is tried again later. */
  readonly work: (id: string) => Promise<'more' | 'later' | 'done'>;
  readonly onError: (error: unknown) => void;
}

const QUEUE = 'import';
const POLL_SECONDS = 1;
/** Longer than one job's share of the work; who died is taken over after it. */
const EXPIRES_SECONDS = 60;
/** Imports that one service works on at once. */
export const IMPORT_WORKERS = 4;
/** Until an import comes again whose turn had not come. */
const LATER_SECONDS = 1;
const RETRIES = 8;
const RETRY_SECONDS = 2;
const STOP_MS = 5_000;

/**
 * Jobs on the control plane, by pg-boss. It is started when there is the first job: a service that imports nothing polls for nothing. Jobs say which import,
 * and nothing of it; how far that is, is in its own record.
 */
export function openImportQueue(store: Store, { work, onError }: Options): ImportQueue {
  let starting: Promise<{ boss: PgBoss; workers: readonly string[] }> | null = null;
  let isClosed = false;

  async function start() {
    const boss = new PgBoss({
      // The service's own pool, which follows an embedded server that moves.
      db: { executeSql: async (text, values) => ({ rows: [...(await store.executeQuery(CompiledQuery.raw(text, values ?? []))).rows] }) },
      schema: `${CONTROL_SCHEMA}_queue`,
      schedule: false,
      maintenanceIntervalSeconds: 60,
      deleteAfterDays: 1,
    });
    boss.on('error', onError);
    await boss.start();
    // One that waits is enough for an import. That one alone works on it is the lease's to say: a job that a dead service left at work must hold up nobody.
    await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short' });
    // A queue that an earlier version made let each import have one job at work, and what waited behind a dead one held up all others.
    await boss.updateQueue(QUEUE, { name: QUEUE, policy: 'short' });
    const workers: string[] = [];
    for (let count = 0; count < IMPORT_WORKERS; count++)
      workers.push(
        await boss.work<{ id: string }>(QUEUE, { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 }, async ([job]) => {
          if (!job) return;
          const next = await work(job.data.id);
          if (next !== 'done') await add(boss, workers, job.data.id, next === 'later' ? LATER_SECONDS : 0);
        }),
      );
    return { boss, workers };
  }

  const add = async (boss: PgBoss, workers: readonly string[], id: string, startAfter = 0): Promise<void> => {
    await boss.send(
      QUEUE,
      { id },
      {
        singletonKey: id,
        startAfter,
        expireInSeconds: EXPIRES_SECONDS,
        retryLimit: RETRIES,
        retryDelay: RETRY_SECONDS,
        retryBackoff: true,
      },
    );
    if (startAfter > 0) return;
    for (const worker of workers) boss.notifyWorker(worker);
  };

  const started = (): NonNullable<typeof starting> => {
    starting ??= start().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  };

  return {
    async send(id) {
      if (isClosed) return;
      const { boss, workers } = await started();
      await add(boss, workers, id);
      await sql`SELECT pg_notify(${IMPORT_QUEUED}, '')`.execute(store);
    },
    wake() {
      if (!isClosed) started().catch(onError);
    },
    async close() {
      isClosed = true;
      const open = await starting?.catch(() => null);
      await open?.boss.stop({ graceful: true, wait: true, timeout: STOP_MS }).catch(onError);
    },
  };
}
