import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliUser, createCliUser } from '../support/cli.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { BEANS, sessionOf, type TestSession, until } from '../support/session.ts';

const BUCKET = 'backups';
/** Of a table, so that its file is sent in parts. */
const LARGE_ROWS = 12;
const ROW_BYTES = 1_000_000;

const folders: string[] = [];
const services: TestService[] = [];
let s3: S3Server;
let user: CliUser;
let dataDir: string;
let beans: TestSession;
let env: Record<string, string>;

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-backup-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
};

async function serve(folder: string): Promise<TestService> {
  const service = await startService({ DATABASE_URL: '', SVC_SECRET: '', SVC_DATA_DIR: folder, SVC_LOCAL_OWNER: 'on' });
  services.push(service);
  return service;
}

const ownerKey = async (folder: string): Promise<string> => (await readFile(join(folder, 'owner.key'), 'utf8')).trim();

/** The objects of a prefix by their names, with when each was written. */
async function objectsOf(prefix: string): Promise<Map<string, number>> {
  const folder = join(s3.directory, BUCKET, prefix, 'objects');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('._S3rver_object'));
  const entries = names.map(async (name) => [name.split('.')[0] ?? '', (await stat(join(folder, name))).mtimeMs] as const);
  return new Map(await Promise.all(entries));
}

const onPipe = (args: readonly string[], more: Record<string, string> = {}) => user.onPipe(args, { env: { ...env, ...more } });
const backUpTo = (place: string, more?: Record<string, string>) => onPipe(['admin', 'backup', place, '--data-dir', dataDir], more);
const restoreFrom = (place: string, to: string, more?: Record<string, string>) =>
  onPipe(['admin', 'restore', place, '--data-dir', to], more);

beforeAll(async () => {
  s3 = await startS3Server(BUCKET);
  user = await createCliUser('http://127.0.0.1:1');
  env = { DATABASE_URL: '', SVC_SECRET: '', ...s3.env };
  dataDir = await newFolder();
  const service = await serve(dataDir);
  const token = await ownerKey(dataDir);
  const made = await send(service, 'POST', '/v1/databases', { body: { goal: BEANS }, token, key: randomUUID() });
  expect(made.status).toBe(201);
  beans = sessionOf(service, token, String(made.json().dbId));
  for (let row = 0; row < LARGE_ROWS; row++) {
    // Letters by chance, which PostgreSQL does not make smaller.
    const rows = { roaster: randomBytes(ROW_BYTES / 2).toString('hex'), price: row, rating: 5 };
    const large = await beans.post('/v1/insert', { db: beans.db, table: 'coffee_beans', rows });
    expect(large.status, large.text).toBe(200);
  }
});

afterAll(async () => {
  for (const service of services) await service.close();
  await s3.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('a service that is at work is backed up into a bucket and restored from it', async () => {
  const made = await backUpTo('s3://backups/monday/');
  expect(made).toMatchObject({ code: 0, stderr: 'Copying the databases\n' });
  expect(made.stdout).toContain('MB into s3://backups/monday.\nIts secret and its keys are in it');
  const manifest = await readFile(join(s3.directory, BUCKET, 'monday', 'backup.json._S3rver_object'), 'utf8');
  const { files } = JSON.parse(manifest.split('\n')[0] ?? '') as { files: { sha256: string }[] };
  const objects = await objectsOf('monday');
  expect(new Set(files.map(({ sha256 }) => sha256))).toEqual(new Set(objects.keys()));
  // Databases are made from one template, and many of their files are the same.
  expect(objects.size).toBeLessThan(0.75 * files.length);

  const fresh = await newFolder();
  const restored = await restoreFrom('s3://backups/monday', fresh);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stdout).toMatch(/^Restored one database as of /);
  const there = sessionOf(await serve(fresh), await ownerKey(fresh), beans.db);
  const sums = 'SELECT price, md5(roaster) AS sum, length(roaster) AS letters FROM coffee_beans ORDER BY price';
  expect(await there.rows(sums)).toEqual(await beans.rows(sums));

  const again = await backUpTo('s3://backups/monday');
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toBe('svc: s3://backups/monday holds a backup already: name another prefix.\n');
});

test('one that was broken off goes on with what is there', async () => {
  const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'admin', 'backup', 's3://backups/tuesday', '--data-dir', dataDir], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until(async () => child.exitCode !== null || (await objectsOf('tuesday')).size > 20);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const before = await objectsOf('tuesday');
  const none = await restoreFrom('s3://backups/tuesday', await newFolder());
  expect(none).toMatchObject({ code: 1, stderr: 'svc: s3://backups/tuesday holds no backup: there is no backup.json in it.\n' });

  expect(await backUpTo('s3://backups/tuesday')).toMatchObject({ code: 0 });
  const after = await objectsOf('tuesday');
  // What was being written when it was broken off may not have been whole.
  const sentAgain = [...before].filter(([name, at]) => after.get(name) !== at);
  expect(sentAgain.length).toBeLessThanOrEqual(8);
  expect(after.size).toBeGreaterThan(before.size);
  expect(await restoreFrom('s3://backups/tuesday', await newFolder())).toMatchObject({ code: 0 });
});

