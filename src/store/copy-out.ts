import pg from 'pg';

/**
 * The values of `COPY (…) TO STDOUT (FORMAT binary)`, of one column that is never null, as bytes (PostgreSQL manual, COPY, "Binary Format"). The driver reads every
 * result as text, in which bytes are hexadecimal digits: twice as long, and read several times as slowly.
 */
export function copyOut(client: pg.ClientBase, sql: string): Promise<{ rows: Buffer[] }> {
  return new Promise((resolve, reject) => {
    const rows: Buffer[] = [];
    const query = new pg.Query<never>({ text: sql }, (error: Error | null) => {
      if (error) reject(error);
      else resolve({ rows });
    });
    let isFirst = true;
    Object.assign(query, {
      // Each message is a row; the header stands before the first (manual, "COPY Operations").
      handleCopyData({ chunk }: { chunk: Buffer }) {
        const at = isFirst ? HEADER_BYTES : 0;
        isFirst = false;
        if (chunk.length <= at + FIELDS_BYTES) return;
        // A copy: the driver uses the memory again.
        rows.push(Buffer.from(chunk.subarray(at + FIELDS_BYTES + LENGTH_BYTES)));
      },
    });
    client.query(query);
  });
}

/** Signature, flags, and an extension that no server has. */
const HEADER_BYTES = 19;
/** How many fields a row has, -1 behind the last one; and how long a field is. */
const FIELDS_BYTES = 2;
const LENGTH_BYTES = 4;
