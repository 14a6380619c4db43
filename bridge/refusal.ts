/** An error in the shape of OAuth (RFC 6749, 5.2). */
export class Refusal extends Error {
  readonly status: number;
  readonly error: string;
  /** When to come back; null where that would not help. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, error: string, description: string, retryAfterSeconds: number | null = null) {
    super(description);
    this.status = status;
    this.error = error;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get body(): { error: string; error_description: string } {
    return { error: this.error, error_description: described(this.message) };
  }
}

export const invalidRequest = (description: string): Refusal => new Refusal(400, 'invalid_request', description);
export const invalidGrant = (description: string): Refusal => new Refusal(400, 'invalid_grant', description);

/** It may hold no other characters. */
const described = (text: string): string => text.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' ');
