import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { faultFrom, parseFailure } from '../../src/engines/clickhouse/faults.ts';
import { createLogins, createProfile, loginName, loginPassword } from '../../src/engines/clickhouse/logins.ts';

const OPTIONS = { secret: 'a-secret-of-thirty-two-characters!', deployment: 'abc', statementsMax: 16 };
const BOUNDS = { timeoutMs: 30_000, memoryBytes: 1024, threads: 4, rows: 1_000, readRowsMax: 5_000 };

test('the URL of a ClickHouse server is its address and a user, and nothing of a wrong one is told', () => {
  for (const url of ['http://admin:p%40ss@ch:8123', 'https://admin@ch.example.com', 'http://127.0.0.1:8123/'])
    expect(readConfig({ CLICKHOUSE_URL: url }).clickhouse.url).toBe(url);
  for (const url of [
    'clickhouse://a:hidden@ch:9000',
    'http://a:hidden@ch:8123/db',
    'http://a:hidden@ch?x=1',
    'http://a:%hidden@ch',
    'ch:8123',
    'http://a:hid den@ch',
  ])
    expect(() => readConfig({ CLICKHOUSE_URL: url }), url).toThrow(/^A setting cannot be used: CLICKHOUSE_URL: takes http:\/\/(?!.*hid)/);
});

test('no password stands in a statement, and another secret gives another one', () => {
  const statements = createLogins('db_a', OPTIONS).join('\n');
  for (const role of ['owner', 'writer', 'reader'] as const) {
    const name = loginName('db_a', role);
    expect(statements).toContain(`CREATE USER OR REPLACE ${name} `);
    expect(statements).not.toContain(loginPassword(OPTIONS.secret, name));
    expect(loginPassword('another secret', name)).not.toBe(loginPassword(OPTIONS.secret, name));
  }
  expect(statements).not.toContain(OPTIONS.secret);
});

test('every bound of a profile is held between one and itself', () => {
  const profile = createProfile('abc', 'reader', BOUNDS, 16);
  const bounds = [
    'max_execution_time = 30',
    'max_memory_usage = 1024',
    'max_threads = 4',
    'max_result_rows = 1000',
    'max_rows_to_read = 5000',
  ];
  for (const bound of bounds) expect(profile).toContain(`${bound} MIN 1 MAX ${bound.split(' = ')[1]}`);
  expect(profile).toContain('readonly = 2 CONST');
});

test.each([
  [159, 'query_timeout'],
  [201, 'overloaded'],
  [202, 'overloaded'],
  [209, 'db_unreachable'],
  [216, 'idempotency_in_progress'],
  [243, 'storage_full'],
  [394, 'query_cancelled'],
  [452, 'forbidden'],
  [497, 'forbidden'],
  [516, 'db_misconfigured'],
  [62, 'sql_rejected'],
] as const)('%i of the engine is %s', (code, fault) => {
  const text = `Code: ${code}. DB::Exception: db_a_r: Not enough privileges on host-7. (SOME_ERROR) (version 26.7.2.1)`;
  const found = faultFrom({ code: parseFailure(text).code, message: text }, { limitMs: 1 });
  expect(found.code).toBe(fault);
  expect(String(found.params?.reason)).not.toContain('db_a_r');
});
