import type { Handler } from '../call.ts';
import type { EngineName } from '../contract/database.ts';
import type { ConnectedEngine } from '../engines/connected.ts';
import type { EngineOf } from '../engines/engine.ts';
import { ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { schemaPreview } from './schema-preview.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly hosted: EngineOf;
  readonly connected: (engine: EngineName) => ConnectedEngine;
}

/** Whether a database can be read now, and what is to know about it. */
export function createCheckDatabase({ databases, hosted, connected }: Dependencies): Handler<'checkDatabase'> {
  return async ({ id }, call) => {
    const database = await ownDatabase(databases, call.caller, id);
    const { engine, origin, access } = database;
    const { schema, warnings } =
      origin === 'connected'
        ? await connected(engine).check({ dbId: id }, access, call.leaving)
        : { schema: await hosted(database).introspect({ dbId: id }, call.signal), warnings: [] };
    return { dbId: id, engine, access, schemaPreview: schemaPreview(schema), warnings: [...warnings] };
  };
}
