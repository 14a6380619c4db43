import type { ColumnCheck } from './create-schema.ts';

/** A check in words: "from 1 to 5", "one of open, closed", "at most 280 characters long". */
export function sayCheck(check: ColumnCheck): string {
  if (check.kind === 'oneOf') return `one of ${check.values.join(', ')}`;
  if (check.kind === 'length' && check.min === check.max) return `exactly ${check.min} characters long`;
  const unit = check.kind === 'length' ? ' characters long' : '';
  if (check.min !== undefined && check.max !== undefined) return `from ${check.min} to ${check.max}${unit}`;
  return check.min === undefined ? `at most ${check.max}${unit}` : `at least ${check.min}${unit}`;
}
