import type { Audit, AuditFact } from './audit/note.ts';
import { type Call, Stored } from './call.ts';
import type { ErrorCode } from './contract/errors.ts';
import { LIMITS } from './contract/limits.ts';
import { within } from './encode-reply.ts';
import type { Engine, EngineOf, Target, WriteTransaction } from './engines/engine.ts';
import { Fault } from './fault.ts';
import { encodeJson } from './lib/encode-json.ts';
import { leavingUpon } from './lib/leaving.ts';
import type { Databases } from './store/databases.ts';
import type { Finish, IdempotencyKeys, StoredReply } from './store/idempotency.ts';

export interface HostedWrite {
  readonly engine: Engine;
  readonly target: Target;
  readonly as: 'writer' | 'owner';
  /** Returns the reply's body; it commits with the write. */
  readonly work: (transaction: WriteTransaction) => Promise<unknown>;
}

/** A change of the control plane: the reply's body, and what becomes true together with it. */
export interface Done {
  readonly body: unknown;
  /** Null when nothing does. */
  readonly finish: Finish | null;
  /** For the account's log; null for what is none of its business, or was noted with the change itself. */
  readonly audit: AuditFact | null;
}

/** Runs a mutation at most once for an idempotency key, and gives its stored reply to every retry. */
export interface Once {
  /**
   * The reply that this key's request got before, wherever it lies; null when there is none. For requests that would
   * choose, plan or pay anew before they came to their write. @throws Fault idempotency_conflict
   */
  earlier(call: Call): Promise<Stored | null>;
  /** A write to a hosted database: the reply commits in the write's own transaction. */
  hosted(call: Call, write: HostedWrite): Promise<Stored>;
  /** A change of the control plane: what it made counts from when its reply is stored; `work` must bear being begun again after a crash. */
  control(call: Call, status: number, work: () => Promise<Done>): Promise<Stored>;
}

interface Dependencies {
  readonly keys: IdempotencyKeys;
  readonly databases: Databases;
  readonly engine: EngineOf;
  /** A hosted database was written to: what is remembered of its rows is out of date. */
  readonly onWritten: (dbId: string) => void;
  readonly audit: Audit;
  readonly room: {
    /** Why a write that runs has to end: what it adds is more than there is room for. Null while it is not. */
    usedUp(call: Call): Promise<Fault | null>;
    /** Whether a call that failed, since the disk is full, is worth being done once more. */
    hasMadeWay(call: Call, error: unknown): Promise<boolean>;
  };
}

/** How often a write that takes long is looked at: a statement can add some hundreds of megabytes in a second. */
const LOOK_EVERY_MS = 100;

