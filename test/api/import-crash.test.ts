import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportRecord } from '../../src/contract/packs.ts';
import { type Importing, importingAs } from '../support/imports.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { send, TEST_SECRET } from '../support/service.ts';
import { openAdmin, until } from '../support/session.ts';

/** Every place that an import passes, and the one of them at which the work dies. */
let passed: string[] = [];
let dyingAt: number | null = null;

let owned: OwnedService;
let it: Importing;

beforeAll(async () => {
  owned = await newOwnedService(
    {},
    {
      onImportStep(place) {
        passed.push(place);
        if (passed.length - 1 === dyingAt) throw new Error(`died ${place}`);
      },
    },
  );
  it = importingAs(owned.service, owned.owner.token);
});
afterAll(async () => {
  await owned?.home.close();
});

const DIES = fileURLToPath(new URL('../support/import-dies.ts', import.meta.url));
const OTHERS_OFF = { SVC_PORT: '0', SVC_LOCAL_MODELS: 'off', SVC_CLICKHOUSE: 'off', SVC_HUMAN_CHECK: 'off' };
/** Of `SOURCE`; `wrote` is behind a write to the hosted database, whose checkpoint has not been stored. */
const KILLED_AT = ['after inspecting 0', 'before classifying 1', 'after extracting 0', 'wrote portion 3', 'wrote check 0'];

const SOURCE = {
  files: [
    {
      name: 'customers.csv',
      text: 'id,name,paid,since\n1,Ana,"1,250.50",31/12/2025\n2,Ben,7,2026-01-05\n3,password=hunter22,8,1/1/2026\n',
    },
    { name: 'orders.json', text: '[{"id":10,"customerId":1},{"id":11,"customerId":2}]' },
  ],
};

const NOTES = {
  files: [
    {
      name: 'wiki/billing.md',
      text: '---\nowner: Ana\n---\n# Billing\n\nIt runs on two machines, see [[Invoices]].\n\nThe key is password=hunter22.\n',
    },
    { name: 'wiki/talk.md', text: 'user: Can we change the day?\n\nassistant: Ask Ana first.\n' },
  ],
};

/** By `advance` alone, so that this test is the only one who works on it. The databases that the owner has more than before. */
async function imported(
  dies: number | null,
  what: { readonly packId: string; readonly source: object } = { packId: 'tabular', source: SOURCE },
): Promise<{ record: ImportRecord; died: number; made: number }> {
  const before = await databases();
  passed = [];
  dyingAt = dies;
  const created = await it.create({ ...what, auto: false });
  let record = created.json() as unknown as ImportRecord;
  let died = 0;
  for (let step = 0; step < 20 && record.phase !== 'complete'; step++) {
    const reply = await it.post(`/v1/packs/imports/${record.id}/advance`);
    if (reply.status === 200) record = reply.json() as unknown as ImportRecord;
    else {
      expect(passed.length - 1, reply.text).toBe(dies);
      died += 1;
      dyingAt = null;
      // As when its time is over.
      await endLease(record.id);
    }
    expect(record.error).toBeNull();
  }
  return { record, died, made: (await databases()) - before };
}

async function endLease(id: string): Promise<void> {
  const admin = await openAdmin(owned.home.control);
  await admin
    .query("UPDATE svc_control.import SET lease_until = now() - interval '1 second' WHERE id = $1", [id])
    .finally(() => admin.end());
}

/** Ready ones; what a crash left half made is swept away later. */
async function databases(): Promise<number> {
  const admin = await openAdmin(owned.home.control);
  const { rows } = await admin
    .query<{ n: string }>("SELECT count(*) AS n FROM svc_control.database WHERE state = 'ready'")
    .finally(() => admin.end());
  return Number(rows[0]?.n);
}

test('an import that dies anywhere loses nothing and has nothing twice', async () => {
  const whole = await imported(null);
  expect(whole.record.progress).toMatchObject({ records: 5, skipped: 1, written: 4, verified: 4 });
  const places = [...passed];
  expect(places.filter((place) => place.startsWith('wrote')).length).toBeGreaterThan(5);
  for (const [index, place] of places.entries()) {
    const { record, died, made } = await imported(index);
    expect(died, place).toBe(1);
    expect(made, place).toBe(1);
    expect({ ...record.progress }, place).toEqual(whole.record.progress);
    expect(record.assumptions, place).toEqual(whole.record.assumptions);
    const rows = await it.rows(
      record.dbId ?? '',
      'SELECT o.id, c.name, c.paid, c.since FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.id',
    );
    expect(rows, place).toEqual([
      { id: 10, name: 'Ana', paid: 1250.5, since: '2025-12-31' },
      { id: 11, name: 'Ben', paid: 7, since: '2026-01-05' },
    ]);
    expect(await it.rows(record.dbId ?? '', 'SELECT (SELECT count(*) FROM orders) + (SELECT count(*) FROM customers) AS n'), place).toEqual(
      [{ n: 4 }],
    );
  }
});

