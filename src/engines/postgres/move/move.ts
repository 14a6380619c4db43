import type pg from 'pg';
import { grantLogins, type RoleLimits } from '../login-settings.ts';
import { close, drop, open } from '../provision.ts';
import { quoteName, roleName, type Server } from '../server.ts';
import { UPDATE_LOCK, updateSvcSchema } from '../svc-schema.ts';
import { copyDatabase, inSession, refuseWhatStays, texts } from './copy.ts';

/** Where a move is; each is told before what comes next is begun. */
export type MovePlace = 'locked' | 'made' | 'filled' | 'copied' | 'closed' | 'recorded' | 'opened' | 'done';

interface Options {
  readonly from: Server;
  readonly to: Server;
  readonly dbId: string;
  readonly secret: string;
  readonly limits: RoleLimits;
  /** Which server the record names: the one truth of where the database is. */
  readonly record: {
    /** From one to the other, in one step. False where it did not say `from` any more. @throws what leaves it unknown */
    move(): Promise<boolean>;
    /** Whether it says `to` by now. */
    isMoved(): Promise<boolean>;
  };
  readonly onPlace: (place: MovePlace) => void;
}

/**
 * Moves a hosted database. Everybody reads it meanwhile; who writes waits for a lock, and is told to come again after some seconds.
 * Its people are locked out of the place that it leaves before the record names the new one, so that nothing is written where nobody
 * looks. Whatever dies on the way, the record names the place that is whole: the other one is marked as unfinished, and a sweep,
 * or the same move again, removes it. How many rows were moved. @throws Error that says what is in the way
 */
export async function moveDatabase({ from, to, dbId, secret, limits, record, onPlace }: Options): Promise<number> {
  await updateSvcSchema(from, dbId);
  let isClosed = false;
  try {
    return await inSession(from, dbId, async (source) => {
      await refuseWhatStays(source, 'a move');
      await lock(source, dbId);
      onPlace('locked');
      const grants = (await grantLogins(source, [dbId])).get(dbId) ?? [];
      const copied = await copyDatabase({ source, to, dbId, secret, limits, grants, onPlace });
      onPlace('copied');
      const [pid] = await texts(source, 'SELECT pg_backend_pid()::text');
      isClosed = true;
      await close(from, dbId, Number(pid));
      onPlace('closed');
      if (!(await record.move())) throw new Error(`${dbId} was deleted, or moved, meanwhile.`);
      onPlace('recorded');
      await open(to, dbId);
      onPlace('opened');
      // With this session, which kept everybody from writing until the end.
      await drop(from, dbId);
      onPlace('done');
      return copied;
    });
  } catch (error) {
    // Where the control plane does not say how it ended, both stay as they are: nobody is let in where the record may not point.
    if (isClosed && (await record.isMoved())) throw error;
    await drop(to, dbId).catch(() => undefined);
    // One that was deleted meanwhile is not there.
    if (isClosed) await open(from, dbId).catch(() => undefined);
    throw error;
  }
}

const LOCK_WAIT = '60s';

/**
 * Until the session ends: no write begins, since each takes its key in `svc.reply` first, no table and no grant is made or ended, and what
 * was begun has ended. Reading goes on. (1 is the schema's own lock, 2 that of rights.)
 */
async function lock(source: pg.Client, dbId: string): Promise<void> {
  await source.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  for (const key of [2, UPDATE_LOCK]) await source.query('SELECT pg_advisory_xact_lock($1)', [key]);
  await source.query('LOCK TABLE svc.reply IN EXCLUSIVE MODE');
  await source.query('SELECT pg_advisory_xact_lock(1)');
  const own = await texts(source, LOCKED.replace('$', "= 'svc'"));
  for (const name of own) await source.query(`LOCK TABLE ${name} IN EXCLUSIVE MODE`);
  await source.query(`SET LOCAL ROLE ${quoteName(roleName(dbId, 'owner'))}`);
  for (const name of await texts(source, LOCKED.replace('$', "NOT IN ('svc', 'information_schema') AND n.nspname !~ '^pg_'")))
    await source.query(`LOCK TABLE ${name} IN EXCLUSIVE MODE`);
  await source.query('SET LOCAL ROLE NONE');
}

const LOCKED = `SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname $ ORDER BY c.oid`;
