import { createHash, randomBytes } from 'node:crypto';
import { Fault } from '../fault.ts';
import { type Delete, type Insert, isWrite, type Update } from '../plan/plan.ts';
import { planSchema } from '../plan/plan-schema.ts';
import type { Schema } from '../plan/schema.ts';
import { validatePlan } from '../plan/validate.ts';
import type { Previews } from '../store/previews.ts';

export interface Held {
  readonly plan: Insert | Update | Delete;
  readonly affectedKeys: string;
  readonly model: string;
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Keeps what was previewed, so that a confirm writes exactly that. */
export async function holdPreview(
  previews: Previews,
  binding: string,
  schema: Schema,
  held: Held,
): Promise<{ confirmToken: string; expiresAt: string }> {
  const confirmToken = randomBytes(24).toString('base64url');
  const expiresAt = await previews.hold({ tokenHash: hash(confirmToken), binding, fingerprint: schema.fingerprint, ...held });
  return { confirmToken, expiresAt: expiresAt.toISOString() };
}

/** Takes what was previewed, once. @throws Fault confirm_expired when there is none, or when the schema changed since */
export async function takePreview(previews: Previews, binding: string, schema: Schema, confirmToken: string | undefined): Promise<Held> {
  const held = await previews.take(binding, confirmToken === undefined ? null : hash(confirmToken));
  if (!held) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  if (held.fingerprint !== schema.fingerprint) throw new Fault('confirm_expired', { params: { reason: 'schema_changed' } });
  const plan = validatePlan(planSchema.parse(held.plan), schema);
  if (!isWrite(plan)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  return { plan, affectedKeys: held.affectedKeys, model: held.model };
}
