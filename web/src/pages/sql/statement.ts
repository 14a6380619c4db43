/** What is run, and where. */
export interface Statement {
  readonly db: string;
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly isExplained: boolean;
}
