import type { TablesPreset } from '../contract/database.ts';
import { newDatabaseId, slugOf } from '../databases/design.ts';
import type { Room } from '../databases/room.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { AuditLog } from '../store/audit.ts';
import type { Databases } from '../store/databases.ts';
import type { Phase } from './job.ts';

interface Dependencies {
  readonly databases: Databases;
  /** What hosts new databases. */
  readonly engine: Engine;
  readonly audit: Pick<AuditLog, 'append'>;
  /** One more where there is room. @throws Fault storage_full, quota_exceeded, account_blocked */
  readonly addDatabase: Room['databaseOf'];
}

/**
 * The database that an import goes into. One that it makes is noted with the import before it is made, so that a crash leaves none that nobody knows of, and
 * whoever goes on makes that one.
 */
export function createProvide({ databases, engine, audit, addDatabase }: Dependencies, preset: TablesPreset | null): Phase {
  return async (job) => {
    const { owner_id: ownerId, name } = job.row;
    if (job.dbId !== null) {
      if (!(await databases.read(job.dbId, ownerId))) throw new Fault('db_not_found', { params: { db: job.dbId } });
      return 'done';
    }
    const { making } = job.state;
    if (making === null) {
      const title = name ?? titleOf(job.state.files.map((file) => file.name));
      const slug = await databases.freeSlug(ownerId, slugOf(title));
      const id = newDatabaseId(slug);
      await addDatabase(ownerId, async (max) => {
        const found = await databases.insert({ id, ownerId, slug, name: title, engine: engine.name, preset }, max);
        // Somebody took the slug meanwhile: the next one is looked for.
        if (found === null) job.state.making = id;
        return found === 'slug_taken' ? null : found;
      });
      return 'more';
    }
    // What a crash left of it.
    await engine.drop({ dbId: making });
    await engine.provision({ dbId: making }, preset, job.signal);
    job.dbId = making;
    job.state.making = null;
    const { by } = job.state;
    job.alongside = async (transaction) => {
      await transaction.updateTable('database').set({ state: 'ready' }).where('id', '=', making).execute();
      if (by)
        await audit.append(transaction, ownerId, {
          id: newId(),
          at: new Date(),
          ...by,
          action: 'database.create',
          subject: making,
          details: { engine: engine.name, import: true },
        });
    };
    return 'more';
  };
}

/** One file's name, or the folder that all are in. */
function titleOf(names: readonly string[]): string {
  const [first = 'import'] = names;
  const folder = first.includes('/') ? (first.split('/')[0] ?? '') : '';
  const isCommon = names.length > 1 && folder !== '' && names.every((name) => name.startsWith(`${folder}/`));
  const own = (first.split('/').at(-1) ?? first).replace(/\.[a-z0-9]{1,10}$/i, '');
  return (isCommon ? folder : names.length > 1 ? `${own} and ${names.length - 1} more` : own).slice(0, 80) || 'import';
}
