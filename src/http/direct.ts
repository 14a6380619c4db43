import { createHash, randomUUID } from 'node:crypto';
import { type Call, Continued, fillToken, type Handlers, Page, Stored, withToken } from '../call.ts';
import { type Caller, credentialIdOf } from '../caller.ts';
import { type CallOptions, type Client, SvcError } from '../client/index.ts';
import { LIMITS } from '../contract/limits.ts';
import { OPERATION_ROWS, type OperationName } from '../contract/operations.ts';
import type { Fault } from '../fault.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { newId } from '../lib/id.ts';
import { Leave, type Leaving } from '../lib/leaving.ts';
import { readJson } from '../lib/read-json.ts';
import type { Turns } from '../lib/turns.ts';
import { Verbatim } from '../lib/verbatim.ts';
import { requireAdmission } from '../rights.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import type { Access } from './credentials.ts';
import { asFault, envelope, headersOf, logFault } from './errors.ts';
import { readInput } from './input.ts';
import { endedByRevocation, endWithCredential } from './known-caller.ts';
import { countCall, type Meter } from './rate-limit.ts';
import { type Whose, whoseIs } from './whose.ts';

interface Dependencies {
  readonly handlers: Handlers;
  readonly ephemeral: Ephemeral;
  readonly turns: Turns;
  readonly access: Access;
  readonly log: Parameters<typeof logFault>[0];
}

/** Who calls: the caller is asked for with each operation, so that it may have been revoked since the last. */
export interface DirectCaller {
  readonly caller: () => Promise<Caller>;
  /** What these calls are counted under, together with those that came over HTTP; null where they are not. */
  readonly meter: Meter | null;
  readonly address: string;
  /** Where this service's pages are, as whoever calls reaches them; null where it is not known. */
  readonly baseUrl: string | null;
}

/** `leaving` where it is known, so that `signal` need not be made of it. */
interface DirectOptions extends CallOptions {
  readonly leaving?: Leaving;
}

export type Direct = (from: DirectCaller) => Pick<Client, OperationName>;

/**
 * The client's methods in this process: the same input rules, rate limits, handlers and errors as the routes have,
 * without a socket between. Each rejects with `SvcError` alone.
 */
export function createDirect(dependencies: Dependencies): Direct {
  // One prototype for every caller: it is asked for with each request, and uses one method of many.
  class Methods {
    readonly from: DirectCaller;

    constructor(from: DirectCaller) {
      this.from = from;
    }
  }
  for (const name of Object.keys(OPERATION_ROWS) as OperationName[]) {
    Object.defineProperty(Methods.prototype, name, {
      value(this: Methods, input: Record<string, unknown> = {}, options: DirectOptions = {}) {
        return operate(dependencies, this.from, { name, input, options });
      },
    });
  }
  return (from) => new Methods(from) as Methods & ReturnType<Direct>;
}

interface Operation {
  readonly name: OperationName;
  readonly input: Record<string, unknown>;
  readonly options: DirectOptions;
}

async function operate({ handlers, ephemeral, turns, access, log }: Dependencies, from: DirectCaller, { name, input, options }: Operation) {
  const startedAt = performance.now();
  const requestId = newId();
  const row = OPERATION_ROWS[name];
  const outer = options.leaving ?? options.signal ?? NEVER;
  let leaving = outer;
  let work: Work | null = null;
  let whose: Whose | null = null;
  try {
    await countCall(ephemeral, from.meter);
    const fields = readInput(row, { body: () => input, params: input, query: input });
    const caller = await from.caller();
    requireAdmission(row, caller);
    whose = whoseIs(caller, fields);
    work = workOf(access, caller, outer);
    leaving = work.leaving;
    let ownKey: string | null = null;
    const call: Call = {
      caller,
      requestId,
      startedAt,
      leaving,
      get signal() {
        return work?.leaving.signal ?? options.signal ?? NEVER;
      },
      // Asked for by writes alone, and made then.
      get idempotencyKey() {
        if (options.idempotencyKey !== undefined) return options.idempotencyKey;
        if (row.mutates !== false) ownKey ??= randomUUID();
        return ownKey;
      },
      providerKey: null,
      address: from.address,
      visit: { baseUrl: from.baseUrl, isLocal: false, agent: null, cookie: () => null },
      surface: 'mcp',
      emit: options.onEvent ?? null,
      isWatched: options.onEvent !== undefined,
      format: 'json',
      fingerprint: () =>
        createHash('sha256')
          .update(`${name}\n${encodeJson(input)}`)
          .digest('hex'),
      curl: () => '',
    };
    const handler = handlers[name] as (fields: unknown, call: Call) => Promise<unknown>;
    const result = await turns.take(caller.ownerId, leaving, () => handler(fields, call));
    if (result instanceof Page || result instanceof Continued) {
      options.onNextCursor?.(result.next);
      return result instanceof Page ? result.items : result.reply;
    }
    return result instanceof Stored
      ? readJson(fillToken(result.text, caller), (literal) => new Verbatim(literal))
      : withToken(result, caller);
  } catch (error) {
    const ended = outer.aborted ? null : work?.ended();
    throw asSvcError(ended ?? error, { requestId, log, leaving: outer });
  } finally {
    log.info(
      { requestId, operation: name, surface: 'mcp', ms: Math.round((performance.now() - startedAt) * 10) / 10, ...whose },
      'request',
    );
    work?.done();
  }
}

interface Work {
  readonly leaving: Leave;
  /** Why it was ended here; null when it was not. */
  readonly ended: () => Fault | null;
  readonly done: () => void;
}

/** Ends with the caller's key too, and when the caller is blocked. */
function workOf({ accounts, tenants }: Access, caller: Caller, outer: Leaving): Work {
  const leaving = new Leave();
  const abort = () => leaving.abort();
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  const id = credentialIdOf(caller);
  const undo = [tenants.watch(caller.ownerId, leaving), ...(id === null ? [] : [endWithCredential(accounts, id, leaving)])];
  return {
    leaving,
    ended: () => (accounts.running.wasEnded(leaving) ? endedByRevocation(null) : tenants.ended(caller.ownerId, leaving)),
    done() {
      outer.removeEventListener('abort', abort);
      for (const each of undo) each();
    },
  };
}

const NEVER = new AbortController().signal;

interface Context {
  readonly requestId: string;
  readonly log: Dependencies['log'];
  readonly leaving?: Leaving;
}

/** What a client of the API makes of the same fault. */
export function asSvcError(error: unknown, { requestId, log, leaving }: Context): SvcError {
  const fault = asFault(error, LIMITS.bodyMaxBytes);
  logFault(log, fault, requestId);
  if (leaving?.aborted) return SvcError.aborted(error);
  const { status, body } = envelope(fault, requestId);
  return SvcError.fromReply(status, body, headersOf(fault)['retry-after'] ?? null);
}
