import { isRecord, type Json } from '../../guard/postgres-json.ts';
import { unsupported } from './refuse.ts';
import { textOf } from './tree.ts';

/** Refuses a node with fields that are not read: what they say would be lost. */
export function only(body: Json, fields: readonly string[]): void {
  const known = new Set([...fields, 'location']);
  const strange = Object.keys(body).find((field) => !known.has(field) && body[field] !== undefined);
  if (strange !== undefined) throw unsupported(`${WORDS[strange] ?? strange.replaceAll('_', ' ')} in this statement`);
}

/** What people call these parts. */
const WORDS: Readonly<Record<string, string>> = {
  arrayBounds: 'an array type',
  collClause: 'COLLATE',
  inhRelations: 'INHERITS',
  partspec: 'PARTITION BY',
  tablespacename: 'TABLESPACE',
};

/** The name of a table of `public`. */
export function relationName(value: unknown): string {
  const relation = isRecord(value) ? value : {};
  only(relation, ['schemaname', 'relname', 'inh', 'relpersistence']);
  if (relation.schemaname !== undefined && relation.schemaname !== 'public') throw unsupported(`the schema ${textOf(relation.schemaname)}`);
  if (relation.relpersistence !== 'p') throw unsupported('a temporary or unlogged table');
  return textOf(relation.relname);
}
