import { LIMITS } from '../contract/limits.ts';

const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60 };

/** `7d`, `24h` or `30m` in seconds: a whole number of days, hours or minutes, of at least one. Null for anything else, and for what is too long. */
export function readTtl(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,8})([dhm])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (SECONDS[unit ?? ''] ?? Number.NaN);
  return seconds > 0 && seconds <= LIMITS.memoryTtlMaxSeconds ? seconds : null;
}
