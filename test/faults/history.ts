/** One write as its client saw it. */
export interface Attempted {
  readonly marker: string;
  /** `acknowledged`: a 2xx came; `refused`: the service said that nothing was written; `unknown`: the client gave up without either. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** The id that the reply gave, for inserts. */
  readonly id: string | null;
}

export interface History {
  record(attempted: Attempted): void;
  readonly all: readonly Attempted[];
}

export function openHistory(): History {
  const all: Attempted[] = [];
  return { all, record: (attempted) => void all.push(attempted) };
}

/**
 * What is wrong with a history of keyed inserts, given the rows that are there in the end: an acknowledged write has exactly one
 * row, a refused one none, one of unknown outcome at most one; no id is ever given twice, not even that of a deleted row.
 */
export function wrongsOf({ all }: History, stored: ReadonlyMap<string, number>, deleted: ReadonlySet<string>): string[] {
  const wrongs: string[] = [];
  const holders = new Map<string, string>();
  for (const { marker, outcome, id } of all) {
    const rows = stored.get(marker) ?? 0;
    if (outcome === 'acknowledged' && !deleted.has(marker) && rows !== 1) wrongs.push(`${marker} was acknowledged and has ${rows} rows`);
    if (outcome === 'refused' && rows !== 0) wrongs.push(`${marker} was refused and has ${rows} rows`);
    if (outcome === 'unknown' && rows > 1) wrongs.push(`${marker} is of unknown outcome and has ${rows} rows`);
    if (id === null) continue;
    const holder = holders.get(id);
    if (holder !== undefined) wrongs.push(`the id ${id} was given to ${holder} and to ${marker}`);
    holders.set(id, marker);
  }
  return wrongs;
}
