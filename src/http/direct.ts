import { createHash, randomUUID } from 'node:crypto';
import { type Call, fillToken, type Handlers, Page, Stored } from '../call.ts';
import type { Caller } from '../caller.ts';
import { type CallOptions, type Client, SvcError } from '../client/index.ts';
import { LIMITS } from '../contract/limits.ts';
import { type BuiltOperation, OPERATION_ROWS } from '../contract/operations.ts';
import { newId } from '../lib/id.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { asFault, envelope, logFault } from './errors.ts';
import { readInput } from './input.ts';
import { countCall, RateLimited, type RateLimits } from './rate-limit.ts';

interface Dependencies {
  readonly handlers: Handlers;
  readonly ephemeral: Ephemeral;
  readonly limits: RateLimits;
  readonly log: Parameters<typeof logFault>[0];
}

/** Who calls: the caller is asked for with each operation, so that it may have been revoked since the last. */
export interface DirectCaller {
  readonly caller: () => Promise<Caller>;
  /** For the rate limit, which counts these calls together with those that came over HTTP. */
  readonly address: string;
}

export type Direct = (from: DirectCaller) => Pick<Client, BuiltOperation>;

/**
 * The client's methods in this process: the same input rules, rate limits, handlers and errors as the routes have,
 * without a socket between. Each rejects with `SvcError` alone.
 */
export function createDirect(dependencies: Dependencies): Direct {
  const names = Object.entries(OPERATION_ROWS).flatMap(([name, row]) => (row.built === false ? [] : [name as BuiltOperation]));
  return (from) => {
    const methods = names.map((name) => [
      name,
      (input: Record<string, unknown> = {}, options: CallOptions = {}) => operate(dependencies, from, { name, input, options }),
    ]);
    return Object.fromEntries(methods) as ReturnType<Direct>;
  };
}

interface Operation {
  readonly name: BuiltOperation;
  readonly input: Record<string, unknown>;
  readonly options: CallOptions;
}

async function operate({ handlers, ephemeral, limits, log }: Dependencies, from: DirectCaller, { name, input, options }: Operation) {
  const startedAt = performance.now();
  const requestId = newId();
  const row = OPERATION_ROWS[name];
  try {
    if (limits.anonymousPerMinute > 0) await countCall(ephemeral, from.address, limits.anonymousPerMinute);
    const fields = readInput(row, { body: () => input, params: input, query: input });
    const caller = await from.caller();
    const { idempotencyKey = row.mutates === false ? null : randomUUID() } = options;
    const call: Call = {
      caller,
      requestId,
      startedAt,
      signal: options.signal ?? NEVER,
      idempotencyKey,
      providerKey: null,
      emit: options.onEvent ?? null,
      format: 'json',
      fingerprint: () =>
        createHash('sha256')
          .update(`${name}\n${JSON.stringify(input)}`)
          .digest('hex'),
      curl: () => '',
    };
    const handler = handlers[name] as (fields: unknown, call: Call) => Promise<unknown>;
    const result = await handler(fields, call);
    if (result instanceof Page) return result.items;
    // Through text, as over HTTP: what a stored reply and a fresh one look like must not differ.
    return JSON.parse(fillToken(result instanceof Stored ? result.text : JSON.stringify(result), caller));
  } catch (error) {
    throw asSvcError(error, { requestId, log, signal: options.signal });
  }
}

const NEVER = new AbortController().signal;

interface Context {
  readonly requestId: string;
  readonly log: Dependencies['log'];
  readonly signal?: AbortSignal | undefined;
}

/** What a client of the API makes of the same fault. */
export function asSvcError(error: unknown, { requestId, log, signal }: Context): SvcError {
  const fault = asFault(error, LIMITS.bodyMaxBytes);
  logFault(log, fault, requestId);
  if (signal?.aborted) return SvcError.aborted(error);
  const { status, body } = envelope(fault, requestId);
  return SvcError.fromReply(status, body, error instanceof RateLimited ? (error.headers['retry-after'] ?? null) : null);
}
