import { beforeEach, expect, test } from 'vitest';
import { forgetLog, leaks, noteLine, noteRequest } from '../support/log-watch.ts';

const line = (facts: object): string => JSON.stringify({ level: 30, time: 1, pid: 2, requestId: 'r', ...facts });
const sent = (body: object, headers = {}) => noteRequest(headers, JSON.stringify(body));

beforeEach(forgetLog);

test.each([
  ['a bound value', { params: ["O'Brien & sons"] }, "O'Brien & sons"],
  ['a stored value', { table: 'people', rows: [{ name: 'Ada "the first"' }] }, 'Ada "the first"'],
  ['a literal', { sql: "SELECT 'it''s a secret' AS a" }, "it's a secret"],
  ['a question', { goal: 'who owes us money?' }, 'who owes us money?'],
  ['a value of a tool call', { params: { arguments: { params: ['two words'] } } }, 'two words'],
])('%s in a log line is told, with the line', (_what, body, value) => {
  sent(body);
  noteLine(line({ msg: 'request', path: '/v1/run' }));
  expect(leaks()).toEqual([]);
  noteLine(line({ err: { detail: `Key (name)=(${value}) already exists.` } }));
  expect(leaks()).toEqual([expect.stringContaining('already exists')]);
});

test.each([
  ['a token', `anon_${'x'.repeat(32)}`],
  ['an account key', `sk_live_${'x'.repeat(38)}`],
  ['a publishable key', `pk_live_${'x'.repeat(38)}`],
  ["an agent's key", `sk_mcp_claude_laptop_${'x'.repeat(38)}`],
  ['a password', 'postgres://svc:hidden@127.0.0.1/postgres'],
  ['what is marked', 'a canary of a test'],
])('%s is told wherever it came from', (_what, secret) => {
  noteLine(line({ msg: `refused ${secret}` }));
  expect(leaks()).toHaveLength(1);
});

test('so are the headers of a request', () => {
  const [key, session] = ['d9428888-122b-41e1-b85c-61cd3cbb3210', 'c0okie2c0okie2c0okie2'];
  sent({}, { 'idempotency-key': key, cookie: `theme=dark; session=${session}` });
  for (const value of [key, session]) noteLine(line({ value }));
  expect(leaks()).toHaveLength(2);
});

test('the link to sign in by is written on purpose, with its address, and nowhere else', () => {
  const [email, token] = ['ada@example.org', 'Zm9vYmFyYmF6cXV4MTIzNDU2'];
  sent({ email, token });
  noteLine(line({ email, link: `http://127.0.0.1/sign-in#${token}`, msg: 'open this link to sign in' }));
  expect(leaks()).toEqual([]);
  noteLine(line({ email, msg: 'signed in' }));
  noteLine(line({ msg: `refused ${token}` }));
  expect(leaks()).toHaveLength(2);
});

test('names, ids and numbers may be in a line', () => {
  sent({ db: 'db_coffee_beans_4ai7m3qk', table: 'people of ours', rows: [{ born: '2020-01-01', n: 12345678, kind: 'espresso' }] });
  noteLine(line({ err: { table: 'people of ours', column: 'espresso' }, db: 'db_coffee_beans_4ai7m3qk', status: 12345678 }));
  expect(leaks()).toEqual([]);
});
