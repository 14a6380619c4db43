import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, Statement } from '../../src/engines/engine.ts';
import { PostgresSession } from '../../src/engines/postgres/driver.ts';
import { createPostgresEngine } from '../../src/engines/postgres/engine.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';
import { type Role, roleName, rolePassword } from '../../src/engines/postgres/server.ts';
import type { Fault } from '../../src/fault.ts';
import type { Verdict } from '../../src/guard/guard.ts';
import { INFORMATION_SCHEMA_VIEWS, SHOWN_SETTINGS } from '../../src/guard/postgres-names.ts';
import { asAdmin, asRole, contentsOf, type Hosted, hostDatabase, outcomeOf, serverFacts } from '../support/hosted.ts';
import { LIBRARY_SQL } from '../support/library.ts';
import { type Home, newHome } from '../support/owned.ts';
import { TEST_SECRET, type TestService } from '../support/service.ts';
import { until } from '../support/session.ts';

/** One layer is taken away, and the next still holds. Here the guard allows everything, so the engine gets any text. */
let home: Home;
let service: TestService;
let engine: Engine;
let library: Hosted;
let facts: Awaited<ReturnType<typeof serverFacts>>;
let close: () => Promise<void>;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const allowEverything = (sql: string): Verdict => ({ kind: 'allow', class: 'read', verb: 'select', sql, paramCount: 0 });

beforeAll(async () => {
  // Of its own, so that no other file's sweep heals what is changed here.
  home = await newHome();
  service = await home.start({ SVC_LOCAL_OWNER: 'off' });
  facts = await serverFacts();
  if (!facts.superuser) console.info('What the hardened catalogue refuses is skipped: the service’s role on this server is no superuser.');
  library = await hostDatabase(service, LIBRARY_SQL);
  const server = await openServer({ databaseUrl: service.config.databaseUrl, dataDir: service.config.dataDir, log: quiet });
  engine = createPostgresEngine({
    server,
    secret: TEST_SECRET,
    guard: allowEverything,
    statementTimeoutMs: 5_000,
    poolMax: 8,
    poolMaxPerRole: 1,
    poolWaitMs: 2_000,
  });
  close = async () => {
    await engine.close();
    await server.close();
  };
});
afterAll(async () => {
  await close();
  await home.close();
});

const text = (sql: string): Statement => ({ sql, params: [] });
const signal = new AbortController().signal;
const target = () => ({ dbId: library.dbId });
const read = (sql: string) => outcomeOf(engine.read(target(), text(sql), { maxRows: 1_000, signal }));
const write = (...sqls: string[]) =>
  outcomeOf(
    engine.write(
      target(),
      { scope: 'layers', key: randomUUID(), traceId: randomUUID(), fingerprint: 'f' },
      async (transaction) => {
        const all = [];
        for (const sql of sqls) all.push(await transaction.run(text(sql), 1_000));
        return JSON.stringify(all);
      },
      { as: 'writer', signal },
    ),
  );
/** A read among the writes of a transaction. */
const readInside = (sql: string) =>
  outcomeOf(
    engine.write(
      target(),
      { scope: 'layers', key: randomUUID(), traceId: randomUUID(), fingerprint: 'f' },
      async (transaction) => JSON.stringify(await transaction.read?.(text(sql), 1_000)),
      { as: 'writer', signal },
    ),
  );
const sqlstate = (fault: Fault | null): unknown => fault?.params?.sqlstate;

