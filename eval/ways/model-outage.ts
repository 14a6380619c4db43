import { type AskRequest, MODEL_PRESETS } from '../../src/contract/ask.ts';
import { Egress, type EgressRecord } from '../../src/contract/egress.ts';

/** Attempts that ended so say something of the model; any other end, of the way to it. */
const HEARD: ReadonlySet<string> = new Set(['ok', 'refused', 'unreadable', 'rejected']);

interface Reply {
  readonly model: AskRequest['model'];
  /** `trace.egress` of a reply, `params.egress` of an error. */
  readonly egress: unknown;
  /** Nobody gave a plan, or somebody did. */
  readonly planned: boolean;
}

/**
 * Why a question that was meant for a model says nothing of the model, as a code; null when it does, or when it was meant for none.
 * Where no model can be reached the built-in planner answers in its place, or nobody does.
 */
export function modelOutage({ model, egress, planned }: Reply): string | null {
  if (model === undefined) return null;
  const sent = readEgress(egress);
  if (sent === null) return planned && isMixed(model) ? null : 'model_paused';
  return sent.attempts.some(({ outcome }) => HEARD.has(outcome)) ? null : `model_${sent.attempts.at(-1)?.outcome ?? 'unreachable'}`;
}

/** Read and written in all attempts, those that were given up included: they are paid for too. Null when nothing was sent. */
export function tokensOf(egress: unknown): number | null {
  const sent = readEgress(egress);
  if (sent === null) return null;
  return sent.attempts.reduce((sum, { promptTokens, completionTokens }) => sum + (promptTokens ?? 0) + (completionTokens ?? 0), 0);
}

const readEgress = (egress: unknown): EgressRecord | null => Egress.safeParse(egress).data ?? null;

/** Presets that ask the built-in planner before a model. */
const isMixed = (model: string) => MODEL_PRESETS.some((preset) => preset === model && preset !== 'best');
