import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouseDriver } from '../../src/engines/clickhouse/driver.ts';
import { createEmbeddedDatabase, type EmbeddedDatabase } from '../../src/engines/clickhouse/embedded-database.ts';
import { parserOf } from '../../src/engines/clickhouse/parser.ts';
import { Fault } from '../../src/fault.ts';
import { type ClickHouseGuard, createClickHouseGuard } from '../../src/guard/clickhouse.ts';
import { FUNCTION_NAMES } from '../../src/guard/clickhouse-functions.ts';
import type { GuardScope, Verdict } from '../../src/guard/guard.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';

interface Case {
  readonly id: string;
  readonly engine: string;
  readonly role: 'readonly' | 'write' | 'anon' | 'grantee';
  readonly sql?: string;
  readonly sql_parts?: readonly [string, number][];
  readonly expect: 'allow' | 'reject';
  readonly class?: 'read' | 'write';
  readonly layer?: 'parse' | 'runtime';
}

const OWN: GuardScope = { relations: null, schema: null };
const ARTICLES: GuardScope = { relations: new Set(['articles']), schema: null };

/** Names of WITH that stand for a file, were the engine to take them for tables. */
const ALIASES = [
  'WITH default."/etc/passwd" AS f SELECT * FROM f',
  'WITH default."/etc/passwd" AS f SELECT 1 IN f',
  "WITH 1 AS a, default.`/etc/passwd` AS f SELECT 'root' IN f FROM numbers(1)",
];

