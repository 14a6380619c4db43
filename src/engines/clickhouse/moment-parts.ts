/** Parts that a moment and an interval have alike. */
export const PARTS: ReadonlySet<string> = new Set([
  ...['year', 'isoyear', 'quarter', 'month', 'week', 'day', 'dayofyear', 'weekday', 'isoweekday', 'hour', 'minute'],
]);
