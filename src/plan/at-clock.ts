import type { Plan } from './plan.ts';

/**
 * The plan with the day and the instant of `now` in place of its calls of today() and now(), which are then values like all
 * others. "This month" is worked out by the clock of the service, so that "over 65" in the same question counts to the same day
 * (UTC), whatever clock and time zone the database has.
 */
export function atClock<T extends Plan>(plan: T, now: Date): T {
  const instant = now.toISOString();
  const moments = {
    today: { kind: 'literal', type: 'date', value: instant.slice(0, 10) },
    now: { kind: 'literal', type: 'timestamp', value: instant.slice(0, 23).replace('T', ' ') },
  } as const;
  const pinned = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(pinned);
    if (isCall(part)) {
      if (part.fn === 'today' || part.fn === 'now') return moments[part.fn];
      // Of one argument it counts from today.
      if (part.fn === 'age' && part.args.length === 1) return { ...part, args: [moments.today, ...part.args.map(pinned)] };
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, pinned(value)]));
  };
  return MOVING.test(JSON.stringify(plan)) ? (pinned(plan) as T) : plan;
}

/** Most plans have none. */
const MOVING = /"fn":"(?:today|now|age)"/;

const isCall = (part: object): part is { kind: 'call'; fn: string; args: readonly unknown[] } =>
  'kind' in part && part.kind === 'call' && 'fn' in part && 'args' in part && Array.isArray(part.args);
