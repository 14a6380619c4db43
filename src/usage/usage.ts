import type { Handler } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { UsageReply } from '../contract/usage.ts';
import type { CallCount, CallCounts } from '../store/call-counts.ts';
import type { Grants } from '../store/grants.ts';
import type { Imports } from '../store/imports.ts';
import type { Keys } from '../store/keys.ts';
import type { Receipts } from '../traces/keep.ts';

interface Dependencies {
  readonly counts: CallCounts;
  readonly receipts: Receipts;
  readonly keys: Keys;
  readonly grants: Grants;
  readonly imports: Imports;
  /** Of each key and each browser; 0 where nothing is counted. */
  readonly callsPerMinute: number;
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the account called and has, and how much of it it may. */
export function createUsage({ counts, receipts, keys, grants, imports, callsPerMinute, now }: Dependencies): Handler<'usage'> {
  return async ({ keyId, days }, call) => {
    const { ownerId } = call.caller;
    const since = new Date(now().getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    // Calls are counted where their receipts are stored.
    await receipts.flush();
    const [counted, activeKeys, activeGrants, { imports: open }] = await Promise.all([
      counts.list(ownerId, { since, keyId }),
      keys.active(ownerId),
      grants.active(ownerId),
      imports.open(ownerId),
    ]);
    return {
      since,
      ...sum(counted),
      byDay: grouped(counted, ({ day }) => day).map(([day, some]) => ({ day, ...sum(some) })),
      byKey: grouped(counted, (one) => one.keyId)
        .map(([id, some]) => ({ keyId: id, ...sum(some) }))
        .sort((a, b) => b.calls - a.calls),
      limits: {
        keys: { used: activeKeys, max: LIMITS.keysMax },
        grants: { used: activeGrants, max: LIMITS.grantsMax },
        imports: { used: open, max: LIMITS.importsOpenMax },
        callsPerMinute,
      },
    };
  };
}

function sum(counted: readonly CallCount[]): Pick<UsageReply, 'calls' | 'failed'> {
  return counted.reduce((all, one) => ({ calls: all.calls + one.calls, failed: all.failed + one.failed }), { calls: 0, failed: 0 });
}

/** In the order in which they first came. */
function grouped<Key>(counted: readonly CallCount[], keyOf: (one: CallCount) => Key): [Key, CallCount[]][] {
  const groups = new Map<Key, CallCount[]>();
  for (const one of counted) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups];
}
