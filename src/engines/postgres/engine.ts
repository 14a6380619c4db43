import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Judge } from '../../guard/apart/judges.ts';
import type { RefuseCondition } from '../../guard/postgres-condition.ts';
import type { Weigh } from '../../guard/postgres-weight.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Turns } from '../../lib/turns.ts';
import type { Engine, LostPart, Once, PreviewResult, Rows, Statement, Target, WriteOutcome } from '../engine.ts';
import { apply } from './apply.ts';
import type { Part } from './batch.ts';
import { applyChange, previewChange } from './change.ts';
import { explained } from './check-violation.ts';
import { compilePostgres } from './compile.ts';
import { createCostGate } from './cost-gate.ts';
import { TYPE_NAMES } from './ddl-column.ts';
import { PostgresSession } from './driver.ts';
import { faultFrom } from './faults.ts';
import { endGrant, makeGrant } from './grant.ts';
import { grantedSchema, ownSchemas } from './grant-schema.ts';
import { GRANT_PREFIX } from './grant-views.ts';
import { healHardening } from './harden.ts';
import { serverSilent } from './heartbeat.ts';
import { importing } from './import-tables.ts';
import { insertRows } from './insert-rows.ts';
import { INTROSPECTION, introspectionOf, SCHEMA_VERSION, schemaFrom, schemaVersionOf } from './introspect.ts';
import { runKept } from './kept-run.ts';
import type { LoginName } from './login.ts';
import { grantLoginKind, healLogins, loginKind, startupSettings } from './login-settings.ts';
import { createMemoryTurns } from './memory-turns.ts';
import { indexVectors, keepVectors, nearestTo, textOf, textsWithout } from './memory-vectors.ts';
import { preview } from './preview.ts';
import { drop, grantSchemas, hosted, lackingRights, open, provision, resetPasswords } from './provision.ts';
import { relation } from './quote.ts';
import { nextExpiry, remember, SWEEP_EXPIRED } from './remember.ts';
import { restricted } from './restriction.ts';
import { READ_ROW_KEY, setRowScope } from './row-scope.ts';
import { createRunaways } from './runaways.ts';
import { loginNamed, quoteName, type Role, roleName, type Server, serverAnswers } from './server.ts';
import { type PoolOptions, SessionPool } from './sessions.ts';
import { handOverWrites, isCurrent, READ_SVC_VERSION, updateSvcSchema } from './svc-schema.ts';
import { undo } from './undo.ts';
import { boundValue, dependsOnType } from './values.ts';
import { VECTOR_KIND, type VectorKind } from './vector-store.ts';

export interface PostgresEngineOptions {
  readonly server: Server;
  /** Role passwords derive from it. */
  readonly secret: string;
  readonly guard: Judge;
  /** Without it no condition is taken. */
  readonly refuseCondition?: RefuseCondition;
  readonly statementTimeoutMs: number;
  readonly poolMax: number;
  readonly poolMaxPerRole: number;
  readonly poolWaitMs: number;
  /** Sessions at work for all databases of one owner; as many as there are when absent. */
  readonly poolMaxPerOwner?: (ownerId: string) => number;
  /** The same bound over all services of a deployment, where they share one. */
  readonly slots?: Pick<Turns, 'take'> | null;
  readonly watchPool?: PoolOptions['watch'];
  /** Whose database it is, where that is known at once; each is its own owner when absent. */
  readonly ownerOf?: (dbId: string) => string | undefined;
  /** From a statement's limit to the moment when its caller is answered, whatever the server does. */
  readonly graceMs?: number;
  /** What a statement's shape tells; without it nothing is asked of the planner and nothing waits for memory. */
  readonly weigh?: Weigh;
  /** Largest cost, by the planner's estimate, of a statement. */
  readonly maxCost?: number;
  /** Statements that may build large values at once; by this machine's memory when absent. */
  readonly maxBuilding?: number | undefined;
  /** A change that was committed took these parts of grants away. */
  readonly onGrantsLost?: (dbId: string, lost: readonly LostPart[]) => Promise<void>;
  readonly onRunawayKilled?: (facts: { pid: number; user: string; ranMs: number }) => void;
}