export function createOnce({ keys, databases, engine: engineOf, onWritten, audit: noteOf, room }: Dependencies): Once {
  const replay = ({ status, text }: StoredReply): Stored => new Stored(status, text, true);

  /** A failure lets the key go, but for those after which the next try has to find out what became of it. */
  async function letGo({ scope, key }: Named, error: unknown, unless: ReadonlySet<ErrorCode>): Promise<void> {
    const { code } = error instanceof Fault ? error : { code: 'internal_error' as const };
    if (!unless.has(code)) await keys.release(scope, key).catch(() => undefined);
  }

  /**
   * Whose the key of a write to a hosted database is: ours, another try's, or one that has its reply. In one database its own transactions decide;
   * a twin that was meant for another may yet write there. @throws Fault idempotency_conflict, idempotency_in_progress
   */
  async function claim({ scope, key, fingerprint }: Named & { fingerprint: string }, dbId: string) {
    const claimed = await keys.claim(scope, key, fingerprint, dbId);
    if (claimed.kind === 'conflict') throw new Fault('idempotency_conflict');
    if (claimed.kind !== 'held' || claimed.dbId === dbId) return claimed;
    if (!(claimed.leaseOver && (await keys.takeOver(scope, key, dbId)))) throw new Fault('idempotency_in_progress');
    return { kind: 'mine' } as const;
  }

  /** Keeps the lease of a change of the control plane while it runs. One renewal that fails is made up for by the next. */
  async function alive<T>(scope: string, key: string, work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => void keys.renew(scope, key).catch(() => undefined), RENEW_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** What takes away goes on where the disk is full. */
  async function makingWay<T>(call: Call, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (await room.hasMadeWay(call, error)) return await work();
      throw error;
    }
  }

  const inOneGo: Once = {
    async earlier(call) {
      if (call.idempotencyKey === null) return null;
      const { scope, key } = named(call);
      const fingerprint = call.fingerprint();
      const found = await keys.find(scope, key, fingerprint);
      if (!found) return null;
      if (found.kind === 'conflict') throw new Fault('idempotency_conflict');
      if (found.kind === 'done') return replay(found.reply);
      if (found.dbId === null) return null;
      const database = await databases.find(found.dbId, scope);
      if (!database) return null;
      const text = await engineOf(database).replay(
        { dbId: database.id },
        { scope, key, fingerprint, traceId: call.requestId },
        call.signal,
      );
      return text === null ? null : replay({ status: 200, text });
    },

    async hosted(call, { engine, target, as, work }) {
      const once = { ...named(call), fingerprint: call.fingerprint(), traceId: call.requestId };
      const claiming = claim(once, target.dbId);
      claiming.catch(() => undefined);
      // A write that holds a session from its beginning does not wait with it; the other kind begins meanwhile, and does nothing before both agree.
      if (!engine.recordsApart) {
        const claimed = await claiming;
        if (claimed.kind === 'done') return replay(claimed.reply);
      }
      const admitted = async () => {
        if ((await claiming).kind === 'done') throw new Error('This key has its reply.');
      };
      try {
        const outcome = await leavingUpon(call.leaving, { everyMs: LOOK_EVERY_MS, reason: () => room.usedUp(call) }, (signal) =>
          engine.write(
            target,
            once,
            async (transaction) => {
              await admitted();
              return within(encodeJson(await work(transaction)));
            },
            { as, signal },
          ),
        );
        await admitted();
        onWritten(target.dbId);
        return new Stored(200, outcome.reply, outcome.kind === 'replayed');
      } catch (error) {
        const claimed = await claiming;
        if (claimed.kind === 'done') return replay(claimed.reply);
        if (claimed.kind === 'mine') await letGo(once, error, OUTCOME_UNKNOWN);
        throw error;
      }
    },

    async control(call, status, work) {
      const { scope, key } = named(call);
      const claimed = await keys.claim(scope, key, call.fingerprint(), null);
      if (claimed.kind === 'conflict') throw new Fault('idempotency_conflict');
      if (claimed.kind === 'done') return replay(claimed.reply);
      if (claimed.kind === 'held' && !(claimed.leaseOver && (await keys.takeOver(scope, key, null))))
        throw new Fault('idempotency_in_progress');
      const settled = async () => {
        const { body, finish, audit } = await work();
        const text = encodeJson(body);
        if (!(await keys.settle(scope, key, { status, text }, { finish, note: noteOf(call, audit) })))
          throw new Fault('idempotency_in_progress');
        return new Stored(status, text, false);
      };
      try {
        return await alive(scope, key, settled);
      } catch (error) {
        await letGo({ scope, key }, error, SOMEBODY_ELSES);
        throw error;
      }
    },
  };
  return {
    earlier: inOneGo.earlier,
    hosted: (call, write) => makingWay(call, () => inOneGo.hosted(call, write)),
    control: (call, status, work) => makingWay(call, () => inOneGo.control(call, status, work)),
  };
}

const RENEW_EVERY_MS = (LIMITS.controlLeaseSeconds * 1_000) / 4;

/** What was begun in the control plane counts only once it is settled, and a settled key is not let go. */
const SOMEBODY_ELSES: ReadonlySet<ErrorCode> = new Set(['idempotency_in_progress']);
/** A hosted write may have been committed although no answer came. */
const OUTCOME_UNKNOWN: ReadonlySet<ErrorCode> = new Set([...SOMEBODY_ELSES, 'db_unreachable', 'outcome_unknown', 'internal_error']);

/** @throws Fault idempotency_required with `params.curl` */
export function requireIdempotencyKey(call: Call): string {
  if (call.idempotencyKey === null) throw new Fault('idempotency_required', { params: { curl: call.curl() } });
  return call.idempotencyKey;
}

interface Named {
  readonly scope: string;
  readonly key: string;
}

const named = (call: Call): Named => ({ scope: call.caller.ownerId, key: requireIdempotencyKey(call) });
