/** Of a database, or of one table of it. */
const SCHEMA_URI = /^svc:\/\/databases\/([^/?]+)\/(?:schema|tables\/([^/?]+))$/;

export const schemaUri = (db: string): string => `svc://databases/${encodeURIComponent(db)}/schema`;
export const tableUri = (db: string, table: string): string =>
  `svc://databases/${encodeURIComponent(db)}/tables/${encodeURIComponent(table)}`;

/** What the address of a resource names. */
export interface Addressed {
  readonly uri: string;
  /** Id, slug or name, as it was sent. */
  readonly db: string;
  /** Null for the whole schema. */
  readonly table: string | null;
}

/** Null for an address that is not of a schema. */
export function addressedIn(uri: string): Addressed | null {
  const [, db, table] = SCHEMA_URI.exec(uri) ?? [];
  if (db === undefined) return null;
  try {
    return { uri, db: decodeURIComponent(db), table: table === undefined ? null : decodeURIComponent(table) };
  } catch {
    return null;
  }
}