test('an object that was changed, or is gone, is found', async () => {
  expect(await backUpTo('s3://backups/wednesday')).toMatchObject({ code: 0 });
  const folder = join(s3.directory, BUCKET, 'wednesday');
  const [line = ''] = (await readFile(join(folder, 'backup.json._S3rver_object'), 'utf8')).split('\n');
  const { files } = JSON.parse(line) as { files: { path: string; sha256: string; bytes: number }[] };
  const one = files.find(({ path }) => path === 'postgres/base/1/1259');
  const object = join(folder, 'objects', `${one?.sha256}._S3rver_object`);
  const content = await readFile(object);
  await writeFile(object, Buffer.alloc(content.length));
  const fresh = await newFolder();
  const changed = await restoreFrom('s3://backups/wednesday', fresh);
  expect(changed.stderr).toMatch(
    /^svc: The backup in s3:\/\/backups\/wednesday is damaged: postgres\/base\/\d+\/1259 is not as it was written\. Nothing was restored/m,
  );
  await rm(object);
  const gone = await restoreFrom('s3://backups/wednesday', fresh);
  expect(gone.stderr).toMatch(/is damaged: postgres\/base\/\d+\/1259 is not there\./);
  expect((await readdir(fresh)).filter((name) => !name.startsWith('postgres'))).toEqual([]);
});

test('a reply that ends on the way is asked for again', async () => {
  // Passes everything on as it came, and cuts the first reply with content that it gets for each object.
  const target = new URL(String(s3.env.AWS_ENDPOINT_URL_S3));
  const cut = new Set<string>();
  const front = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    const passed = request({ host: target.hostname, port: target.port, method, path: url, headers, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.rawHeaders);
      if (method === 'GET' && url.includes('/objects/') && Number(reply.headers['content-length']) > 1 && !cut.has(url)) {
        cut.add(url);
        reply.once('data', (part: Buffer) => answer.write(part.subarray(0, part.length / 2), () => asked.socket.destroy()));
      } else reply.pipe(answer);
    });
    passed.on('error', () => asked.socket.destroy());
    asked.pipe(passed);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  try {
    const through = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const fresh = await newFolder();
    const restored = await restoreFrom('s3://backups/monday', fresh, { AWS_ENDPOINT_URL_S3: through });
    expect(restored.code, restored.stderr).toBe(0);
    expect(cut.size).toBeGreaterThan(50);
  } finally {
    front.closeAllConnections();
    front.close();
  }
});

test.each([
  [
    'a bucket that is not there',
    's3://nowhere/monday',
    {},
    'svc: The bucket nowhere answers NoSuchBucket: there is none of this name. Make it, or look at AWS_REGION and AWS_ENDPOINT_URL_S3.\n',
  ],
  [
    'a key that nobody knows',
    's3://backups/thursday',
    { AWS_ACCESS_KEY_ID: 'another' },
    'svc: The bucket backups answers InvalidAccessKeyId: the server does not know AWS_ACCESS_KEY_ID.\n',
  ],
  [
    'a server that is away',
    's3://backups/thursday',
    { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' },
    'svc: The server of the bucket backups cannot be reached (ECONNREFUSED): look at AWS_ENDPOINT_URL_S3 and AWS_REGION.\n',
  ],
  [
    'no credentials',
    's3://backups/thursday',
    { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_EC2_METADATA_DISABLED: 'true' },
    'svc: There are no credentials for the bucket backups: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.\n',
  ],
  [
    'another kind of address',
    'gs://backups/thursday',
    {},
    'svc: "gs://backups/thursday" names no place for a backup: it may be a folder, or s3://<bucket>/<prefix>, such as s3://backups/monday.\n',
  ],
  [
    'an address without a bucket',
    's3://',
    {},
    'svc: "s3://" names no place for a backup: it may be a folder, or s3://<bucket>/<prefix>, such as s3://backups/monday.\n',
  ],
])('says in one line what is in the way: %s', async (_, place, more, said) => {
  const refused = await backUpTo(place, more);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe(said);
});
