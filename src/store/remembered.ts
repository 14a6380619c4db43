/**
 * What was looked up a moment ago: at most `max` entries, each for `ttlMs`, the oldest forgotten first. By the clock and by the time that this process has
 * counted: one of them goes on when the other is set back, or when the machine sleeps.
 */
export function createRemembered<T>({ max, ttlMs, now = Date.now }: { max: number; ttlMs: number; now?: () => number }) {
  const entries = new Map<string, { value: T; until: number; untilCounted: number }>();
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > now() && entry.untilCounted > performance.now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key: string, value: T, untilMs = Number.POSITIVE_INFINITY): void {
      const oldest = entries.keys().next().value;
      if (entries.size >= max && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until: Math.min(now() + ttlMs, untilMs), untilCounted: performance.now() + ttlMs });
    },
    delete(key: string): void {
      entries.delete(key);
    },
  };
}