/** What the tree alone, or the words alone, would let through. */
const REFUSED = [
  'SELECT * APPLY(file) FROM numbers(1)',
  'SELECT * APPLY(x -> file(x)) FROM numbers(1)',
  "INSERT INTO t VALUES (1, file('/etc/passwd'))",
  'INSERT INTO t VALUES (1, (SELECT 1))',
  'INSERT INTO t (* EXCEPT (b)) VALUES ((SELECT count() FROM system.tables))',
  "INSERT INTO t (COLUMNS('a')) VALUES (1)",
  'INSERT INTO t ((a)) VALUES (1)',
  "SELECT arrayReduce('flameGraph', [toUInt64(1)])",
  "SELECT arrayReduce('nothing of that name', [1])",
  "SELECT arrayReduce(concat('su', 'm'), [1])",
  'SELECT arrayReduceInRanges({p1:String}, [(1, 1)], [1])',
  "SELECT JSONExtract('{}', 'a', 'AggregateFunction(sum, UInt8)')",
  "SELECT JSONExtract('{}', 'a', concat('Aggregate', 'Function(sum, UInt8)'))",
  `WITH c0 AS (SELECT 1 AS n), ${Array.from({ length: 12 }, (_, n) => `c${n + 1} AS (SELECT x.n FROM c${n} AS x, c${n} AS y)`).join(', ')} SELECT count() FROM c12`,
  `WITH c0 AS (SELECT 1 AS n), ${Array.from({ length: 12 }, (_, n) => `c${n + 1} AS (SELECT n FROM c${n} UNION ALL SELECT n FROM c${n})`).join(', ')} SELECT count() FROM c12`,
  `EXPLAIN WITH c0 AS (SELECT 1 AS n), ${Array.from({ length: 12 }, (_, n) => `c${n + 1} AS (SELECT n FROM c${n} WHERE n IN c${n})`).join(', ')} SELECT count() FROM c12`,
  'SELECT arrayLevenshteinDistance(range(200000), arrayReverse(range(200000)))',
  "INSERT INTO t FORMAT Values (1, file('/etc/passwd'))",
  'INSERT INTO t (a) VALUES (1)\n\n; DROP TABLE t',
  'SELECT 1\n;\n\nDROP TABLE t',
  "SELECT `file`('/etc/passwd')",
  "SELECT FILE\n('/etc/passwd')",
  "SELECT file -- x\n('/etc/passwd')",
  "SELECT sumIf(1, file('/x') = '')",
  "SELECT fileIf('/x', 1)",
  "SELECT dictGetOrDefault('d', 'v', 1, 2)",
  'SELECT 1 AS `x\n Function abs`',
  'SELECT {p1:Identifier}',
  'SELECT {x:String}',
  'SELECT * FROM {p1:Identifier}',
  'SELECT @@version',
  'SELECT a IN system.tables',
  'SELECT a FROM t WHERE a GLOBAL NOT IN other.t',
  'WITH x AS (SELECT * FROM system.one) SELECT * FROM x',
  'SELECT * FROM (SELECT * FROM (SELECT * FROM system.one))',
  "SELECT * FROM t WHERE EXISTS (SELECT 1 FROM merge('.*'))",
  'EXPLAIN PIPELINE graph = 1 SELECT * FROM system.one',
  'EXPLAIN ESTIMATE INSERT INTO t SELECT 1',
  'EXPLAIN AST EXPLAIN SELECT 1',
  'WITH 1 AS x INSERT INTO system.t SELECT x',
  'UPDATE system.t SET a = 1 WHERE 1',
  "UPDATE t SET a = file('/etc/passwd') WHERE 1",
  "DELETE FROM t WHERE a = file('/etc/passwd')",
  'DELETE FROM t ON CLUSTER c WHERE 1',
  'ALTER TABLE t UPDATE a = 1 WHERE 1',
  'SHOW CREATE TABLE system.one',
  'SHOW DATABASES',
  'SELECT sleep(1)',
  "SELECT finalizeAggregation(CAST(unhex('01') AS AggregateFunction(sum, UInt64)))",
  "SELECT CAST(unhex('01'), 'AggregateFunction(sum, UInt64)')",
  "SELECT CAST(unhex('01'), 'Array(Aggregate\\x46unction(sum, UInt64))')",
  "SELECT CAST(unhex('01'), $$SimpleAggregateFunction(sum, UInt64)$$)",
  "SELECT CAST(unhex('01'), concat('Aggregate', 'Function(sum, UInt64)'))",
  "WITH concat('Aggregate', 'Function(sum, UInt64)') AS t SELECT CAST(unhex('01'), t)",
  "SELECT CAST(unhex('01'), 'Tuple(`\\' (alias ` AggregateFunction(sum, UInt64))' AS t)",
  "SELECT CAST(unhex('01'), {p1:String})",
  "SELECT accurateCast(unhex('01'), 'AggregateFunction(sum, UInt64)')",
  "SELECT accurateCast(unhex('01'), concat('Aggregate', 'Function(sum, UInt64)'))",
  "SELECT dynamicElement(1::Dynamic, concat('Aggregate', 'Function(sum, UInt64)'))",
  "SELECT unhex('01')::AggregateFunction(sum, UInt64)",
  "SELECT unhex('01')::SimpleAggregateFunction(sum, UInt64)",
  "SELECT unhex('01')::`AggregateFunction`(sum, UInt64)",
  "SELECT unhex('01')::Array(AggregateFunction(sum, UInt64))",
  "SELECT CAST(unhex('01') AS AggregateFunction)",
  'SELECT {p1:AggregateFunction(sum, UInt64)}',
  'SELECT {p1:Array(AggregateFunction(sum, UInt64))}',
  'SELECT a.:`AggregateFunction(sum, UInt64)` FROM t',
  "INSERT INTO t VALUES (CAST(unhex('01'), concat('Aggregate', 'Function(sum, UInt64)')))",
  ...ALIASES,
  "SELECT 'x' INTO OUTFILE '/tmp/x' FORMAT CSV",
  '(SELECT 1 SETTINGS max_threads = 1)',
  'SELECT * FROM (SELECT 1 SETTINGS max_threads = 1)',
  'graph = 1 SELECT 1',
  'SELECT 1 FROM t FORMAT Null',
  "SELECT * FROM url('http://127.0.0.1/','CSV')",
  "SELECT * FROM s3('https://x/y','CSV')",
  "SELECT * FROM file('/etc/passwd','LineAsString')",
  "SELECT * FROM remote('127.0.0.1','system','one')",
  "SELECT * FROM mysql('h:1','d','t','u','p')",
  "SELECT * FROM postgresql('h:1','d','t','u','p')",
  "SELECT * FROM executable('id','TSV','a String')",
  "SELECT * FROM cluster('default', system.one)",
  "SELECT * FROM merge('system','.*')",
  "SELECT * FROM dictionary('d')",
  "SELECT * FROM input('a Int')",
  "SELECT * FROM values('a Int',1)",
  "SELECT * FROM format(JSONEachRow,'{}')",
  "SELECT * FROM generateRandom('a Int') LIMIT 1",
  'SELECT * FROM view(SELECT 1)',
  "SELECT * FROM viewIfPermitted(SELECT 1 ELSE null('a Int'))",
  "SELECT * FROM null('a Int')",
  'SELECT * FROM loop(system.one)',
  "SELECT * FROM mergeTreeIndex(currentDatabase(),'t')",
  "SELECT * FROM timeSeriesData('t')",
  "SELECT * FROM sqlite('/x','t')",
  "SELECT * FROM hdfs('x','CSV')",
  "SELECT * FROM azureBlobStorage('x')",
  "SELECT * FROM iceberg('x')",
  "SELECT * FROM fuzzJSON('{}')",
  "SELECT * FROM python('x')",
  'SELECT * FROM Python(x)',
  'SELECT 1 SETTINGS max_execution_time=0',
  'SET max_threads=1',
  "SELECT getSetting('max_threads')",
  "SELECT getServerPort('tcp_port')",
  "SELECT getMacro('x')",
  'SELECT getOSKernelVersion()',
  "SELECT dictGet('d','a',1)",
  "SELECT dictHas('d',1)",
  "SELECT joinGet('t','a',1)",
  "SELECT hasColumnInTable('system','one','dummy')",
  'SELECT hostName()',
  'SELECT FQDN()',
  'SELECT tcpPort()',
  'SELECT serverUUID()',
  'SELECT uptime()',
  'SELECT currentUser()',
  'SELECT currentRoles()',
  'SELECT queryID()',
  'SELECT initialQueryID()',
  'SELECT connectionId()',
  'SELECT filesystemAvailable()',
  "SELECT structureToProtobufSchema('a Int')",
  'SELECT addressToLine(1)',
  'SELECT buildId()',
  'SELECT defaultProfiles()',
  'SELECT evalMLMethod(1,2)',
  "SELECT catboostEvaluate('/x',1)",
  'SELECT sleepEachRow(1)',
  "SELECT generateSerialID('x')",
  'SELECT authenticatedUser()',
  'SELECT shardNum()',
  'SELECT partitionId(1)',
  'SELECT showCertificate()',
  'SELECT zookeeperSessionUptime()',
  'SELECT catalogs()',
  "SELECT encrypt('aes-128-ecb','a','b')",
  "SELECT aes_decrypt_mysql('a','b','c')",
  "SELECT lowCardinalityIndices(toLowCardinality('a'))",
  'SELECT * FROM system.tables',
  'SELECT * FROM `system`.`one`',
  'SELECT * FROM "system".one',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM INFORMATION_SCHEMA.TABLES',
  'SELECT count() FROM t WHERE 1 IN system.one',
  'SELECT 1 IN (SELECT * FROM system.one)',
  'SELECT * FROM t JOIN system.one ON 1=1',
  'SELECT * FROM t ARRAY JOIN (SELECT groupArray(name) FROM system.tables) AS x',
  'WITH (SELECT groupArray(name) FROM system.tables) AS x SELECT x',
  'SELECT (SELECT name FROM system.databases LIMIT 1)',
  'SELECT * FROM t PREWHERE id IN (SELECT 1 FROM system.one)',
  'SELECT * FROM t QUALIFY 1 IN (SELECT dummy FROM system.one)',
  "SELECT columns('x') FROM system.one",
  'SELECT * FROM t FINAL SAMPLE 1/2 OFFSET (SELECT 1 FROM system.one)',
  'SELECT 1 LIMIT (SELECT count() FROM system.tables)',
  'SELECT 1 UNION ALL SELECT count() FROM system.tables',
  'SELECT 1 INTERSECT SELECT dummy FROM system.one',
  'SELECT sumIf(1, (SELECT count() FROM system.tables) > 0)',
  'SELECT arrayMap(x -> (SELECT count() FROM system.tables), [1])',
  'SELECT count() OVER (ORDER BY (SELECT count() FROM system.tables))',
  'SELECT * REPLACE((SELECT count() FROM system.tables) AS id) FROM t',
  'SELECT 1 FORMAT JSON',
  "SELECT 1 INTO OUTFILE '/tmp/x'",
  'SELECT 1 FORMAT Null SETTINGS max_threads=1',
  'SYSTEM FLUSH LOGS',
  'KILL QUERY WHERE 1',
  'OPTIMIZE TABLE t FINAL',
  'ATTACH TABLE x',
  'DETACH TABLE t',
  'RENAME TABLE t TO x',
  'EXCHANGE TABLES a AND b',
  "CREATE DICTIONARY d (a Int) PRIMARY KEY a SOURCE(FILE(path '/x' format 'CSV')) LAYOUT(FLAT())",
  'CREATE FUNCTION f AS x -> x',
  "CREATE TABLE t ENGINE=URL('http://x')",
  'CREATE NAMED COLLECTION c AS a=1',
  "BACKUP TABLE t TO File('x')",
  "RESTORE TABLE t FROM File('x')",
  'GRANT ALL ON *.* TO x',
  'USE system',
  'CHECK TABLE t',
  'DESCRIBE TABLE system.one',
  'EXISTS system.one',
  'SHOW PROCESSLIST',
  "SHOW SETTINGS LIKE '%'",
  'SHOW GRANTS',
  'SHOW CREATE DATABASE system',
  'SHOW FUNCTIONS',
  'EXPLAIN CURRENT TRANSACTION',
  'BEGIN TRANSACTION',
  'PARALLEL WITH SELECT 1',
  'SELECT/**/*/**/FROM/**/system.one',
  'SELECT * FROM system/**/./**/one',
  'SELECT * FROM sys\\u0074em.one',
  'SELECT 1 -- \n; DROP TABLE t',
  'SELECT 1 # x\n; DROP TABLE t',
  'FROM system.one SELECT *',
  "INSERT INTO FUNCTION file('/tmp/x') SELECT 1",
  "INSERT INTO TABLE FUNCTION url('http://x','CSV','a Int') VALUES (1)",
  "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV",
  'INSERT INTO t SELECT * FROM system.one',
  'INSERT INTO t SETTINGS async_insert=1 VALUES (1)',
  'ALTER TABLE t DELETE WHERE 1',
  'DELETE FROM t WHERE id IN (SELECT dummy FROM system.one)',
  'UPDATE t SET name=(SELECT name FROM system.tables LIMIT 1) WHERE 1',
  'SELECT $a$ FROM system.one',
  'SELECT {p1:Identifier} FROM t',
  'SELECT * FROM {db:Identifier}.one',
  'SELECT \0 1',
  '',
  ';',
];

