import { describe, expect, expectTypeOf, test } from 'vitest';
import * as client from '../../src/client/index.ts';
import {
  type AskEvent,
  type AskReply,
  type AskStream,
  type CallOptions,
  type Client,
  type ClientOptions,
  type RowStream,
  type SvcError,
  SvcError as SvcErrorClass,
} from '../../src/client/index.ts';
import { retryWaitMs } from '../../src/client/retry.ts';
import { OPERATION_ROWS } from '../../src/contract/operations.ts';

/** Frozen: a name that goes from here breaks programs of others. Names may be added. */
const EXPORTS = ['CLIENT_CODES', 'SvcError', 'Verbatim', 'createClient'];
const METHODS = [
  'adoptAnonymous',
  'ask',
  'askRows',
  'auditRows',
  'byollmStatus',
  'checkDatabase',
  'clearByollm',
  'connectDatabase',
  'createDatabase',
  'deleteDatabase',
  'describeDatabase',
  'getDatabase',
  'getGlossary',
  'getTrace',
  'grantUsage',
  'insert',
  'keyStatus',
  'listApprovals',
  'listAudit',
  'listChatMessages',
  'listDatabases',
  'listGrants',
  'listKeys',
  'listModels',
  'listTraces',
  'mintGrant',
  'mintKey',
  'postChatMessage',
  'putGlossary',
  'remember',
  'replayTrace',
  'revokeGrant',
  'revokeKey',
  'run',
  'runRows',
  'setByollm',
  'transaction',
  'undo',
  'updateDatabase',
  'usage',
  'whoAmI',
];

describe('the public surface', () => {
  test('has the names that it had, and a method for every operation', () => {
    expect(Object.keys(client)).toEqual(expect.arrayContaining(EXPORTS));
    const methods = Object.keys(client.createClient());
    expect(methods).toEqual(expect.arrayContaining(METHODS));
    expect(methods).toEqual(expect.arrayContaining(Object.keys(OPERATION_ROWS)));
  });

  test('has the codes of its own that it had', () => {
    expect(client.CLIENT_CODES).toMatchObject({
      networkError: 'network_error',
      aborted: 'aborted',
      nonJsonResponse: 'non_json_response',
    });
  });

  test('has the types that it had', () => {
    expectTypeOf<ClientOptions>().toExtend<{ baseUrl?: string; apiKey?: string; withCredentials?: boolean; fetch?: typeof fetch }>();
    expectTypeOf<ClientOptions['numbers']>().toEqualTypeOf<'exact' | 'text' | 'number' | 'verbatim' | undefined>();
    expectTypeOf<CallOptions['signal']>().toEqualTypeOf<AbortSignal | undefined>();
    expectTypeOf<CallOptions['idempotencyKey']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<SvcError['code']>().toEqualTypeOf<string>();
    expectTypeOf<SvcError['httpStatus']>().toEqualTypeOf<number>();
    expectTypeOf<SvcError['body']>().toEqualTypeOf<Readonly<Record<string, unknown>> | null>();

    expectTypeOf<Client['ask']>().returns.toEqualTypeOf<Promise<AskReply>>();
    expectTypeOf<Client['ask']['stream']>().returns.toEqualTypeOf<AskStream>();
    expectTypeOf<AskStream>().toExtend<AsyncIterable<AskEvent>>();
    expectTypeOf<AskStream['reply']>().returns.toEqualTypeOf<Promise<AskReply>>();
    expectTypeOf<RowStream['body']>().toEqualTypeOf<ReadableStream<Uint8Array>>();
    expectTypeOf<Client['auditRows']>().returns.toEqualTypeOf<Promise<RowStream>>();
    expectTypeOf<Client['run']>().parameter(0).toExtend<{ sql: string; db?: string | undefined; params?: unknown[] | undefined }>();
    // Lists may be asked for with nothing.
    expectTypeOf<Parameters<Client['listDatabases']>>().toExtend<[unknown?, unknown?]>();
    expectTypeOf<Parameters<Client['revokeKey']>[0]>().toEqualTypeOf<{ id: string }>();
  });
});

describe('waiting before another attempt', () => {
  const retryable = SvcErrorClass.network(new Error('away'));
  const told = (status: number, retryAfter: string) =>
    SvcErrorClass.fromReply(status, { error: { code: 'overloaded', retryable: true } }, retryAfter);

  test('is a random part of a bound that doubles, three times at the most', () => {
    expect([0, 1, 2].map((attempt) => retryWaitMs(retryable, attempt, () => 1))).toEqual([200, 400, 800]);
    expect([0, 1, 2].map((attempt) => retryWaitMs(retryable, attempt, () => 0))).toEqual([0, 0, 0]);
    expect(retryWaitMs(retryable, 3, () => 0)).toBeNull();
  });

  test('is at least what Retry-After says, in seconds or as a date, and no minutes', () => {
    expect(retryWaitMs(told(503, '2'), 0, () => 0.5)).toBe(2_100);
    const date = new Date(Date.now() + 30_000).toUTCString();
    expect(retryWaitMs(told(503, date), 0, () => 0)).toBeGreaterThan(20_000);
    expect(retryWaitMs(told(503, '120'), 0)).toBeNull();
    expect(retryWaitMs(SvcErrorClass.nonJson(503, '<html>', '3', null), 0, () => 0)).toBe(3_000);
  });
});
