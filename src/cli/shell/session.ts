import type { WrittenStatement } from '../read/statements.ts';

/** What a shell is about, and how it shows. */
export interface Session {
  db: string | null;
  /** Records down the page. */
  records: boolean;
  /** Of a transaction that is begun. */
  held: Held | null;
  isOver: boolean;
}

/** What is between BEGIN and COMMIT: kept here until then, since the service takes a transaction as a whole. */
export interface Held {
  readonly db: string;
  readonly statements: readonly WrittenStatement[];
}