const READS = [
  'SELECT name, countIf(price > 1), sumIf(price, price > 1), avgOrNull(price) FROM t GROUP BY name',
  'SELECT quantilesTDigest(0.5,0.9)(price), uniqHLL12(name), argMax(name, price) FROM t',
  'SELECT groupArrayIf(name, price > 1), groupUniqArray(5)(name), topK(3)(name) FROM t',
  "SELECT arrayMap(x -> x * 2, [1,2,3]), arrayFilter(x -> x > 1, [1,2,3]), arraySort(x -> -x, [3,1,2]), arrayReduce('sum', [1,2])",
  "SELECT name, tag FROM t ARRAY JOIN ['a','b'] AS tag",
  "SELECT toStartOfWeek(now()), dateDiff('day', toDate('2024-01-01'), today()), formatDateTime(now(), '%Y-%m'), now() - INTERVAL 1 DAY",
  'SELECT name, sum(price) OVER (PARTITION BY name ORDER BY price ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), row_number() OVER (ORDER BY price) FROM t',
  'WITH t AS (SELECT name, sum(price) AS s FROM t GROUP BY name) SELECT * FROM t ORDER BY s DESC LIMIT 3',
  'SELECT name FROM t ORDER BY price LIMIT 1 BY name',
  "SELECT JSONExtractString('{\"a\":\"b\"}', 'a'), JSONExtractInt('{\"a\":1}', 'a'), JSONExtractKeysAndValues('{\"a\":1}','Int32')",
  "SELECT multiIf(price > 10, 'high', price > 5, 'mid', 'low') AS band, count() FROM t GROUP BY band WITH TOTALS",
  "SELECT toInt32OrNull('x'), toDecimal64(1.5, 2), CAST('2024-01-01' AS Date), toString(price) FROM t",
  "SELECT sumMap(map('a', 1)), mapKeys(map('a',1)), map('a',1)['a']",
  'SELECT number, number % 3 FROM numbers(10)',
  "SELECT splitByChar(' ', name)[1], lower(name), replaceRegexpAll(name, '[aeiou]', '_'), concat(name, '!') FROM t",
  'SELECT a.name FROM t a LEFT JOIN t b ON a.name = b.name WHERE b.price IS NOT NULL',
  'SELECT toYYYYMM(today()), toHour(now()), toDayOfWeek(today())',
  'SELECT name FROM t WHERE name LIKE {p1:String} OR price IN (1,2,3)',
  'SELECT count(DISTINCT name), any(name), min(price), max(price), stddevPop(price) FROM t',
  'SELECT * EXCEPT (price) FROM t',
  "SELECT sumArray([1,2]), avgForEach([1,2]), maxMap(map('a',1)), uniqExactIf(name, 1) FROM t",
  "SELECT windowFunnel(3600)(toDateTime(price), name = 'a', name = 'b') FROM t",
  'SELECT runningDifference(price) FROM t',
  'SELECT bitAnd(5,3), round(2.5), intDiv(7,2), cityHash64(name), hex(MD5(name)) FROM t',
  'SELECT count(*), uniq(a), quantile(0.9)(a), sumIf(a, a > 1), groupArrayDistinct(a) FROM t',
  'SELECT a FROM t WHERE a IN (SELECT a FROM data.t) AND b IN t',
  'WITH x AS (SELECT 1 AS n), y AS (SELECT n FROM x) SELECT * FROM y, x',
  'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT max(n) FROM r',
  `WITH c0 AS (SELECT 1 AS n), ${Array.from({ length: 30 }, (_, n) => `c${n + 1} AS (SELECT n FROM c${n})`).join(', ')} SELECT count() FROM c30 AS a JOIN c30 AS b USING (n)`,
  'WITH `odd name` AS (SELECT 1 AS n) SELECT n FROM `odd name`',
  "SELECT CAST(a AS Decimal(10, 2)), a::Nullable(String), {p1:Array(String)}, {p2:Map(String, UInt8)}, map('a', 1) FROM t",
  "SELECT 'a\nb', `strange col` FROM t -- the end",
  'SELECT sum(a) OVER (PARTITION BY b ORDER BY a) FROM t WINDOW w AS (ORDER BY a)',
  '/* first */ SELECT /* then */ 1;;',
  'SELECT finalizeAggregation(sumState(number)), sumMerge(s) FROM (SELECT sumState(a) AS s FROM t), numbers(3)',
  "SELECT accurateCastOrNull(a, 'UInt8'), CAST('it' AS Enum8('it' = 1, 'it''s' = 2)), reinterpret(a, 'UInt64'), 'AggregateFunction' FROM t",
  "SELECT arrayReduce('sum', [1]), arrayReduce('quantiles(0.5, 0.9)', [1]), arrayReduceInRanges('sumIf', [(1, 1)], [1], [1])",
  "SELECT JSONExtract('{\"a\":[1]}', 'a', 'Array(Int8)'), JSONExtract('[1]', 'Array(UInt8)')",
  'WITH t.a AS c, 1 AS d SELECT c, d FROM t',
  'EXPLAIN SELECT 1',
  'SHOW TABLES',
  "SELECT toStartOfInterval(at, INTERVAL 5 MINUTE), formatDateTime(at, '%Y') FROM t GROUP BY 1, 2 ORDER BY 1 WITH FILL LIMIT 5 BY a",
];

