import { expect, test } from 'vitest';
import { encodeJson } from '../../src/lib/encode-json.ts';
import { approximateNumber, exactNumber } from '../../src/lib/exact-number.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

test.each([
  '23.5000000000000000',
  '18.50',
  '-0.00000000000000000000',
  '100000000000000000000.00',
  '7.1666666666666667',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345',
  '0.1',
  '0',
  '-1.5',
  '0.0000001',
])('%s keeps every digit', (text) => {
  expect(encodeJson(exactNumber(text))).toBe(text);
  expect(approximateNumber(exactNumber(text))).toBe(Number(text));
});

test.each(['NaN', 'Infinity', '-Infinity'])('%s, which JSON lacks, is a string', (text) => {
  expect(exactNumber(text)).toBe(text);
  expect(approximateNumber(exactNumber(text))).toBeNull();
});

test('a number that a double writes with the same digits is a number', () => {
  expect(exactNumber('23.5')).toBe(23.5);
  expect(exactNumber('42')).toBe(42);
  expect(exactNumber('23.50')).toEqual(new Verbatim('23.50'));
});
