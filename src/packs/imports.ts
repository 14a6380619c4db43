import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import { IMPORT_WORKERS, type ImportQueue } from '../store/import-queue.ts';
import type { ImportRow, Imports } from '../store/imports.ts';
import { phasesOf } from './phases/phases.ts';
import { createRunner, type Runner } from './runner.ts';
import { createScanner } from './tabular/apart/scanner.ts';

type Needs = Omit<Parameters<typeof createRunner>[0], 'phases'> & Omit<Parameters<typeof phasesOf>[0], 'scan'>;

interface Options extends Needs {
  readonly openQueue: (work: {
    readonly work: (id: string) => Promise<'more' | 'later' | 'done'>;
    readonly onError: (error: unknown) => void;
  }) => ImportQueue;
  readonly log: Needs['log'] & { warn(facts: object, text: string): void };
}

/** The imports of this service, and what works on those that go on by themselves. */
export interface RunningImports {
  readonly runner: Runner;
  /** Somebody works on it from now on. */
  begin(id: string): void;
  /** Those that became an account's meanwhile, or that a crash left, go on. */
  beginWaiting(): void;
  /** Another service has put something into the queue. */
  wake(): void;
  /** Forgets what has expired, and begins what a crash left waiting. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function startImports({ openQueue, ...needs }: Options): RunningImports {
  const { imports, log } = needs;
  const scanner = createScanner();
  const runner = createRunner({ ...needs, phases: phasesOf({ ...needs, scan: scanner.scan }) });
  const onError = (error: unknown) => log.warn({ err: error }, 'the queue of imports failed; it is tried again');
  const goOn = createGoOn(runner, imports);
  const queue = openQueue({ work: goOn, onError });
  const begin = (id: string): void => void queue.send(id).catch(onError);
  const beginWaiting = async (): Promise<void> => {
    for (const id of await imports.waiting()) begin(id);
  };
  // What a service that died was at work on is taken over soon after its lease has ended.
  const takingOver = setInterval(() => void beginWaiting().catch(onError), LIMITS.importLeaseSeconds * 1_000);
  takingOver.unref();
  return {
    runner,
    begin,
    wake: queue.wake,
    async sweep() {
      await imports.sweep();
      await beginWaiting();
    },
    beginWaiting: () => void beginWaiting().catch(onError),
    async close() {
      clearInterval(takingOver);
      runner.stop();
      await queue.close();
      await scanner.close();
    },
  };
}

/** Imports of one owner at once: those that take minutes, as large workbooks and slow addresses do, hold up nobody else's. */
const OWNER_MAX = IMPORT_WORKERS - 1;

function createGoOn(runner: Runner, imports: Imports): (id: string) => Promise<'more' | 'later' | 'done'> {
  const running = new Map<string, number>();
  return async (id) => {
    const before = await imports.find(id);
    if (!before || before.phase === 'complete') return 'done';
    const { owner_id: owner } = before;
    const others = running.get(owner) ?? 0;
    if (others >= OWNER_MAX) return 'later';
    running.set(owner, others + 1);
    try {
      return await goOn(runner, imports, before);
    } finally {
      const left = (running.get(owner) ?? 1) - 1;
      if (left > 0) running.set(owner, left);
      else running.delete(owner);
    }
  };
}

/** What is passing is thrown, so that the queue tries it again, a little later each time. */
async function goOn(runner: Runner, imports: Imports, { id, error: before }: ImportRow): Promise<'more' | 'done'> {
  if (before?.retryable) await imports.clearError(id);
  else if (before) return 'done';
  try {
    const row = await runner.run(id, 'complete');
    if (row.error?.retryable) throw new Passing(row.error.code);
    return row.phase === 'complete' || row.error ? 'done' : 'more';
  } catch (error) {
    // Whoever works on it goes on, and what is deleted is done.
    if (error instanceof Fault && (error.code === 'import_busy' || error.code === 'import_not_found')) return 'done';
    throw error;
  }
}

class Passing extends Error {}
