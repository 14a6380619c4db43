import type { Column, Schema, Table } from '../../plan/schema.ts';
import type { GrantTarget } from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { quoteText } from './server.ts';

/** The one schema that a grant's login sees, as a query for its oid. */
export const ownSchemas = ({ login }: GrantTarget): string => `SELECT oid FROM pg_namespace WHERE nspname = ${quoteText(login)}`;

/**
 * What the login finds, with what the engine does not say of views: keys and comments as they were when the grant was made,
 * where all that they are about is still there.
 */
export function grantedSchema(found: Schema, grant: GrantTarget): Schema {
  const live = new Map(found.tables.map((table) => [table.place?.name ?? table.name, table]));
  const shown = grant.tables.flatMap(({ table }) => {
    const now = live.get(table.name);
    return now ? [shownTable(table, now, grant.login)] : [];
  });
  const names = new Map(shown.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
  const has = (table: string, columns: readonly string[]) => columns.every((column) => names.get(table)?.has(column));
  const tables = shown.map((table) => ({
    ...table,
    primaryKey: has(table.name, table.primaryKey) ? table.primaryKey : [],
    uniques: table.uniques.filter((columns) => has(table.name, columns)),
    foreignKeys: table.foreignKeys.filter((key) => has(table.name, key.columns) && has(key.table, key.references)),
  }));
  return { fingerprint: fingerprintOf(tables), tables };
}

function shownTable(table: Table, now: Table, login: string): Table {
  const before = new Map(table.columns.map((column) => [column.name, column]));
  const columns = now.columns.map((column): Column => ({ ...column, ...kept(before.get(column.name)) }));
  return { ...table, columns, place: { schema: login, name: table.name } };
}

const kept = (column: Column | undefined): Partial<Column> => (column ? { nullable: column.nullable, comment: column.comment } : {});
