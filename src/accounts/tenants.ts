import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { Leave } from '../lib/leaving.ts';
import type { TenantRule, TenantRules } from '../store/tenant-rules.ts';
import { createRunning } from './running.ts';

/** 0 is no limit. */
export interface Quota {
  readonly databases: number;
  readonly bytes: number;
}

interface Options {
  readonly rules: Pick<TenantRules, 'list'>;
  /** Where nothing else is said of a tenant. */
  readonly quotas: { readonly anonymous: Quota; readonly account: Quota; readonly statements: number };
  /** The owner of this machine's service has a quota only where one was set. */
  readonly localAccountId: () => string | null;
  readonly log: { warn(facts: object, text: string): void };
}

/** Accounts and anonymous sessions as whoever runs the service bounds them. */
export interface Tenants {
  /** @throws Fault account_blocked; db_unreachable while it cannot be told */
  requireOpen(ownerId: string): Promise<void>;
  quota(caller: Pick<Caller, 'kind' | 'ownerId'> | { readonly kind: 'account'; readonly ownerId: string }): Quota;
  /** Statements of one tenant at once, as last read: it never waits. */
  statements(ownerId: string): number;
  /** Work that ends when its owner is blocked. Call what it gives when nothing of the work is left. */
  watch(ownerId: string, work: Leave): () => void;
  /** Why the work was ended; null when it was not ended here. */
  ended(ownerId: string, work: Leave): Fault | null;
  /** A rule was changed, here or by another service. */
  changed(): void;
  close(): void;
}

/** As for keys: no call is taken a second after its owner was blocked, whoever was told of it. */
const FRESH_MS = LIMITS.revocationMaxMs * 0.9;
/** Changes that were committed behind later ones are found for this long; then all rules are read again. */
const OVERLAP_MS = 60_000;

/**
 * Rules are few, and read together: those that changed at most once a second while calls come, all of them once a minute. Those whose owner was blocked
 * end what runs for them.
 */
export function createTenants({ rules, quotas, localAccountId, log }: Options): Tenants {
  let known = new Map<string, TenantRule>();
  let readAt = Number.NEGATIVE_INFINITY;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let latest: Date | null = null;
  let underWay: Promise<void> | null = null;
  const running = createRunning();

  async function read(): Promise<void> {
    const startedAt = performance.now();
    const isWhole = latest === null || startedAt - wholeAt > OVERLAP_MS;
    const found = await rules.list(isWhole ? undefined : new Date((latest as Date).getTime() - OVERLAP_MS));
    if (isWhole) {
      known = new Map();
      wholeAt = startedAt;
      latest ??= new Date(0);
    }
    for (const rule of found) {
      known.set(rule.ownerId, rule);
      if (latest === null || rule.changedAt > latest) latest = rule.changedAt;
    }
    readAt = startedAt;
    for (const ownerId of running.keys()) if (blockOf(ownerId)) running.end(ownerId);
  }

  /** Calls that come at once share one look. */
  const refresh = (): Promise<void> => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  const blockOf = (ownerId: string): Fault | null => {
    const rule = known.get(ownerId);
    if (!rule?.blockedAt || ownerId === localAccountId()) return null;
    return new Fault('account_blocked', rule.blockedReason === null ? {} : { params: { reason: rule.blockedReason } });
  };

  const look = () =>
    refresh().catch((error: unknown) =>
      log.warn({ err: error }, 'whether accounts with running requests are blocked could not be looked up'),
    );
  const watching = setInterval(() => {
    if (running.keys().length > 0) void look();
  }, LIMITS.revocationMaxMs);
  watching.unref();

  return {
    async requireOpen(ownerId) {
      if (performance.now() - readAt > FRESH_MS) await refresh();
      const blocked = blockOf(ownerId);
      if (blocked) throw blocked;
    },
    quota({ kind, ownerId }) {
      const usual = kind === 'anonymous' ? quotas.anonymous : ownerId === localAccountId() ? NO_QUOTA : quotas.account;
      const { databases = null, bytes = null } = known.get(ownerId)?.limits ?? {};
      return { databases: databases ?? usual.databases, bytes: bytes ?? usual.bytes };
    },
    statements(ownerId) {
      const own = known.get(ownerId)?.limits.statements ?? quotas.statements;
      return own === 0 ? Number.POSITIVE_INFINITY : own;
    },
    watch(ownerId, work) {
      running.begin(ownerId, work);
      return () => running.done(ownerId, work);
    },
    ended: (ownerId, work) => (running.wasEnded(work) ? (blockOf(ownerId) ?? new Fault('account_blocked')) : null),
    changed() {
      wholeAt = Number.NEGATIVE_INFINITY;
      // What was under way may have read before the change.
      void (underWay ?? Promise.resolve()).catch(() => undefined).then(look);
    },
    close: () => clearInterval(watching),
  };
}

const NO_QUOTA: Quota = { databases: 0, bytes: 0 };
