import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startServing } from '../../src/serve.ts';
import { AGENTS, BRIDGE, MIGRATE, SERVICE } from '../support/entries.ts';
import { startRedis } from '../support/redis.ts';
import { startService, TEST_SECRET } from '../support/service.ts';
import { databaseUrl, openAdmin } from '../support/session.ts';
import { startTlsFront } from '../support/tls-front.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** What the start says; it must be one line, and end. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const said = await startService(settings).then(
    async (service) => {
      await service.close();
      return 'It started.';
    },
    (error: Error) => error.message,
  );
  expect(said).not.toContain('\n');
  return said;
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(databaseUrl({}));
  change(url);
  return url.href;
};

describe('DATABASE_URL', () => {
  test('of a port where nothing listens', async () => {
    expect(await refusal({ DATABASE_URL: changed((url) => (url.port = '9')) })).toMatch(
      /^DATABASE_URL: there is no session on PostgreSQL at 127\.0\.0\.1:9: connect ECONNREFUSED 127\.0\.0\.1:9\. Start the server, or correct the host, the port and sslmode\.$/,
    );
    expect(await refusal({ DATABASE_URL: changed((url) => Object.assign(url, { hostname: 'localhost', port: '9' })) })).toMatch(
      /at localhost:9: connect ECONNREFUSED .+\. Start the server/,
    );
  });

  test.each(['prefer', 'require', 'verify-ca', 'verify-full'])('of a server without TLS, where %s wants it', async (mode) => {
    expect(await refusal({ DATABASE_URL: changed((url) => url.searchParams.set('sslmode', mode)) })).toMatch(
      /: The server does not support SSL connections\. Start the server, or correct the host, the port and sslmode\.$/,
    );
  });

  test('of a server whose certificate nobody here knows', async () => {
    const { hostname, port } = new URL(databaseUrl({}));
    const front = await startTlsFront({ host: hostname, port: Number(port) });
    try {
      const url = changed((to) => Object.assign(to, { hostname: 'localhost', port: String(front.port) }));
      expect(await refusal({ DATABASE_URL: `${url}?sslmode=require` })).toMatch(
        /: self-signed certificate\. Name a file .+ sslmode=no-verify/,
      );
    } finally {
      await front.close();
    }
  });

  test('with a mode of TLS that there is not', () => {
    for (const settings of [
      { DATABASE_URL: 'postgres://a:hidden@host/svc?sslmode=bogus' },
      { DATABASE_URL: 'postgres://host/svc', SVC_HOSTING_URLS: 'main,east=postgres://a:hidden@host/svc?sslmode=bogus' },
    ])
      expect(() => readConfig(settings)).toThrow(/^(?!.*hidden).*sslmode.*disable, no-verify, prefer, require, verify-ca, verify-full/s);
  });

  test('of a host that is none', async () => {
    expect(await refusal({ DATABASE_URL: changed((url) => (url.hostname = 'nowhere.invalid')) })).toMatch(
      /at nowhere\.invalid:\d+: getaddrinfo .+ nowhere\.invalid\. Correct the name of the host\.$/,
    );
  });

  test('with a wrong password, which is not shown', async () => {
    const said = await refusal({ DATABASE_URL: databaseUrl({ password: 'a-wrong-password' }) });
    expect(said).toMatch(/: password authentication failed for user "\w+"\. Correct the user \(\w+\) or the password/);
    expect(said).not.toContain('a-wrong-password');
  });

  test('without the password that the server wants', async () => {
    expect(await refusal({ DATABASE_URL: databaseUrl({ password: '' }) })).toMatch(
      /: the server wants a password\. Put the password of \w+ into it: it holds none\.$/,
    );
  });

  test('that does not answer leaves no secret, which would stand in the way of a restore or of the right one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
    folders.push(folder);
    for (const url of [changed((url) => (url.port = '9')), databaseUrl({ database: 'not-there' })]) {
      await refusal({ DATABASE_URL: url, SVC_SECRET: '', SVC_DATA_DIR: folder });
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('of services with a secret, from a folder without one, is refused and leaves none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
    folders.push(folder);
    await (await startService()).close();
    expect(await refusal({ SVC_SECRET: '', SVC_DATA_DIR: folder })).toMatch(
      /^this PostgreSQL holds the data of services with another secret: set/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('of a database that is not there', async () => {
    expect(await refusal({ DATABASE_URL: databaseUrl({ database: 'not-there' }) })).toContain(
      'database "not-there" does not exist. Make the database (CREATE DATABASE "not-there"), or name another.',
    );
  });

  test('of one that new databases are copies of, which stays as it is', async () => {
    expect(await refusal({ DATABASE_URL: databaseUrl({ database: 'template1' }) })).toBe(
      'DATABASE_URL names the database template1, of which PostgreSQL makes new ones as copies. Make one for svc (CREATE DATABASE svc), and name that.',
    );
  });

  test('of another program', async () => {
    const server = createServer((_, response) => response.end('hello'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const said = await refusal({ DATABASE_URL: `postgres://svc:secret-word@127.0.0.1:${port}/svc` });
    server.closeAllConnections();
    server.close();
    expect(said).toContain(`DATABASE_URL: there is no session on PostgreSQL at 127.0.0.1:${port}: `);
    expect(said).not.toContain('secret-word');
  });

  test('that takes no more sessions', async () => {
    const role = `full_${randomUUID().slice(0, 8)}`;
    const admin = await openAdmin();
    try {
      await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'only-for-this' CONNECTION LIMIT 0`);
      expect(await refusal({ DATABASE_URL: databaseUrl({ user: role, password: 'only-for-this' }) })).toMatch(
        new RegExp(`: too many connections for role "${role}"\\. Let it take more sessions \\(max_connections, .+lower SVC_POOL_MAX\\.$`),
      );
    } finally {
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    }
  });

  test('whose role lacks the rights', async () => {
    const [role, database] = [`poor_${randomUUID().slice(0, 8)}`, `control_${randomUUID().slice(0, 8)}`];
    const admin = await openAdmin();
    try {
      await admin.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD 'only-for-this'`);
      await admin.query(`CREATE DATABASE ${database} TEMPLATE template0 OWNER ${role}`);
      const said = await refusal({ DATABASE_URL: databaseUrl({ database, user: role, password: 'only-for-this' }) });
      expect(said).toContain(
        `its role may not do what the service needs: permission denied to create database. As a superuser: ALTER ROLE "${role}" CREATEDB CREATEROLE;`,
      );
    } finally {
      await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    }
  });
});

/** Says one thing to every command of Redis, until `work` is done. */
async function withRedisThatSays<T>(reply: string, work: (address: string) => Promise<T>): Promise<T> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (sent) => {
      for (const _ of String(sent).match(/^\*\d+\r$/gm) ?? []) socket.write(`${reply}\r\n`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return await work(`127.0.0.1:${(server.address() as AddressInfo).port}`).finally(() => server.close());
}

test.each([
  ['+redis_version:5.0.14', 'it is Redis 5.0.14, and version 6 or later is needed'],
  ['-WRONGPASS invalid username-password pair or user is disabled.', 'WRONGPASS invalid username-password pair or user is disabled'],
  ['-NOAUTH Authentication required.', 'it wants a password'],
  ['HTTP/1.1 400 Bad Request', 'what answers there is no Redis'],
])('REDIS_URL of a Redis that says %s', async (reply, reason) => {
  await withRedisThatSays(reply, async (address) =>
    expect(await refusal({ REDIS_URL: `redis://:secret-word@${address}` })).toBe(
      `REDIS_URL: the Redis at ${address} cannot be used: ${reason}. Correct REDIS_URL, or that Redis.`,
    ),
  );
});

test('REDIS_URL where none ever answered is refused, and leaves no key of an owner; one that did once is away, and keeps nobody from starting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
  folders.push(folder);
  const redis = await startRedis();
  const settings = { REDIS_URL: redis.url, SVC_LOCAL_OWNER: 'on', SVC_DATA_DIR: folder };
  const { host } = new URL(redis.url);
  await redis.stop();
  expect(await refusal(settings)).toMatch(
    new RegExp(
      `^REDIS_URL: no Redis answers at ${host}, and none is known to have: connect ECONNREFUSED .+ Correct REDIS_URL, or start that Redis; `,
    ),
  );
  expect(await refusal({ ...settings, REDIS_URL: 'redis://nowhere.invalid' })).toMatch(
    /^REDIS_URL: no Redis answers at nowhere\.invalid, /,
  );
  expect(await readdir(folder)).toEqual([]);
  await redis.start();
  await (await startService(settings)).close();
  await redis.stop();
  await (await startService(settings)).close();
});

test('CLICKHOUSE_URL where none answers is refused, and leaves no key of an owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
  folders.push(folder);
  const settings = { CLICKHOUSE_URL: 'http://127.0.0.1:1', SVC_LOCAL_OWNER: 'on', SVC_DATA_DIR: folder };
  expect(await refusal(settings)).toMatch(/^CLICKHOUSE_URL: no ClickHouse answers at http:\/\/127\.0\.0\.1:1 /);
  expect(await readdir(folder)).toEqual([]);
});

describe('the data folder', () => {
  test('that cannot be made, or is a file, is named, with a server of one’s own as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
    folders.push(folder);
    const file = join(folder, 'file');
    await writeFile(file, '');
    const bad: [dataDir: string, advice: string][] = [
      [file, 'It is no folder: choose another one (SVC_DATA_DIR).'],
      [join(file, 'below'), 'What it would be in is no folder: choose another one (SVC_DATA_DIR).'],
      ...(process.platform === 'linux'
        ? [['/sys/svc-data', 'Make it writable for this user, or choose another one (SVC_DATA_DIR).'] satisfies [string, string]]
        : []),
    ];
    for (const [dataDir, advice] of bad)
      for (const more of [{}, { DATABASE_URL: '', SVC_SECRET: '' }]) {
        const said = await refusal({ SVC_DATA_DIR: dataDir, ...more });
        expect(said).toContain(`The data directory ${dataDir} cannot be used: `);
        expect(said.endsWith(advice), said).toBe(true);
      }
    expect(await readdir(folder)).toEqual(['file']);
  });

  test('that is of another PostgreSQL, or of something else, is left as it is', async () => {
    const made: [entry: string, content: string, said: RegExp][] = [
      [
        'PG_VERSION',
        '9.6',
        /\/postgres was made by PostgreSQL 9\.6, and this is PostgreSQL \d+\. Move its contents with pg_dump and pg_restore/,
      ],
      [
        'diary.txt',
        'Dear diary',
        /\/postgres holds something else than a PostgreSQL data directory\. Move it away, or choose another data directory/,
      ],
    ];
    for (const [entry, content, said] of made) {
      const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
      folders.push(folder);
      await chmod(folder, 0o755);
      await mkdir(join(folder, 'postgres'));
      await writeFile(join(folder, 'postgres', entry), content);
      // Started as root, the engine runs as this user, and says of what is root's that it is root's.
      if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', join(folder, 'postgres')]);
      expect(await refusal({ DATABASE_URL: '', SVC_SECRET: '', SVC_DATA_DIR: folder })).toMatch(said);
      expect(await readdir(join(folder, 'postgres'))).toEqual([entry]);
      expect(await readFile(join(folder, 'postgres', entry), 'utf8')).toBe(content);
    }
  });
});

test.each(Object.entries({ SERVICE, MIGRATE, AGENTS, BRIDGE }))('an argument that nothing reads is refused: %s', async (_, entry) => {
  const child = spawn(process.execPath, [entry, '--port', '1'], { env: { PATH: process.env.PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
  expect(await text(child.stderr)).toMatch(/^svc.* could not (start|migrate): no arguments are read, and "--port 1" was given; .*\n$/);
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
});

test.each(Object.entries({ SERVICE, AGENTS, BRIDGE }))('a misspelt setting is refused with the one that is meant: %s', async (_, entry) => {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, SVC_DRAIN_MSS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await text(child.stderr)).toContain('SVC_DRAIN_MSS: is no setting; SVC_DRAIN_MS is');
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
});

describe('a port that is taken', () => {
  let taken: Server;
  let port: string;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => void taken.close());

  test('by somebody else, is named with the setting, before a store is touched', async () => {
    const child = spawn(process.execPath, [SERVICE], {
      env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none', SVC_SECRET: 'x'.repeat(32), SVC_PORT: port },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = await text(child.stderr);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining(`port ${port} of 127.0.0.1 is taken, perhaps by svc that runs already; set another with SVC_PORT`),
    ]);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
  });

  test('an address that is none of this machine is named with the setting', async () => {
    const start = (settings: Record<string, string>) => startServing({ settings, onStep: () => undefined });
    for (const host of ['192.0.2.1', 'nowhere.invalid'])
      await expect(start({ SVC_HOST: host, SVC_PORT: port })).rejects.toThrow(`${host} is no address of this machine; set SVC_HOST (`);
  });

  test('for the figures', async () => {
    expect(await refusal({ SVC_METRICS_PORT: port })).toBe(
      `port ${port} of 127.0.0.1 is taken; set another with SVC_METRICS_PORT, or 0 for a free one`,
    );
  });
});

test.each(Object.entries({ AGENTS, BRIDGE }))('a part of it says what to set: %s', async (_, entry) => {
  const refusalOf = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [entry], { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    const said = await text(child.stderr);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
    return said;
  };
  const set = { SVC_API_URL: 'http://127.0.0.1:9', SVC_SERVICE_SECRET: TEST_SECRET, SVC_PUBLIC_URL: 'https://svc.example.com' };
  expect(await refusalOf({ ...set, SVC_API_URL: '' })).toContain(
    ': SVC_API_URL: set the address of the API, such as http://127.0.0.1:8787\n',
  );
  expect(await refusalOf({ ...set, SVC_SERVICE_SECRET: '' })).toContain(
    ': SVC_SERVICE_SECRET: set the secret that the API has under the same name\n',
  );
  expect(await refusalOf({ ...set, SVC_SERVICE_SECRET: 'short' })).toContain(': SVC_SERVICE_SECRET: takes 32 characters or more\n');
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const { port } = taken.address() as AddressInfo;
  const said = await refusalOf({ ...set, SVC_PORT: String(port) }).finally(() => taken.close());
  // `svc serve` starts neither of them.
  expect(said).toMatch(
    new RegExp(`^[^\\n]+: port ${port} of 127\\.0\\.0\\.1 is taken, [^\\n]+ set another with SVC_PORT, or 0 for a free one\\n$`),
  );
  for (const wrong of [{ SVC_PORT: 'web' }, { SVC_TRUST_PROXY: 'abc' }, { SVC_PUBLIC_URL: 'nowhere' }])
    expect(await refusalOf({ ...set, ...wrong })).toMatch(
      /^[^\n]+ could not start: A setting cannot be used: SVC_\w+: (takes|set) [^\n]+\n$/,
    );
});

test('a port that is none, and a secret that is short, say what they take', () => {
  expect(() => readConfig({ SVC_PORT: '80a' })).toThrow('SVC_PORT: takes a port: a number from 0 to 65535');
  expect(() => readConfig({ SVC_PORT: '70000' })).toThrow('SVC_PORT: takes a port: a number from 0 to 65535');
  expect(() => readConfig({ SVC_SECRET: 'short' })).toThrow('SVC_SECRET: takes 32 characters or more');
});

test('URLs of another kind of store are refused by their setting, which says what it takes', () => {
  for (const [name, url, takes] of [
    ['DATABASE_URL', 'mysql://x@y/z', 'takes postgres://user:password@host:port/database'],
    ['REDIS_URL', 'http://x', 'takes redis://user:password@host:port/0'],
    ['CLICKHOUSE_URL', 'tcp://x:9000', 'takes http://user:password@host:8123'],
    ['SVC_HOSTING_URLS', 'east=mysql://x@y/z', 'takes names and URLs of PostgreSQL servers'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://x:4317', 'takes the base URL of a collector'],
  ] as const)
    expect(() => readConfig({ [name]: url })).toThrow(`${name}: ${takes}`);
});
