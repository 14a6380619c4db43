import { type Call, type Handler, type Handlers, Stored, Streamed } from '../call.ts';
import { keyIdOf } from '../caller.ts';
import type { AskReply } from '../contract/ask.ts';
import { ERRORS } from '../contract/errors.ts';
import type { AskEvent } from '../contract/events.ts';
import { LIMITS } from '../contract/limits.ts';
import type { RememberReply } from '../contract/memory.ts';
import type { Input } from '../contract/operations.ts';
import type { RunReply } from '../contract/run.ts';
import type { Receipt, ReplayReply } from '../contract/traces.ts';
import type { TransactionReply } from '../contract/transaction.ts';
import type { UndoReply } from '../contract/undo.ts';
import type { Scoped } from '../databases/target.ts';
import { Fault, messageOf } from '../fault.ts';
import { AlikeRows } from '../lib/alike-rows.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { readWrittenJson } from '../lib/read-json.ts';
import { hashOf } from './hash.ts';
import type { Receipts, Unwritten } from './keep.ts';

const KEPT = {
  ask: 'ask',
  run: 'run',
  transaction: 'transaction',
  insert: 'insert',
  remember: 'remember',
  undo: 'undo',
  replayTrace: 'replay',
} as const;
type Kept = keyof typeof KEPT;

/** The handlers of the operations that reach a database, each leaving a receipt of what it did or failed to do. */
export function withReceipts(handlers: Pick<Handlers, Kept>, receipts: Receipts): Pick<Handlers, Kept> {
  return {
    ask: kept('ask', handlers.ask, receipts, ({ ask, goal = ask, sql }) => ({
      ...(goal === undefined ? {} : { text: goal }),
      ...(sql === undefined ? {} : { sql }),
    })),
    run: kept('run', handlers.run, receipts, ({ sql }) => ({ sql })),
    transaction: kept('transaction', handlers.transaction, receipts, ({ statements }) => ({
      sql: statements.map(({ sql }) => sql).join(';\n'),
    })),
    insert: kept('insert', handlers.insert, receipts, ({ table, rows }) => ({ table, rows: countOf(rows) })),
    remember: kept('remember', handlers.remember, receipts, ({ kind, items }) => (items ? { rows: items.length } : { kind })),
    undo: kept('undo', handlers.undo, receipts, ({ traceId }) => ({ traceId })),
    replayTrace: kept('replayTrace', handlers.replayTrace, receipts, ({ id }) => ({ traceId: id })),
  };
}

const countOf = (rows: unknown): number => (rows instanceof AlikeRows ? rows.count : Array.isArray(rows) ? rows.length : 1);

type KeptHandler<K extends Kept> = (input: Input<K>, call: Call) => ReturnType<Handler<K>>;

function kept<K extends Kept>(
  operation: K,
  handler: KeptHandler<K>,
  receipts: Receipts,
  askedOf: (input: Input<K>) => Receipt['asked'],
): KeptHandler<K> {
  return async (input, call) => {
    const seen = watched(call);
    const base = { operation, asked: withScope(askedOf(input), input as Scoped), input: input as Named, call, seen };
    try {
      const result = await handler(input, call);
      if (!(result instanceof Streamed)) {
        keepReply(receipts, base, result);
        return result;
      }
      return new Streamed(async (take) => {
        let rowCount = 0;
        try {
          const { truncated } = await result.produce(async (portion) => {
            rowCount += portion.rowCount;
            await take(portion);
          });
          keepOutcome(receipts, base, { status: 'ok', kind: 'query', rowCount, truncated });
          return { truncated };
        } catch (error) {
          keepFailure(receipts, base, error);
          throw error;
        }
      }, result) as typeof result;
    } catch (error) {
      keepFailure(receipts, base, error);
      throw error;
    }
  };
}

interface Named {
  readonly db?: string | undefined;
  readonly dbId?: string | undefined;
  readonly sql?: string | undefined;
  readonly params?: readonly unknown[] | undefined;
  readonly maxRows?: number | undefined;
}

/** Whose rows the request was about, so that a replay is about no others. */
function withScope(asked: Receipt['asked'], { agentId, endUserId, threadId }: Scoped): Receipt['asked'] {
  if (agentId === undefined && endUserId === undefined && threadId === undefined) return asked;
  return { ...asked, scope: { agentId, endUserId, threadId } };
}

/** What the steps of a request told, for a reply that has no trace. */
interface Seen {
  readonly call: Call;
  readonly steps: Receipt['steps'];
  readonly facts: Record<string, unknown>;
}

/** Overhears the call. Its `emit` is set rather than the call copied: a copy would make the signal that most calls do without. */
function watched(call: Call): Seen {
  const seen: Seen = { call, steps: [], facts: {} };
  const told = call.emit;
  call.emit = (event: AskEvent): void => {
    const { type } = event;
    seen.steps.push({ type, ms: Number(event.ms ?? 0) });
    if (type === 'selected_db') seen.facts.dbId = event.id;
    else if (TOLD.has(type)) {
      const { type: _type, ms: _ms, ...facts } = event;
      Object.assign(seen.facts, facts);
    }
    told?.(event);
  };
  return seen;
}

const TOLD: ReadonlySet<string> = new Set(['plan', 'validated']);

interface Base {
  readonly operation: Kept;
  readonly asked: Receipt['asked'];
  readonly input: Named;
  readonly call: Call;
  readonly seen: Seen;
}

type Reply =
  | AskReply
  | RunReply
  | TransactionReply
  | ReplayReply
  | UndoReply
  | RememberReply
  | { readonly status: 'ok'; readonly session: { db: string }; readonly inserted: number; readonly trace: AskReply['trace'] };

