import { createHash, randomBytes } from 'node:crypto';
import type { Offers } from '../approvals/offer.ts';
import type { AskPreview, Diff } from '../contract/ask.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { validateChange } from '../plan/check-change.ts';
import { type Delete, type Insert, isWrite, type Update } from '../plan/plan.ts';
import { planSchema } from '../plan/plan-schema.ts';
import type { Schema } from '../plan/schema.ts';
import { SchemaChange } from '../plan/schema-change.ts';
import { validatePlan } from '../plan/validate.ts';
import type { PreviewName, Previews } from '../store/previews.ts';
import type { Asked } from './branch/asked.ts';
import { bindingOf, previewedText } from './text.ts';

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
  { previews, offers }: { readonly previews: Previews; readonly offers: Offers },
  { target, call, text, schema, input }: Asked,
  held: Held,
  diff: Diff,
): Promise<Pick<AskPreview, 'confirmToken' | 'expiresAt' | 'approval'>> {
  const { ownerId } = call.caller;
  const offer = offers.of(call);
  const confirmToken = offer?.token ?? randomBytes(24).toString('base64url');
  const tokenHash = tokenHashOf(ownerId, confirmToken);
  const expiresAt = await previews.hold({
    tokenHash,
    ttlSeconds: offer?.ttlSeconds ?? LIMITS.previewTtlSeconds,
    binding: bindingOf(ownerId, target, previewedText(text, input)),
    dbId: target.dbId,
    fingerprint: schema.fingerprint,
    ...held,
    seen: shownTo(target) + held.seen,
  });
  const { agentId, endUserId, threadId } = input;
  const scope = target.rows ? { agentId, endUserId, threadId } : null;
  const goal = input.goal ?? input.ask ?? null;
  const offered = await offer?.made({ tokenHash, dbId: target.dbId, goal, scope, diff, expiresAt });
  return { confirmToken, expiresAt: expiresAt.toISOString(), ...offered };
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
