import { SvcError } from './error.ts';

export const RETRIES = 3;
const FIRST_MS = 200;
/** A service that wants to be left alone for longer is not waited for: that is the caller's to judge. */
const WAIT_MAX_MS = 60_000;

/**
 * How long to wait before the next attempt; null when there is to be none. Full jitter (each waits a random part of a bound
 * that doubles, so that clients which failed together do not come back together), on top of what `Retry-After` asks for.
 */
export function retryWaitMs(error: SvcError, attempt: number, random: () => number = Math.random): number | null {
  if (!error.retryable || attempt >= RETRIES) return null;
  const askedMs = error.retryAfterMs ?? 0;
  return askedMs > WAIT_MAX_MS ? null : askedMs + random() * FIRST_MS * 2 ** attempt;
}

/** @throws SvcError aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(SvcError.aborted(signal.reason));
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
