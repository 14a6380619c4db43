import type { Egress } from '../plan/egress.ts';
import type { Embed, EmbeddingsEndpoint } from '../plan/llm/embed.ts';
import { embedNoted } from '../plan/llm/embed-noted.ts';
import type { NearTables } from '../plan/planner.ts';
import type { Schema, Table } from '../plan/schema.ts';
import { createRemembered } from '../store/remembered.ts';

/** What the names of tables and columns mean, as vectors: by these a model is shown the tables of a large schema that suit a request. */
export interface TableMeanings {
  /** Makes those of a new database's tables. False where there were none to be had. */
  seed(dbId: string, schema: Schema, told: { egress: Egress; signal: AbortSignal }): Promise<boolean>;
  /** How near each table of a schema is to a request; it makes the vectors that are missing. */
  of(dbId: string, told: { egress: Egress; signal: AbortSignal }): NearTables;
}

interface Dependencies {
  readonly endpoint: Pick<EmbeddingsEndpoint, 'model'>;
  readonly embed: Embed;
}

/** Names alone are sent, as every model is told them. A table that is made or changed has another text, and gets a vector of its own. */
export function createTableMeanings({ endpoint: { model }, embed }: Dependencies): TableMeanings {
  const vectors = createRemembered<Float32Array>({ max: KEPT_MAX, ttlMs: KEPT_MS });
  const keyOf = (dbId: string, text: string): string => `${dbId} ${text}`;

  /** What has come by the deadline is kept, so that the next request goes on from there. */
  async function make(
    dbId: string,
    texts: readonly string[],
    { egress, signal }: { egress: Egress; signal: AbortSignal },
  ): Promise<boolean> {
    const missing = [...new Set(texts)].filter((text) => vectors.get(keyOf(dbId, text)) === undefined);
    if (missing.length > 0) egress.categories.add('schema');
    const until = performance.now() + TIMEOUT_MS;
    for (let from = 0; from < missing.length; from += TEXTS_A_CALL) {
      const some = missing.slice(from, from + TEXTS_A_CALL);
      const made = await embedNoted(embed, some, { model, egress, signal, timeoutMs: Math.max(0, until - performance.now()) });
      if (made === null) return false;
      for (const [at, text] of some.entries()) vectors.set(keyOf(dbId, text), Float32Array.from(made[at] ?? []));
    }
    return true;
  }

  return {
    seed: (dbId, { tables }, told) => make(dbId, tables.map(textOf), told),
    of: (dbId, told) => async (request, tables) => {
      if (tables.length > KEPT_MAX || !(await make(dbId, tables.map(textOf), told))) return null;
      told.egress.categories.add('request');
      const [asked] = (await embedNoted(embed, [request], { model, ...told, timeoutMs: TIMEOUT_MS })) ?? [];
      if (asked === undefined) return null;
      return new Map(tables.map((table) => [table.name, nearness(asked, vectors.get(keyOf(dbId, textOf(table))))]));
    },
  };
}

/** 8 KiB each at the usual lengths. */
const KEPT_MAX = 4_000;
const KEPT_MS = 24 * 3_600_000;
const TEXTS_A_CALL = 128;
const TIMEOUT_MS = 3_000;
const TEXT_MAX = 2_000;

const textOf = ({ name, columns }: Table): string =>
  `${name}: ${columns.map((column) => column.name).join(', ')}`.replaceAll('_', ' ').slice(0, TEXT_MAX);

/** Of vectors of length one, the cosine. */
function nearness(one: readonly number[], other: Float32Array | undefined): number {
  if (other === undefined || other.length !== one.length) return -1;
  let sum = 0;
  for (const [at, value] of one.entries()) sum += value * (other[at] ?? 0);
  return sum;
}
