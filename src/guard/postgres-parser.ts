import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

type ParseOutcome =
  | { readonly kind: 'tree'; readonly tree: unknown }
  /** What PostgreSQL's grammar says; `position` counts characters from 1. */
  | { readonly kind: 'error'; readonly message: string; readonly position: number }
  /** The parser ran out of stack or memory, or is being replaced after that. */
  | { readonly kind: 'broken' };

export interface Token {
  /** Offsets in bytes of UTF-8. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly tokenName: string;
}

export interface PostgresParser {
  readonly parse: (sql: string) => ParseOutcome;
  /** Tokens with comments among them; null when the text cannot be cut into tokens. */
  readonly scan: (sql: string) => readonly Token[] | null;
}

/**
 * PostgreSQL's own parser (version 18), synchronous once loaded.
 *
 * A statement nested deep enough overflows the stack inside WebAssembly, and that instance's own stack pointer and
 * memory contexts are never put back. So an instance that threw is dropped and a fresh one takes its place.
 */
export const createPostgresParser = async (): Promise<PostgresParser> => {
  let current: WasmModule | null = await instantiate();
  let standby: WasmModule | null = await instantiate();

  const replace = (): void => {
    current = standby;
    standby = null;
    void instantiate().then(
      (fresh) => {
        if (current === null) current = fresh;
        else standby = fresh;
      },
      () => undefined,
    );
  };

  const guarded = <T>(work: (wasm: WasmModule) => T, broken: T): T => {
    if (current === null) {
      replace();
      return broken;
    }
    const exitCode = process.exitCode;
    try {
      return work(current);
    } catch {
      // A fatal error in the parser calls exit(), which must not decide how this process ends.
      process.exitCode = exitCode;
      replace();
      return broken;
    }
  };

  const parse = (sql: string): ParseOutcome => guarded((wasm) => parseWith(wasm, sql), { kind: 'broken' });
  /** The guard, the weight of a statement and the plan of a write each look at the same tree. */
  let last: { readonly sql: string; readonly outcome: ParseOutcome } | null = null;
  let forgetting: NodeJS.Timeout | undefined;

  return {
    parse(sql) {
      if (sql.length < LONG_SQL) return parse(sql);
      if (last?.sql === sql) return last.outcome;
      const outcome = parse(sql);
      if (outcome.kind === 'broken') return outcome;
      last = { sql, outcome };
      clearTimeout(forgetting);
      forgetting = setTimeout(() => {
        last = null;
      }, KEPT_MS).unref();
      return outcome;
    },
    scan: (sql) => guarded((wasm) => scanWith(wasm, sql), null),
  };
};

/** Parsing a long text takes some tens of milliseconds, and its tree some megabytes. */
const LONG_SQL = 4_096;
const KEPT_MS = 1_000;

interface WasmModule {
  readonly _malloc: (bytes: number) => number;
  readonly _free: (pointer: number) => void;
  readonly _wasm_parse_query_raw: (text: number) => number;
  readonly _wasm_free_parse_result: (result: number) => void;
  readonly _wasm_scan: (text: number) => number;
  readonly _wasm_free_string: (text: number) => void;
  readonly lengthBytesUTF8: (text: string) => number;
  readonly stringToUTF8: (text: string, pointer: number, maxBytes: number) => void;
  readonly UTF8ToString: (pointer: number) => string;
  readonly getValue: (pointer: number, type: 'i32') => number;
}

// The package's entry keeps one instance for good; its factory gives as many as are needed.
const load = createRequire(import.meta.url);

/**
 * Work of one function, in bytes of its code, before V8 optimises it. PostgreSQL's grammar is one function so large that
 * this takes a second of processor time and leaves 20 MB behind; by V8's own figure that would come with the first
 * statements of every start. A service that parses some thousands of statements gets it all the same.
 */
const OPTIMISE_AFTER = 100_000_000;

const instantiate = (): Promise<WasmModule> => {
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMISE_AFTER}`);
  const factory = load('libpg-query/wasm/libpg-query.js') as (options: object) => Promise<WasmModule>;
  const silent = (): void => undefined;
  return factory({ print: silent, printErr: silent });
};

const withText = <T>(wasm: WasmModule, sql: string, work: (text: number) => T): T => {
  const bytes = wasm.lengthBytesUTF8(sql) + 1;
  const text = wasm._malloc(bytes);
  wasm.stringToUTF8(sql, text, bytes);
  const done = work(text);
  wasm._free(text);
  return done;
};

/** Offsets of the result structures of libpg_query: {tree, stderr, error} and {message, function, file, line, cursor}. */
const RESULT = { tree: 0, error: 8 } as const;
const ERROR = { message: 0, cursor: 16 } as const;

const parseWith = (wasm: WasmModule, sql: string): ParseOutcome =>
  withText(wasm, sql, (text) => {
    const result = wasm._wasm_parse_query_raw(text);
    const error = wasm.getValue(result + RESULT.error, 'i32');
    const outcome: ParseOutcome =
      error === 0
        ? readTree(wasm.UTF8ToString(wasm.getValue(result + RESULT.tree, 'i32')))
        : {
            kind: 'error',
            message: wasm.UTF8ToString(wasm.getValue(error + ERROR.message, 'i32')),
            position: wasm.getValue(error + ERROR.cursor, 'i32'),
          };
    wasm._wasm_free_parse_result(result);
    return outcome;
  });

const readTree = (json: string): ParseOutcome => {
  const tree = readJson(json);
  return tree === undefined ? { kind: 'broken' } : { kind: 'tree', tree };
};

const readJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const scanWith = (wasm: WasmModule, sql: string): readonly Token[] | null =>
  withText(wasm, sql, (text) => {
    const result = wasm._wasm_scan(text);
    const reply = wasm.UTF8ToString(result);
    wasm._wasm_free_string(result);
    // The scanner puts control characters of the text into its JSON as they are.
    const found = readJson(reply.replace(/\p{Cc}/gu, ' '));
    return typeof found === 'object' && found !== null ? ((found as { tokens?: Token[] }).tokens ?? []) : null;
  });
