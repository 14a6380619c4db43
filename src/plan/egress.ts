import { type EgressRecord, PRIVACY_LEVELS, type Privacy, type SentCategory } from '../contract/egress.ts';

/** The narrowest of several policies; those that say nothing do not count. */
export function narrowest(first: Privacy, ...others: readonly (Privacy | null | undefined)[]): Privacy {
  const levels = [first, ...others].map((level) => (level ? PRIVACY_LEVELS.indexOf(level) : PRIVACY_LEVELS.length - 1));
  return PRIVACY_LEVELS[Math.min(...levels)] ?? 'none';
}

/** One request to one model, written as it goes. */
export type Attempt = EgressRecord['attempts'][number];

/** Everything that leaves for a model provider during one request is written down here as it leaves. */
export interface Egress {
  readonly categories: Set<SentCategory>;
  /** Columns whose stored values were sent, as `table.column`. */
  readonly columns: Set<string>;
  readonly attempts: Attempt[];
  repairs: number;
}

export const openEgress = (): Egress => ({ categories: new Set(), columns: new Set(), attempts: [], repairs: 0 });

/** A model of the caller's own, who was told names of tables and columns by it: what it was sent left by the caller. */
export function noteOwnModel({ categories, attempts }: Egress, { model, bytes, ms }: { model: string; bytes: number; ms: number }): void {
  categories.add('request').add('schema').add('comments');
  attempts.push({ provider: 'caller', model, outcome: 'ok', bytes, ms, promptTokens: null, completionTokens: null });
}

/** As the trace shows it; null when nothing was sent. */
export function egressRecord({ categories, columns, attempts, repairs }: Egress): EgressRecord | null {
  const sent = attempts.filter(({ bytes }) => bytes > 0);
  const named = sent.findLast(({ outcome }) => outcome === 'ok') ?? sent.at(-1);
  if (!named) return null;
  return {
    provider: named.provider,
    model: named.model,
    categories: [...categories].sort(),
    columns: [...columns].sort(),
    rows: 0,
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    repairs,
    attempts: sent.map((attempt) => ({ ...attempt })),
  };
}
