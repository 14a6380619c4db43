import type { Config } from '../config.ts';
import { createService } from '../service.ts';
import { databasesIn } from '../store/databases.ts';
import { onControlPlane } from './control-plane.ts';
import type { Steps } from './operator.ts';

interface Options extends Steps {
  readonly config: Config;
}

export interface Swept {
  readonly removed: readonly string[];
  /** What cannot be removed yet, or may not be: a service's log says why. */
  readonly left: readonly string[];
}

/**
 * Removes now what services remove by and by: what is being deleted, what a crash left half made, what has expired. By a service that does nothing else and
 * listens to nobody; others may be running. @throws Error
 */
export async function sweepNow({ config, onStep }: Options): Promise<Swept> {
  // One that would change the control plane is no sweep.
  await onControlPlane({ config, onStep }, async () => undefined);
  const service = await createService(
    { ...config, metrics: null, tracing: null, logs: null, localOwner: 'off', logLevel: 'warn' },
    { logTo: { write: (line) => onStep(messageOf(line)) } },
  );
  const removed = await service.sweep().finally(() => service.close());
  const left = await onControlPlane({ config, onStep }, async (store) => await databasesIn(store).unfinished(0));
  return { removed, left: left.map(({ id }) => id) };
}

function messageOf(line: string): string {
  const { msg = line, db, err } = JSON.parse(line) as { msg?: string; db?: string; err?: { message?: string } };
  return [msg, ...(db === undefined ? [] : [db]), ...(err?.message === undefined ? [] : [err.message])].join(': ');
}
