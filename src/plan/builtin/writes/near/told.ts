import type { Table } from '../../../schema.ts';
import type { Token } from '../../english/tokens.ts';
import type { WriteReader } from '../write-reader.ts';

/** A sentence while it is read as being about one table. */
export interface Told {
  readonly reader: WriteReader;
  readonly table: Table;
  /** The same tokens as the dictionaries of English take them. */
  readonly english: readonly Token[];
}
