import { setTimeout as delay } from 'node:timers/promises';
import type { Worked } from './neighbours.ts';
import { post, type Sent, type Tenant } from './tenant.ts';

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

const fresh = (): Worked[] => WORK.map(({ what }) => ({ what, ms: [], errors: [] }));
let worked = fresh();
let stopped = false;

async function work(tenant: Tenant): Promise<void> {
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
}

/** The first message is the tenants; then each `take` is answered with the figures since the one before, and `stop` ends it. */
process.on('message', (message: readonly Tenant[] | 'take' | 'stop') => {
  if (message === 'take') {
    process.send?.(worked);
    worked = fresh();
  } else if (message === 'stop') {
    stopped = true;
    process.disconnect();
  } else for (const tenant of message) void work(tenant);
});
