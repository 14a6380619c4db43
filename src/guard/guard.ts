import type { Schema } from '../plan/schema.ts';

export type StatementClass = 'read' | 'write';

export type Verdict =
  | {
      readonly kind: 'allow';
      readonly class: StatementClass;
      /** What the statement does first: SELECT, INSERT, UPDATE, DELETE, EXPLAIN or SHOW. */
      readonly verb: 'select' | 'insert' | 'update' | 'delete' | 'explain' | 'show';
      /** The statement alone: comments after it and the closing semicolon are gone. */
      readonly sql: string;
      /** Highest `$n` in the statement. */
      readonly paramCount: number;
    }
  | {
      readonly kind: 'deny';
      /** One sentence for the caller, naming the construct: "pg_sleep() is not an allowed function". */
      readonly reason: string;
      /** Known names near the one that was refused, when that helps. */
      readonly nearest?: readonly string[];
      /** It names a schema beside `public`, and may be allowed where the scope knows the database's schema. */
      readonly otherSchema?: true;
      /** Where the text stops being SQL, or what is refused stands, in characters from 1. */
      readonly position?: number;
    };

/** Relations that a caller may name: its database's own, narrowed by a grant's scope. Null: whatever the login may see in `public`. */
export interface GuardScope {
  readonly relations: ReadonlySet<string> | null;
  readonly schema: Schema | null;
  /** The schema of bare names; `public` when absent. */
  readonly home?: string;
  /** False where what EXPLAIN tells is more than may be read. */
  readonly explains?: boolean;
}

/** Judges one statement. Never throws; the same text, scope and values always get the same verdict. `values` are those of `$n`, as the engine gets them; asked for where sizes hang on them. */
export type Guard = (sql: string, scope: GuardScope, values?: () => readonly (string | null)[]) => Verdict;
