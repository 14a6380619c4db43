import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeJson } from '../../src/lib/encode-json.ts';
import { readJson } from '../../src/lib/read-json.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

test('what JSON.stringify knows is written as it writes it', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withNullPrototype: true, withObjectString: true }), (value) => {
      expect(encodeJson(value)).toBe(JSON.stringify(value) ?? 'null');
    }),
    { numRuns: 2_000 },
  );
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => encodeJson(text) === JSON.stringify(text)));
  expect(encodeJson('\ud800"')).toBe('"\\ud800\\""');
});

test('verbatim text is written as it is, wherever it stands', () => {
  const wide = new Verbatim('9007199254740993.10');
  expect(encodeJson({ a: [wide, { b: wide }], c: new Verbatim('{"d":1e400}'), e: 12_345_678_901_234_567_890n })).toBe(
    '{"a":[9007199254740993.10,{"b":9007199254740993.10}],"c":{"d":1e400},"e":12345678901234567890}',
  );
});

test('other people’s JSON.stringify loses no digit: what a double does not hold becomes text', () => {
  const cells = ['42', '1.50', '0.1', '9007199254740993', '0.12345678901234567890', '{"a":1}'].map((json) => new Verbatim(json));
  expect(JSON.stringify(cells)).toBe('[42,1.5,0.1,"9007199254740993","0.12345678901234567890",{"a":1}]');
});

test('what is read is written again with the same digits', () => {
  const number = fc.oneof(
    fc.bigInt().map(String),
    fc.tuple(fc.bigInt(), fc.bigInt({ min: 0n })).map(([whole, fraction]) => `${whole}.${fraction}`),
    fc.tuple(fc.integer(), fc.integer({ min: -400, max: 400 })).map(([digits, power]) => `${digits}e${power}`),
    fc.constantFrom('-0', '-0.0', '0.10', '1E5'),
  );
  const text = fc.string().map((value) => JSON.stringify(value));
  const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
    json: fc.oneof({ depthSize: 'small' }, number, text, fc.constantFrom('true', 'false', 'null'), tie('list'), tie('object')),
    list: fc.array(tie('json')).map((items) => `[${items.join(',')}]`),
    object: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('json')).map(
      (fields) =>
        `{${Object.entries(fields)
          .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
          .join(',')}}`,
    ),
  }));
  fc.assert(
    fc.property(json, (written) => {
      // A name that is a whole number moves to the front of an object, in JSON.parse too.
      fc.pre(!/"\d+":/.test(written));
      expect(encodeJson(readJson(written, (literal) => new Verbatim(literal)))).toBe(written);
    }),
    { numRuns: 1_000 },
  );
});

test('spaces between parts are nothing, and what is not JSON is refused', () => {
  const read = (text: string) => readJson(text, (literal) => `wide ${literal}`);
  expect(read(' { "a" : [ 1.50 , -0 , true , null , "1.50" ] }\n')).toEqual({ a: ['wide 1.50', 'wide -0', true, null, '1.50'] });
  expect(read('1e3')).toBe('wide 1e3');
  expect(() => read('[1.50,]')).toThrow(SyntaxError);
  const deep = `${'['.repeat(50_000)}1.50${']'.repeat(50_000)}`;
  expect(() => read(deep)).not.toThrow();
});
