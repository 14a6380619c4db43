/** Columns in the order in which a row brings them. Rows of the same keys share one, so that it is made once for all of them. */
export interface Layout {
  readonly columns: readonly string[];
  /** Where a column stands. */
  readonly places: ReadonlyMap<string, number>;
}

export const layoutOf = (columns: readonly string[]): Layout => ({
  columns,
  places: new Map(columns.map((column, place) => [column, place])),
});

/** A row by column name. A column without a value, not even null, is one that the row does not have. */
export class Cells {
  readonly layout: Layout;
  /** In the order of the layout. */
  readonly values: unknown[];

  constructor(layout: Layout, values: unknown[]) {
    this.layout = layout;
    this.values = values;
  }

  get(column: string): unknown {
    const place = this.layout.places.get(column);
    return place === undefined ? undefined : this.values[place];
  }

  has(column: string): boolean {
    return this.get(column) !== undefined;
  }

  delete(column: string): void {
    const place = this.layout.places.get(column);
    if (place !== undefined) this.values[place] = undefined;
  }
}
