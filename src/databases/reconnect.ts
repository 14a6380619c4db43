import type { KeyHash } from '../accounts/key-hash.ts';
import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import { ownDatabase } from '../rights.ts';
import type { Connections } from '../store/connections.ts';
import type { Databases } from '../store/databases.ts';
import type { Seal } from '../store/seal.ts';
import { type ConnectedEngineOf, connectionContext, withSecret } from './connect.ts';
import { schemaPreview } from './schema-preview.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly connections: Connections;
  readonly engines: ConnectedEngineOf;
  readonly seal: Seal | null;
  readonly hash: KeyHash;
  readonly once: Once;
}

/** Another URL for a connected database, which is read by it first; its id, and with it all that is kept of it here, stays. */
export function createReconnectDatabase(dependencies: Dependencies): Handler<'reconnectDatabase'> {
  const { databases, connections, engines, seal, hash, once } = dependencies;
  return async ({ id, connectionUrl: text, access: asked }, call) => {
    const { origin, engine: name, access: before } = await ownDatabase(databases, call.caller, id);
    if (origin !== 'connected') throw new Fault('invalid_request', { params: { reason: HOSTED } });
    if (seal === null) throw new Fault('sealing_unconfigured');
    const engine = engines(text, name);
    const access = asked ?? before;
    return await once.control(withSecret(call, hash), 200, async () => {
      const { schema, warnings } = await engine.inspect(text, access, call.leaving);
      const sealed = seal.close(text, connectionContext(id));
      return {
        body: { dbId: id, engine: name, access, schemaPreview: schemaPreview(schema), warnings },
        finish: {
          alongside: async (transaction) => {
            await connections.replace(transaction, id, { sealed, access });
            // Sessions of before end, so that none is left that has the former rights.
            databases.forget(id);
            await engine.drop({ dbId: id });
          },
        },
        audit: { action: 'database.reconnect', subject: id, details: { access } },
      };
    });
  };
}

const HOSTED = 'This database is hosted here, and has no connection URL.';
