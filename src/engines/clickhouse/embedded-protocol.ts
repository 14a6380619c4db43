/** What the service and the process that holds a ClickHouse directory say to each other: one JSON object a line, over descriptor 3. */

export interface Open {
  readonly kind: 'open';
  readonly dir: string;
  /** Taken on before the first statement; null keeps the process's own. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  readonly database: string;
}

export interface Run {
  readonly kind: 'run';
  readonly id: number;
  /** Each a SET statement, run in the request's own session before `sql`; then `readonly` is switched on where it is asked for. */
  readonly setup: readonly string[];
  readonly sql: string;
  readonly readonly: boolean;
  readonly replyMaxBytes: number;
}

export interface Cancel {
  readonly kind: 'cancel';
  readonly id: number;
}

export type ToWorker = Open | Run | Cancel | { readonly kind: 'stop' };

export interface Failure {
  readonly kind: 'failed';
  readonly id: number;
  /** ClickHouse's number of the error; null when it is none of the engine's. */
  readonly code: number | null;
  readonly message: string;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly version: string }
  /** The package is not installed here, or not for this machine. */
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly text: string }
  | { readonly kind: 'tooLarge'; readonly id: number; readonly bytes: number }
  | Failure;

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

export const asLine = (message: ToWorker | FromWorker): string => `${JSON.stringify(message)}\n`;
