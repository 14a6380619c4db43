import type { CreateSchema } from '../../../contract/create-schema.ts';

export type NewColumn = CreateSchema['tables'][number]['columns'][number];

export interface NewTable {
  readonly name: string;
  readonly columns: Map<string, NewColumn>;
  /** Column → the table that it points at. */
  readonly references: Map<string, string>;
  /** What a table between two others is for. */
  readonly links?: string;
  /** Sets of tables of which each combination is kept once. */
  readonly each: (readonly string[])[];
}
