/** One statement of the extended protocol (PostgreSQL manual, 54.7), values and results as text. */
export interface Wire {
  readonly sql: string;
  readonly values: readonly (string | null)[];
  readonly portal: string;
  /** The row limit of Execute; 0 runs to the end. */
  readonly fetch: number;
  /** Whether the server is asked which columns come. */
  readonly describe: boolean;
}

/**
 * Parse, Bind, Describe when asked for, and Execute, written one after the other into one place: buffers of each message,
 * put together afterwards, cost several times as much.
 */
export function statementBytes({ sql, values, portal, fetch, describe }: Wire): Buffer {
  let most = ROOM_OF_HEADS + (sql.length + portal.length * 3) * BYTES_A_UNIT;
  for (const value of values) most += LENGTH + (value === null ? 0 : value.length * BYTES_A_UNIT);
  const bytes = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);

  let at = empty(bytes, begin(bytes, PARSE, 0));
  at = named(bytes, sql, at);
  at = end(bytes, 0, int16(bytes, 0, at)); // The server decides on the parameters' types.

  const bind = at;
  at = empty(bytes, named(bytes, portal, begin(bytes, BIND, at)));
  at = int16(bytes, values.length, int16(bytes, 0, at)); // Parameters are text,
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    const length = value === null ? NULL : bytes.write(value, at + LENGTH);
    at = int32(bytes, length, at) + Math.max(0, length);
  }
  at = end(bytes, bind, int16(bytes, 0, at)); // and so are results.

  if (describe) {
    const from = at;
    at = begin(bytes, DESCRIBE, at);
    bytes[at] = PORTAL;
    at = end(bytes, from, named(bytes, portal, at + 1));
  }

  const execute = at;
  at = named(bytes, portal, begin(bytes, EXECUTE, at));
  at = end(bytes, execute, int32(bytes, fetch, at));
  return bytes === scratch ? Buffer.from(bytes.subarray(0, at)) : bytes.subarray(0, at);
}

/** Used within one call alone. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);

const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const EXECUTE = 0x45;
const PORTAL = 0x50;
const NULL = -1;
const LENGTH = 4;
/** UTF-8 bytes of one UTF-16 unit, at most. */
const BYTES_A_UNIT = 3;
/** More than the four messages have beside texts and values. */
const ROOM_OF_HEADS = 64;

/** A message's type; its length, which counts itself and not the type, comes with `end`. */
const begin = (bytes: Buffer, type: number, at: number): number => {
  bytes[at] = type;
  return at + 1 + LENGTH;
};

const end = (bytes: Buffer, from: number, at: number): number => {
  int32(bytes, at - from - 1, from + 1);
  return at;
};

/** A text and the zero that ends it. */
const named = (bytes: Buffer, text: string, at: number): number =>
  text === '' ? empty(bytes, at) : empty(bytes, at + bytes.write(text, at));

const empty = (bytes: Buffer, at: number): number => {
  bytes[at] = 0;
  return at + 1;
};

const int16 = (bytes: Buffer, value: number, at: number): number => {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value;
  return at + 2;
};

const int32 = (bytes: Buffer, value: number, at: number): number => {
  int16(bytes, value >>> 16, at);
  return int16(bytes, value, at + 2);
};
