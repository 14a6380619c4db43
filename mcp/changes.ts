import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { DatabaseNews } from '../src/contract/service-operations.ts';
import type { Shown } from './consent.ts';
import type { Identity, OnNews } from './port.ts';
import { addressedIn, schemaUri, tableUri } from './resource-uri.ts';
import type { Structured } from './structured.ts';
import type { ToolName } from './tools.ts';

/** Which resources are there now that were not, or have another content. */
export type Change = Extract<ServerEvent, { kind: 'resources_list_changed' | 'resource_updated' }>;

type Listener = (change: Change) => void;

/** Who wants to be told, and of which resources. */
export interface Listening {
  readonly identity: Identity;
  readonly uris: () => Iterable<string>;
}

/** News of schemas, for callers that can read them: to others they would tell what somebody else does. */
export interface Changes {
  /** What a call of the caller's did. Where news are heard these come back with them, and are told then. */
  tell(callerKey: string, changes: readonly Change[]): void;
  /** What anybody did, whatever carried it. */
  heard(...told: Parameters<OnNews>): Promise<void>;
  /** @returns what ends it */
  listen(listening: Listening, listener: Listener): () => void;
  /** Accounts whose news somebody here listens to. */
  accounts(): string[];
  /** What streams of the current revision listen to, each as the one within whose request it is opened. */
  readonly bus: ServerEventBus;
  within<T>(listening: Listening, work: () => T): T;
}

/** @param hearsNews whether `heard` is called with what this process's own callers do, too */
export function createChanges({ hearsNews }: { readonly hearsNews: boolean }): Changes {
  const listeners = new Map<Listener, Listening & { readonly since: number }>();
  const opening = new AsyncLocalStorage<Listening>();

  function listen(listening: Listening, listener: Listener): () => void {
    // One function may listen several times.
    const own: Listener = (change) => listener(change);
    listeners.set(own, { ...listening, since: Date.now() });
    return () => void listeners.delete(own);
  }

  /** What of the database's news a caller is told: nothing where it cannot read it, and of what was granted nothing of other tables. */
  async function readable({ identity }: Listening, { db, tables }: Schema): Promise<Readable | null> {
    const { operations, reach } = identity;
    const found = await operations.getDatabase({ id: db }).catch(() => null);
    if (found === null) return null;
    const names = [found.dbId, found.slug, found.name];
    if (reach.db !== null && !names.includes(reach.db)) return null;
    if (found.role === 'owner') return { names, tables };
    const schema = await operations.describeDatabase({ id: db }).catch(() => null);
    if (schema === null) return null;
    const granted = schema.tables.map(({ name }) => name).filter((name) => tables === null || tables.includes(name));
    return granted.length === 0 ? null : { names, tables: granted };
  }

  /** Those who listened when it was heard. */
  const concerned = ({ account }: DatabaseNews, heardAt: number) =>
    [...listeners].filter(([, { identity, since }]) => since <= heardAt && identity.account() === account);

  async function hearTables(news: Schema, heardAt: number): Promise<void> {
    const asked = new Map<string, Promise<Readable | null>>();
    for (const [listener, listening] of concerned(news, heardAt)) {
      const { key, reach } = listening.identity;
      const wanted = [...listening.uris()].flatMap((uri) => addressedIn(uri) ?? []);
      if (wanted.length === 0) continue;
      const name = `${reach.db} ${key}`;
      const asking = asked.get(name) ?? readable(listening, news);
      asked.set(name, asking);
      const found = await asking;
      if (found === null || !listeners.has(listener)) continue;
      for (const { uri, db, table } of wanted) {
        const isChanged = table === null || found.tables === null || found.tables.includes(table);
        if (isChanged && found.names.includes(db)) listener({ kind: 'resource_updated', uri });
      }
    }
  }

  return {
    tell(callerKey, changes) {
      if (hearsNews) return;
      for (const [listener, { identity }] of [...listeners]) if (identity.key === callerKey) for (const change of changes) listener(change);
    },
    async heard(news, heardAt = Date.now()) {
      const { db } = news;
      if (db !== null) return await hearTables({ ...news, db }, heardAt);
      for (const [listener] of concerned(news, heardAt)) listener({ kind: 'resources_list_changed' });
    },
    listen,
    accounts: () => [...new Set([...listeners.values()].flatMap(({ identity }) => identity.account() ?? []))],
    bus: {
      // Nothing is told to everybody.
      publish: () => undefined,
      subscribe(listener) {
        const listening = opening.getStore();
        return listening === undefined ? () => undefined : listen(listening, listener);
      },
    },
    within: (listening, work) => opening.run(listening, work),
  };
}

type Schema = DatabaseNews & { readonly db: string };

interface Readable {
  /** What the database is called in addresses. */
  readonly names: readonly string[];
  /** Those of its tables that changed; null where that is not known. */
  readonly tables: readonly string[] | null;
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
  if (tool === 'insert' && created !== undefined) return [updated(schemaUri(db)), updated(tableUri(db, String(table)))];
  const mayAlter = tool === 'confirm' && kind === 'write' && preview?.changesTables !== false;
  return mayAlter ? [updated(schemaUri(db)), ...(preview?.tables ?? []).map((name) => updated(tableUri(db, name)))] : [];
}

const updated = (uri: string): Change => ({ kind: 'resource_updated', uri });
