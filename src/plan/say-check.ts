import type { ColumnCheck } from '../contract/create-schema.ts';

/** A check in words: "from 1 to 5", "one of open, closed", "at most 280 characters long", "more than 0". */
export function sayCheck(check: ColumnCheck): string {
  if (check.kind === 'oneOf') return `one of ${check.values.join(', ')}`;
  if (check.kind === 'length' && check.min === check.max) return `exactly ${check.min} characters long`;
  if (check.kind === 'range' && (check.above !== undefined || check.below !== undefined)) return sayOpen(check);
  const unit = check.kind === 'length' ? ' characters long' : '';
  if (check.min !== undefined && check.max !== undefined) return `from ${check.min} to ${check.max}${unit}`;
  return check.min === undefined ? `at most ${check.max}${unit}` : `at least ${check.min}${unit}`;
}

const sayOpen = ({ min, max, above, below }: Extract<ColumnCheck, { kind: 'range' }>): string =>
  [
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ].join(' and ');