const PREPARED_VERSION = 'schema version';

/** A login with this many statements that do not end gets no session; with fewer, one at a time. */
const RUNAWAYS_MAX = 2;

/** Hosted Postgres: one database each, and every session logs in as one of that database's own roles. */
export function createPostgresEngine(options: PostgresEngineOptions): Engine {
  const { server, secret, statementTimeoutMs } = options;
  const limits = { limitMs: statementTimeoutMs };

  const openSession = async (login: LoginName): Promise<PostgresSession> => {
    const isGrant = login.user.startsWith(GRANT_PREFIX);
    const kind = isGrant ? grantLoginKind(login.user) : loginKind(login.database, roleOf(login));
    const attempt = () =>
      PostgresSession.open(loginNamed(server, secret, login), {
        timeoutMs: 5_000,
        statementTimeoutMs,
        ownStatements: !isGrant && roleOf(login) === 'owner',
        settings: startupSettings(kind, statementTimeoutMs),
        heartbeat: server.heartbeat,
        ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
        onSlow: server.standBack ? (pid) => server.standBack?.(pid, 'others') : undefined,
      });
    try {
      return await attempt();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === '3D000' || code === '55000') throw new Fault('db_misconfigured', { params: { reason: GONE }, cause: error });
      if (code === '28P01') await resetPasswords(server, secret, login.database);
      else if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03') await server.ensure();
      else throw error;
      return await attempt();
    }
  };
  const partyOf = (dbId: string): string => options.ownerOf?.(dbId) ?? dbId;
  const partyOfLogin = ({ database, party }: LoginName): string => party ?? partyOf(database);
  const inSlot = <T>(login: LoginName, signal: Leaving | undefined, work: () => Promise<T>): Promise<T> =>
    options.slots ? options.slots.take(partyOfLogin(login), signal, work) : work();
  const runaways = createRunaways(server, options.onRunawayKilled ? { onKill: options.onRunawayKilled } : {});
  const pool = new SessionPool({
    max: options.poolMax,
    maxPerLogin: options.poolMaxPerRole,
    ...(options.poolMaxPerOwner === undefined ? {} : { maxPerParty: options.poolMaxPerOwner }),
    waitMs: options.poolWaitMs,
    watch: options.watchPool,
    partyOf: partyOfLogin,
    allowance: ({ user }) => {
      const running = runaways.of(user);
      return running === 0 ? Number.POSITIVE_INFINITY : running < RUNAWAYS_MAX ? 1 : 0;
    },
    open: openSession,
    onAbandoned: ({ login, processId }) => {
      if (processId !== null) runaways.add(login.user, processId);
    },
  });

  const stopListening = server.heartbeat?.onSilence(() => pool.refuseWaiters(serverSilent()));

  /** On a busy machine a session that is open, the heartbeat's too, may be answered long before a new one is opened. */
  const isThere = async (): Promise<boolean> => {
    const from = performance.now();
    return (await serverAnswers(server)) || pool.answeredAt > from || server.heartbeat?.heardSince(from) === true;
  };

  const as = async <T>(
    role: Role,
    target: Target,
    signal: Leaving | undefined,
    work: (session: PostgresSession) => Promise<T>,
  ): Promise<T> => {
    try {
      server.heartbeat?.requireAnswers();
      const login = loginFor(target, role);
      const used = () =>
        pool.with(login, signal, async (session) => {
          try {
            return await work(session);
          } catch (error) {
            // A statement that does not end, and a server that does not answer, look the same from its session.
            if (session.abandoned && !signal?.aborted && !isOf(error, 'db_unreachable') && !(await isThere()))
              throw new Fault('db_unreachable', { params: { reason: 'The engine has stopped answering.' }, cause: error });
            throw error;
          }
        });
      return await inSlot(login, signal, used);
    } catch (error) {
      throw faultFrom(error, { ...limits, hidesRows: hidesRows(target) });
    }
  };

  /** Of databases whose rows are bound, by which a session is told which of them it may see. */
  const rowKeys = new Map<string, string>();
  const settingsOf = async ({ dbId, rows }: Target, signal: Leaving): Promise<readonly Part[]> => {
    if (rows === undefined) return [];
    let key = rowKeys.get(dbId);
    if (key === undefined) {
      const found = await as('owner', { dbId }, signal, (session) => session.read(READ_ROW_KEY, { maxRows: 1, signal }));
      key = String(found.rows[0]?.[0]);
      rowKeys.set(dbId, key);
      for (const oldest of rowKeys.keys()) {
        if (rowKeys.size <= ROW_KEYS_MAX) break;
        rowKeys.delete(oldest);
      }
    }
    return [setRowScope(rows, key)];
  };

  /** `work` bears being begun again: it is when the server ended the transaction for the sake of another one's. */
  const inTransaction = async <T>(
    role: Role,
    target: Target,
    signal: Leaving,
    work: (session: PostgresSession) => Promise<T>,
  ): Promise<T> => {
    const settings = await settingsOf(target, signal);
    const attempt = () =>
      as(role, target, signal, async (session) => {
        await session.begin('read write', settings);
        try {
          return await work(session);
        } catch (error) {
          await session.rollback();
          throw await explained(error, (statement) => session.read(statement, { maxRows: 1, signal, settings }));
        }
      });
    for (let again = 1; ; again++) {
      try {
        return await attempt();
      } catch (error) {
        if (again > VICTIM_RETRIES || signal.aborted || !isVictim(error)) throw error;
        await delay(Math.random() * VICTIM_WAIT_MS);
      }
    }
  };

  const readAs = async (
    role: Role,
    target: Target,
    statement: Statement,
    maxRows: number,
    signal: Leaving,
    more: { readonly prepareAs?: string } = {},
  ): Promise<Rows> => {
    const settings = await settingsOf(target, signal);
    return await as(role, target, signal, (session) => session.read(statement, { maxRows, signal, settings, ...more }));
  };

  const building = createMemoryTurns({ max: options.maxBuilding, waitMs: options.poolWaitMs });
  /** What builds large values waits for its turn; everything else goes on at once. */
  const inTurn = <T>(target: Target, statement: Statement, signal: Leaving, work: () => Promise<T>): Promise<T> =>
    options.weigh?.(statement.sql).builds === true ? building.take(target.grant?.party ?? partyOf(target.dbId), signal, work) : work();

  const gate = options.weigh ? createCostGate({ weigh: options.weigh, limit: options.maxCost ?? Number.POSITIVE_INFINITY }) : null;
  /** A read that a caller asked for. */
  const asked = <T>(target: Target, statement: Statement, signal: Leaving, work: (session: PostgresSession) => Promise<T>): Promise<T> =>
    inTurn(target, statement, signal, () =>
      as('reader', target, signal, (session) => gate?.read(session, statement, signal, () => work(session)) ?? work(session)),
    );

  /** The same of a write, in its transaction, by the part of its SQL that the caller decided. */
  const runAsked = (session: PostgresSession, target: Target, statement: Statement, maxRows: number, signal: Leaving, text: string) => {
    const run = () => session.run(statement, { maxRows, signal });
    return inTurn(target, { sql: text, params: [] }, signal, () => gate?.write(session, statement, signal, run) ?? run());
  };

  /** Databases whose service schema this process has found, or made, as it should be. */
  const upToDate = new Set<string>();
  const bringUpToDate = async (target: Target, signal: Leaving): Promise<void> => {
    if (upToDate.has(target.dbId)) return;
    const { rows } = await readAs('writer', target, READ_SVC_VERSION, 1, signal);
    if (!isCurrent(rows[0]?.[0])) await updateSvcSchema(server, target.dbId);
    upToDate.add(target.dbId);
  };

  return {
    name: 'postgres',
    typeNames: TYPE_NAMES,
    guard: (sql, scope, { target, signal, params }) => {
      const asking = { party: target.grant?.party ?? partyOf(target.dbId), signal };
      return options.guard(sql, scope, params ? { ...asking, values: () => params.map(boundValue) } : asking);
    },
    compile: compilePostgres,
    provision: (target, content) =>
      provision(server, secret, target.dbId, content, { statementTimeoutMs, maxSessions: options.poolMaxPerRole * 4 }),

    async drop(target) {
      await pool.forget(target.dbId);
      upToDate.delete(target.dbId);
      rowKeys.delete(target.dbId);
      return await drop(server, target.dbId).catch((error: unknown) => {
        const fault = faultFrom(error, { limitMs: statementTimeoutMs });
        throw PASSING.has(fault.code) ? fault : error;
      });
    },

    hosted: () => hosted(server),
    open: ({ dbId }) => open(server, dbId),
    heal: async (dbIds) => [
      ...new Set([...(await healLogins(server, dbIds, statementTimeoutMs)), ...(await healHardening(server, dbIds))]),
    ],

    refuseCondition(condition, { name, place, columns }) {
      if (!options.refuseCondition) return 'Conditions are not examined here';
      const types = new Map(columns.map((column) => [column.name, column.nativeType]));
      return options.refuseCondition(condition, { table: place?.name ?? name, columns: types });
    },
    makeGrant: (target) =>
      makeGrant(server, secret, target.dbId, target.grant, { statementTimeoutMs, maxSessions: options.poolMaxPerRole * 4 }),
    async endGrant(target, login) {
      const ended = await endGrant(server, target.dbId, login);
      await pool.forget(target.dbId, login);
      return ended;
    },

    async introspect(target, signal) {
      if (target.grant) {
        const { rows } = await readAs('reader', target, introspectionOf(ownSchemas(target.grant)), 1, signal);
        return grantedSchema(schemaFrom(rows[0]?.[0]), target.grant);
      }
      const { rows } = await readAs('owner', target, INTROSPECTION, 1, signal);
      const schema = schemaFrom(rows[0]?.[0]);
      if (schema.tables.some(({ place }) => place !== undefined)) {
        const lacking = await readAs('owner', target, lackingRights(target.dbId), SCHEMAS_HEALED_MAX, signal);
        if (lacking.rows.length > 0)
          await grantSchemas(
            server,
            target.dbId,
            lacking.rows.map(([name]) => String(name)),
          );
      }
      return schema;
    },

    async schemaVersion(target, signal) {
      const { rows } = target.grant
        ? await readAs('reader', target, schemaVersionOf(ownSchemas(target.grant)), 1, signal)
        : await readAs('owner', target, SCHEMA_VERSION, 1, signal, { prepareAs: PREPARED_VERSION });
      return String(rows[0]?.[0]);
    },

    async expiresInMs(target, schema, signal) {
      const statement = nextExpiry(schema);
      if (statement === null) return null;
      const { rows } = await readAs('reader', target, statement, 1, signal);
      const [[ms] = []] = rows;
      return ms === null || ms === undefined ? null : Number(ms);
    },

    async distinctValues(target, schema, signal) {
      const found: { table: string; column: string; values: string[] }[] = [];
      let left = DISTINCT_BYTES_MAX;
      const columns = schema.tables.flatMap((table) =>
        table.columns.filter(({ type }) => type === 'text').map(({ name }) => [table.name, name] as const),
      );
      for (const [table, column] of columns.slice(0, DISTINCT_COLUMNS_MAX)) {
        if (left <= 0) break;
        const { rows, truncated } = await readAs(
          'reader',
          target,
          distinctStatement(relation(table, schema), column),
          DISTINCT_VALUES_MAX,
          signal,
        );
        if (truncated) continue;
        const values = rows.map(([value]) => String(value));
        left -= values.reduce((sum, value) => sum + value.length, 0);
        found.push({ table, column, values });
      }
      return found;
    },

    bound: async (target, statement, signal) =>
      statement.params.some(dependsOnType) ? await as('reader', target, signal, (session) => session.bound(statement, signal)) : statement,

    async read(target, statement, { maxRows, signal, withVersion }) {
      const settings = target.rows === undefined ? [] : await settingsOf(target, signal);
      const beside = withVersion && !target.grant ? { name: PREPARED_VERSION, sql: SCHEMA_VERSION.sql } : undefined;
      const { beside: version, ...rows } = await asked(target, statement, signal, (session) =>
        session.read(statement, { maxRows, signal, settings, beside }),
      );
      return version === null ? rows : { ...rows, schemaVersion: version };
    },

    async readPortions(target, statement, how, take) {
      const settings = await settingsOf(target, how.signal);
      return await asked(target, statement, how.signal, (session) => session.readPortions(statement, { ...how, settings }, take));
    },

    async write(target, once, work, { as: role, signal }) {
      await bringUpToDate(target, signal);
      return await inTransaction(role, target, signal, async (session): Promise<WriteOutcome> => {
        const stored = await claim(session, once);
        if (stored !== null) {
          await session.rollback();
          return { kind: 'replayed', reply: stored };
        }
        const lost: LostPart[] = [];
        const reply = await work({
          once,
          lose: (parts) => void lost.push(...parts),
          copy: (sql, lines) => session.copy(sql, lines, { maxRows: 0, signal }),
          read: (statement, maxRows) => inTurn(target, statement, signal, () => session.readInside(statement, { maxRows, signal })),
          run: (statement, maxRows, ofCaller) => {
            const run = () => session.run(statement, { maxRows, signal });
            if (role !== 'writer' || ofCaller === null) return run();
            if (ofCaller === undefined) return inTurn(target, statement, signal, run);
            return runAsked(session, target, statement, maxRows, signal, ofCaller);
          },
          judge: async (statement) => await gate?.judgeWrite(session, statement, signal),
        });
        await session.run(settle(once, reply), { maxRows: 0 });
        // From here on the caller's leaving changes nothing: the commit is on its way.
        await session.commit();
        if (lost.length > 0) await options.onGrantsLost?.(target.dbId, lost);
        return { kind: 'written', reply };
      });
    },

    replay: (target, once, signal) =>
      inTransaction('writer', target, signal, async (session) => {
        const stored = await claim(session, once);
        await session.rollback();
        return stored;
      }),

    async preview(target, plan, schema, signal): Promise<PreviewResult> {
      try {
        return await inTransaction('writer', target, signal, async (session) => {
          const { sql, params } = compilePostgres(plan, schema);
          await gate?.judgeWrite(session, { sql, params }, signal);
          const result = await preview(plan, schema, (statement, maxRows) => runAsked(session, target, statement, maxRows, signal, sql));
          await session.rollback();
          return result;
        });
      } catch (error) {
        throw await restricted(error, plan, schema, (statement) => readAs('reader', target, statement, 1, signal));
      }
    },

    previewChange: (target, change, schema, signal) =>
      inTransaction('owner', target, signal, async (session) => {
        const result = await previewChange((statement, maxRows) => session.run(statement, { maxRows, signal }), change, schema);
        await session.rollback();
        return result;
      }),

    apply,
    applyChange,
    runKept,
    insertRows,
    importing,
    remember,
    sweepMemory: (target, signal) =>
      inTransaction('owner', target, signal, async (session) => {
        await session.run(SWEEP_EXPIRED, { maxRows: 1, signal });
        await session.commit();
      }),
    vectors: {
      missing: (target, { model, most }, signal) =>
        inTransaction('owner', target, signal, async (session) => {
          const { rows } = await session.run(textsWithout(model, most), { maxRows: most, signal });
          await session.commit();
          return rows.map(textOf);
        }),
      keep: (target, { model, vectors }, signal) =>
        inTransaction('owner', target, signal, async (session) => {
          const { rows } = await session.run(VECTOR_KIND, { maxRows: 1, signal });
          const kind = rows[0]?.[0] as VectorKind;
          const lengths = kind === 'array' ? [] : new Set(vectors.map(({ vector }) => vector.length));
          for (const places of lengths) await session.run(indexVectors(places), { maxRows: 1, signal });
          await session.run(keepVectors(model, vectors, kind), { maxRows: 0, signal });
          await session.commit();
        }),
      async nearest(target, { table, scope, ...to }, signal) {
        const found = await readAs('owner', target, VECTOR_KIND, 1, signal);
        const { rows } = await readAs('owner', target, nearestTo(table, scope, to, found.rows[0]?.[0] as VectorKind), to.most, signal);
        return rows.map(([id]) => String(id));
      },
    },
    async undoneBy(target, { scope, traceId }, signal) {
      await bringUpToDate(target, signal);
      const { rows } = await readAs('writer', target, { sql: 'SELECT svc.is_change($1, $2)', params: [scope, traceId] }, 1, signal);
      return rows[0]?.[0] === true ? 'owner' : 'writer';
    },

    undo,
    handOver: (target, ownerId) => handOverWrites(server, target.dbId, ownerId),
    async close() {
      stopListening?.();
      runaways.close();
      await pool.close();
    },
  };
}

