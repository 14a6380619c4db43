import type { Config } from '../config.ts';
import { type MovePlace, moveDatabase } from '../engines/postgres/move/move.ts';
import { identityOf, type OpenServer, openHostingServer, openServer } from '../engines/postgres/open-server.ts';
import { drop, hosted, open } from '../engines/postgres/provision.ts';
import { administer } from '../engines/postgres/server.ts';
import { loadSecret } from '../secret.ts';
import { openStore, type Store } from '../store/control-plane.ts';
import { deploymentIdOf } from '../store/deployment.ts';
import { checkHostingServers } from '../store/hosting-servers.ts';
import { movingIn } from '../store/placements.ts';
import { checkSecret } from '../store/secret-check.ts';
import type { Steps } from './operator.ts';

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

type Work<T> = (servers: ReadonlyMap<string, OpenServer>, store: Store, secret: string) => Promise<T>;

/** All of them, by name, as a service opens them. */
async function onServers<T>({ config, onStep }: Pick<Options, 'config' | 'onStep'>, work: Work<T>): Promise<T> {
  const log = { info: () => undefined, warn: told(onStep), error: told(onStep) };
  const main = await openServer({ ...config, log });
  const servers = new Map<string, OpenServer>([['main', main]]);
  try {
    const store = await openStore(main.endpoint, () => undefined, undefined, undefined, { migrates: false });
    try {
      const secret = await loadSecret(config.secret, config.dataDir);
      await checkSecret(store, secret, { acceptsChange: false });
      const mark = `svc, deployment ${await deploymentIdOf(store)}`;
      const others = [];
      for (const { name, url } of config.hosting?.servers ?? []) {
        const opened = await openHostingServer({ name, url, mark, isUsed: false, log });
        servers.set(name, opened);
        others.push(opened);
      }
      await checkHostingServers(store, others, await administer(main, main.endpoint().database, identityOf));
      return await work(servers, store, secret);
    } finally {
      await store.destroy();
    }
  } finally {
    for (const server of [...servers.values()].reverse()) await server.close();
  }
}

const told =
  (onStep: (text: string) => void) =>
  (_facts: object, message: string): void =>
    onStep(message);
