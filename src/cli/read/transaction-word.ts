export type TransactionWord = 'begin' | 'commit' | 'rollback' | 'savepoint';

/** What a statement says of a transaction, as PostgreSQL reads it; null for every other statement. */
export const transactionWordOf = (sql: string): TransactionWord | null =>
  (Object.keys(WORDS) as TransactionWord[]).find((word) => WORDS[word].test(sql)) ?? null;

/** Savepoints are looked for first: ROLLBACK TO ends nothing. */
const WORDS: Readonly<Record<TransactionWord, RegExp>> = {
  savepoint: /^(?:savepoint|release|rollback\s+(?:(?:work|transaction)\s+)?to)\b/i,
  begin: /^(?:begin|start\s+transaction)\b/i,
  commit: /^(?:commit|end)\b/i,
  rollback: /^(?:rollback|abort)\b/i,
};
