import type { AuditEvent } from '../contract/audit.ts';
import type { ImportedForm, ImportedType, ImportProgress } from '../contract/packs.ts';

/** What an import's phases know by now. It is stored with every step, so that whoever goes on knows all of it. */
export interface ImportState {
  /** Of the phase: what it does next. */
  at: number;
  readonly files: FileState[];
  readonly tables: TableState[];
  /** What is written, in order; each in a transaction of its own. */
  readonly portions: Portion[];
  /** What is left to find out once the rows are there. */
  readonly checks: Check[];
  readonly assumptions: string[];
  /** The number of the next file that a phase makes. */
  nextFile: number;
  /** Rows that were rewritten, and how long that file is. */
  rewritten: { readonly no: number; bytes: number } | null;
  /** Of a database that the import makes: its id, before it is ready. */
  making: string | null;
  /** Who had it begun, for the account's log; null for who has none. */
  by: StartedBy | null;
}

export interface StartedBy {
  readonly actor: AuditEvent['actor'];
  readonly keyId: string | null;
  readonly requestId: string;
  readonly address: string | null;
  readonly surface: string;
}

export type Format = 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet' | 'markdown' | 'git-log' | 'issues';

export interface FileState {
  /** Of the file that holds it, which another takes the place of when it is put into other characters. */
  no: number;
  readonly name: string;
  bytes: number;
  /** Bytes before the text, such as a byte order mark. */
  skip: number;
  format: Format;
}

export interface TableState {
  name: string;
  /** As messages call it: a file, or a sheet of one. */
  readonly from: string;
  no: number;
  bytes: number;
  readonly delimiter: string;
  /** Where its rows begin, behind the header. */
  readonly begins: number;
  /** How many rows stand before these, for numbering them as a person does. */
  readonly rowsBefore: number;
  readonly columns: ColumnState[];
  /** Of the scan: the next byte, and rows so far. */
  at: number;
  rows: number;
  /** With those that are empty or skipped, for numbering them. */
  seen: number;
  skipped: number;
  /** Whether characters beyond ASCII were met, all of them as UTF-8. */
  hasWide: boolean;
  isScanned: boolean;
  /** Whether it was put from windows-1252 into UTF-8. */
  isDecoded: boolean;
  key: string[] | null;
  /** How many rows its key was made of, where that is known. */
  counted?: number | null;
}

export interface ColumnState {
  readonly name: string;
  /** Kinds of values so far (`tabular/kinds.ts`). */
  kinds: number;
  values: number;
  /** The row where its first text stands, behind how many values of other kinds. */
  textAt: number | null;
  textAfter: number;
  /** How many of its first values are looked at, and how many of these are, or look like, numbers and days. */
  looked: number;
  numbers: number;
  days: number;
  /** Set once all rows are scanned. */
  type: ImportedType;
  /** Where its values are written as text first; null where they are taken as they are. */
  form: ImportedForm | null;
}

export interface Portion {
  /** Null for what is remembered. */
  readonly table: number | null;
  readonly file: number;
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** Kinds of line ends that were met (`LINE_ENDS`), where the bytes are those of the source. */
  readonly lineEnds?: number;
}

export type Check =
  | { readonly kind: 'convert'; readonly table: number }
  | { readonly kind: 'key'; readonly table: number }
  | {
      readonly kind: 'relation';
      readonly table: number;
      readonly column: string;
      readonly to: number;
      readonly key: string;
      readonly isSaid?: true;
    }
  | { readonly kind: 'count'; readonly table: number }
  | { readonly kind: 'memories'; readonly portion: number };

export const newState = (): ImportState => ({
  at: 0,
  files: [],
  tables: [],
  portions: [],
  checks: [],
  assumptions: [],
  nextFile: 1_000_000,
  rewritten: null,
  making: null,
  by: null,
});

export type Progress = Omit<ImportProgress, 'phase'>;

export const NO_PROGRESS: Progress = { items: null, records: null, written: null, plannedWrites: null, verified: null, skipped: null };
