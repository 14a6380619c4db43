import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Shown } from './consent.ts';
import type { Structured } from './execute.ts';
import type { ToolName } from './tools.ts';

/** Which resources are there now that were not, or have another content. */
export type Change = Extract<ServerEvent, { kind: 'resources_list_changed' | 'resource_updated' }>;

type Listener = (change: Change) => void;

/** News of schemas, for the caller alone whose calls made them: to others they would tell what somebody else does. */
export interface Changes {
  tell(callerKey: string, changes: readonly Change[]): void;
  /** @returns what ends it */
  listen(callerKey: string, listener: Listener): () => void;
  /** What streams of the current revision listen to, each as the caller within whose request it is opened. */
  readonly bus: ServerEventBus;
  within<T>(callerKey: string, work: () => T): T;
}

export function createChanges(): Changes {
  const listeners = new Map<string, Set<Listener>>();
  const caller = new AsyncLocalStorage<string>();

  function listen(callerKey: string, listener: Listener): () => void {
    const own = listeners.get(callerKey) ?? new Set();
    listeners.set(callerKey, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0 && listeners.get(callerKey) === own) listeners.delete(callerKey);
    };
  }

  return {
    tell(callerKey, changes) {
      for (const listener of [...(listeners.get(callerKey) ?? [])]) for (const change of changes) listener(change);
    },
    listen,
    bus: {
      // Nothing is told to everybody.
      publish: () => undefined,
      subscribe(listener) {
        const callerKey = caller.getStore();
        return callerKey === undefined ? () => undefined : listen(callerKey, listener);
      },
    },
    within: (callerKey, work) => caller.run(callerKey, work),
  };
}

interface Done {
  readonly tool: ToolName;
  readonly result: Structured;
  /** Of a confirm: what its preview said, where that is known. */
  readonly preview: ReturnType<Shown['of']>;
}

/** What a call that succeeded did to schemas. */
export function changesOf({ tool, result, preview }: Done): readonly Change[] {
  if (tool === 'create_database') return [{ kind: 'resources_list_changed' }];
  const { db, table, created, kind } = result as { db?: unknown; table?: unknown; created?: unknown; kind?: unknown };
  if (typeof db !== 'string') return [];
  if (tool === 'insert' && created !== undefined) return [schemaOf(db), tableOf(db, String(table))];
  const mayAlter = tool === 'confirm' && kind === 'write' && preview?.changesTables !== false;
  return mayAlter ? [schemaOf(db), ...(preview?.tables ?? []).map((name) => tableOf(db, name))] : [];
}

const schemaOf = (db: string): Change => ({ kind: 'resource_updated', uri: `svc://databases/${encodeURIComponent(db)}/schema` });
const tableOf = (db: string, table: string): Change => ({
  kind: 'resource_updated',
  uri: `svc://databases/${encodeURIComponent(db)}/tables/${encodeURIComponent(table)}`,
});
