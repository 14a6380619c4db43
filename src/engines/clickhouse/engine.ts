import type { CreateSchema } from '../../contract/create-schema.ts';
import { Fault } from '../../fault.ts';
import type { ClickHouseGuard } from '../../guard/clickhouse.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Engine, Rows, Statement, Target, WriteTransaction } from '../engine.ts';
import type { WriteRecords } from '../write-records.ts';
import { boundBy } from './bound.ts';
import { compileClickHouse } from './compile.ts';
import { createCostGate, type Gated } from './cost-gate.ts';
import { createSchemaStatements, notKept, TYPE_NAMES } from './ddl.ts';
import type { ClickHouseDriver } from './driver.ts';
import { FULL_GROUPS, hasFullGroups } from './full-groups.ts';
import { insertAlike } from './insert-alike.ts';
import { insertRows, NOT_UNDOABLE } from './insert-rows.ts';
import { INTROSPECTION, SCHEMA_VERSION, schemaFrom } from './introspect.ts';
import { missingRight } from './missing-right.ts';
import { withOrderKeys } from './order-key.ts';
import { parserOf } from './parser.ts';
import { preview, reachOf, rowsOf } from './preview.ts';
import { identifier, tableSql } from './quote.ts';
import { runRaw } from './raw-write.ts';
import type { ClickHouseServer, Role } from './server.ts';
import { CALLERS } from './settings.ts';
import type { Trails } from './trail.ts';
import { type ClickHouseWrite, writeOnce } from './write.ts';

export interface ClickHouseEngineOptions {
  readonly server: ClickHouseServer;
  readonly guard: ClickHouseGuard;
  readonly records: WriteRecords;
  /** Rows that one read may read, by the engine's own estimate. */
  readonly readRowsMax: number;
  /** Nobody else writes to the databases. */
  readonly isSole: boolean;
  /** How a write runs once; `writeOnce` when absent. */
  readonly writeOnce?: typeof writeOnce;
  /** Which tables there are; those of the session's own database when absent. */
  readonly schema?: {
    readonly read: (driver: ClickHouseDriver, dbId: string, signal: Leaving) => Promise<Schema>;
    readonly version: (driver: ClickHouseDriver, signal: Leaving) => Promise<string>;
  };
}

const SCHEMA_ROWS_MAX = 100_000;

