import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedClickHouse, type QueryOptions, startEmbeddedClickHouse } from '../../src/engines/clickhouse/embedded-alone.ts';
import { INTROSPECTION, schemaFrom } from '../../src/engines/clickhouse/introspect.ts';
import { Fault } from '../../src/fault.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';
import { childrenOf, describeWithClickHouse, isRunning } from '../support/clickhouse.ts';

const READ: QueryOptions = { readonly: true, maxRows: 10 };
const SLOW = 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 3';
const CANARY = 'canary-in-the-environment';

describeWithClickHouse('the embedded ClickHouse', () => {
  let dir: string;
  let clickhouse: EmbeddedClickHouse;

  beforeAll(async () => {
    process.env.SVC_CANARY = CANARY;
    dir = mkdtempSync(join(tmpdir(), 'svc-clickhouse-'));
    clickhouse = await startEmbeddedClickHouse({ dir });
  });
  afterAll(async () => {
    await clickhouse.stop();
    delete process.env.SVC_CANARY;
    rmSync(dir, { recursive: true, force: true });
  });

  const read = (sql: string, params: unknown[] = [], options: Partial<QueryOptions> = {}) =>
    clickhouse.query(sql, params, { ...READ, ...options });

  test('binds values that look like SQL, and gives them back as they are', async () => {
    for (const text of ["it's", "\\' OR 1=1 --", 'tab\tline\nend\r', '', '\\N', 'NULL', '\\', '"; DROP', 'ü😀\u0001\b\f', "\\\\'"]) {
      expect((await read('SELECT {p1:String}, {p2:Int64}', [text, -5])).rows).toEqual([[text, -5]]);
    }
  });

  test('values come as JSON that loses nothing', async () => {
    const { rows, columns } = await read(
      `SELECT 9007199254740993, CAST('10.50' AS Decimal(10, 2)), CAST(NULL AS Nullable(Int8)), 0.5, toDateTime64('2024-02-29 01:02:03.120', 6),
        toDate32('1930-01-01'), [toNullable(toInt64(1)), NULL], 1 / 0, true, CAST('0.12345678901234567891' AS Decimal(38, 20)),
        toDateTime('2024-07-01 12:00:00', 'Europe/Berlin') AS berlin, [toDateTime64('2024-01-31 12:00:00.5', 3, 'Europe/Berlin')], tuple(berlin),
        toString(berlin)`,
    );
    expect(rows).toEqual([
      [
        new Verbatim('9007199254740993'),
        10.5,
        null,
        0.5,
        '2024-02-29T01:02:03.12Z',
        '1930-01-01',
        [1, null],
        'Infinity',
        true,
        new Verbatim('0.12345678901234567891'),
        // Instants are in UTC and say so, however their column shows them.
        '2024-07-01T10:00:00Z',
        ['2024-01-31T11:00:00.5Z'],
        ['2024-07-01T10:00:00Z'],
        '2024-07-01 12:00:00',
      ],
    ]);
    expect(columns[1]?.type).toBe('Decimal(10, 2)');
  });

  test('a reading session changes neither data nor settings, and sessions share nothing', async () => {
    expect(await failure(read('CREATE TABLE t (a Int8) ENGINE = Memory'))).toBe('forbidden');
    expect(await failure(read('SET max_execution_time = 0'))).toBe('forbidden');
    expect(await failure(read('SELECT 1 SETTINGS max_memory_usage = 0'))).toBe('forbidden');
    await read('SELECT {p1:String}', ['mine']);
    expect(await failure(read('SELECT {p1:String}'))).toBe('sql_rejected');
  });

  test('nothing of the service is in the environment of the engine, nor can it be read', async () => {
    for (const file of ['/proc/self/environ', `/proc/${process.pid}/environ`]) {
      const said = await read('SELECT file({p1:String})', [file]).catch((error: unknown) => error);
      if (process.getuid?.() === 0) expect(said).toBeInstanceOf(Fault);
      else if (file.includes('self')) expect(JSON.stringify(said)).not.toContain(CANARY);
    }
    if (process.platform !== 'linux') return;
    const [worker = 0] = childrenOf(process.pid);
    if (process.getuid?.() === 0) expect(readFileSync(`/proc/${worker}/environ`, 'utf8')).toBe('');
    if (process.getuid?.() === 0) expect(readFileSync(`/proc/${worker}/status`, 'utf8')).toMatch(/^Uid:\t(\d{5,})\t\1\t\1\t\1$/m);
  });

  test('time, memory and size have bounds, and a cancel is heard', async () => {
    expect(await failure(read(SLOW, [], { timeoutMs: 1 }))).toBe('query_timeout');
    expect(await failure(read('SELECT groupArray(number) FROM numbers(1000000000)'))).toBe('query_too_expensive');
    expect(await failure(read("SELECT repeat('x', 1000000) FROM numbers(100)", [], { maxRows: 1000 }))).toBe('result_too_large');
    const cut = await read('SELECT number FROM numbers(1000000)');
    expect([cut.rows.length, cut.truncated]).toEqual([10, true]);
    const whole = await read('SELECT number FROM numbers(10)');
    expect([whole.rows.length, whole.truncated]).toEqual([10, false]);
    const leaving = new AbortController();
    const slow = failure(read(SLOW, [], { signal: leaving.signal }));
    setTimeout(() => leaving.abort(), 100);
    expect(await slow).toBe('query_cancelled');
    expect(await failure(read('SELECT 1', [], { signal: leaving.signal }))).toBe('query_cancelled');
  });

  test('a process that was killed is started again, with its data', async () => {
    if (process.platform !== 'linux') return;
    await clickhouse.exec('CREATE TABLE kept (a Int8) ENGINE = MergeTree ORDER BY a; INSERT INTO kept VALUES (1), (2)');
    const [worker = 0] = childrenOf(process.pid);
    const slow = failure(read(SLOW));
    await delay(100);
    process.kill(worker, 'SIGKILL');
    expect(await slow).toBe('db_unreachable');
    expect((await read('SELECT count() FROM kept')).rows).toEqual([[2]]);
  });

  test('a schema has the types that a plan knows', async () => {
    await clickhouse.exec(`CREATE TABLE typed (id Int32, n Nullable(UInt64), s LowCardinality(Nullable(String)), e Enum8('a''(' = 1, 'b,' = 2),
      d Decimal(10, 2), f Float32, b Bool, day Date32, at DateTime64(3, 'UTC') COMMENT 'when', u UUID, list Array(Nullable(String)),
      m Map(String, Int32), j JSON, ip IPv4, twice Int64 ALIAS id * 2, since Date DEFAULT today()) ENGINE = MergeTree ORDER BY id`);
    const { rows } = await read(INTROSPECTION.sql, [], { maxRows: 100 });
    const table = schemaFrom(rows).tables.find(({ name }) => name === 'typed');
    expect(table?.primaryKey).toEqual(['id']);
    expect(table?.columns.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`)).toEqual([
      ...['id integer', 'n integer?', 's text?', 'e text', 'd decimal', 'f float', 'b boolean', 'day date', 'at timestamp', 'u uuid'],
      ...['list array', 'm json', 'j json', 'ip other', 'twice integer', 'since date'],
    ]);
    expect(table?.columns.filter(({ generated }) => generated).map(({ name }) => name)).toEqual(['twice']);
    expect(table?.columns.filter(({ hasDefault }) => hasDefault).map(({ name }) => name)).toEqual(['since']);
    expect(table?.columns.find(({ name }) => name === 'at')?.comment).toBe('when');
  });

  test('no engine outlives the process that started it', async () => {
    if (process.platform !== 'linux') return;
    const own = mkdtempSync(join(tmpdir(), 'svc-clickhouse-'));
    const source = join(import.meta.dirname, '../../src/engines/clickhouse/embedded-alone.ts');
    const script = `const { startEmbeddedClickHouse } = await import(${JSON.stringify(source)});
      await startEmbeddedClickHouse({ dir: ${JSON.stringify(own)} });
      console.log('started');
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const workers = childrenOf(parent.pid ?? 0).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('embedded-worker'));
    expect(workers).toHaveLength(1);
    parent.kill('SIGKILL');
    for (let left = 100; left > 0 && workers.some(isRunning); left -= 1) await delay(50);
    expect(workers.filter(isRunning)).toEqual([]);
    rmSync(own, { recursive: true, force: true });
  });
});

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return error instanceof Fault ? error.code : String(error);
}
