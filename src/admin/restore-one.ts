import type { Config } from '../config.ts';
import type { SchemaPreset } from '../contract/database.ts';
import { newDatabaseId } from '../databases/design.ts';
import { onScratchCluster } from '../engines/postgres/embedded-scratch.ts';
import { copyAs } from '../engines/postgres/move/copy-as.ts';
import type { Server } from '../engines/postgres/server.ts';
import { newId } from '../lib/id.ts';
import { auditIn } from '../store/audit.ts';
import { openStore, type Store } from '../store/control-plane.ts';
import { type DatabaseRecord, databasesIn } from '../store/databases.ts';
import { movingIn } from '../store/placements.ts';
import { keptFiles } from './kept-files.ts';
import { readManifest } from './manifest.ts';
import { engineLog, type Steps } from './operator.ts';
import { placeOf } from './place-of.ts';
import { onServers } from './servers.ts';

interface Options extends Steps {
  /** Of the service that gets the database; it may be running. */
  readonly config: Config;
  /** Of a backup, or `s3://<bucket>/<prefix>`. */
  readonly folder: string;
  /** An id, or a name that one database of the backup has. */
  readonly db: string;
}

export interface RestoredOne {
  readonly id: string;
  readonly slug: string;
  readonly ownerId: string;
  /** Its id in the backup. */
  readonly was: string;
  readonly createdAt: string;
  readonly rows: number;
}

/**
 * Makes a new database of one in a backup, under its owner: one that is there still stays as it is. The backup's PostgreSQL is started in
 * a folder of its own inside of the data folder, and goes with it. @throws Error that says what is in the way
 */
export async function restoreOne({ config, folder, db, onStep }: Options): Promise<RestoredOne> {
  const kept = await placeOf(folder);
  const manifest = await readManifest(kept);
  return await onServers({ config, onStep }, async (servers, store, secret) => {
    const [main] = servers.values();
    if (!main) throw new Error('There is no server of the control plane.');
    onStep('Copying the backup');
    const scratch = {
      around: config.dataDir,
      major: manifest.postgres,
      log: engineLog(onStep),
      onStep,
      ...keptFiles(kept, manifest).cluster,
    };
    return await onScratchCluster(scratch, async (from) => {
      const { found, glossary } = await inBackup(from, db);
      const ownerId = await ownerIn(store, found);
      const id = newDatabaseId(found.slug);
      let slug = found.slug;
      onStep('Copying the database');
      const limits = { statementTimeoutMs: config.statementTimeoutMs, maxSessions: config.poolMaxPerRole * 4 };
      const record = async () => {
        slug = await recordReady(store, { id, ownerId, found, glossary });
      };
      // Under the lock of moves, which tells sweeps that somebody is at work on what no record tells of.
      const rows = await movingIn(store, id, () => copyAs({ from, to: main, dbId: found.id, newId: id, secret, limits, record }));
      if (rows === null) throw new Error(`${id} is being moved.`);
      return { id, slug, ownerId, was: found.id, createdAt: manifest.createdAt, rows };
    });
  });
}

interface Found {
  readonly found: DatabaseRecord;
  /** As it is kept. */
  readonly glossary: string | null;
}

/** Also of a backup that an earlier version made. @throws Error that says what there is */
async function inBackup(from: Server, db: string): Promise<Found> {
  const store = await openStore(from.endpoint, () => undefined);
  try {
    const all = await store.selectFrom('database').selectAll().where('state', '=', 'ready').orderBy('created_at').orderBy('id').execute();
    const [found, ...others] = all.some(({ id }) => id === db)
      ? all.filter(({ id }) => id === db)
      : all.filter(({ slug, name }) => slug === db || name === db);
    if (found === undefined) throw new Error(`The backup has no database ${db}: ${listed(all, 'it has none')}.`);
    if (others.length > 0)
      throw new Error(`The backup has several databases ${db}: name one by its id, ${listed([found, ...others], '')}.`);
    if (found.origin === 'connected')
      throw new Error(`${found.id} is a connected database, which is where it was: connect it again with \`svc db connect\`.`);
    if (found.engine === 'clickhouse') throw new Error(`${found.id} is on ClickHouse, which a backup does not hold.`);
    if (found.server !== 'main')
      throw new Error(`${found.id} was on the server ${found.server}, which this backup does not hold: restore it from that server’s own.`);
    const words = await store.selectFrom('glossary').select('glossary').where('db_id', '=', found.id).executeTakeFirst();
    return { found, glossary: words?.glossary ?? null };
  } finally {
    await store.destroy();
  }
}

const LISTED_MAX = 20;
const listed = (all: readonly DatabaseRecord[], none: string): string =>
  all.length === 0
    ? none
    : `${all
        .slice(0, LISTED_MAX)
        .map(({ id, slug }) => `${id} (${slug})`)
        .join(', ')}${all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : ''}`;

/** Whose it is today: an account may have taken over what an anonymous session had. @throws Error where nobody has it */
async function ownerIn(store: Store, { id, owner_id }: DatabaseRecord): Promise<string> {
  const session = await store.selectFrom('anonymous_session').select(['id', 'adopted_by']).where('id', '=', owner_id).executeTakeFirst();
  const owner = session?.adopted_by ?? owner_id;
  if (session && session.adopted_by === null) return owner;
  const account = await store.selectFrom('account').select('id').where('id', '=', owner).executeTakeFirst();
  if (!account)
    throw new Error(
      `This service has no account ${owner}, whose ${id} was: name the data folder of the service that the backup is of, or restore all of it into a new one.`,
    );
  return owner;
}

/** The slug that it has. */
async function recordReady(
  store: Store,
  { id, ownerId, found, glossary }: Found & { readonly id: string; readonly ownerId: string },
): Promise<string> {
  const [databases, log] = [databasesIn(store), auditIn(store)];
  const { name, engine, privacy } = found;
  const preset = found.preset as SchemaPreset | null;
  for (;;) {
    const slug = await databases.freeSlug(ownerId, found.slug);
    // Another create may have taken it meanwhile.
    if ((await databases.insert({ id, ownerId, slug, name, engine, privacy, preset })) === 'slug_taken') continue;
    await store.transaction().execute(async (transaction) => {
      await transaction.updateTable('database').set({ state: 'ready' }).where('id', '=', id).execute();
      if (glossary !== null) await transaction.insertInto('glossary').values({ db_id: id, glossary }).execute();
      const isAccount = await transaction.selectFrom('account').select('id').where('id', '=', ownerId).executeTakeFirst();
      if (isAccount)
        await log.append(transaction, ownerId, {
          ...{ id: newId(), at: new Date(), action: 'database.create', actor: 'operator', keyId: null, subject: id },
          ...{ details: { slug, engine, restoredFrom: found.id }, requestId: newId(), address: null, surface: 'cli' },
        });
    });
    return slug;
  }
}
