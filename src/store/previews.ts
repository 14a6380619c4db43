import type { Store } from './control-plane.ts';

export interface HeldPreview {
  readonly plan: unknown;
  readonly fingerprint: string;
  /** What the write was shown to do, as the engine told it. */
  readonly seen: string;
  readonly model: string;
}

/** By what a confirm names its preview: the request that it repeats, the token that it brings, or both, which must then agree. */
export type PreviewName =
  | { readonly binding: string; readonly tokenHash: string | null }
  | { readonly binding: null; readonly tokenHash: string };

export interface Previews {
  /** Holds a preview in place of an earlier one of the same request. Returns when it expires. */
  hold(preview: HeldPreview & { tokenHash: string; binding: string; dbId: string; ttlSeconds: number }): Promise<Date>;
  /** Whether a preview of the request is held that has not expired, taken or not. */
  has(binding: string): Promise<boolean>;
  /** The plan of the preview that `take` would find, taken or not; null when there is none. */
  planOf(name: PreviewName): Promise<unknown>;
  /** The database of the preview that has this token and has not expired, taken or not. */
  databaseOf(tokenHash: string): Promise<string | null>;
  /**
   * Takes the live preview for one idempotency key, at most once over all services: one UPDATE … RETURNING. The same key
   * may take it again, since a confirm that died half-way is sent again with its key, and what it had committed is then
   * replayed before anything is taken.
   */
  take(name: PreviewName, key: string): Promise<HeldPreview | null>;
  /** A write that took a preview has changed nothing for a passing reason: any key may take it again. */
  giveBack(name: PreviewName, key: string): Promise<void>;
}

export function previewsIn(store: Store): Previews {
  return {
    async hold({ tokenHash, binding, dbId, plan, fingerprint, seen, model, ttlSeconds }) {
      const expiresAt = new Date(Date.now() + ttlSeconds * 1_000);
      const held = {
        token_hash: tokenHash,
        plan: JSON.stringify(plan),
        fingerprint,
        affected_keys: seen,
        model,
        db_id: dbId,
        taken_by: null,
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
    async planOf({ binding, tokenHash }) {
      let looking = store.selectFrom('preview').select('plan').where('expires_at', '>', new Date());
      if (binding !== null) looking = looking.where('binding', '=', binding);
      if (tokenHash !== null) looking = looking.where('token_hash', '=', tokenHash);
      return (await looking.executeTakeFirst())?.plan ?? null;
    },
    async databaseOf(tokenHash) {
      const row = await store
        .selectFrom('preview')
        .select('db_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      return row?.db_id ?? null;
    },
    async take({ binding, tokenHash }, key) {
      let taking = store
        .updateTable('preview')
        .set({ taken_by: key })
        .where('expires_at', '>', new Date())
        .where((preview) => preview.or([preview('taken_by', 'is', null), preview('taken_by', '=', key)]));
      if (binding !== null) taking = taking.where('binding', '=', binding);
      if (tokenHash !== null) taking = taking.where('token_hash', '=', tokenHash);
      const row = await taking.returning(['plan', 'fingerprint', 'affected_keys', 'model']).executeTakeFirst();
      return row ? { plan: row.plan, fingerprint: row.fingerprint, seen: row.affected_keys, model: row.model } : null;
    },
    async giveBack({ binding, tokenHash }, key) {
      let giving = store.updateTable('preview').set({ taken_by: null }).where('taken_by', '=', key);
      if (binding !== null) giving = giving.where('binding', '=', binding);
      if (tokenHash !== null) giving = giving.where('token_hash', '=', tokenHash);
      await giving.execute();
    },
  };
}
