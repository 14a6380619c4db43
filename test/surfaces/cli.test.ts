import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, NOT_OFFERED } from '../../src/cli/commands.ts';
import { OPERATION_ROWS } from '../../src/contract/operations.ts';
import { type CliUser, createCliUser } from '../support/cli.ts';
import { startService, type TestService } from '../support/service.ts';

const BEANS_CSV = 'roaster,price,rating,code\nOnyx,18.50,5,007\nSey,21,4,12\n"Onyx, Rogers",15,3,9\n';

let service: TestService;
let user: CliUser;
beforeAll(async () => {
  service = await startService();
  user = await createCliUser(service.url);
});
afterAll(async () => service.close());

const sample = async (name: string, text: string): Promise<string> => {
  const file = join(user.folder, name);
  await writeFile(file, text);
  return file;
};
const state = async (): Promise<{ services: Record<string, { db?: string; token?: string }> }> =>
  JSON.parse(await readFile(user.stateFile, 'utf8'));

describe('rows as CSV', () => {
  test('a stream that breaks off ends with words and a code', async () => {
    const other = await createCliUser(service.url);
    await other.onPipe(['new', 'track coffee beans with roaster']);
    const { code, stdout, stderr } = await other.onPipe(['run', '--csv', 'SELECT 1 / (2000 - n) AS q FROM generate_series(1, 3000) n']);
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 1,
      stderr: 'svc: The rows broke off: what was printed is not all of them.',
    });
    expect(stdout.startsWith('q\r\n0\r\n')).toBe(true);
  });
});