const VICTIM_RETRIES = 2;
/** Two that met each other should not meet again. */
const VICTIM_WAIT_MS = 50;
/**
 * Of two transactions that wait for each other the server ends one, and says so: nothing of it remains, its idempotency key's
 * claim included (PostgreSQL manual, 13.3.4 and 13.5).
 */
const isVictim = (error: unknown): boolean =>
  isOf(error, 'write_conflict') && /^40(001|P01)$/.test(String((error as Fault).params?.sqlstate));

const isOf = (error: unknown, code: ErrorCode): boolean => error instanceof Fault && error.code === code;

const ROW_KEYS_MAX = 10_000;
/** Of one look at a database; those beyond come with the next. */
const SCHEMAS_HEALED_MAX = 1_000;

/** Of a server that is away, or full, for a while; what else a DROP meets is a fault of ours. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['db_unreachable', 'storage_full', 'overloaded']);

/** More distinct values than this, and a column is not indexed for linking. */
const DISTINCT_VALUES_MAX = 5_000;
/** Of one database's index; what comes after it is not indexed, and asks still answer. */
const DISTINCT_BYTES_MAX = 4 * 1024 * 1024;
const DISTINCT_COLUMNS_MAX = 1_000;
const DISTINCT_SCAN_ROWS = 100_000;
const DISTINCT_VALUE_LENGTH = 120;

