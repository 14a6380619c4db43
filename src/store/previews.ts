import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';

export interface HeldPreview {
  readonly plan: unknown;
  readonly fingerprint: string;
  readonly affectedKeys: string;
  readonly model: string;
}

export interface Previews {
  /** Holds a preview in place of an earlier one of the same request. Returns when it expires. */
  hold(preview: HeldPreview & { tokenHash: string; binding: string }): Promise<Date>;
  /** Whether a live preview of the request is held. */
  has(binding: string): Promise<boolean>;
  /** Takes the live preview, at most once over all services: one DELETE … RETURNING. */
  take(binding: string, tokenHash: string | null): Promise<HeldPreview | null>;
}

export function previewsIn(store: Store): Previews {
  return {
    async hold({ tokenHash, binding, plan, fingerprint, affectedKeys, model }) {
      const expiresAt = new Date(Date.now() + LIMITS.previewTtlSeconds * 1_000);
      const held = {
        token_hash: tokenHash,
        plan: JSON.stringify(plan),
        fingerprint,
        affected_keys: affectedKeys,
        model,
        expires_at: expiresAt,
      };
      await store
        .insertInto('preview')
        .values({ ...held, binding })
        .onConflict((conflict) => conflict.column('binding').doUpdateSet(held))
        .execute();
      return expiresAt;
    },
    async has(binding) {
      const row = await store
        .selectFrom('preview')
        .select('binding')
        .where('binding', '=', binding)
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      return row !== undefined;
    },
    async take(binding, tokenHash) {
      let taking = store.deleteFrom('preview').where('binding', '=', binding).where('expires_at', '>', new Date());
      if (tokenHash !== null) taking = taking.where('token_hash', '=', tokenHash);
      const row = await taking.returning(['plan', 'fingerprint', 'affected_keys', 'model']).executeTakeFirst();
      return row ? { plan: row.plan, fingerprint: row.fingerprint, affectedKeys: row.affected_keys, model: row.model } : null;
    },
  };
}
