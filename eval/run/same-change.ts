/** The rows of every table, each row by its columns' names. */
export type Contents = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

interface Wanted {
  readonly before: Contents;
  readonly after: Contents;
  /** The statement that led from the one to the other. */
  readonly sql: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/**
 * Whether a change left what an expected statement leaves, in every table: new rows are compared without their generated
 * key and, in columns that the statement leaves out, may hold NULL, or the instant at which the database added them; text may
 * differ in case, and where the statement says now(), an instant within its day.
 */
export function sameChange({ before, after, sql, keys }: Wanted, given: Contents): boolean {
  const loose = /\b(?:now\(\)|current_timestamp|timestamptz )/i.test(sql);
  const named = /insert\s+into\s+\w+\s*\(([^)]*)\)/i
    .exec(sql)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return Object.keys(after).every((table) => {
    const known = new Set((before[table] ?? []).map(whole));
    const isOld = (row: object) => known.has(whole(row));
    const wanted = after[table] ?? [];
    const got = given[table] ?? [];
    const free = new Set(keys[table] ?? []);
    const left = [...got];
    return (
      wanted.length === got.length &&
      wanted.every((row) => {
        const added = named !== undefined && !isOld(row);
        const same = (other: Readonly<Record<string, unknown>>) =>
          Object.entries(row).every(
            ([name, value]) =>
              (added && (free.has(name) || (!named.includes(name) && (other[name] ?? null) === null))) ||
              sameValue(value, other[name], loose || (added && !named.includes(name))),
          );
        const at = left.findIndex(same);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      })
    );
  });
}

const whole = (row: object): string => JSON.stringify(row);

function sameValue(wanted: unknown, given: unknown, loose: boolean): boolean {
  if (wanted === null || given === null || wanted === undefined || given === undefined) return (wanted ?? null) === (given ?? null);
  const [one, other] = [String(wanted).trim().toLowerCase(), String(given).trim().toLowerCase()];
  if (one === other) return true;
  if (one !== '' && other !== '' && Number(one) === Number(other)) return true;
  return loose && /^\d{4}-\d\d-\d\d/.test(one) && one.slice(0, 10) === other.slice(0, 10);
}
