import { sayCheck } from '../../say-check.ts';
import { singularName } from '../english/inflect.ts';
import { MINUTES, readColumn } from './column.ts';
import { tableName } from './names.ts';
import type { NewTable } from './new-table.ts';
import { Unclear } from './unclear.ts';

interface Snapshot {
  readonly tables: readonly (readonly [string, NewTable])[];
  readonly owns: Draft['owns'];
  readonly assumptions: readonly string[];
}

/** A schema while its brief is read. */
export class Draft {
  readonly tables = new Map<string, NewTable>();
  readonly assumptions: string[] = [];
  title: string | null = null;
  /** Relations wait until every table is known. `other` is the second side of a table between a table and itself. */
  readonly owns: { readonly one: string; readonly many: string; readonly other?: boolean }[] = [];

  /** What was read so far, for a sentence that turns out not to be readable. */
  copy(): Snapshot {
    const copyOf = (table: NewTable): NewTable => ({
      ...table,
      columns: new Map(table.columns),
      references: new Map(table.references),
      each: [...table.each],
    });
    const tables = [...this.tables].map(([name, table]) => [name, copyOf(table)] as const);
    return { tables, owns: [...this.owns], assumptions: [...this.assumptions] };
  }

  restore({ tables, owns, assumptions }: Snapshot): void {
    this.tables.clear();
    for (const [name, table] of tables) this.tables.set(name, table);
    this.owns.splice(0, this.owns.length, ...owns);
    this.assumptions.splice(0, this.assumptions.length, ...assumptions);
  }

  /** The table that goes by these words; a new one when none does. */
  table(words: string): NewTable {
    const name = tableName(words);
    return this.known(name) ?? this.add({ name, columns: new Map(), references: new Map(), each: [] });
  }

  /** The table of exactly these words, as one of a list of things. */
  part(words: string): NewTable {
    const name = tableName(words);
    return this.tables.get(name) ?? this.add({ name, columns: new Map(), references: new Map(), each: [] });
  }

  /** The table of this name, or the only one whose name ends with it: "teams" after "football teams". */
  known(name: string): NewTable | undefined {
    const exact = this.tables.get(name);
    const ending = [...this.tables.values()].filter(
      (table) =>
        (table.name.endsWith(`_${name}`) || (name.length > COMPOUND_MIN && table.name.endsWith(name))) && table.links === undefined,
    );
    return exact ?? (ending.length === 1 ? ending[0] : undefined);
  }

  add(table: NewTable): NewTable {
    if (this.tables.size >= MAX_TABLES) throw new Unclear(`That is more than ${MAX_TABLES} tables; start with the most important ones.`);
    this.tables.set(table.name, table);
    return table;
  }

  /** Adds a key from one table to another, once. `role` names it when the table's own name does not; `silent` leaves the saying to the caller. */
  point(from: string, to: string, { role, silent = false }: { role?: string; silent?: boolean } = {}): void {
    const [source, target] = [this.tables.get(from), this.tables.get(to)];
    if (!source || !target) return;
    const column = `${role ?? (from === to ? 'parent' : singularName(to))}_id`;
    if (source.references.has(column)) return;
    source.columns.set(column, { name: column, type: 'integer', nullable: true });
    source.references.set(column, to);
    if (!silent) this.assumptions.push(`${from}.${column} points at ${to}`);
  }

  /** `silent` leaves the saying to the caller. */
  column(table: NewTable, item: string, { silent = false }: { silent?: boolean } = {}): void {
    // Every table has its own id.
    if (/^id\b(?=$|.*\b(?:serial|bigserial|int|integer|uuid|key)\b)/i.test(item)) return;
    const column = readColumn(item);
    if (column.name === 'id') return;
    if (table.columns.has(column.name)) throw new Unclear(`"${column.name}" is named twice for ${table.name}; name each column once.`);
    if (table.columns.size >= MAX_COLUMNS) throw new Unclear(`That is more than ${MAX_COLUMNS} columns for ${table.name}.`);
    table.columns.set(column.name, column);
    if (silent) return;
    if (column.check) this.assumptions.push(`${table.name}.${column.name} is ${sayCheck(column.check)}`);
    if (column.comment === MINUTES) this.assumptions.push(`${table.name}.${column.name} is a number of minutes`);
  }
}

/** "plants" after "houseplants" */
const COMPOUND_MIN = 4;
const MAX_TABLES = 32;
const MAX_COLUMNS = 100;
