import type { KeyHash } from '../accounts/key-hash.ts';
import type { Call, Handler } from '../call.ts';
import type { EngineName } from '../contract/database.ts';
import type { Access, ConnectedEngine } from '../engines/connected.ts';
import { Fault } from '../fault.ts';
import type { Done, Once } from '../once.ts';
import type { Connections } from '../store/connections.ts';
import type { Databases } from '../store/databases.ts';
import type { Seal } from '../store/seal.ts';
import { newDatabaseId, slugOf } from './design.ts';
import { schemaPreview } from './schema-preview.ts';

interface Stores {
  readonly databases: Databases;
  readonly connections: Connections;
  readonly engines: ConnectedEngineOf;
}

interface Dependencies {
  readonly connectByUrl: ConnectByUrl;
  readonly hash: KeyHash;
  readonly once: Once;
  readonly seal: Seal | null;
}

/** The engine that reads databases of these URLs. */
export type ConnectedEngineOf = (text: string, asked?: EngineName) => ConnectedEngine;

/** As ClickHouse's address is written, or what other programs call it; every other URL is PostgreSQL's matter. */
const OF_CLICKHOUSE = /^(jdbc:)?(https?|ch|clickhouse\w*)[:+]/i;

export const connectedEngineOf =
  (engines: Readonly<Record<EngineName, ConnectedEngine>>): ConnectedEngineOf =>
  (text, asked = OF_CLICKHOUSE.test(text) ? 'clickhouse' : 'postgres') =>
    engines[asked];

/** What a sealed URL is bound to. */
export const connectionContext = (dbId: string): string => `connection\n${dbId}`;

interface Connecting {
  readonly text: string;
  readonly engine?: EngineName | undefined;
  /** As the database calls itself when absent. */
  readonly name?: string | undefined;
  readonly access: Access;
  readonly seal: Seal;
  /** What the log says beside it. */
  readonly by?: string;
}

export type ConnectByUrl = (connecting: Connecting, call: Call) => Promise<Done>;

/**
 * Reads the database by its URL first, then keeps the URL, sealed. Nothing of it is in the record: not even a hash that a
 * weak password could be guessed by.
 */
export const createConnectByUrl =
  ({ databases, connections, engines }: Stores): ConnectByUrl =>
  async ({ text, engine: asked, name, access, seal, by }, { caller, leaving }) => {
    const engine = engines(text, asked);
    const { database, schema, warnings } = await engine.inspect(text, access, leaving);
    const { id, slug } = await insert(databases, { ownerId: caller.ownerId, title: name ?? database, engine: engine.name, access });
    await connections.put(id, seal.close(text, connectionContext(id)));
    return {
      body: { dbId: id, slug, engine: engine.name, pkLive: null, access, schemaPreview: schemaPreview(schema), warnings },
      finish: { dbId: id, becomes: 'ready' },
      audit: {
        action: 'database.connect',
        subject: id,
        details: { slug, engine: engine.name, access, ...(by === undefined ? {} : { provider: by }) },
      },
    };
  };

export function createConnectDatabase({ connectByUrl, seal, hash, once }: Dependencies): Handler<'connectDatabase'> {
  return async ({ connectionUrl, connection_url: other, engine, name, access }, call) => {
    const text = connectionUrl ?? other;
    if (text === undefined || (connectionUrl !== undefined && other !== undefined && connectionUrl !== other))
      throw new Fault('invalid_request', { params: { reason: 'Send the URL in `connectionUrl`.' } });
    if (seal === null) throw new Fault('sealing_unconfigured');
    return await once.control(withSecret(call, hash), 201, () => connectByUrl({ text, engine, name, access, seal }, call));
  };
}

/** A request that is told from others by a hash that nobody without the service's secret can make. */
export function withSecret(call: Call, hash: KeyHash): Call {
  return Object.create(call, { fingerprint: { value: () => hash.of(call.fingerprint()) } }) as Call;
}

/** Opens the URL of a connected database. @throws Fault db_misconfigured */
export const createUrlOf =
  ({ connections, seal }: { readonly connections: Connections; readonly seal: Seal | null }) =>
  async (dbId: string): Promise<string> => {
    const sealed = await connections.find(dbId);
    const text = sealed === null ? null : (seal?.open(sealed, connectionContext(dbId)) ?? null);
    if (text === null) throw new Fault('db_misconfigured', { params: { reason: UNOPENED } });
    return text;
  };

const UNOPENED =
  'Its connection URL cannot be opened with the sealing keys that this service has. Give it anew: PUT /v1/databases/:id/connection.';

/** Under the first slug that is free; another request may take it between. */
async function insert(
  databases: Databases,
  { ownerId, title, engine, access }: { ownerId: string; title: string; engine: EngineName; access: Access },
): Promise<{ id: string; slug: string }> {
  for (;;) {
    const slug = await databases.freeSlug(ownerId, slugOf(title));
    const id = newDatabaseId(slug);
    if ((await databases.insert({ id, ownerId, slug, name: title, engine, origin: 'connected', access })) === null) return { id, slug };
  }
}
