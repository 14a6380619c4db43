import type { Glossary } from '../contract/glossary.ts';

/** A live schema as the planners, the validator and the compilers see it. Engine-neutral. */
export interface Schema {
  /** Full SHA-256 (hex) over every name, type and key below; changes when any of them does. */
  readonly fingerprint: string;
  readonly tables: readonly Table[];
  /** What the words of its owner's business mean. */
  readonly glossary?: Glossary;
}

export interface Table {
  /** What plans call it: its own name, or `schema.table` where another table has that name too. */
  readonly name: string;
  /** Where it stands when not among the tables of `public`. */
  readonly place?: { readonly schema: string; readonly name: string };
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly columns: readonly Column[];
  /** Column names; empty when there is no primary key. */
  readonly primaryKey: readonly string[];
  /** Unique constraints other than the primary key. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  /** The engine's own estimate; -1 when it has none. */
  readonly rowEstimate: number;
  /** The table's own that are enabled, in the order of their names; absent when there are none. */
  readonly triggers?: readonly Trigger[];
}

export interface Trigger {
  readonly name: string;
  readonly on: readonly ('insert' | 'update' | 'delete')[];
}

export interface Column {
  readonly name: string;
  readonly type: ScalarType;
  /** The engine's own spelling, such as `numeric(10,2)`. */
  readonly nativeType: string;
  /** Of a domain: the type that it is of in the end, in the engine's own spelling. */
  readonly baseType?: string;
  readonly nullable: boolean;
  /** The engine fills it in when an insert leaves it out. */
  readonly hasDefault: boolean;
  /** The engine always computes it; it cannot be written. */
  readonly generated: boolean;
  readonly comment: string | null;
  /** The engine numbers it, and refuses a number that is written without saying that this is meant. */
  readonly identity?: 'always';
  /** The sequence that its default counts with. */
  readonly sequence?: string;
  /** Of an enumeration: all values that it can have, in their order. Its type is then `text`. */
  readonly labels?: readonly string[];
}

/** An insert has to bring a value for it. ClickHouse's arrays, maps and JSON are never NULL and without a default: one that is left out is empty. */
export const needsValue = ({
  nullable,
  hasDefault,
  generated = false,
  nativeType,
}: Pick<Column, 'nullable' | 'hasDefault' | 'nativeType'> & { readonly generated?: boolean }): boolean =>
  !nullable && !hasDefault && !generated && !/^(?:(?:Array|Map)\(|JSON\b)/.test(nativeType);

/** What decides a column's range and length. */
export const baseTypeOf = ({ nativeType, baseType = nativeType }: Pick<Column, 'nativeType' | 'baseType'>): string => baseType;

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  readonly onDelete: 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';
  /** What a change of the key there does here; absent when it is refused. */
  readonly onUpdate?: ForeignKey['onDelete'];
}

export const SCALAR_TYPES = [
  'integer',
  'decimal',
  'float',
  'text',
  'boolean',
  'date',
  'timestamp',
  'time',
  'interval',
  'uuid',
  'json',
  'binary',
  'array',
  'other',
] as const;
export type ScalarType = (typeof SCALAR_TYPES)[number];
