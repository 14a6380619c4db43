import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliUser, CTRL_C, createCliUser } from '../support/cli.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let user: CliUser;
beforeAll(async () => {
  service = await startService();
  user = await createCliUser(service.url);
  await user.onPipe(['db', 'create', 'numbers']);
});
afterAll(async () => service?.close());

const ROWS = 60_000;
const count = async (table: string, db: string) => {
  const { stdout } = await user.onPipe(['run', '--db', db, '--csv', `SELECT count(*), count(DISTINCT n) FROM ${table}`]);
  return stdout.split('\r\n')[1];
};

describe('svc insert', () => {
  test('stopped by Ctrl-C says how many rows are in, and its command goes on after them in the same database', async () => {
    const lines = Array.from({ length: ROWS }, (_, n) => `${n},word ${n}`);
    await writeFile(join(user.folder, "many 'rows.csv"), `n,word\n${lines.join('\n')}\n`);
    const terminal = user.onTerminal(['insert', 'many', "many 'rows.csv"], { columns: 200 });
    await terminal.sees(/Inserted \d+ of/);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    const [, said = ''] = /(\d+) of 60000 rows are inserted\.\n/.exec(terminal.text()) ?? [];
    expect(Number(said)).toBeGreaterThan(0);
    expect(Number(said)).toBeLessThan(ROWS);
    const [, command = '', db = ''] = /`svc (insert .* --db (\S+) --skip \d+)` goes on after them/.exec(terminal.text()) ?? [];
    expect(await count('many', db)).toBe(`${said},${said}`);
    expect(command).toBe(`insert many 'many '\\''rows.csv' --db ${db} --skip ${said}`);

    // Another database is the active one by then.
    await user.onPipe(['db', 'create', 'elsewhere']);
    const onwards = await user.onPipe(['insert', 'many', "many 'rows.csv", '--db', db, '--skip', said]);
    expect(onwards).toMatchObject({ code: 0, stdout: expect.stringContaining(`${ROWS - Number(said)} rows into many`) });
    expect(await count('many', db)).toBe(`${ROWS},${ROWS}`);
    expect((await readdir(dirname(user.stateFile))).sort()).toEqual(['state.json']);
  });

  test('Ctrl-C pressed twice does not wait, and claims nothing of what was on its way', async () => {
    const silent = createServer((request) => void request.resume());
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as { port: number };
    try {
      const args = ['insert', 'many', 'rows.ndjson', '--db', 'db_numbers_aaaaaaaa', '--api-url', `http://127.0.0.1:${port}`];
      await writeFile(join(user.folder, 'rows.ndjson'), '{"n": 1}\n');
      const terminal = user.onTerminal(args, { columns: 200, env: { SVC_API_KEY: 'sk_live_x' } });
      await terminal.sees('Inserting 1 rows');
      terminal.type(CTRL_C);
      await terminal.sees('Ctrl-C again does not wait');
      terminal.type(CTRL_C);
      expect(await terminal.ended()).toBe(130);
      expect(terminal.text()).toContain('0 of 1 rows are inserted; whether the 1 after them are is not known');
      expect(terminal.text()).not.toContain('svc undo');
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});

describe('svc run', () => {
  const SCRIPT =
    "INSERT INTO notes (note) VALUES ('a');\nSELECT count(*) FROM generate_series(1, 80000000);\nINSERT INTO notes (note) VALUES ('b');\n";
  const notes = async () => (await user.onPipe(['run', '--csv', 'SELECT count(*) FROM notes'])).stdout;
  beforeAll(async () => {
    await user.onPipe(['insert', 'notes'], { input: 'note\nfirst\n' });
    await writeFile(join(user.folder, 'script.sql'), SCRIPT);
  });

  test('stopped by Ctrl-C in the middle of a file says what is done, and sends nothing after it', async () => {
    const terminal = user.onTerminal(['-f', 'script.sql'], { columns: 200 });
    await terminal.sees('Running statement 2 of 3');
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.text()).toContain(
      '1 of the 3 statements is done; whether statement 2 of 3 (line 2) is done too is not known, and nothing after it',
    );
    expect(await notes()).toBe('count\r\n2\r\n');
    expect((await user.onPipe(['undo'])).code).toBe(0);
  });

  test('stopped by Ctrl-C in a transaction has done none of it', async () => {
    const terminal = user.onTerminal(['-f', 'script.sql', '--transaction'], { columns: 200 });
    await terminal.sees('Running 3 statements as one transaction');
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.text()).toContain('they are all done, or none is');
    expect(await notes()).toBe('count\r\n1\r\n');
  });
});

describe('a newer version', () => {
  /** An npm that says what it was asked, and knows of 99.0.0. */
  async function withNpm(): Promise<{
    person: CliUser;
    env: Record<string, string>;
    asked: () => Promise<string>;
    found: () => Promise<string>;
  }> {
    const person = await createCliUser(service.url);
    const bin = join(person.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'npm'), '#!/bin/sh\necho "$@" >> "$0.log"\necho \'"99.0.0"\'\n');
    await chmod(join(bin, 'npm'), 0o755);
    const read = (file: string) => () => readFile(file, 'utf8').catch(() => '');
    return {
      person,
      env: { PATH: `${bin}:${process.env.PATH}`, SVC_UPDATE_PACKAGE: 'svc-of-a-test' },
      asked: read(join(bin, 'npm.log')),
      found: read(join(dirname(person.stateFile), 'update.json')),
    };
  }
  const whoami = async (person: CliUser, env: Record<string, string>, ...flags: string[]): Promise<string> => {
    const terminal = person.onTerminal(['whoami', ...flags], { columns: 200, env });
    expect(await terminal.ended()).toBe(0);
    return terminal.text();
  };

  test('is looked for once a day beside a command on a terminal, and told by the next one', async () => {
    const { person, env, asked, found } = await withNpm();
    expect(await whoami(person, env)).not.toContain('99.0.0');
    await expect.poll(found, { timeout: 60_000 }).toContain('"latest":"99.0.0"');
    expect(await asked()).toBe('view svc-of-a-test version --json\n');
    expect(await whoami(person, env)).toMatch(/svc 99\.0\.0 is there; this is [\d.]+\. `svc update` installs it\./);
    expect(await asked()).toBe('view svc-of-a-test version --json\n');
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await writeFile(join(dirname(person.stateFile), 'update.json'), JSON.stringify({ checkedAt: yesterday, latest: '0.0.1' }));
    expect(await whoami(person, env)).not.toContain('is there; this is');
    await expect.poll(asked, { timeout: 60_000 }).toBe('view svc-of-a-test version --json\n'.repeat(2));
  });

  test('is neither looked for nor told with the flag, by the variable, in CI, with --json and on a pipe', async () => {
    const { person, env, asked, found } = await withNpm();
    const quiet = async () => [
      await whoami(person, env, '--no-update-check'),
      await whoami(person, { ...env, SVC_NO_UPDATE_CHECK: '1' }),
      await whoami(person, { ...env, CI: 'true' }),
      await whoami(person, env, '--json'),
      (await person.onPipe(['whoami'], { env })).stderr,
    ];
    await quiet();
    // The file is written before npm is asked, so that it would be there.
    expect([await asked(), await found()]).toEqual(['', '']);
    await mkdir(dirname(person.stateFile), { recursive: true });
    await writeFile(
      join(dirname(person.stateFile), 'update.json'),
      JSON.stringify({ checkedAt: '2020-01-01T00:00:00Z', latest: '99.0.0' }),
    );
    for (const text of await quiet()) expect(text).not.toContain('99.0.0');
    await expect(stat(join(person.folder, 'bin', 'npm.log'))).rejects.toThrow('ENOENT');
  });
});

test('a service of another version is said so where it lacks what is asked of it', async () => {
  const error = { code: 'not_found', message: 'There is nothing at this address.', action: 'See /docs.', retryable: false };
  const older = createServer((request, response) => {
    const isIdentity = request.url?.startsWith('/.well-known/svc') === true;
    response.writeHead(isIdentity || request.url === '/readyz' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isIdentity
          ? { service: 'svc', id: 'x'.repeat(43), version: '0.0.9', owner: null }
          : request.url === '/readyz'
            ? { status: 'ok' }
            : { error },
      ),
    );
  });
  await new Promise<void>((listening) => older.listen(0, '127.0.0.1', listening));
  const { port } = older.address() as { port: number };
  try {
    const person = await createCliUser(`http://127.0.0.1:${port}`);
    const { code, stderr } = await person.onPipe(['models']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/may be of another version than this svc[\s\S]*`svc doctor` compares the two/),
    });
    expect((await person.onPipe(['doctor'])).stdout).toMatch(/! service +\S+ is svc 0\.0\.9, and this is /);
  } finally {
    older.closeAllConnections();
    older.close();
  }
});
