import { setTimeout as delay } from 'node:timers/promises';
import { newTenant, post, type Sent, type Tenant } from './tenant.ts';

/** What one neighbour's requests of one kind met. */
export interface Worked {
  readonly what: string;
  readonly ms: number[];
  readonly errors: string[];
}

const LONGEST_MS = 60_000;
const PAUSE_MS = 40;

/** What everybody else does meanwhile: small statements, questions and inserts, one after the other. */
const WORK: readonly { readonly what: string; readonly send: (tenant: Tenant, signal: AbortSignal) => Promise<Sent> }[] = [
  { what: 'SELECT 1', send: (tenant, signal) => post(tenant, '/v1/run', { db: tenant.db, sql: 'SELECT 1' }, signal) },
  { what: 'question', send: (tenant, signal) => post(tenant, '/v1/ask', { db: tenant.db, goal: 'How many items are there?' }, signal) },
  {
    what: 'insert',
    send: (tenant, signal) => post(tenant, '/v1/insert', { db: tenant.db, table: 'items', rows: { name: 'lamp', price: 3 } }, signal),
  },
];

export interface Neighbours {
  /** The figures since the last call. */
  take(): readonly Worked[];
  stop(): Promise<void>;
}

export async function startNeighbours(url: string, count: number): Promise<Neighbours> {
  const tenants: Tenant[] = [];
  for (let index = 0; index < count; index++) tenants.push(await newTenant(url));
  const fresh = (): Worked[] => WORK.map(({ what }) => ({ what, ms: [], errors: [] }));
  let worked = fresh();
  let stopped = false;
  const running = tenants.map(async (tenant) => {
    for (let turn = 0; !stopped; turn++) {
      const at = turn % WORK.length;
      const startedAt = performance.now();
      const outcome = await WORK[at]
        ?.send(tenant, AbortSignal.timeout(LONGEST_MS))
        .catch((error: Error) => ({ status: 0, code: error.name }));
      worked[at]?.ms.push(performance.now() - startedAt);
      if (outcome && outcome.status !== 200) worked[at]?.errors.push(outcome.code ?? String(outcome.status));
      await delay(PAUSE_MS);
    }
  });
  return {
    take() {
      const taken = worked;
      worked = fresh();
      return taken;
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