/** Writes in the shapes of reads, and the plain ones. */
const WRITES = [
  "INSERT INTO authors VALUES (9, 'x')",
  'UPDATE books SET year = 1',
  'DELETE FROM loans',
  'TRUNCATE loans',
  'DROP TABLE loans',
  'ALTER TABLE books ADD COLUMN x int',
  'CREATE TABLE x (id int)',
  'CREATE TEMP TABLE x (id int)',
  'SELECT * INTO x FROM books',
  'SELECT * INTO TEMP x FROM books',
  'CREATE TABLE x AS SELECT 1',
  'WITH gone AS (DELETE FROM books RETURNING *) SELECT * FROM gone',
  "WITH new AS (INSERT INTO authors VALUES (9, 'x') RETURNING *) SELECT * FROM new",
  'EXPLAIN ANALYZE DELETE FROM loans',
  'EXPLAIN ANALYZE CREATE TABLE x AS SELECT 1',
  "SELECT nextval('shelf_no')",
  "SELECT setval('shelf_no', 99)",
  'SELECT * FROM books FOR UPDATE',
  'SELECT lo_create(4711)',
  'MERGE INTO books USING authors ON false WHEN NOT MATCHED THEN INSERT VALUES (99)',
  "COPY books TO '/tmp/x'",
  "COPY books FROM PROGRAM 'id'",
  'COPY books FROM STDIN',
  'DO $$ BEGIN DELETE FROM loans; END $$',
  'CREATE FUNCTION x() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'CREATE EXTENSION dblink',
  'GRANT ALL ON books TO PUBLIC',
  'COMMENT ON TABLE books IS NULL',
  'REFRESH MATERIALIZED VIEW old_books',
  'REINDEX TABLE books',
  'VACUUM books',
  'LOCK TABLE books',
  "NOTIFY x, 'y'",
  'SELECT svc.claim($$s$$, $$k$$, $$f$$, $$1 day$$)',
  'INSERT INTO svc.reply VALUES ($$s$$, $$k$$, $$f$$)',
  'SET ROLE NONE',
  'SET SESSION AUTHORIZATION DEFAULT',
];

