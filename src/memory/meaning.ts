import { randomUUID } from 'node:crypto';
import type { Privacy } from '../contract/egress.ts';
import type { Engine, EngineOf, MemoryText, MemoryVector, Target } from '../engines/engine.ts';
import type { Log } from '../http/log.ts';
import { type Egress, narrowest } from '../plan/egress.ts';
import type { Embed, EmbeddingsEndpoint } from '../plan/llm/embed.ts';
import { embedNoted } from '../plan/llm/embed-noted.ts';
import { ChatFailure } from '../plan/llm/open-client.ts';
import type { Question } from '../plan/planner.ts';
import type { Databases } from '../store/databases.ts';
import type { VectorLeases } from '../store/vector-leases.ts';

/** Recall by meaning. Without an endpoint that is configured there is none, and words alone are looked for. */
export interface Meaning {
  /** Rows were remembered: their vectors are made in a moment. */
  remembered(dbId: string): void;
  /** How a question finds rows near to it; undefined where it may not, or where rows have no meaning kept. */
  of(asked: { target: Target; engine: Engine; privacy: Privacy; egress: Egress; signal: AbortSignal }): Question['nearest'];
  sweep(): Promise<void>;
  close(): Promise<void>;
}

interface Dependencies {
  readonly endpoint: EmbeddingsEndpoint;
  readonly embed: Embed;
  /** Whether the endpoint is on this machine: what it is told does not leave. */
  readonly isHere: boolean;
  /** The most that this deployment tells. */
  readonly privacy: Privacy;
  readonly databases: Databases;
  readonly leases: VectorLeases;
  readonly engine: EngineOf;
  readonly log: Log;
}

/** Looked for at once: what has none yet is found by looking at every row. */
const TEXTS_A_LOOK = 1_024;
const TEXTS_A_CALL = 64;
const CALL_TIMEOUT_MS = 30_000;
const QUESTION_TIMEOUT_MS = 3_000;
const SOON_MS = 200;
/** Until a memory is looked at again whose vectors another service makes. */
const HELD_MS = 2_000;
const NEAREST = 5;

/**
 * Vectors are made after the write, so that it does not wait and an endpoint that fails loses nothing: what has none yet is
 * found by the next sweep. Whole texts leave with them, so that a place beyond this machine is told them under `samples` alone.
 */
export function createMeaning({ endpoint, embed, isHere, privacy: most, databases, leases, engine: engineOf, log }: Dependencies): Meaning {
  const { model } = endpoint;
  const holder = randomUUID();
  const may = (privacy: Privacy): boolean => isHere || privacy === 'samples';
  const ending = new AbortController();
  const waiting = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();

  async function embedRows(dbId: string): Promise<void> {
    const database = await databases.ready(dbId);
    if (database === null || !may(narrowest(most, database.privacy))) return;
    const { vectors } = engineOf(database);
    if (vectors === null) return;
    if (!(await leases.take(dbId, holder))) return soon(dbId, HELD_MS);
    try {
      for (;;) {
        const texts = await vectors.missing({ dbId }, { model, most: TEXTS_A_LOOK }, AbortSignal.timeout(CALL_TIMEOUT_MS));
        for (let from = 0; from < texts.length; from += TEXTS_A_CALL) {
          if (ending.signal.aborted || !(await leases.take(dbId, holder))) return;
          const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
          const made = await vectorsOf(texts.slice(from, from + TEXTS_A_CALL), signal);
          await vectors.keep({ dbId }, { model, vectors: made }, signal);
        }
        if (texts.length < TEXTS_A_LOOK) return;
      }
    } finally {
      await leases.release(dbId, holder);
    }
  }

  /**
   * Of texts that are refused together each half is tried: one that the model does not take, such as a text too long for it, keeps none of the others from
   * their vectors, and has an empty one, which is near to nothing. @throws ChatFailure where none is taken: then it is the endpoint that is wrong
   */
  async function vectorsOf(texts: readonly MemoryText[], signal: AbortSignal): Promise<MemoryVector[]> {
    try {
      const made = await embed(
        texts.map(({ content }) => content),
        { signal },
      );
      return texts.map(({ id }, at) => ({ id, vector: made[at] ?? [] }));
    } catch (error) {
      if (!isRefused(error) || texts.length === 1) throw error;
      const half = Math.ceil(texts.length / 2);
      const parts = [texts.slice(0, half), texts.slice(half)];
      const made: (MemoryVector[] | null)[] = [];
      for (const part of parts)
        made.push(await vectorsOf(part, signal).catch((failure: unknown) => (isRefused(failure) ? null : Promise.reject(failure))));
      if (made.every((part) => part === null)) throw error;
      return made.flatMap((part, at) => part ?? (parts[at] ?? []).map(({ id }) => ({ id, vector: [] })));
    }
  }

  function soon(dbId: string, ms: number): void {
    if (waiting.has(dbId) || ending.signal.aborted) return;
    const timer = setTimeout(() => {
      waiting.delete(dbId);
      // What came while an earlier round was at work is not in it.
      void (running.get(dbId) ?? Promise.resolve()).then(() => begin(dbId));
    }, ms);
    waiting.set(dbId, timer.unref());
  }

  /** One at a time for a database, so that no text is sent twice. */
  function begin(dbId: string): Promise<void> {
    const under = running.get(dbId);
    if (under !== undefined) return under;
    const work = embedRows(dbId)
      .catch((error: unknown) => log.debug({ err: error, db: dbId }, 'an agent memory has texts without a vector; it is tried again'))
      .finally(() => running.delete(dbId));
    running.set(dbId, work);
    return work;
  }

  async function embedAll(): Promise<void> {
    const all = await databases.ofPreset('agent_memory_v1').catch(() => []);
    for (const dbId of all) if (!ending.signal.aborted) await begin(dbId);
  }
  let sweeping: Promise<void> | null = null;

  return {
    remembered: (dbId) => soon(dbId, SOON_MS),
    of({ target, engine, privacy, egress, signal }) {
      const { rows } = target;
      const { vectors } = engine;
      if (rows === undefined || vectors === null || !may(privacy)) return undefined;
      return async (table, text) => {
        egress.categories.add('request');
        const [vector] = (await embedNoted(embed, [text], { model, egress, signal, timeoutMs: QUESTION_TIMEOUT_MS })) ?? [];
        if (vector === undefined) return null;
        return await vectors.nearest({ dbId: target.dbId }, { table, scope: rows, model, vector, most: NEAREST }, signal);
      };
    },
    async sweep() {
      // Nothing waits for it: many memories that were there before the endpoint take hours.
      sweeping ??= embedAll().finally(() => {
        sweeping = null;
      });
    },
    async close() {
      ending.abort();
      for (const timer of waiting.values()) clearTimeout(timer);
      await Promise.allSettled([sweeping, ...running.values()]);
    },
  };
}

/** Statuses of what is wrong with the texts; others, such as of an unknown path, are of the endpoint. */
const REFUSED: ReadonlySet<number | null> = new Set([400, 413, 422]);
const isRefused = (error: unknown): boolean => error instanceof ChatFailure && REFUSED.has(error.status);
