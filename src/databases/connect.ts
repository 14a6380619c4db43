import type { KeyHash } from '../accounts/key-hash.ts';
import type { Handler } from '../call.ts';
import type { EngineName } from '../contract/database.ts';
import type { ConnectedEngine } from '../engines/connected.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { Connections } from '../store/connections.ts';
import type { Databases } from '../store/databases.ts';
import type { Seal } from '../store/seal.ts';
import { newDatabaseId, slugOf } from './design.ts';
import { schemaPreview } from './schema-preview.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly connections: Connections;
  readonly engine: ConnectedEngine;
  /** Null where nothing is sealed. */
  readonly seal: Seal | null;
  readonly hash: KeyHash;
  readonly once: Once;
}

/** What a sealed URL is bound to. */
export const connectionContext = (dbId: string): string => `connection\n${dbId}`;

/**
 * Reads the database by its URL first, then keeps the URL, sealed. Nothing of it is in the record: not even a hash that a
 * weak password could be guessed by.
 */
export function createConnectDatabase({ databases, connections, engine, seal, hash, once }: Dependencies): Handler<'connectDatabase'> {
  return async ({ connectionUrl, connection_url: other, engine: asked, name, access }, call) => {
    const text = connectionUrl ?? other;
    if (text === undefined || (connectionUrl !== undefined && other !== undefined && connectionUrl !== other))
      throw invalid('Send the URL in `connectionUrl`.');
    if (access === 'write') throw invalid(NO_WRITES);
    if (seal === null) throw new Fault('sealing_unconfigured');
    requireEngine(asked ?? engineIn(text));
    const { ownerId } = call.caller;
    const fingerprint = () => hash.of(call.fingerprint());
    return await once.control({ ...call, fingerprint }, 201, async () => {
      const { database, schema, warnings } = await engine.inspect(text, call.leaving);
      const title = name ?? database;
      const { id, slug } = await insert(databases, { ownerId, title });
      await connections.put(id, seal.close(text, connectionContext(id)));
      return {
        body: { dbId: id, slug, engine: engine.name, pkLive: null, schemaPreview: schemaPreview(schema), warnings },
        finish: { dbId: id, becomes: 'ready' },
        audit: { action: 'database.connect', subject: id, details: { slug, engine: engine.name } },
      };
    });
  };
}

/** Opens the URL of a connected database. @throws Fault db_misconfigured */
export const createUrlOf =
  ({ connections, seal }: Pick<Dependencies, 'connections' | 'seal'>) =>
  async (dbId: string): Promise<string> => {
    const sealed = await connections.find(dbId);
    const text = sealed === null ? null : (seal?.open(sealed, connectionContext(dbId)) ?? null);
    if (text === null) throw new Fault('db_misconfigured', { params: { reason: UNOPENED } });
    return text;
  };

const UNOPENED =
  'Its connection URL cannot be opened with the sealing keys that this service has. Delete the database here, which leaves it as it is there, and connect it again.';

/** Under the first slug that is free; another request may take it between. */
async function insert(databases: Databases, { ownerId, title }: { ownerId: string; title: string }): Promise<{ id: string; slug: string }> {
  for (;;) {
    const slug = await databases.freeSlug(ownerId, slugOf(title));
    const id = newDatabaseId(slug);
    if ((await databases.insert({ id, ownerId, slug, name: title, engine: 'postgres', origin: 'connected' })) === null) return { id, slug };
  }
}

const engineIn = (text: string): EngineName => (/^https?:/i.test(text) ? 'clickhouse' : 'postgres');

function requireEngine(name: EngineName): void {
  if (name !== 'postgres') throw new Fault('unconfigured', { params: { engine: name, available: ['postgres'] } });
}

const invalid = (reason: string): Fault => new Fault('invalid_request', { params: { reason } });

const NO_WRITES =
  'Connected databases are read and never written: after a lost answer nobody could tell whether a write was done. Leave `access` out.';