describe('without the guard', () => {
  test.each(WRITES)('a read cannot write: %s', async (sql) => {
    const before = await contentsOf(library.dbId);
    await read(sql);
    expect(await contentsOf(library.dbId)).toBe(before);
    await readInside(sql);
    expect(await contentsOf(library.dbId)).toBe(before);
  });

  test('a writer still owns nothing: no table is made, changed or dropped', async () => {
    for (const sql of WRITES.filter((one) =>
      /^(TRUNCATE|DROP|ALTER|CREATE|SELECT \* INTO|DO|GRANT|COMMENT|REFRESH|COPY|EXPLAIN ANALYZE CREATE)/.test(one),
    )) {
      const before = await contentsOf(library.dbId);
      expect([sql, (await write(sql)).code]).not.toEqual([sql, 'ok']);
      expect(await contentsOf(library.dbId)).toBe(before);
    }
  });

  test.each([
    'SELECT 1; SELECT 2',
    'SELECT 1; DELETE FROM books',
    "DELETE FROM loans; SELECT 'x'",
    'COMMIT; DELETE FROM loans',
    'SELECT 1;;DELETE FROM loans',
  ])('the protocol itself takes one statement: %s', async (sql) => {
    const before = await contentsOf(library.dbId);
    expect(sqlstate((await read(sql)).fault)).toBe('42601');
    expect(sqlstate((await write(sql)).fault)).toBe('42601');
    expect(sqlstate((await readInside(sql)).fault)).toBe('42601');
    expect(await contentsOf(library.dbId)).toBe(before);
  });

  test('a transaction that the statement ended is not taken for a committed one', async () => {
    for (const sql of ['COMMIT', 'ROLLBACK', 'END', 'COMMIT AND CHAIN', 'PREPARE TRANSACTION $$x$$', 'BEGIN']) {
      const before = await contentsOf(library.dbId);
      const { code } = await write(sql, 'DELETE FROM loans');
      expect([sql, code]).not.toEqual([sql, 'ok']);
      expect([sql, await contentsOf(library.dbId)]).toEqual([sql, before]);
    }
  });

  test('what is written around a read is written, and the read cannot make itself more than one', async () => {
    const once = { scope: 'layers', key: randomUUID(), traceId: randomUUID(), fingerprint: 'f' };
    const { code, reply } = await outcomeOf(
      engine.write(
        target(),
        once,
        async (transaction) => {
          await transaction.run(text("INSERT INTO authors VALUES (91, 'before')"), 0);
          const seen = await transaction.read?.(text('SELECT name FROM authors WHERE id = 91'), 10);
          await transaction.run(text("INSERT INTO authors VALUES (92, 'after')"), 0);
          return JSON.stringify(seen?.rows);
        },
        { as: 'writer', signal },
      ),
    );
    expect([code, reply]).toEqual(['ok', { kind: 'written', reply: '[["before"]]' }]);
    expect((await read('SELECT count(*) FROM authors WHERE id IN (91, 92)')).reply).toMatchObject({ rows: [[expect.anything()]] });
    await write('DELETE FROM authors WHERE id IN (91, 92)');
    const before = await contentsOf(library.dbId);
    for (const sql of ['SET TRANSACTION READ WRITE', 'ROLLBACK TO SAVEPOINT svc_read', 'RELEASE SAVEPOINT svc_read', 'COMMIT']) {
      expect([sql, (await readInside(sql)).code]).not.toEqual([sql, 'ok']);
      expect([sql, await contentsOf(library.dbId)]).toEqual([sql, before]);
    }
  });

  test.each([
    'WITH RECURSIVE r(a) AS (SELECT ARRAY[1] UNION ALL SELECT a || a FROM r) SELECT max(cardinality(a)) FROM r',
    "WITH RECURSIVE r(t) AS (SELECT 'ab' UNION ALL SELECT t || t FROM r) SELECT max(length(t)) FROM r",
    "WITH RECURSIVE r(t) AS (SELECT '[1]'::jsonb UNION ALL SELECT jsonb_build_array(t, t) FROM r) SELECT count(t) FROM r",
  ])('values that grow by themselves end at a bound, and the next statement runs: %s', async (sql) => {
    const { code } = await read(sql);
    expect(['query_timeout', 'query_too_expensive', 'result_too_large', 'invalid_value']).toContain(code);
    await until(async () => (await read('SELECT 1')).code === 'ok', 120_000);
  });

  test('COPY leaves the service alive and its session unused', async () => {
    for (const sql of ['COPY books TO STDOUT', 'COPY books FROM STDIN', 'COPY (SELECT 1) TO STDOUT']) {
      expect([sql, (await read(sql)).code]).not.toEqual([sql, 'ok']);
      expect([sql, (await write(sql)).code]).not.toEqual([sql, 'ok']);
      expect((await read('SELECT 1')).code).toBe('ok');
    }
  });
});

