import { expect, test } from 'vitest';
import { sayValue } from '../../src/ask/say-value.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

test.each([
  [1_234_567, 'total', '1,234,567'],
  [new Verbatim('9007199254740993'), 'total', '9,007,199,254,740,993'],
  [new Verbatim('18.50'), 'price', '18.5'],
  [new Verbatim('4.3333333333333333'), 'avg_rating', '4.33'],
  [1.2345, 'rate', '1.2345'],
  [new Verbatim('0.00012345678'), 'share', '0.0001235'],
  [1.5e-7, 'share', '0.00000015'],
  [-0.5, 'change', '-0.5'],
  [2_019, 'release_year', '2019'],
  [1_987, 'founded', '1987'],
  [12_345, 'customer_id', '12345'],
  [12_345, 'customerId', '12345'],
  [12_345, 'paid', '12,345'],
  ['NaN', 'total', 'NaN'],
  [null, 'total', 'nothing'],
  [true, 'open', 'true'],
  [new Verbatim('{"a":1}'), 'data', '{"a":1}'],
  [[new Verbatim('9007199254740993'), null], 'list', '[9007199254740993,null]'],
  ['x'.repeat(2_000), 'notes', `${'x'.repeat(1_000)}…`],
])('%s of %s is said %s', (value, column, said) => {
  expect(sayValue(value, column)).toBe(said);
});
