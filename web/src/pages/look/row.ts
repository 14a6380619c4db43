/** Of a table, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;
