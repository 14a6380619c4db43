import type { ErrorCode } from '../../contract/errors.ts';
import type { FaultParams } from '../../fault.ts';
import type { BoundSql } from '../parse/bound-sql.ts';
import type { Written } from '../parse/written.ts';
import type { Outcome, ValueEntry } from '../planner.ts';
import type { Schema, Table } from '../schema.ts';

/** What a text is, where it may be a part of a question. */
export interface Part {
  readonly isPart: boolean;
  /** It says enough without the question before. */
  readonly standsAlone: boolean;
  /** The questions that it may make of the one before, likeliest first. */
  readonly whole: readonly string[];
}

/** How a text is read, and what that gives. */
export interface Readings {
  readonly question: Outcome;
  /** Of rows. */
  readonly write: Outcome;
  /** Of tables and columns; null for what changes none. */
  readonly change: Outcome | null;
  readonly part: Part;
}

export type Reading = keyof Readings;

/** How a caller's SQL is read, and what that gives. */
export interface SqlReadings {
  /** As the caller's own reading of a question. */
  readonly own: Outcome;
  /** As a write whose rows are to be known; null where no plan says it. */
  readonly written: Written | null;
}

export type SqlReading = keyof SqlReadings;

/** What a thread is told. What is large comes in parts, so that sending it holds nobody up; each is kept by its number until it is to be forgotten. */
export type Told =
  | { readonly kind: 'schema'; readonly id: number; readonly schema: Omit<Schema, 'tables'> }
  | { readonly kind: 'tables'; readonly id: number; readonly tables: readonly Table[] }
  | { readonly kind: 'values'; readonly id: number; readonly piece: ValueEntry }
  | { readonly kind: 'forget'; readonly id: number }
  | {
      readonly kind: 'read';
      readonly as: Reading;
      readonly text: string;
      /** The question before it. */
      readonly previous: string | null;
      readonly now: Date;
      readonly schema: number;
      readonly values: number;
    }
  | { readonly kind: 'readSql'; readonly as: SqlReading; readonly statement: BoundSql; readonly schema: number }
  /** Nobody waits any more for what it reads. */
  | { readonly kind: 'leave' };

/** What a thread says when it has read. */
export type Said =
  | { readonly kind: 'read'; readonly result: Readings[Reading] | SqlReadings[SqlReading] }
  /** A fault, whose class does not come through. */
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly details: { readonly params?: FaultParams; readonly fields?: FaultParams };
    }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: Error };
