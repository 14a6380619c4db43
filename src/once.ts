import { type Call, Stored } from './call.ts';
import type { Engine, Target, WriteTransaction } from './engines/engine.ts';
import { Fault } from './fault.ts';
import type { Store } from './store/control-plane.ts';
import type { IdempotencyKeys } from './store/idempotency.ts';

export interface HostedWrite {
  readonly engine: Engine;
  readonly target: Target;
  readonly as: 'writer' | 'owner';
  /** Returns the reply's body; it commits with the write. */
  readonly work: (transaction: WriteTransaction) => Promise<unknown>;
}

export interface ControlChange {
  readonly reply: unknown;
  /** The last step, which makes the change count. */
  readonly commit: (transaction: Store) => Promise<void>;
}

/** Runs a mutation at most once for an idempotency key, and gives its stored reply to every retry. */
export interface Once {
  /** A write to a hosted database: the reply commits in the write's own transaction. */
  hosted(call: Call, write: HostedWrite): Promise<Stored>;
  /** A change of the control plane: `commit` and the storing of the reply are one transaction. `work` must bear being begun again after a crash. */
  control(call: Call, status: number, work: () => Promise<ControlChange>): Promise<Stored>;
}

export function createOnce(keys: IdempotencyKeys): Once {
  /** Takes the key, or gives the reply of the request that had it before. */
  async function claim(call: Call, stored: () => Promise<string | null>): Promise<Stored | null> {
    const { scope, key } = named(call);
    const claimed = await keys.claim(scope, key, call.fingerprint());
    if (claimed.kind === 'mine') return null;
    if (claimed.kind === 'conflict') throw new Fault('idempotency_conflict');
    if (claimed.kind === 'done') return new Stored(claimed.reply.status, claimed.reply.text, true);
    const reply = await stored();
    if (reply !== null) return new Stored(200, reply, true);
    if (claimed.leaseOver && (await keys.takeOver(scope, key))) return null;
    throw new Fault('idempotency_in_progress');
  }

  async function releasing<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const { scope, key } = named(call);
    try {
      return await work();
    } catch (error) {
      await keys.release(scope, key).catch(() => undefined);
      throw error;
    }
  }

  return {
    async hosted(call, { engine, target, as, work }) {
      const once = { ...named(call), fingerprint: call.fingerprint() };
      const earlier = await claim(call, () => engine.replay(target, once, call.signal));
      if (earlier) return earlier;
      return await releasing(call, async () => {
        const outcome = await engine.write(target, once, async (transaction) => JSON.stringify(await work(transaction)), {
          as,
          signal: call.signal,
        });
        return new Stored(200, outcome.reply, outcome.kind === 'replayed');
      });
    },

    async control(call, status, work) {
      const earlier = await claim(call, async () => null);
      if (earlier) return earlier;
      return await releasing(call, async () => {
        const { reply, commit } = await work();
        const text = JSON.stringify(reply);
        const { scope, key } = named(call);
        await keys.settle(scope, key, { status, text }, commit);
        return new Stored(status, text, false);
      });
    },
  };
}

/** @throws Fault idempotency_required with `params.curl` */
export function requireIdempotencyKey(call: Call): string {
  if (call.idempotencyKey === null) throw new Fault('idempotency_required', { params: { curl: call.curl() } });
  return call.idempotencyKey;
}

const named = (call: Call): { scope: string; key: string } => ({ scope: call.caller.ownerId, key: requireIdempotencyKey(call) });
