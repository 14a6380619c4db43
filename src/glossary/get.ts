import type { Handler } from '../call.ts';
import { ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Glossaries } from '../store/glossaries.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly glossaries: Glossaries;
}

/** An empty one where none was put. */
export function createGetGlossary({ databases, glossaries }: Dependencies): Handler<'getGlossary'> {
  return async ({ id }, call) => {
    await ownDatabase(databases, call.caller, id);
    const { terms, notes } = (await glossaries.of(id)) ?? { terms: [], notes: '' };
    return { dbId: id, terms, notes };
  };
}
