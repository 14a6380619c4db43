import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import type { Mention } from '../write-names.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import { moneyAsKept } from './by-amount.ts';

export type ChangeVerb = 'update' | 'increase' | 'decrease' | 'mark' | 'rename' | 'delete' | 'clear';

/** An update or delete while its sentence is read: what becomes of which rows, as far as that is known. */
export class Draft {
  readonly reader: WriteReader;
  readonly table: Table;
  readonly verb: ChangeVerb;
  readonly verbAt: number;
  readonly sets = new Map<string, Expr>();
  readonly conditions: Expr[] = [];
  /** Nouns such as "the film" in "the title of the film … where the year is 2017": harmless once a condition says which. */
  readonly soft: number[] = [];
  /** A column that was named and has no new value yet. */
  pending: Column | null = null;
  /** What a column's name means where it stands: something to change, nothing yet, or a condition. */
  mode: 'set' | 'rows' | 'where';
  everything = false;
  /** "update X with a, b", "so that a is b": columns may be given without "to". */
  loose = false;

  constructor(reader: WriteReader, table: Table, verb: ChangeVerb, verbAt: number) {
    this.reader = reader;
    this.table = table;
    this.verb = verb;
    this.verbAt = verbAt;
    this.mode = this.isUpdate() ? 'set' : 'rows';
  }

  isUpdate(): boolean {
    return this.verb !== 'delete' && this.verb !== 'clear';
  }

  /** The mention of the table that changes, when it stands at `at`. */
  ownTable(at: number): Mention<Table> | null {
    const mention = this.reader.tableAt(at);
    return mention?.what === this.table ? mention : null;
  }

  column(at: number): Mention<Column> | null {
    return this.reader.columnAt(at, this.table);
  }

  set(column: Column, raw: RawValue): void {
    const empty = !raw.quoted && /^(?:null|NULL)$/.test(raw.text);
    // "rate_cents to 500" is said in cents already.
    const kept = this.reader.question.text.includes(column.name) ? raw : moneyAsKept(raw, column);
    this.put(column, empty ? { kind: 'literal', value: null, type: 'null' } : this.reader.fit(kept, this.table, column));
  }

  put(column: Column, value: Expr): void {
    if (this.sets.has(column.name)) throw new Declined(`There are two new values for ${column.name}.`);
    if (column.generated) throw new Declined(`${column.name} is computed by the database and cannot be changed.`);
    this.sets.set(column.name, value);
  }

  ref(column: Column): Expr {
    return { kind: 'column', table: this.table.name, column: column.name };
  }
}