test('so do notes, of which messages are kept as often as they are said', async () => {
  const what = { packId: 'notes', source: NOTES };
  const whole = await imported(null, what);
  expect(whole.record.progress).toMatchObject({ items: 2, records: 6, skipped: 1, written: 5, verified: 5 });
  const places = [...passed];
  expect(places.filter((place) => place.startsWith('wrote')).length).toBeGreaterThan(1);
  for (const [index, place] of places.entries()) {
    const { record, died, made } = await imported(index, what);
    expect([died, made], place).toEqual([1, 1]);
    expect({ ...record.progress }, place).toEqual(whole.record.progress);
    expect(
      await it.rows(
        record.dbId ?? '',
        'SELECT (SELECT count(*) FROM facts) AS facts, (SELECT count(*) FROM episodes) AS episodes, (SELECT count(*) FROM entities) AS entities',
      ),
      place,
    ).toEqual([{ facts: 1, episodes: 2, entities: 2 }]);
  }
});

test('SIGKILL of the service, once in each phase and between a write and its checkpoint, loses nothing and has nothing twice', async () => {
  const created = await it.create({ packId: 'tabular', source: SOURCE, auto: false });
  const { id } = created.json() as unknown as ImportRecord;
  const left = new Set(KILLED_AT);
  const env = { PATH: process.env.PATH, ...OTHERS_OFF, ...owned.home.settings, SVC_SECRET: TEST_SECRET };
  let record = await it.get(id);
  while (record.phase !== 'complete') {
    const child = spawn(process.execPath, ['--import', 'tsx', DIES, ...left], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      const lines = createInterface({ input: child.stdout });
      const url = await new Promise<string>((resolve) =>
        lines.on('line', (line) => line.startsWith('listens on ') && resolve(line.slice(11))),
      );
      lines.on('line', (line) => left.delete(line.replace(/^dies /, '')));
      let died = false;
      for (let phases = 0; phases < 6 && !died; phases++)
        died = await send({ url }, 'POST', `/v1/packs/imports/${id}/advance`, { token: owned.owner.token, key: randomUUID() }).then(
          ({ status, text }) => {
            expect(status, text).toBe(200);
            return false;
          },
          () => true,
        );
      if (!died) child.kill('SIGTERM');
      expect(await ended).toEqual(died ? [null, 'SIGKILL'] : [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
    await endLease(id);
    record = await it.get(id);
    expect(record.error).toBeNull();
  }
  expect([...left]).toEqual([]);
  expect(record.progress).toMatchObject({ records: 5, skipped: 1, written: 4, verified: 4 });
  const rows =
    'SELECT (SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id) AS joined, (SELECT count(*) FROM customers) AS n';
  expect(await it.rows(record.dbId ?? '', rows)).toEqual([{ joined: 2, n: 2 }]);
});

test('a step that the work dies of again and again is given up, for a retry too', async () => {
  const created = await it.create({ packId: 'tabular', source: SOURCE, auto: false });
  const { id } = created.json() as unknown as ImportRecord;
  for (let attempt = 0; attempt < 3; attempt++) {
    passed = [];
    // Each time at the second file: what is stored before is progress once, and not again.
    dyingAt = attempt === 0 ? 2 : 0;
    expect((await it.post(`/v1/packs/imports/${id}/advance`)).status).toBe(500);
    expect(passed.at(-1)).toBe('before inspecting 1');
    await endLease(id);
  }
  dyingAt = null;
  passed = [];
  for (const deed of ['advance', 'advance', 'retry']) {
    const reply = await it.post(`/v1/packs/imports/${id}/${deed}`);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json(), deed).toMatchObject({
      phase: 'inspecting',
      error: { code: 'source_unreadable', retryable: false, message: expect.stringContaining('cannot be read') },
    });
  }
  expect(passed).toEqual([]);
});

test('what a service that died leaves in the queue is taken over, and holds up nobody behind it', async () => {
  const source = { files: [{ name: 'marks.csv', text: 'mark\n1\n2\n' }] };
  // The queue is there once something was in it.
  await it.whole(source);
  const dead = (await it.create({ packId: 'tabular', source, auto: false })).json().id as string;
  const admin = await openAdmin(owned.home.control);
  try {
    await admin.query(
      "UPDATE svc_control.import SET auto = true, lease = gen_random_uuid(), lease_until = now() + interval '1 second' WHERE id = $1",
      [dead],
    );
    // One job was at work, and one came after it.
    for (const state of ['active', 'created'])
      await admin.query(
        `INSERT INTO svc_control_queue.job (name, policy, data, singleton_key, state, started_on, expire_in)
         SELECT name, policy, jsonb_build_object('id', $1::text), $1, '${state}', ${state === 'active' ? 'now()' : 'NULL'}, interval '1 hour'
         FROM svc_control_queue.queue`,
        [dead],
      );
  } finally {
    await admin.end();
  }
  expect(await it.whole(source)).toMatchObject({ phase: 'complete' });
  await until(async () => (await it.get(dead)).phase === 'complete');
  expect((await it.get(dead)).progress).toMatchObject({ written: 2 });
});
