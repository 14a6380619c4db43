import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newTenant, type Tenant } from './tenant.ts';

/** What one neighbour's requests of one kind met. */
export interface Worked {
  readonly what: string;
  readonly ms: number[];
  readonly errors: string[];
}

export interface Neighbours {
  /** The figures since the last call. */
  take(): Promise<readonly Worked[]>;
  stop(): Promise<void>;
}

const WORK_APART = fileURLToPath(new URL('./neighbours-apart.ts', import.meta.url));

/** They work in a process of their own: in the attackers' their figures would be those of the event loop that they share. */
export async function startNeighbours(url: string, count: number): Promise<Neighbours> {
  const tenants: Tenant[] = [];
  for (let index = 0; index < count; index++) tenants.push(await newTenant(url));
  const child = fork(WORK_APART, { execArgv: ['--import', 'tsx'] });
  child.send(tenants);
  return {
    async take() {
      child.send('take');
      const [worked] = (await once(child, 'message')) as [readonly Worked[]];
      return worked;
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}
