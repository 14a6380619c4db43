import { createHash, randomBytes } from 'node:crypto';
import type { Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { validateChange } from '../plan/check-change.ts';
import { type Delete, type Insert, isWrite, type Update } from '../plan/plan.ts';
import { planSchema } from '../plan/plan-schema.ts';
import type { Schema } from '../plan/schema.ts';
import { SchemaChange } from '../plan/schema-change.ts';
import { validatePlan } from '../plan/validate.ts';
import type { PreviewName, Previews } from '../store/previews.ts';
import { bindingOf } from './text.ts';

export interface Held {
  readonly plan: Insert | Update | Delete | SchemaChange;
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
  { ownerId, target, text }: { readonly ownerId: string; readonly target: Target; readonly text: string },
  schema: Schema,
  held: Held,
): Promise<{ confirmToken: string; expiresAt: string }> {
  const confirmToken = randomBytes(24).toString('base64url');
  const expiresAt = await previews.hold({
    tokenHash: tokenHashOf(ownerId, confirmToken),
    binding: bindingOf(ownerId, target, text),
    dbId: target.dbId,
    fingerprint: schema.fingerprint,
    ...held,
    seen: shownTo(target) + held.seen,
  });
  return { confirmToken, expiresAt: expiresAt.toISOString() };
}

/** Whose rows of a memory a preview is about: a token alone does not say it. */
const shownTo = ({ rows }: Target): string => (rows ? `${JSON.stringify([rows.agentId, rows.endUserId, rows.threadId])}\n` : '');

interface Taking {
  readonly name: PreviewName;
  readonly key: string;
  readonly target: Target;
}

/** Takes what was previewed, for one key. @throws Fault confirm_expired when there is none, or when the schema changed since */
export async function takePreview(previews: Previews, { name, key, target }: Taking, schema: Schema): Promise<Held> {
  const held = await previews.take(name, key);
  if (!held?.seen.startsWith(shownTo(target))) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  if (held.fingerprint !== schema.fingerprint) throw new Fault('confirm_expired', { params: { reason: 'schema_changed' } });
  const seen = held.seen.slice(shownTo(target).length);
  if (isChange(held.plan)) return { plan: validateChange(SchemaChange.parse(held.plan), schema), seen, model: held.model };
  const plan = validatePlan(planSchema.parse(held.plan), schema);
  if (!isWrite(plan)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  return { plan, seen, model: held.model };
}

/** Whether a held plan is one of tables and columns, which is the owner's to make. */
export const isChange = (plan: unknown): boolean => typeof plan === 'object' && plan !== null && 'kind' in plan && plan.kind === 'alter';
