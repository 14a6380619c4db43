import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { databaseUrl, openAdmin } from '../support/session.ts';

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

  test('of a database that is not there', async () => {
    expect(await refusal({ DATABASE_URL: databaseUrl({ database: 'not-there' }) })).toContain(
      'database "not-there" does not exist. Make the database (CREATE DATABASE "not-there"), or name another.',
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

describe('the data folder', () => {
  test('that cannot be made, or is a file, is named, with a server of one’s own as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bad-'));
    folders.push(folder);
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'below'), ...(process.platform === 'linux' ? ['/sys/svc-data'] : [])])
      for (const more of [{}, { DATABASE_URL: '', SVC_SECRET: '' }]) {
        const said = await refusal({ SVC_DATA_DIR: dataDir, ...more });
        expect(said).toContain(`The data directory ${dataDir} cannot be used: `);
        expect(said).toMatch(/Make it writable for this user, or choose another one \(SVC_DATA_DIR\)\.$/);
      }
    expect(await readdir(folder)).toEqual(['file']);
  });
});
