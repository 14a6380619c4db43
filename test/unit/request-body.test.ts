import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestBody } from '../../src/client/request-body.ts';
import { encodeJson } from '../../src/lib/encode-json.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

const item = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.string({ unit: 'binary' }),
  fc.constant(undefined),
  fc.constant(new Verbatim('1.10')),
);
const fields = fc.record(
  {
    db: fc.string({ unit: 'binary' }),
    left: fc.constant(undefined),
    rows: fc
      .tuple(fc.array(item, { minLength: 1, maxLength: 5 }), fc.integer({ min: 100, max: 300 }))
      .map(([some, times]) => Array(times).fill(some).flat()),
    last: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);

test('a call with a long list is sent as the same JSON, encoded in pieces', () => {
  let inBytes = 0;
  fc.assert(
    fc.property(fields, (given) => {
      const body = requestBody(given);
      if (typeof body !== 'string') inBytes += 1;
      expect(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)).toBe(encodeJson(given));
    }),
    { numRuns: 200 },
  );
  expect(inBytes).toBeGreaterThan(50);
});
