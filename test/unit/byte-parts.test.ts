import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteParts } from '../../src/lib/byte-parts.ts';
import { inParts } from '../support/in-parts.ts';

const size = fc.integer({ min: 1, max: 5 });
const text = fc.string({ unit: 'grapheme', maxLength: 20 });

test('bytes in parts read as they do in one piece', async () => {
  await fc.assert(
    fc.asyncProperty(text, size, fc.nat(30), fc.nat(30), async (whole, each, from, length) => {
      const bytes = Buffer.from(whole);
      const parts = inParts(whole, each);
      const to = from + length;
      expect(parts.length).toBe(bytes.length);
      expect(parts.text('utf8')).toBe(whole);
      expect(parts.text('latin1', from, to)).toBe(bytes.toString('latin1', from, to));
      expect(Buffer.concat(parts.slices(from, to))).toEqual(bytes.subarray(from, to));
      if (from < bytes.length) expect(parts.partEnd(from)).toBe(Math.min(bytes.length, (Math.floor(from / each) + 1) * each));
      expect(await parts.joined(() => null)).toEqual(bytes);
    }),
    { numRuns: 500 },
  );
});

test('whether they are UTF-8 does not depend on where they are cut', () => {
  const broken = fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes));
  const cut = fc.tuple(text, fc.nat(40), broken).map(([whole, at, rest]) => Buffer.concat([Buffer.from(whole).subarray(0, at), rest]));
  fc.assert(
    fc.property(
      fc.oneof(
        text.map((whole) => Buffer.from(whole)),
        cut,
      ),
      size,
      (bytes, each) => {
        const parts = Array.from({ length: Math.ceil(bytes.length / each) }, (_, at) => bytes.subarray(at * each, (at + 1) * each));
        expect(new ByteParts(parts).isUtf8()).toBe(isUtf8(bytes));
      },
    ),
    { numRuns: 2_000 },
  );
});