function keepReply(receipts: Receipts, base: Base, result: unknown): void {
  // A write's reply was stored as text with the write; a retry's is that of the request before, whose receipt it has.
  const reply = (): Reply => (result instanceof Stored ? readWrittenJson(result.text) : result) as Reply;
  const replayed = result instanceof Stored && result.replayed;
  if (replayed) return;
  const dbId = result instanceof Stored ? (base.input.db ?? base.input.dbId ?? reply().session.db) : (result as Reply).session.db;
  // A design that was only shown has no database, and ran nothing.
  if (dbId === undefined) return;
  const createdAt = Date.now();
  receipts.keep({
    id: base.call.requestId,
    ownerId: base.call.caller.ownerId,
    dbId,
    keyId: keyIdOf(base.call.caller),
    build: () => {
      const body = reply();
      const resultHash = 'data' in body && body.kind === 'query' ? hashOf(body) : null;
      return resultHash instanceof Promise
        ? resultHash.then((hash) => receiptOf(base, { body, createdAt, dbId, resultHash: hash }))
        : receiptOf(base, { body, createdAt, dbId, resultHash });
    },
  });
}

interface Done {
  readonly body: Reply;
  readonly createdAt: number;
  readonly dbId: string;
  readonly resultHash: Receipt['resultHash'];
}

function receiptOf(base: Base, { body, createdAt, dbId, resultHash }: Done): Unwritten {
  const { trace } = body;
  return written(base, {
    createdAt,
    dbId,
    engine: trace.engine,
    asked: trace.question === undefined ? base.asked : { ...base.asked, question: trace.question },
    sql: trace.sql,
    params: trace.params,
    model: trace.model,
    confidence: trace.confidence,
    assumptions: trace.assumptions,
    egress: trace.egress,
    steps: trace.steps,
    ms: trace.ms,
    outcome: {
      status: body.status,
      kind: 'kind' in body && !('deduplicated' in body) ? body.kind : 'write',
      answer: 'answer' in body ? body.answer : 'diff' in body ? body.diff.summary : undefined,
      rowCount: 'rowCount' in body ? body.rowCount : 'inserted' in body ? body.inserted : undefined,
      truncated: 'truncated' in body ? body.truncated : undefined,
      code: undefined,
      message: undefined,
    },
    resultHash,
  });
}

function keepFailure(receipts: Receipts, base: Base, error: unknown): void {
  const code = error instanceof Fault ? error.code : 'internal_error';
  // Nothing of a database was touched: there is nothing to give account of.
  if (BEFORE_ANYTHING.has(code)) return;
  const message = error instanceof Fault ? messageOf(error) : ERRORS[code].message;
  keepOutcome(receipts, base, { status: 'error', kind: null, code, message });
}

const BEFORE_ANYTHING: ReadonlySet<string> = new Set([
  'goal_required',
  'db_required',
  'db_not_found',
  'sql_required',
  'ambiguous_db',
  'infer_failed',
  'idempotency_required',
  'auth_required',
  'auth_unavailable',
]);

function keepOutcome(receipts: Receipts, base: Base, outcome: Receipt['outcome']): void {
  const { call, seen, input } = base;
  const dbId = input.db ?? input.dbId ?? seen.facts.dbId;
  if (typeof dbId !== 'string') return;
  const createdAt = Date.now();
  const ms = Math.round((performance.now() - call.startedAt) * 100) / 100;
  const { sql = input.sql ?? null, params = input.params ?? [], model = null, confidence = null, assumptions = [] } = seen.facts;
  receipts.keep({
    id: call.requestId,
    ownerId: call.caller.ownerId,
    dbId,
    keyId: keyIdOf(call.caller),
    build: () =>
      written(base, {
        createdAt,
        dbId,
        engine: null,
        asked: base.asked,
        sql: sql as string | null,
        params: params as readonly unknown[],
        model: (model as string | null) ?? (base.operation === 'ask' ? null : 'raw'),
        confidence: confidence as number | null,
        assumptions: [...(assumptions as readonly string[])],
        egress: undefined,
        steps: seen.steps,
        ms,
        outcome,
        resultHash: null,
      }),
  });
}

interface Told extends Pick<Unwritten, 'dbId' | 'engine' | 'asked' | 'sql' | 'model' | 'confidence' | 'assumptions' | 'egress' | 'steps'> {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly params: readonly unknown[];
  readonly ms: number;
  readonly outcome: Unwritten['outcome'];
  readonly resultHash: Receipt['resultHash'];
}

/** Every field by its name: what is put together by spreading is a slow object, and one is made for each request. */
const written = ({ call, operation, seen, input }: Base, told: Told): Unwritten => ({
  id: call.requestId,
  createdAt: instant(told.createdAt),
  expiresAt: instant(told.createdAt + LIMITS.traceTtlSeconds * 1_000),
  operation: KEPT[operation],
  surface: call.surface ?? 'http',
  keyId: keyIdOf(call.caller),
  dbId: told.dbId,
  asked: told.asked,
  plan: typeof seen.facts.summary === 'string' ? seen.facts.summary : null,
  maxRows: input.maxRows,
  engine: told.engine,
  sql: told.sql,
  params: keptParams(told.params),
  model: told.model,
  confidence: told.confidence,
  assumptions: told.assumptions,
  egress: told.egress,
  steps: told.steps,
  ms: told.ms,
  outcome: told.outcome,
  resultHash: told.resultHash,
});

const instant = (ms: number): string => new Date(ms).toISOString();

/** Null where they are too large to keep. */
const keptParams = (params: readonly unknown[]): unknown[] | null =>
  params.length === 0 || encodeJson(params).length <= LIMITS.traceParamsMaxCharacters ? [...params] : null;
