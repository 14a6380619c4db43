import type { Config } from '../config.ts';
import { openOperatorServer } from '../engines/postgres/operator-session.ts';
import { openStore, type Store } from '../store/control-plane.ts';
import { engineLog, type Steps } from './operator.ts';

/** Of an operator's command that changes something: where the control plane is. */
export interface Operating extends Steps {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
}

/** Works on a control plane that is exactly this version's; services may be running on it. @throws Error that says what is in the way */
export async function onControlPlane<T>({ config, onStep }: Operating, work: (store: Store) => Promise<T>): Promise<T> {
  const server = await openOperatorServer({ ...config, log: engineLog(onStep) });
  try {
    const store = await openStore(server.endpoint, () => undefined, undefined, undefined, { migrates: false });
    return await work(store).finally(() => store.destroy());
  } finally {
    await server.close();
  }
}
