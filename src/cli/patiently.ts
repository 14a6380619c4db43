import { setTimeout as delay } from 'node:timers/promises';
import { SvcError } from '../client/index.ts';

/** One of many calls for a file: under its own key, and where it meets the rate limit, again in its turn. */
export async function patiently<T>(send: (options: { idempotencyKey: string }) => Promise<T>, say: (text: string) => void): Promise<T> {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    try {
      return await send({ idempotencyKey });
    } catch (error) {
      if (!(error instanceof SvcError) || error.code !== 'rate_limited' || error.retryAfterMs === null) throw error;
      say(`Waiting ${Math.ceil(error.retryAfterMs / 1_000)} s for the rate limit`);
      await delay(error.retryAfterMs);
    }
  }
}