describeWithClickHouse('statements of callers on ClickHouse', () => {
  let dir: string;
  let database: EmbeddedDatabase;
  let driver: ClickHouseDriver;
  let guard: ClickHouseGuard;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-clickhouse-guard-'));
    database = createEmbeddedDatabase({ dir, timeoutMs: 5_000, memoryBytes: 1024 ** 3, threads: 2 });
    driver = await database.driver();
    guard = createClickHouseGuard();
  });
  afterAll(async () => {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const judge = (sql: string, scope = OWN, home = 'data'): Promise<Verdict> => guard.judge(sql, scope, home, parserOf(driver, undefined));

  test('what reaches out, or is not known, is refused in every position', async () => {
    for (const sql of REFUSED) expect(await judge(sql), sql).toMatchObject({ kind: 'deny' });
  });

  test('ordinary reads are allowed', async () => {
    for (const sql of READS) expect(await judge(sql), sql).toMatchObject({ kind: 'allow', class: 'read' });
  });

  test('what runs is on one line but for its heredocs, and without comments', async () => {
    expect(await judge("SELECT 'a\nb' -- x\n, 1;")).toMatchObject({ sql: "SELECT 'a\\nb' , 1" });
    expect(await judge("INSERT INTO t VALUES (1,\n\n'x\n\n; DROP TABLE t')")).toMatchObject({
      sql: "INSERT INTO t VALUES (1, 'x\\n\\n; DROP TABLE t')",
    });
  });

  test('a name of WITH hides a table in what follows it alone', async () => {
    expect(await judge('WITH drafts AS (SELECT 1 AS id) SELECT * FROM drafts', ARTICLES)).toMatchObject({ kind: 'allow' });
    expect(await judge('WITH drafts AS (SELECT * FROM drafts) SELECT * FROM drafts', ARTICLES)).toMatchObject({ kind: 'deny' });
    expect(await judge('SELECT * FROM drafts, (WITH drafts AS (SELECT 1) SELECT * FROM drafts)', ARTICLES)).toMatchObject({ kind: 'deny' });
  });

  test('functions that are allowed are there, and of no kind that reaches further than its arguments', async () => {
    const sql = 'SELECT lower(name), any(categories) FROM system.functions GROUP BY lower(name)';
    const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 10_000 });
    const kinds = new Map(rows.map(([name, kind]) => [String(name), String(kind)]));
    expect([...FUNCTION_NAMES].filter((name) => !kinds.has(name) && name !== 'lambda' && name !== 'interval')).toEqual([]);
    expect(
      [...FUNCTION_NAMES].filter((name) =>
        /^(AI|Dictionary|Embedded Dictionary|Introspection|Machine Learning|Internal|Encryption)$/.test(kinds.get(name) ?? ''),
      ),
    ).toEqual([]);
  });

  test('without the guard a reading session changes nothing, and its process reads no file of the service', async () => {
    await driver.exec({ sql: 'CREATE TABLE kept (a Int8) ENGINE = MergeTree ORDER BY a', params: [] }, { readonly: false });
    for (const sql of [
      'INSERT INTO kept VALUES (1)',
      'DROP TABLE kept',
      'ALTER TABLE kept DELETE WHERE 1',
      'SET readonly = 0',
      'SYSTEM SHUTDOWN',
      'CREATE TABLE x (a Int8) ENGINE = Memory',
    ])
      await expect(driver.exec({ sql, params: [] }, { readonly: true }), sql).rejects.toBeInstanceOf(Fault);
    for (const sql of ["SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')", "SELECT * FROM file('/etc/passwd', 'LineAsString')"])
      await expect(driver.query({ sql, params: [] }, { readonly: true, maxRows: 1 }), sql).rejects.toBeInstanceOf(Fault);
    expect((await driver.query({ sql: 'SELECT count() FROM kept', params: [] }, { readonly: true, maxRows: 1 })).rows).toEqual([[0]]);
  });

  test('without the guard a name of WITH stands for no file, in a reading session and a writing one', async () => {
    for (const sql of [...ALIASES, 'SELECT default."/etc/passwd" AS f, 1 IN f'])
      for (const readonly of [true, false])
        await expect(driver.query({ sql, params: [] }, { readonly, maxRows: 1 }), sql).rejects.toBeInstanceOf(Fault);
  });

  const file = join(process.env.SVC_CORPUS_DIR ?? '', 'attacks/run_guard.jsonl');
  if (!existsSync(file)) console.warn('Skipped: the corpus of attacks on ClickHouse. SVC_CORPUS_DIR says where it is.');
  test.skipIf(!existsSync(file))('the corpus of attacks', async () => {
    const cases = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Case)
      .filter(({ engine }) => engine === 'clickhouse');
    expect(cases.length).toBeGreaterThan(200);
    for (const { id, role, sql, sql_parts = [], expect: expected, class: kind, layer } of cases) {
      const text = sql ?? sql_parts.map(([part, times]) => part.repeat(times)).join('');
      const verdict = await judge(text, role === 'grantee' ? ARTICLES : OWN, 'tenant_a');
      if (expected === 'allow') expect(verdict, `${id} ${text}`).toMatchObject({ kind: 'allow', class: kind });
      // A write needs a key that may write: that is not the guard's to know.
      else if (layer === 'parse' && !(verdict.kind === 'allow' && verdict.class === 'write' && (role === 'readonly' || role === 'grantee')))
        expect(verdict, `${id} ${text}`).toMatchObject({ kind: 'deny' });
    }
  });
});
