/** A table as another format holds it: rows of values, with the columns in which they stand. */
export interface Sheet {
  /** As messages call it. */
  readonly from: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** How many rows stand before the first. */
  readonly rowsBefore: number;
  /** Gone through twice. */
  readonly rows: Iterable<readonly unknown[]>;
  readonly key?: readonly string[];
}

export interface ReadSheets {
  readonly sheets: readonly Sheet[];
  /** Sentences on what was supposed, or left out. */
  readonly assumptions: readonly string[];
}
