import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { type CliUser, CTRL_C, createCliUser, type Terminal } from '../support/cli.ts';
import { startService, TEST_SECRET, type TestService } from '../support/service.ts';

const CTRL_D = '\u0004';
const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';
const STACK_TRACE = /^\s+at .+[:(]\d+/m;

let service: TestService;
let user: CliUser;
beforeAll(async () => {
  service = await startService();
  user = await createCliUser(service.url);
  await user.onPipe(['new', 'track coffee beans with roaster, price and rating']);
  const lines = ['Onyx,18.5,5', 'Sey,21,4', '"Tim \u001b]0;owned\u0007 Wendelboe, of a very long name indeed",15,3'];
  await user.onPipe(['insert', 'coffee_beans'], { input: `roaster,price,rating\n${lines.join('\n')}\n` });
});
afterAll(async () => service.close());

const done = async (terminal: Terminal): Promise<{ code: number; text: string }> => ({
  code: await terminal.ended(),
  text: terminal.text(),
});

describe('in a terminal', () => {
  test('ask tells its steps while it works, and leaves the cursor as it was', async () => {
    const terminal = user.onTerminal(['ask', 'How many coffee beans are there for each roaster?', '--chart']);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text()).toMatch(/Asking/);
    expect(terminal.text()).toMatch(/Sey {2,}█+ 1/);
    expect(terminal.raw().lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(terminal.raw().lastIndexOf(HIDE_CURSOR));
  });

  test.each([120, 60, 24])('a table fits %i columns, and stored control characters do nothing', async (columns) => {
    const terminal = user.onTerminal(['run', 'SELECT * FROM coffee_beans ORDER BY id'], { columns, env: { NO_COLOR: '1' } });
    const { code, text } = await done(terminal);
    expect(code).toBe(0);
    expect(text).toContain('Onyx');
    expect(terminal.raw()).not.toContain('\u001b]0;');
    const table = text.split('\n').filter((line) => /[│┌└]/.test(line));
    expect(columns < 40 || table.length >= 5).toBe(true);
    for (const line of table) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  });

  test('CSV on a terminal shows control characters and does not send them; on a pipe it is as it is', async () => {
    const args = ['run', '--csv', "SELECT chr(27) || ']0;title' || chr(7) AS a, 'é' AS b"];
    const terminal = user.onTerminal(args);
    const { code, text } = await done(terminal);
    expect([code, text.includes('\\u001b]0;title\\u0007,é')]).toEqual([0, true]);
    expect(terminal.raw()).not.toContain('\u001b]0;title');
    expect((await user.onPipe(args)).stdout).toBe('a,b\r\n\u001b]0;title\u0007,é\r\n');
  });

  test('a destructive ask shows what it would do and asks; yes writes', async () => {
    const terminal = user.onTerminal(['ask', 'Set the price of Sey to 22']);
    await terminal.sees('Write this?');
    expect(terminal.text()).toMatch(/before[^\n]*21/);
    terminal.type('y');
    expect(await terminal.ended()).toBe(0);
    expect((await user.onPipe(['run', '--csv', "SELECT price FROM coffee_beans WHERE roaster = 'Sey'"])).stdout).toBe('price\r\n22\r\n');
  });

  test.each([
    ['no', 'n', 3],
    ['Enter', '\r', 3],
    ['Ctrl-C', CTRL_C, 130],
  ])('%s writes nothing', async (_name, keys, expected) => {
    const terminal = user.onTerminal(['ask', 'Set the price of Onyx to 99']);
    await terminal.sees('Write this?');
    terminal.type(keys);
    const { code, text } = await done(terminal);
    expect(code).toBe(expected);
    expect(text).not.toMatch(STACK_TRACE);
    const { stdout } = await user.onPipe(['run', '--csv', 'SELECT count(*) AS n FROM coffee_beans WHERE price = 99']);
    expect(stdout).toBe('n\r\n0\r\n');
  });

  test('where a request can be read in two ways, one is chosen', async () => {
    const terminal = user.onTerminal(['ask', 'create a database to track trees with species and height']);
    await terminal.sees('Which is meant?');
    terminal.type('\u001b[B\r');
    const { code, text } = await done(terminal);
    expect(code).toBe(0);
    expect(text).toMatch(/species/);
    expect((await user.onPipe(['whoami'])).stdout).toMatch(/database {4}db_\w*trees/);
    await user.onPipe(['use', 'coffee_beans']);
  });

  interface InTerminal {
    readonly args: readonly string[];
    readonly sees: RegExp;
    readonly keys?: readonly [when: string, keys: string];
    /** 0 when absent. */
    readonly exits?: number;
  }
  const RUNS: Readonly<Record<string, InTerminal>> = {
    new: { args: ['new', 'track trees with species and height'], sees: /now the active database/ },
    query: { args: ['query', 'coffee_beans', 'How many coffee beans are there?'], sees: /SELECT count/ },
    'db create': { args: ['db', 'create', 'passing', '--goal', 'track rocks with colour and weight'], sees: /colour/ },
    'db rename': { args: ['db', 'rename', 'passing', 'Passing by'], sees: /is now called Passing by/ },
    'db delete': { args: ['db', 'delete', 'passing'], sees: /passing|is deleted/, keys: ['everything in it?', 'y'] },
    'db connect': {
      args: ['db', 'connect'],
      sees: /needs somebody who is signed in/,
      keys: ['Connection URL', 'postgres://u:made-up@127.0.0.1/d\r'],
      exits: 6,
    },
    'db reconnect': {
      args: ['db', 'reconnect', 'coffee_beans'],
      sees: /needs somebody who is signed in/,
      keys: ['Connection URL', 'postgres://u:made-up@127.0.0.1/d\r'],
      exits: 6,
    },
    'db check': { args: ['db', 'check', 'coffee_beans'], sees: /coffee_beans\(/ },
    'admin backup': { args: ['admin', 'backup', 'copy', '--data-dir', 'nowhere'], sees: /nowhere holds no data of a service/, exits: 1 },
    'admin restore': { args: ['admin', 'restore', 'nowhere', '--data-dir', 'new'], sees: /nowhere holds no backup/, exits: 1 },
    'admin tenants': { args: ['admin', 'tenants', '--data-dir', 'nowhere'], sees: /nowhere holds no data of a service/, exits: 1 },
    'admin health': { args: ['admin', 'health', '--data-dir', 'nowhere'], sees: /nowhere holds no data of a service/, exits: 1 },
    'admin limits': { args: ['admin', 'limits', '--data-dir', 'nowhere'], sees: /nowhere holds no data of a service/, exits: 1 },
    'admin block': {
      args: ['admin', 'block', 'ana@example.com', '--data-dir', 'nowhere'],
      sees: /nowhere holds no data of a service/,
      exits: 1,
    },
    'admin unblock': {
      args: ['admin', 'unblock', 'ana@example.com', '--data-dir', 'nowhere'],
      sees: /nowhere holds no data of a service/,
      exits: 1,
    },
    'admin drop': {
      args: ['admin', 'drop', 'ana@example.com', '--data-dir', 'nowhere'],
      sees: /nowhere holds no data of a service/,
      exits: 1,
    },
    'admin move': {
      args: ['admin', 'move', 'db_a', '--to', 'east', '--data-dir', 'nowhere'],
      sees: /SVC_HOSTING_URLS names no servers/,
      exits: 1,
    },
    'admin sweep': { args: ['admin', 'sweep', '--data-dir', 'nowhere'], sees: /nowhere holds no data of a service/, exits: 1 },
    'db list': { args: ['db', 'list'], sees: /coffee_beans/ },
    use: { args: ['use', 'coffee_beans'], sees: /now the active database/ },
    schema: { args: ['schema'], sees: /roaster/ },
    import: { args: ['import', 'nowhere.csv'], sees: /there is no such file/, exits: 2 },
    insert: { args: ['insert', 'coffee_beans'], sees: /nothing to read rows from/, exits: 2 },
    undo: { args: ['undo', '--db', 'coffee_beans'], sees: /No write to this database is remembered here|as before|taken out|back in/ },
    glossary: { args: ['glossary'], sees: /No glossary yet/ },
    'glossary add': { args: ['glossary', 'add', 'fine bean', 'coffee bean with rating 5'], sees: /fine bean/ },
    'glossary set': { args: ['glossary', 'set', 'nowhere.json'], sees: /nowhere\.json: there is no such file/, exits: 2 },
    trace: { args: ['trace', '00000000-0000-7000-8000-000000000000'], sees: /no request of yours|trace_not_found/i, exits: 1 },
    'byollm set': {
      args: ['byollm', 'set', 'openai', 'gpt-6'],
      sees: /needs an account/,
      keys: ['Key of openai', 'sk-made-up\r'],
      exits: 6,
    },
    'byollm status': { args: ['byollm', 'status'], sees: /needs an account/, exits: 6 },
    'byollm clear': { args: ['byollm', 'clear'], sees: /needs an account/, exits: 6 },
    'keys create': { args: ['keys', 'create', 'mine'], sees: /needs an account/, exits: 6 },
    'keys list': { args: ['keys', 'list'], sees: /needs an account/, exits: 6 },
    'keys revoke': { args: ['keys', 'revoke', 'x'], sees: /needs an account/, exits: 6 },
    models: { args: ['models'], sees: /auto/ },
    login: { args: ['login'], sees: /the code [A-Z]{4}-[A-Z]{4}/, keys: ['Waiting for you', CTRL_C], exits: 130 },
    'grants create': {
      args: ['grants', 'create', '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11', 'coffee_beans'],
      sees: /needs an account/,
      exits: 6,
    },
    'grants list': { args: ['grants', 'list'], sees: /needs an account/, exits: 6 },
    'grants usage': { args: ['grants', 'usage', '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11'], sees: /needs an account/, exits: 6 },
    'grants revoke': { args: ['grants', 'revoke', '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11'], sees: /needs an account/, exits: 6 },
    remember: { args: ['remember', 'Ana prefers window seats.', '--db', 'coffee_beans'], sees: /wrong_preset/, exits: 1 },
    approve: { args: ['approve'], sees: /needs an account/, exits: 6 },
    doctor: { args: ['doctor'], sees: /✓ service/ },
    update: { args: ['update'], sees: /not from a registry/, exits: 1 },
    completion: { args: ['completion', 'bash'], sees: /complete -F _svc svc/ },
    whoami: { args: ['whoami'], sees: /anonymous session/ },
    'mcp detect': { args: ['mcp', 'detect'], sees: /claude-desktop/ },
    'mcp install': { args: ['mcp', 'install', 'vscode', '--file', 'mcp.json'], sees: /svc is now in/, keys: ['like this?', 'y'] },
    'mcp uninstall': { args: ['mcp', 'uninstall', 'vscode', '--file', 'mcp.json'], sees: /svc is no longer in/, keys: ['like this?', 'y'] },
    help: { args: ['help', 'ask'], sees: /Usage: svc ask/ },
    logout: { args: ['logout'], sees: /is forgotten/, keys: ['Forget the anonymous session?', 'y'] },
  };

  test.each(Object.entries(RUNS))('%s', async (_name, { args, sees, keys, exits = 0 }) => {
    const terminal = user.onTerminal(args);
    if (keys) {
      await terminal.sees(keys[0]);
      terminal.type(keys[1]);
    }
    const { code, text } = await done(terminal);
    expect(text).toMatch(sees);
    expect(text).not.toMatch(STACK_TRACE);
    expect(code).toBe(exits);
  });

  test('serve starts with progress, answers, and ends cleanly on Ctrl-C', async () => {
    const env = { DATABASE_URL: inject('databaseUrl'), SVC_SECRET: TEST_SECRET };
    const terminal = user.onTerminal(['serve', '--port', '0'], { env });
    await terminal.sees(/svc listens on http\S+/);
    const url = /listens on (http:\/\/[\d.:]+)/.exec(terminal.text())?.[1] ?? '';
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    terminal.type(CTRL_C);
    const { code, text } = await done(terminal);
    expect({ code, traced: STACK_TRACE.test(text) }).toEqual({ code: 0, traced: false });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  test('mcp serve answers on a terminal too, until its input ends', async () => {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const terminal = user.onTerminal(['mcp', 'serve'], { columns: 4_000 });
    terminal.type(`${JSON.stringify(hello)}\r`);
    await terminal.sees('"serverInfo"');
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
  });

  test('the shell takes questions, SQL of several lines, a paste, and writes after they were shown', async () => {
    const own = await createCliUser(service.url);
    await own.onPipe(['new', 'track coffee beans with roaster, price and rating']);
    await own.onPipe(['insert', 'coffee_beans'], { input: 'roaster,rating\nOnyx,5\n' });
    const terminal = own.onTerminal(['shell', 'coffee_beans'], { columns: 120 });
    await terminal.sees('coffee_beans> ');
    terminal.type('How many coffee beans are there?\r');
    await terminal.sees(/SELECT count[\s\S]*coffee_beans> /);
    terminal.type("SELECT 'a;b' AS one,\r");
    await terminal.sees('...> ');
    terminal.type('  2 AS two;\r');
    await terminal.sees(/│ a;b │ +2 │/);
    // Pasted: two statements at once.
    terminal.type('SELECT 41 + 1 AS pasted;\rSELECT 6 * 7 AS again;\r');
    await terminal.sees(/pasted[\s\S]*│ +42 │[\s\S]*again[\s\S]*│ +42 │/);
    terminal.type('\\x\r');
    await terminal.sees('as records');
    terminal.type('SELECT 1 AS down;\r');
    await terminal.sees(/─── 1 ─+\n {2}down {2}1/);
    terminal.type('\\d coffee_beans\r');
    await terminal.sees(/roaster +│ text/);
    terminal.type('SELECT nothing FROM nowhere;\r');
    await terminal.sees(/sql_rejected/);
    terminal.type('\\nothing\r');
    await terminal.sees('lists what there is');
    terminal.type('Set the rating of Onyx to 4\r');
    await terminal.sees('Write this?');
    terminal.type('n');
    await terminal.sees('Nothing was written');
    terminal.type('SELECT coff\t');
    await terminal.sees('SELECT coffee_beans');
    terminal.type(CTRL_C);
    await terminal.sees('^C');
    await terminal.sees(/\^C\n[^\n]*coffee_beans> $/);
    terminal.type('SELECT count(*) FROM (SELECT generate_series(1, 100000000)) AS long;\r');
    await terminal.sees(/AS long;[\s\S]*Running the SQL/);
    terminal.type(CTRL_C);
    await terminal.sees(/Cancelled[\s\S]*coffee_beans> $/);
    terminal.type(CTRL_D);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text()).not.toMatch(STACK_TRACE);
    const history = join(dirname(own.stateFile), 'history');
    expect(await readFile(history, 'utf8')).toContain("SELECT 'a;b' AS one,   2 AS two;\n");
    expect((await stat(history)).mode & 0o777).toBe(0o600);
    expect(await own.onPipe(['shell'])).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a terminal') });
  });

  test('the shell holds what is between BEGIN and COMMIT, and runs it as one transaction', async () => {
    const own = await createCliUser(service.url);
    await own.onPipe(['new', 'track coffee beans with roaster, price and rating']);
    const terminal = own.onTerminal(['shell', 'coffee_beans'], { columns: 120 });
    await terminal.sees('coffee_beans> ');
    terminal.type('BEGIN;\r');
    await terminal.sees(/is held, and run by COMMIT;[\s\S]*coffee_beans\*> /);
    terminal.type("INSERT INTO coffee_beans (roaster, rating) VALUES ('Onyx', 5);\r");
    await terminal.sees('1 statement is held');
    terminal.type('how many coffee beans are there?\r');
    await terminal.sees('takes SQL alone');
    terminal.type('SELECT 1 / 0;\r');
    await terminal.sees('2 statements are held');
    terminal.type('COMMIT;\r');
    await terminal.sees(/none of the 2 statements is done[\s\S]*coffee_beans> /);
    terminal.type("begin; insert into coffee_beans (roaster) values ('Hex'); select roaster from coffee_beans; commit;\r");
    await terminal.sees(/│ Hex +│[\s\S]*2 statements in one transaction/);
    expect(terminal.text()).not.toMatch(/│ Onyx/);
    terminal.type('BEGIN;\rDELETE FROM coffee_beans;\rROLLBACK;\r');
    await terminal.sees('Nothing was run.');
    terminal.type('SAVEPOINT a;\r');
    await terminal.sees('Savepoints, and modes of a transaction');
    terminal.type('BEGIN;\rDELETE FROM coffee_beans;\r\\q\r');
    await terminal.sees('nothing of it is done');
    expect(await terminal.ended()).toBe(0);
    expect((await own.onPipe(['run', 'SELECT count(*) FROM coffee_beans', '--csv'])).stdout).toBe('count\r\n1\r\n');
    expect(await own.onPipe(['run', 'BEGIN'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--transaction') });
  });

  test('every command is run in a terminal', () => {
    // What installs ClickHouse brings half a gigabyte.
    const others = ['ask', 'run', 'serve', 'shell', 'mcp serve', 'clickhouse install'];
    expect(COMMANDS.map(({ path }) => path.join(' ')).sort()).toEqual([...Object.keys(RUNS), ...others].sort());
  });
});

test('Ctrl-C at any moment ends with 130 and no stack trace', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const waiting = await createCliUser(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  try {
    for (const afterMs of [60, 150, 300, 500, 800, 1_500]) {
      const terminal = waiting.onTerminal(['ask', 'How many coffee beans are there?']);
      // A key that comes before there is a process is lost, as it is for a person, who then presses it again.
      let ended = false;
      const ending = done(terminal).finally(() => {
        ended = true;
      });
      await delay(afterMs);
      while (!ended) {
        terminal.type(CTRL_C);
        await Promise.race([ending, delay(1_000)]);
      }
      const { code, text } = await ending;
      expect({ afterMs, code, traced: STACK_TRACE.test(text) }).toEqual({ afterMs, code: 130, traced: false });
    }
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
