import { createHash, randomBytes } from 'node:crypto';
import { Fault } from '../fault.ts';
import { type Delete, type Insert, isWrite, type Update } from '../plan/plan.ts';
import { planSchema } from '../plan/plan-schema.ts';
import type { Schema } from '../plan/schema.ts';
import { validatePlan } from '../plan/validate.ts';
import type { PreviewName, Previews } from '../store/previews.ts';
import { bindingOf } from './text.ts';

export interface Held {
  readonly plan: Insert | Update | Delete;
  readonly seen: string;
  readonly model: string;
}

/** With the caller, so that a token names nothing for anybody else. */
export const tokenHashOf = (ownerId: string, token: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, token]))
    .digest('hex');

/** Keeps what was previewed, so that a confirm writes exactly that. */
export async function holdPreview(
  previews: Previews,
  { ownerId, dbId, text }: { readonly ownerId: string; readonly dbId: string; readonly text: string },
  schema: Schema,
  held: Held,
): Promise<{ confirmToken: string; expiresAt: string }> {
  const confirmToken = randomBytes(24).toString('base64url');
  const expiresAt = await previews.hold({
    tokenHash: tokenHashOf(ownerId, confirmToken),
    binding: bindingOf(ownerId, dbId, text),
    dbId,
    fingerprint: schema.fingerprint,
    ...held,
  });
  return { confirmToken, expiresAt: expiresAt.toISOString() };
}

/** Takes what was previewed, for one key. @throws Fault confirm_expired when there is none, or when the schema changed since */
export async function takePreview(previews: Previews, name: PreviewName, key: string, schema: Schema): Promise<Held> {
  const held = await previews.take(name, key);
  if (!held) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  if (held.fingerprint !== schema.fingerprint) throw new Fault('confirm_expired', { params: { reason: 'schema_changed' } });
  const plan = validatePlan(planSchema.parse(held.plan), schema);
  if (!isWrite(plan)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  return { plan, seen: held.seen, model: held.model };
}