describe('on a pipe, from nothing to an answer', () => {
  test('new creates, remembers the session and the database, and the file is its owner’s alone', async () => {
    const { code, stdout, stderr } = await user.onPipe(['new', 'track coffee beans with roaster, price and rating']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('now the active database');
    expect(stdout).toMatch(/roaster\s+│ text/);
    const remembered = (await state()).services[service.url];
    expect(remembered?.token).toMatch(/^anon_/);
    expect(remembered?.db).toMatch(/^db_coffee_beans_/);
    expect((await stat(user.stateFile)).mode & 0o777).toBe(0o600);
  });

  test('what a brief leaves open is told with the tables that were made of it', async () => {
    const other = await createCliUser(service.url);
    expect((await other.onPipe(['new', 'track books in Postgres'])).stdout).toMatch(
      /\nmade in Postgres, which the brief asks for\nnot said, so supposed: books have title, author/,
    );
  });

  test('insert reads CSV as what the columns take, and makes the column that is not there', async () => {
    const { code, stdout } = await user.onPipe(['insert', 'coffee_beans', await sample('beans.csv', BEANS_CSV)]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 rows into coffee_beans in \d+ ms; made columns code\.\n$/);
    const { stdout: json } = await user.onPipe(['run', '--json', 'SELECT roaster, price, code FROM coffee_beans ORDER BY id']);
    expect(JSON.parse(json).data).toEqual([
      { roaster: 'Onyx', price: 18.5, code: '007' },
      { roaster: 'Sey', price: 21, code: '12' },
      { roaster: 'Onyx, Rogers', price: 15, code: '9' },
    ]);
  });

  test('insert takes NDJSON and JSON from standard input', async () => {
    const lines = '{"roaster":"Tim","price":9,"rating":2}\n{"roaster":"April","price":30,"rating":5}\n';
    expect((await user.onPipe(['insert', 'coffee_beans', '-'], { input: lines })).stdout).toMatch(/^2 rows/);
    const one = await user.onPipe(['insert', 'shops', '--json'], { input: '[{"name": "Mokka", "openedAt": "2024-01-02"}]' });
    expect(JSON.parse(one.stdout)).toMatchObject({ inserted: 1, created: { table: true, columns: ['name', 'opened_at'] } });
  });

  test('ask prints the answer, the rows and the SQL, and nothing that turns', async () => {
    const { code, stdout, stderr } = await user.onPipe(['ask', 'How', 'many', 'coffee', 'beans', 'have', 'a', 'price', 'above', '15?']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('3');
    expect(stdout).toContain('WHERE price > $1');
    expect(stdout).not.toContain('\u001b');
  });

  test('ask --json is the reply, --csv the rows, --chart bars', async () => {
    const goal = 'How many coffee beans are there for each roaster?';
    const json = JSON.parse((await user.onPipe(['ask', '--json', goal])).stdout);
    expect(json).toMatchObject({ status: 'ok', kind: 'query', rowCount: 5 });
    const csv = (await user.onPipe(['ask', '--csv', goal])).stdout.split('\r\n');
    expect(csv[0]).toBe(json.columns.map(({ name }: { name: string }) => name).join(','));
    expect(csv).toContain('"Onyx, Rogers",1');
    expect((await user.onPipe(['ask', '--chart', goal])).stdout).toMatch(/^Sey {2,}█+ 1$/m);
  });

  test('query asks the database that is named, by its name too', async () => {
    const { code, stdout } = await user.onPipe(['query', 'coffee_beans', 'How many shops are there?']);
    expect({ code, first: stdout.split('\n')[0] }).toMatchObject({ code: 0, first: expect.stringContaining('1') });
    const unknown = await user.onPipe(['query', 'db_nowhere_aaaaaaaa', 'How many shops are there?']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/\(db_not_found\)[\s\S]*`svc db list` shows yours/) });
  });

  test('a question that is not understood is answered with tables as a person would read them', async () => {
    const { code, stderr } = await user.onPipe(['ask', 'which beans flurbled in the zorgle']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\(not_understood\)\n[\s\S]* {2}known:\n {4}\w+ \((\w+, )*\w+\)\n/);
    expect(stderr).not.toContain('[');
  });

  test('run binds values, reads SQL from standard input, and streams CSV', async () => {
    const sql = 'SELECT roaster FROM coffee_beans WHERE price > $1 AND rating = $2';
    const bound = await user.onPipe(['run', '--params', '[20, 5]', '--json'], { input: sql });
    expect(JSON.parse(bound.stdout).data).toEqual([{ roaster: 'April' }]);
    const csv = await user.onPipe(['run', '--csv', 'SELECT n, n % 2 = 0 AS even FROM generate_series(1, 3000) AS t(n) ORDER BY n']);
    const lines = csv.stdout.split('\r\n');
    expect([lines.length, lines[0], lines[3000]]).toEqual([3002, 'n,even', '3000,true']);
  });

  test('a previewed write exits 3, and --confirm then writes what was shown', async () => {
    const goal = 'Set the price of Sey to 22';
    const preview = await user.onPipe(['ask', goal]);
    expect(preview).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing is written yet.') });
    expect(preview.stdout).toMatch(/before[^\n]*21[^\n]*\n[^\n]*after[^\n]*22/);
    const confirmed = await user.onPipe(['ask', '--confirm', '--json', goal]);
    expect(JSON.parse(confirmed.stdout)).toMatchObject({ status: 'ok', kind: 'write', rowCount: 1 });
    const { stdout } = await user.onPipe(['run', '--csv', "SELECT price FROM coffee_beans WHERE roaster = 'Sey'"]);
    expect(stdout).toBe('price\r\n22\r\n');
  });

  test('undo reverts the last write here, then the one that is named', async () => {
    const read = async () => (await user.onPipe(['run', '--csv', "SELECT price FROM coffee_beans WHERE roaster = 'Sey'"])).stdout;
    const written = await user.onPipe(['ask', '--confirm', '--json', 'Set the price of Sey to 40']);
    expect(await read()).toBe('price\r\n40\r\n');
    expect(await user.onPipe(['undo'])).toMatchObject({ code: 0, stdout: 'Undone: 1 row of coffee_beans as before.\n' });
    expect(await read()).toBe('price\r\n22\r\n');
    expect(await user.onPipe(['undo'])).toMatchObject({ code: 2, stderr: expect.stringContaining('svc undo <traceId>') });
    const { trace } = JSON.parse(written.stdout) as { trace: { id: string } };
    expect(JSON.parse((await user.onPipe(['undo', trace.id, '--json'])).stdout)).toMatchObject({ alreadyUndone: true });
  });

  test('--dry-run shows a write and its trace, and writes nothing; --confirm then writes what was shown', async () => {
    const goal = 'Set the price of Sey to 41';
    const shown = await user.onPipe(['ask', '--dry-run', goal]);
    expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing is written.') });
    expect(shown.stdout).toMatch(/after[^\n]*41[\s\S]* ms, builtin, trace [0-9a-f-]{36}\n$/);
    const read = async () => (await user.onPipe(['run', '--csv', "SELECT price FROM coffee_beans WHERE roaster = 'Sey'"])).stdout;
    expect(await read()).toBe('price\r\n22\r\n');
    expect(await user.onPipe(['ask', '--dry-run', '--confirm', goal])).toMatchObject({ code: 2, stdout: '' });
    expect((await user.onPipe(['ask', '--confirm', goal])).code).toBe(0);
    expect(await read()).toBe('price\r\n41\r\n');
    expect((await user.onPipe(['undo'])).code).toBe(0);
  });

  test('insert names the row of the file that was refused, and its traces to programs', async () => {
    const bad = await user.onPipe(['insert', 'coffee_beans', await sample('bad.csv', 'roaster,price\nA,1\nB,cheap\n')]);
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('Row 2 of the 2 was refused') });
    expect(bad.stderr).toContain('\nSee `reason` and send');
    const { stdout } = await user.onPipe(['insert', 'passing', '--json', '--format', 'json', '-'], { input: '[{"n": 9007199254740993}]' });
    const { traceIds } = JSON.parse(stdout) as { traceIds: string[] };
    expect((await user.onPipe(['run', '--csv', 'SELECT n, pg_typeof(n)::text AS type FROM passing'])).stdout).toBe(
      'n,type\r\n9007199254740993,bigint\r\n',
    );
    const csv = await sample('wide.csv', 'code,total\n007,123456789012345678901234.5\n008,1\n');
    await user.onPipe(['insert', 'wide', csv]);
    expect((await user.onPipe(['run', '--csv', 'SELECT code, total, pg_typeof(total)::text AS type FROM wide ORDER BY code'])).stdout).toBe(
      'code,total,type\r\n007,123456789012345678901234.5,numeric\r\n008,1,numeric\r\n',
    );
    expect(await user.onPipe(['undo', String(traceIds[0])])).toMatchObject({ code: 0, stdout: expect.stringContaining('1 row taken out') });
  });

  test('what was shown and has changed since is shown again, not written', async () => {
    const goal = 'Set the price of Sey to 23';
    expect((await user.onPipe(['ask', goal])).code).toBe(3);
    await user.onPipe(['run', "UPDATE coffee_beans SET roaster = 'Say' WHERE roaster = 'Sey'"]);
    await user.onPipe(['run', "INSERT INTO coffee_beans (roaster, price) VALUES ('Sey', 1)"]);
    expect(await user.onPipe(['ask', '--confirm', goal])).toMatchObject({ code: 3, stderr: expect.stringContaining('confirm_expired') });
    const { stdout } = await user.onPipe(['run', '--csv', 'SELECT count(*) AS n FROM coffee_beans WHERE price = 23']);
    expect(stdout).toBe('n\r\n0\r\n');
  });

  test('--confirm alone writes in one go, and --json of a preview is the preview', async () => {
    const goal = 'Set the price of April to 31';
    const shown = await user.onPipe(['ask', '--json', goal]);
    expect(shown.code).toBe(3);
    expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'requires_confirm', diff: { affectedRows: 1 } });
    const other = 'Set the price of April to 32';
    expect(await user.onPipe(['ask', '--confirm', other])).toMatchObject({ code: 0, stdout: expect.stringContaining('after') });
  });

  test('db create, db list, use, schema and db delete', async () => {
    expect((await user.onPipe(['db', 'create', 'library', '--goal', 'track books with title, author and pages'])).code).toBe(0);
    const listed = JSON.parse((await user.onPipe(['db', 'list', '--json'])).stdout) as { dbId: string; slug: string; name: string }[];
    const made = listed.find(({ name }) => name === 'library');
    expect((await user.onPipe(['db', 'list'])).stdout).toMatch(new RegExp(`│ \\* │ ${made?.slug}`));
    expect((await user.onPipe(['schema'])).stdout).toMatch(/title\s+│ text/);
    expect((await user.onPipe(['use', 'coffee_beans'])).stdout).toMatch(/is now the active database/);
    expect((await user.onPipe(['schema', '--json'])).stdout).toContain('"coffee_beans"');
    expect((await user.onPipe(['db', 'rename', 'library', 'Town library'])).stdout).toMatch(/is now called Town library/);
    expect((await user.onPipe(['db', 'check', 'town library'])).code).toBe(0);
    expect(await user.onPipe(['db', 'delete', String(made?.dbId)])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--confirm'),
    });
    expect((await user.onPipe(['db', 'delete', '--confirm', String(made?.dbId)])).stdout).toMatch(/is deleted/);
    expect((await user.onPipe(['db', 'list', '--csv'])).stdout).not.toContain(made?.dbId);
  });

  test('db create with a name alone makes an empty database, whose tables come with the first file', async () => {
    const beginner = await createCliUser(service.url);
    expect(await beginner.onPipe(['db', 'create', 'shop'])).toMatchObject({ code: 0, stderr: expect.stringContaining('no tables yet') });
    expect(await beginner.onPipe(['insert', 'beans'], { input: BEANS_CSV })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('made the table'),
    });
    expect((await beginner.onPipe(['ask', 'how many beans are there'])).stdout).toContain('3');
    await beginner.onPipe(['db', 'create', 'Beans of the Month']);
    expect((await beginner.onPipe(['db', 'list'])).stdout).toMatch(/│ beans_of_the_month │ Beans of the Month │/);
    const narrow = beginner.onTerminal(['db', 'list'], { columns: 90 });
    await narrow.ended();
    expect(narrow.text()).toMatch(
      /│ name +│ id +│ engine +│ last asked │[\s\S]*│ \* │ Beans of the Month │ db_beans_of_the_month_\w{8} │ postgres │/,
    );
    const records = beginner.onTerminal(['db', 'list'], { columns: 40 });
    await records.ended();
    expect(records.text()).toMatch(/─── \d ─+\n {2}name +shop\n {2}id +db_shop_/);
    await beginner.onPipe(['db', 'delete', '--confirm', 'Beans of the Month']);
    const [made] = JSON.parse((await beginner.onPipe(['db', 'list', '--json'])).stdout) as { preset: unknown; name: string }[];
    expect(made).toMatchObject({ preset: null, name: 'shop' });
  });

  test('run takes a file, named by the command or in its place; rows that are in already are left out', async () => {
    const file = await sample('query.sql', 'SELECT 1 AS one');
    for (const args of [
      ['run', '--file', file],
      ['run', '-f', file],
      ['-f', file],
    ])
      expect(await user.onPipe([...args, '--csv'])).toMatchObject({ code: 0, stdout: 'one\r\n1\r\n' });
    await user.onPipe(['use', 'coffee_beans']);
    const beans = await sample('rest.csv', BEANS_CSV);
    const part = await user.onPipe(['insert', 'coffee_beans', beans, '--skip', '2', '--json']);
    expect(JSON.parse(part.stdout)).toMatchObject({ inserted: 1 });
    await user.onPipe(['undo']);
  });

  describe('several statements of a file', () => {
    const scripted = async (text: string, ...more: string[]) => await user.onPipe(['-f', await sample('script.sql', text), ...more]);
    const prices = async () =>
      (await user.onPipe(['run', '--csv', 'SELECT name, price FROM teas ORDER BY name'])).stdout.split('\r\n').slice(1, -1);
    beforeAll(async () => {
      await user.onPipe(['insert', 'teas'], { input: 'name,price\nOolong,7\nSencha,5\n' });
    });

    const RAISES =
      "-- both are dearer by now;\nUPDATE teas SET price = price + 1 WHERE name = 'Oolong';\n\nUPDATE teas SET price = price + 1 WHERE name = 'Sencha';\n";

    test('run one after the other, and `svc undo` takes their writes back', async () => {
      const { code, stdout, stderr } = await scripted(
        `${RAISES}SELECT name AS tea FROM teas WHERE name = 'Oolong;'; SELECT count(*) AS teas FROM teas`,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^1 row written, [^\n]*\n1 row written, [\s\S]*│ tea │[\s\S]*0 rows, [\s\S]*│ teas │[\s\S]*│ +2 │/);
      expect(await prices()).toEqual(['Oolong,8', 'Sencha,6']);
      expect((await user.onPipe(['undo'])).stdout).toBe('Undone: 1 row of teas as before.\n'.repeat(2));
      expect(await prices()).toEqual(['Oolong,7', 'Sencha,5']);
      const lines = (await scripted('SELECT 1 AS n; SELECT 2 AS n', '--json')).stdout.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).data)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    });

    test('say which failed, what was done before it, and that nothing after it was sent', async () => {
      const { code, stderr } = await scripted(`${RAISES}UPDATE teas SET price = 1 / (price - price);\nDELETE FROM teas`);
      expect(code).toBe(1);
      expect(stderr).toContain(
        'svc: 2 of the 4 statements are done; statement 3 of 4 (line 5) failed, and nothing after it was sent. `svc undo` takes back what was written before it.\nsvc: ',
      );
      expect(stderr).toContain('(invalid_value)');
      expect(await prices()).toEqual(['Oolong,8', 'Sencha,6']);
      await user.onPipe(['undo']);
      expect(await prices()).toEqual(['Oolong,7', 'Sencha,5']);
      const first = await scripted('DROP TABLE teas; SELECT 1');
      expect(first.stderr).toContain('None of the 2 statements is done; statement 1 of 2 (line 1) failed');
    });

    test('with --transaction are done together or not at all, and are undone together', async () => {
      const failed = await scripted(`${RAISES}UPDATE teas SET price = 1 / (price - price);\nDELETE FROM teas`, '--transaction');
      expect(failed.code).toBe(1);
      expect(failed.stderr).toContain('svc: Statement 3 of 4 (line 5) failed, and none of the 4 statements is done.\nsvc: ');
      expect(await prices()).toEqual(['Oolong,7', 'Sencha,5']);

      const { code, stdout, stderr } = await scripted(`${RAISES}SELECT sum(price) AS total FROM teas`, '--transaction');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(
        /^1 row written\n1 row written\n[\s\S]*│ +14 │[\s\S]*\n1 row\n3 statements in one transaction, [\d.]+ ms, trace [\da-f-]{36}\n$/,
      );
      expect(await prices()).toEqual(['Oolong,8', 'Sencha,6']);
      expect((await user.onPipe(['undo'])).stdout).toBe('Undone: 1 row of teas as before, 1 row of teas as before.\n');
      expect(await prices()).toEqual(['Oolong,7', 'Sencha,5']);

      const [json] = [await scripted(RAISES, '--transaction', '--json')].map(({ stdout: text }) => JSON.parse(text));
      expect(json).toMatchObject({ kind: 'write', rowCount: 2, results: [{ rowCount: 1 }, { rowCount: 1 }] });
      await user.onPipe(['undo', json.trace.id]);
      expect((await scripted('SELECT 1; SELECT 2', '--transaction')).stderr).toMatch(
        /None of the statements writes[\s\S]*send reads one by one/,
      );
    });
  });

  test('a write as CSV prints what it returned, and can be undone', async () => {
    const sql = "INSERT INTO coffee_beans (roaster) VALUES ('Hex') RETURNING roaster";
    expect(await user.onPipe(['run', '--csv', sql])).toMatchObject({ code: 0, stdout: 'roaster\r\nHex\r\n' });
    expect((await user.onPipe(['undo'])).code).toBe(0);
  });

  test('doctor says what it finds, and fails where something is wrong', async () => {
    const { code, stdout } = await user.onPipe(['doctor', '--json']);
    const findings = JSON.parse(stdout) as { check: string; state: string; said: string }[];
    expect(code).toBe(0);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['node', 'data', 'disk', 'engine', 'service', 'clock', 'credential']),
    );
    expect(findings.find(({ check }) => check === 'service')).toMatchObject({ state: 'good', said: expect.stringContaining(service.url) });
    const stranger = createServer((_request, response) => void response.end('<html>'));
    await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const other = await user.onPipe(['doctor', '--api-url', url]);
    expect(other).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ service +what answers at .* is not svc/) });
    // What is found of a stranger's answers says nothing of a service.
    expect(other.stdout).toMatch(/✓ clock +not compared: .*\n✓ credential not looked at: /);
    stranger.close();
  });

  test('models, with the schema presets and whether each is enabled; whoami and logout', async () => {
    const listed = (await user.onPipe(['models'])).stdout;
    expect(listed).toMatch(/auto\s+│ yes/);
    expect(listed).toMatch(/schema preset\s+│ enabled\s+│ engine/);
    expect(listed).toMatch(/agent_memory_v1\s+│ yes\s+│ postgres/);
    expect(listed).toMatch(/empty\s+│ yes/);
    const without = await startService({ SVC_PRESETS_DISABLED: 'agent_memory_v1' });
    const there = (await (await createCliUser(without.url)).onPipe(['models'])).stdout;
    await without.close();
    expect(there).toMatch(/agent_memory_v1\s+│ no\s+│ postgres/);
    expect(there).toMatch(/empty\s+│ yes/);
    expect((await user.onPipe(['whoami'])).stdout).toContain('an anonymous session');
    const passing = await createCliUser(service.url);
    await passing.onPipe(['db', 'list']);
    expect((await passing.onPipe(['logout', '--confirm'])).stdout).toMatch(/is forgotten/);
    expect(JSON.parse((await passing.onPipe(['whoami', '--json'])).stdout)).toEqual({ apiUrl: service.url, credential: 'none', db: null });
  });

  test('logout without a session says what becomes of the active database; whoami, when nothing answers', async () => {
    const env = { SVC_API_KEY: 'sk_live_x' };
    const other = await createCliUser(service.url);
    expect((await other.onPipe(['logout'])).stdout).toBe('There was no session to forget.\n');
    expect((await other.onPipe(['whoami', '--api-url', 'http://127.0.0.1:1'])).stdout).toContain(
      '(does not answer)\ncredential  known when',
    );
    expect((await other.onPipe(['whoami', '--api-url', 'http://127.0.0.1:1'], { env })).stdout).toContain('credential  SVC_API_KEY');
  });

  test('new --json is one document', async () => {
    const other = await createCliUser(service.url);
    const { stdout } = await other.onPipe(['new', '--json', 'track trees with species and height']);
    expect(JSON.parse(stdout)).toMatchObject({ created: { engine: 'postgres' }, reply: null });
  });

  test('mcp serve answers an agent host and ends with its input', async () => {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const { code, stdout } = await user.onPipe(['mcp', 'serve'], { input: `${JSON.stringify(hello)}\n`, endInputAt: /\n/ });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'svc' } } });
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
    const narrowed = await user.onPipe(['mcp', 'serve', '--db', 'coffee', '--read-only'], {
      input: [hello, { jsonrpc: '2.0', method: 'notifications/initialized' }, list]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
      endInputAt: /"id":2/,
    });
    const { tools } = JSON.parse(narrowed.stdout.split('\n').find((line) => line.includes('"id":2')) ?? '{}').result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['ask', 'run', 'databases']);
    expect(tools.flatMap(({ inputSchema }: { inputSchema: { properties: object } }) => Object.keys(inputSchema.properties))).not.toContain(
      'db',
    );
    expect(await user.onPipe(['mcp', 'serve', '--db', ''])).toMatchObject({ code: 2 });
  });
});

