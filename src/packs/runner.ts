import { createHash, randomUUID } from 'node:crypto';
import { ERRORS } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { IMPORT_PHASES, type ImportPhase, type PackId } from '../contract/packs.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Databases } from '../store/databases.ts';
import type { ImportFiles } from '../store/import-files.ts';
import type { ImportRow, Imports } from '../store/imports.ts';
import type { Job, Phase } from './job.ts';
import { importError } from './record.ts';
import type { ImportState } from './state.ts';
import { unreadable } from './unreadable.ts';

/** What an import goes through, in order, for each pack. */
export type Phases = Readonly<Record<PackId, Readonly<Record<Exclude<ImportPhase, 'complete'>, Phase>>>>;

interface Dependencies {
  readonly imports: Imports;
  readonly files: ImportFiles;
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly phases: Phases;
  /** @throws Fault storage_full, quota_exceeded, account_blocked */
  readonly requireRoom: (ownerId: string) => Promise<void>;
  readonly onWritten: (dbId: string) => void;
  readonly log: { error(facts: object, text: string): void };
  /** Told where the work is, around all that is stored: what it throws ends the work as the death of this process would. */
  readonly onStep?: (place: string) => void;
}

export interface Runner {
  /**
   * Works on an import: to the end of its phase, or until it is complete, or for a while. Whoever comes next goes on where this stopped, however it stopped.
   * Why it stands still is kept with it, and thrown by nobody.
   * @throws Fault import_not_found, import_busy
   */
  run(id: string, until: 'phase' | 'complete'): Promise<ImportRow>;
  /** Ends what runs, where it is. */
  stop(): void;
}

const RENEW_EVERY_MS = (LIMITS.importLeaseSeconds * 1_000) / 4;

export function createRunner({
  imports,
  files,
  databases,
  engine: engineOf,
  phases,
  requireRoom,
  onWritten,
  log,
  onStep,
}: Dependencies): Runner {
  const running = new Set<AbortController>();

  /** @throws whatever the phase throws, Lost where somebody else has the import by now */
  async function work(row: ImportRow, lease: string, until: 'phase' | 'complete', signal: AbortSignal): Promise<void> {
    let { phase, progress } = row;
    let dbId = row.db_id;
    let state = row.state as ImportState;
    const end = performance.now() + LIMITS.importSliceMs;
    let forgetting: Promise<void> | null = null;
    while (phase !== 'complete' && performance.now() < end) {
      // Of what is in tables nothing is read again, and dropping it takes as long as counting does.
      if (phase === 'verifying' && state.portions.every(({ table }) => table !== null))
        forgetting ??= imports.forgetSource(row.id, lease).catch(() => undefined);
      const job = jobOf(row, { phase, dbId, progress, state: structuredClone(state) }, signal);
      const outcome = await phases[row.pack_id][phase](job);
      if (signal.aborted) throw new Lost();
      if (outcome === 'done') {
        job.phase = IMPORT_PHASES[IMPORT_PHASES.indexOf(phase) + 1] as ImportPhase;
        job.state.at = 0;
      }
      const place = `${phase} ${state.at}`;
      step(`before ${place}`);
      const change = { phase: job.phase, dbId: job.dbId, progress: job.progress, state: job.state };
      // What is not gone by now goes with the completion.
      if (job.phase === 'complete') await forgetting;
      if (!(await imports.checkpoint(row.id, lease, change, job.alongside ?? undefined))) throw new Lost();
      step(`after ${place}`);
      ({ phase, dbId, progress, state } = job);
      if (outcome === 'done' && until === 'phase') return;
    }
  }

  const step = (place: string): void => {
    try {
      onStep?.(place);
    } catch (error) {
      throw new Died(error);
    }
  };

  function jobOf(row: ImportRow, now: Pick<Job, 'phase' | 'dbId' | 'progress' | 'state'>, signal: AbortSignal): Job {
    return {
      row,
      ...now,
      files,
      signal,
      alongside: null,
      async write(name, work) {
        const database = now.dbId === null ? null : await databases.find(now.dbId, row.owner_id);
        if (!database) throw new Fault('db_not_found', { params: { db: now.dbId } });
        await requireRoom(row.owner_id);
        const engine = engineOf(database);
        const fingerprint = createHash('sha256').update(name).digest('hex');
        const once = { scope: row.id, key: name, fingerprint, traceId: newId() };
        const { reply } = await engine
          .write({ dbId: database.id }, once, async (transaction) => JSON.stringify((await work(transaction, engine)) ?? null), {
            as: 'owner',
            signal,
          })
          .catch(passing);
        onWritten(database.id);
        step(`wrote ${name}`);
        return JSON.parse(reply);
      },
    };
  }

  return {
    async run(id, until) {
      const lease = randomUUID();
      const row = await imports.lease(id, lease);
      if (!row) throw new Fault((await imports.find(id)) ? 'import_busy' : 'import_not_found');
      const controller = new AbortController();
      running.add(controller);
      const renewing = setInterval(() => {
        imports.renew(id, lease).then(
          (isMine) => {
            if (!isMine) controller.abort();
          },
          () => undefined,
        );
      }, RENEW_EVERY_MS);
      let error: Fault | null = null;
      const isGivenUp = row.attempts > LIMITS.importAttemptsMax;
      try {
        if (isGivenUp) throw givenUp(row.phase);
        await work(row, lease, until, controller.signal);
      } catch (thrown) {
        if (thrown instanceof Died) throw thrown.cause;
        if (!(thrown instanceof Lost) && !controller.signal.aborted) error = asFault(thrown, log);
      } finally {
        clearInterval(renewing);
        running.delete(controller);
      }
      await imports.release(id, lease, error === null ? null : importError(error), isGivenUp);
      const now = await imports.find(id);
      if (!now) throw new Fault('import_not_found');
      return now;
    },
    stop() {
      for (const controller of running) controller.abort();
    },
  };
}

/** Somebody else has the import by now, or it is deleted. */
class Lost extends Error {}

/** What ends the service would end it again and again, for everybody. */
const givenUp = (phase: ImportPhase): Fault =>
  unreadable(
    `The step "${phase}" was begun ${LIMITS.importAttemptsMax} times and never came to an end. A retry does not begin it again: begin a new import, of smaller or simpler files.`,
  );

/** A step is of a bounded size: one that ran out of time met a busy server, and there is nothing in it to narrow. */
function passing(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'query_timeout') throw error;
  const { limitMs } = error.params ?? {};
  const reason = `A step of the import was not done within ${String(limitMs)} ms and was stopped; nothing of it is there. An import that goes on by itself begins it again; another one goes on by a retry.`;
  throw new Fault('overloaded', { params: { limitMs, reason }, cause: error });
}

class Died extends Error {
  constructor(cause: unknown) {
    super('The work was ended where it was.', { cause });
  }
}

/** What nobody meant is a fault of ours. An engine's message may quote a value of the source, so that its place alone is logged. */
function asFault(error: unknown, log: Dependencies['log']): Fault {
  const fault = error instanceof Fault ? error : new Fault('internal_error');
  if (ERRORS[fault.code].http < 500) return fault;
  const { cause = error } = fault;
  const { name, stack = '', code } = (cause ?? {}) as { name?: string; stack?: string; code?: unknown };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  log.error({ code: fault.code, error: name, sqlstate: code, frames: frames.slice(0, 8) }, 'an import failed');
  return fault;
}
