import type { Engine } from '../engines/engine.ts';
import type { Log } from '../http/log.ts';
import type { GrantRow, Grants } from '../store/grants.ts';
import { grantLogin } from './access.ts';

/** Takes away what the engine has of a grant that nobody may use any more. */
export type EndGrant = (row: Pick<GrantRow, 'id' | 'db_id'>) => Promise<void>;

interface Dependencies {
  readonly grants: Grants;
  readonly engine: Engine;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

/** Longer than any grant takes to be made. */
const UNFINISHED_SECONDS = 10 * 60;
const EVERY_MS = 10_000;

/** What fails, or is cut short, is gone on with by `startEnding`. */
export const createEndGrant =
  ({ grants, engine }: Omit<Dependencies, 'log'>): EndGrant =>
  async ({ id, db_id: dbId }) => {
    if ((await engine.endGrant({ dbId }, grantLogin(id))) === 'gone') await grants.finish(id);
  };

/** Finishes what a crash interrupted, and ends the grants of databases and accounts that are gone, every ten seconds. */
export function startEnding({ grants, log, end }: Omit<Dependencies, 'engine'> & { readonly end: EndGrant }): { stop(): void } {
  let isStopped = false;
  let isAtWork = false;
  const sweep = async () => {
    if (isAtWork) return;
    isAtWork = true;
    try {
      for (const row of await grants.unfinished(UNFINISHED_SECONDS)) {
        await end(row).catch((error: unknown) => {
          if (!isStopped) log.warn({ err: error, grant: row.id }, 'the login of a grant could not be removed; it is tried again');
        });
      }
    } catch (error) {
      // The end of the service takes the control plane away from one that is at work.
      if (!isStopped) log.warn({ err: error }, 'grants that have ended could not be looked up; it is repeated');
    } finally {
      isAtWork = false;
    }
  };
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
