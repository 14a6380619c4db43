/** What the service and the process that holds a ClickHouse directory say before it serves: one JSON object a line, over descriptor 3. */

export interface Open {
  readonly dir: string;
  /** Where the package `chdb` is, as Node resolves it. */
  readonly library: string;
  /** Taken on before the first statement; null keeps the process's own. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  readonly database: string;
  /** What each request has to show. */
  readonly password: string;
  /** Of the whole process. */
  readonly memoryBytes: number;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly port: number }
  /** The package is not installed here, or not for this machine. */
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Splits a stream of bytes into messages; a line may come in many pieces. */
export function lineReader<T>(take: (message: T) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString('utf8');
      pieces = [];
      from = end + 1;
      take(JSON.parse(line) as T);
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  };
}

const NEWLINE = 10;

export const asLine = (message: Open | FromWorker): string => `${JSON.stringify(message)}\n`;
