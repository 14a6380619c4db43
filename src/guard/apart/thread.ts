import { startWorker } from '../../lib/start-worker.ts';
import type { Schema } from '../../plan/schema.ts';
import type { GuardScope } from '../guard.ts';
import type { BoundTexts } from '../postgres-bound.ts';
import type { Judged, Said, Told } from './messages.ts';

export interface Thread {
  /** One statement at a time. @throws an error where the thread has ended, or was ended. */
  judge(sql: string, scope: GuardScope, values: BoundTexts | null): Promise<Judged>;
  readonly hasEnded: boolean;
  end(): Promise<unknown>;
}

const HEAP_MB = 128;
/** Most statements share a scope; a schema of thousands of columns takes milliseconds to send. */
const SCOPES_KEPT = 16;

/** A thread that judges statements. Scopes are sent once and kept there, the last ones used. */
export function startThread(deadlineMs: number): Thread {
  const worker = startWorker(new URL('./thread-main', import.meta.url), { name: 'guard', heapMb: HEAP_MB });
  const kept = new Map<GuardScope, number>();
  let lastId = 0;
  let hasEnded = false;
  let settle: { resolve: (judged: Judged) => void; reject: (error: Error) => void } | null = null;
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const fail = (error: Error): void => {
    hasEnded = true;
    isReady();
    settle?.reject(error);
  };
  worker.on('message', (said: Said) => {
    if (said.kind === 'ready') isReady();
    else settle?.resolve(said);
  });
  worker.once('error', fail);
  worker.once('exit', () => fail(new Error('The thread has ended.')));
  const tell = (told: Told): void => worker.postMessage(told);

  function tellScope(scope: GuardScope): number {
    const known = kept.get(scope);
    kept.delete(scope);
    const id = known ?? ++lastId;
    kept.set(scope, id);
    if (known !== undefined) return id;
    const { relations, schema, ...rest } = scope;
    tell({
      kind: 'scope',
      id,
      scope: { ...rest, relations: relations && [...relations], schema: schema && namesOf(schema) },
    });
    if (kept.size > SCOPES_KEPT) {
      const [oldest = [scope, id]] = kept;
      kept.delete(oldest[0]);
      tell({ kind: 'forget', id: oldest[1] });
    }
    return id;
  }

  return {
    async judge(sql, scope, values) {
      await ready;
      const late = setTimeout(() => void worker.terminate(), deadlineMs);
      try {
        return await new Promise<Judged>((resolve, reject) => {
          settle = { resolve, reject };
          if (hasEnded) reject(new Error('The thread has ended.'));
          tell({ kind: 'judge', sql, scope: tellScope(scope), values });
        });
      } finally {
        settle = null;
        clearTimeout(late);
      }
    },
    get hasEnded() {
      return hasEnded;
    },
    end: () => worker.terminate(),
  };
}

/** All that the guard asks of a schema. */
const namesOf = ({ fingerprint, tables }: Schema): Schema => ({
  fingerprint,
  tables: tables.map((table) => ({
    ...{ name: table.name, kind: table.kind, comment: null, primaryKey: [], uniques: [], foreignKeys: [], rowEstimate: -1 },
    ...(table.place === undefined ? {} : { place: table.place }),
    columns: table.columns.map(({ name, type, nativeType }) => ({
      ...{ name, type, nativeType, nullable: true, hasDefault: false, generated: false, comment: null },
    })),
  })),
});
