import type { Running } from '../accounts/running.ts';
import { type Call, Stored, Streamed } from '../call.ts';
import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Engine, GrantTarget } from '../engines/engine.ts';
import { grantedEngine } from '../engines/granted.ts';
import { Fault } from '../fault.ts';
import { Leave } from '../lib/leaving.ts';
import type { GrantRow, Grants, GrantUse } from '../store/grants.ts';
import { createRemembered } from '../store/remembered.ts';
import { type Meter, useIdOf } from './meter.ts';

/** A grant that its grantee uses. */
export interface Granted {
  readonly id: string;
  /** Whose database it is. */
  readonly accountId: string;
  readonly dbId: string;
  readonly target: GrantTarget;
}

export interface GrantAccess {
  /** What the caller was granted of the database; null when nothing. */
  of(caller: Caller, dbId: string): Promise<Granted | null>;
  /** The engine as the grantee has it: the same object each time, since much is remembered by it. */
  engine(engine: Engine, granted: Granted): Engine;
  /**
   * Does the work of one request with the grant, and counts it. The work ends when the grant is revoked; before its reply
   * leaves, and before each portion of a stream does, the grant is looked at again. @throws Fault db_not_found once it is revoked
   */
  use<T>(granted: Granted, call: Call, work: (call: Call) => Promise<T>): Promise<T>;
  /** A grant was revoked, here or by another service: it is forgotten, and what runs with it ends. */
  revoked(grantId: string): void;
  close(): void;
}

interface Options {
  readonly grants: Grants;
  readonly meter: Meter;
  readonly running: Running;
  readonly log: { warn(facts: object, text: string): void };
}

/** Counted from before the look-up, so that no grant is used a second after its revocation, whoever was told of it. */
const REMEMBER = { max: 10_000, ttlMs: LIMITS.revocationMaxMs * 0.9 } as const;
const ENGINES = { max: 1_000, ttlMs: 60 * 60_000 } as const;

