import type { Column, Table } from '../../schema.ts';

export interface TableEntry {
  readonly table: Table;
  readonly words: readonly string[];
  /** What else its comment calls it. */
  readonly called: readonly (readonly string[])[];
  /** Who its comment says that its people are, by what they do; null where it says nothing. */
  readonly doer: string | null;
  readonly columns: readonly ColumnEntry[];
  /** The column or columns that name a row to a person; empty when nothing does. */
  readonly label: readonly string[];
}

export interface ColumnEntry {
  readonly column: Column;
  readonly words: readonly string[];
  /** `words` without the table's own: "name" for customers.customer_name. */
  readonly bare: readonly string[];
  /** Words that no other column of its table has: what "date" alone means there. */
  readonly sole: ReadonlySet<string>;
  /** Holds another table's key. */
  readonly reference: boolean;
}