describe('what one request leaves, the next does not find', () => {
  /** Each with a read that would see what it left. */
  const LEFT: readonly (readonly [left: string, seen: string])[] = [
    ["SET statement_timeout = '1h'", 'SHOW statement_timeout'],
    ['SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE', 'SHOW default_transaction_read_only'],
    ['SET search_path = pg_catalog', 'SHOW search_path'],
    ["SET TIME ZONE 'Asia/Tokyo'", 'SHOW timezone'],
    ['SET ROLE NONE', 'SELECT current_user'],
    ['RESET ALL', 'SHOW ALL'],
    ['DISCARD ALL', 'SHOW ALL'],
    ['PREPARE left_over AS SELECT 1', 'EXECUTE left_over'],
    ['DECLARE left_over CURSOR WITH HOLD FOR SELECT 1', 'FETCH left_over'],
    ['LISTEN left_over', 'SELECT * FROM pg_listening_channels()'],
    ['CREATE TEMP TABLE left_over (id int)', 'SELECT * FROM left_over'],
    ["SELECT set_config('svc.left', 'over', false)", "SELECT current_setting('svc.left', true)"],
    ["SELECT set_config('statement_timeout', '1h', false)", 'SHOW statement_timeout'],
    ["SELECT set_config('role', 'none', false)", 'SELECT current_user'],
    ['SELECT pg_advisory_lock(4711)', 'SELECT 1'],
    ['LOAD $$plpgsql$$', 'SHOW ALL'],
  ];
  const settings = async (run: typeof read): Promise<unknown> => {
    const { reply } = await run('SHOW ALL');
    return typeof reply === 'string' ? JSON.parse(reply) : reply;
  };

  test.each(LEFT)('%s', async (left, seen) => {
    // A function call is a SELECT to the protocol: only a hardened catalogue refuses it.
    if (!facts.superuser && left.startsWith('SELECT')) return console.info(`${left}: only a hardened catalogue refuses it.`);
    for (const run of [read, (sql: string) => write(sql)]) {
      const fresh = [await settings(run), (await run(seen)).reply];
      await run(left);
      expect([await settings(run), (await run(seen)).reply]).toEqual(fresh);
    }
  });

  test('a session that ran something else is closed', async () => {
    const before = await readerPids();
    await read('SELECT 1');
    expect(await readerPids()).toEqual(before);
    expect((await read('SET timezone = $$UTC$$')).code).toBe('internal_error');
    await read('SELECT 1');
    expect(await readerPids()).not.toEqual(before);
  });

  const readerPids = (): Promise<unknown[]> =>
    asAdmin(async (client) => {
      const { rows } = await client.query('SELECT pid FROM pg_stat_activity WHERE usename = $1', [roleName(library.dbId, 'reader')]);
      return rows;
    });
});

describe('what a login changes of itself', () => {
  /** Any role may do so to itself; only the parser refuses it. */
  const CHANGES = [
    'default_transaction_read_only = on',
    'default_transaction_read_only = off',
    'search_path = pg_catalog',
    "statement_timeout = '1h'",
    'lock_timeout = 0',
    "work_mem = '8GB'",
    "timezone = 'Asia/Tokyo'",
    "datestyle = 'German'",
    'standard_conforming_strings = off',
    'transform_null_equals = on',
    "default_transaction_isolation = 'serializable'",
    "local_preload_libraries = 'nothing_of_that_name'",
    'extra_float_digits = -15',
    'role = none',
  ];
  const settingsKept = (): Promise<unknown> =>
    asAdmin(async (client) => {
      const { rows } = await client.query(
        `SELECT r.rolname, s.setdatabase <> 0 AS here, s.setconfig FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
         WHERE starts_with(r.rolname, $1) ORDER BY 1, 2`,
        [library.dbId],
      );
      return rows;
    });
  const endSessions = () =>
    asAdmin((client) => client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [library.dbId]));
  const shown = async (run: typeof read): Promise<unknown[]> => {
    const all = [];
    for (const change of CHANGES) all.push((await run(`SHOW ${change.split(' ')[0]}`)).reply);
    return all;
  };

  test('lasts in no session of the service, and is undone', async () => {
    expect(await service.engine.heal([library.dbId])).toEqual([]);
    const runs = { reader: read, writer: (sql: string) => write(sql) } as const;
    for (const role of ['reader', 'writer'] as const) {
      const kept = await settingsKept();
      const before = await shown(runs[role]);
      await asRole(library.dbId, role, async (client) => {
        await client.query('BEGIN READ WRITE');
        for (const change of CHANGES) await client.query(`ALTER ROLE CURRENT_USER SET ${change}`);
        for (const change of CHANGES.slice(0, 3)) await client.query(`ALTER ROLE CURRENT_USER IN DATABASE "${library.dbId}" SET ${change}`);
        await client.query('COMMIT');
      });
      expect(await settingsKept()).not.toEqual(kept);
      await endSessions();
      expect(await shown(runs[role])).toEqual(before);
      expect((await write("UPDATE books SET title = title WHERE title = ''")).code).toBe('ok');

      expect(await service.engine.heal([library.dbId])).toEqual([library.dbId]);
      expect(await settingsKept()).toEqual(kept);
      expect(await service.engine.heal([library.dbId])).toEqual([]);
    }
  });

  test('its password is set again when it is met', async () => {
    await asRole(library.dbId, 'writer', (client) => client.query("ALTER ROLE CURRENT_USER PASSWORD 'another'"));
    await endSessions();
    expect((await write("UPDATE books SET title = title WHERE title = ''")).code).toBe('ok');
  });

  test('the service’s own session neither listens nor notifies, and is not used again', async () => {
    const before = await settingsKept();
    for (const sql of ['LISTEN gossip', "NOTIFY gossip, 'x'", 'ALTER ROLE CURRENT_USER SET work_mem = $$1GB$$', 'SET work_mem = $$1GB$$']) {
      expect([sql, (await read(sql)).code]).not.toEqual([sql, 'ok']);
      expect([sql, (await write(sql)).code]).not.toEqual([sql, 'ok']);
    }
    expect(await settingsKept()).toEqual(before);
  });
});

