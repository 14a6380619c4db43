import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportRecord } from '../../src/contract/packs.ts';
import { IMPORT_WORKERS } from '../../src/store/import-queue.ts';
import { type Importing, importingAs } from '../support/imports.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { until } from '../support/session.ts';
import { signedIn } from '../support/signed-in.ts';

let owned: OwnedService;
let guarded: OwnedService;
let it: Importing;
let files: Server;
let mail: MailServer;
let base: string;
/** Requests that reached the server. */
const asked: string[] = [];
/** A reply that is not sent yet. */
let late: ServerResponse | null = null;
/** And several of them. */
const held: ServerResponse[] = [];

const SERVED: Readonly<Record<string, (to: ServerResponse) => void>> = {
  '/roasters.csv': (to) => to.end('id,name\n1,Onyx\n'),
  '/moved': (to) => to.writeHead(302, { location: '/roasters.csv' }).end(),
  '/away': (to) => to.writeHead(302, { location: 'http://127.0.0.2:9/secret.csv' }).end(),
  '/metadata': (to) => to.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/file': (to) => to.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/round': (to) => to.writeHead(302, { location: '/round' }).end(),
  '/late': (to) => {
    late = to;
  },
  '/held': (to) => void held.push(to),
  '/gone': (to) => to.writeHead(404).end('secret words'),
  '/huge': (to) => to.writeHead(200, { 'content-length': String(10 ** 10) }).end('a'),
  '/cut': (to) => {
    to.writeHead(200, { 'content-length': '1000' });
    to.write('id,name\n');
    setTimeout(() => to.destroy(), 20);
  },
};

beforeAll(async () => {
  files = createServer((request, reply) => {
    asked.push(request.url ?? '');
    (SERVED[request.url ?? ''] ?? ((to) => to.writeHead(500).end()))(reply);
  });
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  mail = await startMailServer();
  owned = await newOwnedService({
    SVC_ALLOW_PRIVATE_CONNECTIONS: 'true',
    SVC_CONNECT_DENIED: '127.0.0.2,169.254.0.0/16',
    SVC_SMTP_URL: mail.url,
  });
  guarded = await newOwnedService();
  it = importingAs(owned.service, owned.owner.token);
});
afterAll(async () => {
  await owned?.home.close();
  await guarded?.home.close();
  await mail?.close();
  files?.close();
});

describe('a source at a URL', () => {
  test.each(['/roasters.csv', '/moved'])('%s is fetched, and kept until it is written', async (path) => {
    const record = await it.whole({ url: `${base}${path}`, name: 'roasters.csv' });
    expect(record.error).toBeNull();
    expect(await it.rows(record.dbId ?? '', 'SELECT id, name FROM roasters')).toEqual([{ id: 1, name: 'Onyx' }]);
  });

  const REFUSED: [string, string][] = [
    ['/away', 'Its host is no public one'],
    ['/metadata', 'Its host is no public one'],
    ['/file', 'is no https URL'],
    ['/round', 'redirects more than 5 times'],
    ['/gone', 'with the status 404'],
    ['/huge', 'more than 268435456 bytes'],
    ['/cut', 'It did not come'],
  ];
  test.each(REFUSED)('%s is refused', async (path, reason) => {
    const record = await it.whole({ url: `${base}${path}`, name: 'roasters.csv' });
    expect(record.error).toMatchObject({ code: 'source_unreadable', params: { reason: expect.stringContaining(reason) } });
    expect(JSON.stringify(record)).not.toContain('secret');
  });

  test('that is long in coming holds up no other import', async () => {
    const created = await it.create({ packId: 'tabular', source: { url: `${base}/late`, name: 'late.csv' } });
    const { id } = created.json() as unknown as ImportRecord;
    await until(async () => late !== null);
    const quick = await it.whole({ name: 'quick.csv', text: 'id\n1\n' });
    expect(quick).toMatchObject({ phase: 'complete', error: null });
    expect(await it.get(id)).toMatchObject({ phase: 'inspecting', error: null });
    late?.end('id\n1\n');
    await until(async () => (await it.get(id)).phase === 'complete');
  });

  test('nor do many of one caller hold up another caller’s', async () => {
    const ids: string[] = [];
    for (let count = 0; count < IMPORT_WORKERS + 1; count++)
      ids.push(String((await it.create({ packId: 'tabular', source: { url: `${base}/held`, name: 'held.csv' } })).json().id));
    await until(async () => held.length >= IMPORT_WORKERS - 1);
    const other = await signedIn(owned.service, mail, 'bo@example.com');
    const source = { name: 'quick.csv', text: 'id\n1\n' };
    const created = await other.send('POST', '/v1/packs/imports', { body: { packId: 'tabular', source } });
    expect(created.status, created.text).toBe(201);
    const quick = String(created.json().id);
    await until(async () => (await it.get(quick)).phase === 'complete');
    expect(held).toHaveLength(IMPORT_WORKERS - 1);
    const letGo = () => {
      for (const reply of held) reply.end('id\n1\n');
    };
    for (const id of ids)
      await until(async () => {
        letGo();
        return (await it.get(id)).phase === 'complete';
      });
  });

  test('is https at a public address, unless the deployment says otherwise', async () => {
    const own = importingAs(guarded.service, guarded.owner.token);
    const before = asked.length;
    for (const url of [
      base,
      base.replace('http:', 'https:'),
      'https://localhost/a.csv',
      'https://[::1]/a.csv',
      'https://user:pass@example.com/a.csv',
    ]) {
      const record = await own.whole({ url, name: 'a.csv' });
      expect(record.error, url).toMatchObject({ code: 'source_unreadable' });
    }
    expect(asked.length).toBe(before);
    const reply = await own.create({ packId: 'tabular', source: { url: 'ftp://example.com/a.csv' } });
    expect(reply.json()).toMatchObject({ error: { code: 'invalid_request' } });
  });
});
