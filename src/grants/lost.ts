import type { LostPart } from '../engines/engine.ts';
import type { Log } from '../http/log.ts';
import type { Grants } from '../store/grants.ts';
import { grantLogin } from './access.ts';

/** Notes in the records of a database's grants what a change of its schema took out of them; both sides see it there. */
export const createNoteLost =
  ({ grants, log }: { readonly grants: Pick<Grants, 'ofDatabase' | 'lose'>; readonly log: Pick<Log, 'warn'> }) =>
  async (dbId: string, lost: readonly LostPart[]): Promise<void> => {
    try {
      for (const { id } of await grants.ofDatabase(dbId)) {
        const parts = lost.filter(({ grant }) => grant === grantLogin(id));
        if (parts.length > 0) await grants.lose(id, parts);
      }
    } catch (error) {
      // The change holds, and the grants show less, whether it is noted or not.
      log.warn({ err: error, db: dbId, lost }, 'what a change of the schema took out of grants could not be noted in their records');
    }
  };
