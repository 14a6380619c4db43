import type { UnpackedTable } from '../phases/classify.ts';
import type { Format } from '../state.ts';

/** What is read as a whole: one file, or several notes one after the other. */
export interface Source {
  readonly format: Exclude<Format, 'csv'>;
  readonly files: readonly SourceFile[];
}

export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
}

/** What a reader hands over, in this order. */
export type Piece =
  /** Sentences on what was supposed, or left out. */
  | { readonly kind: 'assumptions'; readonly assumptions: readonly string[] }
  /** The next bytes of the table that follows, as CSV. */
  | { readonly kind: 'rows'; readonly content: Buffer }
  /** The table whose rows came before. */
  | ({ readonly kind: 'table' } & Omit<UnpackedTable, 'no' | 'bytes'>)
  /** Memories as a list in JSON, and how many there are. */
  | { readonly kind: 'memories'; readonly content: Buffer; readonly rows: number }
  /** The note whose memories came before: how much it says, and how much of that was left out as secret. */
  | { readonly kind: 'note'; readonly name: string; readonly records: number; readonly skipped: number };

/** What the process that reads a source tells whoever started it. */
export type Said =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'end' }
  | { readonly kind: 'too large' }
  /** Params of a fault `source_unreadable`; empty where the reader failed in another way. */
  | { readonly kind: 'refused'; readonly params: Readonly<Record<string, unknown>> };
