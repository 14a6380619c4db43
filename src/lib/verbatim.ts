/**
 * A value as the JSON text it is sent as: a number with every digit that the engine gave, or a whole document. Nothing
 * parses it on the way. `encodeJson` writes it as it is; as text it is its JSON.
 */
export class Verbatim {
  /** Valid JSON without a line end, so that it stays on one line of NDJSON or of an event. */
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  toString(): string {
    return this.json;
  }

  /**
   * For `JSON.stringify` in code of others, which has no way to write a number's digits as they are (`JSON.rawJSON` came
   * with Node 22): a number that a double does not hold becomes text, so that no digit is lost.
   */
  toJSON(): unknown {
    if (givesUp) throw MET;
    const value: unknown = JSON.parse(this.json);
    return typeof value === 'number' && String(value) !== this.json && !isSameDecimal(value, this.json) ? this.json : value;
  }
}

/** `1.50` and 1.5: zeros that only fill a fraction change nothing. */
const isSameDecimal = (value: number, literal: string): boolean =>
  literal.includes('.') && !/e/i.test(literal) && literal.replace(/\.?0+$/, '') === String(value);

let givesUp = false;
/** Made once: what it says is seen by nobody. */
const MET = new Error('Verbatim');

/** What `JSON.stringify` writes; null when the value holds what it cannot write: a `Verbatim`, or a bigint. */
export function plainJson(value: unknown): string | undefined | null {
  givesUp = true;
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  } finally {
    givesUp = false;
  }
}
