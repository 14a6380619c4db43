import { createHash } from 'node:crypto';
import type { Table } from '../plan/schema.ts';

/** SHA-256 over names, types, keys and triggers; comments and estimates may change without making a plan stale. */
export function fingerprintOf(tables: readonly Table[]): string {
  const essence = tables.map(({ name, place, kind, columns, primaryKey, uniques, foreignKeys, triggers }) => [
    name,
    kind,
    columns.map((column) => [
      column.name,
      column.nativeType,
      column.nullable,
      column.hasDefault,
      column.generated,
      ...(column.labels ? [column.labels] : []),
    ]),
    primaryKey,
    uniques,
    foreignKeys,
    ...(triggers ? [triggers] : []),
    ...(place ? [place.schema] : []),
  ]);
  return createHash('sha256').update(JSON.stringify(essence)).digest('hex');
}
