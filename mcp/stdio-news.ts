import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { encodeJson } from '../src/lib/encode-json.ts';
import type { Change, Changes } from './changes.ts';
import type { Identity } from './port.ts';
import { addressedIn, schemaUri, tableUri } from './resource-uri.ts';

/** Each look is a call or two of the caller's, which are counted. */
const EVERY_MS = 10_000;
const WATCHED_MAX = 1_000;
const LISTED_MAX = 1_000;
const LIST = 'list';

/**
 * What others do to the databases of a host that talks over standard input: nobody tells this process, so it looks, while
 * the host has asked to be told of resources. Of several databases one a turn is looked at.
 */
export function watchElsewhere(identity: Identity, changes: Pick<Changes, 'tell' | 'listen'>, everyMs = EVERY_MS) {
  const streamed = new Set<string>();
  const subscribed = new Set<string>();
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let turn = 0;
  let isTelling = false;
  /** Databases that the host's own calls changed, and LIST for which there are: it was told of that at once. */
  const own = new Set<string>();
  changes.listen({ identity, uris: () => [] }, (change) => {
    if (!isTelling) own.add(change.kind === 'resource_updated' ? (addressedIn(change.uri)?.db ?? '') : LIST);
  });

  function tell(change: Change): void {
    isTelling = true;
    changes.tell(identity.key, [change]);
    isTelling = false;
  }

  async function look(): Promise<void> {
    const { operations } = identity;
    const all = await operations.listDatabases({ limit: LISTED_MAX });
    const isOwnList = own.delete(LIST);
    if (isNew(LIST, encodeJson(all.map(({ dbId, slug, name }) => [dbId, slug, name]))) && !isOwnList)
      tell({ kind: 'resources_list_changed' });
    const wanted = [...streamed, ...subscribed].flatMap((uri) => addressedIn(uri) ?? []);
    const watched = all.filter(({ dbId, slug, name }) => wanted.some(({ db }) => db === dbId || db === slug || db === name));
    const one = watched[turn++ % Math.max(1, watched.length)];
    if (one === undefined) return;
    const isOwn = own.delete(one.dbId);
    const { tables } = await operations.describeDatabase({ id: one.dbId });
    const schema = tables.map(({ rowEstimate: _, ...table }) => table);
    const changed = schema.filter((table) => known.get(tableUri(one.dbId, table.name)) !== encodeJson(table)).map(({ name }) => name);
    const names = new Set(schema.map(({ name }) => name));
    const gone = wanted.flatMap(({ table }) =>
      table !== null && !names.has(table) && known.delete(tableUri(one.dbId, table)) ? [table] : [],
    );
    for (const table of schema) known.set(tableUri(one.dbId, table.name), encodeJson(table));
    if (!isNew(schemaUri(one.dbId), encodeJson(schema)) || isOwn) return;
    for (const { uri, db, table } of wanted) {
      const isChanged = table === null || changed.includes(table) || gone.includes(table);
      if (isChanged && [one.dbId, one.slug, one.name].includes(db)) tell({ kind: 'resource_updated', uri });
    }
  }

  /** What is looked at for the first time is no news. */
  function isNew(what: string, is: string): boolean {
    const was = known.get(what);
    known.set(what, is);
    return was !== undefined && was !== is;
  }

  const isWatching = (): boolean => streamed.size + subscribed.size > 0;
  const lookOn = (): void => {
    const tried = look().catch(() => undefined);
    void tried.then(() => {
      if (timer === null) return;
      timer = isWatching() ? setTimeout(lookOn, everyMs) : null;
      timer?.unref();
    });
  };

  return {
    /** Of the current revision: resources that the host's streams are about. */
    streamed: (): Iterable<string> => streamed,
    read(message: JSONRPCMessage): void {
      const { method, params } = message as {
        method?: unknown;
        params?: { uri?: unknown; notifications?: { resourceSubscriptions?: unknown } };
      };
      const uris = params?.notifications?.resourceSubscriptions;
      if (method === 'resources/unsubscribe') subscribed.delete(String(params?.uri));
      if (method === 'resources/subscribe' && subscribed.size < WATCHED_MAX) subscribed.add(String(params?.uri));
      if (method === 'subscriptions/listen' && Array.isArray(uris))
        for (const uri of uris.slice(0, WATCHED_MAX - streamed.size)) streamed.add(String(uri));
      if (!isWatching() || timer !== null) return;
      timer = setTimeout(lookOn, 0);
    },
    close(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