/** Hosted ClickHouse: one database each, embedded or on a server. It has no transactions: see `write.ts` for what a key guarantees. */
export function createClickHouseEngine(options: ClickHouseEngineOptions): Engine {
  const { server, records } = options;
  const gate = createCostGate({ limit: options.readRowsMax });
  const gatedBy =
    (driver: ClickHouseDriver, signal: Leaving): Gated =>
    (statement, work) =>
      gate(driver, statement, signal, work);
  /** What a write was opened with, by the transaction that the caller holds. */
  const writes = new WeakMap<WriteTransaction, ClickHouseWrite>();
  /** Writes of one database run one after the other: what its tables look like tells which of them was done. */
  const queues = new Map<string, Promise<unknown>>();

  const use = <T>(target: Target, role: Role, signal: Leaving | undefined, work: (driver: ClickHouseDriver) => Promise<T>): Promise<T> => {
    if (target.grant !== undefined) throw notGrantable();
    return server.use(target.dbId, role, signal, work);
  };

  const { read: readSchema, version: readVersion } = options.schema ?? OWN_SCHEMA;

  async function inQueue<T>(dbId: string, work: () => Promise<T>): Promise<T> {
    const before = queues.get(dbId) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    queues.set(dbId, settled);
    try {
      return await mine;
    } finally {
      if (queues.get(dbId) === settled) queues.delete(dbId);
    }
  }

  /** Of writes, which ask for it each time. */
  const schemas = new WeakMap<ClickHouseDriver, Schema>();
  async function schemaOf(driver: ClickHouseDriver, dbId: string, signal: Leaving): Promise<Schema> {
    const known = schemas.get(driver);
    if (known) return known;
    const schema = await readSchema(driver, dbId, signal);
    if (server.isExclusive) schemas.set(driver, schema);
    return schema;
  }

  /** As of schemas; writes come one after the other. */
  const trails = new WeakMap<ClickHouseDriver, Trails>();
  function trailsOf(driver: ClickHouseDriver): Trails {
    const known = trails.get(driver) ?? new Map();
    trails.set(driver, known);
    return known;
  }

  const settingsOf = ({ sql }: Statement, ofCaller: boolean | undefined) => ({
    ...(ofCaller ? CALLERS : {}),
    // Somebody else's database may have views, whose own aggregates the setting reaches.
    ...(options.isSole && hasFullGroups(sql) ? FULL_GROUPS : {}),
  });

  const writeOf = (transaction: WriteTransaction): ClickHouseWrite => {
    const found = writes.get(transaction);
    if (!found) throw new Error('The transaction is none of this engine.');
    return found;
  };

  return {
    name: 'clickhouse',
    typeNames: TYPE_NAMES,
    suppositions: notKept,
    fit: withOrderKeys,
    guard: (sql, scope, { target, signal }) =>
      use(target, 'reader', signal, (driver) => options.guard.judge(sql, scope, server.homeOf(target.dbId), parserOf(driver, signal))),
    compile: compileClickHouse,

    async provision(target, content, signal) {
      if (typeof content === 'string') throw new Fault('preset_engine_conflict', { params: { engine: 'postgres' } });
      server.assertReady();
      const statements = content === null ? [] : createSchemaStatements(content as CreateSchema);
      let isMade = false;
      try {
        await server.create(target.dbId);
        isMade = true;
        await use(target, 'owner', signal, async (driver) => {
          for (const sql of statements) await driver.exec({ sql, params: [] }, { readonly: false, signal });
        });
        await server.markWhole(target.dbId);
      } catch (error) {
        const rolledBack = await server.remove(target.dbId).then(
          () => true,
          () => false,
        );
        if (error instanceof Fault && rolledBack && PASSED_ON.has(error.code)) throw error;
        const lacking = missingRight(error);
        if (lacking !== null) throw new Fault('provision_failed', { params: { rolled_back: rolledBack, ...lacking }, cause: error });
        // Before that it is room, or another thing of the server's.
        const isOurs = isMade && error instanceof Fault && error.params?.engineCode !== undefined;
        throw new Fault(isOurs ? 'ddl_invalid' : 'provision_failed', { params: { rolled_back: rolledBack }, cause: error });
      }
    },

    async drop({ dbId }) {
      await server.remove(dbId);
      await records.remove(dbId);
      return 'gone';
    },
    hosted: () => server.hosted(),
    heal: (dbIds) => server.heal(dbIds),
    makeGrant: async () => {
      throw notGrantable();
    },
    endGrant: async () => 'gone',
    refuseCondition: () => GRANTS,

    introspect: (target, signal) => use(target, 'reader', signal, (driver) => readSchema(driver, target.dbId, signal)),
    schemaVersion: (target, signal) => use(target, 'reader', signal, (driver) => readVersion(driver, signal)),
    distinctValues: (target, schema, signal) => use(target, 'reader', signal, (driver) => distinctValues(driver, schema, signal)),

    bound: async (_target, statement) => boundBy(statement),
    read: (target, statement, { maxRows, signal, ofCaller }) =>
      use(target, 'reader', signal, (driver) =>
        gate(driver, statement, signal, () =>
          driver.query(statement, { readonly: true, maxRows, signal, settings: settingsOf(statement, ofCaller) }),
        ),
      ),
    readPortions: (target, statement, { maxRows, signal, as, ofCaller }, take) =>
      use(target, 'reader', signal, (driver) =>
        gate(driver, statement, signal, () =>
          driver.portions(statement, { readonly: true, maxRows, signal, as, settings: settingsOf(statement, ofCaller) }, take),
        ),
      ),

    recordsApart: true,
    write: (target, once, work, { as, signal }) =>
      inQueue(target.dbId, () =>
        use(target, as, signal, (driver) => {
          const gated = gatedBy(driver, signal);
          const writing = { dbId: target.dbId, once, records, driver, signal, gated, isSole: options.isSole };
          return (options.writeOnce ?? writeOnce)(
            {
              ...writing,
              readSchema: () => schemaOf(driver, target.dbId, signal),
              onDefining: () => void schemas.delete(driver),
              ...(server.isExclusive ? { trails: trailsOf(driver) } : {}),
            },
            async (write) => {
              const transaction: WriteTransaction = { once, lose: () => undefined, run: noTransactions, copy: noTransactions };
              writes.set(transaction, write);
              return await work(transaction);
            },
          );
        }),
      ),
    replay: (target, once) => records.find(target.dbId, once),

    preview: (target, plan, schema, signal) =>
      use(target, 'reader', signal, (driver) => preview({ driver, signal, gated: gatedBy(driver, signal) }, plan, schema)),
    async apply(transaction, plan, schema, expected) {
      const write = writeOf(transaction);
      const statement = compileClickHouse(plan, schema);
      if (plan.kind === 'insert') {
        const affected = write.landed?.affected ?? (await rowsOf(write, plan, schema));
        const verb = plan.query ? 'statement' : 'insert';
        await write.change({ verb, table: plan.table, statement: onOneLine(statement), affected, partitions: 1, seen: '' });
        return { rows: changed(affected), statement, notUndoable: NOT_UNDOABLE, seen: expected ?? '' };
      }
      const reach = write.landed ? { ...write.landed, partitions: 0 } : await reachOf(write, plan, schema);
      // Nothing can be taken back here, so that what was shown is compared before.
      if (expected !== null && reach.seen !== expected) throw new Fault('confirm_expired', { params: { reason: 'data_changed' } });
      if (reach.affected > 0) await write.change({ verb: plan.kind, table: plan.table, statement, ...reach });
      return { rows: changed(reach.affected), statement, notUndoable: NOT_UNDOABLE, seen: reach.seen };
    },
    runKept: (transaction, schema, write) => runRaw(writeOf(transaction), schema, write),
    insertRows: (transaction, table, rows) => insertRows(writeOf(transaction), table, rows),
    insertAlike: (transaction, table, rows) => insertAlike(writeOf(transaction), table, rows),

    previewChange: noSchemaChanges,
    applyChange: noSchemaChanges,
    remember: noMemory,
    sweepMemory: async () => undefined,
    vectors: null,
    undoneBy: noUndo,
    undo: noUndo,
    handOver: async () => undefined,
    close: () => server.close(),
  };
}

