import { Fault } from '../../fault.ts';
import type { Judge } from '../../guard/apart/judges.ts';
import type { Weigh } from '../../guard/postgres-weight.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Access, ConnectedEngine, ConnectedEngines, ConnectedWrites, Inspected } from '../connected.ts';
import { MAKES_NOTHING, notReady, readsAlone, unreadable, WRITES_NOTHING } from '../connected-refusals.ts';
import type { Target } from '../engine.ts';
import type { Reach } from '../resolve-host.ts';
import { apply } from './apply.ts';
import { compilePostgres } from './compile.ts';
import { createConnectedWrite, UNKEPT } from './connected-write.ts';
import { readConnectionUrl } from './connection-url.ts';
import { createCostGate } from './cost-gate.ts';
import { readCredential } from './credential.ts';
import { TYPE_NAMES } from './ddl-column.ts';
import type { PostgresSession } from './driver.ts';
import { faultFrom } from './faults.ts';
import { insertRows } from './insert-rows.ts';
import { runKept } from './kept-run.ts';
import type { LoginName } from './login.ts';
import { openConnection } from './open-connection.ts';
import { preview } from './preview.ts';
import { readReadableSchema, readReadableVersion } from './readable-schema.ts';
import { restricted } from './restriction.ts';
import { sampleValues } from './sample-values.ts';
import { type PoolOptions, SessionPool } from './sessions.ts';
import { boundValue, dependsOnType } from './values.ts';

export interface ConnectedOptions {
  /** The URL of a database, opened. @throws Fault db_misconfigured */
  readonly urlOf: (dbId: string) => Promise<string>;
  readonly reach: Reach;
  readonly guard: Judge;
  readonly weigh: Weigh;
  readonly maxCost: number;
  readonly statementTimeoutMs: number;
  readonly graceMs?: number;
  readonly poolMax: number;
  /** Of one account, over all databases that it connected. */
  readonly poolMaxPerOwner: (ownerId: string) => number;
  readonly ownerOf: (dbId: string) => string | undefined;
  readonly poolWaitMs: number;
  readonly watchPool?: PoolOptions['watch'];
  readonly writes: ConnectedWrites;
}

/** Of one database: the server is somebody else's, and has others to serve. */
const SESSIONS_MAX = 4;
/** Its values are read again no more often than this. */
const VALUES_FRESH_MS = 10 * 60_000;

/**
 * Databases of customers, by URL. What only reads runs in a READ ONLY transaction, behind the same guard as every other;
 * nothing is made there, and no session is told anything that outlives its transaction.
 */
export function createConnectedPostgres(options: ConnectedOptions): ConnectedEngines {
  const { reach, statementTimeoutMs, graceMs } = options;
  const opening = { reach, statementTimeoutMs, graceMs };
  const readUrl = (text: string) => readConnectionUrl(text, reach);

  const pool = new SessionPool({
    max: options.poolMax,
    maxPerLogin: SESSIONS_MAX,
    maxPerParty: options.poolMaxPerOwner,
    partyOf: ({ database }) => options.ownerOf(database) ?? database,
    waitMs: options.poolWaitMs,
    watch: options.watchPool,
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
      const fault = faultFrom(error, { limitMs: statementTimeoutMs });
      // Sessions that are idle lead to the same server, and whoever came next would wait as long for one.
      if (fault.code === 'db_unreachable') void pool.forget(target.dbId);
      throw fault;
    }
  };

  const gate = createCostGate({ weigh: options.weigh, limit: options.maxCost });
  const judge: ConnectedEngine['guard'] = (sql, scope, { target: { dbId }, signal, params }) => {
    const asking = { party: options.ownerOf(dbId) ?? dbId, signal };
    return options.guard(sql, scope, params ? { ...asking, values: () => params.map(boundValue) } : asking);
  };
  const inspected = async (session: PostgresSession, access: Access, signal: Leaving): Promise<Inspected> => {
    const schema = await readReadableSchema(session, signal);
    return { schema, ...(await readCredential(session, schema, access, signal)) };
  };
  const reading: ConnectedEngine = {
    name: 'postgres',
    ...WRITES_NOTHING,
    typeNames: TYPE_NAMES,
    compile: compilePostgres,
    guard: async (sql, scope, at) => readsAlone(await judge(sql, scope, at)),
    async inspect(url, access, signal) {
      try {
        const session = await openConnection(readUrl(url), { database: '', user: '' }, opening);
        return await inspected(session, access, signal).finally(() => session.close());
      } catch (error) {
        return unreadable(faultFrom(error, { limitMs: statementTimeoutMs }));
      }
    },
    check: (target, access, signal) => as(target, signal, (session) => inspected(session, access, signal)).catch(unreadable),

    introspect: (target, signal) => as(target, signal, (session) => readReadableSchema(session, signal)).catch(notReady),
    schemaVersion: (target, signal) => as(target, signal, (session) => readReadableVersion(session, signal)).catch(notReady),
    valuesFreshMs: VALUES_FRESH_MS,
    distinctValues: (target, schema, signal) => as(target, signal, (session) => sampleValues(session, schema, signal)),
    bound: async (target, statement, signal) =>
      statement.params.some(dependsOnType) ? await as(target, signal, (session) => session.bound(statement, signal)) : statement,
    read: (target, statement, { maxRows, signal }) =>
      as(target, signal, (session) => gate.read(session, statement, signal, () => session.read(statement, { maxRows, signal }))),
    readPortions: (target, statement, how, take) =>
      as(target, how.signal, (session) => gate.read(session, statement, how.signal, () => session.readPortions(statement, how, take))),

    /** It is forgotten here; what is there stays as it is. */
    async drop({ dbId }) {
      await pool.forget(dbId);
      return 'gone';
    },
    close: () => pool.close(),
  };

  const { refusal: _, ...rest } = reading;
  const write = createConnectedWrite({ as, writes: options.writes, gate });
  const writing: ConnectedEngine = {
    ...rest,
    ...MAKES_NOTHING,
    guard: judge,
    ...write,
    async preview(target, plan, schema, signal) {
      try {
        const shown = await write.rolledBack(target, compilePostgres(plan, schema), signal, (run) => preview(plan, schema, run));
        return { ...shown, notes: [...(shown.notes ?? []), NOT_UNDONE] };
      } catch (error) {
        throw await restricted(error, plan, schema, (statement) => rest.read(target, statement, { maxRows: 1, signal }));
      }
    },
    apply,
    runKept,
    insertRows,
    async undoneBy() {
      throw new Fault('undo_unavailable', { params: { reason: UNKEPT } });
    },
  };
  return { reading, writing };
}

/** Said before, since afterwards it is too late. */
const NOT_UNDONE = 'In a connected database a write cannot be undone';

const loginOf = ({ dbId }: Target): LoginName => ({ database: dbId, user: dbId });

/** A stored URL that was good once, and is refused now: its name leads elsewhere, or the rules changed. */
const asStored = (error: unknown): unknown =>
  error instanceof Fault && error.code === 'invalid_request'
    ? new Fault('db_misconfigured', { params: error.params ?? {}, cause: error })
    : error;
