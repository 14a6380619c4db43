import type { Config } from '../config.ts';
import { type MovePlace, moveDatabase } from '../engines/postgres/move/move.ts';
import type { OpenServer } from '../engines/postgres/open-server.ts';
import { drop, hosted, open } from '../engines/postgres/provision.ts';
import { movingIn } from '../store/placements.ts';
import type { Steps } from './operator.ts';
import { onServers } from './servers.ts';

interface Options extends Steps {
  readonly config: Config;
  readonly dbId: string;
  /** A name of SVC_HOSTING_URLS, or `main`. */
  readonly to: string;
  readonly onPlace?: (place: MovePlace) => void;
}

export interface Moved {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Null where it was there already, and what an earlier move had left was done. */
  readonly rows: number | null;
}

/**
 * Moves one hosted PostgreSQL database to another of the servers. Services go on: who writes to it meanwhile waits, or is told to come
 * again. The same once more goes on with a move that was cut short. @throws Error that says what is in the way
 */
export async function moveTo({ config, dbId, to, onStep, onPlace = () => undefined }: Options): Promise<Moved> {
  const { hosting } = config;
  if (hosting === null) throw new Error('SVC_HOSTING_URLS names no servers: set it as it is set for the services.');
  const names = ['main', ...hosting.servers.map(({ name }) => name)];
  if (!names.includes(to)) throw new Error(`SVC_HOSTING_URLS names no server "${to}": it may be ${names.join(', ')}.`);
  return await onServers({ config, onStep }, async (servers, store, secret) => {
    const moved = await movingIn(store, dbId, async (record): Promise<Moved> => {
      const from = await record.server();
      if (from === null)
        throw new Error(`${dbId} is no database that is hosted on PostgreSQL and ready: \`svc admin drop\` shows the ids of an account.`);
      const [source, target] = [servers.get(from), servers.get(to)];
      if (!source || !target) throw new Error(`SVC_HOSTING_URLS names no server "${from}", which the database is on.`);
      const here = { onStep, dbId };
      await finish(here, servers, from);
      if (from === to) return { id: dbId, from, to, rows: null };
      const rows = await moveDatabase({
        ...{ from: source, to: target, dbId, secret, onPlace },
        limits: { statementTimeoutMs: config.statementTimeoutMs, maxSessions: config.poolMaxPerRole * 4 },
        record: { move: () => record.move(from, to), isMoved: async () => (await record.settled()) === to },
      });
      return { id: dbId, from, to, rows };
    });
    if (moved === null) throw new Error(`${dbId} is being moved already.`);
    return moved;
  });
}

/** What a move that was cut short has left: its place is opened, and what is unfinished elsewhere goes. @throws Error for a whole one elsewhere */
async function finish(
  { dbId, onStep }: Pick<Options, 'dbId' | 'onStep'>,
  servers: ReadonlyMap<string, OpenServer>,
  at: string,
): Promise<void> {
  for (const [name, server] of servers) {
    const found = (await hosted(server)).find(({ id }) => id === dbId);
    if (!found || (name === at && found.unfinishedSince === null)) continue;
    if (name === at) {
      await open(server, dbId);
      onStep(`An earlier move had left it closed on ${name}: it is open.`);
    } else if (found.unfinishedSince === null) {
      throw new Error(
        `${name} has a whole database of this id, which the control plane does not know, as after its restore from an older backup: look at it, and drop it there.`,
      );
    } else {
      if ((await drop(server, dbId)) === 'closed')
        throw new Error(`What an earlier move left on ${name} cannot be removed yet: try again.`);
      onStep(`Removed what an earlier move had left on ${name}.`);
    }
  }
}
