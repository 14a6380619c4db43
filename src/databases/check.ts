import type { Handler } from '../call.ts';
import type { ConnectedEngine } from '../engines/connected.ts';
import type { Engine } from '../engines/engine.ts';
import { ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { schemaPreview } from './schema-preview.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly hosted: Engine;
  readonly connected: ConnectedEngine;
}

/** Whether a database can be read now, and what is to know about it. */
export function createCheckDatabase({ databases, hosted, connected }: Dependencies): Handler<'checkDatabase'> {
  return async ({ id }, call) => {
    const { engine, origin } = await ownDatabase(databases, call.caller, id);
    const { schema, warnings } =
      origin === 'connected'
        ? await connected.check({ dbId: id }, call.leaving)
        : { schema: await hosted.introspect({ dbId: id }, call.signal), warnings: [] };
    return { dbId: id, engine, schemaPreview: schemaPreview(schema), warnings: [...warnings] };
  };
}
