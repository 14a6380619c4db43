import { Fault } from '../../fault.ts';
import type { Guard } from '../../guard/guard.ts';
import type { Weigh } from '../../guard/postgres-weight.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { ConnectedEngine, Inspected } from '../connected.ts';
import type { Target } from '../engine.ts';
import { compilePostgres } from './compile.ts';
import { readConnectionUrl } from './connection-url.ts';
import { createCostGate } from './cost-gate.ts';
import { readCredential } from './credential.ts';
import { TYPE_NAMES } from './ddl-column.ts';
import type { LoginName, PostgresSession } from './driver.ts';
import { faultFrom } from './faults.ts';
import { openConnection } from './open-connection.ts';
import { readReadableSchema, readReadableVersion } from './readable-schema.ts';
import type { Reach } from './resolve-host.ts';
import { sampleValues } from './sample-values.ts';
import { SessionPool } from './sessions.ts';

export interface ConnectedOptions {
  /** The URL of a database, opened. @throws Fault db_misconfigured */
  readonly urlOf: (dbId: string) => Promise<string>;
  readonly reach: Reach;
  readonly guard: Guard;
  readonly weigh: Weigh;
  readonly maxCost: number;
  readonly statementTimeoutMs: number;
  readonly graceMs?: number;
  readonly poolMax: number;
  /** Of one account, over all databases that it connected. */
  readonly poolMaxPerOwner: number;
  readonly ownerOf: (dbId: string) => string | undefined;
  readonly poolWaitMs: number;
}

/** Of one database: the server is somebody else's, and has others to serve. */
const SESSIONS_MAX = 4;

const refusal = (): Fault => new Fault('forbidden', { params: { reason: READS_ONLY } });
const READS_ONLY =
  'This database is connected, and what is connected is read and never written: after a lost answer nobody could tell whether a write was done. Write to it by its own means, or import the data into a hosted database.';

/**
 * Databases of customers, by URL. What runs there is a read in a READ ONLY transaction, behind the same guard as every
 * other; nothing is made there, and no session is told anything that outlives its transaction.
 */
export function createConnectedPostgres(options: ConnectedOptions): ConnectedEngine {
  const { reach, statementTimeoutMs, graceMs } = options;
  const opening = { reach, statementTimeoutMs, graceMs };
  const readUrl = (text: string) => readConnectionUrl(text, reach);

  const pool = new SessionPool({
    max: options.poolMax,
    maxPerLogin: SESSIONS_MAX,
    maxPerParty: options.poolMaxPerOwner,
    partyOf: ({ database }) => options.ownerOf(database) ?? database,
    waitMs: options.poolWaitMs,
    // None stays open at somebody else's server for long without being used.
    idleKept: 0,
    async open(login) {
      const url = await options.urlOf(login.database);
      try {
        return await openConnection(readUrl(url), login, opening);
      } catch (error) {
        throw asStored(error);
      }
    },
  });

  const as = async <T>(target: Target, signal: Leaving | undefined, work: (session: PostgresSession) => Promise<T>): Promise<T> => {
    try {
      return await pool.with(loginOf(target), signal, work);
    } catch (error) {
      throw faultFrom(error, { limitMs: statementTimeoutMs });
    }
  };

  const gate = createCostGate({ weigh: options.weigh, limit: options.maxCost });
  const inspected = async (session: PostgresSession, signal: Leaving): Promise<Inspected> => {
    const schema = await readReadableSchema(session, signal);
    return { schema, ...(await readCredential(session, schema, signal)) };
  };
  const refuse = async (): Promise<never> => {
    throw refusal();
  };

  return {
    name: 'postgres',
    refusal,
    typeNames: TYPE_NAMES,
    compile: compilePostgres,
    guard(sql, scope) {
      const verdict = options.guard(sql, scope);
      return verdict.kind === 'allow' && verdict.class === 'write' ? { kind: 'deny', reason: READS_ONLY.replace(/\.$/, '') } : verdict;
    },
    async inspect(url, signal) {
      try {
        const session = await openConnection(readUrl(url), { database: '', user: '' }, opening);
        return await inspected(session, signal).finally(() => session.close());
      } catch (error) {
        throw unreadable(faultFrom(error, { limitMs: statementTimeoutMs }));
      }
    },
    check: (target, signal) =>
      as(target, signal, (session) => inspected(session, signal)).catch((error: unknown) => {
        throw unreadable(error);
      }),

    introspect: (target, signal) => as(target, signal, (session) => readReadableSchema(session, signal)).catch(notReady),
    schemaVersion: (target, signal) => as(target, signal, (session) => readReadableVersion(session, signal)).catch(notReady),
    distinctValues: (target, schema, signal) => as(target, signal, (session) => sampleValues(session, schema, signal)),
    bound: async (target, statement, signal) =>
      statement.params.some(Array.isArray) ? await as(target, signal, (session) => session.bound(statement, signal)) : statement,
    read: (target, statement, { maxRows, signal }) =>
      as(target, signal, async (session) => {
        await gate(session, statement, signal);
        return await session.read(statement, { maxRows, signal });
      }),
    readPortions: (target, statement, how, take) =>
      as(target, how.signal, async (session) => {
        await gate(session, statement, how.signal);
        return await session.readPortions(statement, how, take);
      }),

    /** It is forgotten here; what is there stays as it is. */
    async drop({ dbId }) {
      await pool.forget(dbId);
      return 'gone';
    },
    close: () => pool.close(),
    /** Nothing was written, so that there is no earlier reply. */
    replay: async () => null,
    hosted: async () => [],
    heal: async () => [],
    refuseCondition: () => READS_ONLY,
    provision: refuse,
    makeGrant: refuse,
    endGrant: refuse,
    write: refuse,
    preview: refuse,
    apply: refuse,
    previewChange: refuse,
    applyChange: refuse,
    runKept: refuse,
    insertRows: refuse,
    remember: refuse,
    sweepMemory: refuse,
    undoneBy: refuse,
    undo: refuse,
    handOver: refuse,
  };
}

const loginOf = ({ dbId }: Target): LoginName => ({ database: dbId, user: dbId });

/** A stored URL that was good once, and is refused now: its name leads elsewhere, or the rules changed. */
const asStored = (error: unknown): unknown =>
  error instanceof Fault && error.code === 'invalid_request'
    ? new Fault('db_misconfigured', { params: error.params ?? {}, cause: error })
    : error;

/** What a connect or a check is told of a database that is away, or that does not let its schema be read. */
function unreadable(error: unknown): unknown {
  if (!(error instanceof Fault) || !UNREADABLE.has(error.code)) return error;
  const { reason, sqlstate } = error.params ?? {};
  const why = typeof reason === 'string' ? reason : (WHY[error.code] ?? 'The server ended the connection.');
  return new Fault('introspection_failed', {
    params: { reason: why, ...(sqlstate === undefined ? {} : { sqlstate }) },
    cause: error.cause,
  });
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'db_unreachable',
  'db_misconfigured',
  'query_timeout',
  'internal_error',
  'sql_rejected',
  'overloaded',
]);
const WHY: Readonly<Record<string, string>> = {
  query_timeout: 'Its schema could not be read in time.',
  sql_rejected: 'The server refused a read of its catalogue.',
};

/** Of a request that needs the schema, and can be sent again. */
function notReady(error: unknown): never {
  if (error instanceof Fault && error.code === 'query_timeout')
    throw new Fault('schema_unavailable', { params: { reason: WHY.query_timeout ?? '' }, cause: error });
  throw error;
}