export function createGrantAccess({ grants, meter, running, log }: Options): GrantAccess {
  const remembered = createRemembered<Granted>(REMEMBER);
  const keyById = createRemembered<string>(REMEMBER);
  const revokedLately = createRemembered<true>({ max: REMEMBER.max, ttlMs: LIMITS.revocationMaxMs * 20 });
  const engines = createRemembered<{ readonly of: Engine; readonly engine: Engine }>(ENGINES);

  async function find(dbId: string, granteeId: string): Promise<Granted | null> {
    const key = `${granteeId} ${dbId}`;
    const known = remembered.get(key);
    if (known) return known;
    const askedAt = Date.now();
    const row = await grants.find(dbId, granteeId);
    // It may have been revoked after it was read, and told before it is remembered.
    if (!row || revokedLately.get(row.id)) return null;
    const granted = grantedOf(row);
    remembered.set(key, granted, askedAt + REMEMBER.ttlMs);
    keyById.set(row.id, key, askedAt + REMEMBER.ttlMs);
    return granted;
  }

  function revoked(grantId: string): void {
    revokedLately.set(grantId, true);
    const key = keyById.get(grantId);
    if (key !== undefined) remembered.delete(key);
    keyById.delete(grantId);
    running.end(grantId);
  }

  const gone = ({ dbId }: Granted): Fault => new Fault('db_not_found', { params: { db: dbId } });

  /** @throws Fault db_not_found */
  async function requireStill(granted: Granted): Promise<void> {
    const now = await find(granted.dbId, granted.target.party);
    if (now?.id !== granted.id) throw gone(granted);
  }

  /** Where the notice of a revocation is missed, what runs is looked at every second. */
  const watch = setInterval(() => {
    const ids = running.keys();
    if (ids.length === 0) return;
    grants.ended(ids).then(
      (ended) => ended.forEach(revoked),
      (error: unknown) => log.warn({ err: error }, 'whether grants with running requests are revoked could not be looked up'),
    );
  }, LIMITS.revocationMaxMs);
  watch.unref();

  /** Ends with the caller's leaving and with the grant, until `done`. */
  function begin({ id }: Granted, call: Call): { readonly leave: Leave; done(): void } {
    const leave = new Leave();
    const abort = () => {
      leave.abort();
      done();
    };
    const done = () => {
      running.done(id, leave);
      call.leaving.removeEventListener('abort', abort);
    };
    call.leaving.addEventListener('abort', abort, { once: true });
    running.begin(id, leave);
    if (call.leaving.aborted) abort();
    return { leave, done };
  }

  /** Whatever the engine says of a login that was just taken away is no answer. */
  async function toldOf(error: unknown, granted: Granted, leave: Leave): Promise<unknown> {
    return running.wasEnded(leave) || !(await isStill(granted)) ? gone(granted) : error;
  }

  /** A control plane that does not answer says nothing about the error that is looked into. */
  const isStill = (granted: Granted): Promise<boolean> =>
    requireStill(granted).then(
      () => true,
      (error: unknown) => !(error instanceof Fault && error.code === 'db_not_found'),
    );

  interface Streaming {
    readonly granted: Granted;
    readonly use: Omit<GrantUse, 'rows'>;
    readonly leave: Leave;
    readonly done: () => void;
  }

  /** Counted once it has begun to leave, with the rows that left, however it ends. */
  const metered = (streamed: Streamed, { granted, use, leave, done }: Streaming): Streamed =>
    new Streamed(async (take) => {
      let rows = 0;
      let hasBegun = false;
      const ended = new Promise<never>((_, reject) => leave.addEventListener('abort', () => reject(new Fault('query_cancelled'))));
      ended.catch(() => undefined);
      try {
        return await streamed.produce(async (portion) => {
          await requireStill(granted);
          hasBegun = true;
          // Whoever takes nothing does not keep what was revoked going.
          await Promise.race([take(portion), ended]);
          rows += portion.rowCount;
        });
      } catch (error) {
        throw await toldOf(error, granted, leave);
      } finally {
        done();
        if (hasBegun) await meter.note({ ...use, rows });
      }
    }, streamed);

  return {
    async of(caller, dbId) {
      return await find(dbId, caller.ownerId);
    },
    engine(engine, { target }) {
      const known = engines.get(target.login);
      if (known?.of === engine) return known.engine;
      const made = grantedEngine(engine, target);
      engines.set(target.login, { of: engine, engine: made });
      return made;
    },
    async use(granted, call, work) {
      const use = { id: useIdOf(call), grantId: granted.id, at: new Date() };
      const { leave, done } = begin(granted, call);
      try {
        const result = await work(leavingWith(call, leave));
        await requireStill(granted);
        if (result instanceof Streamed) return metered(result, { granted, use, leave, done }) as typeof result;
        if (!(result instanceof Stored)) await meter.note({ ...use, rows: rowsOf(result) });
        done();
        return result;
      } catch (error) {
        done();
        throw await toldOf(error, granted, leave);
      }
    },
    revoked,
    close: () => clearInterval(watch),
  };
}

const grantedOf = (row: GrantRow): Granted => ({
  id: row.id,
  accountId: row.account_id,
  dbId: row.db_id,
  target: { login: grantLogin(row.id), party: row.grantee_id, tables: row.tables },
});

/** The end of the id, which is made by chance. */
export const grantLogin = (id: string): string => `svc_grant_${id.replaceAll('-', '').slice(-16)}`;

/** The call, which now also ends with the grant. */
const leavingWith = (call: Call, leave: Leave): Call =>
  Object.create(call, {
    leaving: { value: leave, enumerable: true },
    signal: { get: () => leave.signal, enumerable: true },
  }) as Call;

const rowsOf = (reply: unknown): number => {
  const { data } = (reply ?? {}) as { data?: unknown };
  return Array.isArray(data) ? data.length : 0;
};
