import type { Rows } from '../engine.ts';
import { createEmbeddedDatabase, type EmbeddedDatabaseOptions } from './embedded-database.ts';

/** One embedded ClickHouse by itself, for what is no service. Faults as of `driver.ts`. */
export interface EmbeddedClickHouse {
  /** One statement in a session of its own, with values for `{p1:…}`, `{p2:…}`. */
  query(sql: string, params: readonly unknown[], options: QueryOptions): Promise<Rows>;
  /** Statements of the owner: tables and rows. Several may stand in one text. Never given SQL of a caller's. */
  exec(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export interface QueryOptions {
  /** A session that is changes neither data nor settings. */
  readonly readonly: boolean;
  readonly maxRows: number;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

const USUAL = { timeoutMs: 30_000, memoryBytes: 1024 ** 3, threads: 2 } as const;

/** @throws Fault unconfigured where the package `chdb` is not installed */
export async function startEmbeddedClickHouse(
  options: { readonly dir: string } & Partial<EmbeddedDatabaseOptions>,
): Promise<EmbeddedClickHouse> {
  const database = createEmbeddedDatabase({ ...USUAL, ...options });
  await database.driver();
  return {
    query: async (sql, params, run) => await (await database.driver()).query({ sql, params }, run),
    async exec(sql) {
      await (await database.driver()).exec({ sql, params: [] }, { readonly: false });
    },
    stop: () => database.stop(),
  };
}
