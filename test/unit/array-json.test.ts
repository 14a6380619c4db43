import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayJson, LongArray } from '../../src/engines/postgres/array-json.ts';
import { fieldReader } from '../../src/engines/postgres/values.ts';
import { encodeJson } from '../../src/lib/encode-json.ts';
import { numbersAsText } from '../../src/lib/json-array.ts';

/** As PostgreSQL's `array_out` writes it. */
const written = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map(written).join(',')}}`
    : value === null
      ? 'NULL'
      : value === '' || /[\s{},"\\]/.test(String(value)) || /^null$/i.test(String(value))
        ? `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`
        : String(value);

const arrayOf = (leaf: fc.Arbitrary<unknown>) =>
  fc.oneof(fc.array(leaf), fc.array(fc.array(leaf, { minLength: 2, maxLength: 2 }), { minLength: 1 }));

test('the text of an array becomes the JSON that its elements one by one become', () => {
  const texts = fc.oneof(
    fc.constantFrom(null, 'NULL', 'null', '', '[', ']"', '"', 'a,b', '\\', '\n', '\u0001'),
    fc.string({ unit: 'binary' }),
    fc.string(),
  );
  const words = fc.oneof(fc.constant(null), fc.stringMatching(/^[a-z[\]]{1,5}$/));
  for (const [leaf, oid, kind] of [
    [texts, 1009, 'text'],
    [words, 1009, 'text'],
    [fc.oneof(fc.constant(null), fc.integer()), 1007, 'number'],
    [fc.constantFrom(null, '1.50', 'NaN', 'Infinity', '-Infinity', '12345678901234567890'), 1231, 'number'],
    [fc.constantFrom(null, 't', 'f'), 1000, fieldReader(16)],
    [fc.constantFrom(null, '2026-01-02 03:04:05', 'infinity'), 1115, fieldReader(1114)],
  ] as const)
    fc.assert(
      fc.property(arrayOf(leaf), fc.constantFrom('', '[0:1]='), (value, prefix) => {
        const text = `${prefix}${written(value)}`;
        expect([text, arrayJson(text, kind)]).toEqual([text, encodeJson(fieldReader(oid)(text))]);
      }),
    );
});

test('numbers of an array become text', () => {
  for (const json of ['[]', '[1,null,"NaN",-2.50]', '[[1,2],[null,"-Infinity"]]', '[[[1]],[[2]]]'])
    expect(JSON.parse(numbersAsText(json))).toEqual(
      JSON.parse(json, (_name, value) => (typeof value === 'number' ? expect.any(String) : value)),
    );
  expect(numbersAsText('[-2.50]')).toBe('["-2.50"]');
});

const jsonOf = (value: unknown): string => (value instanceof LongArray ? [...value.pieces()].join('') : encodeJson(value));

test('a large array is the same as a small one', () => {
  for (const [oid, element] of [
    [1009, 'word'],
    [1009, '"two words"'],
    [1009, '"a, \\"b\\" and {c}"'],
    [1009, '"Ä\u0007"'],
    [1000, 't'],
    [1185, '"2026-01-02 03:04:05+00"'],
    [1231, '1.50'],
    [1005, '7'],
  ] as const) {
    const small = encodeJson(fieldReader(oid)(`{${element},NULL}`))
      .slice(0, -1)
      .slice(1);
    expect(jsonOf(fieldReader(oid)(`{${Array(20_000).fill(`${element},NULL`).join(',')}}`))).toBe(
      `[${Array(20_000).fill(small).join(',')}]`,
    );
  }
});