describe('help', () => {
  test('every operation that is built has a command, or a reason why not', () => {
    const built = Object.keys(OPERATION_ROWS);
    const offered = new Set<string>([...COMMANDS.flatMap(({ operations }) => operations), ...Object.keys(NOT_OFFERED)]);
    expect(built.filter((name) => !offered.has(name))).toEqual([]);
  });

  test('help, help --json and the table name the same commands and exit codes', async () => {
    const tree = JSON.parse((await user.onPipe(['help', '--json'])).stdout);
    expect(tree.commands.map(({ command }: { command: string }) => command)).toEqual(COMMANDS.map(({ path }) => path.join(' ')));
    const { code, stdout } = await user.onPipe(['--help']);
    expect(code).toBe(0);
    for (const row of tree.exitCodes) expect(stdout).toContain(`${row.code}  ${row.meaning}`);
    for (const { path } of COMMANDS) expect(stdout).toContain(`  ${path[0]}`);
    expect((await user.onPipe([])).stdout).toBe(stdout);
  });

  test('the manual page and the completions know every command', async () => {
    const man = (await user.onPipe(['help', '--man'])).stdout;
    for (const { path, summary } of COMMANDS) {
      expect(man).toContain(`.SS svc ${path.join(' ')}`);
      expect(man).toContain(summary.replaceAll('-', '\\-'));
    }
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await user.onPipe(['completion', shell]);
      expect(code).toBe(0);
      for (const word of new Set(COMMANDS.flatMap(({ path }) => path))) expect(stdout).toContain(word);
    }
    expect(await user.onPipe(['completion', 'tcsh'])).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
  });

  test('a newer version is looked for with npm, under the name that is given alone', async () => {
    const bin = join(user.folder, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'npm'), '#!/bin/sh\necho "$@" >> "$0.log"\n[ "$1" = view ] && echo \'"99.0.0"\'\nexit 0\n');
    await chmod(join(bin, 'npm'), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, SVC_UPDATE_PACKAGE: 'svc-of-a-test' };
    expect(await user.onPipe(['update'])).toMatchObject({ code: 1, stderr: expect.stringContaining('not from a registry') });
    const checked = await user.onPipe(['update', '--check', '--json'], { env });
    expect(JSON.parse(checked.stdout)).toMatchObject({ latest: '99.0.0', newer: true });
    expect(await user.onPipe(['update'], { env })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('npm install --global svc-of-a-test@99.0.0'),
    });
    expect(await user.onPipe(['update', '--yes'], { env })).toMatchObject({ code: 0 });
    expect(await readFile(join(bin, 'npm.log'), 'utf8')).toContain('install --global svc-of-a-test@99.0.0');
    // On a pipe nothing is looked for by the way.
    expect((await user.onPipe(['whoami'], { env })).stderr).toBe('');
  });

  test('help of one command, and the version', async () => {
    expect((await user.onPipe(['help', 'db', 'create'])).stdout).toMatch(/^Usage: svc db create/);
    expect((await user.onPipe(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('an agent memory', () => {
  test('is made from the preset, remembers with its flags, and says what it knew already', async () => {
    const own = await createCliUser(service.url);
    expect((await own.onPipe(['db', 'create', 'notes', '--preset', 'agent_memory_v1'])).code).toBe(0);
    const flags = ['--type', 'preference', '--subject', 'Ana', '--tag', 'travel', '--tag', 'seats', '--end-user', 'ana', '--ttl', '24h'];
    const first = await own.onPipe(['remember', ...flags, 'Ana', 'prefers', 'window seats']);
    expect(first.stdout).toMatch(/^Remembered: fact [\da-f-]{36}, until \d{4}-[\dT:.-]+Z\.\n$/);
    expect((await own.onPipe(['remember', ...flags, 'Ana prefers window seats'])).stdout).toMatch(/^Known already: fact /);
    const { stdout } = await own.onPipe(['run', '--json', 'SELECT content, subject, kind, tags, end_user_id, source FROM facts']);
    expect(JSON.parse(stdout).data).toEqual([
      {
        content: 'Ana prefers window seats',
        subject: 'Ana',
        kind: 'preference',
        tags: ['travel', 'seats'],
        end_user_id: 'ana',
        source: 'cli',
      },
    ]);
    const wrong = await own.onPipe(['remember', '--kind', 'dream', 'x']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('fact, episode, entity');
  });

  test('remembers many of a file, or of standard input, and what options say counts for each of them', async () => {
    const own = await createCliUser(service.url);
    expect((await own.onPipe(['db', 'create', 'notes', '--preset', 'agent_memory_v1'])).code).toBe(0);
    const lines = Array.from({ length: 1_200 }, (_, at) => JSON.stringify({ content: `Note ${at}.`, tags: [`t${at % 2}`] }));
    const file = join(own.folder, 'notes.ndjson');
    await writeFile(file, [...lines, JSON.stringify({ kind: 'episode', role: 'user', content: 'Hello.' })].join('\n'));
    expect((await own.onPipe(['remember', '--from', file, '--end-user', 'ana'])).stdout).toBe('Remembered 1201; 0 known already.\n');
    const again = await own.onPipe(['remember', '--from', '-', '--end-user', 'ana', '--json'], { input: `${lines[0]}\n` });
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'ok', items: [{ kind: 'fact', deduplicated: true }] });
    const { stdout } = await own.onPipe([
      'run',
      '--json',
      "SELECT count(*) AS n, count(*) FILTER (WHERE end_user_id = 'ana') AS ana FROM facts",
    ]);
    expect(JSON.parse(stdout).data).toEqual([{ n: 1_200, ana: 1_200 }]);
    await writeFile(file, `${lines[1]}\n{"content": "x", "role": "user"}\n`);
    const refused = await own.onPipe(['remember', '--from', file]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('items.1.role');
    for (const args of [['remember'], ['remember', '--from', file, 'text'], ['remember', '--from', file, '--subject', 'Ana']])
      expect((await own.onPipe(args)).code).toBe(2);
  });
});