const distinctStatement = (table: string, column: string): Statement => ({
  sql: `SELECT DISTINCT v FROM (SELECT ${quoteName(column)}::text AS v FROM ${table} LIMIT ${DISTINCT_SCAN_ROWS}) s WHERE length(v) BETWEEN 1 AND ${DISTINCT_VALUE_LENGTH}`,
  params: [],
});

/** Somebody removed it on the server itself, or a deletion has begun. */
const GONE = 'The engine has no such database any more. DELETE /v1/databases/:id removes what is left of it.';

/** Who was granted a part is its reader, whatever is to be done. @throws Fault forbidden for what is no read */
function loginFor({ dbId, grant }: Target, role: Role): LoginName {
  if (!grant) return { database: dbId, user: roleName(dbId, role) };
  if (role !== 'reader') throw new Fault('forbidden', { params: { reason: 'A grant reads, and nothing else.' } });
  return { database: dbId, user: grant.login, party: grant.party };
}

/** By a condition of the grant, or by what a granted view does below it. */
const hidesRows = ({ grant }: Target): boolean =>
  grant?.tables.some(({ table, where }) => where !== null || table.kind !== 'table') ?? false;

function roleOf(login: LoginName): Role {
  const suffix = login.user.slice(-2);
  return suffix === '_o' ? 'owner' : suffix === '_w' ? 'writer' : 'reader';
}

/** Takes the key for this transaction, or gives the reply that an earlier one committed. */
async function claim(session: PostgresSession, once: Once): Promise<string | null> {
  const statement = {
    sql: 'SELECT fingerprint, reply FROM svc.claim($1, $2, $3, $4)',
    params: [once.scope, once.key, once.fingerprint, `${LIMITS.idempotencyTtlSeconds} seconds`],
  };
  let rows: Rows['rows'];
  try {
    ({ rows } = await session.run(statement, { maxRows: 1 }));
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') throw new Fault('idempotency_in_progress', { cause: error });
    throw error;
  }
  const [fingerprint, reply] = (rows[0] ?? []) as [string | null, string | null];
  if (fingerprint === null || fingerprint === undefined) return null;
  if (fingerprint !== once.fingerprint) throw new Fault('idempotency_conflict');
  return reply;
}

const settle = (once: Once, reply: string): Statement => ({ sql: 'SELECT svc.settle($1, $2, $3)', params: [once.scope, once.key, reply] });