const OWN_SCHEMA: NonNullable<ClickHouseEngineOptions['schema']> = {
  async read(driver, _dbId, signal) {
    const { rows } = await driver.query(INTROSPECTION, { readonly: true, maxRows: SCHEMA_ROWS_MAX, signal });
    return schemaFrom(rows);
  },
  async version(driver, signal) {
    const { rows } = await driver.query(SCHEMA_VERSION, { readonly: true, maxRows: 1, signal });
    return String(rows[0]?.[0]);
  },
};

const changed = (affected: number): Rows => ({ columns: [], rows: [], truncated: false, affected });

/** What follows an empty line would be another statement to the engine, where rows are part of the text. Our own statements hold no line end in a text. */
const onOneLine = ({ sql, params }: Statement): Statement => ({ sql: sql.replaceAll(/\s*\n\s*/g, ' '), params });

const PASSED_ON: ReadonlySet<string> = new Set(['unconfigured', 'overloaded', 'query_cancelled', 'ddl_invalid', 'storage_full']);

const GRANTS = 'It is a ClickHouse database, of which no part is granted here: keep what is to be granted in a Postgres database.';
const notGrantable = (): Fault => new Fault('not_grantable', { params: { reason: GRANTS } });

const noTransactions = async (): Promise<never> => {
  throw new Error('ClickHouse has no transactions.');
};
const noSchemaChanges = async (): Promise<never> => {
  throw new Fault('forbidden', { params: { reason: NO_SCHEMA_CHANGES } });
};
const NO_SCHEMA_CHANGES =
  'Tables of a ClickHouse database are not changed in words: POST /v1/insert makes tables and columns as rows bring them, and a new database can be made from a brief.';
const noMemory = async (): Promise<never> => {
  throw new Fault('wrong_preset');
};
const noUndo = async (): Promise<never> => {
  throw new Fault('undo_unavailable', { params: { reason: NOT_UNDOABLE } });
};

/** More distinct values than this, and a column is not indexed for linking. */
const DISTINCT_VALUES_MAX = 5_000;
const DISTINCT_COLUMNS_MAX = 500;
const DISTINCT_SCAN_ROWS = 100_000;
const DISTINCT_VALUE_LENGTH = 120;
const DISTINCT_BYTES_MAX = 4 * 1024 * 1024;

async function distinctValues(driver: ClickHouseDriver, schema: Schema, signal: Leaving) {
  const found: { table: string; column: string; values: string[] }[] = [];
  const columns = schema.tables.flatMap((table) =>
    table.columns.filter(({ type }) => type === 'text').map(({ name }) => ({ table: table.name, column: name })),
  );
  let left = DISTINCT_BYTES_MAX;
  for (const { table, column } of columns.slice(0, DISTINCT_COLUMNS_MAX)) {
    if (left <= 0) break;
    const sql = `SELECT DISTINCT v FROM (SELECT toString(${identifier(column)}) AS v FROM ${tableSql(schema, table)} LIMIT ${DISTINCT_SCAN_ROWS}) WHERE lengthUTF8(v) BETWEEN 1 AND ${DISTINCT_VALUE_LENGTH} LIMIT ${DISTINCT_VALUES_MAX + 1}`;
    const { rows, truncated } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: DISTINCT_VALUES_MAX, signal });
    if (truncated) continue;
    const values = rows.map(([value]) => String(value));
    left -= values.reduce((sum, value) => sum + value.length, 0);
    found.push({ table, column, values });
  }
  return found;
}
