import { setTimeout as delay } from 'node:timers/promises';
import type { HostingUrls } from '../../hosting-urls.ts';
import type { Engine } from '../engine.ts';
import { identityOf, type OpenHostingServer, type OpenServer, openHostingServer } from './open-server.ts';
import { administer, serverAnswers } from './server.ts';
import { createSpreadPostgres, type Placements } from './spread.ts';

interface Options {
  /** Null where the control plane's own server hosts all. */
  readonly hosting: HostingUrls | null;
  readonly main: OpenServer;
  readonly engineOn: (server: OpenServer, name: string) => Engine;
  readonly placements: Placements;
  /** Whether these are the servers that the databases are on. @throws Error that says what to do */
  readonly check: (servers: readonly Pick<OpenHostingServer, 'name' | 'identity'>[], main: string | null) => Promise<void>;
  /** Tells the services of this control plane from others that host on the same servers. */
  readonly deployment: string;
  readonly log: Parameters<typeof openHostingServer>[0]['log'];
}

export interface Spread {
  /** All of them as one. */
  readonly engine: Engine;
  /** Each by itself, for who looks after what is there; null where there is one. */
  readonly engines: readonly (Engine & { readonly server: string })[] | null;
  /** Beside the control plane's own. */
  readonly servers: readonly OpenHostingServer[];
  /** Of the latter, asked within a second. */
  states(): Promise<Readonly<Record<string, 'answers' | 'away'>>>;
  /** After the engine. */
  close(): Promise<void>;
}

const STATE_MS = 1_000;

/** The servers that hosted databases are spread over. @throws Error of one line that says what to do */
export async function openSpread({ hosting, main, engineOn, placements, check, deployment, log }: Options): Promise<Spread> {
  const ofMain = engineOn(main, 'main');
  const servers: OpenHostingServer[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
  let looking: ReturnType<Spread['states']> | null = null;
  const look = async () => {
    const told = servers.map(async (server) => {
      const isThere = await Promise.race([serverAnswers(server), delay(STATE_MS, false, { ref: false })]);
      return [server.name, isThere ? 'answers' : 'away'] as const;
    });
    return Object.fromEntries(await Promise.all(told));
  };
  /** Probes that come meanwhile wait with it. */
  const states = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  try {
    if (hosting === null) {
      await check([], null);
      return { engine: ofMain, engines: null, servers, states, close };
    }
    const counts = await placements.counts();
    const mark = `svc, deployment ${deployment}`;
    for (const { name, url } of hosting.servers) servers.push(await openHostingServer({ name, url, mark, isUsed: counts.has(name), log }));
    await check(servers, await administer(main, main.endpoint().database, identityOf));
    const all = [
      { name: 'main', engine: ofMain, takesNew: async () => true },
      ...servers.map((server) => ({ name: server.name, engine: engineOn(server, server.name), takesNew: server.takesNew })),
    ];
    const forNew = [...(hosting.takesMain ? ['main'] : []), ...servers.map(({ name }) => name)];
    const engines = all.map(({ name, engine }) => ({ ...engine, server: name }));
    return { engine: createSpreadPostgres({ servers: all, forNew, placements }), engines, servers, states, close };
  } catch (error) {
    await ofMain.close();
    await close();
    throw error;
  }
}
