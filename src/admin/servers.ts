import type { Config } from '../config.ts';
import { requireCluster } from '../engines/postgres/embedded-cluster.ts';
import { identityOf, type OpenServer, openHostingServer, openServer } from '../engines/postgres/open-server.ts';
import { administer } from '../engines/postgres/server.ts';
import { loadSecret } from '../secret.ts';
import { openStore, type Store } from '../store/control-plane.ts';
import { deploymentIdOf } from '../store/deployment.ts';
import { checkHostingServers } from '../store/hosting-servers.ts';
import { checkSecret, isSecretInUse } from '../store/secret-check.ts';
import type { Steps } from './operator.ts';

interface Options extends Steps {
  readonly config: Config;
}

type Work<T> = (servers: ReadonlyMap<string, OpenServer>, store: Store, secret: string) => Promise<T>;

/** All servers of hosted databases, by name, as a service opens them; others may be running. @throws Error that says what is in the way */
export async function onServers<T>({ config, onStep }: Options, work: Work<T>): Promise<T> {
  if (config.databaseUrl === undefined) await requireCluster(config.dataDir);
  const log = { info: () => undefined, warn: told(onStep), error: told(onStep) };
  const main = await openServer({ ...config, log });
  const servers = new Map<string, OpenServer>([['main', main]]);
  try {
    const store = await openStore(main.endpoint, () => undefined, undefined, undefined, { migrates: false });
    try {
      const secret = await loadSecret(config, () => isSecretInUse(store));
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
