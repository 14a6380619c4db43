import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliUser, createCliUser } from '../support/cli.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let user: CliUser;
let proxy: Server;
/** Every reply is JSON, and none of this contract. */
let other: Server;
beforeAll(async () => {
  service = await startService();
  user = await createCliUser(service.url);
  await user.onPipe(['new', 'track coffee beans with roaster, price and rating']);
  proxy = createServer(
    (_request, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
  );
  other = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok": true}'));
  for (const server of [proxy, other]) await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  for (const server of [proxy, other]) {
    server.closeAllConnections();
    server.close();
  }
  await service.close();
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const AWAY = 'http://127.0.0.1:9';

interface Case {
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: Record<string, string>;
  readonly file?: readonly [name: string, text: string];
  readonly code: number;
  readonly says: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  'an unknown command': { args: ['aks', 'hello'], code: 2, says: /unknown command 'aks'[\s\S]*Did you mean ask\?/ },
  'an unknown command of a group': { args: ['db', 'lst'], code: 2, says: /unknown command 'lst'[\s\S]*Did you mean list\?/ },
  'an unknown option': { args: ['ask', '--cofirm', 'x'], code: 2, says: /unknown option '--cofirm'[\s\S]*--confirm/ },
  'no goal': { args: ['ask'], code: 2, says: /missing required argument 'goal'/ },
  'no grantee': { args: ['grants', 'create'], code: 2, says: /missing required argument 'grantee'[\s\S]*`svc grants create --help`/ },
  'an empty goal': { args: ['ask', ''], code: 1, says: /goal_required/ },
  'an address that is none': { args: ['db', 'list', '--api-url', 'ftp://x'], code: 2, says: /not the address of a service/ },
  'a credential that is none': {
    args: ['db', 'list'],
    env: { SVC_API_KEY: 'nonsense' },
    code: 6,
    says: /Check SVC_API_KEY|not a usable bearer|anonymous token/,
  },
  'params that are no JSON': { args: ['run', '--params', '[1,', 'SELECT 1'], code: 2, says: /--params is not JSON/ },
  'params that are no array': { args: ['run', '--params', '{"a": 1}', 'SELECT 1'], code: 2, says: /not an array/ },
  'no SQL': { args: ['run'], code: 2, says: /Standard input held no SQL/ },
  'SQL that is refused': { args: ['run', 'DROP TABLE coffee_beans'], code: 1, says: /sql_rejected/ },
  'a file and a statement': { args: ['run', '--file', 'x.sql', 'SELECT 1'], code: 2, says: /Give one of them/ },
  'SQL of 10 MB': {
    args: ['run'],
    input: `SELECT '${'x'.repeat(10_000_000)}'`,
    code: 2,
    says: /10,000,009 characters; one statement takes 65,536/,
  },
  'more rows to leave out than there are': {
    args: ['insert', 'coffee_beans', '--skip', '1'],
    input: 'roaster\nOnyx\n',
    code: 2,
    says: /leaves all of them out/,
  },
  'several statements, of which one is too long': {
    args: ['run'],
    input: `SELECT 1;\n\nSELECT '${'x'.repeat(10_000_000)}'`,
    code: 2,
    says: /Statement 2 of 2 \(line 3\) has 10,000,009 characters; one statement takes 65,536/,
  },
  'a transaction of 10 MB': {
    args: ['run', '--transaction'],
    input: 'SELECT 1;\n'.repeat(1_000_000),
    code: 2,
    says: /one transaction takes 100/,
  },
  'several statements and --params': {
    args: ['run', '--params', '[1]', 'SELECT $1; SELECT 2'],
    code: 2,
    says: /values of one statement; 2 are given/,
  },
  'several statements as one CSV': { args: ['run', '--csv', 'SELECT 1; SELECT 2'], code: 2, says: /no one CSV/ },
  'a script that begins and ends its transaction': {
    args: ['run'],
    input: 'BEGIN;\nSELECT 1;\nCOMMIT;\n',
    code: 2,
    says: /Statement 1 of 3 \(line 1\) begins or ends a transaction[\s\S]*add --transaction/,
  },
  'comments in place of SQL': { args: ['run'], input: '-- nothing;\n/* ; */', code: 2, says: /The SQL is empty/ },
  'a shell that is not known': { args: ['completion', 'tcsh'], code: 2, says: /bash, zsh, fish/ },
  'a near miss of a command of a group': { args: ['keys', 'revok', 'x'], code: 2, says: /Did you mean revoke\?/ },
  'a file that is not there': { args: ['insert', 'coffee_beans', 'nowhere.csv'], code: 2, says: /nowhere\.csv: there is no such file/ },
  'a folder': { args: ['insert', 'coffee_beans', '.'], code: 2, says: /this is a folder/ },
  'no rows': { args: ['insert', 'coffee_beans'], code: 2, says: /Standard input held no rows/ },
  'a header alone': { args: ['insert', 'coffee_beans'], input: 'roaster,price\n', code: 2, says: /holds no rows/ },
  'a ragged line': {
    args: ['insert', 'coffee_beans', 'ragged.csv'],
    file: ['ragged.csv', 'roaster,price\n"a\nb",1\nOnyx,18,5\n'],
    code: 2,
    says: /ragged\.csv, line 4: 3 values where the header has 2/,
  },
  'an open quote': { args: ['insert', 'coffee_beans'], input: 'roaster,price\n"Onyx,18\n', code: 2, says: /line \d: Quote Not Closed/ },
  'a header that names one column twice': { args: ['insert', 'coffee_beans'], input: 'a,a\n1,2\n', code: 2, says: /names "a" twice/ },
  'a broken line of NDJSON': {
    args: ['insert', 'coffee_beans', 'broken.ndjson'],
    file: ['broken.ndjson', '{"roaster": "Onyx"}\n{"roaster": \n'],
    code: 2,
    says: /broken\.ndjson, line 2 is not JSON/,
  },
  'JSON that is no rows': { args: ['insert', 'coffee_beans'], input: '[1, 2]', code: 2, says: /element 1 is not an object/ },
  'a format that is none': {
    args: ['insert', 'coffee_beans', '--format', 'xml'],
    input: '<a/>',
    code: 2,
    says: /Use one of csv, json, ndjson/,
  },
  'a database by a name that is near': { args: ['use', 'cofee_beans'], code: 1, says: /Did you mean coffee_beans\?/ },
  'a database by the beginning of its name': { args: ['use', 'coffee'], code: 1, says: /Did you mean coffee_beans\?/ },
  'a host by a name that is like none': { args: ['mcp', 'install', 'nohost'], code: 2, says: /no agent host "nohost"\.\nKnown: / },
  'a database by a name that is like none': { args: ['use', 'ledger'], code: 1, says: /called "ledger"\.\n`svc db list` shows them/ },
  'fewer --params than the SQL takes': {
    args: ['run', '--params', '[1]', 'SELECT $1::int, $2::int'],
    code: 1,
    says: /send each in --params/,
  },
  'a database without a goal': { args: ['db', 'create'], code: 2, says: /--goal/ },
  'two names for one database': { args: ['db', 'connect', 'a', '--name', 'b'], code: 2, says: /called both "a" and "b"/ },
  'two connection URLs': {
    args: ['db', 'connect', 'postgres://a@localhost/b', '--url', 'postgres://a@localhost/c'],
    code: 2,
    says: /two connection URLs/,
  },
  'a proxy’s page': { args: ['db', 'list', '--api-url', 'PROXY'], code: 5, says: /is not svc: status 502 and no JSON/ },
  'an answer that is none of this contract': {
    args: ['db', 'list', '--api-url', 'OTHER'],
    code: 5,
    says: /another program, or an svc of another version/,
  },
  'an answer to a question that is none of this contract': {
    args: ['ask', 'x', '--api-url', 'OTHER'],
    code: 5,
    says: /another version[\s\S]*`svc update`/,
  },
  'a proxy’s page in place of steps': { args: ['ask', 'x', '--api-url', 'PROXY'], code: 5, says: /perhaps a proxy/ },
  'nobody there': {
    args: ['ask', 'How many?', '--api-url', AWAY],
    code: 5,
    says: /No service answers at http:\/\/127\.0\.0\.1:9\.[\s\S]*svc serve/,
  },
  'an engine that is none': {
    args: ['db', 'create', 'x', '--goal', 'track x with a and b', '--engine', 'mysql'],
    code: 1,
    says: /invalid_engine[\s\S]*postgres/,
  },
  'a port that is taken': { args: ['serve', '--port', 'TAKEN'], code: 1, says: /could not start: port \d+ of 127\.0\.0\.1 is taken/ },
  'a port that is none': { args: ['serve', '--port', 'x'], code: 1, says: /SVC_PORT/ },
  'help of nothing': { args: ['help', 'nothing'], code: 2, says: /There is no command "nothing"/ },
};

test.each(Object.entries(CASES))('%s', async (_name, { args, input, env, file, code, says }) => {
  if (file) await writeFile(join(user.folder, file[0]), file[1]);
  const filled = args.map((arg) =>
    arg === 'PROXY' ? addressOf(proxy) : arg === 'OTHER' ? addressOf(other) : arg === 'TAKEN' ? new URL(service.url).port : arg,
  );
  const settings =
    args[0] === 'serve'
      ? { DATABASE_URL: service.config.databaseUrl ?? '', SVC_SECRET: service.config.secret ?? '', SVC_LOG_LEVEL: 'silent' }
      : {};
  const ended = await user.onPipe(filled, { env: { ...settings, ...env }, ...(input === undefined ? {} : { input }) });
  expect(ended.stderr).toMatch(says);
  expect(ended.stderr).not.toMatch(/^\s+at .+[:(]\d+/m);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
});

test('with --json an error is one JSON document on standard output', async () => {
  const { code, stdout, stderr } = await user.onPipe(['run', '--json', 'DROP TABLE coffee_beans']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'sql_rejected', httpStatus: 400 } });
  const away = await user.onPipe(['db', 'list', '--json', '--api-url', AWAY]);
  expect(JSON.parse(away.stdout)).toMatchObject({ error: { code: 'network_error', httpStatus: 0 } });
});

test.each(['{"version": 1, "services": {"x"', '[]', '{"version": 1, "services": {"x": {"db": 7}}}'])(
  'a broken state file %j is kept aside, and said so',
  async (text) => {
    const other = await createCliUser(service.url);
    await mkdir(dirname(other.stateFile), { recursive: true });
    await writeFile(other.stateFile, text);
    const { code, stderr } = await other.onPipe(['db', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/kept as .+state\.json\.broken-\d+/) });
    const aside = (await readdir(dirname(other.stateFile))).find((name) => name.includes('.broken-'));
    expect(await readFile(join(dirname(other.stateFile), String(aside)), 'utf8')).toBe(text);
    expect(JSON.parse(await readFile(other.stateFile, 'utf8')).services[service.url].token).toMatch(/^anon_/);
  },
);

test('a state that cannot be written costs the memory, not the command', async () => {
  const other = await createCliUser(service.url);
  await writeFile(dirname(other.stateFile), 'a file where the folder should be');
  const { code, stderr, stdout } = await other.onPipe(['db', 'list']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('No databases yet') });
  expect(stderr).toMatch(/state file .+ cannot be (read|written)/);
});

test('a service that asks for some seconds is waited for, and the user is told', async () => {
  let calls = 0;
  const busy = createServer((request, response) => {
    if (request.url?.startsWith('/v1/databases') && ++calls === 1) {
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '3' });
      response.end(JSON.stringify({ error: { code: 'overloaded', retryable: true, httpStatus: 503 } }));
    } else if (calls > 0) response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => busy.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    const { code, stdout, stderr } = await user.onPipe(['db', 'list', '--api-url', url]);
    expect({ code, calls, stdout }).toEqual({ code: 0, calls: 2, stdout: expect.stringContaining('No databases yet') });
    expect(stderr).toMatch(/not ready \(overloaded\); trying again in \d+ s/);
  } finally {
    busy.closeAllConnections();
    busy.close();
  }
});
