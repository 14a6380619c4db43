/** More than PostgreSQL says of an error. */
const MAX_LENGTH = 16_384;

/** Cuts what a server says of an error: patterns look through it, and the server may be a customer's, which can say anything. */
export function shortenError(error: unknown): void {
  if (!(error instanceof Error)) return;
  const told = error as Error & { detail?: unknown };
  if (told.message.length > MAX_LENGTH) told.message = told.message.slice(0, MAX_LENGTH);
  if (typeof told.detail === 'string' && told.detail.length > MAX_LENGTH) told.detail = told.detail.slice(0, MAX_LENGTH);
}
