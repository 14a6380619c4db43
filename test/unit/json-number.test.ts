import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfaithfulNumber } from '../../src/lib/json-number.ts';
import { isHeld, readExactJson } from '../../src/lib/read-json.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

test.each([
  '9007199254740993',
  '-9007199254740993',
  '1e400',
  '-1E+400',
  '1e309',
  '12345678901234567890',
  '9'.repeat(400),
  `${'9'.repeat(400)}.5`,
])('%s is found wherever it stands', (number) => {
  for (const text of [
    number,
    ` ${number} `,
    `[1,${number}]`,
    `{"a":{"b":[0.1, ${number}]}}`,
    `{"\\"1e400\\\\":${number}}`,
    `[${number},1e400]`,
  ])
    expect([text, unfaithfulNumber(text)]).toEqual([text, number]);
});

test.each([
  '0',
  '-0',
  '0.1',
  '1.10',
  '1e308',
  '1E-400',
  '9007199254740992',
  '-9007199254740991',
  '9007199254740994',
  '1e21',
  '3.14159265358979323846',
])('%s passes', (number) => {
  for (const text of [number, `[${number}]`, `{"a":${number},"b":${number}}`]) expect([text, unfaithfulNumber(text)]).toEqual([text, null]);
});

test('what is inside a string is no number', () => {
  for (const string of ['9007199254740993', '"9007199254740993', '\\', '\\"1e400', 'a "1e400" b', '\\\\"1e400,'])
    expect([string, unfaithfulNumber(JSON.stringify({ [string]: [string] }))]).toEqual([string, null]);
});

test('whatever is found is what parsing changes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 320n), max: 10n ** 320n }), fc.jsonValue(), (whole, value) => {
      const text = `{"before":${JSON.stringify(JSON.stringify(value))},"number":${whole}}`;
      const { number } = JSON.parse(text) as { number: number };
      const isKept = Number.isFinite(number) && BigInt(number) === whole;
      expect(unfaithfulNumber(text)).toBe(isKept ? null : String(whole));
    }),
  );
});

test('a body of the greatest size is read in one pass', () => {
  const length = 16 * 1024 * 1024;
  expect(unfaithfulNumber('9'.repeat(length))).toHaveLength(length);
  expect(unfaithfulNumber(`"${'\\"'.repeat(length / 2)}"`)).toBeNull();
  expect(unfaithfulNumber(`[${'1,'.repeat(length / 2)}1]`)).toBeNull();
});

/** The quick look at a text passes over no number of which a double loses digits. */
test('every number of a text keeps its digits, whatever else stands there', () => {
  const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
  const literal = fc
    .tuple(
      fc.boolean(),
      digits(18),
      fc.option(digits(18)),
      fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits(3))),
    )
    .map(([isNegative, whole, fraction, exponent]) => {
      const plain = whole.replace(/^0+(?=\d)/, '');
      return `${isNegative ? '-' : ''}${plain}${fraction === null ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`;
    });
  fc.assert(
    fc.property(literal, fc.string(), (number, text) => {
      const read = readExactJson(`{"at":"2026-01-01T00:00:00Z",${JSON.stringify(text)}:[${number}]}`) as Record<string, unknown[]>;
      expect(read[text]).toEqual([isHeld(number) ? Number(number) : new Verbatim(number)]);
    }),
    { numRuns: 2_000 },
  );
});
