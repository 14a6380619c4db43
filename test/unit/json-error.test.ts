import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonErrorPlace } from '../../src/lib/json-error.ts';
import { hasTooManyKeys } from '../../src/lib/json-keys.ts';

describe('where text stops being JSON', () => {
  test.each([
    ['', 0, 1, 1],
    ['{"goal": "how many', 9, 1, 10],
    ['{"a":x}', 5, 1, 6],
    ['{"a": 1,}', 8, 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 13, 3, 3],
    ['[1, 2', 5, 1, 6],
    ['{"a": 01}', 6, 1, 7],
    ["{'a': 1}", 1, 1, 2],
    ['{"a" 1}', 5, 1, 6],
    ['{} {}', 3, 1, 4],
    ['[1}', 2, 1, 3],
    ['NaN', 0, 1, 1],
    ['{"a":"\u0001"}', 5, 1, 6],
  ])('%j', (text, position, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonErrorPlace(text)).toEqual({ position, line, column });
  });

  test('what is JSON has its first error at its end, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        expect(jsonErrorPlace(text).position).toBe(text.length);
      }),
    );
  });
});

describe('keys', () => {
  const limits = { perObject: 3, inAll: 5 };
  test.each([
    ['{"a":1,"b":2,"c":3}', false],
    ['{"a":1,"b":2,"c":3,"d":4}', true],
    ['[{"a":1,"b":2},{"a":1,"b":2}]', false],
    ['[{"a":1,"b":2},{"a":1,"b":2},{"a":1,"b":2}]', true],
    ['{"a":{"b":1,"c":2},"d":"::::::{}","e":":"}', false],
    ['{"a":{"b":1,"c":2,"d":3},"e":1}', false],
  ])('%s', (text, expected) => {
    expect(hasTooManyKeys(text, limits)).toBe(expected);
  });
});
