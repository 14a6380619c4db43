import { leavingWithin } from '../../lib/leaving.ts';
import type { Egress } from '../egress.ts';
import type { Embed } from './embed.ts';

interface Options {
  readonly model: string;
  readonly egress: Egress;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Vectors of what one request needs, what is sent for them written down. Null where there are none now; a caller that left is thrown. */
export async function embedNoted(
  embed: Embed,
  texts: readonly string[],
  { model, egress, signal, timeoutMs }: Options,
): Promise<readonly (readonly number[])[] | null> {
  const beganAt = performance.now();
  const attempt = { provider: 'embeddings', model, outcome: 'ok', bytes: 0, ms: 0, promptTokens: null, completionTokens: null };
  egress.attempts.push(attempt);
  const onSend = (bytes: number): void => {
    attempt.bytes += bytes;
  };
  try {
    return await leavingWithin(signal, timeoutMs, (leaving) => embed(texts, { signal: leaving.signal, onSend }));
  } catch (error) {
    if (signal.aborted) throw error;
    attempt.outcome = error instanceof Error ? error.message : 'failed';
    return null;
  } finally {
    attempt.ms = Math.round(performance.now() - beganAt);
  }
}
