/** Each column with the SQL type for its values, from one pass over the cells that the rows have. */
export function typesOf(columns: readonly string[], rows: readonly ReadonlyMap<string, unknown>[]): { column: string; type: string }[] {
  const kinds = new Map(columns.map((column) => [column, new Set<string>()]));
  for (const row of rows) {
    for (const [column, value] of row) {
      const seen = kinds.get(column);
      if (seen && value !== null && value !== undefined) seen.add(kindOf(value));
    }
  }
  return [...kinds].map(([column, seen]) => ({ column, type: columnType([...seen]) }));
}

/** The narrowest type that holds every kind of value seen; text when they disagree. */
function columnType(kinds: readonly string[]): string {
  const [first = 'text', ...others] = kinds;
  if (others.length === 0) return first;
  if (kinds.every((kind) => kind === 'bigint' || kind === 'double precision')) return 'double precision';
  if (kinds.every((kind) => kind === 'date' || kind === 'timestamptz')) return 'timestamptz';
  return kinds.includes('jsonb') ? 'jsonb' : 'text';
}

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'bigint' : 'double precision';
  if (typeof value === 'object') return 'jsonb';
  const text = String(value);
  const [, year, month, day, time] = DATE.exec(text) ?? [];
  if (isDay(Number(year), Number(month), Number(day))) {
    if (time === undefined) return 'date';
    if (TIME.test(time)) return 'timestamptz';
  }
  return UUID.test(text) ? 'uuid' : 'text';
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})([T ].+)?$/;
/** The engine takes offsets of less than 16 hours. */
const TIME = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-](0\d|1[0-5]):?[0-5]\d)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the calendar has the day. `Date` takes 30 February for 1 March, and knows a year 0 that the engine does not. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