describe('each of the engine’s own layers holds alone', () => {
  /** A session of the role, past guard and pool. */
  const sessionOf = async (role: Role): Promise<PostgresSession> => {
    const { hostname, port } = new URL(service.config.databaseUrl ?? '');
    const user = roleName(library.dbId, role);
    return await PostgresSession.open(
      { host: hostname, port: Number(port), database: library.dbId, user, password: rolePassword(TEST_SECRET, user) },
      { timeoutMs: 5_000, statementTimeoutMs: 30_000, ownStatements: false },
    );
  };
  const changesRows = WRITES.filter((sql) => /^(INSERT INTO a|UPDATE|DELETE|WITH|EXPLAIN ANALYZE DELETE|SELECT nextval|MERGE)/.test(sql));

  test('READ ONLY without the reader’s lack of rights', async () => {
    for (const sql of changesRows) {
      const session = await sessionOf('writer');
      const before = await contentsOf(library.dbId);
      const error = await session.read(text(sql), { maxRows: 10 }).catch((caught: unknown) => caught);
      await session.close();
      if (sql.startsWith('MERGE') && facts.version < 150_000) continue;
      expect([sql, (error as { code?: string }).code]).toEqual([sql, '25006']);
      expect(await contentsOf(library.dbId)).toBe(before);
    }
  });

  test('the reader’s lack of rights without READ ONLY', async () => {
    for (const sql of changesRows) {
      const session = await sessionOf('reader');
      const before = await contentsOf(library.dbId);
      await session.begin('read write');
      const error = await session.run(text(sql), { maxRows: 10 }).catch((caught: unknown) => caught);
      await session.close();
      expect([sql, (error as { code?: string }).code]).toEqual([sql, '42501']);
      expect(await contentsOf(library.dbId)).toBe(before);
    }
  });

  test('neither can make a temporary table, a schema or a function', async () => {
    for (const role of ['reader', 'writer'] as const) {
      for (const sql of [
        'CREATE TEMP TABLE x (id int)',
        'CREATE SCHEMA x',
        'CREATE TABLE public.x (id int)',
        'CREATE FUNCTION public.x() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      ]) {
        await expect(asRole(library.dbId, role, (client) => client.query(`BEGIN READ WRITE; ${sql}`))).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
  });
});

describe('the hardened catalogue', () => {
  /** Files, programs, other sessions, SQL text, waiting, locks, settings, the server’s insides and the names of others. */
  const FUNCTIONS = [
    "pg_read_file('PG_VERSION')",
    "pg_read_binary_file('PG_VERSION')",
    "pg_ls_dir('.')",
    "pg_stat_file('PG_VERSION')",
    'pg_ls_waldir()',
    'pg_current_logfile()',
    "lo_import('/etc/passwd')",
    'lo_create(1)',
    "lo_from_bytea(0, 'x')",
    'pg_sleep(0)',
    "pg_sleep_for('0s')",
    'pg_advisory_lock(1)',
    'pg_try_advisory_xact_lock(1)',
    'pg_terminate_backend(1)',
    'pg_cancel_backend(1)',
    'pg_backend_pid()',
    'pg_blocking_pids(1)',
    "pg_notify('a', 'b')",
    'pg_listening_channels()',
    "set_config('a.b', 'c', false)",
    "current_setting('data_directory')",
    'pg_show_all_settings()',
    'pg_hba_file_rules()',
    'pg_control_system()',
    'pg_postmaster_start_time()',
    'pg_stat_get_activity(NULL)',
    'pg_stat_get_backend_idset()',
    'pg_lock_status()',
    'pg_prepared_statement()',
    'pg_cursor()',
    'pg_get_userbyid(10)',
    'pg_database_size(1)',
    'pg_tablespace_size(1663)',
    "pg_relation_filepath('pg_class')",
    "query_to_xml('SELECT 1', true, true, '')",
    "table_to_xml('pg_class', true, true, '')",
    'database_to_xml(true, true, $$x$$)',
    "cursor_to_xml('x', 1, true, true, '')",
    "ts_stat('SELECT 1')",
    "ts_rewrite('a'::tsquery, 'SELECT 1')",
    'setseed(0)',
    'txid_current()',
    'pg_current_xact_id()',
    'pg_export_snapshot()',
    'pg_switch_wal()',
    "pg_create_restore_point('x')",
    'pg_reload_conf()',
    'pg_logical_emit_message(false, $$a$$, $$b$$)',
    "pg_drop_replication_slot('x')",
    'inet_server_addr()',
    'inet_client_addr()',
    "shobj_description(1, 'pg_database')",
    'current_query()',
    "has_database_privilege('postgres', 'CONNECT')",
    'pg_describe_object(1260, 10, 0)',
    'pg_identify_object(1260, 10, 0)',
    "pg_get_object_address('role', '{x}', '{}')",
    "to_regrole('x')",
    "makeaclitem(10, 10, 'SELECT', false)",
    'pg_stat_reset()',
    'pg_stat_get_db_numbackends(1)',
    'pg_log_backend_memory_contexts(1)',
    'pg_import_system_collations(11)',
    'pg_nextoid(1, $$a$$, 1)',
    'binary_upgrade_set_next_pg_type_oid(1)',
    'pg_get_functiondef(1)',
    'pg_conf_load_time()',
  ];
  const CATALOGUES =
    `pg_database pg_authid pg_auth_members pg_db_role_setting pg_tablespace pg_shdepend pg_shdescription pg_shseclabel pg_replication_origin
    pg_subscription pg_parameter_acl pg_roles pg_user pg_group pg_shadow pg_settings pg_file_settings pg_hba_file_rules pg_locks pg_cursors
    pg_prepared_statements pg_prepared_xacts pg_stat_activity pg_stat_database pg_stat_replication pg_stat_ssl pg_stat_wal pg_replication_slots
    pg_stats pg_statistic pg_largeobject pg_user_mapping pg_policies pg_available_extensions pg_config pg_shmem_allocations
    pg_stat_bgwriter pg_stat_archiver pg_stat_progress_vacuum pg_stat_database_conflicts pg_publication pg_seclabels pg_timezone_names`.split(
      /\s+/,
    );

  test('no login calls a function that reaches out of its database', async () => {
    if (!facts.superuser) return console.info('Skipped on this server: its catalogue cannot be hardened.');
    const open: string[] = [];
    for (const role of ['reader', 'writer', 'owner'] as const) {
      await asRole(library.dbId, role, async (client) => {
        for (const call of FUNCTIONS) {
          const code = await client.query(`SELECT ${call}`).then(
            () => 'ran',
            (error: { code?: string }) => error.code,
          );
          // 42883: this version of the server has no such function, or not with these arguments.
          if (code !== '42501' && code !== '42883') open.push(`${role}: ${call} ${code}`);
        }
      });
    }
    expect(open).toEqual([]);
  });

  test('no login reads a catalogue that names others', async () => {
    if (!facts.superuser) return console.info('Skipped on this server: its catalogue cannot be hardened.');
    const open: string[] = [];
    for (const role of ['reader', 'writer', 'owner'] as const) {
      await asRole(library.dbId, role, async (client) => {
        for (const name of CATALOGUES) {
          const code = await client.query(`SELECT * FROM pg_catalog.${name} LIMIT 1`).then(
            () => 'ran',
            (error: { code?: string }) => error.code,
          );
          if (code !== '42501' && code !== '42P01') open.push(`${role}: ${name} ${code}`);
        }
      });
    }
    expect(open).toEqual([]);
  });

  test('no cast tells the name of a login, nor whether there is one', async () => {
    if (!facts.superuser) return console.info('Skipped on this server: its catalogue cannot be hardened.');
    const number = (await asAdmin((client) => client.query('SELECT oid::text FROM pg_roles WHERE rolname = current_user'))).rows[0].oid;
    const own = (await asAdmin((client) => client.query('SELECT quote_ident(current_user) AS name'))).rows[0].name;
    for (const role of ['reader', 'writer', 'owner'] as const) {
      await asRole(library.dbId, role, async (client) => {
        const [row] = (
          await client.query(
            `SELECT $1::oid::regrole::text AS cast, $1::text::regrole::text AS from_text, ARRAY[$1::oid::regrole]::text AS in_array,
               format('%s', $1::oid::regrole) AS formatted, to_json($1::oid::regrole)::text AS json, $1::oid::regrole AS sent,
               (SELECT count(*)::int FROM generate_series(1, 40000) i WHERE i::oid::regrole::text !~ '^[0-9]+$') AS names`,
            [number],
          )
        ).rows;
        expect({ role, ...row }).toMatchObject({
          role,
          cast: number,
          from_text: number,
          in_array: `{${number}}`,
          formatted: number,
          names: 0,
        });
        expect([String(row.json).replaceAll('"', ''), String(row.sent)]).toEqual([number, number]);
        await expect(client.query(`SELECT '${own}'::regrole`)).rejects.toMatchObject({ code: '22P02' });
        await expect(client.query(`SELECT regroleout(${number}::oid::regrole)`)).rejects.toMatchObject({ code: '42501' });
      });
    }
  });

  test('a database of an earlier version, whose casts told names, is closed by the sweep', async () => {
    if (!facts.superuser) return;
    const name = () =>
      asRole(library.dbId, 'reader', async (client) => String((await client.query('SELECT 10::oid::regrole::text AS name')).rows[0]?.name));
    await asAdmin(
      (client) =>
        client.query(`
          SET allow_system_table_mods = on;
          UPDATE pg_catalog.pg_type SET typoutput = 'pg_catalog.regroleout(regrole)'::regprocedure WHERE typname = 'regrole';
          GRANT EXECUTE ON FUNCTION pg_catalog.regroleout TO PUBLIC;
          ALTER DATABASE "${library.dbId}" RESET svc.hardened`),
      library.dbId,
    );
    expect(await name()).not.toBe('10');
    expect(await service.engine.heal([library.dbId])).toEqual([library.dbId]);
    expect(await name()).toBe('10');
    expect(await service.engine.heal([library.dbId])).toEqual([]);
  });

  test('what the guard lets through still answers', async () => {
    for (const view of INFORMATION_SCHEMA_VIEWS) {
      for (const run of [read, write]) {
        const { code, fault } = await run(`SELECT * FROM information_schema.${view}`);
        expect([view, code, fault?.params?.reason]).toEqual([view, 'ok', undefined]);
      }
    }
    for (const setting of SHOWN_SETTINGS) {
      if (/^lc_(collate|ctype)$/.test(setting) && facts.version >= 160_000) continue;
      expect([setting, (await read(`SHOW ${setting}`)).code]).toEqual([setting, 'ok']);
    }
  });
});
