import { type Call, type Handler, type Handlers, Stored, Streamed } from '../call.ts';
import type { AskReply } from '../contract/ask.ts';
import { ERRORS } from '../contract/errors.ts';
import type { AskEvent } from '../contract/events.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import type { RunReply } from '../contract/run.ts';
import type { Receipt, ReplayReply } from '../contract/traces.ts';
import type { UndoReply } from '../contract/undo.ts';
import { Fault, messageOf } from '../fault.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { readExactJson } from '../lib/read-json.ts';
import { hashOf } from './hash.ts';
import type { Receipts } from './keep.ts';

const KEPT = { ask: 'ask', run: 'run', insert: 'insert', undo: 'undo', replayTrace: 'replay' } as const;
type Kept = keyof typeof KEPT;

/** The handlers of the operations that reach a database, each leaving a receipt of what it did or failed to do. */
export function withReceipts(handlers: Pick<Handlers, Kept>, receipts: Receipts): Pick<Handlers, Kept> {
  return {
    ask: kept('ask', handlers.ask, receipts, ({ ask, goal = ask }) => (goal === undefined ? {} : { text: goal })),
    run: kept('run', handlers.run, receipts, ({ sql }) => ({ sql })),
    insert: kept('insert', handlers.insert, receipts, ({ table, rows }) => ({ table, rows: Array.isArray(rows) ? rows.length : 1 })),
    undo: kept('undo', handlers.undo, receipts, ({ traceId }) => ({ traceId })),
    replayTrace: kept('replayTrace', handlers.replayTrace, receipts, ({ id }) => ({ traceId: id })),
  };
}

function kept<K extends Kept>(
  operation: K,
  handler: Handler<K>,
  receipts: Receipts,
  askedOf: (input: Input<K>) => Receipt['asked'],
): Handler<K> {
  return async (input, call) => {
    const seen = watched(call);
    const base = { operation, asked: askedOf(input), input: input as Named, call, seen };
    try {
      const result = await handler(input, seen.call);
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

/** What the steps of a request told, for a reply that has no trace. */
interface Seen {
  readonly call: Call;
  readonly steps: Receipt['steps'];
  facts: Record<string, unknown>;
}

/** The same call, overheard. Its other members are reached through the prototype, so that what is made on demand still is. */
function watched(call: Call): Seen {
  const seen: { call: Call; steps: Receipt['steps']; facts: Record<string, unknown> } = { call, steps: [], facts: {} };
  const emit = (event: AskEvent): void => {
    const { type, ms, ...facts } = event;
    seen.steps.push({ type, ms: Number(ms ?? 0) });
    Object.assign(seen.facts, type === 'selected_db' ? { dbId: facts.id } : TOLD.has(type) ? facts : {});
    call.emit?.(event);
  };
  seen.call = Object.create(call, { emit: { value: emit, enumerable: true } }) as Call;
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
  | ReplayReply
  | UndoReply
  | { readonly status: 'ok'; readonly session: { db: string }; readonly inserted: number; readonly trace: AskReply['trace'] };

function keepReply(receipts: Receipts, base: Base, result: unknown): void {
  // A write's reply was stored as text with the write; a retry's is that of the request before, whose receipt it has.
  const reply = (): Reply => (result instanceof Stored ? readExactJson(result.text) : result) as Reply;
  const replayed = result instanceof Stored && result.replayed;
  if (replayed) return;
  const dbId = result instanceof Stored ? (base.input.db ?? base.input.dbId ?? reply().session.db) : (result as Reply).session.db;
  // A design that was only shown has no database, and ran nothing.
  if (dbId === undefined) return;
  const createdAt = new Date();
  receipts.keep({
    id: base.call.requestId,
    ownerId: base.call.caller.ownerId,
    dbId,
    build: async () => {
      const body = reply();
      const { trace } = body;
      const kind = 'kind' in body ? body.kind : 'write';
      return {
        ...frame(base, createdAt, dbId),
        engine: trace.engine,
        asked: { ...base.asked, ...(trace.question === undefined ? {} : { question: trace.question }) },
        sql: trace.sql,
        params: keptParams(trace.params),
        model: trace.model,
        confidence: trace.confidence,
        assumptions: trace.assumptions,
        ...(trace.egress ? { egress: trace.egress } : {}),
        steps: trace.steps,
        ms: trace.ms,
        outcome: {
          status: body.status,
          kind,
          ...('answer' in body ? { answer: body.answer } : 'diff' in body ? { answer: body.diff.summary } : {}),
          ...('rowCount' in body ? { rowCount: body.rowCount, truncated: body.truncated } : {}),
          ...('inserted' in body ? { rowCount: body.inserted } : {}),
        },
        resultHash: kind === 'query' && 'data' in body ? await hashOf(body) : null,
      };
    },
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
  const createdAt = new Date();
  const ms = Math.round((performance.now() - call.startedAt) * 100) / 100;
  const { sql = input.sql ?? null, params = input.params ?? [], model = null, confidence = null, assumptions = [] } = seen.facts;
  receipts.keep({
    id: call.requestId,
    ownerId: call.caller.ownerId,
    dbId,
    build: () => ({
      ...frame(base, createdAt, dbId),
      engine: null,
      sql: sql as string | null,
      params: keptParams(params as readonly unknown[]),
      model: (model as string | null) ?? (base.operation === 'ask' ? null : 'raw'),
      confidence: confidence as number | null,
      assumptions: [...(assumptions as readonly string[])],
      steps: seen.steps,
      ms,
      outcome,
      resultHash: null,
    }),
  });
}

type Frame = Pick<Receipt, 'id' | 'createdAt' | 'expiresAt' | 'operation' | 'surface' | 'dbId' | 'asked' | 'plan' | 'maxRows'>;

const frame = ({ call, operation, asked, seen, input }: Base, createdAt: Date, dbId: string): Frame => ({
  id: call.requestId,
  createdAt: createdAt.toISOString(),
  expiresAt: new Date(createdAt.getTime() + LIMITS.traceTtlSeconds * 1_000).toISOString(),
  operation: KEPT[operation],
  surface: call.surface ?? 'http',
  dbId,
  asked,
  plan: typeof seen.facts.summary === 'string' ? seen.facts.summary : null,
  ...(input.maxRows === undefined ? {} : { maxRows: input.maxRows }),
});

/** Null where they are too large to keep. */
const keptParams = (params: readonly unknown[]): unknown[] | null =>
  encodeJson(params).length <= LIMITS.traceParamsMaxCharacters ? [...params] : null;
